"""What is too long to work out exactly is refused at once; what is not is there in a moment."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given

from companion.dice.notation_tree import Notation
from companion.dice.odds import compute_odds
from companion.dice.parser import parse
from companion.refusal import Impossible
from tests.dice.notations import notations

A_MOMENT = 1.0


def within_a_moment(work: Callable[[], object]) -> None:
    began = time.process_time()
    work()
    assert time.process_time() - began < A_MOMENT


@pytest.mark.parametrize(
    "text",
    [
        "10000d6",
        "1000d6",
        "100d1000",
        "d1000000",
        "2d1000000",
        "10000d1000000",
        "10000d6kh5000",
        "10000d6kh1",
        "100d100!",
        "1000d6!kh500",
        "d1000000!",
        "d1000000!>=200000",
        "2d1000!>=200kh1",
        "200d6!c>=4kh100",
        "d1000*d1000",
        "d100*d100*d100*d100",
        "max(d500000, d500000)",
        "d500000 > d500000",
        "500d6*500d6",
        "10000d1dl1dh1",
        "10000d1kh5000",
        "500d4!>=2c>=4kh10",
        "50d10!>=5c>=3kl10",
        "10000d1000!kh5000",
        "1000d166000c>=162827kl500",
        "+".join(["50d20"] * 20),
        "+".join(["d100*d100"] * 20),
        "max(" + ", ".join(["99d99"] * 20) + ")",
    ],
)
def test_what_is_too_long_is_refused_at_once_with_its_size(text: str) -> None:
    def refused() -> None:
        with pytest.raises(
            Impossible, match=r"too long to work out exactly: [\d,]+ [a-z ]+ "
        ) as no:
            compute_odds(parse(text))
        assert "1,000,000" in no.value.hint
        assert len(no.value.message) < 200

    within_a_moment(refused)


@pytest.mark.parametrize(
    ("text", "lowest", "highest"),
    [
        ("400d6", 400, 2400),
        ("500d6+1", 501, 3001),
        ("500d6*2", 1000, 6000),
        ("50d100", 50, 5000),
        ("1000d2", 1000, 2000),
        ("d100000", 1, 100_000),
        ("2d10000", 2, 20_000),
        ("4000d6kh1", 1, 6),
        ("1000d6kh3", 3, 18),
        ("50d20kh25", 25, 500),
        ("100d6dl50", 50, 300),
        ("500d10c>=8", 0, 500),
        ("40d6!", 40, 40 * 65),
        ("10d10!c>=8kh5", 0, 55),
        ("4d20!kh3", 3, 3 * 219),
        ("d300*d300", 1, 90_000),
        ("1200d2 > 1800", 0, 1),
        ("+".join(["d6"] * 60), 60, 360),
    ],
)
def test_what_is_not_too_long_is_there_in_a_moment(text: str, lowest: int, highest: int) -> None:
    notation = parse(text)
    within_a_moment(lambda: compute_odds(notation))
    totals = [total for total, _ in compute_odds(notation).weights]
    assert (totals[0], totals[-1]) == (lowest, highest)


@given(notations)
def test_any_notation_has_odds_or_is_refused_in_a_moment(notation: Notation) -> None:
    def worked_out() -> None:
        try:
            found = compute_odds(notation)
        except Impossible:
            return
        assert all(notation.lowest <= total for total, _ in found.weights)

    within_a_moment(worked_out)
