"""Packs at the prompt: give, drop, pass, move."""

from contextlib import suppress

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Ruling
from companion.commands.packs.coin import (
    drop_coins_or_supply,
    is_coin,
    is_coin_or_supply,
    pass_coins_or_supply,
)
from companion.commands.packs.slots import warn_overfull
from companion.commands.packs.stashes import (
    find_holder,
    require_at_hand,
    require_stash_here,
    warn_left_in_stash,
)
from companion.commands.packs.transfers import build_item_report, receive_items, take_items
from companion.errant.containers import Bundle, move_item, require_fit
from companion.errant.errants import Errant
from companion.errant.goods import (
    QUALITIES,
    Good,
    choose_good_name,
    find_listed_good,
    make_item,
    make_item_from_good,
)
from companion.errant.items import Item, recognise_gear
from companion.grammar.arguments import (
    Arguments,
    parse_whole_number,
    take_after,
    take_flag,
    take_number,
    take_times,
)
from companion.grammar.context import Context
from companion.grammar.kinds.goods import MAX_ITEM_COUNT, require_quality
from companion.grammar.kinds.items import resolve_items, take_carry_place, take_destination
from companion.grammar.names import find_errant, find_exact_errant, require_present
from companion.refusal import Broken, Impossible, Malformed


def _parse_slots(typed: str) -> float:
    """A number of Item Slots in quarters: `2`, `0.5`, `1/4`, `½`. Raises Malformed."""
    halves = {"½": "0.5", "¼": "0.25", "¾": "0.75", "1/2": "0.5", "1/4": "0.25", "3/4": "0.75"}
    try:
        slots = float(halves.get(typed, typed))
    except ValueError:
        slots = -1.0
    if not 0 <= slots <= 1_000 or slots * 4 != int(slots * 4):
        raise Malformed(f"«{typed}» is no number of Item Slots.", "Count in quarters: 2, 0.5, 0.25")
    return slots


def _find_listed_good(context: Context, name: str) -> Good | None:
    """The good of exactly this name; None if no price table lists it, or they are broken."""
    with suppress(Broken):
        return find_listed_good(name, context.read_goods())
    return None


@WORDS.command(
    "give",
    subject="packs",
    usage="give ERRANT ITEM [xN] [shoddy|masterwork] [slots S] [uses N] "
    "[hand|handy|worn|pack|in CONTAINER]",
    short=("g",),
    completes=("errant", "listed thing", "carried where…"),
)
def handle_give(context: Context) -> Ruling:
    """Put a new thing into a pack."""

    def is_listed_container(typed: str) -> bool:
        good = _find_listed_good(context, typed)
        return good is not None and bool(good.holds)

    if len(context.arguments) < 2:
        raise Malformed("Give whom what?", "Try: give bree torch x3")
    errant = find_errant(context.campaign, context.arguments[0])
    if errant.is_dead and not context.is_forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    count, rest = take_times(context.arguments[1:])
    slots, rest = take_after(rest, "slots")
    uses, rest = take_after(rest, "uses")
    place, inside, rest = take_destination(
        errant, rest, must=False, container_listed=is_listed_container
    )
    if not rest:
        raise Malformed(f"Give {errant.name} what?", "Try: give bree torch x3")
    _require_one_item(context.campaign, errant, rest)
    if count is None:
        count, rest = take_number(rest)
    item, number = _make_item(context, rest, count, _parse_slots(slots) if slots else None)
    if uses is not None:
        item = _set_uses(item, parse_whole_number(uses, what="number of uses"))
    after, item = receive_items(
        errant, (Bundle((item,)),), place=place, inside=inside, forced=context.is_forced
    )
    report = build_item_report(after, item, number, "given")
    return Ruling(
        context.campaign.with_errant(after), report, warnings=warn_overfull(errant, after)
    )


def _make_item(
    context: Context, words: Arguments, count: int | None, size: float | None
) -> tuple[Item, int]:
    """A new thing of this name, as the price tables list it, and how many."""
    typed_quality, bare = take_flag(words, *QUALITIES)
    good = _find_listed_good(context, " ".join(bare))
    if good is None:
        typed_quality, bare = None, words
        good = _find_listed_good(context, " ".join(bare))
    name = " ".join(bare)
    quality = require_quality(good, typed_quality) if good is not None else "average"
    number = count or recognise_gear(name)[1]
    if number > MAX_ITEM_COUNT:
        raise Impossible(f"{number:,} of a thing is more than anyone carries.")
    if good is None:
        return make_item(name, count=number, slots=size), number
    if good.sort != "thing":
        mount = bool(good.carries or good.times)
        way = f"Try: {'buy ' + context.arguments[0] if mount else 'price'} {good.name}"
        raise Impossible(f"«{good.name}» is no thing in a pack.", way)
    name = choose_good_name(good, name)
    item = make_item_from_good(good, count=number, quality=quality, name=name)
    return (item if size is None else replace(item, slots=size)), number


