"""What a new start could not read is never written, is told of in time, and has a way out."""

import json
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from unittest.mock import patch

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.disk import dot_companion_folder
from companion.archive.disk.dot_companion_folder import (
    append_to_prompt_history,
    read_prompt_history,
)
from companion.archive.file_texts_and_change_stamps import (
    MAX_BYTES,
    NEARLY_FULL_BYTES,
    TooLarge,
    describe_file_near_size_limit,
)
from companion.archive.journal import checkpoint, journal_folder
from companion.archive.journal.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from companion.archive.journal.journal_folder import Journal
from companion.archive.journal.session_file import SessionFile
from companion.archive.known_state_on_disk import StateFiles
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.repair import RepairOutcome, diagnose_campaign, repair_campaign
from companion.archive.rescue.restore import restore_campaign_from_copy
from companion.campaign.changes import Change, Entry
from companion.refusal import Broken, Impossible
from tests.cli.calling import companion
from tests.desk.a_desk import (
    NAME,
    a_desk,
    all_files,
    answered,
    applied,
    greenmire,
    on_disk,
    refused,
    said,
    state_files,
)
from tests.storms.plug import Pulled

LINE = f"# {'x' * 97}\n"
NOTE = f'npc "Abbess Ysolde" note {"eels " * 20}'


def grow(path: Path, size: int) -> None:
    """Fill a file with comments, as an editor would, until it has exactly so many bytes."""
    text = path.read_text()
    room = size - len(text.encode())
    lines = LINE * max(0, room // len(LINE) - 1)
    rest = "x" * (room - len(lines) - 2)
    path.write_text(f"{lines}#{rest}\n{text}" if room > 1 else "\n" * room + text)
    assert path.stat().st_size == size


def world(folder: Path) -> Path:
    return folder / "world.toml"


def mended(folder: Path) -> RepairOutcome:
    return repair_campaign(folder, CampaignFolders(folder.parent))


def left(folder: Path) -> list[str]:
    return [str(each.problem) for each in diagnose_campaign(folder, CampaignFolders(folder.parent))]


def opens(folder: Path) -> bool:
    """Whether a new start reads what is there, and reads the same from the files alone."""
    return a_desk(folder).campaign == on_disk(folder)


# Never written


def test_a_word_that_would_make_a_file_too_large_changes_nothing(folder: Path) -> None:
    grow(world(folder), MAX_BYTES - 50)
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    before = all_files(folder)
    told = refused(desk, NOTE)
    assert all_files(folder) == before
    assert "world.toml would have 1,000," in told
    assert "at most 1,000,000" in told
    assert "with an editor" in told
    said(desk, "supply bree +1", "undo")
    assert opens(folder)


def test_a_word_may_fill_a_file_to_the_last_byte(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, NOTE)
    size = world(folder).stat().st_size
    said(desk, "undo")
    added = size - world(folder).stat().st_size
    grow(world(folder), MAX_BYTES - added)
    said(a_desk(folder), NOTE)
    assert world(folder).stat().st_size == MAX_BYTES
    assert opens(folder)
    said(a_desk(folder), "undo")
    grow(world(folder), MAX_BYTES - added + 1)
    assert "1,000,001 bytes" in refused(a_desk(folder), NOTE)


def test_near_the_limit_undo_takes_back_and_is_refused_where_it_would_go_beyond(
    folder: Path,
) -> None:
    said(a_desk(folder), NOTE)
    grow(world(folder), MAX_BYTES - 10)
    desk = a_desk(folder)
    said(desk, 'npc "Abbess Ysolde" note short')
    grow(world(folder), MAX_BYTES - 10)
    before = all_files(folder)
    assert "world.toml would have 1,000," in refused(desk, "undo")
    assert all_files(folder) == before | {"world.toml": before["world.toml"]}
    world(folder).write_text(world(folder).read_text().replace(LINE, "", 10))
    said(desk, "undo")
    assert opens(folder)


def test_a_text_with_an_endless_number_in_it_is_not_written(folder: Path) -> None:
    files = StateFiles(folder)
    files.read()
    text = (folder / "world.toml").read_text() + f'note = "x = {"9" * 5_000}"\n'
    with pytest.raises(Impossible, match="thousands of digits"):
        files.write({"world.toml": text})
    assert opens(folder)


def test_a_new_campaign_that_would_not_open_is_not_made(folder: Path) -> None:
    grow(folder / "campaign.toml", MAX_BYTES - 5)
    long = "A Name That Is Longer Than The One It Had"
    with pytest.raises(TooLarge):
        CampaignFolders(folder.parent).create_campaign(long, NAME)
    assert {path.name for path in folder.parent.iterdir()} == {NAME}


# The journal and the mark


def test_a_long_session_is_followed_by_another_in_the_midst_of_an_evening(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_folder, "LONG_SESSION_BYTES", 2_000)
    for seed in ("test", None):
        desk = a_desk(folder, seed=seed)
        replies = [said(desk, "roll 3d6", "supply bree +1") for _ in range(12)]
        names = [str(reply.entry).partition("-")[0] for reply in replies]
        assert len(set(names)) > 2
        assert names == sorted(names, key=names.index)
    entries = list(Journal(folder).read_backwards())
    assert [entry.number for entry in entries] == list(range(48, 0, -1))
    assert all(size < 4_000 for size in Journal(folder).measure_files().values())
    said(a_desk(folder, seed=None), "undo x24")
    assert left(folder) == []


def test_two_prompts_go_on_in_the_same_session_where_one_became_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_folder, "LONG_SESSION_BYTES", 2_000)
    one, other = a_desk(folder, seed=None), a_desk(folder, seed=None)
    for _ in range(20):
        said(one, "roll 3d6")
        said(other, "roll 3d6")
    stood: dict[tuple[str, int], str] = {}
    for entry in Journal(folder).read_backwards():
        dice = (entry.session, sum(entry.streams.values()))
        assert stood.setdefault(dice, entry.name) == entry.name, "dice were rolled twice"
    assert len(Journal(folder).measure_files()) < 10


