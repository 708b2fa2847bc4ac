"""Numbers, faces rolled by hand and plain text in a line."""

from typing import Any

from companion.grammar.argument_kind import Kind, LineSoFar, Words
from companion.grammar.option_and_number_parsing import (
    parse_whole_number,
    take_dice_faces,
    take_repeat_count,
)
from companion.grammar.typed_line import tokenize


def _read_text(words: Words, so_far: LineSoFar) -> str:
    """All that follows, as it was typed; without what stood in the middle, where that was read."""
    rest = so_far.context.rest
    pieces = tokenize(rest)[-len(words) :]
    is_whole = tuple(piece.word for piece in pieces) == words
    return rest[pieces[0].start :] if is_whole else " ".join(words)


def read_rest_of_line(text: str, _so_far: LineSoFar) -> str:
    """All the words that follow in the line as one text, without quotes."""
    return text


KINDS: dict[str, Kind[Any]] = {
    "=FACES": Kind.make_kind_found_anywhere("faces", "=FACES", take_dice_faces),
    "=FACE": Kind.make_kind_found_anywhere("faces", "=FACE", take_dice_faces),
    "=FACE,FACE": Kind.make_kind_found_anywhere("faces", "=FACE,FACE", take_dice_faces),
    "xN": Kind.make_kind_found_anywhere("count", "xN", take_repeat_count),
    "?": Kind.make_flag("is_asking", {"?": ""}),
    "N": Kind.make_word("number", "N", "How many?", parse_whole_number, example="1"),
    "TEXT…": Kind.make_rest_of_line(
        "text",
        "TEXT…",
        "There is nothing to note down.",
        _read_text,
        example="the bell has no clapper",
    ),
    "LINE…": Kind.make_rest_of_line(
        "text", "LINE…", "What do you ask the Guide for?", _read_text, example="undo x2"
    ),
    "ASKED": Kind.make_text("asked", "WHAT IS ASKED", "What is asked?", read_rest_of_line),
    "MAP": Kind.make_flag("as_map", {"map": "drawn on the hexes"}),
    "HAND": Kind.make_flag("_hand", {"hand": ""}),
    "ON-OFF": Kind.make_choice(
        "answer", "answer", {"on": "a result of Deplete costs Supply", "off": "it costs rations"}
    ),
}
