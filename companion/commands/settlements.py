"""Settlements on the land, at the prompt: settlement."""

from msgspec.structs import replace

from companion.commands.names import best
from companion.commands.places_meant import settlements_meant, site_names, sites_meant
from companion.commands.reports import SettlementReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.hexes import Hex
from companion.errant.world import SETTLEMENT_TYPES, Settlement
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.text import free_slug, slug
from companion.words.line import quoted
from companion.words.options import take_after


@WORDS.command(
    "settlement",
    subject="market",
    usage="settlement NAME hamlet|village|town|city|metropolis [hex Q,R]",
    summary="Put a Settlement on the land, or say another type or hex of one that is there. The "
    "players know of it from now on; after secret they do not. Its tables are written in "
    "world.toml.",
    examples=("settlement Saltford town hex 3,0", 'settlement "Gull Rock" hamlet hex 2,-1'),
    completes=("", "settlement type"),
)
def settlement_word(sitting: Sitting) -> Ruling:
    """A place to buy in."""
    campaign = sitting.campaign
    where, rest = take_after(sitting.arguments, "hex")
    if len(rest) < 2:
        raise Malformed("Which Settlement, of which type?", "Try: settlement Saltford town")
    name, typed = " ".join(rest[:-1]), rest[-1].casefold()
    kind = next((each for each in SETTLEMENT_TYPES if each == typed), None)
    if kind is None:
        hint = did_you_mean(typed, SETTLEMENT_TYPES) or f"It is {listed(SETTLEMENT_TYPES, 'or')}."
        raise Unknown(f"«{rest[-1]}» is no Settlement Type.", hint)
    settlements, meant = campaign.world.settlements, settlements_meant(sitting)
    known = [each for each in best(name, meant, site_names) if name.casefold() in _folded(each)]
    if known:
        settlement = replace(known[0], type=kind)
    else:
        _must_be_free(sitting, name)
        taken = {site.id for site in campaign.world.sites}
        settlement = Settlement(id=free_slug(name, taken), name=name, type=kind, hex=(0, 0))
    if where is not None:
        settlement = replace(settlement, hex=_hex(where))
    if not sitting.secretly:
        settlement = replace(settlement, known=True)
    there = [e.name for e in meant if e.hex == settlement.hex and e.id != settlement.id]
    if there and not sitting.forced:
        q, r = settlement.hex
        raise Impossible(
            f"On which hex? {there[0]} stands at {q},{r}.",
            f"Try: settlement {quoted(settlement.name)} {kind} hex {q + 1},{r}",
            overrulable=True,
        )
    after = tuple(settlement if each.id == settlement.id else each for each in settlements)
    after = after if known else (*settlements, settlement)
    world = replace(campaign.world, settlements=after)
    report = SettlementReport(
        settlement=settlement.id,
        settlement_name=settlement.name,
        settlement_type=settlement.type,
        hex=settlement.hex,
        step="changed" if known else "made",
    )
    return Ruling(replace(campaign, world=world), report)


def _must_be_free(sitting: Sitting, name: str) -> None:
    """That a player gives nothing the name of a place they do not know of. Raises Impossible."""
    meant = sites_meant(sitting)
    hidden = (site for site in sitting.campaign.world.sites if site not in meant)
    if any(slug(name) in (site.id, slug(site.name)) for site in hidden):
        raise Impossible(f"There is a place called {name} already.", "Ask the Guide.")


def _folded(settlement: Settlement) -> tuple[str, str]:
    return settlement.id, settlement.name.casefold()


def _hex(typed: str) -> Hex:
    """`2,-1`: axial coordinates. Malformed for anything else."""
    parts = [part.strip() for part in typed.split(",")]
    numbers = [part for part in parts if part.lstrip("+-").isdecimal() and len(part) < 6]
    if len(parts) != 2 or len(numbers) != 2:
        raise Malformed(f"«{typed}» is no hex.", "Two whole numbers, as 2,-1.")
    return int(numbers[0]), int(numbers[1])
