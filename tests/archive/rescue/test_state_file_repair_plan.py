"""A folder of which a part was copied: what is whole is read, what is not is told, none of it is
guessed, and with the mark there it can be taken back."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from companion.archive.campaign_storage import Archive
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.campaign.diff import diff_campaigns
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, answered, greenmire, on_disk, said, state_files

Spoil = Callable[[Path], None]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """An evening of four words."""
    folder = greenmire(tmp_path / "whole")
    said(
        a_desk(folder, seed=None),
        "supply bree +1",
        "give bree rope",
        "next! search =3",
        "note hello",
    )
    return folder


def copy_half(played: Path, spoil: Spoil, *, mark: bool) -> Path:
    """A copy of it that was not finished."""
    folder = Path(copytree(played, played.parents[1] / "half" / played.name))
    if not mark:
        rmtree(folder / ".companion")
    spoil(folder)
    return folder


def remove(file: str) -> Spoil:
    """A file that was never copied."""

    def spoil(folder: Path) -> None:
        (folder / file).unlink()

    return spoil


def cut_file(file: str, kept: int) -> Spoil:
    """A file of which so many bytes were copied, a while ago."""

    def spoil(folder: Path) -> None:
        path = folder / file
        path.write_bytes(path.read_bytes()[:kept])
        os.utime(path, (0, 0))

    return spoil


def get_session_path(folder: Path) -> str:
    (path,) = (folder / "journal").glob("*.toml")
    return f"journal/{path.name}"


def list_words(folder: Path) -> list[str]:
    return [entry.line for entry in Archive(folder).read_entries()]


with_and_without_a_mark = pytest.mark.parametrize("mark", [True, False])


@with_and_without_a_mark
@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("campaign.toml", "campaign.toml: there is no such file"),
        ("errants/wim.toml", "effects[2].errant: there is no Errant «wim»"),
        ("world.toml", "turns[1].place: there is no place «greenmire»"),
    ],
)
def test_a_file_that_others_name_is_missed(played: Path, file: str, told: str, mark: bool) -> None:
    folder = copy_half(played, remove(file), mark=mark)
    before = state_files(folder)
    with pytest.raises(Broken) as broken:
        Archive(folder)
    assert told in str(broken.value)
    assert state_files(folder) == before


@with_and_without_a_mark
def test_the_missing_file_copied_after_all_makes_it_whole(played: Path, mark: bool) -> None:
    folder = copy_half(played, remove("world.toml"), mark=mark)
    with pytest.raises(Broken):
        Archive(folder)
    (folder / "world.toml").write_bytes((played / "world.toml").read_bytes())
    assert Archive(folder).campaign == Archive(played).campaign
    said(a_desk(folder, seed=None), "supply bree +1")
    assert not any("edited by hand" in line for line in list_words(folder))


def test_an_errant_is_missed_by_the_checkpoint_and_comes_back(played: Path) -> None:
    before = state_files(played)
    folder = copy_half(played, remove("errants/bree.toml"), mark=True)
    desk = a_desk(folder, seed=None)
    (warning,) = said(desk, "note where is she").warnings
    assert "errants/bree.toml is gone" in warning
    said(desk, warning.rpartition(": ")[2])
    assert state_files(folder) == before
    assert desk.campaign == on_disk(folder)


@with_and_without_a_mark
@pytest.mark.parametrize("file", ["errants/bree.toml", "world.toml", "campaign.toml"])
def test_a_file_cut_anywhere_is_a_problem_or_an_edit_to_undo(
    played: Path, file: str, mark: bool
) -> None:
    opened = 0
    for kept in range(0, (played / file).stat().st_size, 61):
        folder = copy_half(played, cut_file(file, kept), mark=mark)
        with suppress(Broken):
            desk = a_desk(folder, seed=None)
            opened += 1
            assert desk.campaign == on_disk(folder)
            if mark and diff_campaigns(desk.campaign, Archive(played).campaign):
                said(desk, "note whole?", "undo", "undo")
                assert diff_campaigns(on_disk(folder), Archive(played).campaign) == ()
        rmtree(folder)
    assert opened


@with_and_without_a_mark
def test_a_journal_cut_anywhere_is_read_as_far_as_it_is_whole(played: Path, mark: bool) -> None:
    name = get_session_path(played)
    data = (played / name).read_bytes()
    said_in_all = list_words(played)
    for kept in range(0, len(data), 97):
        folder = copy_half(played, cut_file(name, kept), mark=mark)
        desk = a_desk(folder, seed=None)
        assert desk.campaign == on_disk(folder) == Archive(played).campaign
        left = list_words(folder)
        assert left == said_in_all[len(said_in_all) - len(left) :]
        said(desk, "supply bree +1")
        assert list_words(folder) == ["supply bree +1", *left]
        rmtree(folder)


@with_and_without_a_mark
def test_without_its_journal_the_files_are_the_truth(played: Path, mark: bool) -> None:
    folder = copy_half(played, lambda folder: rmtree(folder / "journal"), mark=mark)
    desk = a_desk(folder, seed=None)
    assert desk.campaign == on_disk(folder) == Archive(played).campaign
    said(desk, "supply bree +1", "undo")
    assert read_campaign_file_texts(folder)[0] == read_campaign_file_texts(played)[0]


def test_a_mark_that_was_cut_is_as_good_as_none(played: Path) -> None:
    size = (played / ".companion" / "applied").stat().st_size
    for kept in range(0, size, 499):
        folder = copy_half(played, cut_file(".companion/applied", kept), mark=True)
        desk = a_desk(folder, seed=None)
        assert desk.campaign == on_disk(folder) == Archive(played).campaign
        assert answered(desk, "supply bree +1").warnings == ()
        assert list_words(folder) == ["supply bree +1", *list_words(played)]
        rmtree(folder)


@with_and_without_a_mark
def test_files_behind_the_journal_are_rolled_forward_or_taken(played: Path, mark: bool) -> None:
    """The journal was copied after a word, the files before it."""
    older = Path(copytree(played, played.parents[1] / "older" / played.name))
    name = get_session_path(played)
    said(a_desk(played, seed=None), "supply bree +1")
    folder = copy_half(older, lambda _: None, mark=mark)
    (folder / name).write_bytes((played / name).read_bytes())
    desk = a_desk(folder, seed=None)
    expected = played if mark else older
    assert desk.campaign.get_errant("bree") == Archive(expected).campaign.get_errant("bree")
    said(desk, "note on")
    assert desk.campaign == on_disk(folder)
