"""Effects, timers and lights left behind at the prompt."""

from pathlib import Path

import pytest

from companion.campaign.news_of_changes import LightDied
from companion.errant.happenings import LeftLightBurned
from companion.errant.packs.light import measure_light
from companion.errant.turns.timers import Timer
from companion.reports.status import EffectReport, StatusReport, TimersReport
from companion.reports.turns import EventReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, with Exploration Turn 9 about to begin."""
    table.done("done")
    return table


def timers(table: Table) -> tuple[Timer, ...]:
    report = table.read(TimersReport, "timers")
    return report.timers


def began(table: Table, line: str) -> tuple[str, str, int | None, str]:
    """Name, kind, Depletion and Errant of the effect that a line begins."""
    report = table.read(EffectReport, line)
    (effect,) = report.effects
    return effect.name, effect.effect_kind, effect.depletion, effect.errant


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("effect add Bless miracle 3 on bree", ("Bless", "miracle", 3, "bree")),
        ("effect add Bless 3 miracle", ("Bless", "miracle", 3, "")),
        ("effect add hex curse on wim", ("hex", "curse", None, "wim")),
        ("effect add the curse of the woods", ("the curse of the woods", "effect", None, "")),
        ("effect add the curse of the woods curse", ("the curse of the woods", "curse", None, "")),
        ("effect add faerie light sorcery 2", ("faerie light", "sorcery", 2, "")),
        ('effect add "the 3 sisters" arrangement', ("the 3 sisters", "arrangement", None, "")),
        ("effect add the 3 sisters", ("the 3 sisters", "effect", None, "")),
    ],
)
def test_a_kind_and_a_depletion_stand_after_the_name(
    line: str, expected: tuple[str, str, int | None, str], table: Table
) -> None:
    assert began(table, line) == expected


def test_a_curse_outlasts_every_result_until_it_is_lifted(table: Table) -> None:
    table.done("effect add hex curse on wim", "effect add fear condition", "next =3", "n! =3")
    assert "fear" not in {t.name for t in timers(table)}
    assert "hex" in {t.name for t in timers(table)}
    table.done("effect end hex")
    assert "hex" not in {t.name for t in timers(table)}


def test_what_the_guide_keeps_is_ended_by_no_expiration(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("out!", "out!", "zoom! downtime", "next =2 table=3,3", "next! =4 table=1,1")
    effects = table.desk.campaign.book.effects
    kept, passing = (e.id for e in effects if e.kind in ("complication", "trend"))
    report = table.read(EffectReport, f"effect keep {kept}")
    assert (report.step, report.effects[0].lasting) == ("kept", True)
    assert "lasts already" in table.refused(f"effect keep {kept}").message
    table.done("next! =3")
    left = {e.id for e in table.desk.campaign.book.effects}
    assert kept in left
    assert passing not in left


def test_what_runs_out_next_is_first_in_timers_and_in_the_status(table: Table) -> None:
    table.done('every 2 turns "the water rises"', "effect add fear condition")
    found = timers(table)
    assert [(t.name, t.left) for t in found if t.unit != "never"] == [
        ("torch", 1),
        ("fear", 1),
        ("the water rises", 2),
        ("Lamp of the Abbess", 2),
        ("hooded lantern", 3),
    ]
    assert [t.name for t in found if t.unit == "never"] == ["fen ague"]
    assert table.read(StatusReport, "status").timers == found


def test_a_reminder_that_was_ended_is_no_timer(table: Table) -> None:
    table.done('every 2 turns "the water rises"', "every end water")
    assert all(timer.kind != "every" for timer in timers(table))


def test_a_reminder_counts_turns_with_and_without_a_die(table: Table) -> None:
    table.done('every 5 turns "the water rises"', "turn", "next! =6", "next =6")
    assert [t.left for t in timers(table) if t.kind == "every"] == [2]


def test_a_torch_left_at_a_door_is_in_no_pack_and_burns_down_there(table: Table) -> None:
    lantern = 3
    reply = table.done("leave wim torch at the vestry door")
    assert not any(isinstance(piece, LightDied) for piece in reply.news)
    assert all(item.kind != "torch" for item in table.get_errant("wim").items)
    assert measure_light(table.desk.campaign.errants).burn == lantern
    first = timers(table)[0]
    assert (first.name, first.kind, first.left, first.unit) == (
        "torch at the vestry door",
        "light",
        1,
        "burn",
    )
    report = table.read(EventReport, "next! =3")
    out = LeftLightBurned("torch-at-the-vestry-door", "torch at the vestry door", 1, 0)
    assert out in report.happened
    assert all("vestry" not in timer.name for timer in timers(table))


def test_a_light_left_behind_does_not_save_supply_in_the_dark(table: Table) -> None:
    table.done("snuff lantern", "leave torch by the stair")
    before = table.get_errant("bree").supply
    table.done("burn")
    assert table.get_errant("bree").supply == before - 1


@pytest.mark.parametrize(
    ("line", "name"),
    [("leave torch", "torch left behind"), ("leave wim torch in the nave", "torch in the nave")],
)
def test_where_it_is_left_is_its_name(line: str, name: str, table: Table) -> None:
    assert began(table, line)[0] == name


def test_only_what_is_lit_can_be_left_burning(table: Table) -> None:
    refusal = table.refused("leave bree torch at the door")
    assert "does not burn" in refusal.message
    assert "light bree torch" in refusal.hint


def test_a_light_left_is_taken_back_whole(table: Table) -> None:
    before = table.desk.campaign
    table.done("leave lantern by the stair", "undo")
    assert table.desk.campaign == before


@pytest.mark.parametrize(
    "line", ['every 2 travel turns ""', 'every 2 turns "  "', 'every 2 turns "" ""']
)
def test_a_reminder_of_nothing_is_refused(line: str, table: Table) -> None:
    assert table.refused(line).message == "Every so many Turns, what?"


def test_a_reminder_is_kept_without_the_blanks_around_it(table: Table) -> None:
    table.done('every 2 turns "  the water rises "')
    assert [t.name for t in timers(table) if t.kind == "every"] == ["the water rises"]


@pytest.mark.parametrize(
    ("line", "on"),
    [
        ("effect add poisoned bree", "effect add poisoned on bree"),
        ("effect add poisoned bree tanner curse 3", "effect add poisoned curse 3 on bree"),
        ("effect add poisoned condition bree lasting", "poisoned condition lasting on bree"),
    ],
)
def test_a_name_at_the_end_of_an_effect_is_asked_about(table: Table, line: str, on: str) -> None:
    refused = table.refused(line)
    assert refused.kind == "ambiguous"
    assert on in refused.hint
    first, second = refused.hint.removeprefix("Try: ").split(", or ")
    table.done(first, second)
    effects = table.desk.campaign.book.effects[-2:]
    assert [bool(each.errant) for each in effects] == [True, False]
    assert "bree" not in effects[0].name
    assert "bree" in effects[1].name


@pytest.mark.parametrize(
    "line", ['effect add "poisoned bree"', "effect add curse of bree on wim", "effect add bree"]
)
def test_a_name_in_quotes_or_with_somebody_else_is_taken_whole(table: Table, line: str) -> None:
    table.done(line)
    assert "bree" in table.desk.campaign.book.effects[-1].name


def test_one_of_two_effects_of_a_name_is_ended_by_what_is_left_of_it(table: Table) -> None:
    table.done("effect add poisoned 2 on bree", "effect add poisoned 3 on bree")
    table.done('effect end "poisoned 3 left"')
    left = [each for each in table.desk.campaign.book.effects if each.name == "poisoned"]
    assert [each.depletion for each in left] == [2]
    offered = [str(each) for each in table.desk.suggest_completions("effect end poi")]
    assert not any("poisoned-" in each for each in offered)
