"""Rows are wrapped between words, to any width, in any script."""

from hypothesis import given
from hypothesis import strategies as st

from companion.view.screen.rows import Row, count_cells, make_line_row, wrap_row
from companion.view.wording import DetailLine

_WORDS = st.lists(
    st.text(st.sampled_from("abcé鬼é[]:.0123456789"), min_size=1, max_size=30), min_size=1
)


def lines(row: Row, width: int) -> list[str]:
    """The row as it stands at this width."""
    return ["".join(text for text, _ in line) for line in wrap_row(row, width)]


@given(_WORDS, st.integers(2, 200), st.integers(0, 14))
def test_every_line_fits_and_every_word_is_there(words: list[str], width: int, hang: int) -> None:
    shown = lines(Row(((" ".join(words), "said"),), hang), width)
    assert all(count_cells(line) <= width for line in shown)
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
    assert all(count_cells(line) <= width for line in shown)


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