def test_the_same_seed_gives_the_same_sessions_also_when_they_become_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_folder, "LONG_SESSION_BYTES", 2_000)
    names = []
    for place in ("one", "two"):
        played = greenmire(tmp_path / place)
        desk = a_desk(played, seed="the same")
        names.append([said(desk, "roll 3d6").entry for _ in range(20)])
        files = [SessionFile(path, 0, 2_000) for path in (played / "journal").glob("*.toml")]
        seeds = [file.header.seed for file in files if file.header is not None]
        assert len(set(seeds)) == len(files) > 1, "the dice of one session are rolled again"
    assert names[0] == names[1]


def test_an_entry_that_no_reader_would_take_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    (name, size), *_ = Journal(folder).measure_files().items()
    monkeypatch.setattr(journal_folder, "MAX_SESSION_BYTES", size + 100)
    before = all_files(folder)
    assert "more than a file of the journal takes" in refused(desk, NOTE)
    assert all_files(folder) == before
    assert Journal(folder).measure_files() == {name: size}
    monkeypatch.undo()
    said(desk, NOTE)


def test_a_seed_that_no_header_holds_is_refused(folder: Path) -> None:
    with pytest.raises(Impossible, match="seed"):
        a_desk(folder, seed="x" * 100_000)
    assert companion("run", NAME, "--seed", "x" * 2_000, "--campaigns", str(folder.parent)).status


def test_a_mark_that_could_not_be_read_is_not_written_and_nothing_is_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    held = applied(folder)
    size = (folder / ".companion" / "applied").stat().st_size
    monkeypatch.setattr(checkpoint, "MAX_CHECKPOINT_BYTES", size + 50)
    assert "too large to be noted" in said(desk, NOTE).warnings[0]
    assert read_checkpoint(folder) == held
    assert opens(folder)
    assert "too large to be noted" in refused(desk, NOTE, "unwritable")
    monkeypatch.undo()
    said(desk, "supply bree +1")
    assert "eels eels" in world(folder).read_text()
    with monkeypatch.context() as small, pytest.raises(OSError, match="too large"):
        small.setattr(checkpoint, "MAX_CHECKPOINT_BYTES", size)
        write_checkpoint(folder, Checkpoint({}, 1, {"campaign.toml": "x" * size}))


def test_what_was_typed_stays_readable_however_long_the_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dot_companion_folder, "MAX_OWN_BYTES", 10_000)
    for number in range(40):
        append_to_prompt_history(tmp_path, "guide", f"{number} {'ü' * 400}")
    kept = tmp_path / ".companion" / "typed-guide"
    assert kept.stat().st_size <= 10_000
    lines = read_prompt_history(tmp_path, "guide")
    assert lines[-1].startswith("11 ")
    assert kept.stat().st_size <= 5_000
    append_to_prompt_history(tmp_path, "guide", "next")
    assert read_prompt_history(tmp_path, "guide")[-1] == "next"


def test_what_was_typed_is_known_by_its_end_where_the_file_became_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1_000):
        append_to_prompt_history(tmp_path, "guide", f"note {number}")
    monkeypatch.setattr(dot_companion_folder, "MAX_OWN_BYTES", 1_000)
    assert read_prompt_history(tmp_path, "guide")[-1] == "note 999"
    append_to_prompt_history(tmp_path, "guide", "next")
    assert read_prompt_history(tmp_path, "guide")[-2:] == ["note 999", "next"]


