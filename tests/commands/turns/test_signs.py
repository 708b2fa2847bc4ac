"""The sign names the next encounter; where no table does, the Guide does (readings, Event Die)."""

import pytest

from companion.errant.world import Sign
from companion.reports.turns import EventReport, SignReport
from companion.view.reply import render_reply
from tests.commands.table import Table

WHOM = "the tithe collectors, on foot"


@pytest.fixture
def table(table: Table) -> Table:
    """On the road, where no table says whom they meet, after an Event Die of 5."""
    table.done("out!", "out!", "zoom travel", "next =5")
    assert list_waiting(table) == [("travel", "", "")]
    return table


def list_waiting(table: Table) -> list[tuple[str, str, str]]:
    """Turn type, place and encounter of the signs that wait."""
    signs = table.desk.campaign.world.signs
    return [(sign.turn_type, sign.place, sign.encounter) for sign in signs]


def test_the_guide_says_whom_a_sign_foretells(table: Table) -> None:
    reply = table.done(f"sign {WHOM}")
    assert isinstance(reply.report, SignReport)
    assert (reply.report.step, len(reply.report.signs or ())) == ("foretold", 1)
    assert list_waiting(table) == [("travel", "", WHOM)]
    assert table.read(EventReport, "next =5").foretold == WHOM
    assert table.read(EventReport, "next =1").foretold == WHOM
    assert list_waiting(table) == []


def test_it_is_told_in_a_sentence(table: Table) -> None:
    shown = [str(line) for line in render_reply(table.done(f"sign {WHOM}"), str, guide=True)]
    assert shown[0] == "Secret: a sign of Travel Turns. The tithe collectors, on foot."


def test_whom_it_foretells_is_the_guides_alone(table: Table) -> None:
    assert table.done(f"sign {WHOM}").guide_only
    refused = table.refused("as caller", f"sign {WHOM}")
    assert refused.message == "The signs that wait are for the Guide alone."
    assert not any("tithe" in str(line) for line in table.desk.suggest_completions("sign "))
    shown = table.done("log").report
    assert "tithe" not in str(shown)


def test_the_guide_may_say_so_before_any_die(table: Table) -> None:
    table.done("sign end", "zoom exploration", f"sign {WHOM}")
    assert list_waiting(table) == [("exploration", "", WHOM)]


def test_what_a_sign_foretells_is_replaced_by_force_alone(table: Table) -> None:
    table.done(f"sign {WHOM}")
    assert table.refused("sign an old friend").message == f"The sign here foretells this: {WHOM}."
    table.done("sign! an old friend")
    assert list_waiting(table) == [("travel", "", "an old friend")]


def test_of_a_row_that_is_replaced_nothing_is_left(table: Table) -> None:
    table.done("at greenmire", "next =5")
    assert table.desk.campaign.world.signs[-1].row
    table.done(f"sign! {WHOM}")
    assert table.desk.campaign.world.signs[-1] == Sign(
        id="sign-2", turn_type="travel", place="greenmire", encounter=WHOM
    )


def test_no_die_brings_anybody_in_initiative_turns(table: Table) -> None:
    assert "roll no Event Die" in table.refused("zoom initiative", f"sign {WHOM}").message
