"""Settlements on the land, at the prompt: settlement."""

from msgspec.structs import replace

from companion.commands.context import WORDS, Context, Ruling
from companion.commands.resolve.names import match_names
from companion.commands.resolve.places import list_nameable_settlements, list_nameable_sites
from companion.errant.world import SETTLEMENT_TYPES, Hex, Settlement
from companion.grammar.arguments import take_after
from companion.grammar.line import quote_name
from companion.refusal import Impossible, Malformed, Unknown, join_words, suggest_similar
from companion.reports.market import SettlementReport
from companion.text import make_free_slug, make_slug


@WORDS.command(
    "settlement",
    subject="market",
    usage="settlement NAME hamlet|village|town|city|metropolis [hex Q,R]",
    completes=("", "settlement type"),
)
def handle_settlement(context: Context) -> Ruling:
    """A place to buy in."""
    campaign = context.campaign
    where, rest = take_after(context.arguments, "hex")
    if len(rest) < 2:
        raise Malformed("Which Settlement, of which type?", "Try: settlement Saltford town")
    name, typed = " ".join(rest[:-1]), rest[-1].casefold()
    kind = next((each for each in SETTLEMENT_TYPES if each == typed), None)
    if kind is None:
        hint = (
            suggest_similar(typed, SETTLEMENT_TYPES)
            or f"It is {join_words(SETTLEMENT_TYPES, 'or')}."
        )
        raise Unknown(f"«{rest[-1]}» is no Settlement Type.", hint)
    settlements, meant = campaign.world.settlements, list_nameable_settlements(context)
    known = [each for each in match_names(name, meant) if name.casefold() in _fold_names(each)]
    if known:
        settlement = replace(known[0], type=kind)
    else:
        _require_free_name(context, name)
        taken = {site.id for site in campaign.world.sites}
        settlement = Settlement(id=make_free_slug(name, taken), name=name, type=kind, hex=(0, 0))
    if where is not None:
        settlement = replace(settlement, hex=_parse_hex(where))
    if not context.is_secret:
        settlement = replace(settlement, known=True)
    there = [e.name for e in meant if e.hex == settlement.hex and e.id != settlement.id]
    if there and not context.is_forced:
        q, r = settlement.hex
        raise Impossible(
            f"On which hex? {there[0]} stands at {q},{r}.",
            f"Try: settlement {quote_name(settlement.name)} {kind} hex {q + 1},{r}",
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


def _require_free_name(context: Context, name: str) -> None:
    """That a player gives nothing the name of a place they do not know of. Raises Impossible."""
    meant = list_nameable_sites(context)
    hidden = (site for site in context.campaign.world.sites if site not in meant)
    if any(make_slug(name) in (site.id, make_slug(site.name)) for site in hidden):
        raise Impossible(f"There is a place called {name} already.", "Ask the Guide.")


def _fold_names(settlement: Settlement) -> tuple[str, str]:
    return settlement.id, settlement.name.casefold()


def _parse_hex(typed: str) -> Hex:
    """`2,-1`: axial coordinates. Malformed for anything else."""
    parts = [part.strip() for part in typed.split(",")]
    numbers = [part for part in parts if part.lstrip("+-").isdecimal() and len(part) < 6]
    if len(parts) != 2 or len(numbers) != 2:
        raise Malformed(f"«{typed}» is no hex.", "Two whole numbers, as 2,-1.")
    return int(numbers[0]), int(numbers[1])
