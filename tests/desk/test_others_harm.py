"""What others' words used up, ended and did to people is told at the next look."""

from pathlib import Path

import pytest

from companion.errant.happenings import (
    EffectEnded,
    Exhausted,
    FightOver,
    Happening,
    Rested,
    SupplyLost,
    UsedUp,
)
from companion.errant.harm.harm_happenings import (
    Burning,
    Dying,
    DyingEnded,
    HealingDue,
    HpChanged,
    Killed,
    NpcHurt,
)
from companion.errant.packs.light import measure_light
from tests.commands.table import Table
from tests.desk.a_desk import heard
from tests.desk.test_glance import seen


def lose(table: Table, other: Table, *lines: str) -> list[Happening]:
    """What the last of these lines, said by another, used up or ended as it is told here."""
    *earlier, last = lines
    for line in earlier:
        other.done(line)
    table.desk.take_in_external_changes()
    other.done(last)
    _, report = seen(table)
    return [each for word in report.words for each in word.happened]


def test_what_anothers_turn_used_up_and_ended_is_told(table: Table, other: Table) -> None:
    lit = [f"snuff {s.errant} {s.item}" for s in measure_light(other.desk.campaign.errants).sources]
    lines = ("supply all -1", *lit, "effect add blur 1 on bree", "next! =3")
    happened = lose(table, other, *lines)
    assert [e.name for e in happened if isinstance(e, EffectEnded)] == ["blur"]
    lost = [each for each in happened if isinstance(each, SupplyLost)]
    assert {each.lost for each in lost} == {1}
    assert {each.reason for each in lost} == {"want of light"}


def test_what_anothers_burn_left_without_supply_to_refill_is_told_gone(
    table: Table, other: Table
) -> None:
    happened = lose(table, other, "supply wim -2", "burn")
    assert [(e.errant, e.name) for e in happened if isinstance(e, UsedUp)] == [("wim", "torch")]


def test_the_supply_that_goes_as_anothers_month_begins_is_told_with_its_reason(
    table: Table, other: Table
) -> None:
    happened = lose(table, other, "out!", "out!", "downtime!", "next =6")
    lost = [each for each in happened if isinstance(each, SupplyLost)]
    assert {each.reason for each in lost} == {"a Downtime Turn begins"}
    assert {each.supply for each in lost} == {0}


def test_what_a_line_says_by_itself_is_not_told_twice(table: Table, other: Table) -> None:
    assert not lose(table, other, "supply wim -1")
    assert not lose(table, other, "effect end lamp")
    assert not lose(table, other, "drop bree torch")


def test_what_a_night_took_away_and_whom_a_kit_would_help_is_told(
    table: Table, other: Table
) -> None:
    """Bree is hurt, Wim watches half of the night alone."""
    lines = ("done", "out", "done", "exhaust corvin +2", "exhaust wim +1", "hurt bree 3")
    night = ("next sleep watch wim =6", "next sleep =6")
    happened = lose(table, other, *lines, *night, "next! walk =6")
    rested = {e.errant: (e.removed, e.exhaustion) for e in happened if isinstance(e, Rested)}
    assert rested.keys() == {"bree", "corvin", "ondine"}
    assert rested["corvin"] == (1, 1)
    assert [(e.errant, e.hp) for e in happened if isinstance(e, HealingDue)] == [("bree", 10)]
    earlier = lose(table, other, "undo x2", night[1])
    assert [(e.errant, e.gained) for e in earlier if isinstance(e, Exhausted)] == [("wim", 1)]


HARM = [
    ("hurt bree 3", HpChanged("bree", 13, 10, 13, 3)),
    ("hurt corvin 9", HpChanged("corvin", 11, 2, 11, 9)),
    ("hazard wim fire", Burning("wim", 1)),
    ("hurt corvin 30", Killed("corvin", False, "stash-corvin")),
]


@pytest.mark.parametrize(("line", "harm"), HARM)
def test_what_befell_somebodys_body_is_told(
    line: str, harm: Happening, table: Table, other: Table
) -> None:
    happened = lose(table, other, line)
    assert harm in happened
    assert not [each for each in happened if isinstance(each, (SupplyLost, UsedUp))]


def test_that_somebody_dies_soon_is_told_as_a_turn_ends(table: Table, other: Table) -> None:
    happened = lose(table, other, "zoom initiative", "next", "wound bree 4", "next!")
    assert [(e.errant, e.began) for e in happened if isinstance(e, Dying)] == [("bree", False)]


def test_that_somebody_is_on_deaths_door_no_more_is_told(table: Table, other: Table) -> None:
    lines = ('give wim "healer\'s kit"', "hp bree 4", "hurt bree 8 =20", "tend bree")
    assert DyingEnded("bree") in lose(table, other, *lines)


def test_who_can_act_again_after_a_fight_is_told(table: Table, other: Table) -> None:
    hurt = ("fight goblin", "hurt bree 13 =1")
    happened = lose(table, other, *hurt, "out!")
    (over,) = (each for each in happened if isinstance(each, FightOver))
    assert over.recovered == ("bree",)


def test_who_of_a_group_is_beaten_is_told(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("fight goblin x3", "hp goblins 4")
    player.desk.take_in_external_changes()
    table.done("hurt goblins 9", "hurt goblins 1")
    _, report = seen(player)
    assert [word.happened for word in report.words] == [
        (NpcHurt("goblins", "Goblins", 1, 9, True, False),),
        (NpcHurt("goblins", "Goblins", 0, 1, False, False),),
    ]


def test_healing_is_told_too(table: Table, other: Table) -> None:
    assert lose(table, other, "hurt bree 3", "heal bree 1") == [HpChanged("bree", 10, 11, 13)]


@pytest.mark.parametrize(
    ("line", "gone"),
    [("supply wim -1", ["torch"]), ("pass wim bree 1 Supply", ["torch"]), ("refill wim torch", [])],
)
def test_what_is_gone_for_want_of_supply_is_told(
    line: str, gone: list[str], tmp_path: Path
) -> None:
    table = Table(tmp_path)
    other = Table(tmp_path, seat="timekeeper")
    table.done("burn")
    other.desk.take_in_external_changes()
    table.done(line)
    (word,) = heard(other.desk).words
    assert [each.name for each in word.happened if isinstance(each, UsedUp)] == gone
