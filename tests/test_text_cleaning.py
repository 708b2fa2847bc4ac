"""Text made fit to show: whatever it holds, it fits."""

import json
import sys
from itertools import product
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.text_cleaning import clean_text, clip_text, escape_json
from tests import plain_text
from tests.quick import is_quick
from tests.storms.hostile.texts import ESCAPES, HIDDEN, OPENERS, obeyed

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Controls, formats, halves of letters, and what ends lines and paragraphs."""
PIECES = st.sampled_from((*ESCAPES, *HIDDEN, "\x1b", "[", "]", "\x9b", "31m", "\x07", "\\"))


def test_no_letter_that_there_is_hides_or_is_obeyed_once_it_is_cleaned() -> None:
    odd = (each for each in map(chr, range(sys.maxunicode + 1)) if category(each) in UNSEEN)
    assert not [ascii(each) for each in odd if obeyed(clean_text(each))]


@given(st.lists(PIECES | st.text(max_size=4)).map("".join))
def test_what_is_cleaned_is_not_obeyed_and_cleaning_it_again_changes_nothing(text: str) -> None:
    once = clean_text(text)
    assert not obeyed(once)
    assert clean_text(once) == once


# Letters of which nearly every two mean something together: openers, ends, parameters, marks.
SIGNS = st.text("\x1b\x9b\x90\x98\x9d\x9e\x9f\x9c\x07\\[]PX^_0;m !\t\n\u0301é\u200b", max_size=40)


@given(SIGNS | st.lists(PIECES | st.text(max_size=4)).map("".join))
def test_it_cleans_as_reading_letter_by_letter_does(text: str) -> None:
    assert clean_text(text) == plain_text.clean(text)


def test_it_cleans_every_short_row_of_signs_as_reading_letter_by_letter_does() -> None:
    for row in product("\x1b\x9d\x90\x9b\x9c\x07\\]P1", repeat=4):
        text = "".join(row)
        assert clean_text(text) == plain_text.clean(text), ascii(text)


ENDS = ("", "\x1b\\", "\x9c", "\x07", "\x1b", "x" * 1_000)
BETWEEN = ("", "1" * 20, " " * 20, "\x07", "\t")


@pytest.mark.parametrize("opener", [*OPENERS, "\x90\x9d", "\x9d\x1b", "\u0301", "a" + "\u0301" * 6])
def test_the_time_to_clean_a_text_grows_with_its_length_alone(opener: str) -> None:
    assert is_quick(clean_text, opener * 40_000)
    assert is_quick(clean_text, opener * 100_000)
    assert is_quick(clean_text, opener + "1" * 100_000)
    for between, end in product(BETWEEN, ENDS):
        assert is_quick(clean_text, (opener + between) * 2_500 + end), ascii((between, end))


@pytest.mark.parametrize("opener", ["\x1b]", "\x90", "\u0301", "a" + "\u0301" * 7])
def test_the_time_to_escape_json_grows_with_its_length_alone(opener: str) -> None:
    assert is_quick(escape_json, opener * 40_000)
    assert is_quick(escape_json, opener * 100_000)


ANYTHING = st.lists(PIECES | st.text(max_size=4)).map(
    lambda pieces: "".join(pieces).encode(errors="replace").decode()
)


@given(st.dictionaries(ANYTHING, ANYTHING, max_size=3))
def test_json_says_the_same_to_a_program_and_nothing_to_a_terminal(data: dict[str, str]) -> None:
    shown = escape_json(json.dumps(data, ensure_ascii=False))
    assert not obeyed(shown)
    assert json.loads(shown) == data


def test_what_begins_a_sequence_that_never_ends_takes_nothing_along() -> None:
    assert clean_text("There is no table «d6\x9db», said the clerk.") == (
        "There is no table «d6b», said the clerk."
    )
    assert clean_text("a \x1b]0;title\x07b") == "a b"


@given(st.text(max_size=60), st.integers(1, 50))
def test_a_clipped_text_fits_and_says_that_it_goes_on(text: str, most: int) -> None:
    shown = clip_text(text, most)
    assert len(shown) <= most
    if len(text) <= most:
        assert shown == text
    else:
        assert shown.endswith("…")
        assert text.startswith(shown[:-1])
        assert len(shown) == most


@pytest.mark.parametrize("mark", ["\u0301", "\u0488", "\u08e3", "\u0f39", "\u180b", "\u3099"])
def test_no_marks_of_any_script_pile_up_on_a_letter(mark: str) -> None:
    assert clean_text("a" + mark * 500 + "b") == "a" + mark * 6 + "b"
    assert escape_json("a" + mark * 500).count(mark) == 6
