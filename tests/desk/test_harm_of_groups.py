"""Harm of all of a group in a fight is a line for each of it, and never one for each of the
Company."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    found = Table(tmp_path, whole_words=False)
    found.done("fight goblin x3 distance 10 surprise none")
    return found


@pytest.mark.parametrize(
    "typed",
    [
        "all the goblins take 2 damage",
        "all of them take 2 damage",
        "they all take 2",
        "the goblins all take 2 damage",
        "the goblins take 2 damage each",
        "each goblin takes 2 damage",
        "every goblin takes 2",
        "each of them takes 2",
        "the enemies each take 2",
        "the others take 2 damage",
        "hurt all the goblins 2",
        "2 damage to each goblin",
        "deal 2 damage to all of them",
        "goblins 1, 2 and 3 take 2 damage",
    ],
)
def test_harm_of_all_of_a_group_is_a_line_for_each(table: Table, typed: str) -> None:
    lines = table.desk.split_line_into_commands(typed)
    assert [line[:9] for line in lines] == ["goblins 1", "goblins 2", "goblins 3"] or [
        line[:14] for line in lines
    ] == ["hurt goblins 1", "hurt goblins 2", "hurt goblins 3"]
    table.done(*lines)
    (goblins,) = [each for each in table.desk.campaign.world.npcs if each.name == "Goblins"]
    assert goblins.hp == (4, 4, 4)


@pytest.mark.parametrize("typed", ["the goblins take 2 damage", "they take 2"])
def test_harm_of_a_group_without_all_is_asked_about(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)
    refusal = table.refused(typed)
    assert "one of them, or each" in refusal.message
    assert refusal.hint == "Try: hurt goblins 1 2, or all goblins take 2 damage"


def test_who_attacks_is_asked_in_lines_of_the_companion(table: Table) -> None:
    refusal = table.refused("attack the goblin 2 tanner")
    assert refusal.hint == "Try: attack bree on goblins 2, or attack goblins 2 on bree"


def test_harm_of_each_is_not_that_of_one(table: Table) -> None:
    assert table.desk.split_line_into_commands("bree hits all the goblins for 3") == tuple(
        f"hurt goblins {number} 3" for number in (1, 2, 3)
    )
    assert table.desk.split_line_into_commands("both goblins take 2") == ("both goblins take 2",)
    table.refused("both goblins take 2")


def test_all_of_several_groups_are_not_the_company(table: Table) -> None:
    table.done("fight add gnoll x2")
    assert table.desk.split_line_into_commands("all of them take 2 damage") == (
        "all of them take 2 damage",
    )
    table.refused("all of them take 2 damage")


@pytest.mark.parametrize(
    ("typed", "then"),
    [
        ("wim shoots another one and kills it", "kills goblin"),
        ("wim shoots a goblin, it dies", "goblin dies"),
        ("wim shoots goblin 1 and kills it", "kills goblins 1"),
    ],
)
def test_who_is_killed_by_a_blow_is_one(table: Table, typed: str, then: str) -> None:
    assert table.desk.split_line_into_commands(typed)[1:] == (then,)


def test_it_is_asked_which_of_several_is_killed(table: Table) -> None:
    refusal = table.refused("kills goblin")
    assert refusal.hint.startswith("Try: fight down goblins 1,")


@pytest.mark.parametrize(
    ("typed", "order"), [("next, we go first", "company"), ("next round, they go first", "others")]
)
def test_the_next_turn_is_begun_with_its_order(table: Table, typed: str, order: str) -> None:
    assert table.desk.split_line_into_commands(typed) == ("next", f"order {order}")


def test_one_of_a_group_is_called_by_the_last_word_of_its_name(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "npc new mire-rats count 5 hp 3", "fight mire-rats")
    refusal = table.refused("bree hits a rat for 3")
    assert refusal.hint.startswith("Try: hurt mire-rats 1 3,")


def test_so_much_harm_is_no_number_of_a_group(table: Table) -> None:
    refusal = table.refused("bree hits for 3")
    assert refusal.hint.startswith("Try: hurt goblins 1 3,")


def test_one_who_is_killed_is_asked_for(table: Table) -> None:
    refusal = table.refused("wim kills one")
    assert refusal.hint.startswith("Try: fight down goblins 1,")


def test_creatures_who_only_come_do_not_fight_yet(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    refusal = table.refused("two goblins come out of the crypt")
    assert refusal.message == table.refused("they meet two goblins").message == "Do they fight?"
