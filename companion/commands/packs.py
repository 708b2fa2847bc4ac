"""Packs at the prompt: give, drop, use, refill, let-go, slots."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import errant_called, find_carried, find_errant
from companion.commands.reports import (
    CarriedItem,
    HappenedReport,
    ItemReport,
    ItemStep,
    SlotsReport,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.depletion import empty_items, let_go, refilled, used
from companion.errant.errants import Errant
from companion.errant.happenings import Happenings
from companion.errant.items import PLACES, Item, Place, new_item, recognise
from companion.errant.provisions import eats
from companion.errant.slots import can_act, encumbrance, encumbrance_pack_off, load, spd
from companion.errant.stacks import name_of_one, stowed
from companion.refusal import Ambiguous, Impossible, Malformed, listed
from companion.words.options import (
    Arguments,
    take_after,
    take_flag,
    take_last,
    take_times,
    whole_number,
)
from companion.words.registry import always

MOST_OF_A_THING = 10_000


def quarters_typed(typed: str) -> float:
    """A number of Item Slots in quarters: `2`, `0.5`, `1/4`, `½`. Malformed for other fractions."""
    halves = {"½": "0.5", "¼": "0.25", "¾": "0.75", "1/2": "0.5", "1/4": "0.25", "3/4": "0.75"}
    try:
        slots = float(halves.get(typed, typed))
    except ValueError:
        slots = -1.0
    if not 0 <= slots <= 1_000 or slots * 4 != int(slots * 4):
        raise Malformed(f"«{typed}» is no number of Item Slots.", "Count in quarters: 2, 0.5, 0.25")
    return slots


def _place(typed: str | None) -> Place:
    return next((place for place in PLACES if place == typed), "pack")


@WORDS.command(
    "give",
    subject="packs",
    usage="give ERRANT ITEM [xN] [slots S] [uses N] [hand|handy|worn|pack]",
    summary="Put a thing into someone's pack. Torches, rations, oil and the like know their own "
    "size and Burn or Depletion; what fills anything but one slot is told with slots.",
    examples=("give bree torch x3", 'give wim "silver idol" slots 2', "give bree spear hand"),
    short=("g",),
    completes=("errant", "good", "carried where…"),
)
def give_word(sitting: Sitting) -> Ruling:
    """Give a thing."""
    if len(sitting.arguments) < 2:
        raise Malformed("Give whom what?", "Try: give bree torch x3")
    errant = find_errant(sitting.campaign, sitting.arguments[0])
    if errant.dead and not sitting.forced:
        raise Impossible(f"{errant.name} is dead.", overrulable=True)
    count, rest = take_times(sitting.arguments[1:])
    slots, rest = take_after(rest, "slots")
    uses, rest = take_after(rest, "uses")
    place, rest = take_last(rest, *PLACES)
    if not rest:
        raise Malformed(f"Give {errant.name} what?", "Try: give bree torch x3")
    name = " ".join(rest)
    _must_be_one_thing(sitting.campaign, errant, rest)
    number = count or recognise(name)[1]
    if number > MOST_OF_A_THING:
        raise Impossible(f"{number:,} of a thing is more than anyone carries.")
    size = quarters_typed(slots) if slots else None
    item = new_item(name, count=number, place=_place(place), slots=size)
    if uses is not None:
        item = _with_uses(item, whole_number(uses, what="number of uses"))
    errant, item = stowed(errant, item)
    return Ruling(sitting.campaign.with_errant(errant), item_report(errant, item, number, "given"))


_COINS = {"coin", "coins", "penny", "pennies", "shilling", "shillings", "guilder", "guilders"}


def _must_be_one_thing(campaign: Campaign, errant: Errant, words: Arguments) -> None:
    """Coins go into the purse, Supply is no thing, and what comes out of a pack is taken there
    first."""
    folded = [word.casefold() for word in words]
    if _COINS.intersection(folded):
        raise Impossible(
            "Coins are kept in the purse.",
            f"Try: errant edit {errant.id} pennies {errant.pennies + 30}",
        )
    if "supply" in folded:
        raise Impossible("Supply is no thing in a pack.", f"Try: supply {errant.id} +2")
    for between in ("from", "to"):
        other = errant_called(campaign, words[-1])
        if between in folded[1:] and other is not None:
            thing = " ".join(words[: folded.index(between)])
            giver, taker = (other, errant) if between == "from" else (errant, other)
            raise Impossible(
                "Nothing is passed from pack to pack in one word yet.",
                f"Try: drop {giver.id} {thing}, then give {taker.id} {thing}",
            )


def _with_uses(item: Item, uses: int) -> Item:
    if not 1 <= uses <= 1_000_000:
        raise Impossible(f"A thing cannot have {uses} uses.", "Give it 1 or more.")
    if item.burn is not None:
        return replace(item, burn=uses, burn_max=max(uses, item.burn_max or 0))
    return replace(item, depletion=uses, depletion_max=max(uses, item.depletion_max or 0))


def item_report(
    errant: Errant, item: Item, number: int, step: ItemStep, happened: Happenings = ()
) -> ItemReport:
    """What became of a thing."""
    return ItemReport(
        errant=errant.id,
        item=item.id,
        name=name_of_one(item),
        quantity=number,
        step=step,
        slots=item.quarters_each * number / 4,
        place=item.place,
        left=item.left,
        happened=happened,
    )


@WORDS.command(
    "drop",
    subject="packs",
    usage="drop [ERRANT] ITEM [xN|all]",
    summary="Take a thing out of a pack: one of a stack, so many, or all of it.",
    examples=("drop bree torch", "drop wim rations x2", 'drop wim "silver idol"'),
    completes=("carried…",),
)
def drop_word(sitting: Sitting) -> Ruling:
    """Drop a thing."""
    count, rest = take_times(sitting.arguments)
    everything, rest = take_flag(rest, "all")
    errant, item = find_carried(sitting.campaign, rest, lambda item: not item.lit, "thing")
    number = item.count if everything else count or 1
    if number > item.count:
        raise Impossible(f"{errant.name} has only {item.count} of «{item.name}».")
    if number == item.count:
        after = errant.without_item(item.id)
    else:
        after = errant.with_item(replace(item, count=item.count - number))
    return Ruling(sitting.campaign.with_errant(after), item_report(errant, item, number, "dropped"))


@WORDS.command(
    "use",
    subject="packs",
    usage="use [ERRANT] ITEM",
    summary="Lower a thing's Depletion by 1; of a stack one is used, the most used first.",
    examples=("use bree rations", "use ammunition"),
    completes=("usable…",),
)
def use_word(sitting: Sitting) -> Ruling:
    """Use a thing once."""
    errant, item = find_carried(sitting.campaign, sitting.arguments, usable, "thing")
    after, happened = used(errant, item.id, sitting.campaign.campaign.rules.refill)
    if item.kind in ("rations", "feed"):
        after = eats(after)
    return Ruling(
        sitting.campaign.with_errant(after), HappenedReport(word="use", happened=happened)
    )


def usable(item: Item) -> bool:
    """Whether it has Depletion left."""
    return bool(item.depletion)


def empty(item: Item) -> bool:
    """Whether it is used up, and waits to be refilled or let go."""
    return item.left == 0


def _settle_empty(sitting: Sitting, word: str) -> Ruling:
    settle = refilled if word == "refill" else let_go
    arguments: Arguments = sitting.arguments
    campaign: Campaign = sitting.campaign
    if not arguments or arguments == ("all",):
        waiting = [(e.id, i.id) for e, i in empty_items(campaign.errants)]
        if not waiting:
            raise Impossible("Nothing is at 0.", "Only what is used up is refilled or let go.")
        if not arguments and len(waiting) > 1:
            names = listed([f"{word} {errant} {item}" for errant, item in waiting], "or")
            raise Ambiguous(f"Which? {names}.", f"Or all of it: {word} all")
    else:
        errant, item = find_carried(campaign, arguments, empty, "thing")
        waiting = [(errant.id, item.id)]
    happened: Happenings = ()
    for errant_id, item_id in waiting:
        after, events = settle(campaign.errant(errant_id), item_id)
        campaign, happened = campaign.with_errant(after), (*happened, *events)
    return Ruling(campaign, HappenedReport(word=word, happened=happened))


@WORDS.command(
    "refill",
    subject="packs",
    usage="refill [ERRANT] ITEM | refill all",
    summary="Bring a thing at 0 back to its maximum, for 1 Supply a quarter slot it fills.",
    examples=("refill bree torch", "refill all"),
    completes=("refillable…",),
)
def refill_word(sitting: Sitting) -> Ruling:
    """Spend Supply on what is used up."""
    return _settle_empty(sitting, "refill")


@WORDS.command(
    "let-go",
    subject="packs",
    usage="let-go [ERRANT] ITEM | let-go all",
    summary="Do not refill a thing at 0: it is used up and removed.",
    examples=("let-go bree torch", "let-go all"),
    completes=("empty…",),
)
def let_go_word(sitting: Sitting) -> Ruling:
    """Let go of what is used up."""
    return _settle_empty(sitting, "let-go")


def slots_report(errant: Errant) -> SlotsReport:
    """What fills someone's slots and what it costs them."""
    filled = load(errant)
    return SlotsReport(
        errant=errant.id,
        name=errant.name,
        phys=errant.phys,
        slots=errant.item_slots,
        slots_filled=filled.filled / 4,
        slots_filled_pack_off=filled.filled_pack_off / 4,
        encumbrance=encumbrance(errant),
        encumbrance_pack_off=encumbrance_pack_off(errant),
        exhaustion=errant.exhaustion,
        supply=errant.supply,
        coin_pieces=errant.coins,
        spd=spd(errant),
        can_act=can_act(errant),
        items=tuple(
            CarriedItem(
                i.id, name_of_one(i), i.count, i.quarters / 4, i.place, i.left, i.full, i.lit
            )
            for i in errant.items
        ),
    )


@WORDS.command(
    "slots",
    subject="looking",
    usage="slots ERRANT",
    summary="What fills someone's Item Slots, with the pack on and off, and what it costs them.",
    examples=("slots bree",),
    short=("s",),
    reads=always,
    completes=("errant",),
)
def slots_word(sitting: Sitting) -> Ruling:
    """Explain one pack."""
    if not sitting.arguments:
        raise Malformed("Whose slots?", "Try: slots bree, or company for everybody")
    typed = " ".join(sitting.arguments)
    errant = errant_called(sitting.campaign, typed) or find_errant(sitting.campaign, typed)
    return Ruling(sitting.campaign, slots_report(errant))
