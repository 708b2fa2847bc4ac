"""Rolling at the shell: dice or a table, over and over, in a form for people or programs.

Rolls that fell alike are told alike: each is put into words once and remembered, which is what
makes a million of them quick.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from companion.dice.faces import ByHand
from companion.dice.notation import Dice, Notation, leaves
from companion.dice.rolls import Roll
from companion.refusal import Malformed
from companion.shell.asked import Asked, ToRoll, read_to_roll
from companion.shell.forms import CSV, csv_row, json_object
from companion.text import clean

if TYPE_CHECKING:
    from companion.randomtables.draw import Draw
    from companion.shell.given import Given

COLUMNS = ("notation", "table", "row", "total", "text", "faces", "kept")
"""The header of a CSV of rolls."""
ONE_BY_HAND = "Faces rolled by hand are those of one expression, rolled once."


def rolled(expressions: Sequence[str], times: int, given: "Given", form: str) -> Iterable[str]:
    """So many rolls of each expression in turn, as pieces of that form. For people, what was
    rolled is named where there are several, and a line is left free between rolls that belong
    together (`4d6kh3 x6`, rolled four times).

    Raises what refuses to read one, before the first is rolled, and `Malformed` for faces typed
    for more than one roll.
    """
    asked = [read_to_roll(each, given) for each in expressions]
    if any(each.entered for each in asked) and (len(asked) > 1 or times > 1):
        raise Malformed(ONE_BY_HAND, "Try: companion roll 2d6 =3,5")
    named = form == "text" and len(asked) > 1
    return chain.from_iterable(_rolled(each, times, given, form, named) for each in asked)


def _rolled(asked: ToRoll, times: int, given: "Given", form: str, named: bool) -> Iterable[str]:
    what, entered = asked
    pieces: Iterable[str]
    if entered is None:
        pieces = _told(what, times * what.times, given, form, by_hand=None)
    else:
        dice = isinstance(what, Notation)
        by_hand = ByHand(entered, then=None if dice else given.faces("table"))
        pieces = list(_told(what, what.times, given, form, by_hand))
        by_hand.finish()
    if named:
        name = what.part if isinstance(what, Notation) else what.table.name
        pieces = (f"{name}: {piece}" for piece in pieces)
    if form == "text" and times > 1 and what.times > 1:
        return _in_sets(pieces, what.times)
    return pieces


def _told(
    what: Asked, times: int, given: "Given", form: str, by_hand: ByHand | None
) -> Iterator[str]:
    """So many rolls one by one."""
    if isinstance(what, Notation):
        from companion.dice.many import told

        once = Notation(what.part)
        tell = roll_teller(form, given.seed, _widest(once) if times > 1 else 0)
        return told(once, by_hand or given.faces("dice"), times, tell)
    from companion.randomtables.many import told as drawn_and_told

    return drawn_and_told(
        what.table,
        by_hand or given.faces("table"),
        times,
        draw_teller(form, given.seed),
        find=given.find,
        facts=what.facts,
        modifier=what.modifier,
    )


def _in_sets(pieces: Iterable[str], size: int) -> Iterator[str]:
    """Pieces with nothing as one more between every so many."""
    for number, piece in enumerate(pieces):
        if number and number % size == 0:
            yield ""
        yield piece


def _widest(notation: Notation) -> int:
    """How many characters the longest total takes; 0 where a die explodes and none is the
    longest."""
    if notation.compares:
        return len("yes")
    if any(isinstance(leaf, Dice) and leaf.explode for leaf in leaves(notation.part)):
        return 0
    return max(len(str(notation.lowest)), len(str(notation.highest)))


def roll_teller(form: str, seed: str, width: int) -> Callable[[Roll], str]:
    """What puts a roll of dice into a piece of this form; for people the total this wide."""
    if form == "text":
        return lambda roll: roll_text(roll, width)
    if form in CSV:
        return lambda roll: csv_row(
            (roll.notation, None, None, roll.total, None, *in_blanks(roll.faces, roll.kept)), form
        )
    from companion.randomtables.rolled import as_data, of_dice

    return lambda roll: json_object(as_data(of_dice(roll), seed))


def draw_teller(form: str, seed: str) -> "Callable[[Draw], str]":
    """What puts a roll on a table into a piece of this form."""
    if form == "text":
        return lambda drawn: clean(drawn.text)
    if form in CSV:
        return lambda drawn: csv_row(
            (
                drawn.table.dice,
                drawn.table.name,
                drawn.row and drawn.row.number,
                drawn.total,
                clean(drawn.text),
                *in_blanks(drawn.faces, drawn.kept),
            ),
            form,
        )
    from companion.randomtables.rolled import as_data, of_table

    return lambda drawn: json_object(as_data(of_table(drawn), seed))


def roll_text(roll: Roll, width: int) -> str:
    """A roll for people: `7  [3 4]`, in parentheses what did not count, then what each label came
    to; the total at the right of so many characters."""
    total = str(roll.total) if roll.success is None else "yes" if roll.success else "no"
    each = zip(roll.faces, roll.kept, strict=True)
    faces = " ".join(str(face) if kept else f"({face})" for face, kept in each)
    labels = ", ".join(f"{label} {total}" for label, total in roll.labels)
    return "  ".join(part for part in (total.rjust(width), faces and f"[{faces}]", labels) if part)


def in_blanks(faces: tuple[int, ...], kept: tuple[bool, ...]) -> tuple[str, str]:
    """Faces, and for each whether it counted (1 or 0), as a CSV has them."""
    return " ".join(map(str, faces)), " ".join("1" if each else "0" for each in kept)
