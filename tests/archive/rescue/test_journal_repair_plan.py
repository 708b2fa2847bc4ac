"""Numbers that no entry can have: told, skipped and set aside, and no word that was answered is
skipped with them, whatever the journal, the mark and the copies hold."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_storage import Archive
from companion.archive.campaign_summaries import list_backup_summaries
from companion.archive.journal.checkpoint import write_checkpoint
from companion.archive.journal.entry_blocks import (
    parse_entry_block,
    render_entry_block,
    render_session_header,
)
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.repair import diagnose_campaign, repair_campaign
from companion.campaign.changes import ENTRY_NUMBER_LIMIT, Change, Entry
from tests.desk.a_desk import a_desk, answered, applied, greenmire, on_disk, said
from tests.rounds import LONG

Put = Callable[[Path, int], Path]

ABSURD = (-(10**15), -1, ENTRY_NUMBER_LIMIT, 10**12, 10**15 - 1, 10**15, 2**63, 2**64, 10**400)
LAST = ENTRY_NUMBER_LIMIT - 1
TRIED = ABSURD if LONG else ABSURD[::4]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign with two words in a session of today."""
    folder = greenmire(tmp_path / "shelf")
    said(a_desk(folder, seed=None), "supply wim +1", "note the bell")
    return folder


def get_session_path(folder: Path) -> Path:
    return max((folder / "journal").glob("*.toml"), key=lambda path: path.stat().st_size)


def render_block(number: int, name: str = "abcd", line: str = "supply wim +9") -> bytes:
    change = Change("errants/wim/supply", 3, 12)
    entry = Entry(session=name, number=number, kind="word", line=line, changes=(change,))
    return render_entry_block(entry).encode()


def forge_session(folder: Path, numbers: Iterable[int], name: str = "abcd", kind: str = "") -> Path:
    """A session's file with entries of these numbers."""
    path = folder / "journal" / f"2026-11-20-{name}{kind}.toml"
    entries = b"".join(render_block(number, name) for number in numbers)
    path.write_bytes(render_session_header(name, "seed", "2026-11-20").encode() + entries)
    return path


def insert_entry(folder: Path, number: int) -> Path:
    path = get_session_path(folder)
    data = path.read_bytes()
    at = data.index(b"\n[[entry]]", data.index(b"\n[[entry]]") + 1)
    path.write_bytes(data[:at] + render_block(number, path.stem[11:15]) + data[at:])
    return path


def append_entry(folder: Path, number: int) -> Path:
    path = get_session_path(folder)
    path.write_bytes(path.read_bytes() + render_block(number, path.stem[11:15]))
    return path


def forge_alone(folder: Path, number: int) -> Path:
    return forge_session(folder, [number])


def forge_seeded(folder: Path, number: int) -> Path:
    return forge_session(folder, [1, number, 3], kind="-seeded")


PLACES = (insert_entry, append_entry, forge_alone, forge_seeded)


def assert_found_again(folder: Path, *words: str) -> None:
    """Each word typed by a process of its own and at an open prompt: in `log` at once and after a
    new start, the newest first; `undo` takes back that one; files and memory agree."""
    prompt = a_desk(folder, seed=None)
    for at, word in enumerate(words):
        desk = prompt if at % 2 else a_desk(folder, seed=None)
        said(desk, word)
        for found in (desk.archive.read_entries(), Archive(folder).read_entries()):
            assert next(iter(found)).line == word
        named = next(iter(Archive(folder).read_entries()))
        said(desk, f"undo {named.name}", "redo")
        newest = next(iter(Archive(folder).read_entries()))
        assert newest.takes_back == (named.name,)
        assert on_disk(folder) == desk.campaign == Archive(folder).campaign


@pytest.mark.parametrize("number", TRIED)
@pytest.mark.parametrize("put", PLACES)
def test_an_absurd_number_is_told_skipped_and_set_aside(
    folder: Path, put: Put, number: int
) -> None:
    before = [entry.name for entry in Journal(folder).read_backwards()]
    path = put(folder, number)
    line = path.read_bytes()[: path.read_bytes().index(f"number = {number}".encode())].count(b"\n")
    told = said(a_desk(folder, seed=None), "note and so on").warnings
    problem = f"journal/{path.name}:{line - 1}: this entry has "
    assert sum(warning.startswith(problem) for warning in told) == 1
    if abs(number) < 10**30:
        assert any(f"{number:,}" in warning for warning in told)
    assert not any(e.number == number for e in Journal(folder).read_backwards())
    assert_found_again(folder, "supply wim +1", "note two")

    campaign_folders = CampaignFolders(folder.parent)
    (finding,) = diagnose_campaign(folder, campaign_folders)
    assert str(finding.problem).startswith(problem)
    assert finding.repair == "set aside"
    spoilt, wim = path.read_bytes(), on_disk(folder).get_errant("wim")
    done = repair_campaign(folder, campaign_folders)
    assert done.remaining == ()
    assert done.set_aside_folder is not None
    assert (done.set_aside_folder / "journal" / path.name).read_bytes() == spoilt
    assert diagnose_campaign(folder, campaign_folders) == ()
    assert on_disk(folder).get_errant("wim") == wim
    assert (
        before == [e.name for e in Journal(folder).read_backwards()][-len(before) :]
        or put is forge_seeded
    )
    assert_found_again(folder, "supply wim -1")


