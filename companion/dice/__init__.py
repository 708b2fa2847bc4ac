"""Dice: notation read, rolled with every face kept, and its exact odds.

Scripts import the names below from here. Each is imported when it is first used, so that a program
which only rolls loads no odds. What cannot be done is raised as a `companion.refusal.Refusal`.
Only the standard library is needed. docs/dice.md has the grammar.

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
    from companion.dice.expressions_in_arguments import looks_like_dice
    from companion.dice.face_sources import Faces, HandFaces, LoadedFaces, Streams
    from companion.dice.notation_tree import Notation
    from companion.dice.odds import Odds, compute_odds
    from companion.dice.parser import parse
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

_MODULES = ("face_sources", "notation_tree", "parser", "rolls", "odds", "expressions_in_arguments")


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module in _MODULES if name in __all__ else ():
        found: object = getattr(import_module(f"{__name__}.{module}"), name, None)
        if found is not None:
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
