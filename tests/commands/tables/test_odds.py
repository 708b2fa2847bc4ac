"""The word `odds`: what it answers, to whom, and that it only reads."""

import json

import pytest

from companion.dice.parser import parse
from companion.randomtables.draws_and_odds_encoding import (
    Chances,
    compute_dice_chances,
    encode_chances,
)
from companion.reports.rolls_and_random_tables import OddsReport, TableOddsReport
from companion.view.reply import encode_reply, render_reply
from tests.commands.table import Table


def told(table: Table, line: str, *, guide: bool) -> str:
    return "\n".join(render_reply(table.done(line), str, guide=guide))


def test_odds_of_dice_are_exact(table: Table) -> None:
    report = table.read(OddsReport, "odds 2d6kh1")
    assert (report.notation, report.table, report.mean_exact) == ("2d6kh1", None, "161/36")
    assert [(each.outcome, each.exact) for each in report.outcomes or ()] == [
        (1, "1/36"),
        (2, "3/36"),
        (3, "5/36"),
        (4, "7/36"),
        (5, "9/36"),
        (6, "11/36"),
    ]
    assert report.others == ()


def test_several_are_compared(table: Table) -> None:
    for line in ("odds 3d6kl1 vs d6 vs 2d6 >= 7", 'odds "3d6 kl1" d6 "2d6 >= 7"'):
        report = table.read(OddsReport, line)
        every = (report, *report.others)
        assert [each.notation for each in every] == ["3d6kl1", "d6", "2d6 >= 7"]
        assert [each.compares for each in every] == [False, False, True]


def test_odds_of_a_table_are_those_of_here_and_now(table: Table) -> None:
    autumn, winter, moved = (
        table.read(OddsReport, f"odds greenmire/weather {how}")
        for how in ("", "season=winter", "+2")
    )
    assert [each.roll for each in autumn.outcomes or ()] == ["2", "3-5", "6-8", "9-11", "12"]
    assert [each.exact for each in autumn.outcomes or ()] == [
        "1/36",
        "9/36",
        "16/36",
        "9/36",
        "1/36",
    ]
    assert winter.outcomes != autumn.outcomes
    assert moved.modifier == 2
    assert [each.exact for each in moved.outcomes or ()] == ["1/12", "4/12", "5/12", "2/12"]


def test_what_was_drawn_from_a_deck_does_not_come(table: Table) -> None:
    before = table.read(OddsReport, "odds greenmire/rumours")
    table.done("draw greenmire/rumours x3")
    after = table.read(OddsReport, "odds greenmire/rumours")
    assert len(after.outcomes or ()) == len(before.outcomes or ()) - 3


def test_each_reference_is_told_by_itself(table: Table) -> None:
    report = table.read(OddsReport, "odds treasure/hoard")
    referenced = {each.table: each for each in report.references or ()}
    assert {"treasure/coins", "treasure/jewels", "dungeon/locks"} <= set(referenced)
    assert len(referenced) == len(report.references or ())
    coins = referenced["treasure/coins"]
    assert sum(each.probability for each in coins.outcomes) == pytest.approx(1)
    assert {draw.table for draw in coins.draws} == {"treasure/hoard"}


def test_what_is_in_a_table_is_for_the_guide_alone(table: Table) -> None:
    line = "odds marsh-encounters vs 2d6"
    report = table.read(OddsReport, line)
    assert isinstance(report, TableOddsReport)
    assert "heron" in told(table, line, guide=True)
    seen = told(table, line, guide=False)
    assert "heron" not in seen
    assert "greenmire/marsh-encounters is for the Guide alone" in seen
    assert "16.67%" in seen
    answer = json.loads(encode_reply(table.done(line), guide=False))["report"]
    assert (answer["outcomes"], answer["references"]) == (None, None)
    assert len(answer["others"][0]["outcomes"]) == 11


def test_a_table_compared_with_dice_stays_secret_behind_them(table: Table) -> None:
    answer = json.loads(encode_reply(table.done("odds 2d6 vs marsh-encounters"), guide=False))
    assert answer["report"]["others"][0]["outcomes"] is None
    assert "heron" not in json.dumps(answer)


def test_scripts_find_the_same_fields_at_the_prompt_as_at_the_shell(table: Table) -> None:
    answer = json.loads(encode_reply(table.done("odds 2d6!"), guide=True))["report"]
    assert answer.pop("others") == []
    assert answer == json.loads(json.dumps(encode_chances(compute_dice_chances(parse("2d6!")))))
    assert set(answer) == {"kind", *Chances._fields}


def test_odds_only_read(table: Table) -> None:
    before = table.desk.campaign
    assert table.done("odds marsh-encounters").entry is None
    assert table.desk.campaign == before
    first = table.read(OddsReport, "odds 2d6")
    table.done("roll 2d6")
    assert table.read(OddsReport, "odds 2d6") == first


@pytest.mark.parametrize(
    ("typed", "kind", "named"),
    [
        ("odds", "malformed", "odds 2d6"),
        ("odds vs", "malformed", "odds 2d6"),
        ("odds 2d", "malformed", "column"),
        ("odds 2d6 vs 2d", "malformed", "column"),
        ("odds 10000d6", "impossible", "1,000,000"),
        ("odds marsh-encouters", "unknown", "marsh-encounters"),
        ("odds npcs/names +2", "impossible", "no dice"),
        ("odds trends season=", "unknown", "season"),
    ],
)
def test_what_has_no_odds_is_refused(typed: str, kind: str, named: str, table: Table) -> None:
    refusal = table.refused(typed)
    assert (refusal.kind, named in f"{refusal.message} {refusal.hint}") == (kind, True)