@pytest.mark.parametrize("number", [0, 1, 2, 3, 50_000, 10**8, LAST - 100])
@pytest.mark.parametrize("put", PLACES)
def test_whatever_number_is_read_what_is_answered_is_found_again(
    folder: Path, put: Put, number: int
) -> None:
    put(folder, number)
    assert_found_again(folder, "supply wim +1", "note two")


def test_a_number_does_not_become_implausible_when_others_are_lost(folder: Path) -> None:
    forged = forge_session(folder, [400_000_000, 800_000_000])
    said(a_desk(folder, seed=None), "note after them")
    forged.unlink()
    assert next(Journal(folder).read_backwards()).line == "note after them"
    assert_found_again(folder, "supply wim +1")


@pytest.mark.parametrize("number", [LAST, LAST - 2])
@pytest.mark.parametrize("edited", [False, True])
def test_a_repair_makes_room_where_the_numbers_end(folder: Path, number: int, edited: bool) -> None:
    forge_session(folder, [number])
    desk = a_desk(folder, seed=None)
    answered_words = [f"note {at}" for at in range(LAST - number)]
    for word in answered_words:
        said(desk, word)
    wim = folder / "errants" / "wim.toml"
    if edited:
        wim.write_text(wim.read_text().replace("exhaustion = 2", "exhaustion = 1"))
    held = get_session_path(folder).read_bytes()
    reply = answered(desk, "note one more")
    before = on_disk(folder)
    assert reply.refusal is not None
    assert f"{LAST:,}" in reply.refusal.message
    assert "companion check mire" in reply.refusal.hint
    assert get_session_path(folder).read_bytes() == held
    lines = [entry.line for entry in Journal(folder).read_backwards()]
    assert lines[: len(answered_words)] == answered_words[::-1]

    campaign_folders = CampaignFolders(folder.parent)
    assert any(
        f"{LAST:,}" in str(each.problem) for each in diagnose_campaign(folder, campaign_folders)
    )
    assert repair_campaign(folder, campaign_folders).remaining == ()
    assert [entry.line for entry in Journal(folder).read_backwards()] == lines
    assert Journal(folder).find_last_entry_number() == len(lines)
    assert on_disk(folder) == before
    assert_found_again(folder, "supply wim +1", "note one more")


def test_an_undo_numbered_anew_names_what_it_took_back(folder: Path) -> None:
    forge_session(folder, [LAST - 3])
    desk = a_desk(folder, seed=None)
    said(desk, "supply wim +1", "undo", "note the end")
    repair_campaign(folder, CampaignFolders(folder.parent))
    _, undo, word, *_ = Journal(folder).read_backwards()
    assert (undo.kind, undo.takes_back) == ("undo", (word.name,))


@pytest.mark.parametrize("last", [*ABSURD[:-2], LAST, 10**8, 0])
def test_a_word_is_found_whatever_number_the_checkpoint_has(folder: Path, last: int) -> None:
    mark = folder / ".companion" / "applied"
    found = applied(folder)
    mark.write_text(mark.read_text().replace('"last":2', f'"last":{last}'))
    assert f'"last":{last},' in mark.read_text()
    assert_found_again(folder, "supply wim +1", "note two", "exhaust wim +1")
    for other in (folder / "journal").glob("*.toml"):
        mark.write_text(mark.read_text().replace(f'"{other.name}"],', "],"))  # begins a session
    assert_found_again(folder, "supply wim +1", "note two")
    write_checkpoint(folder, found)


@pytest.mark.parametrize("last", [-5, ENTRY_NUMBER_LIMIT, 10**30])
def test_a_copy_with_an_absurd_number_is_still_a_copy(folder: Path, last: int) -> None:
    (copy,) = Copies(folder).list_copies()
    about = copy.folder / "copy.toml"
    about.write_text(about.read_text().replace("last = 0", f"last = {last}"))
    assert [each.words_since for each in list_backup_summaries(folder)] == [None]


def test_absurd_names_in_what_an_undo_took_back_do_no_harm(folder: Path) -> None:
    names = ("abcd-1000000000000000", "abcd--1", "-", "", "abcd", f"abcd-{10**400}")
    entry = Entry(session="abcd", number=3, kind="undo", line="undo", takes_back=names)
    path = forge_session(folder, [])
    path.write_bytes(path.read_bytes() + render_entry_block(entry).encode())
    assert_found_again(folder, "supply wim +1", "note two")


def test_two_entries_of_one_number_are_both_found(folder: Path) -> None:
    append_entry(folder, 2)
    assert_found_again(folder, "supply wim +1", "note two")
    assert sum(entry.number == 2 for entry in Journal(folder).read_backwards()) == 2
    assert repair_campaign(folder, CampaignFolders(folder.parent)).remaining == ()
    assert sum(entry.number == 2 for entry in Journal(folder).read_backwards()) == 2


def test_the_bound_is_exact() -> None:
    assert isinstance(parse_entry_block(render_block(LAST)), Entry)
    assert not isinstance(parse_entry_block(render_block(ENTRY_NUMBER_LIMIT)), Entry)
