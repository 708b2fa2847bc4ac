"""A journey is declared in a Travel Turn; who arrives says so with `at`."""

from companion.reports.turns import DeclarationReport
from companion.view.reply import render_reply
from tests.commands.table import Table


def test_a_journey_is_the_action_of_a_travel_turn_and_no_arrival(table: Table) -> None:
    table.done("done", "out")
    before = table.desk.campaign.innermost_turn
    report = table.read(DeclarationReport, "declare travel to reedmarket")
    turn = table.desk.campaign.innermost_turn
    assert turn.declared == {"company": "travel to Reedmarket"}
    assert (turn.place, turn.number) == (before.place, before.number)
    assert report.destination == "reedmarket"


def test_whither_may_be_anywhere_that_has_no_name(table: Table) -> None:
    report = table.read(DeclarationReport, "done", "out", "declare travel to the far hills")
    assert table.desk.campaign.innermost_turn.declared == {"company": "travel to the far hills"}
    assert report.destination == ""


def test_a_place_that_the_players_do_not_know_is_not_named_for_them(table: Table) -> None:
    table.done("done", "out", "declare travel to cause")
    assert table.desk.campaign.innermost_turn.declared == {"company": "travel to cause"}


def test_nobody_travels_in_turns_of_ten_minutes(table: Table) -> None:
    assert table.refused("done", "declare travel to reedmarket").hint.startswith("Try: out.")
    table.done("out", "declare travel to reedmarket")


def test_nobody_travels_in_a_fight(table: Table) -> None:
    refusal = table.refused("done", "fight goblin", "declare travel to reedmarket")
    assert refusal.hint.startswith("Try: out.")


def test_a_month_of_downtime_has_no_journey_but_in_travel_turns(table: Table) -> None:
    table.done("done", "out", "out!", "zoom! downtime at reedmarket")
    assert table.refused("declare travel to sallow").hint.startswith("Try: zoom travel.")
    table.done("zoom travel", "declare travel to sallow")


def test_who_is_there_does_not_travel_there(table: Table) -> None:
    refusal = table.refused("done", "out", "at reedmarket", "declare travel to reedmarket")
    assert "Reedmarket" in refusal.message


def test_the_guide_may_declare_it_in_any_turn(table: Table) -> None:
    table.done("done", "declare! travel to reedmarket")
    assert table.desk.campaign.innermost_turn.declared == {"company": "travel to Reedmarket"}


def test_a_journey_says_how_one_arrives(table: Table) -> None:
    reply = table.done("done", "out", "declare travel to reedmarket")
    shown = render_reply(reply, str, guide=True)
    assert shown[1] == "The Company: travel to Reedmarket."
    assert "When they arrive: at reedmarket" in shown
