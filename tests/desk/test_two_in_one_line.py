"""Two questions, a find and its sharing, a light that is taken and lit, and a month with what each
does in it: each is a line."""

from pathlib import Path

import pytest

from tests.commands.table import Table

TO_A_MONTH = ("done", "out", "done", "out", "at Reedmarket", "snuff wim torch")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (
            ("done",),
            "how far is reedmarket and what day is it",
            ("how far is reedmarket", "what day is it"),
        ),
        (("done",), "what does bree carry. is she slow", ("what does bree carry. is she slow",)),
        (
            ("done",),
            "wim finds 120p and a dagger, split the coin 4 ways",
            ("give wim dagger", "coins split 120 pennies"),
        ),
        (
            ("done",),
            "wim finds 120p and a rope, split the coins 3 ways",
            ("wim finds 120p and a rope, split the coins 3 ways",),
        ),
        (("done",), "bree pays 20p and they split it", ("bree pays 20p and they split it",)),
        (("done",), "wim finds 3s, they split it", ("coins split 3 shillings",)),
        (
            ("done",),
            "wim finds 120p, a dagger and a rope, split the coins",
            ("give wim dagger, rope", "coins split 120 pennies"),
        ),
        (
            ("done",),
            "wim finds 10 rations, they share it out",
            ("wim finds 10 rations, they share it out",),
        ),
        (
            ("done",),
            "wim takes a torch off bree and lights it",
            ("pass bree wim torch", "light wim torch"),
        ),
        (
            (*TO_A_MONTH, "snuff ondine lantern", "let-go all", "downtime"),
            "next. bree trains, wim rests up",
            ("next", "declare bree trains", "declare wim rests up"),
        ),
        (
            (*TO_A_MONTH, "snuff ondine lantern", "downtime"),  # a torch at 0 waits
            "next. bree trains, wim rests up",
            ("next. bree trains, wim rests up",),
        ),
        (("done",), "next. bree trains, wim rests up", ("next. bree trains, wim rests up",)),
        *(
            ((*TO_A_MONTH, "snuff ondine lantern", "let-go all", "downtime"), typed, (typed,))
            for typed in (
                "next. wim sells his torch",
                "next. bree gives wim a torch",
                "next. bree doesn't train",
                "next. bree falls ill",
                "next. bree and wim sell rope",
                "next. bree, wim",
                "next. bree",
                "next. bree trains and wim does nothing",
                "next, bree buys a rope",
            )
        ),
        *(
            (given, typed, ("downtime", "next", *(f"declare {each}" for each in deeds)))
            for given in (("done", "out", "done"), ("done", "out", "done", "at Reedmarket"))
            for typed, deeds in (
                (
                    "a month of downtime. bree trains, wim rests and gets over the ague",
                    ("bree trains", "wim rests and gets over the ague"),
                ),
                (
                    "they stay a month. bree trains, the rest loaf",
                    ("bree trains", "corvin loafs", "ondine loafs", "wim loafs"),
                ),
                (
                    "ok they take a month off in town, bree trains, wim gets over the ague",
                    ("bree trains", "wim gets over the ague"),
                ),
            )
        ),
        *(
            (("done", "out", "done"), typed, (typed,))
            for typed in (
                "a month off, bree buys a torch, wim rests",
                "a month off, harl trains",
                "downtime, bree asks for it",
                "month. bree leads",
                "a month, bree guesses",
                "a month. bree trains, the rest are ill",
                "a month passes. harl trains",
                "a month of downtime. bree trained already",
            )
        ),
    ],
)
def test_each_is_a_line(
    given: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*given)
    assert table.desk.split_line_into_commands(typed) == lines


def test_only_what_is_found_is_shared(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done")
    before = {each.id: each.coins for each in table.desk.campaign.errants}
    for line in table.desk.split_line_into_commands("wim finds 20p, they split it"):
        assert table.say(line).ok
    gained = {each.id: each.coins - before[each.id] for each in table.desk.campaign.errants}
    assert gained == {"bree": 5, "corvin": 5, "ondine": 5, "wim": 5, "tansy": 0}


@pytest.mark.parametrize(
    ("typed", "deeds"),
    [
        ("this month, wim rests", ("wim rests",)),
        ("for the month, wim rests", ("wim rests",)),
        (
            "this month: bree trains, the rest study",
            ("bree trains", "corvin studies", "ondine studies", "wim studies"),
        ),
    ],
)
def test_of_a_month_that_goes_on_only_the_deeds_are_declared(
    tmp_path: Path, typed: str, deeds: tuple[str, ...]
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*TO_A_MONTH, "snuff ondine lantern", "let-go all", "downtime", "next =6")
    lines = table.desk.split_line_into_commands(typed)
    assert lines == tuple(f"declare {each}" for each in deeds)
