"""`downtime` begins a month from where the Company is."""

from tests.commands.table import Table


def test_downtime_closes_the_travel_turn_and_stays_where_the_company_is(table: Table) -> None:
    table.done("done", "out!", "at reedmarket", "done", "downtime!")
    turns = table.desk.campaign.turns
    assert [(turn.type, turn.place) for turn in turns] == [("downtime", "reedmarket")]
    assert not turns[-1].begun


def test_a_place_that_is_named_is_where_the_month_is_spent(table: Table) -> None:
    table.done("done", "out!", "done", "downtime! at reedmarket")
    assert table.desk.campaign.innermost_turn.place == "reedmarket"


def test_what_is_open_in_the_travel_turn_stops_downtime_once(table: Table) -> None:
    table.done("done", "out!", "at reedmarket", "declare move on")
    refusal = table.refused("downtime")
    assert refusal.kind == "open"
    assert "done" in refusal.message
    assert "snuff" in refusal.message
    table.done("downtime")
    assert [turn.type for turn in table.desk.campaign.turns] == ["downtime"]


def test_an_exploration_turn_is_closed_by_hand_before_downtime(table: Table) -> None:
    refusal = table.refused("downtime")
    assert (refusal.kind, [turn.type for turn in table.desk.campaign.turns]) == (
        "impossible",
        ["travel", "exploration"],
    )
