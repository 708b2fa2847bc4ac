"""Every repair: a file is broken by hand, check says what is wrong and what would be done, changes
nothing; the repair leaves all well, and the broken bytes are kept."""

import errno
import os
import re
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from companion.archive.campaign_storage import Archive
from companion.archive.disk.atomic_writes import DiskError
from companion.archive.disk.lock import hold_campaign_lock
from companion.archive.journal.entry_blocks import compute_block_checksum, render_entry_block
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.backup_copies import Copies, Copy
from companion.campaign.changes import Change, Entry
from companion.refusal import Impossible
from tests.archive.rescue.spoiling import (
    Break,
    begin_block,
    copy_session,
    cut_checkpoint,
    cut_header,
    diagnose,
    empty_book,
    get_session_path,
    insert_prose,
    leave_temp_file,
    list_lines,
    read_shelf,
    remove_files,
    repair_folder,
    repeat_entry,
    spoil_checksum,
    spoil_encoding,
    spoil_header,
    spoil_toml,
    tear_end,
    write_impossible_value,
)
from tests.cli.calling import folder_bytes
from tests.desk.a_desk import a_desk, answered, on_disk, said
from tests.storms.failures import Case, FailingDisk


def test_a_campaign_that_is_well_has_nothing_to_repair(folder: Path) -> None:
    before = read_shelf(folder)
    assert diagnose(folder) == ()
    assert read_shelf(folder) == before


REPAIRS: list[tuple[Break, str, str]] = [
    (tear_end, "the last entry was never finished", "set aside"),
    (begin_block, "the last entry was never finished", "set aside"),
    (spoil_checksum, "the checksum of this entry is missing or wrong", "set aside"),
    (spoil_header, "the header cannot be read", "made anew from the file's name"),
    (cut_header, "the header cannot be read", "made anew from the file's name"),
    (insert_prose, "something stands between two entries", "set aside"),
    (repeat_entry, "already", "set aside"),
    (copy_session, "already", "set aside"),
    (spoil_toml, "world.toml:1", "put back as the companion last wrote it"),
    (spoil_encoding, "is not UTF-8", "put back as the companion last wrote it"),
    (write_impossible_value, "items[1].burn", "put back as the companion last wrote it"),
    (empty_book, "«name» is missing", "put back as the companion last wrote it"),
    (remove_files, "corvin.toml: it is gone", "put back as the companion last wrote it"),
    (cut_checkpoint, ".companion/applied: it cannot be read", "set aside"),
    (leave_temp_file, "a writer that was stopped has left it", "set aside"),
]


@pytest.mark.parametrize(("spoil", "problem", "repair"), REPAIRS)
def test_each_is_told_changed_by_the_repair_alone_and_kept(
    folder: Path, spoil: Break, problem: str, repair: str
) -> None:
    well = folder_bytes(folder)
    before_it = on_disk(folder)
    spoil(folder)
    spoilt = folder_bytes(folder)
    broken = {name: data for name, data in spoilt.items() if well.get(name) != data}
    before = read_shelf(folder)

    findings = diagnose(folder)
    assert all(finding.repair for finding in findings), findings
    assert any(
        problem in str(finding.problem) and finding.repair == repair for finding in findings
    ), findings
    assert read_shelf(folder) == before, "looking changes nothing"

    done = repair_folder(folder)
    assert done.remaining == ()
    assert {finding.problem for finding in done.repaired} == {each.problem for each in findings}
    assert diagnose(folder) == ()
    assert on_disk(folder) == Archive(folder).campaign == before_it
    if broken:
        assert done.set_aside_folder is not None
        kept = folder_bytes(done.set_aside_folder)
        assert {name: kept.get(name) for name in broken} == broken
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-set-aside-1", done.set_aside_folder.name)
    entries = {entry.name for entry in Journal(folder).read_backwards()}
    assert len(entries) >= 4, "no other entry goes"
    said(a_desk(folder, seed=None), "supply bree +1", "undo")
    assert diagnose(folder) == ()
    assert on_disk(folder) == before_it


