"""A carried thing in a line, of the Errant named or of anybody: those that suit the word."""

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from companion.errant.company import Errant, Holding
from companion.errant.goods import find_listed_good, list_goods_with_name_ending
from companion.errant.names_to_type import format_item_with_owner, quote_typed_name
from companion.errant.packs.items import LIGHT_SOURCE_KINDS, Item
from companion.errant.packs.light import find_fuel, kindle_item, list_lit_sources
from companion.errant.packs.stacks import name_single_item
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words
from companion.grammar.argument_kinds.packs.carried_thing_completions import (
    Suiting,
    complete_carried_things,
)
from companion.grammar.argument_kinds.packs.item_matching import (
    find_carried_item,
    is_match_found_or_refused,
    is_unlit,
    take_item_count,
)
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.argument_kinds.packs.list_splitting import (
    require_no_repeated_items,
    split_at_commas_and_ands,
)
from companion.refusal import (
    Impossible,
    Malformed,
    Refusal,
    Unknown,
    join_words,
    suggest_similar_words,
)
from companion.text_cleaning import quote_name


def has_depletion_left(item: Item) -> bool:
    """True for a thing with Depletion left."""
    return bool(item.depletion)


def can_be_lit(item: Item) -> bool:
    """True for a light source that is neither lit nor burnt out."""
    gives_light = item.kind in LIGHT_SOURCE_KINDS or item.burn is not None
    return gives_light and not item.lit and item.uses_left != 0


def _is_fetchable(item: Item) -> bool:
    """True for a thing that is neither lit nor in a hand."""
    return is_unlit(item) and (item.place != "hand" or bool(item.inside))


def make_item_filter(suits: Callable[[Item], bool]) -> Suiting:
    return lambda errant: list(filter(suits, errant.items))


def _list_lit_items(errant: Errant) -> list[Item]:
    burning = {source.item for source in list_lit_sources(errant)}
    return [item for item in errant.items if item.id in burning]


def _list_lightable_items(errant: Errant) -> list[Item]:
    if not errant.is_present:
        return []
    return [i for i in errant.items if can_be_lit(i) and is_allowed(kindle_item, errant, i)]


def is_allowed(engine: Callable[[Errant, str], object], errant: Errant, item: Item) -> bool:
    """Whether the rules let it happen: a lantern wants oil, a refill Supply."""
    try:
        engine(errant, item.id)
    except Refusal:
        return False
    return True


_carried = make_item_filter(lambda _item: True)
complete_carried = complete_carried_things(_carried, who_first=True, several=True)
"""Whatever anybody carries."""


class Carried(NamedTuple):
    """A carried thing, and the Errant who carries it."""

    errant: Errant
    item: Item


def make_carried_item_kind(
    what: str,
    suits: Callable[[Item], bool],
    suiting: Suiting | None = None,
    *,
    who_first: bool = False,
) -> Kind[Carried]:
    """A thing of somebody's: `[ERRANT] ITEM`. Of several, those that suit are meant; those that are
    `suiting` are offered."""

    def read(words: Words, so_far: LineSoFar) -> Carried:
        found = _find_carried_list(what, suits, words, so_far)
        if len(found) > 1:
            way = f"Try: {so_far.context.word} {format_item_with_owner(*found[0])}"
            raise Malformed(f"`{so_far.context.word}` takes one thing at a time.", way)
        return found[0]

    complete = complete_carried_things(suiting or make_item_filter(suits), who_first=who_first)
    return Kind.make_rest_of_line("carried", "[ERRANT] ITEM", f"Which {what}?", read, complete)


def make_carried_list(
    suits: Callable[[Item], bool],
    suiting: Suiting | None = None,
    *,
    fuel: bool = False,
    all_of_them: bool = False,
) -> Kind[tuple[Carried, ...]]:
    """Things of one owner: `[ERRANT] ITEM, ITEM…`. With `fuel` what burns another thing means
    that: a lantern its oil. Where several may be meant, `all_of_them` is offered too."""

    def read(words: Words, so_far: LineSoFar) -> tuple[Carried, ...]:
        try:
            found = _find_carried_list("thing", suits, words, so_far)
        except Refusal as refusal:
            is_any = (
                any(map(suiting, so_far.campaign.errants)) if suiting and all_of_them else False
            )
            if is_any and refusal.instead[1:] and refusal.typed == " ".join(words):
                refusal.instead = ("all", *refusal.instead)
            raise
        found = tuple(map(_find_fuel_of_item, found)) if fuel else found
        require_no_repeated_items(each.item for each in found)
        return found

    complete = complete_carried_things(
        suiting or make_item_filter(suits), who_first=not fuel, several=True
    )
    return Kind.make_rest_of_line("carried", "[ERRANT] ITEM, ITEM…", "Which thing?", read, complete)


