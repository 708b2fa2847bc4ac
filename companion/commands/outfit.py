"""A new Errant's first pack at the prompt: outfit."""

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from companion.commands.goods_meant import find_good
from companion.commands.handing import handed
from companion.commands.names import find_errant, here_only
from companion.commands.reports import Brought, OutfitReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.archetypes import (
    AMMUNITION,
    ARCHETYPES,
    EVERYBODYS,
    STARTS,
    SUPPLY,
    WEAPON,
    Archetype,
)
from companion.errant.containers import Bundle
from companion.errant.goods import Goods, called, item_of, listed_as
from companion.errant.items import Item, Place, new_item
from companion.errant.stacks import name_of_one
from companion.refusal import Impossible, Malformed, Refusal, listed
from companion.words.options import Arguments


@WORDS.command(
    "outfit",
    subject="packs",
    usage="outfit ERRANT violent|deviant|occult|zealot [THING, THING…]",
    summary="Give a new Errant what they start with: a medium weapon and the common gear, 4 "
    "Supply, and what their Archetype adds. After it, the weapon and the choice: a spear, a large "
    "shield; ammunition for who shoots.",
    examples=(
        "outfit nell violent",
        "outfit nell violent mace, large shield",
        "outfit nell deviant composite bow, burglar's tools, ammunition",
    ),
    completes=("errant", "archetype", "starting thing…"),
)
def outfit_word(sitting: Sitting) -> Ruling:
    """The first pack."""
    if len(sitting.arguments) < 2:
        raise Malformed("Outfit whom, as what?", "Try: outfit nell violent")
    errant = find_errant(sitting.campaign, sitting.arguments[0])
    archetype = _archetype(sitting.arguments[1])
    if not errant.is_person:
        raise Impossible(f"{errant.name} has no Archetype.", "Errants have.")
    here_only(errant, forced=sitting.forced)
    if errant.items and not sitting.forced:
        raise Impossible(
            f"{errant.name} carries things already.",
            "What one starts with is given once.",
            overrulable=True,
        )
    goods = sitting.goods()
    weapon, own, more = _chosen(goods, archetype, sitting.arguments[2:])
    things = [weapon, *more, *(_of(goods, name) for name in EVERYBODYS), own]
    after = replace(errant, backpack=True, supply=errant.supply + SUPPLY)
    for thing in things:
        place: Place | None = "handy" if thing is weapon else None
        bundle = Bundle((thing,))
        after = handed(after, (bundle,), place=place, forced=sitting.forced).errant
    report = OutfitReport(
        errant=errant.id,
        archetype=archetype,
        things=tuple(Brought(name_of_one(thing), thing.count) for thing in things),
        supply=SUPPLY,
        others=tuple(
            choice
            for choice in STARTS[archetype].choices
            if choice != own.name and not sitting.arguments[2:]
        ),
    )
    return Ruling(sitting.campaign.with_errant(after), report)


def _archetype(typed: str) -> Archetype:
    folded = typed.casefold().removeprefix("the-")
    found = [each for each in ARCHETYPES if folded and each.startswith(folded)]
    if len(found) != 1:
        raise Malformed(f"«{typed}» is no Archetype.", f"They are: {listed(ARCHETYPES, 'or')}.")
    return found[0]


def _of(
    goods: Goods, name: str, typed: str = "", count: int = 1, slots: float | None = None
) -> Item:
    """A thing as the price tables have it, called as it was typed where it is a sort of that."""
    good = listed_as(name, goods)
    if good is None:
        return new_item(typed or name, count=count, slots=slots)
    return item_of(good, count=count, name=called(good, typed) if typed else "")


def _chosen(
    goods: Goods, archetype: Archetype, arguments: Arguments
) -> tuple[Item, Item, list[Item]]:
    """The weapon, what the Archetype adds, and ammunition if it is asked for. Impossible for what
    nobody of this Archetype starts with."""
    start = STARTS[archetype]
    weapon, own, more = None, None, list[Item]()
    for typed in _names(arguments):
        name = _sort_of(goods, typed, (WEAPON, AMMUNITION, *start.choices))
        if name == AMMUNITION and not more:
            more.append(_of(goods, AMMUNITION))
        elif name == WEAPON and weapon is None:
            weapon = _of(goods, WEAPON, typed)
        elif name in start.choices and own is None:
            own = _of(goods, name, typed, start.number, start.slots)
        else:
            choices = listed([f"a {WEAPON}", AMMUNITION, *start.choices], "or")
            raise Impossible(
                f"«{typed}» cannot be chosen: the {archetype.capitalize()} start with one weapon, "
                "and one thing of their own.",
                f"Choose {choices}. Medium weapons are: {listed(_medium(goods), 'or')}.",
            )
    first = start.choices[0]
    return (
        weapon or _of(goods, WEAPON),
        own or _of(goods, first, "", start.number, start.slots),
        more,
    )


def _sort_of(goods: Goods, typed: str, names: tuple[str, ...]) -> str:
    """Which of these a typed name is; "" for none. What no price table lists is itself."""
    for name in names:
        if typed.casefold() == name.casefold():
            return name
    with suppress(Refusal):
        found = find_good(goods, typed).name
        return found if found in names else ""
    return ""


def _medium(goods: Goods) -> tuple[str, ...]:
    """What a medium weapon can be called."""
    good = listed_as(WEAPON, goods)
    return good.also if good is not None else ()


def _names(arguments: Arguments) -> Iterator[str]:
    """What stands between commas."""
    for name in " ".join(arguments).split(","):
        if name.strip():
            yield name.strip()
