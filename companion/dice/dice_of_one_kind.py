"""Dice of one kind with their modifiers, as values; dice that cannot be rolled are refused."""

from collections.abc import Callable
from operator import eq, ge, gt, le, lt
from typing import Literal, NamedTuple, TypeAlias

from companion.dice.face_sources import LADDER, move_die_along_ladder
from companion.refusal import Impossible, join_words

_MAX_IN_TEN = 9
"""So many of ten faces may be rolled again or add a die: ten faces a die on average."""

MAX_DICE = 10_000
MAX_SIDES = 1_000_000


SMALLER_HINT = "Write smaller numbers."

PickWay: TypeAlias = Literal["kh", "kl", "dh", "dl"]
Comparator: TypeAlias = Literal["=", "<", ">", "<=", ">="]


_COMPARE: dict[Comparator, Callable[[int, int], bool]] = {
    "=": eq,
    "<": lt,
    ">": gt,
    "<=": le,
    ">=": ge,
}


class Condition(NamedTuple):
    """A test of a face or a total: `5` is exactly 5, `>=5` is 5 and more."""

    comparator: Comparator
    number: int

    def is_met_by(self, value: int) -> bool:
        return _COMPARE[self.comparator](value, self.number)

    def list_faces(self, sides: int) -> range:
        """The faces that pass, of a die with so many sides."""
        low = high = self.number
        if self.comparator in ("<", "<="):
            low, high = 1, self.number - (self.comparator == "<")
        elif self.comparator in (">", ">="):
            low, high = self.number + (self.comparator == ">"), sides
        return range(max(low, 1), min(high, sides) + 1)

    def __str__(self) -> str:
        return f"{'' if self.comparator == '=' else self.comparator}{self.number}"


class Reroll(NamedTuple):
    """Faces that are rolled again: until none of them shows (`r1`), or only once (`ro1`)."""

    condition: Condition
    once: bool

    def __str__(self) -> str:
        return f"{'ro' if self.once else 'r'}{self.condition}"


class Pick(NamedTuple):
    """Which of several dice count: keep or drop (`k`, `d`) so many of the highest or lowest."""

    way: PickWay
    number: int

    def __str__(self) -> str:
        return f"{self.way}{self.number}"


class Dice(NamedTuple):
    """`number` dice of one kind. Modifiers apply in the order of the fields, however they are
    written.

    Each die moves `steps` up the ladder (down if negative). Faces in `reroll` are rolled again.
    Each face in `explode` adds another die. Faces count as at least `least` and at most `most`.
    `picks` keep or drop dice, each with the dice it added. The rest is added up; with a `count`,
    the faces that pass it are counted.
    """

    number: int
    sides: int
    steps: int = 0
    reroll: Reroll | None = None
    explode: Condition | None = None
    least: int | None = None
    most: int | None = None
    picks: tuple[Pick, ...] = ()
    count: Condition | None = None  # type: ignore[assignment]  # over tuple.count, of no use here

    @property
    def final_sides(self) -> int:
        """The sides after all steps; a die stays at the ends of the ladder."""
        if not self.steps:
            return self.sides
        return move_die_along_ladder(self.sides, self.steps)

    @property
    def sides_of_each_die(self) -> tuple[int, ...] | None:
        """The sides of every die, in order; None if rerolls or explosions may add dice."""
        if self.reroll is not None or self.explode is not None:
            return None
        return (self.final_sides,) * self.number

    @property
    def drop_counts(self) -> tuple[int, int]:
        """How many of the lowest and of the highest dice are dropped."""
        low = high = 0
        for way, number in self.picks:
            dropped = number if way[0] == "d" else self.number - number
            if way in ("kh", "dl"):
                low += dropped
            else:
                high += dropped
        return low, high

    @property
    def kept_number(self) -> int:
        """How many dice are kept, without those that explosions add."""
        return self.number - sum(self.drop_counts)

    def clamp_face(self, face: int) -> int:
        if self.least is not None:
            face = max(face, self.least)
        return face if self.most is None else min(face, self.most)

    def __str__(self) -> str:
        explode = ""
        if self.explode is not None:
            highest = self.explode == Condition("=", self.final_sides)
            explode = "!" if highest else f"!{self.explode}"
        steps = f" {'enhance' if self.steps > 0 else 'impair'} {abs(self.steps)} "
        written = [
            f"{'' if self.number == 1 else self.number}d{self.sides}",
            steps if self.steps else "",
            str(self.reroll or ""),
            explode,
            "" if self.least is None else f"min{self.least}",
            "" if self.most is None else f"max{self.most}",
            *map(str, self.picks),
            "" if self.count is None else f"c{self.count}",
        ]
        return "".join(written).strip()