def test_of_a_journal_only_what_is_broken_is_taken_out(folder: Path) -> None:
    data = get_session_path(folder).read_bytes()
    spoil_checksum(folder)
    something_between_at = get_session_path(folder).read_bytes()
    get_session_path(folder).write_bytes(something_between_at + b"\n[[entry]]\nsession = ")
    aside = repair_folder(folder).set_aside_folder
    assert aside is not None
    kept = aside / "journal" / get_session_path(folder).name
    assert kept.read_bytes().endswith(b"\n[[entry]]\nsession = "), "the torn end too"
    start = data.index(b"\n[[entry]]", data.index(b'line = "supply wim +1"'))
    end = data.index(b"\n[[entry]]", start + 1)
    assert get_session_path(folder).read_bytes() == data[:start] + data[end:]
    assert list_lines(folder) == ["undo", "supply wim +1", "supply wim +1", "supply bree +1"]


def test_a_header_made_anew_keeps_a_seed_that_can_be_read(folder: Path) -> None:
    header = get_session_path(folder).read_bytes().partition(b"\n[[entry]]")[0]
    spoil_header(folder)
    repair_folder(folder)
    assert get_session_path(folder).read_bytes().partition(b"\n[[entry]]")[0] == header


def test_a_merge_in_the_journal_keeps_the_entries_of_both(folder: Path) -> None:
    path = get_session_path(folder)
    data = path.read_bytes()
    name = path.stem[11:15]
    sides = []
    for number, session_name, line in ((7, name, "note ours"), (8, "zzzz", "note theirs")):
        entry = Entry(session=session_name, number=number, kind="word", line=line, note="x")
        sides.append(render_entry_block(entry).encode())
    path.write_bytes(data + merge_with_marks(*sides))
    before, spoilt = read_shelf(folder), path.read_bytes()
    (finding,) = diagnose(folder)
    assert finding.problem.line == spoilt[: spoilt.index(b"<<<<<<<")].count(b"\n") + 1
    assert "entries of both stay" in finding.repair
    assert read_shelf(folder) == before
    done = repair_folder(folder)
    assert done.remaining == diagnose(folder) == ()
    assert path.read_bytes() == data + b"".join(sides)
    assert done.set_aside_folder is not None
    assert (done.set_aside_folder / "journal" / path.name).read_bytes() == spoilt


def merge_with_marks(ours: bytes, theirs: bytes) -> bytes:
    """What git leaves where both sides added something: what they begin with alike stands once."""
    pairs = zip(ours.splitlines(keepends=True), theirs.splitlines(keepends=True), strict=False)
    head = b"".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    ours, theirs = ours.removeprefix(head), theirs.removeprefix(head)
    return head + b"<<<<<<< HEAD\n" + ours + b"=======\n" + theirs + b">>>>>>> friday\n"


def test_two_clones_of_one_session_get_a_session_each(folder: Path) -> None:
    path = get_session_path(folder)
    base = path.read_bytes()
    name, last = path.stem[11:15], 5
    ours = render_word(name, last + 1, "note ours")
    first = render_word(name, last + 1, "note theirs")
    undone = render_word(name, last + 2, "undo", (f"{name}-{last + 1}",))
    path.write_bytes(base + merge_with_marks(ours, first + undone))
    (finding,) = diagnose(folder)
    assert finding.repair
    done = repair_folder(folder)
    assert done.remaining == diagnose(folder) == ()
    assert path.read_bytes() == base + ours
    newest, noted_too, noted, *_ = Journal(folder).read_backwards()
    assert {noted.line, noted_too.line} == {"note ours", "note theirs"}
    theirs = noted if noted.line == "note theirs" else noted_too
    assert theirs.session == newest.session != name
    assert newest.takes_back == (theirs.name,)


def render_word(
    session_name: str,
    number: int,
    line: str,
    takes_back: tuple[str, ...] = (),
    changes: tuple[Change, ...] = (),
) -> bytes:
    entry = Entry(
        session=session_name,
        number=number,
        kind="undo" if takes_back else "word",
        line=line,
        note="" if takes_back or changes else "x",
        takes_back=takes_back,
        changes=changes,
    )
    return render_entry_block(entry).encode()


