"""Dice and tables from the shell."""

import json

import pytest

from tests.cli.calling import companion


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_roll_from_the_shell_has_every_field_of_the_contract(form: str) -> None:
    call = companion("roll", "2d6+1", "-n", "3", "--seed", "5", "--format", form)
    assert call.status == 0
    rolls: list[dict[str, object]] = json.loads(call.out) if form == "json" else call.objects
    assert len(rolls) == 3
    for rolled in rolls:
        assert rolled["kind"] == "roll"
        assert rolled["notation"] == "2d6+1"
        assert rolled["table"] is None
        assert rolled["text"] is None
        faces = rolled["faces"]
        assert isinstance(faces, list)
        assert rolled["total"] == sum(faces) + 1
        assert rolled["entered"] is False
        assert rolled["seed"] == "5"
    assert call == companion("roll", "2d6+1", "-n", "3", "--seed", "5", "--format", form)


def test_a_table_is_rolled_on_by_name() -> None:
    call = companion("roll", "marsh-encounters", "--seed", "5", "--format", "jsonl")
    (rolled,) = call.objects
    assert rolled["table"] == "greenmire/marsh-encounters"
    assert rolled["faces"] == [rolled["total"]]
    assert rolled["text"]
    assert companion("roll", "marsh-encounters", "--seed", "5").out == f"{rolled['text']}\n"


@pytest.mark.parametrize("what", ["2d", "1000000d6", "nothing/like-it", "../tables", "d0", "\x1b"])
def test_what_cannot_be_rolled_is_refused(what: str) -> None:
    call = companion("roll", "--", what)
    assert call.status == 1
    assert call.out == ""
    assert "\x1b" not in call.err
