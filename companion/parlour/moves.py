"""What somebody types at a board: a legal move, in whole words or their beginnings, and the faces
of dice rolled by hand."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.parlour.game import Move
from companion.refusal import Ambiguous, Impossible, Malformed, join_words

_MOST_LISTED = 6


class TypedMove(NamedTuple):
    """A move as it was typed, and the faces typed with it, None for none."""

    move: Move
    faces: tuple[int, ...] | None = None


def format_move(move: Move, faces: Iterable[int] | None = None) -> str:
    """A move as it is typed and saved."""
    rolled = f"={','.join(map(str, faces))}" if faces is not None else ""
    return " ".join(filter(None, (*move, rolled)))


def read_move(line: str, legal: tuple[Move, ...]) -> TypedMove:
    """The legal move that a line means: each word of it, or a beginning that fits one move only.
    Raises Impossible for what is not legal now, Ambiguous for what could be several moves."""
    *words, faces = (*line.casefold().split(), "")
    rolled = None
    if words and words[-1].startswith("="):
        faces = words.pop()
        rolled = _read_faces(faces)
    typed = tuple(words)
    if typed in legal:
        return TypedMove(typed, rolled)
    fitting = [move for move in legal if typed and _begins(move, typed)]
    same_length = [move for move in fitting if len(move) == len(typed)]
    fitting = same_length or fitting
    if len(fitting) == 1:
        return TypedMove(fitting[0], rolled)
    if not fitting:
        raise Impossible(f"«{line.strip()}» is no move now.", suggest_moves(legal))
    ways = [format_move(move) for move in fitting[:_MOST_LISTED]]
    raise Ambiguous(f"«{line.strip()}» could be {join_words(ways, 'or')}.")


def _begins(move: Move, typed: Move) -> bool:
    """True if each word that was typed begins the move's own."""
    return len(typed) <= len(move) and all(
        own.startswith(word) for own, word in zip(move, typed, strict=False)
    )


def _read_faces(text: str) -> tuple[int, ...]:
    """The faces after `=`. Raises Malformed."""
    parts = text.removeprefix("=").split(",")
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Malformed(f"«{text}» are no faces of dice.", "Type them as =3,5")
    return tuple(map(int, parts))


def suggest_moves(legal: tuple[Move, ...]) -> str:
    """A few of the moves that are legal, as a hint."""
    first: dict[str, Move] = {}
    for move in legal:
        first.setdefault(move[0], move)
    ways = [format_move(move) for move in first.values()][:_MOST_LISTED]
    return f"Try: {join_words(ways, 'or')}" if ways else "The game is over."