def test_words_that_get_a_session_of_their_own_are_not_done_twice(folder: Path) -> None:
    path = get_session_path(folder)
    name = path.stem[11:15]
    change = Change("errants/tansy/supply", 0, 7)
    ours, theirs = render_word(name, 6, "note x"), render_word(name, 6, "note y", changes=(change,))
    path.write_bytes(path.read_bytes() + merge_with_marks(ours, theirs))
    said(a_desk(folder, seed="three"), "supply tansy +1")
    supply, words = on_disk(folder).get_errant("tansy").supply, list_lines(folder)
    done = repair_folder(folder)
    assert (done.remaining, done.warnings) == ((), ())
    assert on_disk(folder).get_errant("tansy").supply == supply == 8
    assert sorted(list_lines(folder)) == sorted(words)
    assert a_desk(folder, seed=None).campaign == on_disk(folder)


def test_an_entry_of_a_newer_companion_is_left_to_a_person(folder: Path) -> None:
    block = '\n[[entry]]\nsession = "k3f9"\nnumber = 9\nkind = "dream"\nline = "x"\n'
    block += f'check = "{compute_block_checksum(block[1:].encode())}"\n'
    get_session_path(folder).write_bytes(get_session_path(folder).read_bytes() + block.encode())
    (finding,) = diagnose(folder)
    assert finding.repair == ""
    assert "newer companion" in finding.hint
    assert block.encode() in get_session_path(folder).read_bytes()


def test_a_session_of_a_newer_companion_is_left_alone(folder: Path) -> None:
    data = get_session_path(folder).read_bytes().replace(b"schema = 1", b"schema = 7", 1)
    get_session_path(folder).write_bytes(data)
    (finding,) = diagnose(folder)
    assert str(finding.problem).endswith(":1: written by a newer companion")
    assert finding.repair == ""
    assert repair_folder(folder).remaining == (finding,)
    assert get_session_path(folder).read_bytes() == data


# What was journalled


def journal_word_only(folder: Path) -> None:
    """A word in the journal, of which the files know nothing."""
    journal = Journal(folder)
    entry = Entry(
        session=get_session_path(folder).stem[11:15],
        number=journal.find_last_entry_number() + 1,
        kind="word",
        line="supply tansy +5",
        changes=(Change("errants/tansy/supply", 0, 5),),
    )
    with get_session_path(folder).open("ab") as file:
        file.write(render_entry_block(entry).encode())


def test_a_word_that_is_not_yet_in_the_files_is_written_into_them(folder: Path) -> None:
    journal_word_only(folder)
    before = read_shelf(folder)
    (finding,) = diagnose(folder)
    assert "1 word is not yet in the files" in str(finding.problem)
    assert finding.repair == "written into them"
    assert read_shelf(folder) == before
    assert repair_folder(folder).remaining == diagnose(folder) == ()
    assert on_disk(folder).get_errant("tansy").supply == 5


def test_a_file_that_a_word_was_taking_away_is_not_missed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(a_desk(folder, seed=None), "errant add Mule animal slots 80")
    with monkeypatch.context() as patched:
        patched.setattr("companion.archive.known_state_on_disk.write_checkpoint", fail)
        assert a_desk(folder, seed=None).run("errant remove mule")
    assert not (folder / "errants" / "mule.toml").exists()
    assert diagnose(folder) == ()
    (folder / "errants" / "wim.toml").write_text("phys = [")
    assert repair_folder(folder).remaining == diagnose(folder) == ()
    assert not (folder / "errants" / "mule.toml").exists()


def fail(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    "spoil",
    [
        begin_block,
        spoil_checksum,
        spoil_header,
        repeat_entry,
        copy_session,
        spoil_toml,
        remove_files,
        leave_temp_file,
    ],
)
def test_no_repair_loses_a_word_that_was_not_yet_in_the_files(folder: Path, spoil: Break) -> None:
    journal_word_only(folder)
    spoil(folder)
    assert repair_folder(folder).remaining == ()
    assert on_disk(folder).get_errant("tansy").supply == 5
    assert list_lines(folder)[0] == "supply tansy +5"


