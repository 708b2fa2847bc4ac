"""A campaign that cannot be read while it is open: what can be said all the same, and the cure."""

import shlex
from pathlib import Path
from types import FunctionType

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.desk import Desk
from companion.grammar.command_words import WORDS
from tests.desk.a_desk import a_desk, all_files, answered, refused, said

ASIDE = ["quit", "q", "exit", "help", "? undo", "brief", "full", "as quartermaster", "tutorial"]


def broken(folder: Path) -> None:
    """A quote left out in an editor."""
    path = folder / "errants" / "bree.toml"
    path.write_text(path.read_text().replace('name = "Bree Tanner"', 'name = "Bree Tanner'))


def gone(folder: Path) -> None:
    """The folder moved away."""
    folder.rename(folder.parent / "elsewhere")


WRECKS = pytest.mark.parametrize("wreck", [broken, gone])


@WRECKS
@pytest.mark.parametrize("line", ASIDE)
def test_a_word_that_needs_nothing_of_the_campaign_is_always_answered(
    line: str, wreck: FunctionType, folder: Path
) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    before = desk.campaign
    wreck(folder)
    left = all_files(folder.parent)
    for other in ("status", "supply bree +1", "undo"):
        assert answered(desk, other).refusal is not None
    reply = said(desk, line)
    assert reply.report is not None
    assert (reply.entry, reply.changes) == (None, ())
    assert desk.campaign == before
    assert all_files(folder.parent) == left


@WRECKS
def test_quit_leaves_and_a_seat_is_taken_whatever_became_of_the_campaign(
    wreck: FunctionType, folder: Path
) -> None:
    desk = a_desk(folder)
    wreck(folder)
    said(desk, "as mapper")
    assert desk.seat == "mapper"
    assert said(desk, "quit").is_quit


@WRECKS
def test_a_wrong_word_is_refused_as_such_even_without_a_campaign(
    wreck: FunctionType, folder: Path
) -> None:
    desk = a_desk(folder)
    wreck(folder)
    assert "quite" in refused(desk, "quit quite", "malformed")
    assert "no seat" in refused(desk, "as smith", "unknown")
    refused(desk, "status", wreck.__name__)


def test_no_word_that_writes_is_said_aside() -> None:
    aside = [word for word in WORDS if word.needs_no_campaign]
    settings = {"quit", "help", "brief", "full", "as", "tutorial"}
    assert {word.name for word in aside} == {*settings, "seat"}, "orders are no part of a campaign"
    assert all(form.reads is True for word in aside for form in word.forms)


@pytest.mark.parametrize("line", ["status", "supply wim +1", "log"])
def test_a_refusal_for_a_broken_file_ends_with_the_command_check(line: str, folder: Path) -> None:
    desk = a_desk(folder)
    broken(folder)
    for reply in (answered(desk, line), desk.take_in_external_changes()):
        assert reply is not None
        assert reply.refusal is not None
        assert len(reply.refusal.problems) == 1
        told, _, way = reply.refusal.hint.partition(": ")
        assert told == "How to mend it"
        assert shlex.split(way) == ["companion", "check", "mire", "--campaigns", str(folder.parent)]


def test_the_folder_of_campaigns_is_named_only_where_one_was_chosen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CAMPAIGNS", str(folder.parent))
    desk = Desk(Archive(folder), CampaignFolders())
    broken(folder)
    assert refused(desk, "status", "broken").endswith(" How to mend it: companion check mire")


def test_a_quote_that_is_not_closed_is_told_in_plain_words_with_its_line(folder: Path) -> None:
    desk = a_desk(folder)
    broken(folder)
    reply = answered(desk, "status")
    assert reply.refusal is not None
    (problem,) = reply.refusal.problems
    line = (folder / problem.file).read_text().splitlines()[problem.line - 1]
    assert line == 'name = "Bree Tanner'
    assert problem.message == 'a text is not closed on its line; write " at its end'
