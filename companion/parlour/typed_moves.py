"""What somebody types at a board: a legal move, in whole words or their beginnings, and what was
rolled and drawn by hand."""

import re
from typing import NamedTuple

from companion.parlour.game import BidTooLow, Lacks, Move, NoSuch, NotBeside, NotNow, OffMap, Reason
from companion.refusal import Ambiguous, Impossible, Malformed, Refusal, join_words

_MOST_LISTED = 6
_HIGHEST_FACE = 999
_LEAST_BARE = 3
_BETWEEN = re.compile(r";|\bthen\b", re.IGNORECASE)
_COMMA = re.compile(r",\s+(?![-\d])")
"""One between coordinates is none of these."""


class Hand(NamedTuple):
    """What was rolled and drawn by hand: faces, and the words of cards, each in its order."""

    faces: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


COMPASS = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east",
    "s": "south", "sw": "south-west", "w": "west", "nw": "north-west",
}  # fmt: skip
"""Directions as they are typed. None is ever the beginning of another word."""


class NoMove(Impossible):
    """What was typed is no move now; `reason` says why, where one rule does."""

    def __init__(self, message: str, hint: str = "", reason: Reason | None = None) -> None:
        super().__init__(message, hint)
        self.reason = reason


def describe_shared_refusal_reason(reason: Reason) -> str:
    """A reason that several games give, in a clause; "" for any other."""
    match reason:
        case Lacks():
            return f"that takes {reason.needs} {reason.what}, you have {reason.has}"
        case OffMap():
            return f"nothing lies {COMPASS[reason.direction]} of there: the map ends"
        case NotNow():
            return f"that is done {reason.when}"
        case NoSuch():
            return f"there is no «{reason.typed}» {reason.where}"
        case NotBeside():
            return f"{reason.hex} does not lie beside {reason.here}"
        case BidTooLow():
            return f"{reason.least} is the least"
    return ""


class TypedMove(NamedTuple):
    """A move as it was typed, and what was typed behind its `=`, None for nothing."""

    move: Move
    hand: Hand | None = None


def format_move(move: Move, hand: Hand | None = None) -> str:
    """A move as it is typed and saved."""
    if hand is None:
        return " ".join(move)
    return " ".join((*move, f"={','.join((*map(str, hand.faces), *hand.cards))}"))


def read_move(line: str, legal: tuple[Move, ...], steps: tuple[str, ...] = ()) -> TypedMove:
    """The legal move that a line means: each word of it, or a beginning that fits one move only. A
    word of `steps` begins no other word. Raises NoMove for what is not legal now, Ambiguous for
    what could be several moves."""
    words, hand = split_off_faces_and_cards(line)
    typed = tuple(words.casefold().split())
    if typed in legal:
        return TypedMove(typed, hand)
    fitting = [move for move in legal if typed and _begins_each_word(move, typed)]
    if typed and typed[0] in steps:
        fitting = [move for move in fitting if move[0] == typed[0]]
    fitting = fitting or [move for move in legal if _matches_later_parts(move, typed)]
    same_length = [move for move in fitting if len(move) == len(typed)]
    fitting = same_length or fitting
    if len(fitting) == 1:
        return TypedMove(fitting[0], hand)
    if not fitting:
        raise NoMove(f"«{line.strip()}» is no move now.", suggest_moves(legal, typed))
    ways = [format_move(move) for move in fitting[:_MOST_LISTED]]
    raise Ambiguous(f"«{line.strip()}» could be {join_words(ways, 'or')}.")


def read_move_without_first_word(line: str, legal: tuple[Move, ...]) -> TypedMove | None:
    """The legal move that a line means without its first word, as `aldous` for `hero aldous`: each
    word of it, or a beginning of three letters; None if no one move is meant."""
    words, hand = split_off_faces_and_cards(line)
    typed = tuple(words.casefold().split())
    if not typed or not (typed[0].isdecimal() or len(typed[0]) >= _LEAST_BARE):
        return None
    fitting = [
        move for move in legal if len(move) - 1 == len(typed) and _begins_each_word(move[1:], typed)
    ]
    exact = [move for move in fitting if move[1:] == typed]
    found = exact or fitting
    return TypedMove(found[0], hand) if len(found) == 1 else None


def split_line_into_moves(line: str) -> list[str]:
    """The moves of a line, between `;`, the word `then`, or commas before an `=`."""
    parts: list[str] = []
    for each in _BETWEEN.split(line):
        words, sign, hand = each.partition("=")
        *before, last = _COMMA.split(words)
        parts += [*before, last + sign + hand]
    return [part for each in parts if (part := each.strip())]


