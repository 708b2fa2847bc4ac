"""A line in which several do something in a fight is a line for each."""

from pathlib import Path

import pytest

from companion.script_runner import run_script
from tests.commands.table import Table

FIGHT = "fight goblin x6 distance 10 surprise none"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table(tmp_path, whole_words=False)
    found.done(FIGHT, "npc goblins hp 60")
    return found


@pytest.mark.parametrize(
    "typed",
    [
        "3 goblins on bree, 2 on ondine, the rest on corvin, bree blocks 1 each",
        "2 goblins on bree, the rest on wim, bree blocks 1",
    ],
)
def test_blocks_that_are_said_after_other_deeds_are_refused_before_any_dice(
    typed: str, table: Table
) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)
    assert not table.say(typed).ok


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bree and corvin attack goblin 3", ["bree attack goblin 3", "corvin attack goblin 3"]),
        ("bree, corvin and wim walk up", ["bree walk up", "corvin walk up", "wim walk up"]),
        ("bree hits 1, wim shoots 2", ["bree hits 1", "wim shoots 2"]),
        ("bree hits 1; wim shoots 2", ["bree hits 1", "wim shoots 2"]),
        ("wim shoots and misses, bree hits 2", ["wim shoots and misses", "bree hits 2"]),
        ("bree hits 1, wim misses", ["bree hits 1", "wim misses"]),
        ("wim kills 1 and bree misses", ["wim kills 1", "bree misses"]),
        ("bree hits 1 and corvin 2", ["bree hits 1", "corvin on 2"]),
        ("bree hits 4 =6, corvin hits 5 =2", ["bree hits 4 =6", "corvin hits 5 =2"]),
        ("bree walks up and hits goblin 2", ["bree walks up", "bree hits goblin 2"]),
        ("bree hits 1, ondine stays back, wim runs", ["bree hits 1", "wim runs"]),
        ("ondine and wim stay back, bree hits 1", ["bree hits 1"]),
        ("bree hits 1, ondine and wim stay back", ["bree hits 1"]),
        (
            "goblins 1 and 2 attack bree, she blocks 1, 3 and 4 attack wim, the rest on ondine",
            [
                "goblins 1 and 2 attack bree, she blocks 1",
                "goblins 3 and 4 attack wim",
                "the rest on ondine",
            ],
        ),
        (
            "goblins 1 and 2 attack bree, 3 on wim, ondine stays behind bree",
            ["goblins 1 and 2 attack bree", "goblins 3 on wim"],
        ),
        ("3 and 4 go for wim, 5 and 6 for bree", ["3 and 4 go for wim", "goblins 5 and 6 on bree"]),
        ("next, bree calls even", ["next", "order even by bree"]),
        ("next turn; odd", ["next", "order odd"]),
        ("n even by wim", ["next", "order even by wim"]),
        ("bree hits 1, ondine waits", ["bree hits 1"]),
        ("bree hits 1, ondine sings, wim runs", ["bree hits 1", "ondine sings", "wim runs"]),
        (
            "2 and 3 attack bree, 4 attacks corvin, the rest wim",
            ["2 and 3 attack bree", "goblins 4 attacks corvin", "the rest on wim"],
        ),
        (
            "we all attack goblin 6",
            [f"{who} attack goblin 6" for who in ("bree", "corvin", "ondine", "wim")],
        ),
        ("bree takes 3, corvin takes 2 damage", ["bree takes 3", "corvin takes 2 damage"]),
        ("2 on bree, goblin 6 flees", ["2 on bree", "goblin 6 flees"]),
        ("bree hits 2 and wim hits it", ["bree hits 2", "wim hits goblins 2"]),
        ("ondine bashes 3 and hits it again", ["ondine bashes 3", "ondine hits goblins 3 again"]),
        ("goblin 2 attacks bree, wim hits it", ["goblin 2 attacks bree", "wim hits goblins 2"]),
        ("goblin 2 attacks bree, 3 hits her", ["goblin 2 attacks bree", "goblins 3 hits bree"]),
        ("wim shoots 6, corvin too", ["wim shoots 6", "corvin attacks 6"]),
        ("goblin 3 runs away, 4 and 5 too", ["goblin 3 runs away", "goblins 4 and 5 runs away"]),
        ("bree hits 4 and 5", ["bree hits 4", "bree hits 5"]),
        ("two goblins each on bree and wim", ["two goblins on bree", "two goblins on wim"]),
        (
            "one goblin on each of us",
            [f"one goblin on {who}" for who in ("bree", "corvin", "ondine", "wim")],
        ),
        ("goblins 1 and 2 on bree, two on wim", ["goblins 1 and 2 on bree", "two on wim"]),
        ("2 on bree, the others pile onto wim", ["2 on bree", "the others pile onto wim"]),
        ("bree moves up, she hits 2", ["bree moves up", "bree hits 2"]),
        ("one hits corvin and another wim", ["one hits corvin", "another on wim"]),
        (
            "3 on ondine, 2 on bree, 1 on corvin",
            ["3 goblins on ondine", "2 goblins on bree", "1 goblin on corvin"],
        ),
        (
            "3 on ondine, 4 on bree, 1 on corvin",
            ["goblins 3 on ondine", "goblins 4 on bree", "goblins 1 on corvin"],
        ),
        (
            "3 attack ondine, 4 attack bree, wim hits 1",
            ["goblins 3 attack ondine", "goblins 4 attack bree", "wim hits 1"],
        ),
    ],
)
def test_several_deeds_are_a_line_each(table: Table, typed: str, lines: list[str]) -> None:
    assert [*table.desk.split_line_into_commands(typed)] == lines
    table.done(*table.desk.split_line_into_commands(typed))


