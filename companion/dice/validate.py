"""Refuses dice that can be parsed but not rolled, such as dice that would never end."""

from companion.dice.cursor import SMALLER_HINT
from companion.dice.dice import LADDER, Dice
from companion.dice.notation import (
    MAX_DICE,
    MAX_EVENT_DICE,
    MAX_SIDES,
    MAX_TIMES,
    MAX_TOTAL,
    EventDice,
    Notation,
)
from companion.refusal import Impossible, join_words

_MAX_IN_TEN = 9
"""So many of ten faces may be rolled again or add a die: ten faces a die on average."""


def validate_ladder(dice: Dice) -> None:
    """Raise Impossible for dice that are not on the ladder."""
    if dice.sides not in LADDER:
        rungs = join_words((f"d{sides}" for sides in LADDER), "and")
        raise Impossible(f"A d{dice.sides} cannot step up or down.", f"These can: {rungs}.")


def validate_dice(dice: Dice, written: str) -> None:
    """Raise Impossible for dice that cannot be rolled; `written` is quoted."""
    if dice.number < 1 or dice.sides < 1:
        what = "dice" if dice.number < 1 else "sides"
        raise Impossible(f"«{written}» has no {what}.", "Roll at least one die with one side.")
    if dice.number > MAX_DICE:
        raise _make_too_many_refusal(written, dice.number)
    if dice.sides > MAX_SIDES:
        raise Impossible(
            f"A die has at most {MAX_SIDES:,} sides, not {dice.sides:,}.", SMALLER_HINT
        )
    for condition in (dice.reroll and dice.reroll.condition, dice.explode, dice.count):
        if condition and not condition.list_faces(dice.final_sides):
            raise _make_no_face_refusal(dice, str(condition))
    for bound in (dice.least, dice.most):
        if bound is not None and not 1 <= bound <= dice.final_sides:
            raise _make_no_face_refusal(dice, str(bound))
    if dice.least is not None and dice.most is not None and dice.least > dice.most:
        raise Impossible(
            f"«{written}» makes faces at least {dice.least} and at most {dice.most}.",
            "Let the least be below the most.",
        )
    _validate_picks(dice, written)
    _validate_end(dice, written)


def validate_event_dice(event: EventDice) -> None:
    """Raise Impossible for too many Event Dice."""
    if abs(event.added) > MAX_EVENT_DICE:
        raise Impossible(
            f"{abs(event.added):,} extra Event Dice are more than a table can roll.",
            f"At most {MAX_EVENT_DICE} either way.",
        )


def validate_notation(notation: Notation, written: str) -> None:
    """Raise Impossible for too many dice or rolls, or for totals that may be too high."""
    if not 1 <= notation.times <= MAX_TIMES:
        raise Impossible(
            f"«{written}» rolls {notation.times:,} times.", f"Roll it 1 to {MAX_TIMES:,} times."
        )
    if (number := notation.dice_count * notation.times) > MAX_DICE:
        raise _make_too_many_refusal(written, number)
    if max(-notation.lowest, notation.highest) > MAX_TOTAL:
        raise Impossible(f"«{written}» may pass {MAX_TOTAL:,}.", SMALLER_HINT)


def _make_too_many_refusal(written: str, number: int) -> Impossible:
    return Impossible(
        f"«{written}» is {number:,} dice, and at most {MAX_DICE:,} are rolled.",
        "Roll fewer at a time.",
    )


def _make_no_face_refusal(dice: Dice, wanted: str) -> Impossible:
    return Impossible(
        f"A d{dice.final_sides} has no face {wanted}.", f"Its faces are 1 to {dice.final_sides}."
    )


def _validate_picks(dice: Dice, written: str) -> None:
    for way, number in dice.picks:
        if not (1 <= number <= dice.number and dice.kept_number > 0):
            does = "keeps" if way[0] == "k" else "drops"
            raise Impossible(
                f"«{written}» {does} {number:,} dice of {dice.number:,}.",
                "Keep at least one, and drop at least one but not all.",
            )


def _validate_end(dice: Dice, written: str) -> None:
    """Raise Impossible if more than nine faces in ten lead to another face."""
    again, of = _count_going_on(dice)
    if again * 10 > of * _MAX_IN_TEN:
        does = "explodes" if dice.explode else "is rolled again"
        raise Impossible(
            f"«{written}» {does} on {again:,} of {of:,} faces.",
            f"At most {_MAX_IN_TEN} of 10 faces may go on, or it would hardly ever end.",
        )


def _count_going_on(dice: Dice) -> tuple[int, int]:
    """How many faces, of how many, lead to another one again and again."""
    sides = dice.final_sides
    explode = dice.explode.list_faces(sides) if dice.explode else range(0)
    if dice.reroll is None:
        return len(explode), sides
    reroll = dice.reroll.condition.list_faces(sides)
    both = _count_overlap(reroll, explode)
    if not dice.reroll.once:
        return len(reroll) + len(explode) - both, sides
    return (len(explode) - both) * sides + len(reroll) * len(explode), sides * sides


def _count_overlap(one: range, other: range) -> int:
    return len(range(max(one.start, other.start), min(one.stop, other.stop)))
