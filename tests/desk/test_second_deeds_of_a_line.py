"""Lines of two deeds, or of a deed and a question: each is done by itself, by whoever is meant."""

from pathlib import Path

import pytest

from tests.commands.table import Table

FIGHT = ("done", "fight goblin x3 surprise none")
MONTH = ("done", "out", "done", "out", "downtime!", "event", "declare bree trains")


@pytest.mark.parametrize(
    ("given", "typed", "lines"),
    [
        (FIGHT, "new round. did they block?", ("new round", "did they block?")),
        (
            (),
            "bree lights a torch. how long does it last",
            ("bree lights a torch", "how long does it last"),
        ),
        (("done",), "they rest. what time is it", ("they rest", "what time is it")),
        # A line that is done as a whole stays one.
        ((), "note the door is shut. is it locked?", ("note the door is shut. is it locked?",)),
        ((), "what does bree carry. is she slow", ("what does bree carry. is she slow",)),
        (FIGHT, "odd. bree and corvin on g2", ("odd", "bree on goblins 2", "corvin on goblins 2")),
        (FIGHT, "odd, 5 and 3", ("odd, 5 and 3",)),
        # Whoever was struck runs, and not who struck.
        (FIGHT, "wim hits g1 for 3, it runs", ("wim hits goblins 1 for 3", "goblins 1 runs")),
        (FIGHT, "g1 hits wim for 3, it runs", ("goblins 1 hits wim for 3", "it runs")),
        (FIGHT, "it got away, fight's over", ("the fight is over",)),
        ((), "bree lights a torch. what a relief", ("bree lights a torch. what a relief",)),
        (
            (),
            "put out wims torch and ondines lantern",
            ("put out wims torch", "put out ondine lantern"),
        ),
        ((), "snuff all", ("snuff ondine lantern", "snuff wim torch")),
        (MONTH, "bree trained well, month over", ("done bree trained well",)),
        (MONTH, "bree earned 60 pennies, month over", ("bree earned 60 pennies", "done")),
        # Who gets a thing uses it.
        (
            ("hurt wim 1",),
            "bree gives him a torch, he lights it",
            ("bree gives him a torch", "wim lights torch"),
        ),
        (
            ('give wim "blue potion"',),
            "wim hands bree the potion and she drinks it",
            ("wim hands bree the potion", "bree drinks potion"),
        ),
        (
            ("done",),
            "bree hands wim a torch and wim lights it",
            ("bree hands wim a torch", "wim lights torch"),
        ),
        (
            ("done",),
            "bree gives wim a torch, ondine lights it",
            ("bree gives wim a torch, ondine lights it",),
        ),
        (
            ('give wim "blue potion"', "hurt wim 4"),
            "wim drinks the blue potion, 4 hp",
            ("wim drinks the blue potion, 4 hp",),
        ),
        (
            ("give bree cup",),
            "bree gives the cup to corvin and 2 torches to ondine",
            ("bree gives corvin the cup", "bree gives ondine 2 torches"),
        ),
        (
            ("give bree cup",),
            "bree gives corvin the cup, ondine 2 torches",
            ("bree gives corvin the cup", "bree gives ondine 2 torches"),
        ),
        (
            ('give wim 60 pennies, "blue potion"',),
            "split the 60p four ways",
            (
                "pass wim bree 15 pennies",
                "pass wim corvin 15 pennies",
                "pass wim ondine 15 pennies",
            ),
        ),
        (
            ("give bree cup", "give bree ring"),
            "bree sells the cup and the ring",
            ("bree sells the cup", "bree sells the ring"),
        ),
        (
            (),
            "give 6 rations to wim and one to ondine",
            ("give wim 6 rations", "give ondine 1 ration"),
        ),
        ((), "who's carrying what", ("slots bree", "slots corvin", "slots ondine", "slots wim")),
    ],
)
def test_each_deed_is_a_line(
    given: tuple[str, ...], typed: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    if given:
        table.say(*given)
    assert table.desk.split_line_into_commands(typed) == lines


def test_who_has_none_is_told_who_has_one(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done('give wim "blue potion"')
    refusal = table.refused("bree drinks the blue potion")
    assert refusal.hint == 'Wim the Lesser does. Try: pass wim bree "blue potion"'
