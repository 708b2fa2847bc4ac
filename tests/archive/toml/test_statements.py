"""Where things stand in a TOML text."""

from typing import Any

import tomli
from hypothesis import given

from companion.archive.toml.statements import KeyPath, find_key_lines, parse_statements, parse_value
from tests.archive.toml.documents import documents
from tests.rounds import rounds

FILE = '''\
# Bree
schema = 1
note = """
[clock]
[[items]]
"""

[clock]
day = 3
"odd key".inner = 1  # dotted

[[items]]
id = "torch"
burn = 0x3
places = [
  "hand",
  { name = "pack" },
]

[[items]]
id = "rope"
streams = { event = 3, table = 2 }

[items.made]
year = 12
'''


def test_every_key_table_and_block_is_told_with_its_line() -> None:
    assert find_key_lines(FILE) == {
        ("schema",): 2,
        ("note",): 3,
        ("clock",): 8,
        ("clock", "day"): 9,
        ("clock", "odd key"): 10,
        ("clock", "odd key", "inner"): 10,
        ("items",): 12,
        ("items", 0): 12,
        ("items", 0, "id"): 13,
        ("items", 0, "burn"): 14,
        ("items", 0, "places"): 15,
        ("items", 0, "places", 0): 16,
        ("items", 0, "places", 1): 17,
        ("items", 0, "places", 1, "name"): 17,
        ("items", 1): 20,
        ("items", 1, "id"): 21,
        ("items", 1, "streams"): 22,
        ("items", 1, "streams", "event"): 22,
        ("items", 1, "streams", "table"): 22,
        ("items", 1, "made"): 24,
        ("items", 1, "made", "year"): 25,
    }


def test_lines_are_the_same_with_any_line_ending_and_a_byte_order_mark() -> None:
    assert find_key_lines("\ufeff" + FILE.replace("\n", "\r\n")) == find_key_lines(FILE)


def every_path(value: Any, path: KeyPath = ()) -> set[KeyPath]:
    """The paths of all that tomli found; Any, as it gives whatever a file holds."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    paths = {path} if path else set()
    return paths.union(*(every_path(each, (*path, key)) for key, each in inner))


@rounds(75)
@given(documents())
def test_the_lexer_finds_just_what_tomli_finds(text: str) -> None:
    assert set(find_key_lines(text)) == every_path(tomli.loads(text.removeprefix("\ufeff")))


@rounds(75)
@given(documents())
def test_statements_cover_the_text_and_each_value_reads_as_in_the_file(text: str) -> None:
    data = tomli.loads(text.removeprefix("\ufeff"))
    found = parse_statements(text)
    assert "".join(text[each.start : each.end] for each in found) == text.removeprefix("\ufeff")
    for each in found:
        if each.kind == "value":
            value: Any = data
            for key in each.path:
                value = value[key]
            assert repr(parse_value(text[each.value : each.value_end])) == repr(value)
