"""`companion restore` at the shell: the copies there are, and one of them brought back."""

import shlex
import threading
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from companion.archive.campaign_storage import Archive
from companion.archive.disk.atomic_writes import DiskError
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.restore import restore_campaign_from_copy
from companion.campaign.diff import diff_campaigns
from companion.refusal import Refusal
from tests.cli.calling import companion, folder_bytes
from tests.desk.a_desk import a_desk, on_disk, said, state_files
from tests.storms.failures import Case, FailingDisk


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with three evenings behind it."""
    shelf = tmp_path_factory.mktemp("played")
    companion("new", "Mire", "--from", "greenmire", "--campaigns", str(shelf))
    folder = shelf / "mire"
    (folder / "tables" / "fen").mkdir(parents=True)
    table = 'schema = 1\ntitle = "Birds"\n[[rows]]\ntext = "x"\n'
    (folder / "tables" / "fen" / "birds.toml").write_text(table)
    said(a_desk(folder, seed="one"), "supply wim +1")
    bree = folder / "errants" / "bree.toml"
    bree.write_text(bree.read_text() + "\n# she owes Corvin a shilling\n")
    said(a_desk(folder, seed="two"), "give bree drum", "drop bree torch all", "next! =3")
    said(a_desk(folder, seed="three"), "errant add Hob", "give bree torch x2", "supply wim +2")
    return folder


@pytest.fixture
def mire(played: Path, tmp_path: Path) -> Path:
    """The same for one test, with its copies."""
    return Path(copytree(played.parent, tmp_path / "kept")) / "mire"


def second(mire: Path) -> str:
    """The copy made before the second evening."""
    return [copy.name for copy in Copies(mire).list_copies()][1]


def texts(mire: Path) -> dict[str, str]:
    return {name: data.decode() for name, data in state_files(mire).items() if "fen" not in name}


def test_the_copies_are_listed_the_newest_first_with_what_to_type(mire: Path) -> None:
    call = companion("restore", "mire")
    assert call.status == 0
    names = [line.split()[0] for line in call.out.splitlines()]
    assert names == [copy.name for copy in Copies(mire).list_copies()]
    assert [line.split("  ")[-1] for line in call.out.splitlines()] == [
        "3 words since",
        "6 words since",
        "7 words since",
    ]
    clocks = {copy.name: str(on_disk(copy.folder).now) for copy in Copies(mire).list_copies()}
    assert all(clocks[line.split()[0]] in line for line in call.out.splitlines())
    typed = shlex.split(call.err.partition(": ")[2])
    assert typed == ["companion", "restore", "mire", names[0]]


def test_a_campaign_without_copies_says_so(tmp_path: Path) -> None:
    companion("new", "Mire")
    call = companion("restore", "mire")
    assert call.status == 0
    assert "no copy" in call.out
    assert companion("restore", "mire", "x").status == 1
    assert companion("restore", "marsh").status == 1
    assert companion("restore", "../mire").status == 1
    assert not (tmp_path / "kept" / ".copies").exists()


def test_a_copy_comes_back_to_the_byte_as_one_entry_to_undo(mire: Path) -> None:
    now, before = on_disk(mire), texts(mire)
    name = second(mire)
    call = companion("restore", "mire", name[-11:])
    assert call.status == 0, call
    assert call.err == ""
    assert texts(mire) == Copies(mire).read_texts_of(name)
    assert f"mire is as the copy {name} has it" in call.out
    newest = next(iter(Archive(mire).read_entries()))
    assert (newest.kind, newest.line) == ("word", f"restore {name}")
    assert companion("check", "mire").status == 0
    kept = [copy for copy in Copies(mire).list_copies() if "before-restore" in copy.name]
    assert [Copies(mire).read_texts_of(copy.name) for copy in kept] == [before]
    assert companion("run", "mire", typed="undo\n").status == 0
    assert diff_campaigns(on_disk(mire), now) == ()
    assert companion("run", "mire", typed="redo\n").status == 0
    assert diff_campaigns(on_disk(mire), on_disk(Copies(mire).place / name)) == ()


def test_what_is_typed_to_take_it_back_takes_it_back(mire: Path) -> None:
    before = texts(mire)
    call = companion("restore", "mire", second(mire), "--campaigns", str(mire.parent))
    typed = call.out.splitlines()[-1].partition("or companion ")[2]
    assert companion(*shlex.split(typed)).status == 0
    assert texts(mire) == before


def test_what_is_as_the_copy_has_it_is_left_alone(mire: Path) -> None:
    name = second(mire)
    companion("restore", "mire", name)
    before = folder_bytes(mire / "journal"), [copy.name for copy in Copies(mire).list_copies()]
    call = companion("restore", "mire", name)
    assert call.status == 0
    assert "Nothing had to be changed." in call.out
    assert (folder_bytes(mire / "journal"), [c.name for c in Copies(mire).list_copies()]) == before


def test_a_part_of_a_name_that_is_not_one_copys_is_refused(mire: Path) -> None:
    before = folder_bytes(mire)
    assert "may be" in companion("restore", "mire", "seeded").err
    assert companion("restore", "mire", "nowhere").status == 1
    assert companion("restore", "mire", "").status == 1
    assert folder_bytes(mire) == before


def test_a_copy_that_does_not_read_is_refused_and_changes_nothing(mire: Path) -> None:
    name = second(mire)
    (Copies(mire).place / name / "world.toml").write_text("schema = [")
    before = folder_bytes(mire.parent)
    call = companion("restore", "mire", name)
    assert call.status == 1
    assert "cannot be read" in call.err
    assert folder_bytes(mire.parent) == before
    assert "broken" in companion("restore", "mire").out


def test_its_own_tables_are_left_alone_and_those_of_then_are_named(mire: Path) -> None:
    table = mire / "tables" / "fen" / "birds.toml"
    then = table.read_bytes()
    table.write_text('schema = 1\ntitle = "Birds"\n[[rows]]\ntext = "y"\n')
    call = companion("restore", "mire", second(mire))
    (told,) = (line for line in call.out.splitlines() if "own tables" in line)
    place = Path(told.rpartition(" are in ")[2])
    assert (place / "fen" / "birds.toml").read_bytes() == then
    assert table.read_text().endswith('"y"\n')


@pytest.mark.parametrize("marked", [True, False])
def test_files_that_do_not_read_are_set_aside_whole_and_told(mire: Path, marked: bool) -> None:
    name, now = second(mire), on_disk(mire)
    broken = {"world.toml": b"schema = [", "errants/bree.toml": b"\xff\xfe"}
    for file, data in broken.items():
        (mire / file).write_bytes(data)
    if not marked:
        rmtree(mire / ".companion")
    call = companion("restore", "mire", name)
    assert call.status == 0, call
    assert texts(mire) == Copies(mire).read_texts_of(name)
    (told,) = (line for line in call.out.splitlines() if "set aside" in line)
    aside = folder_bytes(Path(told.partition(": ")[2]))
    assert broken.items() <= aside.items()
    assert companion("check", "mire").status == 0
    assert next(iter(Archive(mire).read_entries())).line == f"restore {name}"
    if marked:
        assert companion("run", "mire", typed="undo\n").status == 0
        assert diff_campaigns(on_disk(mire), now) == ()


def test_what_is_left_of_a_folder_is_enough(mire: Path) -> None:
    name = second(mire)
    (mire / "campaign.toml").unlink()
    rmtree(mire / "errants")
    assert companion("restore", "mire", name).status == 0
    assert texts(mire) == Copies(mire).read_texts_of(name)


def test_a_folder_that_is_gone_comes_back_with_tables_and_journal(mire: Path) -> None:
    name = second(mire)
    table = (mire / "tables" / "fen" / "birds.toml").read_bytes()
    sessions = sorted(path.name for path in (mire / "journal").glob("*.toml"))[:]
    rmtree(mire)
    listed = companion("restore", "mire")
    assert listed.status == 0
    assert len(listed.out.splitlines()) == 3
    call = companion("restore", "mire", name)
    assert call.status == 0
    assert "gone" in call.out
    assert texts(mire) == Copies(mire).read_texts_of(name)
    assert (mire / "tables" / "fen" / "birds.toml").read_bytes() == table
    (only,) = (path.name for path in (mire / "journal").glob("*.toml"))
    assert only in sessions, "the second evening's own words came after the copy"
    later = next(line for line in call.out.splitlines() if "came after it" in line)
    (aside,) = (Path(later.rpartition(" ")[2]) / "journal").iterdir()
    assert aside.name in sessions
    assert companion("check", "mire").status == 0
    assert companion("run", "mire", typed="supply wim +1\nundo\n").status == 0


def test_undo_takes_back_nothing_not_done_to_a_recreated_folder(mire: Path) -> None:
    name = second(mire)
    rmtree(mire)
    restore_campaign_from_copy(mire, name)
    lines = [entry.line for entry in Archive(mire).read_entries()]
    assert lines == ["supply wim +1"], "what came after the copy is not in its journal"
    said(a_desk(mire, seed=None), "undo")
    assert Archive(mire).campaign.get_errant("wim").supply == 2


@pytest.mark.parametrize("copies", [0, 1, 2])
def test_a_restore_can_be_taken_back_however_few_copies_are_kept(mire: Path, copies: int) -> None:
    before = [copy.name for copy in Copies(mire).list_copies()]
    book = mire / "campaign.toml"
    book.write_text(book.read_text().replace("schema = 1", f"schema = 1\ncopies = {copies}", 1))
    as_it_was, oldest = on_disk(mire), before[-1]
    call = companion("restore", "mire", oldest)
    assert call.status == 0, call.err
    back = next(line for line in call.out.splitlines() if line.startswith("To take this back"))
    call = companion("restore", "mire", back.split("mire ")[1].split()[0])
    assert call.status == 0, call.err
    assert on_disk(mire) == as_it_was
    if copies == 0:
        assert {copy.name for copy in Copies(mire).list_copies()} >= set(before)


@pytest.mark.parametrize("ours", ["<<<<<<< HEAD\nsupply = 4\n", "supply = 4\n"])
def test_a_merge_that_is_not_resolved_is_not_restored_over(mire: Path, ours: str) -> None:
    bree = mire / "errants" / "bree.toml"
    conflict = f"{ours}=======\nsupply = 5\n>>>>>>> 3de99f8\n"
    bree.write_text(bree.read_text() + conflict)
    before = folder_bytes(mire)
    call = companion("restore", "mire", second(mire))
    assert call.status == 1
    assert "A merge is not resolved in errants/bree.toml" in call.err
    assert folder_bytes(mire) == before


@pytest.mark.parametrize("text", ["schema = [", None])
def test_what_an_editor_saves_during_a_restore_is_kept(
    mire: Path, text: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    bree = mire / "errants" / "bree.toml"
    saved = text if text is not None else bree.read_text().replace("phys = ", "phys = 1", 1)
    append = Journal.append

    def append_while_somebody_saves(*of: Any) -> int:
        bree.write_text(saved)
        return append(*of)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", append_while_somebody_saves)
        told = restore_campaign_from_copy(mire, second(mire)).warnings
    assert bree.read_text() == saved
    assert told


@pytest.mark.parametrize("escape", ["\x1b]0;owned\x07", "\x1b[31m", "\u202e"])
def test_the_name_of_a_copy_is_cleaned_before_a_terminal_sees_it(mire: Path, escape: str) -> None:
    first = Copies(mire).list_copies()[0].folder
    first.rename(first.with_name(f"{first.name}{escape}x"))
    for call in (companion("restore", "mire"), companion("restore", "mire", f"{escape}x")):
        assert escape not in call.out + call.err


def test_a_campaign_that_is_gone_is_listed_and_keeps_its_name(mire: Path) -> None:
    rmtree(mire)
    listed = companion("list")
    assert "Gone, with copies to go back to: companion restore mire" in listed.err
    call = companion("new", "Mire")
    assert call.status == 1
    assert "copies of it are there" in call.err
    assert not mire.exists()


def test_a_lost_copy_of_a_sample_is_begun_anew(mire: Path) -> None:
    shelf = mire.parent
    companion("run", "greenmire", typed="supply wim +3\n")
    own = shelf / "my-greenmire"
    rmtree(own)
    call = companion("run", "greenmire", typed="supply wim +1\n")
    assert "was gone, and is begun anew" in call.out + call.err
    assert "companion restore my-greenmire-gone" in call.out + call.err
    assert on_disk(own).get_errant("wim").supply == 3
    assert companion("restore", "my-greenmire").out.count("\n") == 1, "none of the old one's"
    assert companion("restore", "my-greenmire-gone", "20").status == 0
    assert on_disk(shelf / "my-greenmire-gone").get_errant("wim").supply == 2


def test_a_sample_is_never_written(mire: Path) -> None:
    for name in ("greenmire", "mire"):
        if name == "mire":
            book = mire / "campaign.toml"
            book.write_text(book.read_text().replace("schema = 1", "schema = 1\nsample = true", 1))
        before = folder_bytes(mire.parent)
        call = companion("restore", name, "seeded")
        assert call.status == 1
        assert "never written" in call.err
        assert folder_bytes(mire.parent) == before


def test_links_out_of_the_folder_are_never_written_through(mire: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    outside.write_text("mine")
    (mire / "world.toml").unlink()
    (mire / "world.toml").symlink_to(outside)
    call = companion("restore", "mire", second(mire))
    assert call.status == 3
    assert "leads out" in call.err
    assert outside.read_text() == "mine"
    assert (mire / "world.toml").is_symlink()


def test_two_restores_at_once_are_both_done_one_after_the_other(mire: Path) -> None:
    names = [copy.name for copy in Copies(mire).list_copies()][:2]
    problems: list[BaseException] = []

    def run(name: str) -> None:
        try:
            restore_campaign_from_copy(mire, name)
        except BaseException as error:  # told by the thread that started this one
            problems.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    journalled = [entry.line for entry in Archive(mire).read_entries()][:2]
    assert set(journalled) == {f"restore {name}" for name in names}
    assert f"restore {names[0]}" in journalled
    last = journalled[0].removeprefix("restore ")
    assert texts(mire) == Copies(mire).read_texts_of(last)


def well(_: Path) -> None:
    """As it was left."""


def broken(mire: Path) -> None:
    (mire / "world.toml").write_text("schema = [")


def gone(mire: Path) -> None:
    rmtree(mire)


@pytest.mark.parametrize("spoil", [well, broken, gone])
def test_a_failure_at_any_call_leaves_the_old_or_the_new(
    mire: Path, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    name, old = second(mire), on_disk(mire)
    new = on_disk(Copies(mire).place / name)
    spoil(mire)
    aside_of = folder_bytes(mire) if mire.exists() else {}
    number, failed, refused = 0, True, 0
    while failed:
        number += 5
        clone = Path(copytree(mire.parent, tmp_path / f"at-{number}")) / "mire"
        disk = FailingDisk(clone.parent, Case(number, "from then on", 28))
        with disk.on():
            try:
                restore_campaign_from_copy(clone, name)
            except DiskError:
                refused += 1
        failed = bool(disk.failed)
        if spoil is gone:
            assert not clone.exists() or on_disk(clone) == new
        else:
            try:
                stands = Archive(clone).campaign
                assert not diff_campaigns(stands, old) or not diff_campaigns(stands, new), number
            except Refusal:
                assert folder_bytes(clone)["world.toml"] == aside_of["world.toml"]
        restore_campaign_from_copy(clone, name)
        assert on_disk(clone) == new
        assert texts(clone) == Copies(clone).read_texts_of(name)
    assert number > 20
    assert refused
