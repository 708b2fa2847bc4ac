"""Rolling at the shell: dice or a table, over and over, in a form for people or programs.

Rolls that fell alike are told alike: each is put into words once and remembered, which is what
makes a million of them quick.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from companion.cli.output import CSV_FORMATS, encode_csv_row, encode_json
from companion.cli.request import BY_HAND_MESSAGE, Request, RollRequest, parse_roll_request
from companion.dice.dice import Dice
from companion.dice.faces import HandFaces
from companion.dice.notation import Notation, list_leaves
from companion.dice.rolls import Roll
from companion.refusal import Malformed
from companion.text import clean_text

if TYPE_CHECKING:
    from companion.cli.options import CallOptions
    from companion.randomtables.results import Draw

ROLL_COLUMNS = ("notation", "table", "row", "total", "text", "faces", "kept")
"""The header of a CSV of rolls."""


def answer_rolls(
    expressions: Sequence[str], times: int, options: "CallOptions", form: str
) -> Iterable[str]:
    """So many rolls of each expression in turn, as pieces of that form. For people, what was
    rolled is named where there are several, and a line is left free between rolls that belong
    together (`4d6kh3 x6`, rolled four times).

    Raises what refuses to read one, before the first is rolled, and `Malformed` for faces typed
    for more than one roll.
    """
    asked = [parse_roll_request(each, options) for each in expressions]
    if any(each.entered for each in asked) and (len(asked) > 1 or times > 1):
        raise Malformed(BY_HAND_MESSAGE, "Try: companion roll 2d6 =3,5")
    named = form == "text" and len(asked) > 1
    return chain.from_iterable(_answer_request(each, times, options, form, named) for each in asked)


def _answer_request(
    asked: RollRequest, times: int, options: "CallOptions", form: str, named: bool
) -> Iterable[str]:
    what, entered = asked
    pieces: Iterable[str]
    if entered is None:
        pieces = _render_each_roll(what, times * what.times, options, form, by_hand=None)
    else:
        dice = isinstance(what, Notation)
        by_hand = HandFaces(entered, then=None if dice else options.open_stream("table"))
        pieces = list(_render_each_roll(what, what.times, options, form, by_hand))
        by_hand.finish()
    if named:
        name = what.part if isinstance(what, Notation) else what.table.name
        pieces = (f"{name}: {piece}" for piece in pieces)
    if form == "text" and times > 1 and what.times > 1:
        return _separate_sets(pieces, what.times)
    return pieces


def _render_each_roll(
    what: Request, times: int, options: "CallOptions", form: str, by_hand: HandFaces | None
) -> Iterator[str]:
    """So many rolls one by one."""
    if isinstance(what, Notation):
        from companion.dice.rolls import map_rolls

        once = Notation(what.part)
        tell = make_roll_renderer(
            form, options.seed, _measure_widest_total(once) if times > 1 else 0
        )
        return map_rolls(once, by_hand or options.open_stream("dice"), times, tell)
    from companion.randomtables.draw import map_draws

    return map_draws(
        what.table,
        by_hand or options.open_stream("table"),
        times,
        make_draw_renderer(form, options.seed),
        find=options.find_table,
        facts=what.facts,
        modifier=what.modifier,
    )


def _separate_sets(pieces: Iterable[str], size: int) -> Iterator[str]:
    """Pieces with nothing as one more between every so many."""
    for number, piece in enumerate(pieces):
        if number and number % size == 0:
            yield ""
        yield piece


def _measure_widest_total(notation: Notation) -> int:
    """How many characters the longest total takes; 0 where a die explodes and none is the
    longest."""
    if notation.is_comparison:
        return len("yes")
    if any(isinstance(leaf, Dice) and leaf.explode for leaf in list_leaves(notation.part)):
        return 0
    return max(len(str(notation.lowest)), len(str(notation.highest)))


def make_roll_renderer(form: str, seed: str, width: int) -> Callable[[Roll], str]:
    """What puts a roll of dice into a piece of this form; for people the total this wide."""
    if form == "text":
        return lambda roll: describe_roll(roll, width)
    if form in CSV_FORMATS:
        return lambda roll: encode_csv_row(
            (roll.notation, None, None, roll.total, None, *encode_faces(roll.faces, roll.kept)),
            form,
        )
    from companion.randomtables.results import encode_roll  # loads the tables too

    return lambda roll: encode_json(encode_roll(roll, seed))


def make_draw_renderer(form: str, seed: str) -> "Callable[[Draw], str]":
    """What puts a roll on a table into a piece of this form."""
    if form == "text":
        return lambda drawn: clean_text(drawn.text)
    if form in CSV_FORMATS:
        return lambda drawn: encode_csv_row(
            (
                drawn.table.dice,
                drawn.table.name,
                drawn.row and drawn.row.number,
                drawn.total,
                clean_text(drawn.text),
                *encode_faces(drawn.faces, drawn.kept),
            ),
            form,
        )
    from companion.randomtables.results import encode_draw

    return lambda drawn: encode_json(encode_draw(drawn, seed))


def describe_roll(roll: Roll, width: int) -> str:
    """A roll for people: `7  [3 4]`, in parentheses what did not count, then what each label came
    to; the total at the right of so many characters."""
    total = str(roll.total) if roll.success is None else "yes" if roll.success else "no"
    each = zip(roll.faces, roll.kept, strict=True)
    faces = " ".join(str(face) if kept else f"({face})" for face, kept in each)
    labels = ", ".join(f"{label} {total}" for label, total in roll.labels)
    return "  ".join(part for part in (total.rjust(width), faces and f"[{faces}]", labels) if part)


def encode_faces(faces: tuple[int, ...], kept: tuple[bool, ...]) -> tuple[str, str]:
    """Faces, and for each whether it counted (1 or 0), as a CSV has them."""
    return " ".join(map(str, faces)), " ".join("1" if each else "0" for each in kept)
