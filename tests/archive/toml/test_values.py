"""Plain values as TOML text."""

import tomllib

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.toml.value_rendering_and_edits import (
    CannotEdit,
    change_written_value,
    render_key,
    render_value,
)
from companion.campaign.changes import PlainData

TEXTS = st.text(st.characters(codec="utf-8"))
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(), TEXTS)
VALUES: st.SearchStrategy[PlainData] = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner), st.dictionaries(TEXTS, inner)), max_leaves=8
)


@given(VALUES)
def test_what_is_written_is_read_back_by_tomllib_and_by_tomlkit(value: PlainData) -> None:
    line = f"v = {render_value(value)}"
    assert "\n" not in line
    assert repr(tomllib.loads(line)["v"]) == repr(value)
    assert repr(tomlkit.parse(line).unwrap()["v"]) == repr(value)


def test_every_character_there_is_comes_back() -> None:
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert tomllib.loads(f"v = {render_value(every)}") == {"v": every}


def test_control_characters_are_never_written_as_they_are() -> None:
    codes = [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x202E, 0x2066, 0xFEFF]
    assert render_value("".join(map(chr, codes))).isascii()
    assert render_value("\x1b[31m\x00\x9b") == r'"\u001B[31m\u0000\u009B"'


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Bree the Bold", '"Bree the Bold"'),
        ('a "b" \\ c\n', r'"a \"b\" \\ c\n"'),
        ("Émilie 🔥", '"Émilie 🔥"'),
        (0.5, "0.5"),
        (True, "true"),
        ([1, "a", []], '[1, "a", []]'),
        ({"event": 3, "gone": None, "odd key": {}}, '{ event = 3, "odd key" = {} }'),
    ],
)
def test_values_look_as_a_person_would_write_them(value: PlainData, written: str) -> None:
    assert render_value(value) == written


@pytest.mark.parametrize(("key", "written"), [("a-b_1", "a-b_1"), ("", '""'), ("a.b", '"a.b"')])
def test_keys_are_quoted_only_where_they_must_be(key: str, written: str) -> None:
    assert render_key(key) == written


def test_a_list_cannot_hold_nothing() -> None:
    with pytest.raises(TypeError, match="None cannot be written"):
        render_value([None])


@pytest.mark.parametrize(
    ("old", "value", "new"),
    [
        ("0x3", 3, "0x3"),
        ("0x3", 2, "2"),
        ("1", 1.0, "1.0"),
        ("true", False, "false"),
        ("[ 1,2 ,0x3 ]", [1, 5, 3], "[ 1,5 ,0x3 ]"),
        ("{event=3,table = 2}", {"table": 2, "event": 4}, "{event=4,table = 2}"),
        ("{event=3,table = 2}", {"event": 4, "gone": None}, "{event=4}"),
        ("{ event = [ 1, # in\n 2 ] }", {"event": [1, 3]}, "{ event = [ 1, # in\n 3 ] }"),
        ("[1, 2]", [1, 2, 3], "[1, 2, 3]"),
        ("[1]", [], "[]"),
        ("[\n  1, # one\n  2\n]", [1, 4], "[\n  1, # one\n  4\n]"),
        ("[\n  1, # one\n  2\n]", [1, 2, 3], "[\n  1, # one\n  2,\n  3\n]"),
        ("[\n  1, # one\n  2,\n]", [0, 1, 2], "[\n  0,\n  1, # one\n  2,\n]"),
        ("[\n    1, # one\n    2, # two\n]", [1], "[\n    1, # one\n    # two\n]"),
        ("[\n    1, # one\n    2 # two\n]", [2], "[\n    # one\n    2 # two\n]"),
        ("[\n]", ["a"], '["a"\n]'),
        ("[ {a = 0x1}, { a = 2 } ]", [{"a": 1}], "[ {a = 0x1} ]"),
        ("[1, # one\n 2, 0x3]", [3], "[# one\n 0x3]"),
        ("[0x1]", [1, 2], "[0x1, 2]"),
        ("[0x1]", [0, 1], "[0, 0x1]"),
        ("[\n  0x1\n]", [1, 2], "[\n  0x1,\n  2\n]"),
        ("[\n  0x1 # one\n  , 2\n]", [1, 3, 4, 2], "[\n  0x1, # one\n  3,\n  4\n  , 2\n]"),
        ("[ # none\n]", [1], "[1 # none\n]"),
        ("[[0x1], [2], # two\n]", [[0x1], [2, 3]], "[[0x1], [2, 3], # two\n]"),
    ],
)
def test_a_changed_value_keeps_the_layout_it_had(old: str, value: PlainData, new: str) -> None:
    assert change_written_value(old, (), value) == new


def test_a_comment_inside_a_value_is_not_thrown_away() -> None:
    with pytest.raises(CannotEdit, match="comments"):
        change_written_value("[ 1, # one\n]", (), "none")
