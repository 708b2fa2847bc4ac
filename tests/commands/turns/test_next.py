"""`next`, the one word that runs an evening, in every kind of Turn and in none."""

import pytest

from companion.errant.happenings import SupplyLost
from companion.reports.turns import EventReport, TurnReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, with Exploration Turn 9 about to begin."""
    table.done("done")
    return table


def test_in_initiative_turns_it_is_a_plain_turn(table: Table) -> None:
    first = table.done("zoom initiative", "next").report
    second = table.done("next bree aims at the eel").report
    assert isinstance(first, TurnReport)
    assert isinstance(second, TurnReport)
    assert (first.turn_type, first.turn_number) == ("initiative", 1)
    assert second.turn_number == 2
    assert [(a.who, a.action) for a in second.nested[-1].declared] == [("bree", "aims at the eel")]


def test_in_initiative_turns_it_takes_no_faces(table: Table) -> None:
    assert "no Event Die" in table.refused("zoom initiative", "next =3").message


@pytest.mark.parametrize("word", ["next", "turn", "event", "out", "sleep", "declare dig"])
def test_where_no_turn_is_open_what_to_type_is_said(word: str, table: Table) -> None:
    refusal = table.refused("out", "out!", word)
    assert refusal.message == "No Turn is open."
    assert "zoom travel" in refusal.hint
    table.done("zoom travel", "next")


@pytest.mark.parametrize(
    ("before", "line", "plainly"),
    [
        ((), "fight", "zoom initiative"),
        (("out", "out!"), "fight", "zoom initiative"),
        (("out", "out!"), "downtime!", "zoom! downtime"),
        (("out", "out!"), "downtime! for 5d at reedmarket", "zoom! downtime for 5d at reedmarket"),
        (("out", "out!"), "turn travel", "zoom travel"),
        (("out", "out!"), "t trav for 2h at reedmarket", "zoom travel for 2h at reedmarket"),
        (("out", "turn!"), "camp open watch bree", "sleep open watch bree"),
        (("out", "done"), "next camp watch bree =6", "next sleep watch bree =6"),
        (("out", "done"), "turn camp in the open barn", "turn sleep in the open barn"),
    ],
)
def test_what_a_table_calls_it_does_the_same(
    before: tuple[str, ...], line: str, plainly: str, table: Table
) -> None:
    said = table.done(*before, line)
    table.done("undo")
    meant = table.done(plainly)
    assert (said.report, said.changes) == (meant.report, meant.changes)


@pytest.mark.parametrize("action", ["travel", "travel on", "explore", "camp here"])
def test_in_an_open_turn_a_type_is_an_action(action: str, table: Table) -> None:
    report = table.read(TurnReport, f"turn {action}")
    assert [each.action for each in report.nested[-1].declared] == [action]


def test_what_is_no_type_opens_no_turn(table: Table) -> None:
    for line in ("turn search", "turn travel on foot", "turn travle"):
        assert table.refused("out", "out!", line).message == "No Turn is open."
        table.done("undo", "undo")


@pytest.mark.parametrize(
    ("before", "way"), [((), "Try: rest, or out"), (("zoom initiative",), "Try: out")]
)
def test_a_camp_in_a_shorter_turn_is_led_out_of_it(
    before: tuple[str, ...], way: str, table: Table
) -> None:
    assert table.refused(*before, "camp").hint == way
    table.done("out", *before and ("out",), "turn!", "camp")


def test_the_last_out_is_told_and_can_be_taken_back(table: Table) -> None:
    report = table.read(TurnReport, "out", "out!")
    assert (report.step, report.turn_type) == ("closed", None)
    table.done("undo")
    assert [turn.type for turn in table.desk.campaign.turns] == ["travel"]


@pytest.mark.parametrize(
    ("steps", "turn_type", "number"),
    [
        (("out", "zoom exploration"), "exploration", 1),
        (("zoom initiative",), "initiative", 1),
        (("out", "out!", "zoom travel"), "travel", 10),
        (("out", "out!", "zoom! downtime"), "downtime", 2),
    ],
)
def test_the_first_next_after_a_zoom_takes_no_time(
    steps: tuple[str, ...], turn_type: str, number: int, table: Table
) -> None:
    table.done(*steps)
    before = table.desk.campaign.now
    table.done("next")
    turn = table.desk.campaign.turns[-1]
    assert (turn.type, turn.number, turn.began) == (turn_type, number, before)
    assert table.desk.campaign.now == before
    assert (turn.face is None) is (turn_type == "initiative")


def test_in_downtime_the_die_falls_before_anything_is_declared(table: Table) -> None:
    table.done("out", "out!", "zoom! downtime", "effect add patron arrangement")
    report = table.read(EventReport, "next carouse =3")
    assert (report.result, [a.action for a in report.declared]) == ("expiration", ["carouse"])
    assert any(isinstance(each, SupplyLost) for each in report.before)
    table.done("ignore")
    turn = table.desk.campaign.turns[-1]
    assert turn.declared == {"company": "carouse"}
    assert "patron" in {effect.id for effect in table.desk.campaign.book.effects}


@pytest.mark.parametrize(
    ("said", "action", "minutes"),
    [
        ("search the nave for 1h", "search the nave", 60),
        ("search the nave for 1 hour", "search the nave", 60),
        ("search the nave for 30 minutes", "search the nave", 30),
        ("haggle for 2 days of food", "haggle for 2 days of food", 10),
        ('"look around" for 1 hour', "look around", 60),
        ("for 2 hours", "for 2 hours", 10),
    ],
)
def test_how_long_an_action_takes_stands_at_its_end(
    said: str, action: str, minutes: int, table: Table
) -> None:
    table.done(f"next {said} =6")
    before = table.desk.campaign.now
    assert list(table.desk.campaign.turns[-1].declared.values()) == [action]
    table.done("done", "next!")
    assert table.desk.campaign.now.seconds - before.seconds == minutes * 60
