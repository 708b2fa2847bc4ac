"""Random notations as values: whatever the grammar can give, and small enough to roll often."""

from typing import Literal

from hypothesis import strategies as st

from companion.dice.dice_of_one_kind import Comparator, Condition, Dice, Pick, Reroll
from companion.dice.face_sources import LADDER
from companion.dice.notation_tree import (
    MAX_CHARACTERS,
    MAX_TOTAL,
    Comparison,
    EventDice,
    Extreme,
    Labelled,
    Notation,
    Number,
    Part,
    Product,
    Sum,
    TensAndOnes,
)

comparings: st.SearchStrategy[Comparator] = st.sampled_from(["=", "<", ">", "<=", ">="])


def goes_on(sides: int, reroll: Reroll | None, explode: Condition | None) -> float:
    """How likely a face is followed by another without an end, by going through all faces."""
    faces = range(1, sides + 1)
    again = [face for face in faces if reroll and reroll.condition.is_met_by(face)]
    more = [face for face in faces if explode and explode.is_met_by(face)]
    if reroll and reroll.once:
        first = len([face for face in more if face not in again])
        return (first + len(again) * len(more) / sides) / sides
    return len({*again, *more}) / sides


@st.composite
def conditions(draw: st.DrawFn, sides: int) -> Condition:
    """A condition that at least one face meets."""
    comparing = draw(comparings)
    lowest = 2 if comparing == "<" else 1
    highest = sides - 1 if comparing == ">" else sides
    if lowest > highest:
        return Condition("=", 1)
    return Condition(comparing, draw(st.integers(lowest, highest)))


@st.composite
def picks(draw: st.DrawFn, number: int) -> tuple[Pick, ...]:
    """At most one pick that drops the lowest, then one that drops the highest; some dice stay."""
    low = draw(st.integers(0, number - 1))
    high = draw(st.integers(0, number - 1 - low))
    found = []
    if low or draw(st.booleans()):
        drops = low and draw(st.booleans())
        found.append(Pick("dl", low) if drops else Pick("kh", number - low))
    if high or draw(st.booleans()):
        drops = high and draw(st.booleans())
        found.append(Pick("dh", high) if drops else Pick("kl", number - high))
    return tuple(found)


@st.composite
def dice(draw: st.DrawFn) -> Dice:
    sides = draw(st.sampled_from([*LADDER, 2, 3, 5, 7, 30, 100]))
    made = Dice(draw(st.integers(1, 6)), sides)
    if sides in LADDER and draw(st.booleans()):
        made = made._replace(steps=draw(st.integers(-7, 7)))
    die = made.final_sides
    reroll = draw(st.none() | st.builds(Reroll, conditions(die), st.booleans()))
    explode = draw(st.none() | conditions(die))
    if goes_on(die, reroll, explode) > 0.9:
        reroll = explode = None
    least, most = sorted(draw(st.tuples(st.integers(1, die), st.integers(1, die))))
    return made._replace(
        reroll=reroll,
        explode=explode,
        least=draw(st.sampled_from([None, least])),
        most=draw(st.sampled_from([None, most])),
        picks=draw(picks(made.number)),
        count=draw(st.none() | conditions(die)),
    )


leaves: st.SearchStrategy[Part] = st.one_of(
    dice(),
    st.builds(Number, st.integers(0, 20)),
    st.just(TensAndOnes()),
    st.builds(EventDice, st.integers(-4, 4)),
)
labels = st.text("abc é'-1", min_size=1, max_size=30).map(lambda text: " ".join(text.split()))


def put_together(parts: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    signs: st.SearchStrategy[Literal[1, -1]] = st.sampled_from([1, -1])
    sums = st.lists(st.tuples(signs, parts), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        sums.map(Sum).filter(lambda made: len(made.terms) > 1 or made.terms[0][0] == -1),
        st.builds(Product, several),
        st.builds(Extreme, st.sampled_from(("max", "min")), several),
        st.builds(Comparison, parts, comparings, parts),
        st.builds(Labelled, parts, labels.filter(bool)),
    )


parts: st.SearchStrategy[Part] = st.recursive(leaves, put_together, max_leaves=5)


def fits(notation: Notation) -> bool:
    """Whether what may be written is not too long, nor its totals too high."""
    short = len(str(notation)) <= MAX_CHARACTERS
    return short and max(-notation.lowest, notation.highest) <= MAX_TOTAL


notations = st.builds(Notation, parts, st.just(1) | st.integers(1, 20)).filter(fits)
