"""The evening told again: what was really done, where it happened, and nothing secret aloud."""

import pytest

from companion.reports.journal import RecapReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, nothing declared in the chapel any more."""
    table.done("done")
    return table


def recap(table: Table, *lines: str, guide: bool = True) -> list[str]:
    """The recap after these lines, as people read it."""
    reply = table.done(*lines, "recap")
    assert isinstance(reply.report, RecapReport)
    return [*render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)]


def story(lines: list[str]) -> list[str]:
    """What is told of the evening in what stands under the days: the time left out."""
    return [line[2:].partition("  ")[2] for line in lines if line.startswith("  ")][1:]


def test_what_a_rest_took_the_place_of_is_not_told_as_done(table: Table) -> None:
    assert story(recap(table, "next search the altar =2", "rest", "next bree listens =6")) == [
        "The Company Rests instead of «search the altar».",
        "Bree: listens.",
    ]


def test_a_rest_taken_back_with_its_result_was_none(table: Table) -> None:
    lines = ("next search the altar =2", "rest", "becomes 6", "done a key")
    assert story(recap(table, *lines)) == ["The Company: search the altar. A key."]


def test_who_presses_on_does_what_was_declared(table: Table) -> None:
    lines = ("next search the altar =2", "press-on", "done a key")
    assert story(recap(table, *lines)) == ["The Company: search the altar. A key."]


def test_the_night_is_told_with_who_watched(table: Table) -> None:
    lines = ("out", "done", "next sleep =6", "watch wim", "next sleep watch bree ondine =6")
    assert story(recap(table, *lines))[1:] == [
        "The Company sleeps, Wim on watch.",
        "The Company sleeps, Bree and Ondine on watch.",
    ]


def test_whom_they_met_is_told_in_its_place(table: Table) -> None:
    lines = ("next creep on =1", "roll chapel-encounters =2", "tell", "done they hide")
    told = story(recap(table, *lines))
    assert told[0] == "The Company: creep on. They hide."
    assert told[1].startswith("Encounter: A pale pike")
    assert len(told) == 2


def test_a_sign_that_comes_true_is_told_in_its_place(table: Table) -> None:
    table.done("next force the door =5")
    (sign,) = table.desk.campaign.world.signs
    lines = recap(table, "next! look around =1", "done they run", "tell")
    met = f"Encounter: {sign.encounter}"
    assert story(lines)[1:] == ["The Company: look around. They run.", met]
    assert "For you alone:" not in lines


def test_each_told_text_belongs_to_the_encounter_that_it_tells(table: Table) -> None:
    first = ("next =1", "encounter =2", "tell")
    told = story(recap(table, *first, "next! =1", "next! =6", "tell they pass a sleeping eel"))
    assert told[0].startswith("Encounter: A pale pike")
    assert told[1] == "Encounter: They pass a sleeping eel."
    assert len(told) == 2


def test_an_encounter_told_by_its_number_is_told_in_the_recap(table: Table) -> None:
    drawn = ("next =1", "encounter =2", "next! =1", "encounter =6")
    told = story(recap(table, *drawn, "tell encounter 1", "tell encounter 2"))
    assert [line.partition(":")[0] for line in told] == ["Encounter"] * 2
    assert told[0].startswith("Encounter: A pale pike")


def test_whom_they_meet_may_be_rolled_turns_later(table: Table) -> None:
    told = story(recap(table, "next =1", "next! =6", "encounter =2", "tell"))
    assert len(told) == 1
    assert told[0].startswith("Encounter: A pale pike")


def test_an_encounter_that_is_told_turns_later_is_told_in_its_place(table: Table) -> None:
    found = ("next! creep =1", "roll chapel-encounters =2", "next! wait =4")
    lines = recap(table, *found, "roll effects =3", "tell effects", "tell")
    read_aloud = story(lines[: lines.index("For you alone:")])
    told = [line for line in read_aloud if not line.startswith("The Company")]
    assert [line.partition(" ")[0] for line in told] == ["Encounter:", "Rolled:"]
    assert "pale pike" in told[0]
    assert "bell tolls" in told[1]
    assert "pale pike" not in f"{lines[lines.index('For you alone:') :]}"


def test_another_row_of_a_table_is_told_as_rolled(table: Table) -> None:
    (rolled,) = story(recap(table, "next =1", "roll complications =2,2"))
    assert rolled.startswith("Rolled: ")


@pytest.mark.parametrize("last", ["becomes 6", "ignore", "undo"])
def test_whom_a_die_that_does_not_stand_asked_for_is_not_read_aloud(
    last: str, table: Table
) -> None:
    lines = recap(table, "next look =1", "next! rummage =1", "roll chapel-encounters =2", last)
    at = lines.index("For you alone:") if "For you alone:" in lines else len(lines)
    assert not any("pale pike" in line for line in lines[:at])


def test_whom_they_met_is_told_again_once_the_step_back_is_undone(table: Table) -> None:
    lines = recap(table, "next rummage =1", "roll chapel-encounters =2", "tell", "undo", "redo")
    assert any(line.startswith("Encounter: A pale pike") for line in story(lines))


def test_a_corrected_declaration_is_told_as_it_was_in_the_end(table: Table) -> None:
    lines = ("next force the door =6", "declare pick the lock", "done open at last")
    assert story(recap(table, *lines)) == ["The Company: pick the lock. Open at last."]


def test_an_outcome_of_another_turn_joins_its_own_action(table: Table) -> None:
    lines = ("next dig =6", "zoom initiative", "next run", "done", "out", "done a coffin")
    assert story(recap(table, *lines)) == ["The Company: dig. A coffin.", "The Company: run."]


@pytest.mark.parametrize("word", ["note", "note secret"])
def test_one_long_note_crowds_nothing_out(word: str, table: Table) -> None:
    short = [f"{word} the bell rings {number}" for number in range(1, 6)]
    lines = recap(table, *short[:3], f"{word} {'x' * 2070}", *short[3:])
    noted = [line for line in lines if "Noted: «" in line]
    assert len(noted) == 6
    (long,) = (line for line in noted if "xxx" in line)
    assert len(long) <= 4 * 80
    assert long.endswith("x…»")


@pytest.mark.parametrize("word", ["note", "note secret"])
def test_what_a_page_does_not_hold_is_counted(word: str, table: Table) -> None:
    lines = recap(table, *[f"{word} {number} {'x' * 2070}" for number in range(20)])
    noted = sum("Noted: «" in line for line in lines)
    assert 0 < noted < 20
    left_out = 20 - noted if "secret" in word else 21 - noted  # the action of the evening before
    assert f"And {left_out} more. The whole story: export; the last words: log 30." in lines


def test_what_began_and_ended_has_a_line_each(table: Table) -> None:
    lines = recap(table, "effect add Bless miracle 3 on bree", "effect add Fog", "effect end lamp")
    assert [line for line in lines if line.startswith(("Began", "Ended"))] == [
        "Began: Bless on Bree.",
        "Began: Fog.",
        "Ended: Lamp of the Abbess on Ondine.",
    ]


def test_what_is_secret_stands_apart_below(table: Table) -> None:
    said = ("note secret the monks are near", "next creep on =5", "secret roll chapel-encounters")
    lines = recap(table, *said, "note a bell", "next! listen =6")
    at = lines.index("For you alone:")
    assert not [line for line in lines[:at] if "monks" in line or "Secret" in line]
    first, rolled, sign = lines[at + 1 :]
    assert first == "  day 3, 13:20  Noted: «the monks are near»"
    assert rolled.startswith("  day 3, 13:20  Rolled: ")
    (waits,) = table.desk.campaign.world.signs
    assert sign == f"  A sign waits (The Drowned Chapel): {waits.encounter}"
    assert not any(waits.encounter in line for line in lines[:at])
    assert recap(table, guide=False) == lines[:at]


def test_what_a_sign_foretells_is_never_read_aloud(table: Table) -> None:
    lines = recap(table, "next creep on =5", "roll chapel-encounters =2")
    at = lines.index("For you alone:")
    assert not any("pale pike" in line for line in lines[:at])
    assert any("pale pike" in line for line in lines[at:])


def test_where_things_stand_is_told_in_plain_sentences(table: Table) -> None:
    lines = recap(table, "next creep on =6")
    now = lines.index("Now: day 3, 13:20, at The Drowned Chapel. Exploration Turn 9.")
    assert lines[now + 1] == "After it: Travel Turn 9 at The Greenmire."
    lines = recap(table, "done", "out", "done", "out")
    assert "Now: day 3, 16:00; no Turn is open." in lines
