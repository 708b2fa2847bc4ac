"""The page on tables: what it shows can be read, checked and rolled, and does what it says."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.dice.dice_of_one_kind import MAX_SIDES
from companion.dice.face_sources import LoadedFaces, Streams
from companion.randomtables import coverage_of_totals, draw, row_texts, table_file_values
from companion.randomtables import parser as reading
from companion.randomtables.draw import draw_from as draw_from
from companion.randomtables.parser import read_table
from companion.randomtables.table import Facts, Table
from companion.randomtables.validation import find_problems
from companion.refusal import Problem
from tests.randomtables.making import make_table

PAGE = (Path(__file__).parents[2] / "docs" / "tables.md").read_text("utf-8")
BLOCKS = re.findall(r"```toml\n# tables/(\S+)\.toml\n(.*?)```", PAGE, re.DOTALL)
KNOWN = {"season": (), "terrain": (), "settlement": (), "time": ("dawn", "day", "dusk", "night")}

THINGS = {False: {1, 3}, True: {2, 3, 4}}
"""The rows of `river/things` that can come: while nothing is known, and in a winter night."""


def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
    return read_table(name, tomllib.loads(dict(BLOCKS)[name]), f"{name}.toml")


def find(name: str) -> Table:
    table, _ = read(name)
    assert table is not None
    return table


def test_every_example_has_a_name_and_nothing_wrong() -> None:
    assert len(BLOCKS) == PAGE.count("```toml") >= 6
    assert find_problems([name for name, _ in BLOCKS], read, KNOWN) == ()


@pytest.mark.parametrize("facts", [{}, {"season": "winter", "time": "night"}])
@pytest.mark.parametrize("name", [name for name, _ in BLOCKS])
def test_every_example_is_rolled_until_each_row_has_come(name: str, facts: Facts) -> None:
    table, stream = find(name), Streams(name).stream("table")
    came = set()
    for _ in range(200):
        drawn = draw_from(table, stream, find=find, facts=facts)
        assert drawn.row is not None
        assert drawn.text
        assert "{" not in drawn.text + drawn.sign
        came.add(drawn.row.number)
    every = {row.number for row in table.rows}
    assert came == (THINGS[bool(facts)] if name == "river/things" else every)


def test_the_examples_say_what_the_page_says_of_them() -> None:
    assert draw_from(find("river/ferryman"), LoadedFaces([1, 1])).text.startswith(
        "A shilling a head"
    )
    names = find("river/names")
    assert [draw_from(names, LoadedFaces([face])).text for face in (3, 4, 5)] == [
        "Maud",
        "Piers",
        "Old Wick",
    ]
    met = draw_from(find("river/meetings"), LoadedFaces([1, 3, 2, 4]), find=find)
    assert met.text == "5 pilgrims on a raft, led by Piers. Piers counts them: 5."
    assert met.sign == "A hymn, 5 voices, no two of them agreed."
    weather = find("river/weather")
    winter = draw_from(weather, LoadedFaces([1, 6]), facts={"season": "Winter"})
    assert winter.text == "6 inches of snow."
    told = draw_from(weather, LoadedFaces([1, 6])).text
    assert told.startswith("spring: Rain. summer: Thunder. autumn: Fog.")
    things = find("river/things")
    assert draw_from(things, LoadedFaces([6]), facts={"time": "night"}).text.startswith("A bell")
    assert draw_from(things, LoadedFaces([2, 3]), facts={"season": "winter"}).text == (
        "Ice, 3 inches of it."
    )
    out = {"river/cargo": (1, 1, 2, 3)}
    assert draw_from(find("river/cargo"), LoadedFaces([]), out=out).text == "nothing but ballast"


def test_everything_the_page_puts_in_braces_is_read() -> None:
    section = PAGE.partition("\n## In braces\n")[2].partition("\n## ")[0]
    written = re.findall(r"^\| `(.+?)`", section, re.MULTILINE)
    assert len(written) == 9
    for text in written:
        if text != "{{":
            assert make_table(f"x {text}")


def test_the_page_has_every_key_and_every_limit() -> None:
    for key in (*reading.TABLE_KEYS, *reading.ROW_KEYS):
        assert f"| `{key}` |" in PAGE or f"| `[[{key}]]` |" in PAGE
    running = " ".join(PAGE.split())
    for limit in (
        f"more than {reading.MAX_ROWS:,} rows",
        f"longer than {table_file_values.MAX_TEXT_LENGTH:,} characters",
        f"{table_file_values.MAX_CHARACTERS:,} characters, "
        f"or {table_file_values.MAX_BRACES:,} braces",
        f"more than {reading.MAX_TABLES} tables",
        f"weights of more than {MAX_SIDES:,}",
        f"more than {coverage_of_totals.MAX_COMBINATIONS:,} combinations",
        f"more than {coverage_of_totals.MAX_CONDITIONED} rows with conditions for one total",
        f"at most {table_file_values.MAX_PROBLEMS} problems",
        f"at most {table_file_values.MAX_NESTING} deep",
        f"at most {draw.MAX_DEPTH} tables deep, with {row_texts.MAX_REFERENCES:,} draws",
        f"and {draw.MAX_CHARACTERS:,} characters",
        f"after {draw.MAX_AGAIN} such rolls",
    ):
        assert limit in running
