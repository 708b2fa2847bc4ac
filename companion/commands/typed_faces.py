"""Dice of which it is known how many will be rolled: as many faces must have been typed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.commands.sitting import Sitting
from companion.dice.faces import ByHand, Faces
from companion.errant.checks import SIDES


@contextmanager
def dice_for(
    sitting: Sitting, stream: str, by_hand: tuple[int, ...] | None, number: int
) -> Iterator[Faces]:
    """Faces for so many dice, from a person's hand when they typed some. Impossible where they
    typed more or fewer."""
    dice = sitting.faces(stream, by_hand)
    if isinstance(dice, ByHand):
        dice.expect(number)
    yield dice
    if isinstance(dice, ByHand):
        dice.finish()


@contextmanager
def dice_of_checks(
    sitting: Sitting, stream: str, by_hand: tuple[int, ...] | None, dvs: Sequence[int]
) -> Iterator[Faces]:
    """A D20 for each Check whose DV is not below 0. A hand rolls one for each Check, and what none
    needs is let lie: how many count is nothing that a refusal should give away."""
    needed = [dv >= 0 for dv in dvs]
    if by_hand is not None:
        with dice_for(sitting, stream, by_hand, len(dvs)) as dice:
            rolled = [dice.face(SIDES) for _ in dvs]
        by_hand = tuple(face for face, need in zip(rolled, needed, strict=True) if need)
    with dice_for(sitting, stream, by_hand, sum(needed)) as dice:
        yield dice
