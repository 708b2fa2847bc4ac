"""Bots: what chooses moves in place of a person. A bot sees what its seat may see, its legal moves,
and dice of its own."""

from hashlib import blake2b

from companion.dice.face_sources import Faces
from companion.parlour.game import Bot, Game, Look, Move
from companion.refusal import Unknown, join_words

RANDOM = "random"


class BotDice:
    """The dice of a bot for one move: the same key gives the same faces. Each face is a hash of the
    key and its number, since a generator seeded for every move takes a quarter of a random game."""

    __slots__ = ("_given", "_key")

    entered = False

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._given = 0

    def face(self, sides: int) -> int:
        number = self._given.to_bytes(blake2b.SALT_SIZE, "big")
        self._given += 1
        drawn = blake2b(self._key, digest_size=8, salt=number).digest()
        return (int.from_bytes(drawn, "big") * sides >> 64) + 1


def choose_move_randomly(_look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Any legal move, each as likely as the others."""
    return pick_move_randomly(moves, dice)


def pick_move_randomly(moves: tuple[Move, ...], dice: Faces) -> Move:
    """One of these moves, drawn with dice; all are equally likely."""
    return moves[dice.face(len(moves)) - 1]


def get_bots_by_name(game: Game) -> dict[str, Bot]:
    """The bots that a game has, by the names under which they are typed."""
    return {RANDOM: choose_move_randomly, **game.bots}


def find_bot(game: Game, typed: str) -> Bot:
    """The bot of this name. Raises Unknown."""
    bots = get_bots_by_name(game)
    if typed not in bots:
        known = join_words([f"bot:{name}" for name in bots], "or")
        raise Unknown(f"There is no bot «{typed}».", f"Say {known}.", typed=typed, instead=bots)
    return bots[typed]
