"""Bots: what chooses moves in place of a person. A bot sees what its seat may see, its legal moves,
and dice of its own."""

from companion.dice.faces import Faces
from companion.parlour.game import Bot, Game, Look, Move
from companion.refusal import Unknown, join_words

RANDOM = "random"


def choose_randomly(_look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Any legal move."""
    return pick_move(moves, dice)


def pick_move(moves: tuple[Move, ...], dice: Faces) -> Move:
    """One of these moves, evenly."""
    return moves[dice.face(len(moves)) - 1]


def list_bots(game: Game) -> dict[str, Bot]:
    """The bots of a game by their names."""
    return {RANDOM: choose_randomly, **game.bots}


def find_bot(game: Game, typed: str) -> Bot:
    """The bot of this name. Raises Unknown."""
    bots = list_bots(game)
    if typed not in bots:
        known = join_words([f"bot:{name}" for name in bots], "or")
        raise Unknown(f"There is no bot «{typed}».", f"Say {known}.", typed=typed, instead=bots)
    return bots[typed]