# Told in time


def test_a_file_that_is_nearly_full_is_told_of_once_a_session_and_by_check(folder: Path) -> None:
    grow(world(folder), NEARLY_FULL_BYTES)
    assert said(a_desk(folder), "supply bree +1").warnings == ()
    said(a_desk(folder), NOTE)
    size = world(folder).stat().st_size
    desk = a_desk(folder)
    told = describe_file_near_size_limit("world.toml", size)
    assert f"{size:,} bytes of at most 1,000,000" in told
    assert answered(desk, "status").warnings == (told,)
    assert said(desk, "supply bree +1", "status").warnings == ()
    checked = companion("check", NAME, "--campaigns", str(folder.parent))
    assert (checked.status, checked.err) == (0, "")
    assert told in checked.out


def test_the_word_that_fills_nine_tenths_tells_of_it(folder: Path) -> None:
    grow(world(folder), NEARLY_FULL_BYTES - 50)
    desk = a_desk(folder)
    assert said(desk, "supply bree +1").warnings == ()
    (told,) = said(desk, NOTE).warnings
    assert told.startswith("world.toml has 900,")
    assert said(desk, "supply bree +1").warnings == ()


# A way out


def test_a_file_an_editor_made_too_large_is_refused_with_its_size_and_what_to_do(
    folder: Path,
) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    grow(world(folder), 1_200_000)
    told = refused(desk, "supply bree +1", "broken")
    assert "world.toml: it has 1,200,000 bytes; at most 1,000,000 can be read" in told
    assert "companion check mire" in told


def by_repair(folder: Path) -> Path | None:
    assert [each.repair for each in diagnose_campaign(folder, CampaignFolders(folder.parent))] == [
        "put back as the companion last wrote it"
    ]
    done = mended(folder)
    assert done.remaining == ()
    return done.set_aside_folder


def by_restore(folder: Path) -> Path | None:
    newest = Copies(folder).list_copies()[0].name
    return restore_campaign_from_copy(folder, newest).set_aside_folder


@pytest.mark.parametrize("size", [MAX_BYTES + 1, 3_000_000])
@pytest.mark.parametrize(
    ("back", "marked"), [(by_repair, True), (by_restore, True), (by_restore, False)]
)
def test_a_file_that_became_too_large_is_set_aside_and_the_last_good_one_put_back(
    back: Callable[[Path], Path | None], marked: bool, size: int, folder: Path
) -> None:
    said(a_desk(folder, seed="one"), "supply bree +1")
    desk = a_desk(folder, seed="two")
    said(desk, NOTE, "supply wim +1", 'npc "Abbess Ysolde" met yes')
    good = state_files(folder)
    if not marked:
        rmtree(folder / ".companion")
    grow(world(folder), size)
    grown = world(folder).read_bytes()
    aside = back(folder)
    assert aside is not None
    assert (aside / "world.toml").read_bytes() == grown
    if back is by_repair:
        assert state_files(folder) == good
    assert left(folder) == []
    assert opens(folder)
    said(a_desk(folder), "supply bree +1", "undo")


def test_what_an_older_companion_wrote_beyond_the_limit_has_a_way_out(folder: Path) -> None:
    said(a_desk(folder), "supply bree +1")
    text = world(folder).read_text()
    grow(world(folder), MAX_BYTES + 83)
    held = applied(folder)
    texts = {**held.texts, "world.toml": world(folder).read_text()}
    write_checkpoint(
        folder, Checkpoint(held.journal, held.last, texts, held.begun_sessions, held.inode)
    )
    (finding,) = diagnose_campaign(folder, CampaignFolders(folder.parent))
    assert finding.repair or "editor" in finding.hint
    restore_campaign_from_copy(folder, Copies(folder).list_copies()[0].name)
    assert opens(folder)
    assert left(folder) == []
    assert text in world(folder).read_text()


def journalled_and_killed(folder: Path, line: str) -> None:
    """A word that is in the journal, and whose process died before it wrote the files."""
    desk = a_desk(folder)
    with patch.object(StateFiles, "write", side_effect=Pulled), pytest.raises(Pulled):
        desk.run(line)


def behind(folder: Path) -> Path:
    """A campaign whose last word does not fit any more: a file grew before it was written there."""
    said(a_desk(folder), "supply bree +1")
    before = world(folder).read_text()
    journalled_and_killed(folder, NOTE)
    assert world(folder).read_text() == before
    grow(world(folder), MAX_BYTES - 10)
    return folder


