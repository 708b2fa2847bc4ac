"""Packs at the prompt: give, drop, pass, move."""

from companion.commands.context import Ruling
from companion.commands.packs.coin import drop_coins, move_amount
from companion.commands.packs.slots import warn_overfull
from companion.commands.packs.stashes import require_at_hand, require_stash_here, warn_left_in_stash
from companion.commands.packs.transfers import build_item_report, receive_items
from companion.errant.containers import Bundle, move_item, require_fit
from companion.errant.errants import Errant
from companion.grammar.context import Context
from companion.grammar.kinds.coins import Amount
from companion.grammar.kinds.things import Destination, MovedThing, NewThing, RemovedItems
from companion.grammar.names import require_present
from companion.refusal import Impossible

_ANYWHERE = Destination(None, "")


def give_new_thing(
    context: Context, errant: Errant, thing: NewThing, where: Destination | None
) -> Ruling:
    """Put a new thing into a pack."""
    if errant.is_dead and not context.is_forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    place, inside = where or _ANYWHERE
    bundles = (Bundle((thing.item,)),)
    after, item = receive_items(
        errant, bundles, place=place, inside=inside, forced=context.is_forced
    )
    report = build_item_report(after, item, thing.number, "given")
    warnings = warn_overfull(errant, after)
    return Ruling(context.campaign.with_errant(after), report, warnings=warnings)


def drop_amount(context: Context, amount: Amount) -> Ruling:
    """Drop coins or Supply."""
    require_stash_here(context.campaign, amount.errant, forced=context.is_forced)
    return drop_coins(context.campaign, amount)


def drop_things(context: Context, things: RemovedItems) -> Ruling:
    """Drop things."""
    after, bundles, number = things
    require_stash_here(context.campaign, after, forced=context.is_forced)
    worth = sum(bundle.purse.worth for bundle in bundles)
    if worth and not context.is_forced:
        raise Impossible(
            f"{after.name}'s purse is in it: {worth:,} pennies.",
            f"To have it again, stash it: stash {after.id} backpack.",
            overrulable=True,
        )
    report = build_item_report(after, bundles[0].items[0], number, "dropped", bundles=bundles)
    return Ruling(context.campaign.with_errant(after), report)


def pass_amount(context: Context, errant: Errant, taker: Errant, amount: Amount) -> Ruling:
    """Hand coins or Supply over."""
    _require_hand_over(context, errant, taker)
    return move_amount(context.campaign, taker, amount)


def pass_things(
    context: Context, errant: Errant, taker: Errant, things: RemovedItems, where: Destination | None
) -> Ruling:
    """Hand things over."""
    _require_hand_over(context, errant, taker)
    (place, inside), bundles = where or _ANYWHERE, things.bundles
    put = receive_items(taker, bundles, place=place, inside=inside, forced=context.is_forced)
    report = build_item_report(
        put.errant, put.item, things.number, "passed", bundles=bundles, to=taker.id, of=errant.id
    )
    passed = context.campaign.with_errant(things.errant).with_errant(put.errant)
    left = warn_left_in_stash(things.errant) if bundles[0].items[0].holds else ()
    return Ruling(passed, report, warnings=(*warn_overfull(taker, put.errant), *left))


def _require_hand_over(context: Context, giver: Errant, taker: Errant) -> None:
    """Raises Impossible unless both are here, which the Guide may overrule."""
    if giver.id == taker.id:
        raise Impossible(f"{giver.name} has it already.", "Name two of the Company.")
    require_present(taker, forced=context.is_forced)
    require_at_hand(context.campaign, giver, forced=context.is_forced)
    require_stash_here(context.campaign, taker, forced=context.is_forced)


def move_things(context: Context, moved: MovedThing) -> Ruling:
    """Move things to another place."""
    campaign, (errant, pieces, number) = context.campaign, moved.selection
    require_stash_here(campaign, errant, forced=context.is_forced)
    where, inside = moved.destination.place or "pack", moved.destination.inside
    item = pieces[0][0]
    for each, so_many in pieces:
        require_fit(errant, each, where, inside, forced=context.is_forced)
        # as it is now: what was moved before may have joined its stack
        errant, item = move_item(errant, errant.get_item(each.id), so_many, where, inside)
    report = build_item_report(errant, item, number, "moved")
    warnings = warn_overfull(campaign.get_errant(errant.id), errant)
    return Ruling(campaign.with_errant(errant), report, warnings=warnings)
