"""Which goods are meant by what is typed: a shopping list, a line at a time."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from companion.errant.company import ARCHETYPES, Archetype
from companion.errant.goods import (
    ARCHETYPE_GEAR,
    QUALITIES,
    STARTING_AMMUNITION,
    STARTING_WEAPON,
    Good,
    Goods,
    choose_item_name_for_good,
    find_listed_good,
    list_good_names,
    list_goods_with_name_ending,
)
from companion.errant.market import WantedGood
from companion.errant.packs.items import Quality, parse_gear_kind_and_count
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, complete_fixed_words
from companion.grammar.argument_kinds.numbers_and_text import read_rest_of_line
from companion.grammar.argument_kinds.packs.item_matching import is_match_found_or_refused
from companion.grammar.argument_kinds.packs.list_splitting import split_at_commas_and_ands
from companion.grammar.name_matching import find_one_by_name
from companion.grammar.option_and_number_parsing import (
    Arguments,
    take_keyword,
    take_leading_count,
    take_repeat_count,
)
from companion.refusal import Ambiguous, Broken, Impossible, Malformed, join_words
from companion.text_cleaning import quote_name

MAX_ITEM_COUNT = 10_000
_MANY = 2_048


def find_good(goods: Goods, typed: str) -> Good:
    """The good with this name, in one or in several, or with this part of a name. Raises Unknown or
    Ambiguous."""
    if (good := find_listed_good(typed, goods)) is not None:
        return good
    if len(sorts := list_goods_with_name_ending(typed, goods)) > 1:
        raise build_ambiguous_good_refusal(typed, sorts)
    return find_one_by_name("good", typed, goods, list_good_names, listed="wares")


def build_ambiguous_good_refusal(typed: str, sorts: Iterable[str], *others: str) -> Ambiguous:
    """A shield may be a small or a large one, or what can be typed as one of the `others`."""
    names = list(sorts)
    lines = (*map(quote_name, names[:2] if others else names), *others)
    return Ambiguous(f"«{typed}» may be {join_words(names, 'or')}.", typed=typed, instead=lines)


def resolve_shopping_list_entry(goods: Goods, arguments: Arguments) -> WantedGood:
    """`[N] GOOD [xN] [shoddy|average|masterwork]`. Raises Malformed where nothing is named,
    Impossible for more than anyone buys, or the Quality of something that has none."""
    count, rest = take_repeat_count(arguments)
    if count is None:
        count, rest = take_leading_count(rest)
    typed: Quality | None = None
    if find_listed_good(" ".join(rest), goods) is None:  # an average inn is no inn of a Quality
        typed, rest = take_keyword(rest, *QUALITIES)
        if count is None:
            count, rest = take_leading_count(rest)
    if not rest:
        raise Malformed("What is to be bought?")
    name = " ".join(rest)
    number = parse_gear_kind_and_count(name)[1] if count is None else count
    if number > MAX_ITEM_COUNT:
        raise Impossible(f"{number:,} of a thing is more than anyone buys.", "At most 10,000.")
    good = find_good(goods, name)
    return WantedGood(
        good, number, choose_quality(good, typed), choose_item_name_for_good(good, name)
    )


def choose_quality(good: Good, typed: Quality | None) -> Quality:
    """The typed Quality, else average. Raises Impossible for a good that has no Quality."""
    if typed and not good.quality:
        raise Impossible(
            f"«{good.name}» is not made {typed}.", "Weapons and armour alone have a Quality."
        )
    return typed or "average"


def split_shopping_list(goods: Goods, arguments: Arguments) -> list[Arguments]:
    """The words for each good of a shopping list, split at commas and `and`."""
    return split_at_commas_and_ands(
        arguments,
        lambda line: is_match_found_or_refused(lambda: resolve_shopping_list_entry(goods, line)),
    )


def resolve_goods(goods: Goods, arguments: Arguments) -> tuple[WantedGood, ...]:
    """A shopping list, with commas or `and` between goods. Raises as for a single entry."""
    found = tuple(
        resolve_shopping_list_entry(goods, line) for line in split_shopping_list(goods, arguments)
    )
    if not found:
        raise Malformed("What is to be bought?")
    return found


def _read_one_wanted_good(words: Words, so_far: LineSoFar) -> WantedGood:
    """One good. Raises Malformed for a list of them."""
    goods, word = so_far.context.read_goods(), so_far.context.word
    first, *others = split_shopping_list(goods, words) or [()]
    if others:
        raise Malformed(f"`{word}` takes one good at a time.", f"Try: {word} {' '.join(first)}")
    return resolve_shopping_list_entry(goods, first)


def _read_wanted_goods(words: Words, so_far: LineSoFar) -> tuple[WantedGood, ...]:
    return resolve_goods(so_far.context.read_goods(), words)


def _parse_archetype(typed: str) -> Archetype:
    """Raises Malformed for what is none, or the beginning of several."""
    folded = typed.casefold().removeprefix("the-")
    found = [each for each in ARCHETYPES if folded and each.startswith(folded)]
    if len(found) != 1:
        known = f"They are {join_words(ARCHETYPES)}."
        message = f"«{typed}» is no Archetype."
        raise Malformed(message, known, typed=typed, instead=ARCHETYPES[:1])
    return found[0]


def _read_gear_names(words: Words, _so_far: LineSoFar) -> tuple[str, ...]:
    """The names between commas and `and`."""
    return tuple(map(" ".join, split_at_commas_and_ands(words)))


def complete_goods(so_far: LineSoFar) -> Iterator[Completion]:
    """Every good, once for each place between commas."""
    if not so_far.before or so_far.before[-1].endswith(","):
        yield from map(build_good_completion, so_far.context.read_goods())


@lru_cache(_MANY)
def build_good_completion(good: Good) -> Completion:
    """A good: its price, its Rarity and its size."""
    price = "the Guide's price" if good.price is None else f"{good.price:,} p"
    rarity = f", Rarity {good.rarity}" if good.rarity else ""
    size = f", {good.slots:g} {'slot' if good.slots == 1 else 'slots'}" if good.slots else ""
    uses = f", Burn {good.burn}" if good.burn else ""
    uses = f", Depletion {good.depletion}" if good.depletion else uses
    names = tuple(name.casefold() for name in list_good_names(good))
    return Completion(quote_name(good.name), f"{price}{rarity}{size}{uses}", names)


def _complete_gear(so_far: LineSoFar) -> Iterator[Completion]:
    """What an Archetype may choose, and medium weapons."""
    start = ARCHETYPE_GEAR.get(archetype) if (archetype := so_far.values.get("archetype")) else None
    if start is None:
        return
    wanted = (STARTING_WEAPON, STARTING_AMMUNITION, *start.choices)
    for good in so_far.context.read_goods():
        if good.name in wanted:
            for name in list_good_names(good):
                yield Completion(name, good.name if name != good.name else "", (name,))


def _complete_sorts_and_goods(so_far: LineSoFar) -> Iterator[Completion]:
    """The sorts there are, then every good."""
    for sort in ("animals", "vehicles", "services", "lodging", "buildings", "retainers"):
        yield Completion(sort, "all of that sort")
    yield from complete_goods(so_far)


_ARCHETYPE_WORDS: dict[Archetype, str] = {
    "violent": "a heavy weapon or a shield",
    "deviant": "burglar's tools or an alchemist's kit",
    "occult": "four Grimoires",
    "zealot": "a Relic",
}


def find_good_by_exact_name(so_far: LineSoFar, name: str) -> Good | None:
    """The good of exactly this name; None if no price table lists it, or they are broken."""
    with suppress(Broken):
        return find_listed_good(name, so_far.context.read_goods())
    return None


_MADE = "[shoddy|masterwork]"

KINDS: dict[str, Kind[Any]] = {
    "GOOD": Kind.make_rest_of_line(
        "wanted",
        f"GOOD [xN] {_MADE}",
        "Which good?",
        _read_one_wanted_good,
        complete_goods,
        "torch",
    ),
    "GOODS": Kind.make_rest_of_line(
        "goods",
        f"GOOD [xN] {_MADE}, GOOD…",
        "Buy what?",
        _read_wanted_goods,
        complete_goods,
        "torch",
    ),
    "WARES": Kind.make_text(
        "text", "SORT|PART OF A NAME", "Which wares?", read_rest_of_line, _complete_sorts_and_goods
    ),
    "ARCHETYPE": Kind.make_word(
        "archetype",
        "|".join(ARCHETYPES),
        "As what?",
        _parse_archetype,
        complete_fixed_words(_ARCHETYPE_WORDS),
    ),
    "GEAR": Kind.make_rest_of_line(
        "gear", "THING, THING…", "Which things?", _read_gear_names, _complete_gear
    ),
}