def split_off_first_step(
    line: str, legal: tuple[Move, ...], steps: tuple[str, ...]
) -> tuple[str, str]:
    """The first step of a path and the rest of it; the whole line and "" if it is none."""
    typed, sign, hand = line.partition("=")
    words = typed.split()
    begins_path = words and any(step.startswith(words[0].casefold()) for step in steps)
    if len(words) < 2 or not (begins_path or set(words[1:]) & set(steps)):
        return line, ""
    for end in range(len(words), 0, -1):
        try:
            read_move(" ".join(words[:end]), legal, steps)
        except Refusal:
            continue
        if end == len(words) or not (begins_path or words[end] in steps):
            break
        again = [] if words[0] in COMPASS or words[end] in steps else words[:1]
        return " ".join(words[:end]), " ".join((*again, *words[end:], sign + hand)).rstrip()
    return line, ""


def _matches_later_parts(move: Move, typed: Move) -> bool:
    """True if a word stands for a later part of a move's own, as `wyrms` for `ace-of-wyrms`; `2,1`
    is no part of `-2,1`."""
    return 1 < len(typed) == len(move) and all(
        own.startswith(word) or (number > 0 and word[:1].isalpha() and word in own.split("-"))
        for number, (own, word) in enumerate(zip(move, typed, strict=True))
    )


def _begins_each_word(move: Move, typed: Move) -> bool:
    """True if each word that was typed begins the move's own."""
    return len(typed) <= len(move) and all(
        own == word or (own not in COMPASS and own.startswith(word))
        for own, word in zip(move, typed, strict=False)
    )


def split_off_faces_and_cards(line: str) -> tuple[str, Hand | None]:
    """A line before its `=`, and what stands behind it: faces and names of cards, between commas.
    Raises Malformed."""
    words, sign, typed = line.partition("=")
    if not sign:
        return words, None
    parts = [part.strip() for part in typed.split(",")]
    faces = tuple(int(part) for part in parts if part.isdecimal())
    if not all(parts) or any(face > _HIGHEST_FACE for face in faces):
        raise Malformed(
            f"«{sign}{typed}» are neither faces of dice nor cards.",
            "Type them between commas: =3,5 or =wolf",
        )
    return words, Hand(faces, tuple(part for part in parts if not part.isdecimal()))


def group_moves_by_number(legal: tuple[Move, ...]) -> list[tuple[Move, ...]]:
    """The moves in their order, those together that differ in one number only and count upward."""
    runs: list[tuple[Move, ...]] = []
    for move in legal:
        if runs and _continues_run(runs[-1], move):
            runs[-1] = (*runs[-1], move)
        else:
            runs.append((move,))
    return [part for run in runs for part in ([run] if len(run) > 2 else [(m,) for m in run])]


def _continues_run(run: tuple[Move, ...], move: Move) -> bool:
    """True if a move is the next of a run: one word is one more."""
    if len(run[-1]) != len(move):
        return False
    differ = [(a, b) for a, b in zip(run[-1], move, strict=True) if a != b]
    if len(differ) != 1 or not all(each.isdecimal() for each in differ[0]):
        return False
    at = next(n for n, word in enumerate(move) if word != run[-1][n])
    same_word = len(run) < 2 or run[0][at] != run[1][at]
    return same_word and int(differ[0][1]) == int(differ[0][0]) + 1


def group_moves_by_first_words(legal: tuple[Move, ...], end: int) -> list[tuple[Move, ...]]:
    """The moves in their order, those together that begin with the same words, of which there are
    `end`; -1 for all but the last."""
    groups: dict[Move, list[Move]] = {}
    for move in legal:
        groups.setdefault(move[:end], []).append(move)
    return [tuple(group) for group in groups.values()]


def suggest_moves(legal: tuple[Move, ...], typed: Move = ()) -> str:
    """A few of the moves that are legal, as a hint: those that begin with the word that was typed,
    else one of each word."""
    first: dict[str, Move] = {}
    for move in legal:
        first.setdefault(move[0], move)
    alike = [move for move in legal if typed and move[0] == typed[0]]
    ways = [format_move(move) for move in alike or first.values()][:_MOST_LISTED]
    return f"Try: {join_words(ways, 'or')}" if ways else "The game is over."
