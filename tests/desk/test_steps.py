"""Undo and redo at the desk: by name, all or nothing, until something new is typed."""

from pathlib import Path

import pytest

from companion.desk import Desk
from tests.desk.a_desk import a_desk, answered, greenmire, refused, said, state_files


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return a_desk(greenmire(tmp_path))


def wim(desk: Desk) -> int:
    return desk.campaign.get_errant("wim").supply


def test_a_word_is_taken_back_by_its_number_and_by_its_whole_name(desk: Desk) -> None:
    first = said(desk, "supply wim +1")
    said(desk, "supply bree +1", "undo 1")
    assert wim(desk) == 2
    assert desk.campaign.get_errant("bree").supply == 7
    said(desk, "redo")
    assert wim(desk) == 3
    assert first.entry is not None
    said(desk, f"undo {first.entry}")
    assert wim(desk) == 2


def test_a_word_is_not_taken_back_while_later_ones_stand_on_it(desk: Desk) -> None:
    said(desk, "supply wim +1", "supply wim +3", "supply bree +1")
    files = state_files(desk.archive.folder)
    why = refused(desk, "undo 1")
    assert "«supply wim +3»" in why
    assert "bree" not in why
    assert state_files(desk.archive.folder) == files
    said(desk, "undo 2", "undo 1")
    assert wim(desk) == 2


def test_a_later_word_that_came_back_to_the_same_value_stands_on_it_too(desk: Desk) -> None:
    said(desk, "supply wim +1", "supply wim +1", "supply wim -1")
    assert "came later" in refused(desk, "undo 1")
    said(desk, "undo", "undo", "undo")
    assert wim(desk) == 2


def test_an_undo_is_all_or_nothing(desk: Desk) -> None:
    said(desk, "exhaust all +1", "exhaust wim +1")
    before = desk.campaign
    assert "«exhaust wim +1»" in refused(desk, "undo 1")
    assert desk.campaign == before


def test_undo_to_takes_back_everything_after_a_word(desk: Desk) -> None:
    said(desk, "supply wim +1")
    files = state_files(desk.archive.folder)
    said(desk, "supply wim +2", "drop bree saint", "next! search =3", "undo to 1")
    assert state_files(desk.archive.folder) == files
    assert answered(desk, "status").ok
    said(desk, "redo")
    assert wim(desk) == 5
    assert desk.campaign.turns[-1].face == 3


def test_redo_goes_on_only_until_something_new_is_typed(desk: Desk) -> None:
    said(desk, "supply wim +1", "supply wim +1", "undo", "undo", "redo")
    assert wim(desk) == 3
    said(desk, "supply bree +1")
    assert "nothing to redo" in refused(desk, "redo")
    said(desk, "undo")
    said(desk, "redo")
    assert wim(desk) == 3


def test_looking_and_rolling_in_between_do_not_end_redo(desk: Desk) -> None:
    said(desk, "supply wim +1", "undo", "status", "roll 2d6", "redo")
    assert wim(desk) == 3


def test_undo_of_an_undo_is_refused_with_a_way_forward(desk: Desk) -> None:
    said(desk, "supply wim +1", "undo")
    assert "redo" in refused(desk, "undo 2")
    assert "redo" in refused(desk, "undo 1")
    said(desk, "redo")
    assert "Try" in refused(desk, "undo 3")


@pytest.mark.parametrize("line", ["undo 99", "undo zzzz-1", "undo to 99"])
def test_what_the_journal_does_not_have_cannot_be_taken_back(desk: Desk, line: str) -> None:
    said(desk, "supply wim +1")
    assert "log" in refused(desk, line, "unknown")


def test_what_has_no_number_is_no_entry_of_the_journal(desk: Desk) -> None:
    assert "log" in refused(desk, "undo what", "malformed")


def test_a_block_comes_back_with_its_text_and_comments_in_its_place(desk: Desk) -> None:
    path = desk.archive.folder / "errants/bree.toml"
    text = path.read_text()
    odd = text.replace('name = "bell hammer"', "name   =   'bell hammer' # «Tom»")
    odd = odd.replace(
        '[[items]]\nid = "bell-hammer"', '# hers\n[[items]] # two hands\nid="bell-hammer"'
    )
    path.write_text(odd)
    said(desk, 'drop bree "bell hammer"', "drop bree saint", "drop bree torch all")
    assert "Tom" not in path.read_text()
    said(desk, "undo", "undo", "undo")
    assert path.read_text() == odd


def test_a_block_that_left_keys_out_comes_back_without_them(desk: Desk) -> None:
    path = desk.archive.folder / "errants/wim.toml"
    text = path.read_bytes()
    said(desk, "drop wim candles all", "undo")
    assert path.read_bytes() == text


def test_an_errant_removed_comes_back_to_the_byte(desk: Desk) -> None:
    before, files = desk.campaign, state_files(desk.archive.folder)
    said(desk, "errant remove wim", "errant remove ondine")
    assert "errants/wim.toml" not in state_files(desk.archive.folder)
    said(desk, "undo", "undo")
    assert desk.campaign == before
    assert state_files(desk.archive.folder) == files


def test_two_who_left_are_not_brought_back_in_the_wrong_order(desk: Desk) -> None:
    before = desk.campaign
    said(desk, "errant remove ondine", "errant remove wim")
    assert "«errant remove wim»" in refused(desk, "undo 1")
    said(desk, "undo", "undo")
    assert desk.campaign == before


def test_undo_and_redo_roll_no_dice_and_move_no_stream(desk: Desk) -> None:
    said(desk, "next! search")
    face, dice = desk.campaign.turns[-1].face, desk.archive.session.streams.positions
    said(desk, "undo")
    assert desk.archive.session.streams.positions == dice
    said(desk, "redo")
    assert desk.campaign.turns[-1].face == face
    assert desk.archive.session.streams.positions == dice
    said(desk, "undo", "next! search")
    assert sum(desk.archive.session.streams.positions.values()) > sum(dice.values())


def test_ignore_and_becomes_are_words_that_undo_takes_back(desk: Desk) -> None:
    said(desk, "next! search =3")
    burned = state_files(desk.archive.folder)
    said(desk, "ignore")
    said(desk, "becomes 2", "press-on", "undo", "undo", "undo")
    assert state_files(desk.archive.folder) == burned
