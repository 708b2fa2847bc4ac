"""The same table over and over, as fast as it goes."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from companion.dice import many
from companion.dice.faces import Faces, Loaded
from companion.dice.notation import Dice, Notation
from companion.dice.rolls import Roll
from companion.randomtables.draw import Draw, Result
from companion.randomtables.standing import NO_FACTS, Standing
from companion.randomtables.table import Facts, FindTable, Table, no_tables
from companion.randomtables.texts import inserts

Told = TypeVar("Told")


def told(
    table: Table,
    faces: Faces,
    times: int,
    tell: Callable[[Draw], Told],
    *,
    find: FindTable = no_tables,
    facts: Facts = NO_FACTS,
    modifier: int = 0,
) -> Iterator[Told]:
    """So many draws, each as `tell` makes of it: the very same that `draw` would give one by one,
    a deck going on from each to the next. Equal draws may be told once and remembered, so `tell`
    is a pure function.

    Raises, when the draw comes to it, what `draw` raises.
    """
    standing = Standing(facts, {})

    def drawn(source: Faces) -> Draw:
        return Result(source, find, standing).draw(table, modifier=modifier)

    def answered(rolled: Roll) -> Told:
        by_hand = len(rolled.faces) if rolled.entered else 0
        told = drawn(Loaded(rolled.faces))
        return tell(told._replace(entered=rolled.entered, by_hand=by_hand))

    dice = _alone(table, standing)
    if dice is None:
        return (tell(drawn(faces)) for _ in range(times))
    return many.told(dice, faces, times, answered)


def _alone(table: Table, standing: Standing) -> Notation | None:
    """The one roll that says all of a draw; None where decks or texts have a say too."""
    texts = [text for row in table.rows for text in (*row.texts.values(), row.sign or ())]
    if table.deck or any(any(inserts(text)) for text in (*texts, table.fallback or ())):
        return None
    if table.dice is not None:
        return table.dice
    sides = standing.urn(table).sides
    return Notation(Dice(1, sides)) if sides else None
