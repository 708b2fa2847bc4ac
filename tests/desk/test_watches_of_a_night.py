"""Who keeps the first watch of a night and who the second: a night is two Travel Turns, and each
has the watch that is named for it."""

from pathlib import Path

import pytest

from tests.commands.table import Table

ON_THE_ROAD = ("done", "out", "done")
FIRST_HALF_OVER = (*ON_THE_ROAD, "next sleep watch bree =6")


def watch_line(table: Table, typed: str) -> tuple[str | None, list[str]]:
    reply = table.done(typed)
    return reply.meant, [each.line for each in reply.untaken]


@pytest.mark.parametrize(
    ("typed", "first", "second"),
    [
        ("camp. bree + corvin first watch, wim + ondine second", "bree corvin", "wim ondine"),
        ("bree and corvin take the first watch, wim and ondine the second", "bree corvin", None),
        ("camp, bree first watch then wim", "bree", "wim"),
        ("we camp. first watch bree, second watch wim", "bree", "wim"),
        ("sleep, watches: bree then wim", "bree", "wim"),
        ("next sleep, first watch bree, second corvin", "bree", "corvin"),
        ("they camp, bree watches first, then corvin", "bree", "corvin"),
        ("camp here, bree 1st watch, corvin 2nd", "bree", "corvin"),
        ("camp here. bree n wim first watch, ondine n corvin second", "bree wim", "ondine corvin"),
        ("camp, first watch bree & wim, then corvin", "bree wim", "corvin"),
    ],
)
def test_the_first_watch_is_kept_and_the_second_is_offered(
    tmp_path: Path, typed: str, first: str, second: str | None
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    line, offered = watch_line(table, typed)
    assert line == f"next sleep watch {first}"
    assert offered == [f"next sleep watch {second or 'wim ondine'}"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("second watch wim & ondine, others sleep", "wim ondine"),
        ("wim takes second watch, the rest sleep", "wim"),
        ("second watch, ondine and corvin up, others sleep", "ondine corvin"),
        ("last watch, corvin", "corvin"),
        ("second half, wim and ondine watch", "wim ondine"),
    ],
)
def test_the_second_watch_begins_the_second_half_once_the_first_is_over(
    tmp_path: Path, typed: str, kept: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*FIRST_HALF_OVER)
    assert watch_line(table, typed) == (f"next sleep watch {kept}", [])


@pytest.mark.parametrize(
    "typed",
    [
        "bree first watch, wim second, ondine third",
        "bree first watch, corvin second, wim sleeps",
        "wim first watch, he is tired, bree second",
    ],
)
def test_more_than_two_watches_are_asked_about(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    assert table.refused(typed).kind == "ambiguous"


def test_a_rough_camp_has_two_watches_too(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    reply = table.done("rough camp, bree first watch, wim second")
    assert reply.meant == "next sleep uncomfortable watch bree"


@pytest.mark.parametrize("typed", ["wim gets the other half", "bree has the last half"])
def test_half_of_a_loaf_is_no_half_of_a_night(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*FIRST_HALF_OVER)
    assert table.refused(typed).kind == "unknown"


def test_who_watches_second_is_asked_before_the_first_half_is_over(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    assert table.refused("wim second watch").kind == "ambiguous"


@pytest.mark.parametrize(
    "typed", ["bree first, wim second", "bree goes first, then wim", "bree first watch, then bree"]
)
def test_what_is_no_order_of_watches_begins_no_night(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    reply = table.desk.run(typed)
    assert reply is None or not (reply.meant or "").startswith("next sleep")
