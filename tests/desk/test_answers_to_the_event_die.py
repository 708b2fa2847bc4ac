"""What the Event Die leaves open is answered, and what the same line tells besides is done, or
noted where it only tells a story."""

from pathlib import Path

import pytest

from tests.commands.table import Table

ON_THE_ROAD = ("done", "out", "done", "next walk =2")
WITH_A_BURNT_TORCH = ("done", "next search the vestry =3")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (
            ON_THE_ROAD,
            "they push on, wim moans about his fever",
            ("press-on", "note wim moans about his fever"),
        ),
        (ON_THE_ROAD, "they rest, ondine prays", ("rest", "note ondine prays")),
        (ON_THE_ROAD, "they push on. wim lights a candle", ("press-on", "wim lights a candle")),
        (ON_THE_ROAD, "they rest and eat", ("they rest", "they eat")),
        (ON_THE_ROAD, "press on, it's getting dark", ("press on, it's getting dark",)),
        (ON_THE_ROAD, "they push on, the sun sets", ("press-on", "note the sun sets")),
        (ON_THE_ROAD, "they push on, but wim is limping", ("press-on", "note wim is limping")),
        (ON_THE_ROAD, "they rest, no fire", ("rest", "note no fire")),
        (ON_THE_ROAD, "they push on, !", ("press-on",)),
        (ON_THE_ROAD, "they push on but lose the way", ("press-on", "note lose the way")),
        (WITH_A_BURNT_TORCH, "drop it, wim", ("drop it, wim",)),
        ((*WITH_A_BURNT_TORCH, "give wim idol"), "drop it", ("drop it",)),
        (
            ON_THE_ROAD,
            "they push on, wim lights a torch, bree leads",
            ("they push on, wim lights a torch, bree leads",),
        ),
        (ON_THE_ROAD, "they push on, torch burns out", ("press-on", "torch burns out")),
        (WITH_A_BURNT_TORCH, "let it go, and lantern off too", ("let-go all", "lantern off too")),
        (ON_THE_ROAD, "rest and search the hut", ("rest and search the hut",)),
        (ON_THE_ROAD, "press on and on", ("press on and on",)),
        (
            ON_THE_ROAD,
            "press on and ondine snuffs her lantern",
            ("press-on", "ondine snuffs her lantern"),
        ),
        (ON_THE_ROAD, "they rest but wim keeps going", ("they rest but wim keeps going",)),
        (WITH_A_BURNT_TORCH, "refill all and next", ("refill all", "next")),
        (WITH_A_BURNT_TORCH, "let it go and rest", ("let it go and rest",)),
        (WITH_A_BURNT_TORCH, "let it go. out", ("let-go all", "out")),
        (WITH_A_BURNT_TORCH, "drop it", ("let-go all",)),
        (WITH_A_BURNT_TORCH, "drop it. out", ("let-go all", "out")),
        (WITH_A_BURNT_TORCH, "refill all and head out", ("refill all", "head out")),
        (WITH_A_BURNT_TORCH, "let it go and light a candle", ("let-go all", "light a candle")),
        (
            WITH_A_BURNT_TORCH,
            "let it go, wim lights a candle",
            ("let-go all", "wim lights a candle"),
        ),
    ],
)
def test_an_answer_and_more(
    given: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == lines


def test_nothing_is_answered_where_nothing_waits(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "out", "done")
    typed = "they push on, wim moans about his fever"
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize(
    "typed",
    [
        "they rest, no wait, they push on",
        "push on, no",
        "they rest, if they can",
        "they rest, but not wim",
        "they rest, wim takes 3",
        "they rest, wim loses a ration",
        "they rest, 2 goblins attack",
        "they rest, wim drops dead",
        "rest, nah",
        "they push on, soaked and cold",
        "they push on, night falls",
        "they push on, nobody rests",
        "they push on, leave wim behind",
        "they push on, bree takes the lead",
        "they push on, wim is tired",
        "they push on, they arrive",
        "push on, everyone gets 1 exhaustion",
    ],
)
def test_what_changes_an_answer_or_counts_is_no_story(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*ON_THE_ROAD)
    assert table.desk.split_line_into_commands(typed) == (typed,)
    assert not table.say(typed).ok
