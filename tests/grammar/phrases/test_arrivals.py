"""Who gets to where they were going is there, and the journey has its outcome."""

from pathlib import Path

import pytest

from companion.desk.open_campaign_base import BaseDesk
from tests.commands.table import Table

ON_THE_WAY = ("done", "out", "done", "next! travel to reedmarket =4")


@pytest.mark.parametrize(
    "typed",
    [
        "they get there by evening",
        "done, they're there",
        "they arrive",
        "we made it",
        "they are there at last",
    ],
)
def test_who_arrives_is_there_and_the_journey_is_settled(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*ON_THE_WAY)
    lines = table.desk.split_line_into_commands(typed)
    assert lines == ("at reedmarket", f"done {typed.removeprefix('done, ')}")
    table.done(*lines)
    assert table.desk.campaign.place_here == "reedmarket"


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ("they arrive at the village, soaked", "reedmarket"),  # that of the journey
        ("we're back in town", "reedmarket"),
        ("they reach Reedmarket, wet and tired", "reedmarket"),
        ("they walk the last miles into reedmarket", "reedmarket"),
    ],
)
def test_a_settlement_that_is_named_is_where_they_are(
    typed: str, where: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*ON_THE_WAY)
    assert table.desk.split_line_into_commands(typed) == (f"at {where}", f"done {typed}")
    table.done("done")
    assert table.desk.split_line_into_commands("they reach reedmarket, soaked") == (
        "at reedmarket",
    )


def test_the_place_alone_is_an_outcome_too(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*ON_THE_WAY)
    assert table.desk.split_line_into_commands("done, at reedmarket") == (
        "at reedmarket",
        "done at reedmarket",
    )
    for typed in ("done, at the inn", "done at reedmarket"):
        assert table.desk.split_line_into_commands(typed) == (typed,)


def test_another_place_than_that_of_the_journey_settles_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*ON_THE_WAY)
    typed = "they come to sallow's end at dusk"
    assert table.desk.split_line_into_commands(typed) == ("at sallows-end",)
    table.done("done", "next! travel to the drowned chapel =4")
    for typed in ("we come to the village", "they're in reedmarket, not the chapel"):
        assert table.desk.split_line_into_commands(typed)[-1:] != (f"done {typed}",)


def test_what_they_do_there_is_told_in_the_same_line(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*ON_THE_WAY)
    typed = "they reach Reedmarket, soaked. Bree buys six torches"
    assert table.desk.split_line_into_commands(typed) == (
        "at reedmarket",
        "done they reach Reedmarket, soaked",
        "Bree buys six torches",
    )


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        (ON_THE_WAY, "they get lost"),
        (ON_THE_WAY, "are they there yet?"),
        (ON_THE_WAY, "they reach the reeds"),
        (ON_THE_WAY, "they are not in reedmarket"),
        (ON_THE_WAY, "they reach reedmarket and dance"),
        (("done", "next! search the nave =4"), "they reach reedmarket"),
        (("done", "out", "done"), "they reach the village"),  # two, and neither is one
        (("done", "next! search the nave =4"), "they get there"),
        (("done",), "they get there"),
        (("company",), "they arrive"),
    ],
)
def test_nobody_arrives_who_is_on_no_journey(
    before: tuple[str, ...], typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[str] = []
    monkeypatch.setattr(BaseDesk, "log_failure", lambda _, typed, __="": failures.append(typed))
    table = Table(tmp_path, whole_words=False)
    table.done(*before)
    assert table.desk.split_line_into_commands(typed) == (typed,)
    assert not failures


@pytest.mark.parametrize(
    ("typed", "hour"),
    [
        ("they get to reedmarket around 5 pm", "5 pm"),
        ("they reach reedmarket at 17:00", "17:00 o’clock"),
        ("they arrive in reedmarket by 6", "6 o’clock"),
    ],
)
def test_the_hour_of_an_arrival_is_a_line_of_its_own(typed: str, hour: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "out", "done")
    lines = table.desk.split_line_into_commands(typed)
    assert lines == ("at reedmarket", f"it's {hour}")
    table.done(*lines)
    assert table.desk.campaign.book.clock.now.time in ("17:00", "18:00")
