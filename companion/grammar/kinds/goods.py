"""Which goods are meant by what is typed: a shopping list, a line at a time."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.errants import Errant
from companion.errant.goods import (
    ARCHETYPE_GEAR,
    ARCHETYPES,
    QUALITIES,
    STARTING_AMMUNITION,
    STARTING_WEAPON,
    Archetype,
    Good,
    Goods,
    choose_good_name,
    find_listed_good,
    list_good_names,
    make_item,
    make_item_from_good,
)
from companion.errant.items import Item, Quality, recognise_gear
from companion.errant.market import WantedGood
from companion.grammar.arguments import (
    Arguments,
    parse_whole_number,
    take_flag,
    take_number,
    take_times,
)
from companion.grammar.kind import (
    Completion,
    Kind,
    Scene,
    Words,
    make_choices,
    make_rest,
    make_text,
    make_word,
)
from companion.grammar.kinds.coins import is_coin
from companion.grammar.kinds.items import split_list
from companion.grammar.kinds.numbers import read_words
from companion.grammar.line import quote_name
from companion.grammar.names import find_exact_errant, find_one
from companion.refusal import Broken, Impossible, Malformed, join_words

MAX_ITEM_COUNT = 10_000
_MANY = 2_048


def find_good(goods: Goods, typed: str) -> Good:
    """The good with this name, in one or in several, or with this part of a name. Raises Unknown or
    Ambiguous."""
    return find_listed_good(typed, goods) or find_one("good", typed, goods, list_good_names)


def resolve_order_line(goods: Goods, arguments: Arguments) -> WantedGood:
    """`[N] GOOD [xN] [shoddy|average|masterwork]`. Raises Malformed where nothing is named,
    Impossible for more than anyone buys, or the Quality of something that has none."""
    count, rest = take_times(arguments)
    typed, rest = take_flag(rest, *QUALITIES)
    if count is None:
        count, rest = take_number(rest)
    if not rest:
        raise Malformed("What is to be bought?", "Try: torch x3, rope, rations x4")
    name = " ".join(rest)
    number = recognise_gear(name)[1] if count is None else count
    if number > MAX_ITEM_COUNT:
        raise Impossible(f"{number:,} of a thing is more than anyone buys.", "At most 10,000.")
    good = find_good(goods, name)
    return WantedGood(good, number, require_quality(good, typed), choose_good_name(good, name))


def require_quality(good: Good, typed: Quality | None) -> Quality:
    """The typed Quality, else average. Raises Impossible for a good that has no Quality."""
    if typed and not good.quality:
        raise Impossible(
            f"«{good.name}» is not made {typed}.", "Weapons and armour alone have a Quality."
        )
    return typed or "average"


def resolve_goods(goods: Goods, arguments: Arguments) -> tuple[WantedGood, ...]:
    """A shopping list, with a good between each two commas. Raises as `resolve_order_line` does."""
    found = tuple(resolve_order_line(goods, line) for line in split_list(arguments))
    if not found:
        raise Malformed("What is to be bought?", "Try: torch x3, rope, rations x4")
    return found


def _read_line(words: Words, scene: Scene) -> WantedGood:
    return resolve_order_line(scene.context.read_goods(), words)


def _read_goods(words: Words, scene: Scene) -> tuple[WantedGood, ...]:
    return resolve_goods(scene.context.read_goods(), words)


def _parse_archetype(typed: str) -> Archetype:
    """Raises Malformed for what is none, or the beginning of several."""
    folded = typed.casefold().removeprefix("the-")
    found = [each for each in ARCHETYPES if folded and each.startswith(folded)]
    if len(found) != 1:
        known = join_words(ARCHETYPES, "or")
        raise Malformed(f"«{typed}» is no Archetype.", f"They are: {known}.")
    return found[0]


def _read_gear(text: str, _scene: Scene) -> tuple[str, ...]:
    """The names between commas."""
    return tuple(filter(None, map(str.strip, text.split(","))))


def complete_goods(scene: Scene) -> Iterator[Completion]:
    """Every good, once for each place between commas."""
    if not scene.before or scene.before[-1].endswith(","):
        yield from map(_complete_good, scene.context.read_goods())


def complete_things(scene: Scene) -> Iterator[Completion]:
    """The goods that fit into a pack."""
    for good in () if scene.before else scene.context.read_goods():
        if good.sort == "thing" and not good.is_supply:
            yield _complete_good(good)


@lru_cache(_MANY)
def _complete_good(good: Good) -> Completion:
    """A good: its price, its Rarity and its size."""
    price = "the Guide's price" if good.price is None else f"{good.price:,} p"
    rarity = f", Rarity {good.rarity}" if good.rarity else ""
    size = f", {good.slots:g} {'slot' if good.slots == 1 else 'slots'}" if good.slots else ""
    uses = f", Burn {good.burn}" if good.burn else ""
    uses = f", Depletion {good.depletion}" if good.depletion else uses
    names = tuple(name.casefold() for name in list_good_names(good))
    return Completion(quote_name(good.name), f"{price}{rarity}{size}{uses}", names)


def _complete_gear(scene: Scene) -> Iterator[Completion]:
    """What an Archetype may choose, and medium weapons."""
    start = ARCHETYPE_GEAR.get(archetype) if (archetype := scene.values.get("archetype")) else None
    if start is None:
        return
    wanted = (STARTING_WEAPON, STARTING_AMMUNITION, *start.choices)
    for good in scene.context.read_goods():
        if good.name in wanted:
            for name in list_good_names(good):
                yield Completion(name, good.name if name != good.name else "", (name,))


def _complete_wares(scene: Scene) -> Iterator[Completion]:
    """The sorts there are, then every good."""
    for sort in ("animals", "vehicles", "services", "lodging", "buildings", "retainers"):
        yield Completion(sort, "all of that sort")
    yield from complete_goods(scene)


_ARCHETYPE_WORDS: dict[Archetype, str] = {
    "violent": "a heavy weapon or a shield",
    "deviant": "burglar's tools or an alchemist's kit",
    "occult": "four Grimoires",
    "zealot": "a Relic",
}


class NewThing(NamedTuple):
    """A thing that was not in any pack, and how many."""

    item: Item
    number: int


def _read_new_thing(words: Words, scene: Scene) -> NewThing:
    """`[N] ITEM [shoddy|masterwork]`, as the price tables list it. Raises Impossible for coins,
    Supply, and what comes out of another pack."""
    values, errant = scene.values, scene.values["errant"]
    _require_new_thing(scene.campaign, errant, words)
    count = values["_count"]
    if count is None:
        count, words = take_number(words)
    item, number = _make_item(scene, words, count, values["_slots"])
    return NewThing(_set_uses(item, values["_uses"]), number)


def find_good_in_tables(scene: Scene, name: str) -> Good | None:
    """The good of exactly this name; None if no price table lists it, or they are broken."""
    with suppress(Broken):
        return find_listed_good(name, scene.context.read_goods())
    return None


def _make_item(
    scene: Scene, words: Words, count: int | None, size: float | None
) -> tuple[Item, int]:
    """A new thing of this name, as the price tables list it, and how many."""
    typed_quality, bare = take_flag(words, *QUALITIES)
    good = find_good_in_tables(scene, " ".join(bare))
    if good is None:
        typed_quality, bare = None, words
        good = find_good_in_tables(scene, " ".join(bare))
    name = " ".join(bare)
    quality = require_quality(good, typed_quality) if good is not None else "average"
    number = count or recognise_gear(name)[1]
    if number > MAX_ITEM_COUNT:
        raise Impossible(f"{number:,} of a thing is more than anyone carries.")
    if good is None:
        return make_item(name, count=number, slots=size), number
    if good.sort != "thing":
        mount = bool(good.carries or good.times)
        way = f"Try: {'buy ' + scene.values['errant'].id if mount else 'price'} {good.name}"
        raise Impossible(f"«{good.name}» is no thing in a pack.", way)
    name = choose_good_name(good, name)
    item = make_item_from_good(good, count=number, quality=quality, name=name)
    return (item if size is None else replace(item, slots=size)), number


def _require_new_thing(campaign: Campaign, errant: Errant, words: Words) -> None:
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


def _set_uses(item: Item, uses: int | None) -> Item:
    if uses is None:
        return item
    if not 1 <= uses <= 1_000_000:
        raise Impossible(f"A thing cannot have {uses:,} uses.", "Give it 1 to 1,000,000.")
    if item.count > 1 and uses < (item.max_uses or 0):
        raise Impossible("What is part-used makes no stack.", "Give one at a time.")
    if item.burn is not None:
        return replace(item, burn=uses, burn_max=max(uses, item.burn_max or 0))
    return replace(item, depletion=uses, depletion_max=max(uses, item.depletion_max or 0))


def _parse_slots(typed: str) -> float:
    """A number of Item Slots in quarters: `2`, `0.5`, `1/4`, `½`. Raises Malformed."""
    parts = {"½": "0.5", "¼": "0.25", "¾": "0.75", "1/2": "0.5", "1/4": "0.25", "3/4": "0.75"}
    try:
        slots = float(parts.get(typed, typed))
    except ValueError:
        slots = -1.0
    if not 0 <= slots <= 1_000 or slots * 4 != int(slots * 4):
        raise Malformed(f"«{typed}» is no number of Item Slots.", "Count in quarters: 2, 0.5, 0.25")
    return slots


_MADE = "[shoddy|masterwork]"
_parse_uses = partial(parse_whole_number, what="number of uses")

KINDS: dict[str, Kind[Any]] = {
    "GOOD": make_rest(
        "wanted", f"GOOD [xN] {_MADE}", "Which good?", _read_line, complete_goods, "torch"
    ),
    "GOODS": make_rest(
        "goods", f"GOOD [xN] {_MADE}, GOOD…", "Buy what?", _read_goods, complete_goods, "torch"
    ),
    "WARES": make_text("text", "SORT|PART OF A NAME", "Which wares?", read_words, _complete_wares),
    "ARCHETYPE": make_word(
        "archetype",
        "|".join(ARCHETYPES),
        "As what?",
        _parse_archetype,
        make_choices(_ARCHETYPE_WORDS),
    ),
    "GEAR": make_text("gear", "THING, THING…", "Which things?", _read_gear, _complete_gear),
    "NEW-THING": make_rest(
        "thing", f"ITEM {_MADE}", "What?", _read_new_thing, complete_things, "torch"
    ),
    "SLOTS": make_word("_slots", "N", "How many Item Slots?", _parse_slots, example="1"),
    "USES": make_word("_uses", "N", "How many uses?", _parse_uses, example="3"),
}
