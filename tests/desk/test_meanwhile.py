"""What others do to a campaign while it is open: other prompts, editors, clocks and clones."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.archive import campaign_parsing as reading_room
from companion.archive.campaign_storage import Archive
from companion.archive.disk import compare_and_swap
from companion.archive.journal import session_writer
from companion.archive.rescue.backup_copies import Copies
from companion.desk import Desk
from tests.desk.a_desk import a_desk, answered, cloned, on_disk, refused, said

Monkey = pytest.MonkeyPatch
LONG_AGO = "2026-01-02"


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """A person's editor: one line of a file replaced."""
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def saved_just_before_it_is_replaced(monkey: Monkey, save: Callable[[], object]) -> None:
    """An editor saves a state file after the last look at it, before another takes its place."""

    def saved_and_exchanged(one: Path, other: Path) -> None:
        if one not in seen:  # what comes out is given back under the same name
            seen.add(one)
            save()
        exchange(one, other)

    seen: set[Path] = set()
    exchange = compare_and_swap.exchange_file_names
    monkey.setattr(compare_and_swap, "exchange_file_names", saved_and_exchanged)


def test_a_file_saved_at_the_very_last_moment_is_kept_and_so_is_the_word(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    saves = iter([lambda: edit(folder, "errants/wim.toml", "phys = 10", "phys = 11")])
    with monkeypatch.context() as patched:
        saved_just_before_it_is_replaced(patched, lambda: next(saves, lambda: None)())
        said(desk, "supply wim +1")
    wim = desk.campaign.get_errant("wim")
    assert (wim.phys, wim.supply) == (11, 4)
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign
    assert [entry.kind for entry in desk.archive.read_entries()] == ["edit", "word", "word"]


def test_a_save_of_equal_size_and_time_is_noticed(folder: Path, monkeypatch: Monkey) -> None:
    desk, path = a_desk(folder), folder / "errants/wim.toml"
    said(desk, "supply wim +1")

    def save() -> None:
        stamp = path.stat()
        edit(folder, "errants/wim.toml", "phys = 10", "phys = 11")
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    saves = iter([save])
    with monkeypatch.context() as patched:
        saved_just_before_it_is_replaced(patched, lambda: next(saves, lambda: None)())
        assert said(desk, "supply wim +1").warnings == ()
    wim = desk.campaign.get_errant("wim")
    assert (wim.phys, wim.supply) == (11, 4)
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign


def test_who_never_stops_saving_is_told_of_and_costs_nobody_a_word(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    path, counted = folder / "errants/wim.toml", iter(range(1_000))
    with monkeypatch.context() as patched:
        saved_just_before_it_is_replaced(
            patched, lambda: path.write_text(f"{path.read_text()}# {next(counted)}\n")
        )
        reply = said(desk, "supply wim +1")
        assert any("keeps writing" in warning for warning in reply.warnings)
    said(desk, "supply wim +1")
    assert desk.campaign.get_errant("wim").supply == 5
    assert desk.campaign == on_disk(folder)
    assert "# 3\n" in (folder / "errants/wim.toml").read_text()


def test_what_another_prompt_did_is_taken_in(folder: Path) -> None:
    here, there = a_desk(folder, seed=None), a_desk(folder, seed=None)
    said(there, "note first")
    here.take_in_external_changes()
    said(there, "supply wim +1", "give bree lantern", "exhaust all +1")
    here.archive.refresh(write=False)
    assert here.campaign == there.campaign == on_disk(folder)


def test_another_prompts_words_and_a_hand_edit_at_once_are_both_seen(folder: Path) -> None:
    here, there = a_desk(folder, seed=None), a_desk(folder, seed=None)
    said(there, "supply wim +1")
    edit(folder, "errants/bree.toml", "pennies = 40", "pennies = 41")
    here.archive.refresh(write=False)
    assert here.campaign.get_errant("wim").supply == 3
    assert here.campaign.get_errant("bree").pennies == 41
    said(here, "supply wim +1")
    assert here.campaign == on_disk(folder) == Archive(folder).campaign


def test_processes_of_a_day_share_a_session_and_a_clone_begins_one(
    folder: Path, tmp_path: Path
) -> None:
    said(a_desk(folder, seed=None), "note one")
    said(a_desk(folder, seed=None), "note two")
    assert len(list((folder / "journal").glob("*.toml"))) == 1
    copy = cloned(folder, tmp_path / "elsewhere" / "mire")
    clone = cloned(folder, tmp_path / "clone" / "mire")
    shutil.rmtree(clone / ".companion")
    for other in (copy, clone):
        before = {path.name: path.read_bytes() for path in (other / "journal").glob("*.toml")}
        said(a_desk(other, seed=None), "note elsewhere")
        after = {path.name: path.read_bytes() for path in (other / "journal").glob("*.toml")}
        assert len(after) == 2
        assert before.items() <= after.items()
        said(a_desk(other, seed=None), "note again")
        assert len(list((other / "journal").glob("*.toml"))) == 2


def test_a_clock_set_back_changes_nothing_about_what_came_first(
    folder: Path, monkeypatch: Monkey
) -> None:
    for number, day in enumerate(("2026-11-21", "1970-01-01", "2031-05-05", "2026-11-22"), 1):
        monkeypatch.setattr(session_writer, "_today", lambda day=day: day)
        said(a_desk(folder, seed=None), f"supply wim +{number}")
    desk = a_desk(folder, seed=None)
    assert [entry.number for entry in desk.archive.read_entries()] == [4, 3, 2, 1]
    for left in (2 + 1 + 2 + 3, 2 + 1 + 2, 2 + 1, 2):
        said(desk, "undo")
        assert desk.campaign.get_errant("wim").supply == left


def test_the_answer_says_if_a_word_was_neither_written_nor_undone(
    folder: Path, monkeypatch: Monkey
) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        patched.setattr(os, "ftruncate", broken)
        assert "may hold this even so" in refused(desk, "supply wim +1", "unwritable")
    said(desk, "supply wim +1")
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign
    assert desk.campaign.get_errant("wim").supply == 5
    assert [entry.number for entry in desk.archive.read_entries()] == [3, 2, 1]


def test_an_errant_whose_file_is_gone_is_told_of_and_comes_back_with_undo(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    text = (folder / "errants/corvin.toml").read_text()
    (folder / "errants/corvin.toml").unlink()
    reply = said(desk, "supply wim +1")
    told = "errants/corvin.toml is gone since the last word. To have it back: undo 2"
    assert reply.warnings.count(told) == 1
    said(desk, "undo 2")
    assert (folder / "errants/corvin.toml").read_text() == text


@pytest.mark.parametrize("opened", ["before", "after"])
def test_a_deleted_file_is_told_at_once_and_comes_back_with_undo(opened: str, folder: Path) -> None:
    desk, file = a_desk(folder), "errants/corvin.toml"
    said(desk, "supply wim +1")
    before, told = desk.campaign, f"{file} is gone since the last word. To have it back: undo 2"
    (folder / file).unlink()
    if opened == "after":
        desk = a_desk(folder)
    reply = desk.take_in_external_changes()
    assert reply is not None
    assert reply.warnings == (told,)
    assert desk.take_in_external_changes() is None
    assert told not in said(desk, "undo 2").warnings
    assert desk.campaign == before == on_disk(folder)
    (folder / file).unlink()
    again = desk.take_in_external_changes()
    assert again is not None
    assert again.warnings == (told.replace("undo 2", "undo 4"),)


def test_an_errant_who_was_removed_by_a_word_is_not_told_to_be_gone(folder: Path) -> None:
    here, there = a_desk(folder), a_desk(folder, seed=None)
    said(there, "errant remove corvin")
    reply = here.take_in_external_changes()
    assert reply is not None
    assert reply.warnings == ()
    assert a_desk(folder).take_in_external_changes() is None


def test_a_session_begins_with_a_copy_or_goes_on_without_one(
    folder: Path, monkeypatch: Monkey
) -> None:
    before = on_disk(folder)
    said(a_desk(folder, seed=None), "supply wim +1")
    said(a_desk(folder, seed=None), "supply wim +1")
    (copy,) = Copies(folder).list_copies()
    assert reading_room.parse_campaign(Copies(folder).read_texts_of(copy.name)) == before

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Copies, "make_copy", full)
    reply = said(a_desk(folder), "supply wim +1")
    assert reply.warnings == ("No copy of the campaign could be kept (No space left on device).",)


@pytest.mark.parametrize("name", [".companion", "journal"])
def test_nothing_is_written_through_a_link_that_leads_out_of_the_campaign(
    folder: Path, name: str
) -> None:
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir()
    (folder / name).symlink_to(elsewhere)
    desk = a_desk(folder)
    assert f"{name} is a link that leads out" in refused(desk, "supply wim +1")
    assert answered(desk, "status").ok
    assert list(elsewhere.iterdir()) == []


def test_a_mark_that_is_a_link_is_neither_read_nor_written_through(folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere"
    elsewhere.write_text("nobody's business\n")
    (folder / ".companion").mkdir()
    (folder / ".companion" / "applied").symlink_to(elsewhere)
    said(a_desk(folder), "supply wim +1")
    assert elsewhere.read_text() == "nobody's business\n"
    assert not (folder / ".companion" / "applied").is_symlink()


def test_what_two_evenings_changed_apart_is_told_when_they_come_together(
    folder: Path, tmp_path: Path
) -> None:
    here = a_desk(folder, seed=None)
    said(here, "note one")
    clone = cloned(folder, tmp_path / "clone" / "mire")
    shutil.rmtree(clone / ".companion")
    said(here, "supply wim +1")
    said(a_desk(clone, seed=None), "supply wim +1", "supply bree +2")
    for pulled in (clone / "journal").glob("*.toml"):
        if not (folder / "journal" / pulled.name).exists():
            shutil.copy(pulled, folder / "journal")
    shutil.copy(clone / "errants" / "bree.toml", folder / "errants" / "bree.toml")
    reply = said(here, "supply corvin +1")
    (told,) = reply.warnings
    assert "Two evenings changed errants/wim/supply: 3 here, 3 in " in told
    assert "It is 3 now" in told
    assert here.campaign.get_errant("bree").supply == 8
    assert here.campaign == on_disk(folder) == Archive(folder).campaign
    assert not said(here, "supply corvin +1").warnings


def test_what_a_prompt_left_open_for_days_says_is_taken_in_at_once(
    folder: Path, monkeypatch: Monkey
) -> None:
    left_open = left_open_for_days(folder, monkeypatch)
    desk = a_desk(folder)
    said(desk, "note ours")
    said(left_open, "supply wim +1")
    said(desk, "supply wim +1")
    entries = list(desk.archive.read_entries())
    assert [entry.number for entry in entries] == [4, 3, 2, 1]
    assert {entry.kind for entry in entries} == {"word"}
    assert desk.campaign == on_disk(folder) == Archive(folder).campaign


def test_a_prompt_open_for_days_with_a_full_disk_loses_nothing(
    folder: Path, monkeypatch: Monkey
) -> None:
    left_open = left_open_for_days(folder, monkeypatch)
    desk = a_desk(folder)
    said(desk, "note ours")
    with monkeypatch.context() as patched:
        patched.setattr(compare_and_swap, "replace_file_if_unchanged", _no_disk)
        said(left_open, "supply wim +1")
    said(desk, "supply wim +1")
    assert desk.campaign.get_errant("wim").supply == on_disk(folder).get_errant("wim").supply == 5
    assert [entry.number for entry in desk.archive.read_entries()] == [4, 3, 2, 1]


def test_a_hand_edit_beside_a_prompt_open_for_days_removes_nothing(
    folder: Path, monkeypatch: Monkey
) -> None:
    left_open = left_open_for_days(folder, monkeypatch)
    edit(folder, "errants/wim.toml", "phys = 10", "phys = 11")
    for word in ("note one", "note two", "supply wim +1"):
        assert said(left_open, word).warnings == ()


@pytest.mark.parametrize("with_files", [True, False])
def test_a_session_of_long_ago_that_git_has_changed_is_read_again(
    folder: Path, monkeypatch: Monkey, with_files: bool
) -> None:
    theirs = left_open_for_days(folder, monkeypatch)
    ours = cloned(folder, folder.parent / "ours")
    desk = a_desk(ours)
    said(desk, "note ours")
    said(theirs, "supply wim +1" if with_files else "note theirs")
    (session,) = (folder / "journal").glob("*.toml")
    for file in ("errants/wim.toml", f"journal/{session.name}")[not with_files :]:
        (ours / file).write_bytes((folder / file).read_bytes())
    assert said(desk, "note ours again").warnings == ()
    assert (
        desk.campaign.get_errant("wim").supply
        == on_disk(ours).get_errant("wim").supply
        == 3 + with_files
    )
    assert {entry.kind for entry in desk.archive.read_entries()} == {"word"}


def left_open_for_days(folder: Path, monkey: Monkey) -> Desk:
    """A desk that said one word long ago."""
    with monkey.context() as patched:
        patched.setattr(session_writer, "_today", lambda: LONG_AGO)
        desk = a_desk(folder, seed="left open")
        said(desk, "supply wim +1")
    return desk


def _no_disk(*_: object) -> os.stat_result:
    raise OSError(errno.EIO, os.strerror(errno.EIO))
