"""The contract with scripts: every kind of report has its fields, and they mean what they say."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.scripted import assert_fields, told


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it."""
    return Table(tmp_path)


def test_event_says_how_the_die_fell(table: Table) -> None:
    report = told(table, "done", "next listen =2,5")
    assert_fields(
        report,
        kind="event",
        turn_type="exploration",
        turn_number=9,
        positive_dice=0,
        negative_dice=1,
        faces=[2, 5],
        face=2,
        entered=True,
        result="rest",
        modifiers=[{"reason": "Bree Tanner's Encumbrance 6", "dice": -1}],
        choices=["rest", "press-on"],
    )


def test_event_counts_positive_dice_and_keeps_the_highest(table: Table) -> None:
    report = told(table, "event! +2 =4,6")
    assert_fields(report, positive_dice=2, negative_dice=1, face=6, result="free")
    assert report["modifiers"] == [
        {"reason": "Bree Tanner's Encumbrance 6", "dice": -1},
        {"reason": "by hand", "dice": 2},
    ]


def test_an_event_die_of_the_seed_is_not_entered(table: Table) -> None:
    report = told(table, "event!")
    assert report["entered"] is False
    faces = report["faces"]
    assert isinstance(faces, list)
    assert len(faces) == 2
    assert report["face"] == min(faces)


@pytest.mark.parametrize(
    ("lines", "results"),
    [
        ((), ["encounter", "rest", "burn", "local_effect", "encounter_sign", "free"]),
        (
            ("done", "out", "done", "turn"),
            ["encounter", "rest", "deplete", "local_effect", "encounter_sign", "free"],
        ),
        (
            ("done", "out", "done", "out", "zoom! downtime"),
            ["encounter", "complication", "expiration", "trend", "intimation", "free"],
        ),
    ],
)
def test_the_results_of_each_type_of_turn(
    lines: tuple[str, ...], results: list[str], table: Table
) -> None:
    for line in lines:
        table.done(line)
    found = []
    for face in range(1, 7):
        found.append(told(table, f"event! ={face}")["result"])
        table.done("undo")
    assert found == results


def test_slots_says_what_someone_carries(table: Table) -> None:
    report = told(table, "drop bree rations", "slots bree")
    assert_fields(
        report,
        kind="slots",
        errant="bree",
        phys=13,
        slots=13,
        slots_filled=15.25,
        encumbrance=6,
        encumbrance_pack_off=2,
        exhaustion=1,
        spd=5,
        can_act=True,
    )


def test_who_has_an_encumbrance_of_8_cannot_act(table: Table) -> None:
    report = told(table, "exhaust bree +2", "slots bree")
    assert_fields(report, exhaustion=3, encumbrance=8, can_act=False, spd=3)


def test_light_says_how_bright_it_is_and_whence(table: Table) -> None:
    report = told(table, "light")
    assert_fields(
        report,
        kind="light",
        burn=4,
        members=4,
        level="bright",
        sources=[
            {
                "errant": "ondine",
                "item": "lantern",
                "burn": 3,
                "feet": 30,
                "name": "hooded lantern",
                "full": 4,
            },
            {"errant": "wim", "item": "torch", "burn": 1, "feet": 10, "name": "torch", "full": 2},
        ],
    )


@pytest.mark.parametrize(
    ("lines", "burn", "level"),
    [
        (("burn", "refill wim torch"), 4, "bright"),
        (("burn",), 2, "ordinary"),
        (("snuff ondine lantern",), 1, "dim"),
        (("snuff ondine lantern", "snuff wim torch"), 0, "darkness"),
    ],
)
def test_the_four_levels_of_light(
    lines: tuple[str, ...], burn: int, level: str, table: Table
) -> None:
    report = told(table, *lines, "light")
    assert_fields(report, burn=burn, level=level)


def test_status_says_how_the_table_stands(table: Table) -> None:
    report = told(table, "done", "next listen =2", "status")
    assert_fields(
        report,
        kind="status",
        day=3,
        watch=4,
        turn_type="exploration",
        turn_number=9,
        light="bright",
        open=["rest or press-on", "done (listen)"],
        undo="next listen =2",
    )
    nested = report["nested"]
    assert isinstance(nested, list)
    assert [(turn["turn_type"], turn["turn_number"]) for turn in nested] == [
        ("travel", 9),
        ("exploration", 9),
    ]


def test_status_with_no_turn_open_and_nothing_to_undo(table: Table) -> None:
    assert told(table, "status")["undo"] is None
    report = told(table, "done", "out", "done", "out", "status")
    assert_fields(report, turn_type=None, turn_number=None, nested=[], open=[])


