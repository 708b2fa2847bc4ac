"""Answers `roll` and `odds` at the shell, of dice or on a table, as text, JSON or CSV."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from companion.cli.output import (
    CSV_FORMATS,
    encode_csv_row,
    encode_json,
    handle_output_errors,
    open_answer_output,
)
from companion.cli.rolling.roll_and_draw_requests import (
    BY_HAND_MESSAGE,
    Request,
    RollRequest,
    answer_arguments_or_input_lines,
    parse_dice_or_table,
    parse_dice_or_table_with_faces,
)
from companion.dice.dice_of_one_kind import Dice
from companion.dice.face_sources import HandFaces
from companion.dice.notation_tree import Notation, list_numbers_and_dice
from companion.dice.rolls import Roll, map_rolls
from companion.randomtables.draws_and_odds_encoding import (
    Chances,
    Draw,
    compute_dice_chances,
    encode_chances,
    encode_draw,
    encode_roll,
)
from companion.refusal import Malformed
from companion.text_cleaning import clean_text

if TYPE_CHECKING:
    from companion.cli.rolling.resolved_options import CallOptions
    from companion.reports.rolls_and_random_tables import RollReport

ROLL_COLUMNS = ("notation", "table", "row", "total", "text", "faces", "kept")
"""The header of a CSV of rolls."""
ODDS_COLUMNS = ("notation", "table", "row", "roll", "outcome", "probability", "exact")
"""The header of a CSV of odds. A row is an outcome; references have none."""
MIN_ODDS_WIDTH = 20


def answer_dice_call_without_typer(word: str, what: Sequence[str]) -> None:
    """Answer a plain `roll` or `odds` as typer would have it answered; its import takes half of
    such a run."""
    from companion.cli.rolling.resolved_options import CallOptions

    options = CallOptions(None, None, None, None, None)
    with handle_output_errors(), open_answer_output("text") as output:
        if word == "roll":
            answer_arguments_or_input_lines(
                what, output, lambda e: answer_rolls(e, 1, options, "text")
            )
        else:
            answer_arguments_or_input_lines(what, output, lambda e: answer_odds(e, options, "text"))


def answer_rolls(
    expressions: Sequence[str], times: int, options: "CallOptions", form: str
) -> Iterable[str]:
    """The rolls of each expression in turn, as pieces. In text, each of several expressions is
    named, and an empty line separates sets of rolls (`4d6kh3 x6`, rolled four times).

    Raises the refusal of any expression before the first roll, and Malformed for faces typed for
    more than one roll.
    """
    requests = [parse_dice_or_table_with_faces(each, options) for each in expressions]
    if any(each.entered for each in requests) and (len(requests) > 1 or times > 1):
        raise Malformed(BY_HAND_MESSAGE, "Try: companion roll 2d6 =3,5")
    named = form == "text" and len(requests) > 1
    return chain.from_iterable(
        _answer_roll_request(each, times, options, form, named) for each in requests
    )


def _answer_roll_request(
    request: RollRequest, times: int, options: "CallOptions", form: str, named: bool
) -> Iterable[str]:
    what, entered = request
    dice = isinstance(what, Notation)
    pieces: Iterable[str]
    if entered is None:
        pieces = _roll_and_render_each(what, times * what.times, options, form, by_hand=None)
    else:
        by_hand = HandFaces(entered, then=None if dice else options.streams.stream("table"))
        pieces = list(_roll_and_render_each(what, what.times, options, form, by_hand))
        by_hand.require_no_faces_left()
    if named:
        name = what.part if isinstance(what, Notation) else what.table.name
        pieces = (f"{name}: {piece}" for piece in pieces)
    if form == "text" and times > 1 and what.times > 1:
        return _insert_blanks_between_sets(pieces, what.times)
    return pieces


def _roll_and_render_each(
    what: Request, times: int, options: "CallOptions", form: str, by_hand: HandFaces | None
) -> Iterator[str]:
    if isinstance(what, Notation):
        once = Notation(what.part)
        width = _measure_widest_total(once) if times > 1 else 0
        render = make_roll_renderer(form, options.seed, width)
        return map_rolls(once, by_hand or options.streams.stream("dice"), times, render)
    from companion.randomtables.draw import map_draws  # dice do not need it

    return map_draws(
        what.table,
        by_hand or options.streams.stream("table"),
        times,
        make_draw_renderer(form, options.seed),
        find=options.find_table,
        facts=what.facts,
        modifier=what.modifier,
    )


def _insert_blanks_between_sets(pieces: Iterable[str], size: int) -> Iterator[str]:
    """The pieces with an empty one between each `size` of them."""
    for number, piece in enumerate(pieces):
        if number and number % size == 0:
            yield ""
        yield piece


def _measure_widest_total(notation: Notation) -> int:
    """The characters of the longest total; 0 if a die explodes, as there is no longest then."""
    if notation.is_comparison:
        return len("yes")
    if any(
        isinstance(leaf, Dice) and leaf.explode for leaf in list_numbers_and_dice(notation.part)
    ):
        return 0
    return max(len(str(notation.lowest)), len(str(notation.highest)))


def make_roll_renderer(form: str, seed: str, width: int) -> Callable[[Roll], str]:
    """A function from a roll of dice to its piece; in text, totals have this width."""
    if form == "text":
        return lambda roll: describe_roll(roll, width)
    if form in CSV_FORMATS:
        return lambda roll: encode_roll_as_csv_row(
            roll, (roll.notation, None, None, roll.total, None), form
        )
    return lambda roll: encode_json(encode_roll(roll, seed))


def make_draw_renderer(form: str, seed: str) -> Callable[[Draw], str]:
    """A function from a draw to its piece."""
    if form == "text":
        return lambda drawn: clean_text(drawn.text)
    if form not in CSV_FORMATS:
        return lambda drawn: encode_json(encode_draw(drawn, seed))

    def encode(drawn: Draw) -> str:
        row = drawn.row and drawn.row.number
        cells = (drawn.table.dice, drawn.table.name, row, drawn.total, drawn.text)
        return encode_roll_as_csv_row(drawn, cells, form)

    return encode


def encode_roll_as_csv_row(
    rolled: "Roll | Draw | RollReport", cells: Sequence[object], form: str
) -> str:
    """A row of CSV: the cells, the faces, and of each face whether it counts (1 or 0)."""
    faces = " ".join(map(str, rolled.faces))
    kept = " ".join("1" if each else "0" for each in rolled.kept)
    return encode_csv_row((*cells, faces, kept), form)


def describe_roll(roll: Roll, width: int) -> str:
    """A roll as text: `7  [3 4]`, with faces that do not count in parentheses, and then the labels
    with their totals."""
    total = str(roll.total) if roll.success is None else "yes" if roll.success else "no"
    each = zip(roll.faces, roll.kept, strict=True)
    faces = " ".join(str(face) if kept else f"({face})" for face, kept in each)
    labels = ", ".join(f"{label} {total}" for label, total in roll.totals_by_label)
    return "  ".join(part for part in (total.rjust(width), faces and f"[{faces}]", labels) if part)


def answer_odds(expressions: Sequence[str], options: "CallOptions", form: str) -> Iterable[str]:
    """The odds of all expressions, in pieces: lines of text, a CSV row for each outcome, or a JSON
    object for each expression."""
    requests = [parse_dice_or_table(each, options) for each in expressions]
    found = [_compute_request_chances(each, options) for each in requests]
    if form == "text":
        from companion.view.odds import render_odds_as_bars

        width = max(MIN_ODDS_WIDTH, get_terminal_size().columns)
        return render_odds_as_bars(found, width, ascii_only=not _can_write_block_characters())
    if form in CSV_FORMATS:
        return (row for each in found for row in _encode_chances_as_csv(each, form))
    return (encode_json(encode_chances(each)) for each in found)


def _compute_request_chances(request: Request, options: "CallOptions") -> Chances:
    if isinstance(request, Notation):
        return compute_dice_chances(request)
    from companion.randomtables.odds import compute_table_chances  # dice do not need it

    facts, modifier = request.facts, request.modifier
    return compute_table_chances(
        request.table, find=options.find_table, facts=facts, modifier=modifier, out={}
    )


def _encode_chances_as_csv(chances: Chances, form: str) -> Iterator[str]:
    for each in chances.outcomes:
        where = (chances.notation, chances.table, each.row, each.roll)
        yield encode_csv_row((*where, each.outcome, each.probability, each.exact), form)


def _can_write_block_characters() -> bool:
    try:
        "▏█".encode(sys.stdout.encoding or "ascii")  # of a bar
    except UnicodeEncodeError:
        return False
    return True
