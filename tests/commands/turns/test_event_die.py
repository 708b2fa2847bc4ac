"""The Event Die at the prompt: settled, ignored, replaced, in whatever order the table likes."""

from pathlib import Path

import pytest

from companion.campaign.news_of_changes import ChoiceDropped
from companion.errant.packs.light import measure_light
from companion.reports.journal import ReadOutReport
from companion.reports.turns import DiceToRollReport, EventReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, with Exploration Turn 9 about to begin."""
    table.done("done")
    return table


def burn(table: Table) -> int:
    """Burn of all that is lit."""
    return measure_light(table.desk.campaign.errants).burn


def exhaustion(table: Table) -> list[int]:
    """Everybody's Exhaustion, in the order of their ids."""
    return [errant.exhaustion for errant in table.desk.campaign.errants]


def test_what_is_ignored_has_not_happened(table: Table) -> None:
    table.done("next =3")
    assert burn(table) == 2
    table.done("ignore")
    assert burn(table) == 4
    assert table.refused("ignore").message == "That result is ignored already."


@pytest.mark.parametrize("face", [1, 2, 4, 5, 6])
def test_an_ignored_result_can_become_another(face: int, table: Table) -> None:
    table.done("next =3", "ignore")
    assert table.read(EventReport, f"becomes {face}").face == face
    assert burn(table) == 4


def test_an_ignored_result_can_happen_after_all_and_be_ignored_again(table: Table) -> None:
    table.done("next =3", "ignore", "becomes 3")
    assert burn(table) == 2
    table.done("ignore")
    assert burn(table) == 4
    table.done("becomes 3", "becomes 4")
    assert burn(table) == 4


def test_one_result_after_another_leaves_only_the_last(table: Table) -> None:
    table.done("next =3", "becomes 2", "press-on", "becomes 3")
    assert burn(table) == 2
    assert exhaustion(table) == [1, 0, 0, 0, 2]
    table.done("becomes 6")
    assert burn(table) == 4


def test_what_settled_a_rest_goes_with_it(table: Table) -> None:
    table.done("next =2", "press-on")
    assert exhaustion(table) == [2, 1, 1, 0, 3]
    table.done("ignore")
    assert exhaustion(table) == [1, 0, 0, 0, 2]
    table.done("becomes 2", "rest")
    assert table.desk.campaign.book.clock.rest_dice == 1
    table.done("becomes 4")
    assert table.desk.campaign.book.clock.rest_dice == 0


def test_only_the_newest_of_two_dice_is_ignored(table: Table) -> None:
    table.done("next =2", "press-on", "event! =3")
    assert burn(table) == 2
    table.done("ignore")
    assert burn(table) == 4
    assert exhaustion(table) == [2, 1, 1, 0, 3]


def test_ignoring_tells_what_came_back_and_replacing_does_too(table: Table) -> None:
    expected = {
        ("wim", "torch", 1),
        ("ondine", "flask of oil", 3),
        ("ondine", "Lamp of the Abbess", 2),
    }
    for line in ("ignore", "becomes 6"):
        table.done("next =3")
        report = table.read(EventReport, line)
        assert {(r.errant, r.name, r.after) for r in report.taken_back} == expected
        table.done("undo x2")


def test_a_result_that_did_nothing_gives_nothing_back(table: Table) -> None:
    assert table.read(EventReport, "next =6", "becomes 4").taken_back == ()


def test_what_to_roll_is_for_this_turn_until_its_die_has_fallen(table: Table) -> None:
    report = table.read(DiceToRollReport, "turn", "event ?")
    assert (report.number, report.rolled) == (2, None)
    report = table.read(DiceToRollReport, "event! =2", "rest", "event ?")
    assert (report.number, report.rolled) == (3, 2)


def test_what_later_words_stand_on_cannot_be_ignored(table: Table) -> None:
    table.done("next =3", "refill wim torch")
    refusal = table.refused("ignore")
    assert "«refill wim torch»" in refusal.message


def test_the_die_of_a_rest_is_spent_once(table: Table) -> None:
    first = table.done("next =2", "rest", "next =6,6,6").report
    second = table.done("next =6,6").report
    assert isinstance(first, EventReport)
    assert isinstance(second, EventReport)
    assert [m.reason for m in first.modifiers] == ["Bree Tanner's Encumbrance 6", "Rest"]
    assert [m.reason for m in second.modifiers] == ["Bree Tanner's Encumbrance 6"]


def test_a_rest_by_choice_adds_no_die(table: Table) -> None:
    table.done("next =6", "rest")
    assert table.desk.campaign.book.clock.rest_dice == 0


