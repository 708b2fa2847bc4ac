"""The commonest slips in a table's file, told in plain words with their line."""

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.toml_slips import slip
from companion.text import clean

HEAD = 'schema = 1\ntitle = """A "table"\nof two lines"""\n[[rows]]\n'


def told(text: str) -> tuple[str, int]:
    """What is told of a text that is no TOML."""
    with pytest.raises(tomli.TOMLDecodeError) as caught:
        tomli.loads(text)
    return slip(caught.value, text)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("roll = 1-2", 'a range stands in quotes; write roll = "1-2"'),
        ("roll = 12+  # and above", 'a range stands in quotes; write roll = "12+"'),
        ("roll=3 – 5", 'a range stands in quotes; write roll = "3 – 5"'),
        ("roll = one", 'a text stands in quotes; write roll = "one"'),
        ("dice = 2d6", 'a text stands in quotes; write dice = "2d6"'),
        ("text = A man", 'a text stands in quotes; write text = "A man"'),
        ('text = A "man"', 'a text stands in quotes; write text = "A \\"man\\""'),
        ("text = “A man”", 'a text stands in quotes; write text = "A man"'),
        ("text =", 'nothing stands after text =; write text = "…"'),
        ('text = "A man', 'a text is not closed on its line; write " at its end'),
        ("text = 'A man", "a text is not closed on its line; write ' at its end"),
        ('text = "A "man""', 'the text ends at its second "; write \\" for a " inside it'),
        ("text = 'A man's'", "the text ends at its second '; with a ' inside, write it between"),
        ('text = """A man', 'the """ that opens here is never closed'),
        ("text = '''A man", "the ''' that opens here is never closed"),
    ],
)
@pytest.mark.parametrize("after", ["", "\n", "\nweight = 2\n", "\r\nweight = 2\r\n"])
def test_a_common_slip_is_told_in_plain_words_with_its_line(
    line: str, message: str, after: str
) -> None:
    found, at = told(HEAD + line + after)
    assert found.startswith(message)
    assert at == HEAD.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    ["rows = [\n", "deck = True\n", "weight = 3 of\n", 'a b = "c"\n', "[[rows]\n", 'a = ""\na = 1'],
)
def test_what_is_no_common_slip_is_told_as_the_parser_has_it(text: str) -> None:
    assert told(text)[0].startswith("this is not TOML: ")


@given(st.text("roltexdic=\"'12-+ \n#[]{}“\x1b", max_size=40))
def test_anything_that_is_no_toml_has_a_line_of_its_own(text: str) -> None:
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        found, line = slip(error, text)
        assert found
        assert clean(found) == found
        assert 1 <= line <= text.count("\n") + 1
