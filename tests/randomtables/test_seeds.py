"""What a seed gives on a table, recorded and kept for ever."""

import hashlib
from collections import Counter
from random import Random

import pytest

from companion.dice.face_sources import Streams
from companion.randomtables.draw import map_draws
from companion.randomtables.draws_and_odds_encoding import Draw
from companion.randomtables.validation import find_problems
from tests.randomtables.seeds import (
    FACTS,
    RECORDED,
    TABLES,
    TIMES,
    find,
    names,
    read,
    record,
    recorded,
)

LINES = recorded()
FIRST_LINES = 54
"""How many lines the file had when they were sealed; more may follow them."""
SEAL = "46fd0c0a511ba930b7b9fbf9df133cf86475af5cf40ce96e47f433db4a235c96"
FIRST_TABLES = [f"folk/{name}" for name in ("cards", "hills", "names")]
FIRST_TABLES += [f"road/{name}" for name in ("meetings", "toll", "weather")]
TABLES_SEAL = "bd56c0f741b3756527d25ae99b136901a069fdec7ee220432969f47779883f03"


def test_the_recorded_file_itself_never_changes() -> None:
    first = RECORDED.read_bytes().splitlines(keepends=True)[:FIRST_LINES]
    assert hashlib.sha256(b"".join(first)).hexdigest() == SEAL


def test_the_tables_it_was_recorded_from_never_change() -> None:
    texts = b"".join((TABLES / f"{name}.toml").read_bytes() for name in FIRST_TABLES)
    assert hashlib.sha256(texts).hexdigest() == TABLES_SEAL


def test_every_table_that_should_be_is_recorded() -> None:
    assert sorted({line["table"] for line in LINES}) == names()
    assert find_problems(names(), read, dict.fromkeys(("season", "time", "terrain"), ())) == ()


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_seed_gives_the_recorded_draws_for_ever(number: int) -> None:
    line = LINES[number]
    assert record(line["seed"], line["table"], line["facts"]) == line


def test_the_recorded_draws_use_all_that_tables_can_do() -> None:
    rows = Counter((line["table"], row) for line in LINES for row in line["rows"])
    for name in names():
        assert {number for table, number in rows if table == name} >= {
            row.number for row in find(name).rows
        }
    assert rows[("road/meetings", None)]
    assert rows[("folk/cards", None)]
    assert any(sign for line in LINES for sign in line["signs"])
    assert any(0 in kept for line in LINES for kept in line["kept"])
    assert [line["facts"] for line in LINES[::3]] == FACTS * len(names())


@pytest.mark.parametrize("number", range(len(LINES)))
def test_many_draws_at_once_are_the_recorded_ones_too(number: int) -> None:
    line = LINES[number]
    stream = Streams(line["seed"]).stream("table")
    got = list(
        map_draws(find(line["table"]), stream, TIMES, _itself, find=find, facts=line["facts"])
    )
    assert [drawn.text for drawn in got] == line["texts"]
    assert [list(drawn.faces) for drawn in got] == line["faces"]


def _itself(drawn: Draw) -> Draw:
    return drawn


def test_the_recorded_faces_are_the_draws_of_the_seed_one_by_one() -> None:
    plain = [line for line in LINES if line["table"] == "folk/hills"]
    assert plain
    for line in plain:
        draw = Random(f"{line['seed']}/table").random
        for faces in line["faces"]:
            assert faces == [int(draw() * 6) + 1, int(draw() * 6) + 1]
