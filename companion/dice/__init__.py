"""Dice: notation read, rolled with every face kept, and its exact odds.

This is the door for scripts; each name is fetched when it is first asked for. What it refuses it
raises as a `companion.refusal.Refusal`. Nothing here needs more than the standard library.
docs/dice.md has the grammar.

>>> from companion.dice import Streams, compute_odds, parse, roll, roll_many
>>> notation = parse("4d6kh3 + 1")
>>> faces = Streams("my seed").stream("dice")
>>> rolled = roll(notation, faces)
>>> rolled.total, rolled.faces, rolled.kept
(18, (5, 6, 3, 6), (True, True, False, True))
>>> [rolled.total for rolled in roll_many(notation, faces, 5)]
[9, 15, 11, 17, 12]
>>> odds = compute_odds(parse("2d6"))
>>> dict(odds.weights)[7], odds.whole
(6, 36)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.dice.faces import Faces, HandFaces, LoadedFaces, Streams
    from companion.dice.notation import Notation
    from companion.dice.odds import Odds, compute_odds
    from companion.dice.parser import looks_like_dice, parse
    from companion.dice.rolls import Roll, RolledPart, map_rolls, roll, roll_many

__all__ = [
    "Faces",
    "HandFaces",
    "LoadedFaces",
    "Notation",
    "Odds",
    "Roll",
    "RolledPart",
    "Streams",
    "compute_odds",
    "looks_like_dice",
    "map_rolls",
    "parse",
    "roll",
    "roll_many",
]

_HOMES = {
    "HandFaces": "faces",
    "Faces": "faces",
    "LoadedFaces": "faces",
    "Notation": "notation",
    "Odds": "odds",
    "Roll": "rolls",
    "RolledPart": "rolls",
    "Streams": "faces",
    "looks_like_dice": "parser",
    "compute_odds": "odds",
    "parse": "parser",
    "roll": "rolls",
    "roll_many": "rolls",
    "map_rolls": "rolls",
}
"""Where each name lives. None is called as a module is: that would hide it once it is imported."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
