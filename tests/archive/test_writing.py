"""What a crash kept from the files is written into them later just as it would have been."""

from pathlib import Path
from typing import Any

import pytest

from companion.archive import campaign_text_changes
from companion.archive.toml.addressed_edits import Address, EditResult
from companion.archive.toml.document import Document
from companion.archive.toml.key_edits import set_key
from companion.campaign.changes import PlainData
from tests.desk.a_desk import a_desk, greenmire, on_disk, said, state_files
from tests.storms.plug import Pulled, pulled_after


def killed_before_the_files(folder: Path, line: str) -> None:
    """A word said by a desk that dies once it is journalled."""
    desk = a_desk(folder, seed=None)
    with pulled_after(0), pytest.raises(Pulled):
        desk.run(line)


def with_a_comment(folder: Path) -> None:
    bree = folder / "errants" / "bree.toml"
    bree.write_text(f"# Bree's own file\n{bree.read_text()}# the end of it\n")


@pytest.mark.parametrize(
    ("words", "undo"),
    [
        (("exhaust all +1",), "undo"),  # takes out a line that was not there before
        (("errant remove bree",), "undo"),  # puts a file back, comments and all
        (("supply bree +1", "errant remove bree"), "undo x2"),
        (("supply bree +1", "exhaust all +1", "supply wim +1"), "undo to 1"),
    ],
)
def test_an_undo_that_is_rolled_forward_puts_the_very_text_back(
    tmp_path: Path, words: tuple[str, ...], undo: str
) -> None:
    folder = greenmire(tmp_path)
    with_a_comment(folder)
    first = state_files(folder)
    said(a_desk(folder, seed=None), *words)
    killed_before_the_files(folder, undo)
    opened = a_desk(folder, seed=None)
    said(opened, "note gone on", "undo")
    assert on_disk(folder) == opened.campaign
    while (reply := opened.run("undo")) is not None and reply.ok:
        pass
    assert state_files(folder) == first


def test_what_a_person_wrote_meanwhile_stays_where_an_undo_is_rolled_forward(
    tmp_path: Path,
) -> None:
    folder = greenmire(tmp_path)
    said(a_desk(folder, seed=None), "exhaust all +1")
    killed_before_the_files(folder, "undo")
    corvin = folder / "errants" / "corvin.toml"
    corvin.write_text(corvin.read_text().replace("skill = 9", "skill = 10 # trained"))
    opened = a_desk(folder, seed=None)
    said(opened, "note gone on")
    assert on_disk(folder) == opened.campaign
    assert opened.campaign.get_errant("corvin").skill == 10
    assert opened.campaign.get_errant("corvin").exhaustion == 0
    assert "skill = 10 # trained" in corvin.read_text()
    assert "exhaustion" not in corvin.read_text()


@pytest.mark.parametrize("line", ["supply bree +1", "npc odo disposition 9"])
def test_what_would_not_read_back_as_it_should_is_never_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    folder = greenmire(tmp_path)
    desk = a_desk(folder, seed=None)
    said(desk, "npc odo disposition 3")
    before, entries = state_files(folder), desk.archive.session.last_number
    with monkeypatch.context() as patched:

        def set_another_value(
            document: Document, address: Address, key: str, _: PlainData, *rest: Any
        ) -> EditResult:
            return set_key(document, address, key, 1, *rest)

        patched.setattr(campaign_text_changes, "set_key", set_another_value)
        reply = desk.run(line)
    assert reply is not None
    assert reply.refusal is not None
    assert "cannot be changed safely" in reply.refusal.message
    assert state_files(folder) == before
    assert desk.archive.session.last_number == entries
    said(desk, line)
    assert on_disk(folder) == desk.campaign
