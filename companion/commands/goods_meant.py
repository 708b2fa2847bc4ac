"""Which goods are meant by what is typed: a shopping list, a line at a time."""

from companion.commands.names import one
from companion.errant.goods import Good, Goods, called, listed_as, names_of
from companion.errant.items import Quality, recognise
from companion.errant.market import Wanted
from companion.errant.rarity import QUALITIES
from companion.refusal import Impossible, Malformed
from companion.words.options import Arguments, take_flag, take_number, take_times

MOST_OF_A_THING = 10_000


def find_good(goods: Goods, typed: str) -> Good:
    """The good that is meant by its name, in one or in several, or by any part of it that no other
    has. Unknown or Ambiguous."""
    return listed_as(typed, goods) or one("good", typed, goods, names_of)


def wanted(goods: Goods, arguments: Arguments) -> Wanted:
    """`[N] GOOD [xN] [shoddy|average|masterwork]`. Malformed where nothing is named, Impossible for
    more than anyone buys, or a Quality of what has none."""
    count, rest = take_times(arguments)
    typed, rest = take_flag(rest, *QUALITIES)
    if count is None:
        count, rest = take_number(rest)
    if not rest:
        raise Malformed("What is to be bought?", "Try: torch x3, rope, rations x4")
    name = " ".join(rest)
    number = recognise(name)[1] if count is None else count
    if number > MOST_OF_A_THING:
        raise Impossible(f"{number:,} of a thing is more than anyone buys.", "At most 10,000.")
    good = find_good(goods, name)
    quality: Quality = next((each for each in QUALITIES if each == typed), "average")
    if typed is not None and not good.quality:
        raise Impossible(
            f"«{good.name}» is not made {typed}.", "Weapons and armour alone have a Quality."
        )
    return Wanted(good, number, quality, called(good, name))


def shopping_list(goods: Goods, arguments: Arguments) -> tuple[Wanted, ...]:
    """What stands between commas, a good each."""
    lines: list[list[str]] = [[]]
    for argument in arguments:
        first, *more = argument.split(",") if "," in argument else [argument]
        lines[-1].append(first)
        lines += [[each] for each in more]
    named = [tuple(filter(None, line)) for line in lines]
    found = tuple(wanted(goods, line) for line in named if line)
    if not found:
        raise Malformed("What is to be bought?", "Try: torch x3, rope, rations x4")
    return found
