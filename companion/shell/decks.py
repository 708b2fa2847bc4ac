"""A table drawn from as a deck of cards, fresh for each run: no row comes twice."""

from collections.abc import Iterator

from companion.randomtables.draw import draw
from companion.randomtables.standing import known, weights
from companion.randomtables.table import Out, Table
from companion.refusal import Impossible
from companion.shell.given import Given
from companion.shell.rolling import draw_teller


def drawn(typed: str, times: int, given: Given, form: str) -> Iterator[str]:
    """So many rows of a table, each as a piece of that form. Raises `Impossible` where it has not
    as many, and nothing to fall back on."""
    table = _deck(typed, given)
    cards = _cards(table, given)
    if times > cards and table.fallback is None:
        there_are = "is 1" if cards == 1 else f"are {cards}"
        raise Impossible(f"There {there_are} to draw in «{table.name}», not {times:,}.")
    return _from_fresh_deck(table, times, given, form)


def shuffled(typed: str, given: Given, form: str) -> Iterator[str]:
    """The whole of a table, as a deck of it lies after a shuffle."""
    table = _deck(typed, given)
    return _from_fresh_deck(table, _cards(table, given), given, form)


def _deck(typed: str, given: Given) -> Table:
    """A table that can be drawn from. Impossible where it has dice."""
    table = given.table(typed)
    if table.dice is not None:
        raise Impossible(
            f"«{table.name}» is rolled with {table.dice}, and none of its rows is ever used up.",
            f"Try: companion roll {table.name}",
        )
    return table


def _cards(table: Table, given: Given) -> int:
    """How many there are to draw, as things are."""
    return sum(weight for _, weight in weights(table, known(given.facts), {}))


def _from_fresh_deck(table: Table, times: int, given: Given, form: str) -> Iterator[str]:
    tell, faces = draw_teller(form, given.seed), given.faces("table")
    out: Out = {}
    for _ in range(times):
        one = draw(table, faces, find=given.find, facts=given.facts, out=out, deck=True)
        out = one.out
        yield tell(one)
