"""A session file, or a mark, that is gone for a while, or not as it was: no word is done twice."""

from pathlib import Path

import pytest

from companion.archive.campaign_storage import Archive
from companion.archive.journal.journal_folder import Journal
from tests.desk.a_desk import a_desk, applied, greenmire, on_disk, said


@pytest.fixture
def two_evenings(tmp_path: Path) -> tuple[Path, Path]:
    """A campaign in which wim gained 1 Exhaustion in one session and lost it in the next, and the
    file of the first."""
    folder = greenmire(tmp_path)
    said(a_desk(folder, seed="one"), "exhaust wim +1")
    (first,) = (folder / "journal").glob("*.toml")
    said(a_desk(folder, seed="two"), "exhaust wim -1")
    return folder, first


def exhaustion(folder: Path) -> int:
    assert on_disk(folder) == Archive(folder).campaign
    return Archive(folder).campaign.get_errant("wim").exhaustion


@pytest.mark.parametrize("left", [0, 60, 300, None])
def test_a_session_file_that_comes_back_brings_nothing_new(
    two_evenings: tuple[Path, Path], left: int | None
) -> None:
    folder, first = two_evenings
    before, whole = exhaustion(folder), first.read_bytes()
    if left is None:
        first.unlink()
    else:
        first.write_bytes(whole[:left])
    said(a_desk(folder, seed="three"), "supply wim +1")
    first.write_bytes(whole)
    desk = a_desk(folder, seed="four")
    assert said(desk, "supply wim +1").warnings == ()
    assert exhaustion(folder) == before
    assert desk.campaign.get_errant("wim").supply == 4


def test_a_word_between_the_journal_and_the_files_is_no_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = greenmire(tmp_path)
    other = a_desk(folder, seed="other")
    ends = Journal.find_untorn_lengths

    def ends_while_another_plays(journal: Journal) -> dict[str, int]:
        found = ends(journal)
        with monkeypatch.context() as undone:
            undone.setattr(Journal, "find_untorn_lengths", ends)
            said(other, "supply wim +1")
            (folder / ".companion" / "applied").unlink()
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "find_untorn_lengths", ends_while_another_plays)
        desk = a_desk(folder, seed="mine")
    said(desk, "supply wim +1")
    assert [entry.kind for entry in desk.archive.read_entries()] == ["word", "word"]
    assert desk.campaign.get_errant("wim").supply == 4


def test_another_prompt_may_put_blocks_in_another_order(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    desk, other = a_desk(folder, seed="one"), a_desk(folder, seed="two")
    said(desk, "give wim drum", "give wim horn")
    said(other, "status")
    wim = folder / "errants" / "wim.toml"
    first, *blocks = wim.read_text().split("[[items]]")
    blocks = [block.rstrip("\n") + "\n\n" for block in blocks]
    wim.write_text("[[items]]".join([first, *reversed(blocks)]).rstrip("\n") + "\n")
    said(desk, "supply wim +1")
    said(other, "supply wim +1", "give wim bell")
    assert other.campaign == on_disk(folder)


def test_a_checkpoint_of_any_size_is_read_again(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    for number in range(18):
        errant = f'schema = 1\nname = "E{number}"\naway = true\n# {"x" * 950_000}\n'
        (folder / "errants" / f"e{number}.toml").write_text(errant)
    said(a_desk(folder), "supply wim +1")
    assert applied(folder).last == 1


def test_a_checkpoint_is_as_private_as_the_files(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    mark = folder / ".companion" / "applied"
    said(a_desk(folder), "supply wim +1")
    assert mark.stat().st_mode & 0o077
    (folder / "world.toml").chmod(0o600)
    said(a_desk(folder), "supply wim +1")
    assert mark.stat().st_mode & 0o777 == 0o600
