"""Text made fit to show: whatever it holds, it fits."""

import json
import sys
from unicodedata import category

from hypothesis import given
from hypothesis import strategies as st

from companion.text import clean, clipped, in_json
from tests.storms.hostile.texts import ESCAPES, HIDDEN, obeyed

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Controls, formats, halves of letters, and what ends lines and paragraphs."""
PIECES = st.sampled_from((*ESCAPES, *HIDDEN, "\x1b", "[", "]", "\x9b", "31m", "\x07", "\\"))


def test_no_letter_that_there_is_hides_or_is_obeyed_once_it_is_cleaned() -> None:
    odd = (each for each in map(chr, range(sys.maxunicode + 1)) if category(each) in UNSEEN)
    assert not [ascii(each) for each in odd if obeyed(clean(each))]


@given(st.lists(PIECES | st.text(max_size=4)).map("".join))
def test_what_is_cleaned_is_not_obeyed_and_cleaning_it_again_changes_nothing(text: str) -> None:
    once = clean(text)
    assert not obeyed(once)
    assert clean(once) == once


ANYTHING = st.lists(PIECES | st.text(max_size=4)).map(
    lambda pieces: "".join(pieces).encode(errors="replace").decode()
)


@given(st.dictionaries(ANYTHING, ANYTHING, max_size=3))
def test_json_says_the_same_to_a_program_and_nothing_to_a_terminal(data: dict[str, str]) -> None:
    shown = in_json(json.dumps(data, ensure_ascii=False))
    assert not obeyed(shown)
    assert json.loads(shown) == data


def test_what_begins_a_sequence_that_never_ends_takes_nothing_along() -> None:
    assert clean("There is no table «d6\x9db», said the clerk.") == (
        "There is no table «d6b», said the clerk."
    )
    assert clean("a \x1b]0;title\x07b") == "a b"


@given(st.text(max_size=60), st.integers(1, 50))
def test_a_clipped_text_fits_and_says_that_it_goes_on(text: str, most: int) -> None:
    shown = clipped(text, most)
    assert len(shown) <= most
    if len(text) <= most:
        assert shown == text
    else:
        assert shown.endswith("…")
        assert text.startswith(shown[:-1])
        assert len(shown) == most
