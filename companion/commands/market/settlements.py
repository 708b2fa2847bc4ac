"""Settlements on the land, at the prompt."""

from msgspec.structs import replace

from companion.commands.context import Ruling
from companion.errant.world import Hex, Settlement, SettlementType
from companion.grammar.context import Context
from companion.grammar.kinds.places import list_nameable_settlements, list_nameable_sites
from companion.grammar.line import quote_name
from companion.refusal import Impossible
from companion.reports.market import SettlementReport
from companion.text import make_free_slug, make_slug


def make_settlement(
    context: Context, name: str, settlement_type: SettlementType, place: Hex | None
) -> Ruling:
    """Make a place to buy in, or change one."""
    known = list_nameable_settlements(context)
    named = (each for each in known if name.casefold() in (each.id, each.name.casefold()))
    settlement = next(named, None)
    is_new = settlement is None
    if settlement is None:
        _require_free_name(context, name)
        taken = {site.id for site in context.campaign.world.sites}
        settlement = Settlement(
            id=make_free_slug(name, taken), name=name, type=settlement_type, hex=(0, 0)
        )
    settlement = replace(
        settlement,
        type=settlement_type,
        hex=place or settlement.hex,
        known=settlement.known or not context.is_secret,
    )
    there = [e.name for e in known if e.hex == settlement.hex and e.id != settlement.id]
    if there and not context.is_forced:
        q, r = settlement.hex
        raise Impossible(
            f"On which hex? {there[0]} stands at {q},{r}.",
            f"Try: settlement {quote_name(settlement.name)} {settlement_type} hex {q + 1},{r}",
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
