"""Dice of which it is known how many will be rolled: as many faces must have been typed."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.commands.sitting import Sitting
from companion.dice.faces import ByHand, Faces
from companion.refusal import Impossible


@contextmanager
def dice_for(
    sitting: Sitting, stream: str, by_hand: tuple[int, ...] | None, number: int
) -> Iterator[Faces]:
    """Faces for so many dice, from a person's hand when they typed some. Impossible where they
    typed more or fewer, or any where none is rolled (a DV below 0)."""
    dice = sitting.faces(stream, by_hand)
    if isinstance(dice, ByHand):
        if not number:
            raise Impossible("A DV below 0 succeeds without a roll.", "Leave the face out.")
        dice.expect(number)
    yield dice
    if isinstance(dice, ByHand):
        dice.finish()
