"""The syntax tree of dice notation: what the parser returns, and what rolls and odds are computed
from.

A part is a number, dice of one kind, or parts put together. D3 and D5 need no rule of their own:
a D6 halved and rounded up is 1 to 3 with equal odds, so it *is* a die of three sides (and a D10
halved one of five). Their faces are the halved values, also when they are typed by hand. `str()`
of a part is its canonical form, which parses to the same part.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.dice.dice_of_one_kind import SMALLER_HINT, Comparator, Dice, Pick, require_few_dice
from companion.dice.face_sources import MAX_TIMES
from companion.refusal import Impossible

MAX_CHARACTERS = 200
MAX_TOTAL = 10**15
"""The highest total, if a die that explodes does so `MAX_EXPLOSIONS` times; more in a row come up
less than once in 10^45 dice."""
MAX_EXPLOSIONS = 1_000


class Number(NamedTuple):
    value: int

    @property
    def sides_of_each_die(self) -> tuple[int, ...]:
        return ()

    def __str__(self) -> str:
        return str(self.value)


class TensAndOnes(NamedTuple):
    """`d66`: two D6, the first the tens and the second the ones; 36 totals from 11 to 66."""

    @property
    def sides_of_each_die(self) -> tuple[int, ...]:
        return (6, 6)

    def __str__(self) -> str:
        return "d66"


class EventDice(NamedTuple):
    """`event +1`: Event Dice. The highest counts if `added` is positive, the lowest if it is
    negative (Core Procedures, Event Die)."""

    added: int

    @property
    def dice(self) -> Dice:
        """One D6, and one for each that is added, of which one is kept."""
        return Dice(abs(self.added) + 1, 6, picks=(Pick("kh" if self.added > 0 else "kl", 1),))

    @property
    def sides_of_each_die(self) -> tuple[int, ...] | None:
        return self.dice.sides_of_each_die

    def __str__(self) -> str:
        return f"event {self.added:+}" if self.added else "event"


class Sum(NamedTuple):
    """Terms added up; those with the sign -1 are subtracted."""

    terms: tuple[tuple[Literal[1, -1], "Part"], ...]

    def __str__(self) -> str:
        signed = "".join(
            f"{'-' if sign < 0 else '+'}{_parenthesize_if(part, Sum, EventDice, Comparison)}"
            for sign, part in self.terms
        )
        return signed.removeprefix("+")


class Product(NamedTuple):
    """Factors multiplied."""

    factors: tuple["Part", ...]

    def __str__(self) -> str:
        grouped = (
            _parenthesize_if(part, Sum, Product, EventDice, Comparison) for part in self.factors
        )
        return "*".join(grouped)


class Extreme(NamedTuple):
    """The highest (`max`) or lowest (`min`) of several parts."""

    way: Literal["max", "min"]
    parts: tuple["Part", ...]

    def __str__(self) -> str:
        return f"{self.way}({', '.join(map(str, self.parts))})"


class Comparison(NamedTuple):
    """1 if the comparison of two parts holds, else 0."""

    left: "Part"
    comparator: Comparator
    right: "Part"

    def __str__(self) -> str:
        left, right = (_parenthesize_if(part, Comparison) for part in (self.left, self.right))
        return f"{left} {self.comparator} {right}"


class Labelled(NamedTuple):
    """A part with a label: `2d6 [fire]`."""

    part: "Part"
    label: str

    def __str__(self) -> str:
        part = _parenthesize_if(self.part, Sum, Product, EventDice, Comparison, Labelled)
        return f"{part} [{self.label}]"


Leaf: TypeAlias = Number | Dice | TensAndOnes | EventDice
Part: TypeAlias = Leaf | Sum | Product | Extreme | Comparison | Labelled


class Notation(NamedTuple):
    """What to roll, and how many times (`4d6kh3 x6`)."""

    part: Part
    times: int = 1

    @property
    def dice_count(self) -> int:
        """How many dice one roll throws, without those of rerolls and explosions."""
        return sum(
            leaf.number if isinstance(leaf, Dice) else len(leaf.sides_of_each_die or ())
            for leaf in list_numbers_and_dice(self.part)
        )

    @property
    def sides_of_each_die(self) -> tuple[int, ...] | None:
        """The sides of every die, in order; None if rerolls or explosions may add dice."""
        thrown: list[int] = []
        for leaf in list_numbers_and_dice(self.part):
            if leaf.sides_of_each_die is None:
                return None
            thrown += leaf.sides_of_each_die
        return tuple(thrown)

    @property
    def is_comparison(self) -> bool:
        """True if totals are compared, with a label or without."""
        part = self.part
        while isinstance(part, Labelled):
            part = part.part
        return isinstance(part, Comparison)

    @property
    def lowest(self) -> int:
        return find_total_bounds(self.part)[0]

    @property
    def highest(self) -> int:
        """No total is higher, unless a die explodes more than `MAX_EXPLOSIONS` times."""
        return find_total_bounds(self.part)[1]

    def __str__(self) -> str:
        return str(self.part) if self.times == 1 else f"{self.part} x{self.times}"


def list_inner_parts(part: Part) -> tuple[Part, ...]:
    """The parts directly inside a part of a notation; none in a number or in dice."""
    match part:
        case Sum(terms):
            return tuple(term for _, term in terms)
        case Product(parts) | Extreme(_, parts):
            return parts
        case Comparison(left, _, right):
            return (left, right)
        case Labelled(labelled):
            return (labelled,)
        case _:
            return ()


def list_numbers_and_dice(part: Part) -> Iterator[Leaf]:
    """The numbers and dice in `part`, in the order they are rolled."""
    if isinstance(part, Number | Dice | TensAndOnes | EventDice):
        yield part
    for inner in list_inner_parts(part):
        yield from list_numbers_and_dice(inner)


def find_total_bounds(part: Part) -> tuple[int, int]:
    """A lower and an upper bound of the totals of `part`."""
    match part:
        case Number(value):
            return value, value
        case Dice():
            dice = part.kept_number * (MAX_EXPLOSIONS + 1 if part.explode else 1)
            if part.count:
                return 0, dice
            lowest, highest = part.clamp_face(1), part.clamp_face(part.final_sides)
            return part.kept_number * lowest, dice * highest
        case TensAndOnes():
            return 11, 66
        case EventDice():
            return 1, 6
        case Comparison():
            return 0, 1
        case Labelled(labelled):
            return find_total_bounds(labelled)
        case Extreme(way, parts):
            best = max if way == "max" else min
            lows, highs = zip(*map(find_total_bounds, parts), strict=True)
            return best(lows), best(highs)
        case Sum(terms):
            both = [sorted(sign * end for end in find_total_bounds(term)) for sign, term in terms]
            return sum(low for low, _ in both), sum(high for _, high in both)
        case Product(factors):
            low, high = 1, 1
            for factor in factors:
                products = [
                    end * other for end in (low, high) for other in find_total_bounds(factor)
                ]
                low, high = min(products), max(products)
            return low, high


def _parenthesize_if(part: Part, *loose: type) -> str:
    """A part inside another, in parentheses if it is of one of the `loose` kinds."""
    return f"({part})" if isinstance(part, loose) else str(part)


def require_rollable_notation(notation: Notation, written: str) -> None:
    """Raises Impossible for too many dice or rolls, or for totals that may be too high."""
    if not 1 <= notation.times <= MAX_TIMES:
        raise Impossible(
            f"«{written}» rolls {notation.times:,} times.", f"Roll it 1 to {MAX_TIMES:,} times."
        )
    require_few_dice(notation.dice_count * notation.times, written)
    if max(-notation.lowest, notation.highest) > MAX_TOTAL:
        raise Impossible(f"«{written}» may pass {MAX_TOTAL:,}.", SMALLER_HINT)
