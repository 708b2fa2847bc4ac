"""A table drawn from as a deck of cards, fresh for each run: no row comes twice."""

from collections.abc import Iterable, Iterator

from companion.dice.faces import ByHand, Faces
from companion.randomtables.draw import draw
from companion.randomtables.standing import enough_for, known, weights
from companion.randomtables.table import Out, Table
from companion.refusal import Impossible
from companion.shell.given import Given
from companion.shell.one_table import ToDraw
from companion.shell.rolling import draw_teller


def drawn(asked: ToDraw, given: Given, form: str) -> Iterable[str]:
    """So many rows of a table, each as a piece of that form, and the fallback last where it has not
    as many. Raises `Impossible` where it has too few, and nothing to fall back on."""
    table, times = _deck(asked.table, given), asked.times
    enough_for(table, times, given.facts, {})
    stream = given.faces("table")
    if asked.entered is None:
        return _from_fresh_deck(table, times, given, form, stream)
    by_hand = ByHand(asked.entered, then=stream)
    pieces = list(_from_fresh_deck(table, times, given, form, by_hand))
    by_hand.finish()
    return pieces


def shuffled(typed: str, given: Given, form: str) -> Iterator[str]:
    """The whole of a table, as a deck of it lies after a shuffle."""
    table = _deck(typed, given)
    return _from_fresh_deck(table, _cards(table, given), given, form, given.faces("table"))


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


def _from_fresh_deck(
    table: Table, times: int, given: Given, form: str, faces: Faces
) -> Iterator[str]:
    tell = draw_teller(form, given.seed)
    out: Out = {}
    for _ in range(times):
        one = draw(table, faces, find=given.find, facts=given.facts, out=out, deck=True)
        out = one.out
        yield tell(one)
        if one.row is None:
            return