def test_a_journalled_word_that_does_not_fit_any_more_is_told_and_stays(folder: Path) -> None:
    behind(folder)
    before = all_files(folder)
    desk = a_desk(folder)
    told = refused(desk, "supply bree +1")
    assert "world.toml would have 1,000," in told
    assert "Nothing is lost" in told
    assert "companion check mire --repair" in told
    assert all_files(folder) == before
    assert "eels" in str(desk.campaign.world.npcs)
    assert answered(desk, "status").ok
    world(folder).write_text(world(folder).read_text().replace(LINE, "", 5))
    said(desk, "supply bree +1")
    assert "eels eels" in world(folder).read_text()
    assert opens(folder)


@pytest.mark.parametrize("back", ["repair", "restore"])
def test_a_journalled_word_that_does_not_fit_any_more_has_a_way_out(
    back: str, folder: Path
) -> None:
    behind(folder)
    grown = world(folder).read_bytes()
    if back == "repair":
        aside = mended(folder).set_aside_folder
        assert "eels eels" in world(folder).read_text()
    else:
        aside = restore_campaign_from_copy(
            folder, Copies(folder).list_copies()[0].name
        ).set_aside_folder
    assert aside is not None
    assert (aside / "world.toml").read_bytes() == grown
    assert len(world(folder).read_bytes()) < NEARLY_FULL_BYTES
    assert left(folder) == []
    assert opens(folder)
    said(a_desk(folder), "supply bree +1")


def crowded(folder: Path) -> str:
    """A campaign with a copy of many people, who are gone since, while comments fill their file;
    the copy's name."""
    said(a_desk(folder, seed="one"), "supply bree +1")
    little = world(folder).read_text()
    people = (f'[[npcs]]\nname = "Person {n}"\nnote = "{"eels " * 15_000}"\n' for n in range(8))
    world(folder).write_text(f"{little}\n{''.join(people)}")
    assert world(folder).stat().st_size > MAX_BYTES // 2
    said(a_desk(folder, seed="two"), "supply bree +1")
    said(a_desk(folder, seed="three"), "supply bree +1")
    world(folder).write_text(little)
    grow(world(folder), MAX_BYTES - 100)
    said(a_desk(folder, seed="four"), "supply bree +1")
    there = Copies(folder)
    return next(
        c.name
        for c in there.list_copies()
        if "Person 7" in there.read_texts_of(c.name)["world.toml"]
    )


def test_a_copy_comes_back_though_its_values_and_todays_comments_are_too_large(
    folder: Path,
) -> None:
    copy = crowded(folder)
    before = world(folder).read_bytes()
    done = restore_campaign_from_copy(folder, copy)
    assert world(folder).read_text() == Copies(folder).read_texts_of(copy)["world.toml"]
    assert not any("comments" in told for told in done.warnings)
    assert opens(folder)
    restore_campaign_from_copy(folder, done.copy_before)
    assert world(folder).read_bytes() == before


def test_a_copy_comes_back_after_a_restore_that_was_killed(folder: Path) -> None:
    copy = crowded(folder)
    with patch.object(StateFiles, "write", side_effect=Pulled), pytest.raises(Pulled):
        restore_campaign_from_copy(folder, copy)
    assert "with what the journal has for it" in refused(a_desk(folder), "supply bree +1")
    assert mended(folder).remaining
    restore_campaign_from_copy(folder, copy)
    assert world(folder).read_text() == Copies(folder).read_texts_of(copy)["world.toml"]
    assert left(folder) == []
    assert opens(folder)


def test_a_forged_mark_with_a_file_too_large_puts_nothing_back(folder: Path) -> None:
    said(a_desk(folder), "supply bree +1")
    path = folder / ".companion" / "applied"
    forged = json.loads(path.read_bytes())
    forged["texts"]["world.toml"] += "#" * MAX_BYTES
    path.write_text(json.dumps(forged))
    world(folder).write_text("broken = [")
    with pytest.raises(Broken):
        a_desk(folder)
    mended(folder)
    assert world(folder).stat().st_size < MAX_BYTES


def test_an_entry_keeps_a_journal_readable_to_its_last_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, session = (
        Journal(tmp_path),
        journal_folder.Session("2026-11-21-k3f9.toml", "k3f9", "seed"),
    )
    change = Change("campaign/note", None, "x" * 500)
    word = Entry(session="k3f9", number=1, kind="word", line="event", changes=(change,))
    size = journal.append(session, word, "2026-11-21")
    (tmp_path / "journal" / session.file).unlink()
    monkeypatch.setattr(journal_folder, "MAX_SESSION_BYTES", size - 1)
    with pytest.raises(Impossible):
        journal.append(session, word, "2026-11-21")
    assert journal.measure_files() == {}
    monkeypatch.setattr(journal_folder, "MAX_SESSION_BYTES", size)
    assert journal.append(session, word, "2026-11-21") == size
    assert [entry.number for entry in journal.read_backwards()] == [1]
