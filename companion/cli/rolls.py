"""Rolls of dice or on a table at the shell, any number of times.

Equal rolls are rendered once and remembered, which makes a million of them quick.
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
    """The rolls of each expression in turn, as pieces. In text, each of several expressions is
    named, and an empty line separates sets of rolls (`4d6kh3 x6`, rolled four times).

    Raises the refusal of any expression before the first roll, and Malformed for faces typed for
    more than one roll.
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
    """The rolls one by one."""
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
    """The pieces with an empty one between each `size` of them."""
    for number, piece in enumerate(pieces):
        if number and number % size == 0:
            yield ""
        yield piece


def _measure_widest_total(notation: Notation) -> int:
    """The characters of the longest total; 0 if a die explodes, as there is no longest then."""
    if notation.is_comparison:
        return len("yes")
    if any(isinstance(leaf, Dice) and leaf.explode for leaf in list_leaves(notation.part)):
        return 0
    return max(len(str(notation.lowest)), len(str(notation.highest)))


def make_roll_renderer(form: str, seed: str, width: int) -> Callable[[Roll], str]:
    """A function from a roll of dice to its piece; in text, totals have this width."""
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
    """A function from a draw to its piece."""
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
    """A roll as text: `7  [3 4]`, with faces that do not count in parentheses, and then the labels
    with their totals."""
    total = str(roll.total) if roll.success is None else "yes" if roll.success else "no"
    each = zip(roll.faces, roll.kept, strict=True)
    faces = " ".join(str(face) if kept else f"({face})" for face, kept in each)
    labels = ", ".join(f"{label} {total}" for label, total in roll.labels)
    return "  ".join(part for part in (total.rjust(width), faces and f"[{faces}]", labels) if part)


def encode_faces(faces: tuple[int, ...], kept: tuple[bool, ...]) -> tuple[str, str]:
    """Faces, and of each whether it counts (1 or 0), as a CSV has them."""
    return " ".join(map(str, faces)), " ".join("1" if each else "0" for each in kept)
