import hashlib
from random import Random

import pytest

from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.dice.rolls import roll_many
from tests.dice.naive import fallen
from tests.dice.seeds import RECORDED, TIMES, Record, notations, record, recorded

LINES = recorded()
FIRST_LINES = 73
"""How many lines the file had when they were sealed; more may follow them."""
SEAL = "a4191814bd357ad59a2cfbfb01c1dc707eae0ef24304917e915951f411f309f7"


def test_the_recorded_file_itself_never_changes() -> None:
    first = RECORDED.read_bytes().splitlines(keepends=True)[:FIRST_LINES]
    assert hashlib.sha256(b"".join(first)).hexdigest() == SEAL


def test_every_notation_that_should_be_is_recorded() -> None:
    assert sorted(line["notation"] for line in LINES) == sorted(notations())


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["notation"])
def test_a_seed_gives_the_recorded_rolls_for_ever(line: Record) -> None:
    assert record(line["seed"], line["notation"]) == line


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["notation"])
def test_many_rolls_at_once_are_the_recorded_ones_too(line: Record) -> None:
    stream = Streams(line["seed"]).stream("dice")
    got = list(roll_many(parse(line["notation"]), stream, TIMES))
    assert [list(rolled.faces) for rolled in got] == line["faces"]
    assert [rolled.total for rolled in got] == line["totals"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["notation"])
def test_the_recorded_totals_follow_from_the_faces(line: Record) -> None:
    part = parse(line["notation"]).part
    for faces, kept, total in zip(line["faces"], line["kept"], line["totals"], strict=True):
        assert fallen(part, iter(faces)) == (total, list(map(bool, kept)))


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["notation"])
def test_the_recorded_faces_are_the_draws_of_the_seed_one_by_one(line: Record) -> None:
    thrown = parse(line["notation"]).sides_of_each_die
    draw = Random(f"{line['seed']}/dice").random
    if thrown is not None:
        for faces in line["faces"]:
            assert faces == [int(draw() * sides) + 1 for sides in thrown]
