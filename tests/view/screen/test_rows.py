"""Rows are wrapped between words, to any width, in any script. Gauges agree with their numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.view.screen.styled_rows import (
    ASCII,
    BLOCKS,
    Marks,
    Row,
    count_columns_of_text,
    draw_gauge,
    make_line_row,
    wrap_row,
)
from companion.view.shared_wording import DetailLine, Gauge

BOTH = pytest.mark.parametrize("marks", [BLOCKS, ASCII])
_WORDS = st.lists(
    st.text(st.sampled_from("abcé鬼é[]:.0123456789"), min_size=1, max_size=30), min_size=1
)


def lines(row: Row, width: int) -> list[str]:
    """The row as it stands at this width."""
    return ["".join(text for text, _ in line) for line in wrap_row(row, width)]


@given(_WORDS, st.integers(2, 200), st.integers(0, 14))
def test_every_line_fits_and_every_word_is_there(words: list[str], width: int, hang: int) -> None:
    shown = lines(Row(((" ".join(words), "said"),), hang), width)
    assert all(count_columns_of_text(line) <= width for line in shown)
    assert "".join("".join(shown).split()) == "".join(words)


@given(_WORDS, st.integers(62, 120))
def test_no_word_is_cut_that_fits_on_a_line(words: list[str], width: int) -> None:
    shown = lines(Row(((" ".join(words), "said"),), 2), width)
    assert " ".join(shown).split() == words


@given(st.lists(st.sampled_from(["a", "bb", "[2]", " 5: ", "  "]), min_size=1), st.integers(2, 9))
def test_a_word_of_several_looks_stays_one_word(parts: list[str], width: int) -> None:
    pieces = tuple((part, "counted" if part == "[2]" else "said") for part in parts)
    shown = lines(Row(pieces, 0), width)  # type: ignore[arg-type]  # a union of literals
    assert "".join("".join(shown).split()) == "".join("".join(parts).split())
    assert all(count_columns_of_text(line) <= width for line in shown)


def test_what_goes_on_hangs() -> None:
    row = make_line_row("  Rolled by hand. Something adds.")
    assert lines(row, 20) == ["  Rolled by hand.", "    Something adds."]


def test_a_number_stays_with_the_word_before_it() -> None:
    assert lines(make_line_row("They have SPD 10, and more."), 14) == [
        "They have",
        "  SPD 10, and",
        "  more.",
    ]


def test_of_dice_the_face_that_counts_stands_out() -> None:
    row = make_line_row(DetailLine("  2 (5): the lowest counts."))
    assert ("2", "counted") in row.pieces
    assert not any("5" in text for text, look in row.pieces if look == "counted")
    assert make_line_row("a [2] in a name").pieces == (("a [2] in a name", "said"),)


@pytest.mark.parametrize(
    ("left", "full", "drawn"),
    [(2, 3, "##-"), (0, 2, "--"), (4, 4, "####"), (1, 1, "#"), (0, 0, "-"), (6, 8, "######--")],
)
def test_so_much_of_so_much(left: int, full: int, drawn: str) -> None:
    assert draw_gauge(Gauge(left, full), ASCII) == drawn
    assert draw_gauge(Gauge(left, full), BLOCKS) == drawn.replace("#", "▮").replace("-", "▯")


@BOTH
@given(st.integers(0, 8), st.integers(1, 8))
def test_up_to_eight_a_mark_is_one(marks: Marks, left: int, full: int) -> None:
    drawn = draw_gauge(Gauge(left, full), marks)
    assert drawn.count(marks.full) == left
    assert len(drawn) == max(left, full)


@BOTH
@given(st.integers(0, 1_000_000), st.integers(1, 1_000_000))
def test_a_gauge_is_short_and_only_what_is_gone_looks_gone(
    marks: Marks, left: int, full: int
) -> None:
    drawn = draw_gauge(Gauge(left, full), marks)
    assert len(drawn) <= 8
    assert drawn == marks.full * drawn.count(marks.full) + marks.empty * drawn.count(marks.empty)
    assert (marks.full not in drawn) == (left == 0)
    assert (marks.empty not in drawn) == (left >= full)
