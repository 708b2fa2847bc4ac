"""Dice: notation read, rolled with every face kept, and its exact odds.

This is the door for scripts; each name is fetched when it is first asked for. What it refuses it
raises as a `companion.refusal.Refusal`. Nothing here needs more than the standard library.
docs/dice.md has the grammar.

>>> from companion.dice import Streams, odds_of, parse, roll, roll_many
>>> notation = parse("4d6kh3 + 1")
>>> faces = Streams("my seed").stream("dice")
>>> rolled = roll(notation, faces)
>>> rolled.total, rolled.faces, rolled.kept
(18, (5, 6, 3, 6), (True, True, False, True))
>>> [rolled.total for rolled in roll_many(notation, faces, 5)]
[9, 15, 11, 17, 12]
>>> odds = odds_of(parse("2d6"))
>>> dict(odds.weights)[7], odds.whole
(6, 36)
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.dice.faces import ByHand, Faces, Loaded, Streams
    from companion.dice.grammar import looks_like_dice, parse
    from companion.dice.many import rolls as roll_many
    from companion.dice.many import told
    from companion.dice.notation import Notation
    from companion.dice.odds import Odds
    from companion.dice.odds import odds as odds_of
    from companion.dice.rolls import Roll, Rolled, roll

__all__ = [
    "ByHand",
    "Faces",
    "Loaded",
    "Notation",
    "Odds",
    "Roll",
    "Rolled",
    "Streams",
    "looks_like_dice",
    "odds_of",
    "parse",
    "roll",
    "roll_many",
    "told",
]

_HOMES = {
    "ByHand": "faces.ByHand",
    "Faces": "faces.Faces",
    "Loaded": "faces.Loaded",
    "Notation": "notation.Notation",
    "Odds": "odds.Odds",
    "Roll": "rolls.Roll",
    "Rolled": "rolls.Rolled",
    "Streams": "faces.Streams",
    "looks_like_dice": "grammar.looks_like_dice",
    "odds_of": "odds.odds",
    "parse": "grammar.parse",
    "roll": "rolls.roll",
    "roll_many": "many.rolls",
    "told": "many.told",
}
"""Where each name lives. None is called as a module is: that would hide it once it is imported."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, there = _HOMES[name].partition(".")
    found: object = getattr(import_module(f"{__name__}.{module}"), there)
    globals()[name] = found
    return found
