"""Dice and tables at the prompt: roll, tables, season."""

import pytest

from companion.campaign.secrecy import is_entry_for_guide_alone
from companion.commands.dispatch import classify_typed_line_privacy
from companion.reports import Report
from companion.reports.rolls_and_random_tables import RollReport, RollsReport, TablesReport
from companion.reports.turns import SeasonReport
from tests.commands.table import Table

WEATHER = """\
schema = 1
title = "Weather"
dice = "d2"
columns = "season"
[[rows]]
roll = 1
text = { winter = "hail", summer = "haze" }
[[rows]]
roll = 2
text = "{n = 2d6} drops, {n} in all"
sign = "{n} clouds"
data = { kind = "rain" }
"""
NIGHT = """\
schema = 1
title = "Night"
dice = "d1"
[[rows]]
roll = 1
text = "nothing stirs"
[[rows]]
roll = 1
text = "owls"
when = { time = ["dusk", "night"], terrain = "marsh" }
"""


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in the chapel, with tables of the campaign's own."""
    write(table, own=WEATHER, night=NIGHT)
    return table


def write(table: Table, **files: str) -> None:
    folder = table.desk.archive.folder / "tables" / "mine"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")


def listed(table: Table, line: str) -> TablesReport:
    return table.read(TablesReport, line)


@pytest.mark.parametrize(
    "lines",
    [("roll 2d6+1 =3,4",), ("roll 2d6 + 1 =3,4",), ("roll 2d6 =3, 4 +1",), ("roll =3,4 2d6+1",)],
)
def test_dice_are_what_is_left_when_the_faces_are_taken_out(
    lines: tuple[str, ...], table: Table
) -> None:
    report = table.read(RollReport, *lines)
    assert (report.notation, report.total, report.faces) == ("2d6+1", 8, (3, 4))


@pytest.mark.parametrize(
    ("line", "total", "success"),
    [("roll 2d6 >= 7 =3,4", 1, True), ("roll 2d6>=8 =3,4", 0, False), ("roll 2d6 =3,4", 7, None)],
)
def test_a_comparison_says_whether_it_holds(
    line: str, total: int, success: bool | None, table: Table
) -> None:
    report = table.read(RollReport, line)
    assert (report.total, report.success) == (total, success)
    newest = next(table.desk.archive.read_entries())
    assert newest.outcome == {True: "yes", False: "no", None: "7"}[success]


def test_labels_say_what_each_came_to(table: Table) -> None:
    report = table.read(RollReport, "roll 2d6 [fire] + d4 [cold iron] =3,4,2")
    assert [(each.label, each.total) for each in report.labels] == [("fire", 7), ("cold iron", 2)]


def test_the_games_steps_are_dice(table: Table) -> None:
    assert table.read(RollReport, "roll d8 enhance 1 =10").total == 10


@pytest.mark.parametrize(
    "line", ["roll 4d6kh3 x2 =1,2,3,4,6,6,1,5", "roll 2x 4d6kh3 =1,2,3,4,6,6,1,5"]
)
def test_repeats_are_rolled_one_after_another(line: str, table: Table) -> None:
    report = table.read(RollsReport, line)
    assert [(each.notation, each.total) for each in report.rolls] == [("4d6kh3", 9), ("4d6kh3", 17)]
    assert next(table.desk.archive.read_entries()).outcome == "9, 17"


def test_a_table_gives_a_row_with_all_that_is_in_it(table: Table) -> None:
    report = table.read(RollReport, "roll own =2,3,4")
    assert (report.table, report.notation, report.total, report.row) == ("mine/own", "d2", 2, 2)
    assert (report.text, report.sign) == ("7 drops, 7 in all", "7 clouds")
    assert (report.values, report.data) == ({"n": 7}, {"kind": "rain"})
    assert (report.faces, report.entered) == ((2, 3, 4), True)


