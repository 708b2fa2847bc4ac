"""Answers `stash`: leaves things, coins and Supply behind at a place, and shows what lies there."""

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.commands.packs.slots_and_riding import build_slots_report
from companion.commands.packs.transfers import (
    build_item_report,
    put_items_into_pack,
    transfer_coins_or_supply,
)
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.company import list_stashes_as_errants
from companion.grammar.argument_kinds.packs.coin_and_supply_amounts import Amount
from companion.grammar.argument_kinds.packs.moved_things import RemovedItems
from companion.grammar.argument_kinds.places import find_place, list_nameable_sites
from companion.grammar.context import Context
from companion.grammar.name_matching import match_things_by_name
from companion.refusal import Impossible, Malformed, join_words
from companion.reports.packs import StashesReport
from companion.values_with_ids import make_free_slug

_WHERE = (
    *("behind", "under", "beneath", "below", "above", "inside", "in", "on", "by", "near"),
    *("beside", "between", "outside", "atop", "within", "at"),
)
"""Words that say themselves where something lies."""


def refuse_stash_elsewhere(context: Context, holder: Errant) -> None:
    """Raises Impossible if the holder is a stash that lies elsewhere; the Guide may overrule it."""
    campaign = context.campaign
    known = any(site.id == holder.at for site in campaign.world.sites)
    if holder.kind == "stash" and known and holder.at != campaign.place_here:
        there = campaign.get_place_name(holder.at)
        way = "at" if campaign.turns else "zoom downtime at"
        why = f"{holder.name} is not here: it lies at {there}."
        context.refuse_unforced(why, f"Try: {way} {there}.")


def require_holder_at_hand(context: Context, holder: Errant) -> None:
    """Raises Impossible if what somebody has is out of reach, in a stash elsewhere or with someone
    who is away; the Guide may overrule it."""
    refuse_stash_elsewhere(context, holder)
    if holder.away:
        context.refuse_unforced(f"{holder.name} is away.", f"Try: back {quote_typed_name(holder)}.")


def warn_coins_and_supply_left(holder: Errant) -> tuple[str, ...]:
    """A warning about coins and Supply that are left in a stash: they do not come with its pack."""
    if holder.kind != "stash" or not (holder.coins or holder.supply):
        return ()
    lies = [f"{holder.coins} coins"] if holder.coins else []
    lies += [f"{holder.supply} Supply"] if holder.supply else []
    ways = [f"all {each.split()[1]}" for each in lies]
    there = f"{join_words(lies)} {'lie' if len(lies) > 1 else 'are'} in the stash yet"
    return (f"{there}: pass {quote_typed_name(holder)} NAME {ways[0]}.",)


def list_stashes(context: Context) -> StashesReport:
    """Report what lies in each stash of the Company."""
    campaign = context.campaign
    stashes = list_stashes_as_errants(campaign)
    return StashesReport(tuple(build_slots_report(campaign.errants, each) for each in stashes))


def stash_coins_or_supply(context: Context, amount: Amount, stash_place: str | None) -> Ruling:
    """Leave coins or Supply behind in a stash."""
    at = _choose_place(context, stash_place)
    _require_stashable(context, amount.errant)
    campaign, stash = _find_or_make_stash(context.campaign, at)
    return transfer_coins_or_supply(campaign, stash, amount)


def stash_things(context: Context, things: RemovedItems, stash_place: str | None) -> Ruling:
    """Leave things behind in a stash."""
    at, errant = _choose_place(context, stash_place), things.errant
    _require_stashable(context, errant)
    lit = next((bundle.items[0] for bundle in things.bundles if bundle.items[0].lit), None)
    if lit is not None:
        raise Impossible(
            f"{errant.name}'s {lit.name} is lit.",
            f"Put it out first, or let it burn there: leave {quote_typed_name(errant)} {lit.name}",
        )
    campaign, stash = _find_or_make_stash(context.campaign.with_errant(errant), at)
    put = put_items_into_pack(stash, things.bundles)
    report = build_item_report(
        put.errant,
        put.item,
        things.number,
        "stashed",
        bundles=things.bundles,
        to=stash.id,
        of=errant.id,
    )
    return Ruling(campaign.with_errant(put.errant), report)


def _require_stashable(context: Context, giver: Errant) -> None:
    if giver.kind == "stash":
        raise Impossible(
            f"That lies in {giver.name} already.", f"Try: slots {quote_typed_name(giver)}"
        )
    require_holder_at_hand(context, giver)


def _choose_place(context: Context, typed: str | None) -> str:
    """The place that was typed, or where the Company is. One that nobody knows of has a capital
    or a space, which no id has: so it is none of the Guide's. Raises Malformed without either, and
    Impossible if the Company is at another one, which the Guide may overrule."""
    campaign, here = context.campaign, context.campaign.place_here
    if typed is None:
        if not here:
            hint = "The Company is at no place."
            raise Malformed("Stash it where?", hint, instead=('at "the old well"',))
        return here
    known = match_things_by_name(typed, list_nameable_sites(context))
    at = find_place(context, typed).id if known else typed
    if not known and " " not in typed:
        at = f"{typed[:1].upper()}{typed[1:]}"
    if known and here and at != here:
        name = campaign.get_place_name(at)
        why = f"The Company is at {campaign.get_place_name(here)}, not at {name}."
        context.refuse_unforced(why, f"Try: at {name}.")
    return at


def _name_stash(place: str) -> str:
    """`Stash at The Drowned Chapel`; `Stash behind the altar` where the place says so itself."""
    first, _, rest = place.partition(" ")
    if rest and first.casefold() in _WHERE:
        return f"Stash {first.casefold()} {rest}"
    return f"Stash at {place}"


def _find_or_make_stash(campaign: Campaign, at: str) -> tuple[Campaign, Errant]:
    """The stash at a place; a new one joins the campaign if there is none."""
    for stash in list_stashes_as_errants(campaign):
        if stash.at.casefold() == at.casefold():
            return campaign, stash
    taken_ids = {errant.id for errant in campaign.errants}
    stash = Errant(
        id=make_free_slug(f"stash {at}", taken_ids),
        name=_name_stash(campaign.get_place_name(at)),
        kind="stash",
        at=at,
    )
    company = tuple(sorted((*campaign.errants, stash), key=lambda errant: errant.id))
    return campaign.with_company(company), stash
