"""An encounter stays open until somebody settles it."""

from pathlib import Path

import pytest

from companion.reports.turns import DeclarationReport
from companion.view.reply import encode_reply
from tests.commands.record.test_telling_findings import FOUND, PIKE
from tests.commands.table import Table


@pytest.fixture
def player(table: Table) -> Table:
    return Table(table.campaign_folders.campaigns, seat="caller")


OPEN = "encounter (nobody has rolled whom they meet)"
DRAWN = "tell or react (an encounter)"


def open_matters(table: Table) -> tuple[str, ...]:
    return table.desk.build_status().open


def test_an_encounter_that_nobody_settled_stays_open_until_it_is(table: Table) -> None:
    table.done("next! creep on =1", "next! creep on =6")
    assert OPEN in open_matters(table)
    table.done("done they ran")
    assert OPEN not in open_matters(table)


def test_the_open_line_names_the_word_that_works(table: Table) -> None:
    table.done("done", "next =1")
    assert open_matters(table) == (OPEN,)
    table.done("encounter =2")
    assert open_matters(table) == (DRAWN,)
    table.done("next! =1")
    assert open_matters(table) == ("tell or encounter (2 encounters, 1 of them earlier)",)
    table.done("encounter =6")
    assert open_matters(table) == ("tell or react (2 encounters, 1 of them earlier)",)
    assert table.desk.build_status().encounters == 2


def test_without_a_table_whom_they_meet_is_the_guides_to_say(table: Table) -> None:
    table.done("done", "out!", "out!", "zoom travel", "next =1")
    assert open_matters(table) == (DRAWN,)


def test_a_player_settles_no_encounter_with_done(table: Table, player: Table) -> None:
    table.done("done", *FOUND[:1], "done", "encounter =2")
    player.desk.take_in_external_changes()
    refusal = player.refused("done slept")
    assert refusal.message == "Nothing is declared in this Turn."
    assert refusal.hint == "Try: declare search the nave"
    player.done("declare creep on", "done they hid")
    assert player.desk.campaign.book.clock.encounter


def test_the_guide_is_told_that_done_settles_an_encounter(table: Table) -> None:
    table.done("done", "next =1", "next! =1")
    assert table.read(DeclarationReport, "done it was a heron").settles_encounter
    assert table.desk.build_status().encounters == 1
    report = table.read(DeclarationReport, "declare creep on", "done")
    assert not report.settles_encounter


@pytest.mark.parametrize("drawn", [False, True])
def test_only_an_npc_that_is_of_the_encounter_settles_it(drawn: bool, table: Table) -> None:
    table.done("done", "npc new Novice", "npc novice met no", "next =1")
    table.done("encounter =2") if drawn else None
    table.done("npc novice met yes")
    assert table.desk.campaign.book.clock.encounter
    table.done("encounter =2") if not drawn else None
    assert PIKE in encode_reply(table.done("tell"), guide=False)


def test_an_npc_that_the_encounter_drew_settles_it_once_it_is_met(table: Table) -> None:
    table.done(*FOUND[:1], "encounter =6")
    table.done(f"npc {table.desk.campaign.book.met.npc} met yes")
    assert not table.desk.campaign.book.clock.encounter


def test_done_alone_settles_no_encounter(table: Table) -> None:
    table.done("next! creep on =1", "done")
    assert open_matters(table) == (OPEN,)
    assert table.refused("done").hint == "Say what came of it: done they hid till it was gone"


PAST = ["next", "turn", "out", "zoom exploration", "zoom exploration at chapel"]


@pytest.mark.parametrize("line", PAST)
def test_an_encounter_of_this_turn_that_nobody_settled_stops_once(line: str, table: Table) -> None:
    table.done("done", "out!", "out!", "zoom travel", "next =1")
    refusal = table.refused(line)
    assert (refusal.kind, refusal.message) == ("open", f"Still open: {DRAWN}.")
    table.done(line)
    assert table.desk.campaign.book.clock.encounter


def test_an_encounter_that_was_settled_or_is_fought_stops_nothing(table: Table) -> None:
    table.done("done", "out!", "out!", "zoom travel", "next =1", "tell three riders", "next =1")
    table.done("fight")


def test_an_encounter_without_an_action_is_settled_with_done(table: Table) -> None:
    table.done("done", "next =1", "next! =6", "next =6")
    assert open_matters(table) == (OPEN,)
    table.done("done it was a heron")
    assert open_matters(table) == ()