def require_dice_on_ladder(dice: Dice) -> None:
    """Raises Impossible for dice that are not on the ladder."""
    if dice.sides not in LADDER:
        rungs = join_words((f"d{sides}" for sides in LADDER), "and")
        raise Impossible(f"A d{dice.sides} cannot step up or down.", f"These can: {rungs}.")


def require_rollable(dice: Dice, written: str) -> None:
    """Raises Impossible for dice that cannot be rolled; `written` is quoted."""
    if dice.number < 1 or dice.sides < 1:
        what = "dice" if dice.number < 1 else "sides"
        raise Impossible(f"«{written}» has no {what}.", "Roll at least one die with one side.")
    require_few_dice(dice.number, written)
    if dice.sides > MAX_SIDES:
        raise Impossible(
            f"A die has at most {MAX_SIDES:,} sides, not {dice.sides:,}.", SMALLER_HINT
        )
    for condition in (dice.reroll and dice.reroll.condition, dice.explode, dice.count):
        if condition and not condition.list_faces(dice.final_sides):
            raise _make_no_passing_face_refusal(dice, str(condition))
    for bound in (dice.least, dice.most):
        if bound is not None and not 1 <= bound <= dice.final_sides:
            raise _make_no_passing_face_refusal(dice, str(bound))
    if dice.least and dice.most and dice.least > dice.most:
        raise Impossible(
            f"«{written}» makes faces at least {dice.least} and at most {dice.most}.",
            "Let the least be below the most.",
        )
    for way, number in dice.picks:
        if not (1 <= number <= dice.number and dice.kept_number > 0):
            does = "keeps" if way[0] == "k" else "drops"
            raise Impossible(
                f"«{written}» {does} {number:,} dice of {dice.number:,}.",
                "Keep at least one, and drop at least one but not all.",
            )
    again, of = _count_repeating_faces(dice)
    if again * 10 > of * _MAX_IN_TEN:
        does = "explodes" if dice.explode else "is rolled again"
        raise Impossible(
            f"«{written}» {does} on {again:,} of {of:,} faces.",
            f"At most {_MAX_IN_TEN} of 10 faces may go on, or it would hardly ever end.",
        )


def require_few_dice(number: int, written: str) -> None:
    """Raises Impossible for more than `MAX_DICE`."""
    if number > MAX_DICE:
        raise Impossible(
            f"«{written}» is {number:,} dice, and at most {MAX_DICE:,} are rolled.",
            "Roll fewer at a time.",
        )


def _make_no_passing_face_refusal(dice: Dice, wanted: str) -> Impossible:
    return Impossible(
        f"A d{dice.final_sides} has no face {wanted}.", f"Its faces are 1 to {dice.final_sides}."
    )


def _count_repeating_faces(dice: Dice) -> tuple[int, int]:
    """How many faces, of how many, lead to another one again and again."""
    sides = dice.final_sides
    explode = dice.explode.list_faces(sides) if dice.explode else range(0)
    if dice.reroll is None:
        return len(explode), sides
    reroll = dice.reroll.condition.list_faces(sides)
    both = len(range(max(reroll.start, explode.start), min(reroll.stop, explode.stop)))
    if not dice.reroll.once:
        return len(reroll) + len(explode) - both, sides
    return (len(explode) - both) * sides + len(reroll) * len(explode), sides * sides
