"""Text made fit to show: whatever it holds, it fits."""

from hypothesis import given
from hypothesis import strategies as st

from companion.text import clipped


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
