"""What runs out, what falls due and what came back, as people read it."""

import pytest

from companion.errant.turns.timers import Timer, TimerUnit
from companion.errant.turns.turns import TurnType
from companion.reports.status import TimersReport
from companion.values_with_ids import make_slug
from companion.view.status import describe_timer, render_timers_report

NAMES = {"wim": "Wim", "ondine": "Ondine"}


def called(errant: str) -> str:
    return NAMES[errant]


def timer(
    name: str,
    kind: str,
    left: int | None,
    unit: TimerUnit,
    *turn_types: TurnType,
    errant: str = "",
    lasting: bool = False,
    by_id: str = "",
) -> Timer:
    return Timer(name, kind, errant, left, unit, turn_types, lasting, by_id or make_slug(name))


TORCH = timer("torch", "light", 1, "burn", "exploration", errant="wim")
AGUE = timer("fen ague", "disease", None, "never", errant="wim")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (TORCH, "Wim's torch, Burn 1"),
        (
            timer("torch at the door", "light", 2, "burn", "exploration"),
            "torch at the door, Burn 2",
        ),
        (
            timer("Lamp", "miracle", 2, "depletion", "travel", "exploration", errant="ondine"),
            "Lamp on Ondine (miracle), Depletion 2",
        ),
        (
            timer("fear", "condition", 1, "result", "travel", "exploration"),
            "fear (condition), ends at the next 3",
        ),
        (
            timer("flood", "complication", 1, "result", "downtime"),
            "flood (complication), ends at the next Expiration",
        ),
        (
            timer("the water rises", "every", 2, "turns", "exploration"),
            "the water rises, in 2 Exploration Turns",
        ),
        (timer("burn", "every", 1, "turns", "travel"), "burn, in 1 Travel Turn"),
        (AGUE, 'fen ague on Wim (disease), until it is cured (effect end "fen ague")'),
        (timer("hex", "curse", None, "never"), "hex (curse), until it is lifted (effect end hex)"),
        (
            timer("The bridge falls.", "trend", None, "never", lasting=True),
            'The bridge falls (trend), lasting until effect end "The bridge falls."',
        ),
    ],
)
def test_a_timer_says_what_whose_and_how_long_yet(line: Timer, text: str) -> None:
    assert describe_timer(line, called) == text


def test_two_effects_that_are_called_the_same_are_told_apart_by_what_is_left() -> None:
    def bless(by_id: str, left: int) -> Timer:
        return timer("Bless", "miracle", left, "depletion", "travel", errant="wim", by_id=by_id)

    assert render_timers_report(
        TimersReport(timers=(bless("bless", 1), bless("bless-2", 2))), called
    ) == ["Next: Bless on Wim (miracle), Depletion 1", "Then: Bless on Wim (miracle), Depletion 2"]


def test_the_first_is_next_and_what_no_turn_ends_lasts() -> None:
    lines = render_timers_report(TimersReport(timers=(TORCH, TORCH, AGUE)), called)
    assert [line.partition(":")[0] for line in lines] == ["Next", "Then", "Lasts"]
    nothing, hint = render_timers_report(TimersReport(timers=()), called)
    assert (nothing, "effect add" in hint) == ("Nothing runs out.", True)
