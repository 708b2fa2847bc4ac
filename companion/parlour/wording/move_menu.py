"""Lists the moves that can be made now, as lines to type: each move, or many alike together."""

from textwrap import wrap

from companion.parlour.game import Move
from companion.parlour.match_in_play import Match
from companion.parlour.typed_moves import (
    NoMove,
    format_move,
    group_moves_by_first_words,
    group_moves_by_number,
)
from companion.refusal import join_words

MOST_MOVES = 12
"""Moves that are listed when it is somebody's turn."""
MOST_SINGLE = 40
"""Moves that `moves` lists one by one."""


def render_move_menu(
    match: Match, legal: tuple[Move, ...], most: int | None, width: int
) -> list[str]:
    """Each move; where they are too many, those that differ in a number together, or those that
    begin alike. None for `most` lists each single move."""
    if most is None and len(legal) > MOST_SINGLE:
        ways = [
            _describe_moves_by_last_word(match, each)
            for each in group_moves_by_first_words(legal, -1)
        ]
    else:
        runs = [(move,) for move in legal] if most is None else group_moves_by_number(legal)
        ways = [_describe_numbered_moves(match, run) for run in runs]
    for words in (2, 1):
        if most is not None and len(ways) > most:
            groups = group_moves_by_first_words(legal, words)
            ways = [_describe_moves_that_begin_alike(match, each, words) for each in groups]
    return [
        part
        for way, text in ways
        for part in wrap(
            f"{way}{f'  ({text})' if text else ''}",
            width,
            initial_indent="  ",
            subsequent_indent="    ",
        )
    ]


def render_moves_beginning_with(match: Match, asked: str, width: int) -> list[str]:
    """Each move that begins with these words. Raises NoMove if none does."""
    typed = tuple(asked.split())
    legal = tuple(
        move
        for move in match.legal_moves
        if all(own.startswith(word) for own, word in zip(move, typed, strict=False))
        and len(move) >= len(typed)
    )
    if not legal:
        raise NoMove(f"No move begins with «{asked}» now.", "Try: moves")
    return render_move_menu(match, legal, None, width)


def describe_move(match: Match, move: Move) -> str:
    """A few words about a legal move."""
    return match.game.describe_move(match.get_visible_state(), move)


def _describe_numbered_moves(match: Match, run: tuple[Move, ...]) -> tuple[str, str]:
    """Moves that differ in a number, as `bid 2 to 9`."""
    first, last = describe_move(match, run[0]), describe_move(match, run[-1])
    if len(run) == 1:
        return format_move(run[0]), first
    words = (a if a == b else f"{a} to {b}" for a, b in zip(run[0], run[-1], strict=True))
    return " ".join(words), first if first == last else f"{first} to {last}"


def _describe_moves_by_last_word(match: Match, group: tuple[Move, ...]) -> tuple[str, str]:
    """Moves that differ in their last word, as `lay 6 1,0 e, ne or w`."""
    told = {describe_move(match, move) for move in group}
    ways = join_words([move[-1] for move in group], "or")
    return " ".join((*group[0][:-1], ways)), told.pop() if len(told) == 1 else ""


def _describe_moves_that_begin_alike(
    match: Match, group: tuple[Move, ...], words: int
) -> tuple[str, str]:
    """Moves that begin alike, as `lay 6 …`."""
    first, last = describe_move(match, group[0]), describe_move(match, group[-1])
    if len(group) == 1:
        return format_move(group[0]), first
    shared = f"{first}; " if first and first == last else ""
    ways = f"{shared}{len(group)} ways, as {format_move(group[0])}"
    return f"{' '.join(group[0][:words])} …", ways