@pytest.mark.parametrize(
    "typed",
    [
        "goblins 2 and 3 attack bree",
        "goblins attack bree, she blocks 1",
        "wim sneaks up on goblin 1 and stabs it",
        "bree trips goblin 2, and it falls into the pit",
        "goblins attack bree and flee",
        "bree and goblin 4 talk",
        "bree would hit 1 and wim would run",
        "does bree hit 1 and wim 2?",
        "note bree hits 1, wim shoots 2",
        "attack bree on goblins 2, 3",
        "bree lights a torch and wim a candle",
    ],
)
def test_any_other_line_stays_as_it_is(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("corvin tends wim then hits goblin 2", ["corvin tends wim", "corvin hits goblin 2"]),
        ("bree hits goblin 4 and tends wim", ["bree hits goblin 4", "bree tends wim"]),
    ],
)
def test_a_deed_beside_the_fight_is_a_line_of_its_own(
    table: Table, typed: str, lines: list[str]
) -> None:
    for who in ("corvin", "bree"):
        table.done(f"give {who} healer's kit", f'move! {who} "healer\'s kit" handy')
    table.done("wound wim 4")
    assert [*table.desk.split_line_into_commands(typed)] == lines
    table.done(*table.desk.split_line_into_commands(typed))


def test_what_a_foe_does_that_is_not_understood_stops_no_other_deed(table: Table) -> None:
    typed = "2 on bree, goblin 3 cackles, bree hits 3"
    assert [*table.desk.split_line_into_commands(typed)] == [
        "2 on bree",
        "goblin 3 cackles",
        "bree hits 3",
    ]


def test_numbers_of_a_line_are_all_read_as_counts_or_all_as_numbers(table: Table) -> None:
    table.done("hurt goblins 2 60", "hurt goblins 5 60", "hurt goblins 6 60")
    numbers = ("goblins 3 on ondine", "goblins 4 on bree", "goblins 1 on corvin")
    assert table.desk.split_line_into_commands("3 on ondine, 4 on bree, 1 on corvin") == numbers
    counts = ("1 goblin on ondine", "1 goblin on bree", "1 goblin on corvin")
    assert table.desk.split_line_into_commands("1 on ondine, 1 on bree, 1 on corvin") == counts


@pytest.mark.parametrize("typed", ["3 on ondine, 3 on bree, 1 on wim", "5 on ondine, 7 on bree"])
def test_numbers_that_are_neither_so_many_nor_those_are_asked_about(
    table: Table, typed: str
) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)
    refusal = table.refused(typed)
    assert refusal.kind == "ambiguous"


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "bree hits 1, the ceiling falls, wim shoots 2",
            ["bree hits 1", "the ceiling falls", "wim shoots 2"],
        ),
        (
            "1 hits corvin, 2 hits wim, smoke fills the hall",
            ["1 hits corvin", "goblins 2 hits wim", "smoke fills the hall"],
        ),
        ("2 on bree, she yodels, wim hits 3", ["2 on bree", "she yodels", "wim hits 3"]),
    ],
)
def test_a_clause_that_means_nothing_stops_no_other_deed(
    table: Table, typed: str, lines: list[str]
) -> None:
    assert [*table.desk.split_line_into_commands(typed)] == lines


