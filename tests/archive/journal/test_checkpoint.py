"""A checkpoint with large texts writes only what has changed, and is as good as one with all."""

import operator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from companion.archive.campaign_storage import Archive
from companion.archive.journal import checkpoint
from companion.archive.journal.checkpoint import (
    Checkpoint,
    Patch,
    diff_texts,
    read_checkpoint,
    read_checkpoint_texts,
    write_checkpoint,
)
from tests.desk.a_desk import a_desk, applied, on_disk, said, state_files

TEXTS = st.dictionaries(
    st.sampled_from(["campaign.toml", "world.toml", "errants/bree.toml"]),
    st.text("ab\n", max_size=8),
)


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every campaign counts as a large one."""
    monkeypatch.setattr(checkpoint, "SPLIT_LENGTH", 0)


def asides(folder: Path) -> list[Path]:
    return sorted((folder / ".companion").glob("applied-*"))


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_what_changed_makes_the_texts_that_are(steps: list[dict[str, str]]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patches: list[Patch] = []
        for before, after in pairwise(steps):
            patches += diff_texts(before, after)
        patched.setattr(checkpoint, "read_private_file", lambda *_: json.encode(steps[0]))
        assert read_checkpoint_texts(Path(), "applied-0123abcd", tuple(patches)) == steps[-1]


def test_a_word_writes_what_it_changed_alone(folder: Path) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply bree +1")
    (first,) = asides(folder)
    whole = first.read_bytes()
    said(desk, "supply bree +1", "npc harl wants a boat", "errant add Odo phys 11 skill 14")
    assert asides(folder) == [first]
    assert first.read_bytes() == whole
    assert len((folder / ".companion" / "applied").read_bytes()) < len(whole) / 2
    assert applied(folder).texts == state_texts(folder)


def state_texts(folder: Path) -> dict[str, str]:
    return {name: data.decode() for name, data in state_files(folder).items()}


def test_the_file_is_written_anew_when_much_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply bree +1")
    (first,) = asides(folder)
    monkeypatch.setattr(checkpoint, "MAX_CHANGED_LENGTH", 100)
    said(desk, "note one", *["supply bree +1"] * 9)
    (second,) = asides(folder)
    assert second != first
    assert applied(folder).texts == state_texts(folder)


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_bytes(b'{"x')])
def test_without_its_texts_a_checkpoint_is_unread_and_nothing_is_lost(
    folder: Path, spoil: object
) -> None:
    assert callable(spoil)
    desk = a_desk(folder, seed=None)
    said(desk, "supply bree +1")
    spoil(asides(folder)[0])
    assert read_checkpoint(folder) is None
    assert Archive(folder).campaign == on_disk(folder) == desk.campaign
    said(a_desk(folder, seed=None), "supply bree +1", "undo")
    assert read_checkpoint(folder) is not None
    assert on_disk(folder) == desk.campaign


def test_a_prompt_whose_file_was_thrown_away_writes_it_anew(folder: Path) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply bree +1")
    asides(folder)[0].unlink()
    said(desk, "supply bree +1")
    assert applied(folder).texts == state_texts(folder)


def test_two_prompts_write_on_in_one_checkpoint(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = a_desk(folder, seed=None), a_desk(folder, seed=None)
    said(one, "supply bree +1")
    said(other, "supply wim +1", "supply bree +1")
    monkeypatch.setattr(checkpoint, "MAX_CHANGED_LENGTH", 200)
    for _ in range(5):
        said(one, "supply bree +1")
        said(other, "supply bree -1", "npc harl wants a boat")
    assert one.take_in_external_changes() is not None
    assert one.campaign == other.campaign == on_disk(folder)
    assert len(asides(folder)) == 1
    entries = list(Archive(folder).read_entries())
    assert {entry.kind for entry in entries} == {"word"}


def test_a_checkpoint_rewritten_while_it_is_read_is_read_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = a_desk(folder, seed=None)
    said(other, "supply bree +1")
    monkeypatch.setattr(checkpoint, "MAX_CHANGED_LENGTH", 0)

    def write_and_read(*asked: object) -> object:
        monkeypatch.setattr(checkpoint, "read_checkpoint_texts", read_checkpoint_texts)
        said(other, "supply bree +1")
        return read_checkpoint_texts(*asked)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr(checkpoint, "read_checkpoint_texts", write_and_read)
    assert applied(folder).texts == state_texts(folder)


def test_an_edit_by_hand_is_found_beside_what_changed(folder: Path) -> None:
    said(a_desk(folder, seed=None), "supply bree +1", "supply bree +1")
    bree = folder / "errants" / "bree.toml"
    bree.write_text(bree.read_text().replace("name = ", "note = 'by hand'\nname = ", 1))
    said(a_desk(folder, seed=None), "supply wim +1")
    kinds = [entry.kind for entry in Archive(folder).read_entries()]
    assert kinds == ["word", "edit", "word", "word"]


def test_texts_that_become_small_again_leave_no_file_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply bree +1")
    assert asides(folder)
    monkeypatch.setattr(checkpoint, "SPLIT_LENGTH", 10**9)
    said(desk, "supply bree +1")
    assert asides(folder) == []
    assert applied(folder).texts == state_texts(folder)


def test_nobody_may_read_in_it_what_they_may_not_read_in_a_file(folder: Path) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply wim +1")
    assert asides(folder)[0].stat().st_mode & 0o077
    (folder / "world.toml").chmod(0o600)
    said(desk, "supply wim +1")
    assert [path.stat().st_mode & 0o777 for path in asides(folder)] == [0o600]


@pytest.mark.parametrize("name", ["../applied-0123abcd", "applied-0123ABCD", "typed-guide", ""])
def test_only_a_file_of_its_own_is_read(folder: Path, name: str) -> None:
    said(a_desk(folder, seed=None), "supply bree +1")
    written = folder / ".companion" / "applied"
    known = asides(folder)[0].name
    written.write_text(written.read_text().replace(known, name))
    assert read_checkpoint(folder) is None


def test_a_checkpoint_with_all_texts_in_it_is_read_and_replaced(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(checkpoint, "SPLIT_LENGTH", 1_000_000)
        said(a_desk(folder, seed=None), "supply bree +1")
    assert not asides(folder)
    known = applied(folder)
    new = write_checkpoint(folder, known, before=known)
    assert asides(folder)
    assert read_checkpoint(folder) == new
    assert operator.eq(*(Checkpoint(m.journal, m.last, m.texts) for m in (known, new)))
