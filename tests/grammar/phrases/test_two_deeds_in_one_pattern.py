"""Lines in which two deeds are told at once: a trade between two of the Company, a month's work
with its wages, and a talk with its first exchange."""

from pathlib import Path

import pytest

from tests.commands.table import Table


def split_after(folder: Path, before: tuple[str, ...], typed: str) -> tuple[str, ...]:
    table = Table(folder, whole_words=False)
    if before:
        table.done(*before)
    return table.desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree buys the lantern from ondine for 3p",
            ("ondine gives bree the lantern", "bree gives ondine 3p"),
        ),
        (
            "ondine sells her lantern to bree for 2s",
            ("ondine gives bree her lantern", "bree gives ondine 2s"),
        ),
        ("wim gives bree a torch for 1p", ("wim gives bree a torch", "bree gives wim 1p")),
        ("bree buys a rope from pike for 3p", ("bree buys a rope from pike for 3p",)),
        ("bree buys a rope for 3p", ("bree buys a rope for 3p",)),
    ],
)
def test_a_trade_within_the_company(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert split_after(tmp_path, (), typed) == lines


_FIGHT = ("done", "fight goblin x3 surprise none")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("it's over, ondine tends wim", ("the fight is over", "ondine tends wim")),
        ("the fight is over, wim lights a torch", ("the fight is over", "wim lights a torch")),
        ("fights over, zork the florb", ("fights over, zork the florb",)),
        ("fight's over, back to exploring", ("the fight is over",)),
        ("fight is done, who's hurt", ("the fight is over", "who's hurt")),
        ("it's over, we search the bodies", ("the fight is over", "we search the bodies")),
        ("fights over, the others run off", ("the fight is over",)),
        (
            "bree finishes goblin 2 off, fight's over",
            ("bree finishes goblin 2 off", "the fight is over"),
        ),
        (
            "the goblins are all dead, fight's over",
            ("the goblins are all dead", "the fight is over"),
        ),
        ("goblin 1 is dead, do the others run?", ("goblin 1 is dead", "do the others run?")),
        (
            "bree hits goblin 1 for 4, do the rest flee",
            ("bree hits goblin 1 for 4", "do the rest flee"),
        ),
        ("bree takes 3 damage, do the others run", ("bree takes 3 damage, do the others run",)),
        (
            "goblin 1 is dead, do the others have axes",
            ("goblin 1 is dead, do the others have axes",),
        ),
    ],
)
def test_a_fight_that_is_over_and_what_is_done_then(
    typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    assert split_after(tmp_path, _FIGHT, typed) == lines


def test_nothing_is_over_where_nobody_fights(tmp_path: Path) -> None:
    assert split_after(tmp_path, (), "it's over, wim lights a torch")[1:] == ()


_MONTH = ("done", "out", "done", "out", "zoom! downtime", "event =6")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("corvin works as a healer, earns 30p", ("corvin works as a healer", "corvin earns 30p")),
        ("bree carouses and gets 3s", ("bree carouses", "bree gets 3s")),
        ("wim works at the docks for 30p", ("wim works at the docks", "wim earns 30p")),
        ("wim works for free", ("wim works for free",)),
        ("corvin gets 3p and bree gets 4p", ("corvin gets 3 p", "bree gets 4 p")),
    ],
)
def test_work_and_wages(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert split_after(tmp_path, _MONTH, typed) == lines


def test_wages_in_a_dungeon_are_one_line(tmp_path: Path) -> None:
    typed = "bree searches and gets 3s"
    assert split_after(tmp_path, (), typed) == (typed,)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "ondine talks to pike and offers him food",
            ("ondine talks to pike", "ondine offers pike food"),
        ),
        (
            "bree speaks with old pike, then lies to him",
            ("bree speaks with old pike", "bree lies to old pike"),
        ),
        ("bree talks to pike and gives him a torch", ("bree talks to pike and gives him a torch",)),
        ("ondine talks to pike", ("ondine talks to pike",)),
    ],
)
def test_a_talk_and_its_first_exchange(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    assert split_after(tmp_path, ("done",), typed) == lines


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("they sleep at the inn, 3p each", ("everyone pays 3p", "they sleep at the inn")),
        (
            "they take rooms at the inn for 2 shillings each",
            ("everyone pays 2 shillings", "they take rooms at the inn"),
        ),
        ("they buy torches, 3p each", ("they buy torches, 3p each",)),
    ],
)
def test_a_bed_and_its_price(typed: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    before = ("done", "out", "done", "at Reedmarket")
    assert split_after(tmp_path, before, typed) == lines


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("they rest and eat", ("they rest", "they eat")),
        ("rest a bit, 10 min, eat something", ("they rest", "they eat")),
        ("next they rest and eat", ("next rest", "they eat")),
        ("they eat and rest", ("they eat", "they rest")),
        ("bree rests and eats", ("bree rests and eats",)),
        ("corvin patches up wim, then ondine", ("tend wim by corvin", "tend ondine by corvin")),
        ("tend wim, then ondine", ("tend wim", "tend ondine")),
        ("bree hits wim and ondine", ("bree hits wim and ondine",)),
    ],
)
def test_a_rest_with_a_meal_and_care_of_two(
    typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    assert split_after(tmp_path, ("done",), typed) == lines
