"""Rolling at the shell: dice or a table, over and over, in a form for people or programs.

Rolls that fell alike are told alike: each is put into words once and remembered, which is what
makes a million of them quick.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.dice.notation import Notation
from companion.dice.rolls import Roll
from companion.shell.asked import Asked
from companion.shell.forms import csv_row, json_object
from companion.text import clean

if TYPE_CHECKING:
    from companion.randomtables.draw import Draw
    from companion.shell.given import Given

COLUMNS = ("notation", "table", "row", "total", "text", "faces", "kept")
"""The header of a CSV of rolls."""


def rolled(asked: Asked, times: int, given: "Given", form: str) -> Iterator[str]:
    """So many rolls of what was asked, each as a piece of that form."""
    times *= asked.times
    if isinstance(asked, Notation):
        from companion.dice.many import told

        return told(Notation(asked.part), given.faces("dice"), times, roll_teller(form, given.seed))
    from companion.randomtables.many import told as drawn_and_told

    return drawn_and_told(
        asked.table,
        given.faces("table"),
        times,
        draw_teller(form, given.seed),
        find=given.find,
        facts=asked.facts,
        modifier=asked.modifier,
    )


def roll_teller(form: str, seed: str) -> Callable[[Roll], str]:
    """What puts a roll of dice into a piece of this form."""
    if form == "text":
        return roll_text
    if form == "csv":
        return lambda roll: csv_row(
            (roll.notation, None, None, roll.total, None, *in_blanks(roll.faces, roll.kept))
        )
    from companion.randomtables.rolled import as_data, of_dice

    return lambda roll: json_object(as_data(of_dice(roll), seed))


def draw_teller(form: str, seed: str) -> "Callable[[Draw], str]":
    """What puts a roll on a table into a piece of this form."""
    if form == "text":
        return lambda drawn: clean(drawn.text)
    if form == "csv":
        return lambda drawn: csv_row(
            (
                drawn.table.dice,
                drawn.table.name,
                drawn.row and drawn.row.number,
                drawn.total,
                clean(drawn.text),
                *in_blanks(drawn.faces, drawn.kept),
            )
        )
    from companion.randomtables.rolled import as_data, of_table

    return lambda drawn: json_object(as_data(of_table(drawn), seed))


def roll_text(roll: Roll) -> str:
    """A roll for people: `7  [3 4]`, in parentheses what did not count, then what each label came
    to."""
    total = str(roll.total) if roll.success is None else "yes" if roll.success else "no"
    each = zip(roll.faces, roll.kept, strict=True)
    faces = " ".join(str(face) if kept else f"({face})" for face, kept in each)
    labels = ", ".join(f"{label} {total}" for label, total in roll.labels)
    return "  ".join(part for part in (total, faces and f"[{faces}]", labels) if part)


def in_blanks(faces: tuple[int, ...], kept: tuple[bool, ...]) -> tuple[str, str]:
    """Faces, and for each whether it counted (1 or 0), as a CSV has them."""
    return " ".join(map(str, faces)), " ".join("1" if each else "0" for each in kept)