def _require_one_item(campaign: Campaign, errant: Errant, words: Arguments) -> None:
    """Raises Impossible for coins, Supply, and what comes out of another pack."""
    folded = [word.casefold() for word in words]
    thing = f'A thing called so stands in quotes: "{" ".join(words)}".'
    if is_coin(folded[-1]):
        way = f"Try: coins {errant.id} +30. {thing}"
        raise Impossible("Coins are kept in the purse.", way)
    if folded[-1] == "supply":
        way = f"Try: supply {errant.id} +2. {thing}"
        raise Impossible("Supply is no thing in a pack.", way)
    for between in ("from", "to"):
        other = find_exact_errant(campaign, words[-1])
        if between in folded[1:] and other is not None:
            thing = " ".join(words[: folded.index(between)])
            giver, taker = (other, errant) if between == "from" else (errant, other)
            raise Impossible(
                f"That is passed from {giver.name} to {taker.name}.",
                f"Try: pass {giver.id} {taker.id} {thing}",
            )


def _set_uses(item: Item, uses: int) -> Item:
    if not 1 <= uses <= 1_000_000:
        raise Impossible(f"A thing cannot have {uses:,} uses.", "Give it 1 to 1,000,000.")
    if item.count > 1 and uses < (item.max_uses or 0):
        raise Impossible("What is part-used makes no stack.", "Give one at a time.")
    if item.burn is not None:
        return replace(item, burn=uses, burn_max=max(uses, item.burn_max or 0))
    return replace(item, depletion=uses, depletion_max=max(uses, item.depletion_max or 0))


@WORDS.command(
    "drop",
    subject="packs",
    usage="drop [ERRANT] ITEM [xN|all], ITEM… | drop ERRANT N shillings | drop ERRANT N Supply",
    completes=("carried…",),
)
def handle_drop(context: Context) -> Ruling:
    """Drop a thing, coins or Supply."""
    if len(context.arguments) > 1 and is_coin_or_supply(context.arguments[1:]):
        giver = find_errant(context.campaign, context.arguments[0])
        require_stash_here(context.campaign, giver, forced=context.is_forced)
        return drop_coins_or_supply(context.campaign, giver, context.arguments[1:])
    after, bundles, number = take_items(context.campaign, context.arguments)
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


@WORDS.command(
    "pass",
    subject="packs",
    usage="pass FROM TO ITEM [xN|all], ITEM… [hand|handy|worn|pack|in CONTAINER] "
    "| pass FROM TO all | pass FROM TO N shillings | pass FROM TO N Supply",
    completes=("errant", "errant", "carried by the first…"),
)
def handle_pass(context: Context) -> Ruling:
    """Hand something over."""
    if len(context.arguments) < 3:
        raise Malformed("Pass what, from whom to whom?", "Try: pass bree wim torch")
    campaign, (from_, to, *rest) = context.campaign, context.arguments
    giver, taker = find_holder(campaign, from_), find_holder(campaign, to)
    if giver.id == taker.id:
        raise Impossible(f"{giver.name} has it already.", "Name two of the Company.")
    require_present(taker, forced=context.is_forced)
    require_at_hand(campaign, giver, forced=context.is_forced)
    require_stash_here(campaign, taker, forced=context.is_forced)
    if is_coin_or_supply(tuple(rest)):
        return pass_coins_or_supply(campaign, giver, taker, tuple(rest))
    place, inside, left = take_destination(taker, tuple(rest), must=False)
    out = take_items(campaign, (giver.id, *left))
    put = receive_items(taker, out.bundles, place=place, inside=inside, forced=context.is_forced)
    report = build_item_report(
        put.errant, put.item, out.number, "passed", bundles=out.bundles, to=taker.id, of=giver.id
    )
    passed = campaign.with_errant(out.errant).with_errant(put.errant)
    left = warn_left_in_stash(out.errant) if out.bundles[0].items[0].holds else ()
    return Ruling(passed, report, warnings=(*warn_overfull(taker, put.errant), *left))


@WORDS.command(
    "move",
    subject="packs",
    usage="move [ERRANT] ITEM [xN|all] hand|handy|worn|pack|in CONTAINER",
    completes=("moved where…",),
)
def handle_move(context: Context) -> Ruling:
    """Move a thing to another place."""
    campaign, inside = context.campaign, ""
    place, rest = take_carry_place(context.arguments)
    if place is None:
        holder = resolve_items(campaign, _take_before_in(rest)).errant
        place, inside, rest = take_destination(holder, rest)
    errant, pieces, number = resolve_items(campaign, rest)
    require_stash_here(campaign, errant, forced=context.is_forced)
    where = place or "pack"
    item = pieces[0][0]
    for each, so_many in pieces:
        require_fit(errant, each, where, inside, forced=context.is_forced)
        # as it is now: what was moved before may have joined its stack
        errant, item = move_item(errant, errant.get_item(each.id), so_many, where, inside)
    report = build_item_report(errant, item, number, "moved")
    warnings = warn_overfull(campaign.get_errant(errant.id), errant)
    return Ruling(campaign.with_errant(errant), report, warnings=warnings)


def _take_before_in(arguments: Arguments) -> Arguments:
    """The arguments before the last `in`. Raises Malformed if there is none."""
    for at in range(len(arguments) - 2, 0, -1):
        if arguments[at].casefold() in ("in", "into"):
            return arguments[:at]
    raise Malformed("Move it where?", "Say hand, handy, worn, pack, or in and a container.")