def test_what_is_open_stops_the_step_once(table: Table) -> None:
    table.done("next search =2")
    refusal = table.refused("next")
    assert refusal.kind == "open"
    assert "rest or press-on" in refusal.message
    assert "done (search)" in refusal.message
    assert refusal.hint == "Settle it, type next again, or n! to leave it so."
    assert table.say("next").ok


@pytest.mark.parametrize(("word", "forced"), [("next", "n!"), ("turn", "t!"), ("out", "o!")])
def test_the_forced_word_leaves_open_what_is_open(word: str, forced: str, table: Table) -> None:
    table.done("declare search")
    refusal = table.refused(word)
    assert forced in refusal.hint
    table.done("light", forced)


def test_what_is_open_is_said_once_whatever_is_typed_in_between(table: Table) -> None:
    table.done("next =2")
    table.refused("next")
    table.done("light")
    assert table.say("next").ok


def test_something_else_that_is_open_stops_anew_and_so_does_the_next_turn(table: Table) -> None:
    table.done("next sneak =2")
    assert "press-on" in table.refused("next").message
    table.done("press-on")
    assert "press-on" not in table.refused("next").message
    table.done("next! sneak =6")
    assert table.refused("next").message == "Still open: done (sneak)."


def test_a_choice_stops_anew_in_the_next_exploration_and_after_undo(table: Table) -> None:
    """The Turns of both are numbered from 1."""
    table.done("event! =6", "out", "zoom exploration", "event! =2")
    assert "rest" in table.refused("next").message
    table.done("rest", "undo")
    assert "rest" in table.refused("next").message
    table.done("press-on", "out", "zoom exploration", "event! =2")
    assert "rest" in table.refused("next").message


def test_a_turn_left_without_rest_or_press_on_says_so_at_every_prompt(
    table: Table, tmp_path: Path
) -> None:
    other = Table(tmp_path, seat="timekeeper")
    other.desk.take_in_external_changes()
    table.done("next =2")
    other.desk.take_in_external_changes()
    dropped = ChoiceDropped("exploration", 9)
    assert dropped in table.done("next! =6").news
    reply = other.desk.take_in_external_changes()
    assert reply is not None
    assert dropped in reply.news
    assert dropped not in table.done("undo").news
    table.done("press-on")
    assert dropped not in table.done("next! =6").news


def test_two_encounters_wait_both_until_each_is_settled(table: Table) -> None:
    table.done("next =1", "next! =1")
    assert table.refused("next").message == (
        "Still open: encounter (2 encounters, 1 of them earlier)."
    )
    table.done("tell six goblins")
    assert table.desk.campaign.book.clock.encounter
    table.done("tell three riders")
    assert not table.desk.campaign.book.clock.encounter


def test_each_of_two_encounters_that_were_rolled_is_read_out(table: Table) -> None:
    table.done("next =1", "encounter =1", "next! =1", "encounter =6")
    told = [table.done(f"tell encounter {n}").report for n in (1, 2)]
    assert len({each.text for each in told if isinstance(each, ReadOutReport)}) == 2
    assert table.refused("tell encounter 1").kind == "impossible"


def test_one_of_two_encounters_that_is_ignored_leaves_the_other(table: Table) -> None:
    table.done("next =1", "next! =1", "ignore")
    clock = table.desk.campaign.book.clock
    assert (clock.encounter, clock.earlier_encounters) == (True, 0)


def test_a_refused_die_moves_no_stream(tmp_path: Path) -> None:
    faces = []
    for number, typed in enumerate(([], ["event! =9", "event +1 quickly", "roll 2d"])):
        (tmp_path / str(number)).mkdir()
        table = Table(tmp_path / str(number))
        for line in typed:
            table.refused(line)
        report = table.read(EventReport, "event!")
        faces.append(report.faces)
    assert faces[0] == faces[1]


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("event", "next, becomes 1, or event! to roll another"),
        ("event =3", "becomes 3, next =3, or event! =3 to roll another"),
        ("event =6", "next =6, or event! =6 to roll another"),
        ("event =2,5", "next =2,5, becomes 1, or event! =2,5 to roll another"),
        ("event =9", "next, becomes 1, or event! to roll another"),
    ],
)
def test_a_second_die_in_a_turn_is_refused_with_the_faces_that_fell(
    line: str, ways: str, table: Table
) -> None:
    assert table.desk.campaign.innermost_turn.face == 6
    assert table.refused(line).hint == f"Try: {ways}"


def test_faces_for_a_table_that_is_not_drawn_from_are_refused_by_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    refused = table.refused("next! y =1,1 table=2")
    assert refused.message == "No table is drawn from now, so table=2 is no use."
    assert "table=1,2,3,4" in table.refused("next! y =5,5 table=1,2,3,4").message