def test_by_hand_the_dice_of_the_table_will_do_and_the_companion_rolls_the_rest(
    table: Table,
) -> None:
    report = table.read(RollReport, "roll own =2")
    assert report.faces[0] == 2
    assert report.values == {"n": sum(report.faces[1:])}


@pytest.mark.parametrize(
    ("season", "said", "text"),
    [
        ("", "", "winter: hail; summer: haze"),
        ("winter", "", "hail"),
        ("Summer", "", "haze"),
        ("summer", " season=winter", "hail"),
        ("summer", " SEASON=Winter", "hail"),
    ],
)
def test_the_season_of_the_campaign_chooses_the_column_unless_another_is_said(
    season: str, said: str, text: str, table: Table
) -> None:
    table.done(f"season {season or 'the wet'}")
    assert table.read(RollReport, f"roll own =1{said}").text == text


def test_a_condition_on_the_time_of_day_and_the_terrain_holds_where_the_company_is(
    table: Table,
) -> None:
    assert table.read(RollReport, "roll mine/night").text == "nothing stirs"
    table.done("at greenmire", "+6h")
    assert table.read(RollReport, "roll mine/night").text == "owls"
    assert table.read(RollReport, "roll mine/night time=dawn").text == "nothing stirs"


def test_a_modifier_moves_the_roll_and_its_ends_hold(table: Table) -> None:
    assert table.read(RollReport, "roll own =1 +1").row == 2
    assert table.read(RollReport, "roll own +1 =2,3,4").modifier == 1
    assert table.read(RollReport, "roll own =2 +5 -6 season=winter").text == "hail"
    assert table.read(RollReport, "roll own -9 =2").row == 1


def test_a_table_is_rolled_on_several_times(table: Table) -> None:
    report = table.read(RollsReport, "roll own x2 =1,1 season=winter")
    assert [each.text for each in report.rolls] == ["hail", "hail"]
    assert next(table.desk.archive.read_entries()).outcome == "hail, hail"


@pytest.mark.parametrize(
    ("place", "word", "found"),
    [
        ("greenmire", "encounters", "greenmire/marsh-encounters"),
        ("greenmire", "effects", "greenmire/marsh-effects"),
        ("greenmire", "weather", "greenmire/weather"),
        ("greenmire", "Rumours", "greenmire/rumours"),
        ("causeway", "encounters", "greenmire/road-encounters"),
    ],
)
def test_the_tables_of_the_place_are_meant_by_what_they_are(
    place: str, word: str, found: str, table: Table
) -> None:
    table.done(f"at {place}")
    assert table.read(RollReport, f"roll {word}").table == found


def test_a_place_without_such_a_table_has_that_of_the_region_around_it(table: Table) -> None:
    assert table.read(RollReport, "roll weather").table == "greenmire/weather"
    assert table.read(RollReport, "roll encounters").table == "greenmire/chapel-encounters"


def test_an_encounter_is_a_roll_on_the_encounters_of_the_place(table: Table) -> None:
    table.done("at greenmire")
    faces = "=5,2,3 season=summer time=day"
    met, row = (
        table.read(RollReport, f"encounter {faces}"),
        table.read(RollReport, f"roll encounters {faces}"),
    )
    assert (met.table, met.total, met.text) == (row.table, row.total, row.text)
    assert table.read(RollReport, "enc +1 season=summer").modifier == 1


def test_where_no_encounters_are_listed_those_there_are_are_named(table: Table) -> None:
    refused = table.refused("done", "out", "out!", "encounter")
    first, *_ = refused.hint.removeprefix("Try: ").split(", ")
    assert table.read(RollReport, first).table == "dungeon/encounters"


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("roll encounters", True),
        ("encounter", True),
        ("roll greenmire/marsh-encounters", True),
        ("roll effects", True),
        ("roll dungeon/effects", True),
        ("roll greenmire/weather", False),
        ("roll mine/own", False),
        ("roll 2d6", False),
        ("draw npcs/names", False),
    ],
)
@pytest.mark.parametrize("seat", ["guide", "caller"])
def test_whom_they_may_meet_and_what_may_be_true_is_the_guides_whoever_rolls_it(
    line: str, secret: bool, seat: str, table: Table
) -> None:
    table.done(f"as {seat}", line)
    assert is_entry_for_guide_alone(next(table.desk.archive.read_entries())) == secret