def test_a_file_put_back_has_what_was_journalled_since(folder: Path) -> None:
    journal_word_only(folder)
    (folder / "errants" / "tansy.toml").write_text("phys = [")
    assert repair_folder(folder).remaining == ()
    assert on_disk(folder).get_errant("tansy").supply == 5


def test_a_session_that_was_lost_comes_back_from_the_copies(folder: Path) -> None:
    entries = list_lines(folder)
    said(a_desk(folder, seed="three"), "supply bree +1")
    lost = get_session_path(folder)
    data = lost.read_bytes()
    lost.unlink()
    (finding,) = diagnose(folder)
    assert str(finding.problem) == f"journal/{lost.name}: it is gone"
    assert finding.repair == "put back from the copies"
    assert repair_folder(folder).remaining == diagnose(folder) == ()
    assert lost.read_bytes() == data
    assert list_lines(folder) == ["supply bree +1", *entries]
    rmtree(folder.parent / ".copies")
    lost.write_bytes(data[: data.rindex(b"\n[[entry]]")])
    (shorter,) = diagnose(folder)
    assert "it is shorter than it was" in str(shorter.problem)
    assert not shorter.repair
    assert "backup" in shorter.hint


# What a person must do


def test_what_a_word_leaves_for_a_moment_is_no_problem(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = folder / ".world.toml.0a1b2c3d.companion-tmp"
    passing.write_bytes(b"on its way")
    monkeypatch.setattr("time.sleep", lambda _: passing.unlink())
    assert diagnose(folder) == ()


# Whatever stops it


@pytest.mark.parametrize("spoil", [spoil_checksum, remove_files])
def test_a_repair_that_fails_anywhere_can_be_repeated(
    folder: Path, tmp_path: Path, spoil: Break
) -> None:
    bree, entries = on_disk(folder).get_errant("bree"), sorted(list_lines(folder))
    journal_word_only(folder)
    spoil(folder)
    if spoil is spoil_checksum:
        entries.remove("exhaust all +1")
    number, failed = 0, True
    while failed:
        number += 7
        clone = Path(copytree(folder, tmp_path / f"at-{number}" / folder.name))
        copytree(folder.parent / ".copies", clone.parent / ".copies")
        disk = FailingDisk(clone.parent, Case(number, "from then on", 28))
        with disk.on(), suppress(DiskError):
            repair_folder(clone)
        failed = bool(disk.failed)
        assert repair_folder(clone).remaining == (), number
        assert on_disk(clone).get_errant("tansy").supply == 5, number
        expected = sorted([*entries, "supply tansy +5"])
        assert sorted(list_lines(clone)) == expected, number
        assert on_disk(clone).get_errant("bree") == bree
    assert number > 8


def test_a_repair_waits_for_whoever_is_writing(folder: Path) -> None:
    tear_end(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            "companion.archive.rescue.repair.hold_campaign_lock",
            lambda place, **_: hold_campaign_lock(place, 0.05),
        )
        with hold_campaign_lock(folder), pytest.raises(Impossible, match="Someone else"):
            repair_folder(folder)
    assert repair_folder(folder).remaining == ()


def test_everybody_reads_the_next_word_after_a_repair(folder: Path) -> None:
    desk = a_desk(folder, seed=None)
    spoil_checksum(folder)
    repair_folder(folder)
    said(a_desk(folder, seed=None), "supply tansy +2")
    answered(desk, "status")
    assert desk.campaign.get_errant("tansy").supply == on_disk(folder).get_errant("tansy").supply


# Beside a running prompt


def test_a_copy_that_is_removed_meanwhile_is_no_problem(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Copies.list_copies

    def listed_and_taken_away(copies: Copies) -> list[Copy]:
        found = there(copies)
        if len(found) > 1:
            rmtree(found[-1].folder)
        return found

    monkeypatch.setattr(Copies, "list_copies", listed_and_taken_away)
    assert len(there(Copies(folder))) > 1
    assert diagnose(folder) == ()
