"""Whatever is in a text that is no TOML, something is told of it that a terminal may show."""

import pytest
import tomli
from hypothesis import example, given
from hypothesis import strategies as st

from companion.archive.toml.file_shapes import make_campaign_layout, make_random_table_layout
from companion.archive.toml.syntax_errors import find_syntax_errors
from companion.campaign.file_layout import FILE_KINDS
from companion.randomtables.table_file_values import describe_key_path
from companion.text_cleaning import clean_text

LAYOUTS = (
    make_campaign_layout(FILE_KINDS["errants"]),
    make_random_table_layout(lambda path: describe_key_path(path, ())),
)
PIECES = (
    *"\"'[]{}=:,.#x3- \t\n\\“é\0\r",
    *(
        '"""',
        "'''",
        "[[",
        "]]",
        "\n[rows.x]\n",
        "\n[[rows]]\n",
        "rows.",
        "items",
        "\nsupply = ",
        "yes",
    ),
    *("roll", "1,200", "//", "<<<<<<< x\n", "=======\n", "\n\n", "\r\n", "\ufeff", " = ", '" = "'),
)


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@example('rows.5 = 1\n"')
def test_anything_that_is_no_toml_has_a_line_of_its_own(text: str) -> None:
    error = error_of(text)
    for layout in LAYOUTS if error else ():
        assert error is not None
        slips = find_syntax_errors(error, text, layout)
        assert slips[0].line <= error.lineno
        for slip in slips:
            assert clean_text(slip.message) == slip.message
            assert clean_text(layout.name_key(slip.path)).isprintable()
            assert 1 <= slip.line <= text.count("\n") + 1


def error_of(text: str) -> tomli.TOMLDecodeError | None:
    """Why a text cannot be read."""
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        return error
    return None


BLANKS = [chr(code) for code in range(0x3001) if chr(code).isspace() and chr(code) not in " \t\r\n"]


@pytest.mark.parametrize("blank", BLANKS, ids=lambda blank: f"U+{ord(blank):04X}")
@pytest.mark.parametrize("value", ["[1]", "{a = 1}", "1", '"x"', "[1"])
def test_a_strange_blank_behind_a_value_is_told(value: str, blank: str) -> None:
    text = f"schema = 1\nrows = {value}{blank}\n"
    with pytest.raises(tomli.TOMLDecodeError) as error:
        tomli.loads(text)
    slips = find_syntax_errors(error.value, text, LAYOUTS[1])
    assert [slip.line for slip in slips][:1] == [2]
