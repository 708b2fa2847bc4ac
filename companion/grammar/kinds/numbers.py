"""Numbers, faces rolled by hand and plain text in a line."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.grammar.arguments import (
    parse_number_between,
    parse_whole_number,
    take_faces,
    take_flag,
    take_signed,
    take_times,
)
from companion.grammar.kind import Completing, Kind, Scene, Words, complete_nothing, make_choices
from companion.grammar.line import tokenize
from companion.refusal import Unknown, join_words, suggest_similar

S = TypeVar("S", bound=str)


def make_float(
    name: str, usage: str, take: Callable[[Words], tuple[Any, Words]], complete: Completing
) -> Kind[Any]:
    """A kind that is found anywhere in a line by how it looks."""
    return Kind(name, usage, "", lambda words, _scene: take(words), complete, "anywhere")


def make_flag(name: str, usage: str, words: tuple[str, ...], complete: Completing) -> Kind[Any]:
    """One of these words, anywhere in a line."""
    return make_float(name, usage, lambda typed: take_flag(typed, *words), complete)


def make_choice(
    name: str, what: str, choices: tuple[S, ...], complete: Completing, *, usage: str = ""
) -> Kind[S]:
    """One of these words, at the front. Raises Unknown for any other."""

    def take(words: Words, _scene: Scene) -> tuple[S, Words]:
        folded = words[0].casefold()
        for choice in choices:
            if choice == folded:
                return choice, words[1:]
        hint = suggest_similar(folded, choices) or f"Try: {join_words(choices, 'or')}"
        raise Unknown(f"There is no {what} «{words[0]}».", hint)

    shown = usage or "|".join(choices)
    return Kind(name, shown, f"Which {what}: {join_words(choices, 'or')}?", take, complete)


def make_number(name: str, what: str, least: int, most: int, *, example: str = "") -> Kind[int]:
    """A whole number between these, at the front. Raises Malformed or Impossible."""

    def take(words: Words, _scene: Scene) -> tuple[int, Words]:
        return parse_number_between(words[0], least, most, what=what), words[1:]

    return Kind(name, "N", f"Which {what}?", take, example=example or str(least))


def _take_whole_number(words: Words, _scene: Scene) -> tuple[int, Words]:
    return parse_whole_number(words[0]), words[1:]


def _take_text(words: Words, scene: Scene) -> tuple[str, Words]:
    """All that follows, as it was typed; without what stood in the middle, where that was read."""
    rest = scene.context.rest
    pieces = tokenize(rest)[-len(words) :]
    is_whole = tuple(piece.word for piece in pieces) == words
    return rest[pieces[0].start :] if is_whole else " ".join(words), ()


def _take_words(words: Words, _scene: Scene) -> tuple[str, Words]:
    """All that follows, without quotes."""
    return " ".join(words), ()


FACES = make_float("faces", "=FACES", take_faces, complete_nothing)
TEXT: Kind[str] = Kind(
    "text",
    "TEXT…",
    "There is nothing to note down.",
    _take_text,
    position="rest",
    example="the bell has no clapper",
)

WORDS: Kind[str] = Kind("text", "TEXT…", "Which?", _take_words, position="rest")

KINDS: dict[str, Kind[Any]] = {
    "=FACES": FACES,
    "=FACE": make_float("faces", "=FACE", take_faces, complete_nothing),
    "=FACE,FACE": make_float("faces", "=FACE,FACE", take_faces, complete_nothing),
    "±N": make_float("modifiers", "±N", take_signed, complete_nothing),
    "xN": make_float("count", "xN", take_times, complete_nothing),
    "COUNT": make_float("_count", "xN", take_times, complete_nothing),
    "?": make_flag("only_chance", "?", ("?",), complete_nothing),
    "N": Kind("number", "N", "How many?", _take_whole_number, example="1"),
    "TEXT…": TEXT,
    "ASKED": Kind("asked", "WHAT IS ASKED", "What is asked?", _take_words, position="rest"),
    "MAP": make_flag("drawn", "map", ("map",), make_choices(map="drawn on the hexes")),
    "HAND": make_flag("_hand", "hand", ("hand",), complete_nothing),
    "ON-OFF": make_choice(
        "answer",
        "answer",
        ("on", "off"),
        make_choices(on="a result of Deplete costs Supply", off="it costs rations"),
    ),
}