@pytest.mark.parametrize("line", ["roll rumours", "draw rumours"])
def test_a_rumour_is_the_guides_unless_a_player_draws_it(line: str, table: Table) -> None:
    table.done(line)
    assert is_entry_for_guide_alone(next(table.desk.archive.read_entries()))
    text = table.done("as caller", line).report
    entry = next(table.desk.archive.read_entries())
    assert not is_entry_for_guide_alone(entry)
    assert entry.outcome in str(text)


def test_what_dice_and_oracles_said_is_no_story_but_what_tables_said_is(table: Table) -> None:
    lines = ["roll 2d6 x3", "roll 2d6 >= 7", "roll =3,4 2d6", "roll own =1 season=winter"]
    table.done("note here", *lines, "draw npcs/names =1")
    report = table.done("recap").report
    assert report is not None
    told = [line.text for line in getattr(report, "story")]  # noqa: B009 (a recap has one)
    assert told[:2] == ["here", "hail"]
    assert len(told) == 3


def test_tables_lists_them_by_name_with_what_they_are_called(table: Table) -> None:
    report = listed(table, "tables")
    lines = {line.table: line for line in report.tables}
    assert tuple(lines) == table.desk.tables.list_names()
    assert (lines["mine/own"].title, lines["mine/own"].dice) == ("Weather", "d2")
    assert listed(table, "tables list mine").tables == (lines["mine/night"], lines["mine/own"])


def test_a_broken_table_is_listed_as_broken_and_stops_no_other(table: Table) -> None:
    write(table, broken="schema = 1\n")
    lines = {line.table: line for line in listed(table, "tables list").tables}
    assert lines["mine/broken"].problems
    assert not lines["mine/own"].problems
    refusal = table.refused("roll mine/broken")
    assert refusal.kind == "broken"
    assert refusal.problems[0].file == "tables/mine/broken.toml"


def test_tables_show_tells_the_rows_as_they_are_written(table: Table) -> None:
    report = listed(table, "tables show own")
    assert report.rows is not None
    first, second = report.rows
    assert (first.roll, dict(first.texts)) == ("1", {"winter": "hail", "summer": "haze"})
    assert (second.texts, second.sign) == ({"": "{n = 2d6} drops, {n} in all"}, "{n} clouds")
    assert report.column == "season"
    night = listed(table, "tables show mine/night").rows
    assert night is not None
    assert night[1].when == {"time": ("dusk", "night"), "terrain": ("marsh",)}


def test_tables_check_finds_every_mistake_with_its_file_and_line(table: Table) -> None:
    assert listed(table, "tables check").problems == ()
    write(table, own=WEATHER.replace("{n} clouds", "{no/clouds}").replace("d2", "d3"))
    for line in ("tables check", "tables check own"):
        problems = listed(table, line).problems
        assert problems
        assert {problem.file for problem in problems} == {"tables/mine/own.toml"}
        assert all(problem.line for problem in problems)
    assert listed(table, "tables check mine/night").problems == ()


def test_the_season_is_told_and_set(table: Table) -> None:
    def season(line: str) -> Report | None:
        return table.done(line).report

    assert season("season") == SeasonReport(season="autumn", before="autumn")
    assert season("season Winter") == SeasonReport(season="winter", before="autumn")
    assert season("season the long dark") == SeasonReport(season="the long dark", before="winter")
    assert season("season") == SeasonReport(season="the long dark", before="the long dark")
    table.done("undo", "undo")
    assert season("season") == SeasonReport(season="autumn", before="autumn")


def warned(table: Table, line: str) -> tuple[str, ...]:
    return table.done(line).warnings