@pytest.mark.parametrize("line", ["ignore", "becomes 6", "undo"])
def test_an_encounter_taken_back_is_open_no_more(line: str, table: Table) -> None:
    table.done("next! creep on =1", line)
    assert OPEN not in open_matters(table)


def test_a_later_result_that_is_ignored_leaves_an_earlier_encounter_open(table: Table) -> None:
    table.done("next! creep on =1", "next! creep on =4", "ignore", "becomes 6")
    assert OPEN in open_matters(table)


TWO_DRAWN = ("done", "next =1", "encounter =2", "next! =1", "encounter =6")


@pytest.mark.parametrize("line", ["ignore", "becomes 6"])
@pytest.mark.parametrize(
    "lines",
    [
        (*TWO_DRAWN, "tell encounter 2"),
        (*TWO_DRAWN, "react ysolde =3,4"),
        (*TWO_DRAWN[:-1], "tell six goblins, asleep"),
        TWO_DRAWN[:-1],
        TWO_DRAWN,
    ],
)
def test_a_result_that_is_ignored_drops_no_earlier_encounter(
    line: str, lines: tuple[str, ...], table: Table
) -> None:
    table.done(*lines, line)
    assert table.desk.build_status().encounters == 1
    assert PIKE in encode_reply(table.done("tell"), guide=False)


@pytest.mark.parametrize("line", ["ignore", "becomes 6"])
@pytest.mark.parametrize("drawn", [False, True])
def test_of_two_encounters_the_one_that_is_not_told_is_ignored(
    line: str, drawn: bool, table: Table
) -> None:
    table.done(*TWO_DRAWN[: 5 if drawn else 4], "tell encounter 1" if drawn else "tell", line)
    assert table.desk.build_status().encounters == 0
    assert table.refused("tell").message == "Nothing waits to be told."


def test_an_encounter_that_was_played_out_can_still_be_ignored(table: Table) -> None:
    table.done(*FOUND, "react ysolde =3,4", "ignore")
    assert OPEN not in open_matters(table)


def test_what_came_of_an_encounter_is_the_outcome_of_the_action(table: Table) -> None:
    table.done("next! creep on =1", "done they hide")
    recap = encode_reply(table.done("recap"), guide=False)
    assert "they hide" in recap


UNTOLD = "encounter (the Guide has not told it yet)"


def test_a_player_whom_an_encounter_stops_is_told_that_the_guide_tells_it(player: Table) -> None:
    player.done("done", "next =1")
    refusal = player.refused("next")
    assert (refusal.kind, refusal.message) == ("open", f"Still open: {UNTOLD}.")
    assert refusal.hint == "Wait for the Guide, or type next again, or n!, to go on."
    player.done("next")


def test_a_player_is_stopped_for_the_rest_as_the_guide_is(player: Table) -> None:
    refusal = player.refused("next! creep on =1", "next")
    assert refusal.message == f"Still open: {UNTOLD}; done (creep on)."
    assert refusal.hint.startswith("Settle it, type next again")
    assert open_matters(player) == (UNTOLD, "done (creep on)")


def test_the_guide_is_told_once_that_a_player_waits(table: Table, player: Table) -> None:
    def read_warnings() -> tuple[str, ...]:
        meanwhile = table.desk.take_in_external_changes()
        return meanwhile.warnings if meanwhile else ()

    player.done("done", "next =1")
    read_warnings()
    player.refused("next")
    assert read_warnings() == ("The caller waits to hear whom they meet: encounter",)
    player.refused("out")
    assert read_warnings() == ()
    player.done("next! =6", "next! =1")
    read_warnings()
    table.done("encounter! =2")
    player.desk.take_in_external_changes()
    player.refused("next")
    assert read_warnings() == ("The caller waits to hear whom they meet: tell",)


def test_a_player_s_talk_leaves_an_encounter_the_guides(tmp_path: Path) -> None:
    guide, player = Table(tmp_path), Table(tmp_path, seat="timekeeper")
    guide.done("npc Joss met yes", "react joss =3,4", "done", "event! =1", "encounter =1,4,3,6")
    player.desk.take_in_external_changes()
    player.done("talk joss")
    guide.desk.take_in_external_changes()
    assert guide.desk.campaign.book.clock.encounter
    guide.done("talk choristers")
    assert not guide.desk.campaign.book.clock.encounter
