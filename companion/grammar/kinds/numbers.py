"""Numbers, faces rolled by hand and plain text in a line."""

from typing import Any

from companion.grammar.arguments import parse_whole_number, take_faces, take_times
from companion.grammar.kind import (
    Kind,
    Scene,
    Words,
    make_choice,
    make_flag,
    make_float,
    make_rest,
    make_text,
    make_word,
)
from companion.grammar.line import tokenize


def _read_text(words: Words, scene: Scene) -> str:
    """All that follows, as it was typed; without what stood in the middle, where that was read."""
    rest = scene.context.rest
    pieces = tokenize(rest)[-len(words) :]
    is_whole = tuple(piece.word for piece in pieces) == words
    return rest[pieces[0].start :] if is_whole else " ".join(words)


def read_words(text: str, _scene: Scene) -> str:
    """All that follows, without quotes."""
    return text


KINDS: dict[str, Kind[Any]] = {
    "=FACES": make_float("faces", "=FACES", take_faces),
    "=FACE": make_float("faces", "=FACE", take_faces),
    "=FACE,FACE": make_float("faces", "=FACE,FACE", take_faces),
    "xN": make_float("count", "xN", take_times),
    "?": make_flag("only_chance", {"?": ""}),
    "N": make_word("number", "N", "How many?", parse_whole_number, example="1"),
    "TEXT…": make_rest(
        "text",
        "TEXT…",
        "There is nothing to note down.",
        _read_text,
        example="the bell has no clapper",
    ),
    "ASKED": make_text("asked", "WHAT IS ASKED", "What is asked?", read_words),
    "MAP": make_flag("drawn", {"map": "drawn on the hexes"}),
    "HAND": make_flag("_hand", {"hand": ""}),
    "ON-OFF": make_choice(
        "answer", "answer", {"on": "a result of Deplete costs Supply", "off": "it costs rations"}
    ),
}
