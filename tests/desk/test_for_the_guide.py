"""What a player's prompt is the first to find out about the files is told to the Guide."""

import stat
from pathlib import Path

import pytest

from companion.desk import Desk
from tests.desk.a_desk import a_desk, greenmire, said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign with two words in its journal, the second of which goes away again."""
    folder = greenmire(tmp_path / "shelf")
    desk = a_desk(folder, seed="before")
    said(desk, "note the bell")
    journal = session(folder)
    before = journal.read_bytes()
    said(desk, "note the ferryman")
    journal.write_bytes(before)
    return folder


def session(folder: Path) -> Path:
    """The only file of the journal."""
    (path,) = (folder / "journal").iterdir()
    return path


def kept(folder: Path) -> Path:
    """The file that waits for the Guide."""
    return folder / ".companion" / "for-the-guide"


def at_a_seat(folder: Path, seat: str = "caller") -> Desk:
    """A desk at this campaign, of a process of its own."""
    desk = a_desk(folder, seed=None)
    if seat != "guide":
        said(desk, f"as {seat}")
    return desk


def gone(warnings: tuple[str, ...]) -> list[str]:
    return [warning for warning in warnings if "gone from journal/" in warning]


def test_warnings_at_a_players_seat_wait_for_the_guide(folder: Path) -> None:
    assert said(at_a_seat(folder), "note wet feet").warnings == ()
    assert stat.S_IMODE(kept(folder).stat().st_mode) == 0o600
    guide = at_a_seat(folder, "guide")
    assert len(gone(said(guide, "status").warnings)) == 1
    assert not kept(folder).exists()
    assert said(guide, "status").warnings == ()
    assert said(at_a_seat(folder, "guide"), "note dry feet").warnings == ()


def test_an_open_prompt_of_the_guides_tells_it_at_the_next_glance(folder: Path) -> None:
    guide = at_a_seat(folder, "guide")
    guide.take_in_external_changes()
    said(at_a_seat(folder), "note wet feet")
    seen = guide.take_in_external_changes()
    assert seen is not None
    assert len(gone(seen.warnings)) == 1
    assert guide.take_in_external_changes() is None


def test_it_is_told_where_the_guide_sits_down_again(folder: Path) -> None:
    desk = at_a_seat(folder)
    said(desk, "note wet feet")
    assert len(gone(said(desk, "as guide").warnings)) == 1


def test_what_every_prompt_finds_for_itself_is_not_kept(tmp_path: Path) -> None:
    folder = greenmire(tmp_path / "shelf")
    world = folder / "world.toml"
    world.write_text(world.read_text("utf-8") + f"# {'x' * 900_000}\n", encoding="utf-8")
    desk = at_a_seat(folder)
    said(desk, "npc harl at sallows-end")
    assert not kept(folder).exists()
    assert any("world.toml" in warning for warning in said(desk, "as guide").warnings)


def test_nothing_is_read_or_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("theirs\n", encoding="utf-8")
    kept(folder).symlink_to(elsewhere)
    said(at_a_seat(folder), "note wet feet")
    assert said(at_a_seat(folder, "guide"), "status").warnings == ()
    assert elsewhere.read_text(encoding="utf-8") == "theirs\n"
