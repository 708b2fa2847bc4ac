"""Dice as people write them, as values: what the grammar reads and rolls and odds go by.

A part is a number, dice of one kind, or parts put together. D3 and D5 need no rule of their own:
a D6 halved and rounded up is 1 to 3, each as likely as the others, so it *is* a die of three
sides (and a D10 halved one of five). Their faces are the halved values, and are what is typed
when they are rolled by hand. `str()` of every part is its canonical form, which reads back as
the same part.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

# All that a notation is made of is found here.
from companion.dice.dice import LADDER as LADDER
from companion.dice.dice import Comparator as Comparator
from companion.dice.dice import Condition as Condition
from companion.dice.dice import Dice as Dice
from companion.dice.dice import Pick as Pick
from companion.dice.dice import PickWay as PickWay
from companion.dice.dice import Reroll as Reroll

MAX_CHARACTERS = 200
MAX_DICE = 10_000
MAX_SIDES = 1_000_000
MAX_NUMBER = 1_000_000_000
MAX_TIMES = 1_000
MAX_EVENT_DICE = 100
MAX_TOTAL = 10**15
"""No total may pass it, a die that explodes counted as if it did so `MAX_EXPLOSIONS` times; more
than that many in a row comes up less than once in 10^45 dice."""
MAX_EXPLOSIONS = 1_000


class Number(NamedTuple):
    """A whole number that counts as it stands."""

    value: int

    @property
    def thrown_sides(self) -> tuple[int, ...]:
        """No die is thrown for a number."""
        return ()

    def __str__(self) -> str:
        return str(self.value)


class TensAndOnes(NamedTuple):
    """`d66`: two D6, the first the tens and the second the ones; 36 totals from 11 to 66."""

    @property
    def thrown_sides(self) -> tuple[int, ...]:
        """Two D6."""
        return (6, 6)

    def __str__(self) -> str:
        return "d66"


class EventDice(NamedTuple):
    """`event +1`: Event Dice, of which the highest counts where `added` is positive, the lowest
    where it is negative (Core Procedures, Event Die)."""

    added: int

    @property
    def thrown_sides(self) -> tuple[int, ...]:
        """So many D6 more than the one that is always rolled."""
        return (6,) * (abs(self.added) + 1)

    def __str__(self) -> str:
        return f"event {self.added:+}" if self.added else "event"


class Sum(NamedTuple):
    """Terms added up, each taken away where its sign is -1."""

    terms: tuple[tuple[Literal[1, -1], "Part"], ...]

    def __str__(self) -> str:
        signed = "".join(
            f"{'-' if sign < 0 else '+'}{_render_grouped(part, Sum, EventDice, Comparison)}"
            for sign, part in self.terms
        )
        return signed.removeprefix("+")


class Product(NamedTuple):
    """Factors multiplied."""

    factors: tuple["Part", ...]

    def __str__(self) -> str:
        grouped = (
            _render_grouped(part, Sum, Product, EventDice, Comparison) for part in self.factors
        )
        return "*".join(grouped)


class Extreme(NamedTuple):
    """The highest (`max`) or the lowest (`min`) of several parts, each rolled by itself."""

    way: Literal["max", "min"]
    parts: tuple["Part", ...]

    def __str__(self) -> str:
        return f"{self.way}({', '.join(map(str, self.parts))})"


class Comparison(NamedTuple):
    """Whether one part compares so with another: 1 where it does, else 0."""

    left: "Part"
    comparator: Comparator
    right: "Part"

    def __str__(self) -> str:
        left, right = (_render_grouped(part, Comparison) for part in (self.left, self.right))
        return f"{left} {self.comparator} {right}"


class Labelled(NamedTuple):
    """A part and what it is called: `2d6 [fire]`."""

    part: "Part"
    label: str

    def __str__(self) -> str:
        part = _render_grouped(self.part, Sum, Product, EventDice, Comparison, Labelled)
        return f"{part} [{self.label}]"


Leaf: TypeAlias = Number | Dice | TensAndOnes | EventDice
Part: TypeAlias = Leaf | Sum | Product | Extreme | Comparison | Labelled


class Notation(NamedTuple):
    """What is to be rolled, in the order written, and how many times (`4d6kh3 x6`)."""

    part: Part
    times: int = 1

    @property
    def dice_count(self) -> int:
        """How many dice one roll throws at least: rerolls and explosions throw more."""
        return sum(
            leaf.number if isinstance(leaf, Dice) else len(leaf.thrown_sides)
            for leaf in list_leaves(self.part)
        )

    @property
    def thrown_sides(self) -> tuple[int, ...] | None:
        """The sides of every die one roll throws, in order; None where the faces say how many
        there are."""
        thrown = [leaf.thrown_sides for leaf in list_leaves(self.part)]
        if None in thrown:
            return None
        return tuple(chain.from_iterable(sides for sides in thrown if sides))

    @property
    def is_comparison(self) -> bool:
        """Whether it compares totals, with a label or without."""
        part = self.part
        while isinstance(part, Labelled):
            part = part.part
        return isinstance(part, Comparison)

    @property
    def lowest(self) -> int:
        """No total is lower; the total of dice without modifiers may be as low."""
        return find_bounds(self.part)[0]

    @property
    def highest(self) -> int:
        """No total is higher, but where a die explodes more than `MAX_EXPLOSIONS` times; the
        total of dice without modifiers may be as high."""
        return find_bounds(self.part)[1]

    def __str__(self) -> str:
        return str(self.part) if self.times == 1 else f"{self.part} x{self.times}"


def list_parts(part: Part) -> tuple[Part, ...]:
    """The parts that `part` is put together from, in the order written."""
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


def list_leaves(part: Part) -> Iterator[Leaf]:
    """The numbers and dice in `part`, in the order rolled."""
    if isinstance(part, Number | Dice | TensAndOnes | EventDice):
        yield part
    for inner in list_parts(part):
        yield from list_leaves(inner)


def find_bounds(part: Part) -> tuple[int, int]:
    """Two totals between which every total of `part` lies."""
    match part:
        case Number(value):
            return value, value
        case Dice():
            chain_of = MAX_EXPLOSIONS + 1 if part.explode else 1
            if part.count:
                return 0, part.kept_number * chain_of
            return part.kept_number * part.clamp_face(1), part.kept_number * part.clamp_face(
                part.final_sides
            ) * chain_of
        case TensAndOnes():
            return 11, 66
        case EventDice():
            return 1, 6
        case Comparison():
            return 0, 1
        case Labelled(labelled):
            return find_bounds(labelled)
        case Extreme(way, parts):
            best = max if way == "max" else min
            lows, highs = zip(*map(find_bounds, parts), strict=True)
            return best(lows), best(highs)
        case Sum(terms):
            both = [sorted(sign * end for end in find_bounds(term)) for sign, term in terms]
            return sum(low for low, _ in both), sum(high for _, high in both)
        case Product(factors):
            low, high = 1, 1
            for factor in factors:
                products = [end * other for end in (low, high) for other in find_bounds(factor)]
                low, high = min(products), max(products)
            return low, high


def _render_grouped(part: Part, *loose: type) -> str:
    """A part as it stands inside another, in parentheses where it would fall apart without."""
    return f"({part})" if isinstance(part, loose) else str(part)
