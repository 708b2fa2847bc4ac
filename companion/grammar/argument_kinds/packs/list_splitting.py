"""Lists in a line: the words between commas and `and`, each thing by itself."""

from collections.abc import Callable, Iterable

from companion.errant.names_to_type import label_item_with_uses_left
from companion.errant.packs.items import Item
from companion.grammar.option_and_number_parsing import Arguments
from companion.refusal import Impossible

MAX_LISTED = 40
"""The most things in a list: nobody says more in a line, and each is looked for."""
_MOST_JOINED = 4
"""No name has more parts with `and` between them."""


def split_at_commas(arguments: Arguments) -> list[Arguments]:
    """The words between commas. A name in quotes stays whole. Raises Impossible for a list that is
    too long."""
    pieces: list[list[str]] = [[]]
    for argument in arguments:
        first, *more = (argument,) if " " in argument else argument.split(",")
        pieces[-1].append(first)
        pieces += [[each] for each in more]
    number = len(pieces) + sum(argument.casefold() == "and" for argument in arguments)
    if number > MAX_LISTED:
        why = f"A list has at most {MAX_LISTED} things, not {number}."
        raise Impossible(why, "Say the others in lines of their own. Whose they are: company")
    return [each for each in (tuple(filter(None, piece)) for piece in pieces) if each]


def split_at_commas_and_ands(
    arguments: Arguments, is_one: Callable[[Arguments], bool] = lambda _piece: False
) -> list[Arguments]:
    """The words between commas and `and`, but for an `and` inside what `is_one` thing, as `block
    and tackle`. A name in quotes stays whole. Raises as `split_at_commas`."""
    found: list[Arguments] = []
    for piece in split_at_commas(arguments):
        parts = _split_at_and(piece)
        while parts:
            most = min(len(parts), _MOST_JOINED)
            ways = [_join_with_and(parts[:end]) for end in range(most, 1, -1)]
            found.append(next(filter(is_one, ways), parts[0]))
            parts = parts[found[-1].count("and") + 1 :]
    return found


def require_no_repeated_items(items: Iterable[Item]) -> None:
    """Raises Impossible for a thing that a list names twice."""
    named = tuple(items)
    for item in named:
        if named.count(item) > 1:
            raise Impossible(
                f"«{label_item_with_uses_left(item)}» is named twice.", "Name each thing once."
            )


def _join_with_and(parts: list[Arguments]) -> Arguments:
    return tuple(word for part in parts for word in ("and", *part))[1:]


def _split_at_and(words: Arguments) -> list[Arguments]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word.casefold() == "and":
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts if part]
