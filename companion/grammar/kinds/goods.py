"""Which goods are meant by what is typed: a shopping list, a line at a time."""

from companion.errant.goods import (
    QUALITIES,
    Good,
    Goods,
    choose_good_name,
    find_listed_good,
    list_good_names,
)
from companion.errant.items import Quality, recognise_gear
from companion.errant.market import WantedGood
from companion.grammar.arguments import Arguments, take_flag, take_number, take_times
from companion.grammar.kinds.items import split_list
from companion.grammar.names import find_one
from companion.refusal import Impossible, Malformed

MAX_ITEM_COUNT = 10_000


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
