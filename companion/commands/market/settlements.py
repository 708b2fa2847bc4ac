"""Settlements on the land, at the prompt."""

from msgspec.structs import replace

from companion.commands.context import WORDS, Ruling
from companion.errant.world import SETTLEMENT_TYPES, Hex, Settlement
from companion.grammar.arguments import take_after
from companion.grammar.context import Context
from companion.grammar.kinds.places import list_nameable_settlements, list_nameable_sites, parse_hex
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
    where, rest = take_after(context.arguments, "hex")
    if len(rest) < 2:
        raise Malformed("Which Settlement, of which type?", "Try: settlement Saltford town")
    name, typed = " ".join(rest[:-1]), rest[-1].casefold()
    kind = next((each for each in SETTLEMENT_TYPES if each == typed), None)
    if kind is None:
        near = suggest_similar(typed, SETTLEMENT_TYPES)
        hint = near or f"It is {join_words(SETTLEMENT_TYPES, 'or')}."
        raise Unknown(f"«{rest[-1]}» is no Settlement Type.", hint)
    known = list_nameable_settlements(context)
    named = (each for each in known if name.casefold() in (each.id, each.name.casefold()))
    settlement = next(named, None)
    is_new = settlement is None
    if settlement is None:
        _require_free_name(context, name)
        taken = {site.id for site in context.campaign.world.sites}
        settlement = Settlement(id=make_free_slug(name, taken), name=name, type=kind, hex=(0, 0))
    settlement = replace(
        settlement,
        type=kind,
        hex=settlement.hex if where is None else _require_hex(where),
        known=settlement.known or not context.is_secret,
    )
    there = [e.name for e in known if e.hex == settlement.hex and e.id != settlement.id]
    if there and not context.is_forced:
        q, r = settlement.hex
        raise Impossible(
            f"On which hex? {there[0]} stands at {q},{r}.",
            f"Try: settlement {quote_name(settlement.name)} {kind} hex {q + 1},{r}",
            overrulable=True,
        )
    report = SettlementReport(
        settlement=settlement.id,
        settlement_name=settlement.name,
        settlement_type=settlement.type,
        hex=settlement.hex,
        step="made" if is_new else "changed",
    )
    return Ruling(context.campaign.with_settlement(settlement), report)


def _require_free_name(context: Context, name: str) -> None:
    """Raises Impossible for the name of a place that this seat does not know of."""
    known = list_nameable_sites(context)
    hidden = (site for site in context.campaign.world.sites if site not in known)
    if any(make_slug(name) in (site.id, make_slug(site.name)) for site in hidden):
        raise Impossible(f"There is a place called {name} already.", "Ask the Guide.")


def _require_hex(typed: str) -> Hex:
    there = parse_hex(typed)
    if there is None:
        raise Malformed(f"«{typed}» is no hex.", "Two whole numbers, as 2,-1.")
    return there