def _find_carried_list(
    what: str, suits: Callable[[Item], bool], words: Words, so_far: LineSoFar
) -> tuple[Carried, ...]:
    """Things of one owner. Raises as `find_carried_item` does."""

    def find(part: Words) -> Carried:
        count, part = take_item_count(so_far.campaign, part)
        carried = Carried(*find_carried_item(so_far.campaign, part, suits, what))
        if count not in (None, 1):
            word = so_far.context.word
            way = f"Try: {word} {format_item_with_owner(*carried)}"
            raise Impossible(f"`{word}` takes one thing at a time, not {count}.", way)
        return carried

    first, *others = split_at_commas_and_ands(
        words, lambda part: is_match_found_or_refused(lambda: find(part))
    ) or [()]
    owner = find(first)
    return (owner, *(find((owner.errant.id, *part)) for part in others))


def _find_fuel_of_item(carried: Carried) -> Carried:
    """What it burns. Raises Impossible for a lantern without oil."""
    errant, item = carried
    fuel = find_fuel(errant, item)
    if fuel is None:
        raise Impossible(
            f"{errant.name} has no oil for the {item.name}.",
            f"Try: give {quote_typed_name(errant)} oil",
        )
    return Carried(errant, fuel)


def _take_place_of_thing(words: Words) -> tuple[str | None, Words]:
    """The place in `torch at the vestry door`: the first such word and all that follows it."""
    for at, word in enumerate(words[:-1]):
        if at and word.casefold() in ("at", "by", "in", "on"):
            return " ".join(words[at:]), words[:at]
    return None, words


def read_who_carries(words: Words, so_far: LineSoFar) -> tuple[Holding, ...]:
    """Who carries things of a name: nobody, if it only stands in the price tables. Raises Unknown
    for any other name that nobody's things have."""
    typed = " ".join(words)
    found = ((errant, match_carried_items(errant, typed)) for errant in so_far.campaign.errants)
    held = tuple(Holding(errant, tuple(items)) for errant, items in found if items)
    goods = () if held else so_far.context.read_goods()
    if (
        not held
        and not find_listed_good(typed, goods)
        and not list_goods_with_name_ending(typed, goods)
    ):
        names = [i.name for errant in so_far.campaign.errants for i in errant.items]
        raise Unknown(f"Nobody carries «{typed}».", suggest_similar_words(typed, names))
    return held


def _complete_everything_carried(so_far: LineSoFar) -> Iterator[Completion]:
    """Everything that anybody carries, by its name, and who they are."""
    holders: dict[str, list[str]] = {}
    for errant in so_far.campaign.errants:
        for name in dict.fromkeys(map(name_single_item, errant.items)):
            holders.setdefault(name, []).append(errant.name)
    for name, people in holders.items():
        yield Completion(quote_name(name), join_words(people))


_SPOTS = (Completion("at", "a door, a stair, in your own words"),)

KINDS: dict[str, Kind[Any]] = {
    "UNLIT": make_carried_item_kind("light", can_be_lit, _list_lightable_items),
    "LIT": make_carried_item_kind("light", attrgetter("lit"), _list_lit_items),
    "USABLE": make_carried_list(has_depletion_left),
    "FETCHABLE": make_carried_item_kind("thing", _is_fetchable, _carried, who_first=True),
    "HELD": Kind.make_rest_of_line(
        "held", "ITEM", "Which thing?", read_who_carries, _complete_everything_carried
    ),
    "SPOT": Kind.make_kind_found_anywhere(
        "spot", "at PLACE…", _take_place_of_thing, lambda _so_far: _SPOTS
    ),
}