def test_a_clause_beside_one_deed_only_tells_a_story(table: Table) -> None:
    assert len(table.desk.split_line_into_commands("bree hits 1, the ceiling falls")) == 1


def test_where_nobody_is_left_to_attack_the_last_one_is_told_so(table: Table) -> None:
    table.done("attack goblins on bree x6")
    for typed in ("the last one attacks wim", "the rest attack wim"):
        assert "have attacked in this Turn" in table.refused(typed).message
    table.refused("the last one flees")


def test_a_number_is_one_of_a_second_group_too(table: Table) -> None:
    table.done("out!", "fight goblin x6 distance 10 surprise none")
    typed = "goblins 1 and 4 attack bree, 5 attacks wim, 6 attacks ondine"
    lines = table.desk.split_line_into_commands(typed)
    assert lines == (
        "goblins 1 and 4 attack bree",
        "goblins b 5 attacks wim",
        "goblins b 6 attacks ondine",
    )


def test_where_nobody_fights_no_line_is_split(tmp_path: Path) -> None:
    typed = "bree hits 1, wim shoots 2"
    assert Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed) == (typed,)


def test_a_loose_script_answers_each_deed(table: Table) -> None:
    lines = ["bree hits 1 =2, corvin hits 2 =2"]
    told = [each.text for each in run_script(table.desk, lines, as_json=False, keep_going=False)]
    assert [text.splitlines()[0] for text in told] == ["> bree hits 1 =2", "> corvin hits 2 =2"]


def test_a_strict_script_types_a_line_each(tmp_path: Path) -> None:
    strict = Table(tmp_path)
    strict.done(FIGHT)
    assert strict.desk.split_line_into_commands("bree hits 1, wim shoots 2") == (
        "bree hits 1, wim shoots 2",
    )


def test_an_exclamation_mark_alone_forces_the_line_that_was_refused(table: Table) -> None:
    table.done("order odd")
    assert table.refused("order even").hint.endswith("Or force it: !")
    reply = table.say("!")
    assert reply.ok
    assert reply.meant == "order! even"
    table.refused("!")


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("done, next creep down the steps", ("done", "next creep down the steps")),
        ("done nothing; n corvin pries", ("done nothing", "next corvin pries")),
        ("done a way up, then out", ("done a way up", "out")),
        ("out, next march", ("out", "next march")),
        ("done then next", ("done", "next")),
        ("next, n march", ("next", "n march")),
        ("done, next turn, we search", ("done", "next search")),
        ("done, next turn", ("done", "next")),
        ("that's finished, now search the crypt", ("done", "next search the crypt")),
        ("all done, on to the crypt", ("done", "next on to the crypt")),
        ("done and now they rest", ("done", "next rest")),
        ("they found nothing, next turn", ("done they found nothing", "next")),
        ("wim picked it. next turn wim goes in", ("done wim picked it", "next wim goes in")),
        ("done, now the door is open", ("done, now the door is open",)),
        ("done, next week they return", ("done, next week they return",)),
        ("done out of breath, the stair is flooded", ("done out of breath, the stair is flooded",)),
        ("done a key, out of reach", ("done a key, out of reach",)),
    ],
)
def test_the_end_of_a_turn_and_the_next_are_two_lines(
    tmp_path: Path, typed: str, lines: tuple[str, ...]
) -> None:
    assert Table(tmp_path, whole_words=False).desk.split_line_into_commands(typed) == lines
    assert Table(tmp_path).desk.split_line_into_commands(typed) == (typed,)


def test_after_a_settled_action_only_the_next_turn_begins(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    assert table.desk.split_line_into_commands("done, now we search") == ("next search",)
    told = "they found nothing, next turn"
    assert table.desk.split_line_into_commands(told) == (told,)