def test_a_season_that_is_near_one_of_the_four_may_be_a_slip(table: Table) -> None:
    assert warned(table, "season wintre") == ("Did you mean winter?",)
    for line in ("season", "season winter", "season monsoon", "season"):
        assert warned(table, line) == ()


@pytest.mark.parametrize("word", ["roll", "odds"])
def test_a_fact_that_a_table_knows_by_another_spelling_may_be_a_slip(
    word: str, table: Table
) -> None:
    for name in ("greenmire/weather", "own"):
        (slip,) = warned(table, f"{word} {name} season=wintre")
        assert slip.endswith(f"{name} knows no season «wintre». Did you mean winter?")
        assert warned(table, f"{word} {name} season=winter") == ()
        assert warned(table, f"{word} {name} season=monsoon") == ()
    assert warned(table, f"{word} npcs/names season=wintre") == ()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("roll night NIGHT", "Try: roll night time=night"),
        ("r npcs/names 2", "Try: roll npcs/names x2"),
    ],
)
def test_a_slip_is_answered_with_the_line_that_was_meant(
    line: str, hint: str, table: Table
) -> None:
    table = Table(table.campaign_folders.campaigns, whole_words=False)
    table.done("at greenmire")
    assert table.refused(line).hint.endswith(hint)


def test_a_season_after_the_weather_is_what_was_meant(table: Table) -> None:
    strict = Table(table.campaign_folders.campaigns)
    strict.done("at greenmire")
    assert strict.refused("roll weather winter").hint.endswith("Try: roll weather season=winter")
    loose = Table(table.campaign_folders.campaigns, whole_words=False)
    assert loose.done("roll weather winter").meant == "roll weather season=winter"


@pytest.mark.parametrize("line", ["3d6", "2d6+1", "D20 =7", "(d8+d6)*2", "d8 enhance 1", "2d6 x3"])
def test_dice_need_no_word(line: str, table: Table) -> None:
    before = table.desk.archive.session.streams.positions
    reply = table.done(line)
    table.desk.archive.session.streams.move_to_positions(before)
    assert reply.report == table.done(f"roll {line}").report
    assert reply.line == line.casefold()


def test_dice_with_a_mark_explode_and_may_be_secret(table: Table) -> None:
    assert table.read(RollReport, "d6! =6,6,1").total == 13
    assert table.done("secret 2d6").ok
    assert classify_typed_line_privacy("secret 2d6", table.desk.campaign) == "secret"


@pytest.mark.parametrize("line", ["2", "4h", "12!"])
def test_a_number_alone_is_no_dice(line: str, table: Table) -> None:
    assert table.refused(line).kind == "unknown"


def test_what_is_wrong_with_price_tables_is_told_when_all_is_checked(table: Table) -> None:
    goods = table.desk.archive.folder / "tables" / "goods"
    goods.mkdir(parents=True)
    (goods / "mine.toml").write_text('schema = 1\n[[goods]]\nname = "punt"\npirce = 40\n')
    checked = table.read(TablesReport, "tables check")
    assert checked.problems is not None
    (wrong,) = [each for each in checked.problems if "goods" in each.file]
    assert (wrong.line, wrong.key) == (4, "goods[1].pirce")
    assert "tables/goods/mine.toml" in wrong.file
    assert table.read(TablesReport, "tables check trends").problems == ()


def test_a_subject_is_listed_and_checked_by_its_name(table: Table) -> None:
    listed = table.done("tables greenmire").report
    assert listed == table.done("tables list greenmire").report
    checked = table.read(TablesReport, "tables check mine")
    assert [each.table for each in checked.tables] == ["mine/night", "mine/own"]
    assert "tables show trends" in table.refused("tables trends").hint
    assert table.refused("tables check nowhere").kind == "unknown"


def test_a_blank_is_no_subject_of_tables(table: Table) -> None:
    refusal = table.refused('tables "  "')
    assert (refusal.kind, refusal.message) == ("malformed", "Of which subject?")
    assert refusal.hint == "To see them all: tables"
    assert table.refused('tables "  " florb').hint == "Try: tables show florb"
