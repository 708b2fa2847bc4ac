"""Answers the words that put things into packs, hand them on and take them out: give, drop, pass,
move, fetch."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import record_action, require_unsurprised
from companion.campaign.turns.turns import ensure_turn_begun
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.handler_result import Ruling
from companion.commands.packs.slots_and_riding import warn_overfull_hands
from companion.commands.packs.stashes import (
    refuse_stash_elsewhere,
    require_holder_at_hand,
    warn_coins_and_supply_left,
)
from companion.commands.packs.transfers import (
    add_coins_to_purse,
    build_item_report,
    needs_item_search_in_fight,
    put_items_into_pack,
    remove_coins_or_supply,
    require_item_in_reach,
    transfer_coins_or_supply,
)
from companion.errant.company import Errant, list_everyone_present, list_members_present
from companion.errant.happenings import Unlisted
from companion.errant.names_to_type import (
    format_item_with_owner,
    make_typed_item_name,
    quote_typed_name,
)
from companion.errant.packs.containers import (
    Bundle,
    move_item,
    require_item_fits,
    take_bundle_from_errant,
)
from companion.errant.packs.items import Item
from companion.errant.packs.light import match_lanterns_with_oil
from companion.errant.packs.slots import LAST_FETCH_TRY, is_item_found_in_pack
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kinds.packs.carried_things import Carried
from companion.grammar.argument_kinds.packs.coin_and_supply_amounts import Amount
from companion.grammar.argument_kinds.packs.item_matching import is_same_sort_of_item
from companion.grammar.argument_kinds.packs.moved_things import (
    Destination,
    MovedThings,
    RemovedItems,
)
from companion.grammar.argument_kinds.packs.new_things import NewThings
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant, require_present_errant
from companion.refusal import Impossible
from companion.reports.packs import FetchReport
from companion.text_cleaning import quote_name

_ANYWHERE = Destination(None, "")
_MOST_INSTEAD = 2
"""Lines that are named of those that a player may have meant."""


def give_new_things(context: Context, errant: Errant, given: NewThings) -> Ruling:
    """Put new things into a pack, and coins that were found with them into the purse."""
    if errant.is_dead:
        context.refuse_unforced(f"{errant.name} is dead.")
    (place, inside), items = given.where or _ANYWHERE, [thing.item for thing in given.things]
    *first, last = (Bundle((item,)) for item in items)
    bundles = (*first, last._replace(purse=given.purse))
    add_coins_to_purse(errant, given.purse)  # refuses what it cannot hold
    after, item = put_items_into_pack(
        errant, bundles, place=place, inside=inside, forced=context.is_forced
    )
    number = sum(each.count for each in items if is_same_sort_of_item(each, items[0]))
    unlisted = tuple(
        Unlisted(errant.id, thing.item.name, thing.item.slots)
        for thing in given.things
        if thing.is_unlisted
    )
    report = build_item_report(after, item, number, "given", unlisted, bundles=bundles)
    if given.things[0].item.worth is not None and len(given.things) == 1:
        report = replace(report, worth=given.things[0].item.worth)
    if not context.is_guide:
        instead = tuple(_list_lines_that_hand_on(context.campaign, errant, items[0], number))
        report = replace(report, instead=instead[:_MOST_INSTEAD])
    warnings = warn_overfull_hands(errant, after)
    return Ruling(context.campaign.with_errant(after), report, warnings=warnings)


def _list_lines_that_hand_on(
    campaign: Campaign, errant: Errant, item: Item, number: int
) -> Iterator[str]:
    """The lines that hand a thing of this sort to an Errant from somebody who carries as many."""
    times = f" x{number}" if number > 1 else ""
    for holder in list_everyone_present(campaign.errants):
        alike = [each for each in holder.items if is_same_sort_of_item(each, item)]
        if holder.id != errant.id and sum(each.count for each in alike) >= number:
            thing = quote_name(name_single_item(item))
            yield f"pass {quote_typed_name(holder)} {quote_typed_name(errant)} {thing}{times}"


def drop_coins_or_supply(context: Context, amount: Amount) -> Ruling:
    """Take coins or Supply out of a pack and drop them."""
    refuse_stash_elsewhere(context, amount.errant)
    return remove_coins_or_supply(context.campaign, amount)


def drop_things(context: Context, things: RemovedItems) -> Ruling:
    """Take things out of a pack and drop them."""
    after, bundles, number = things
    refuse_stash_elsewhere(context, after)
    worth = sum(bundle.purse.worth for bundle in bundles)
    if worth:
        why = f"{after.name}'s purse is in it: {worth:,} pennies."
        context.refuse_unforced(
            why, f"To have it again, stash it: stash {quote_typed_name(after)} backpack."
        )
    report = build_item_report(after, bundles[0].items[0], number, "dropped", bundles=bundles)
    return Ruling(context.campaign.with_errant(after), report)


def pass_coins_or_supply(context: Context, errant: Errant, taker: Errant, amount: Amount) -> Ruling:
    """Hand coins or Supply of one Errant over to another."""
    _require_both_present(context, errant, taker)
    return transfer_coins_or_supply(context.campaign, taker, amount)


def pass_things(
    context: Context, errant: Errant, taker: Errant, things: RemovedItems, where: Destination | None
) -> Ruling:
    """Hand things of one Errant over to another."""
    _require_both_present(context, errant, taker)
    (place, inside), bundles = where or _ANYWHERE, things.bundles
    carried = {item.id: item for item in errant.items}
    for bundle in bundles:
        if (item := carried.get(bundle.items[0].id)) is not None:  # else the backpack they wore
            require_item_in_reach(context, errant, item)
    put = put_items_into_pack(taker, bundles, place=place, inside=inside, forced=context.is_forced)
    giver, oil = _take_burning_oil(errant, things)
    if oil:
        put = put._replace(errant=put_items_into_pack(put.errant, oil, forced=True).errant)
        bundles = (*bundles, *oil)
    report = build_item_report(
        put.errant, put.item, things.number, "passed", bundles=bundles, to=taker.id, of=errant.id
    )
    passed = context.campaign.with_errant(giver).with_errant(put.errant)
    left = warn_coins_and_supply_left(giver) if bundles[0].items[0].holds else ()
    return Ruling(passed, report, warnings=(*warn_overfull_hands(taker, put.errant), *left))


def _take_burning_oil(before: Errant, things: RemovedItems) -> tuple[Errant, tuple[Bundle, ...]]:
    """The oil that lit lanterns among these things burn, if it is not one of them, and the Errant
    without it."""
    errant, found = things.errant, tuple[Bundle, ...]()
    taken = {item.id for bundle in things.bundles for item in bundle.items}
    for lantern, flask in match_lanterns_with_oil(before).items():
        if lantern in taken and flask.id not in taken and flask.uses_left:
            errant, oil = take_bundle_from_errant(errant, errant.get_item(flask.id), 1)
            found = (*found, oil)
    return errant, found


def _require_both_present(context: Context, giver: Errant, taker: Errant) -> None:
    """Raises Impossible unless both are here, which the Guide may overrule."""
    if giver.id == taker.id:
        raise Impossible(f"{giver.name} has it already.", "Name two of the Company.")
    require_present_errant(taker, forced=context.is_forced)
    require_holder_at_hand(context, giver)
    refuse_stash_elsewhere(context, taker)


def move_things_within_pack(context: Context, moved: MovedThings) -> Ruling:
    """Move things to another place of the same pack, as hand, handy or a container."""
    campaign, (errant, pieces, number) = context.campaign, moved.selection
    refuse_stash_elsewhere(context, errant)
    for item, _ in pieces:
        require_item_in_reach(context, errant, item)
    where, inside = moved.destination.place or "pack", moved.destination.inside
    first = item = pieces[0][0]
    for each, so_many in pieces:
        require_item_fits(errant, each, where, inside, forced=context.is_forced)
        # as it is now: what was moved before may have joined its stack
        errant, put = move_item(errant, errant.get_item(each.id), so_many, where, inside)
        item = put if is_same_sort_of_item(each, first) else item
    bundles = tuple(Bundle((replace(each, count=so_many),)) for each, so_many in pieces)
    report = build_item_report(errant, item, number, "moved", bundles=bundles)
    warnings = warn_overfull_hands(campaign.get_errant(errant.id), errant)
    return Ruling(campaign.with_errant(errant), report, warnings=warnings)


def get_item_out_of_pack(context: Context, carried: Carried) -> Ruling:
    """Look for a thing in the pack, or take what is in reach."""
    campaign, (errant, item) = context.campaign, carried
    if not errant.is_person:
        who = next((each.id for each in list_members_present(campaign.errants)), "")
        named = quote_name(make_typed_item_name(errant, item))
        way = f"Try: pass {quote_typed_name(errant)} {who} {named} hand" if who else ""
        raise Impossible(f"{errant.name} has no hands.", way)
    require_present_and_able_errant(errant, forced=context.is_forced)
    name = name_single_item(item)
    if item.place == "hand" and not item.inside:
        why = f"{errant.name} has «{name}» in hand already."
        raise Impossible(why, f"To put it away: move {format_item_with_owner(errant, item)} pack")
    if not needs_item_search_in_fight(campaign, errant, item):
        if context.faces is not None:
            raise Impossible("No die is rolled for that: it is at hand.", "Leave the face out.")
        report = FetchReport(errant=errant.id, name=name, found=True)
        return _take_in_hand(campaign, errant, item, report)
    require_unsurprised(campaign, errant, forced=context.is_forced)
    campaign, _ = ensure_turn_begun(campaign)
    turn = campaign.innermost_turn
    if errant.id in turn.looked:
        why = f"{errant.name} has looked for something in this Turn: it took their action."
        context.refuse_unforced(why, "Try: next")
    key = f"{errant.id}/{item.id}"
    tries = turn.tries.get(key, 0) + 1
    face = None
    if tries < LAST_FETCH_TRY:
        with make_dice_face_source(context, "fetch", 1) as die:
            face = die.face(LAST_FETCH_TRY)
    found = is_item_found_in_pack(tries, face)
    report = FetchReport(
        errant=errant.id,
        name=name,
        found=found,
        try_number=tries,
        chance=min(tries, LAST_FETCH_TRY),
        faces=() if face is None else (face,),
        entered=face is not None and context.faces is not None,
    )
    others = {other: number for other, number in turn.tries.items() if other != key}
    after = replace(
        turn,
        tries=others if found else {**others, key: tries},
        looked=tuple(dict.fromkeys((*turn.looked, errant.id))),
    )
    campaign = record_action(campaign.with_innermost_turn(after), errant.id, "other")
    return _take_in_hand(campaign, errant, item, report) if found else Ruling(campaign, report)


def _take_in_hand(campaign: Campaign, errant: Errant, item: Item, report: FetchReport) -> Ruling:
    after, _ = move_item(errant, item, 1, "hand")
    return Ruling(campaign.with_errant(after), report)
