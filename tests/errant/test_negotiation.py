"""Negotiations (Core Procedures, Negotiations; readings), beside a second way to play them."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces
from companion.errant.checks_and_saves import Circumstance, Impact, Position, compute_dv, roll_check
from companion.errant.negotiation import (
    Category,
    CheckedCategory,
    ExchangeResult,
    Giving,
    Negotiation,
    NegotiationRules,
    Outcome,
    SmallTalk,
    SoftFailure,
    apply_exchange,
    begin_negotiation,
    find_exchange_outcome,
)
from companion.errant.reaction import BandName, find_band_of_disposition
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.world import Npc
from tests.rounds import rounds

NOW = Moment.parse("day 3 20:00")
SHAKY = NegotiationRules()
RISKY = NegotiationRules(soft_failure="risky")

Cell = tuple[int, ExchangeResult]
FAILURES: list[tuple[CheckedCategory, Position, Cell, Cell]] = [
    ("giving", "dire", (0, "unimpressed"), (0, "unimpressed")),
    ("giving", "risky", (0, "unimpressed"), (0, "unimpressed")),
    ("giving", "shaky", (0, "unimpressed"), (0, "unimpressed")),
    ("taking", "dire", (-3, "upset"), (-3, "upset")),
    ("taking", "risky", (-1, "refuses"), (0, "compromise")),
    ("taking", "shaky", (0, "compromise"), (0, "compromise")),
    ("convincing", "dire", (-3, "offended"), (-3, "offended")),
    ("convincing", "risky", (-1, "insulted"), (0, "unconvinced")),
    ("convincing", "shaky", (0, "unconvinced"), (0, "unconvinced")),
]
"""What a failure comes to with `soft_failure` shaky, and with it risky."""
SUCCESSES: list[tuple[CheckedCategory, Impact, Cell]] = [
    ("giving", "weak", (0, "unimpressed")),
    ("giving", "fair", (1, "pleased")),
    ("giving", "strong", (3, "touched")),
    ("taking", "weak", (0, "compromise")),
    ("taking", "fair", (0, "agrees")),
    ("taking", "strong", (0, "offers_more")),
    ("convincing", "weak", (0, "unconvinced")),
    ("convincing", "fair", (0, "wants_proof")),
    ("convincing", "strong", (0, "accepts")),
]


@pytest.mark.parametrize("impact", ["weak", "fair", "strong"])
@pytest.mark.parametrize(("category", "position", "shaky", "risky"), FAILURES)
def test_a_failure_goes_by_its_position_alone(
    category: CheckedCategory, position: Position, shaky: Cell, risky: Cell, impact: Impact
) -> None:
    for rules, cell in ((SHAKY, shaky), (RISKY, risky)):
        found = find_exchange_outcome(
            category, success=False, position=position, impact=impact, rules=rules
        )
        assert found == cell, rules.soft_failure


@pytest.mark.parametrize("position", ["dire", "risky", "shaky"])
@pytest.mark.parametrize(("category", "impact", "cell"), SUCCESSES)
def test_a_success_goes_by_its_impact_alone(
    category: CheckedCategory, impact: Impact, cell: Cell, position: Position
) -> None:
    for rules in (SHAKY, RISKY):
        found = find_exchange_outcome(
            category, success=True, position=position, impact=impact, rules=rules
        )
        assert found == cell, rules.soft_failure


def test_a_guide_may_write_another_outcome_into_a_cell() -> None:
    rules = NegotiationRules(giving=Giving(strong=Outcome(2, "pleased")))
    assert find_exchange_outcome(
        "giving", success=True, position="risky", impact="strong", rules=rules
    ) == Outcome(2, "pleased")
    assert find_exchange_outcome(
        "giving", success=True, position="risky", impact="fair", rules=rules
    ) == Outcome(1, "pleased")


CHATTER: tuple[Category, int] = ("banal", 0)
DEMAND: tuple[Category, int] = ("taking", 0)


def talked(disposition: int, *steps: tuple[Category, int]) -> list[tuple[int, Negotiation]]:
    """The disposition and the Negotiation after each of these exchanges."""
    negotiation, found = begin_negotiation(disposition), []
    for category, change in steps:
        done = apply_exchange(negotiation, disposition, category, change, NOW)
        disposition, negotiation = done.disposition_after, done.negotiation
        found.append((disposition, negotiation))
    return found


def test_past_a_patience_of_7_exchanges_cost_2_until_it_ends() -> None:
    steps = talked(7, *(CHATTER,) * 10)
    assert [disposition for disposition, _ in steps] == [7] * 7 + [5, 3, 2]
    assert [negotiation.exchanges_left for _, negotiation in steps] == [
        6,
        5,
        4,
        3,
        2,
        1,
        0,
        0,
        0,
        0,
    ]
    assert [negotiation.ended for _, negotiation in steps] == [""] * 9 + ["patience"]
    assert steps[-1][1].ended_at == NOW


def test_a_disposition_of_2_tolerates_two_exchanges() -> None:
    steps = talked(2, *(DEMAND,) * 3)
    assert [(disposition, bool(it.ended)) for disposition, it in steps] == [
        (2, False),
        (2, False),
        (2, True),
    ]


def test_within_patience_a_disposition_that_falls_to_2_ends_nothing() -> None:
    steps = talked(5, ("taking", -3), ("giving", 1))
    assert [(disposition, it.exchanges_left, it.ended) for disposition, it in steps] == [
        (2, 4, ""),
        (3, 3, ""),
    ]


def test_past_patience_an_exchange_is_resolved_first_and_costs_2_then() -> None:
    worn = begin_negotiation(4).wear_patience(4)
    done = apply_exchange(worn, 4, "giving", 3, NOW)
    assert (
        done.disposition_before,
        done.disposition_resolved,
        done.disposition_after,
        done.cost,
    ) == (4, 7, 5, 2)
    assert not done.negotiation.ended
    done = apply_exchange(worn, 12, "giving", 3, NOW)
    assert (done.disposition_resolved, done.disposition_after) == (12, 10), (
        "what is more than 12 is lost first"
    )
    done = apply_exchange(worn, 3, "banal", 0, NOW)
    assert (done.disposition_after, done.cost, done.negotiation.ended) == (2, 1, "patience")
    done = apply_exchange(worn, 4, "taking", -3, NOW)
    assert (done.disposition_resolved, done.disposition_after, done.cost) == (2, 2, 0)
    assert done.negotiation.ended == "patience"


def test_changes_of_disposition_leave_patience_alone() -> None:
    steps = talked(6, ("giving", 3), ("giving", 3), ("taking", -3))
    assert {negotiation.patience for _, negotiation in steps} == {6}


@pytest.mark.parametrize(
    ("categories", "banal"),
    [
        ([], "not_yet"),
        (["giving"], "not_yet"),
        (["bribe", "taking"], "not_yet"),
        (["banal"], "first"),
        (["banal", "taking", "banal"], "first"),
        (["taking", "banal"], "later"),
        (["bribe", "banal", "banal"], "later"),
    ],
)
def test_it_is_remembered_whether_banalities_came_first(
    categories: list[Category], banal: SmallTalk
) -> None:
    negotiation = begin_negotiation(7)
    for category in categories:
        negotiation = apply_exchange(negotiation, 7, category, 0, NOW).negotiation
    assert negotiation.banal == banal


def test_patience_is_worn_down_to_nothing_and_no_further() -> None:
    assert begin_negotiation(3).wear_patience().patience == 2
    assert begin_negotiation(3).wear_patience(5).patience == 0


def test_the_guide_may_end_it_and_say_why() -> None:
    over = begin_negotiation(9).close("she has heard enough", NOW)
    assert (over.ended, over.ended_at, over.patience) == ("she has heard enough", NOW, 9)


PRINCESS = Npc(
    id="princess",
    name="Princess Oriel",
    disposition=7,
    giving_dv=4,
    giving_position="dire",
    giving_impact="strong",
)


@pytest.mark.parametrize(
    ("disposition", "band", "dv"),
    [
        (2, "hostile", 12),
        (5, "unfriendly", 8),
        (7, "unsure", 4),
        (9, "amicable", 2),
        (12, "friendly", 0),
    ],
)
def test_compliments_to_the_vain_princess_begin_at_dv_4(
    disposition: int, band: BandName, dv: int
) -> None:
    stakes, lies = PRINCESS.get_stakes("giving"), find_band_of_disposition(disposition)
    assert (stakes.dv, stakes.position, stakes.impact) == (4, "dire", "strong")
    assert lies.name == band
    assert compute_dv(stakes.dv, [Circumstance(lies.name, lies.dv)]) == dv


@pytest.mark.parametrize(
    ("face", "outcome", "after"),
    [
        (4, (0, "unimpressed"), 7),
        (5, (3, "touched"), 10),
        (11, (3, "touched"), 10),
        (12, (0, "unimpressed"), 7),
    ],
)
def test_the_vain_princess_is_touched_or_unimpressed(face: int, outcome: Cell, after: int) -> None:
    dv, position, impact = PRINCESS.get_stakes("giving")
    rolled = roll_check(11, dv, LoadedFaces([face]))
    came = find_exchange_outcome("giving", success=rolled.success, position=position, impact=impact)
    assert came == outcome
    assert (
        apply_exchange(begin_negotiation(7), 7, "giving", came.change, NOW).disposition_after
        == after
    )


def test_she_takes_all_else_like_anybody() -> None:
    for category in ("taking", "convincing"):
        assert PRINCESS.get_stakes(category) == (0, "risky", "fair")


class Step(NamedTuple):
    """Something said, and (`worn`) how much patience was worn down, or given, before it."""

    category: Category
    success: bool
    position: Position
    impact: Impact
    bribe: int
    worn: int


STEPS = st.builds(
    Step,
    st.sampled_from(("banal", "giving", "taking", "convincing", "bribe")),
    st.booleans(),
    st.sampled_from(("shaky", "risky", "dire")),
    st.sampled_from(("weak", "fair", "strong")),
    st.integers(-12, 12),
    st.sampled_from((0, 0, 0, 1, 3, -2)),
)


class Strip:
    """A counter on eleven squares, hostile to friendly, and a heap of tokens for patience: one
    goes with each exchange, and without one the counter goes back two squares."""

    SQUARES: tuple[BandName, ...] = (
        "hostile",
        *("unfriendly",) * 3,
        *("unsure",) * 3,
        *("amicable",) * 3,
        "friendly",
    )

    def __init__(self, disposition: int, soft: SoftFailure) -> None:
        self.square = disposition - 2
        self.tokens = ["token"] * disposition
        self.soft = {"shaky", soft}
        self.over = False

    def move(self, squares: int) -> None:
        for _ in range(abs(squares)):
            if squares > 0 and self.square < 10:
                self.square += 1
            if squares < 0 and self.square > 0:
                self.square -= 1

    def say(self, step: Step) -> None:
        self.tokens = self.tokens[max(0, step.worn) :] + ["token"] * -step.worn
        self.move(self.worth(step))
        if self.tokens:
            self.tokens.pop()
            return
        self.move(-2)
        self.over = self.square == 0

    def worth(self, step: Step) -> int:
        if step.category == "banal":
            return 0
        if step.category == "bribe":
            return step.bribe
        if step.category == "giving":
            return (step.success and step.impact != "weak") * (1 + 2 * (step.impact == "strong"))
        if step.success or step.position in self.soft:
            return 0
        return -3 if step.position == "dire" else -1


@rounds(400)
@given(st.integers(2, 12), st.lists(STEPS, max_size=30), st.sampled_from((SHAKY, RISKY)))
def test_any_negotiation_goes_as_it_does_on_a_strip_of_squares(
    disposition: int, steps: list[Step], rules: NegotiationRules
) -> None:
    strip, negotiation = Strip(disposition, rules.soft_failure), begin_negotiation(disposition)
    for said, step in enumerate(steps, 1):
        change = step.bribe if step.category == "bribe" else 0
        if step.category in ("giving", "taking", "convincing"):
            change = find_exchange_outcome(
                step.category,
                success=step.success,
                position=step.position,
                impact=step.impact,
                rules=rules,
            ).change
        strip.say(step)
        done = apply_exchange(
            negotiation.wear_patience(step.worn), disposition, step.category, change, NOW
        )
        disposition, negotiation = done.disposition_after, done.negotiation
        assert disposition - 2 == strip.square
        assert find_band_of_disposition(disposition).name == Strip.SQUARES[strip.square]
        assert negotiation.exchanges_left == len(strip.tokens)
        assert bool(negotiation.ended) == strip.over
        assert negotiation.exchanges == said
        assert 0 <= done.cost <= 2
        if strip.over:
            break
