"""`[seats]` in campaign.toml: what cannot stand there is told with its line."""

import pytest

from companion.archive.campaign_parsing import parse_campaign
from companion.campaign.campaign import Seats
from companion.refusal import Broken, Problem

HEAD = 'schema = 1\nname = "Mire"\n\n[seats]\n'


def find_problem(lines: str) -> Problem:
    """The only problem of a campaign.toml with these lines under [seats]."""
    with pytest.raises(Broken) as broken:
        parse_campaign({"campaign.toml": f"{HEAD}{lines}\n"})
    (problem,) = broken.value.problems
    return problem


def test_every_seat_has_a_key() -> None:
    lines = 'everyone = ["dice"]\ncaller = []\nnote-taker = ["recording", "event die"]\n'
    seats = parse_campaign({"campaign.toml": HEAD + lines}).book.seats
    assert seats == Seats(everyone=("dice",), caller=(), note_taker=("recording", "event die"))
    assert parse_campaign({"campaign.toml": HEAD}).book.seats == Seats()


@pytest.mark.parametrize(
    ("lines", "line", "key", "holds"),
    [
        ('caller = ["declare"]\nmapper = ["setlement"]', 6, "seats.mapper", "settlement?"),
        ('mapper = ["at", "lihgt"]', 5, "seats.mapper", "'lihgt' cannot stand here"),
        ('mapper = ["sign"]', 5, "seats.mapper", "'sign' cannot stand here"),
        ('mapper = ["as"]', 5, "seats.mapper", "'as' cannot stand here"),
        ('mapper = "at"', 5, "seats.mapper", 'write mapper = ["at"]'),
        ("mapper = [3]", 5, "seats.mapper", "3 cannot stand here"),
        ('maper = ["at"]', 5, "seats.maper", "did you mean mapper?"),
        ('guide = ["at"]', 5, "seats.guide", "known here are everyone, caller, mapper"),
    ],
)
def test_what_cannot_stand_there_is_told(lines: str, line: int, key: str, holds: str) -> None:
    problem = find_problem(lines)
    assert (problem.file, problem.line, problem.key) == ("campaign.toml", line, key)
    assert holds in problem.message