def test_roll_of_dice(table: Table) -> None:
    report = told(table, "roll 4d6kh3 =2,5,6,5")
    assert_fields(
        report,
        kind="roll",
        notation="4d6kh3",
        table=None,
        total=16,
        text=None,
        faces=[2, 5, 6, 5],
        entered=True,
    )
    assert report["seed"] == "table"
    assert told(table, "roll 2d6")["entered"] is False


def test_roll_on_a_table(table: Table) -> None:
    report = told(table, "roll downtime/trends =1,3")
    assert_fields(
        report,
        kind="roll",
        notation="2d4",
        table="downtime/trends",
        total=4,
        faces=[1, 3],
        entered=True,
    )
    assert isinstance(report["text"], str)
    assert isinstance(report["seed"], str)


def test_undo_and_redo_name_the_entry_its_line_and_how_much_changed(table: Table) -> None:
    reply = table.done("supply bree +2")
    expected = {"entry": reply.entry, "line": "supply bree +2", "changes": 1}
    assert_fields(told(table, "undo"), kind="undo", **expected)
    assert_fields(told(table, "redo"), kind="redo", **expected)


def test_undo_of_several_names_the_newest(table: Table) -> None:
    first = table.done("supply bree +2")
    newest = table.done("supply bree +1", "supply bree +3")
    report = told(table, "undo to 1")
    assert_fields(report, entry=newest.entry, line="supply bree +3", changes=2)
    assert isinstance(report["entries"], list)
    assert newest.entry in report["entries"]
    assert first.entry not in report["entries"]


def test_a_row_of_a_table_with_all_that_is_in_it(table: Table) -> None:
    report = told(table, "at greenmire", "roll encounters =5,2,3 season=summer time=day")
    assert_fields(
        report, notation="d10", total=5, row=report["row"], modifier=0, success=None, labels=[]
    )
    assert isinstance(report["row"], int)
    assert isinstance(report["sign"], str)
    assert isinstance(report["data"], dict)
    assert report["values"] == {"n": 5}


def test_a_table_without_dice_has_no_total(table: Table) -> None:
    report = told(table, "roll npcs/names =3")
    assert_fields(report, notation=None, total=None, row=3, faces=[3], sign=None)


def test_a_comparison_and_its_labels(table: Table) -> None:
    report = told(table, "roll 2d6 [axe] >= d8 [wall] =3,4,2")
    assert_fields(
        report,
        notation="2d6 [axe] >= d8 [wall]",
        total=1,
        success=True,
        labels=[{"label": "axe", "total": 7}, {"label": "wall", "total": 2}],
    )


def test_several_rolls_are_a_list_of_them(table: Table) -> None:
    report = told(table, "roll 4d6kh3 x2 =1,2,3,4,6,6,1,5")
    assert_fields(report, kind="rolls", notation="4d6kh3", table=None)
    rolls = report["rolls"]
    assert isinstance(rolls, list)
    assert [(roll["kind"], roll["total"], roll["kept"]) for roll in rolls] == [
        ("roll", 9, [False, True, True, True]),
        ("roll", 17, [True, True, False, True]),
    ]


def test_a_deck_says_what_came_and_how_many_are_left(table: Table) -> None:
    report = told(table, "draw npcs/names x2 =1,1")
    left = report["left"]
    assert isinstance(left, int)
    assert isinstance(report["rolls"], list)
    assert_fields(
        report,
        kind="deck",
        step="drawn",
        table="npcs/names",
        table_typed="names",
        put_back=0,
        decks=[],
    )
    assert [roll["row"] for roll in report["rolls"]] == [1, 2]
    report = told(table, "draw npcs/bynames", "shuffle")
    assert report["step"] == "listed"
    assert isinstance(report["decks"], list)
    assert report["decks"][0] == {"table": "npcs/names", "drawn": 2, "left": left}
    assert_fields(told(table, "shuffle names"), step="shuffled", put_back=2, left=left + 2)


def test_tables_are_listed_shown_and_checked(table: Table) -> None:
    listed = told(table, "tables list downtime")
    assert_fields(listed, kind="tables", step="listed", rows=[], problems=[])
    assert isinstance(listed["tables"], list)
    assert {
        "table": "downtime/trends",
        "title": "Downtime trends",
        "dice": "2d4",
        "rows": 7,
        "deck": False,
        "problems": 0,
    } in listed["tables"]
    shown = told(table, "tables show trends")
    assert isinstance(shown["rows"], list)
    assert shown["rows"][0]["roll"] == "2"
    assert shown["rows"][0]["data"] == {"kind": "factions-ally", "lasting": True}
    assert_fields(told(table, "tables check trends"), step="checked", problems=[])


def test_the_season_and_what_it_was(table: Table) -> None:
    assert told(table, "season winter") == {
        "kind": "season",
        "season": "winter",
        "before": "autumn",
    }
