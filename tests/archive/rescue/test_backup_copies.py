"""Copies of a campaign: what is in them, which stay, and that no failure leaves half of one."""

import errno
import os
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.disk.atomic_writes import write_folder_in_one_step
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.rescue.backup_copies import Copies, read_own_table_files
from companion.refusal import Unknown
from tests.cli.calling import folder_bytes
from tests.desk.a_desk import a_desk, greenmire, said
from tests.storms.failures import Case, FailingDisk

DAY = "2026-11-21"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return greenmire(tmp_path)


def get_texts(folder: Path) -> dict[str, str]:
    return read_campaign_file_texts(folder)[0]


def list_names(copies: Copies) -> list[str]:
    return [copy.name for copy in copies.list_copies()]


def test_a_copy_holds_the_very_files_and_the_campaigns_own_tables(folder: Path) -> None:
    table = folder / "tables" / "marsh" / "birds.toml"
    table.parent.mkdir(parents=True)
    table.write_bytes(b"# heron\r\n")
    copies = Copies(folder)
    assert copies.make_copy(f"{DAY}-k3f9", get_texts(folder), 10) == f"{DAY}-k3f9"
    held = folder_bytes(folder.parent / ".copies" / folder.name / f"{DAY}-k3f9")
    there = folder_bytes(folder)
    del there[".gitignore"], there[".gitattributes"]
    about = held.pop("copy.toml")
    assert held == there
    assert about.startswith(b"order = 1\nmade = ")
    assert copies.read_texts_of(f"{DAY}-k3f9") == get_texts(folder)
    assert read_own_table_files(copies.find_copy(f"{DAY}-k3f9").folder) == {
        "tables/marsh/birds.toml": b"# heron\r\n"
    }


def test_a_session_keeps_a_copy_before_its_first_word(folder: Path) -> None:
    before = get_texts(folder)
    said(a_desk(folder, seed="one"), "supply wim +1", "supply wim +1")
    between = get_texts(folder)
    desk = a_desk(folder, seed="two")
    assert len(list_names(Copies(folder))) == 1, "looking keeps none"
    said(desk, "status", "supply wim +1")
    newest, first = list_names(Copies(folder))
    assert Copies(folder).read_texts_of(first) == before
    assert Copies(folder).read_texts_of(newest) == between
    sessions = {path.stem for path in (folder / "journal").glob("*.toml")}
    assert {newest, first} == sessions


def test_copies_are_no_campaigns_and_git_leaves_them_alone(folder: Path) -> None:
    from companion.archive.campaign_folders import CampaignFolders

    before = CampaignFolders(folder.parent).list_names()
    Copies(folder).make_copy(f"{DAY}-k3f9", get_texts(folder), 10)
    assert CampaignFolders(folder.parent).list_names() == before
    assert (folder.parent / ".copies" / ".gitignore").read_text() == "*\n"


def test_nobody_may_read_a_copy_who_may_not_read_the_campaign(folder: Path) -> None:
    folder.chmod(0o700)
    copies = Copies(folder)
    copies.make_copy(f"{DAY}-k3f9", get_texts(folder), 10)
    assert stat.S_IMODE(copies.place.stat().st_mode) == 0o700


def test_a_copy_is_as_private_as_the_files(folder: Path) -> None:
    said(a_desk(folder, seed="one"), "supply wim +1")
    session = next((folder / "journal").glob("*.toml"))
    for path in (session, folder / "world.toml"):
        path.chmod(0o600)
    copies = Copies(folder)
    copies.make_copy("one", get_texts(folder), 10)
    for path in (copies.place / "one" / "world.toml", copies.place / "journal" / session.name):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_evenings_are_not_pushed_out_by_scripts_with_a_seed(folder: Path) -> None:
    said(a_desk(folder, seed=None), "supply wim +1")
    (evening,) = list_names(Copies(folder))
    for number in range(12):
        said(a_desk(folder, seed=f"script {number}"), "supply wim +1")
    there = list_names(Copies(folder))
    assert evening in there
    assert len(there) == 11


def test_copies_that_were_copied_or_mended_keep_their_order(folder: Path) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    for name in ("one", "two", "three"):
        copies.make_copy(name, texts, 10)
    book = copies.place / "one" / "campaign.toml"
    book.write_text(book.read_text() + "# mended\n")
    assert list_names(copies) == ["three", "two", "one"]
    copies.make_copy("four", texts, 3)
    assert list_names(copies) == ["four", "three", "two"]


def test_copies_before_a_restore_push_no_copy_of_a_session_out(folder: Path) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    kept = [f"{DAY}-before-restore", *(f"{DAY}-aaa{n}" for n in range(5))]
    for name in kept:
        copies.make_copy(name, texts, 3)
    assert list_names(copies) == [*reversed(kept[-3:]), kept[0]]
    for _ in range(4):
        campaign = texts["campaign.toml"] + "# and\n"
        texts = {**texts, "campaign.toml": campaign}
        copies.make_copy(f"{DAY}-before-restore", texts, 3)
    there = list_names(copies)
    assert [name for name in there if "before" not in name] == [*reversed(kept[-3:])]
    assert [name for name in there if "before" in name] == [
        f"{DAY}-before-restore-{n}" for n in (5, 4, 3)
    ]


def test_with_copies_0_none_is_kept_and_none_taken_away(folder: Path) -> None:
    book = folder / "campaign.toml"
    book.write_text("copies = 0\n" + book.read_text())
    said(a_desk(folder), "supply wim +1")
    assert list_names(Copies(folder)) == []
    assert not (folder.parent / ".copies").exists()
    book.write_text(book.read_text().replace("copies = 0\n", ""))
    said(a_desk(folder, seed="two"), "supply wim +1")
    assert len(list_names(Copies(folder))) == 1
    Copies(folder).make_copy("other", get_texts(folder), 0)
    assert len(list_names(Copies(folder))) == 1


def test_a_clock_set_back_neither_reorders_nor_prunes_the_newest(folder: Path) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    for number in range(3):
        copies.make_copy(f"2031-01-0{number + 1}-aaaa", texts, 3)
    for name in ("2026-11-21-bbbb", "2026-11-22-cccc"):
        copies.make_copy(name, texts, 3)
    assert list_names(copies) == ["2026-11-22-cccc", "2026-11-21-bbbb", "2031-01-03-aaaa"]


def test_a_copy_of_the_same_name_is_kept_unless_it_is_the_same(folder: Path) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    assert copies.make_copy("one", texts, 10) == "one"
    assert copies.make_copy("one", texts, 10) == "one"
    other = {**texts, "world.toml": texts["world.toml"] + "# more\n"}
    assert copies.make_copy("one", other, 10) == "one-2"
    assert copies.read_texts_of("one") == texts
    assert copies.read_texts_of("one-2") == other
    with pytest.raises(Unknown):
        copies.read_texts_of("two")


def test_of_the_journal_only_what_is_new_or_longer_is_copied(folder: Path) -> None:
    journal = folder / "journal"
    journal.mkdir(exist_ok=True)
    (journal / "2026-01-01-aaaa.toml").write_bytes(b"one")
    (journal / "2026-01-02-bbbb.toml").write_bytes(b"two")
    copies = Copies(folder)
    copies.make_copy("one", get_texts(folder), 10)
    inodes = {path.name: path.stat().st_ino for path in (copies.place / "journal").iterdir()}
    (journal / "2026-01-02-bbbb.toml").write_bytes(b"two and more")
    (journal / "2026-01-01-aaaa.toml").write_bytes(b"on")
    copies.make_copy("two", get_texts(folder), 10)
    assert copies.read_journal() == {
        "journal/2026-01-01-aaaa.toml": b"one",
        "journal/2026-01-02-bbbb.toml": b"two and more",
    }
    same = copies.place / "journal" / "2026-01-01-aaaa.toml"
    assert same.stat().st_ino == inodes[same.name]


def test_no_link_is_followed_out_of_the_campaign(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "birds.toml"
    secret.parent.mkdir()
    secret.write_text("secret = true\n")
    (folder / "tables").mkdir(exist_ok=True)
    (folder / "tables" / "out").symlink_to(secret.parent)
    (folder / "journal").mkdir(exist_ok=True)
    (folder / "journal" / "2026-01-01-aaaa.toml").symlink_to(secret)
    (folder / "journal" / "2026-01-01-bbbb.toml").symlink_to(tmp_path / "nowhere")
    os.mkfifo(folder / "journal" / "2026-01-01-cccc.toml")
    copies = Copies(folder)
    copies.make_copy("one", get_texts(folder), 10)
    assert read_own_table_files(copies.find_copy("one").folder) == {}
    assert copies.read_journal() == {}


def test_what_is_set_aside_is_no_copy_and_is_never_pruned(folder: Path) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    first = copies.set_campaign_files_aside({"errants/bree.toml": b"\xff", "campaign.toml": b"x"})
    second = copies.set_campaign_files_aside({"errants/bree.toml": b"y"})
    assert copies.set_campaign_files_aside({"journal/x.toml": b"z"}, second) == second
    for number in range(4):
        copies.make_copy(f"{DAY}-aaa{number}", texts, 1)
    assert list_names(copies) == [f"{DAY}-aaa3"]
    assert folder_bytes(first) == {"campaign.toml": b"x", "errants/bree.toml": b"\xff"}
    assert folder_bytes(second) == {"errants/bree.toml": b"y", "journal/x.toml": b"z"}


def read_copy(copies: Copies) -> Mapping[str, Mapping[str, str]]:
    return {name: copies.read_texts_of(name) for name in list_names(copies)}


@pytest.mark.parametrize("manner", ["once", "from then on", "half written"])
def test_whatever_call_fails_no_copy_is_half_and_the_others_stay(folder: Path, manner: str) -> None:
    copies, texts = Copies(folder), get_texts(folder)
    said(a_desk(folder, seed=None), "supply wim +1")
    failed, number = True, 0
    while failed:
        number += 1
        before, newest = read_copy(copies), list_names(copies)[:3]
        case = Case(number, manner, errno.ENOSPC)  # type: ignore[arg-type]  # a parameter is any str
        disk = FailingDisk(folder.parent, case)
        name = f"{DAY}-n{number:03}"
        raised = False
        with disk.on():
            try:
                copies.make_copy(name, texts, 4)
            except OSError:
                raised = True
        failed = bool(disk.failed)
        after = read_copy(copies)
        assert all(found == texts or before.get(name) == found for name, found in after.items())
        assert set(newest) <= after.keys(), "nothing but the oldest goes"
        if not raised:
            assert name in after
        if raised and name not in after:
            assert after == before
    assert number > 20
    copies.make_copy("last", texts, 4)
    assert len(list_names(copies)) == 4
    assert not list(copies.place.glob(".*")), "nothing is left over"
    assert not list((copies.place / "journal").glob(".*"))


def test_a_session_begins_all_the_same_where_no_copy_can_be_kept(folder: Path) -> None:
    (folder.parent / ".copies").write_text("a file where the folder should be")
    desk = a_desk(folder)
    reply = said(desk, "supply wim +1")
    assert any("No copy" in warning for warning in reply.warnings)
    assert Archive(folder).campaign.get_errant("wim").supply == 3
    assert not said(desk, "supply wim +1").warnings


FILES = st.dictionaries(
    st.sampled_from(["a.toml", "errants/b.toml", "tables/x/y.toml"]), st.binary(max_size=40)
)


@settings(max_examples=30, deadline=None)
@given(FILES, st.integers(1, 30))
def test_a_folder_is_whole_or_not_there(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes], number: int
) -> None:
    shelf = tmp_path_factory.mktemp("shelf")
    disk = FailingDisk(shelf, Case(number, "once", errno.EIO))
    with disk.on():
        try:
            write_folder_in_one_step(shelf / "to", files, ["errants"])
        except OSError:
            assert disk.failed
    if (shelf / "to").exists():
        assert folder_bytes(shelf / "to") == dict(sorted(files.items()))
        assert (shelf / "to" / "errants").is_dir()
    else:
        assert disk.failed
    if disk.failed and disk.failed[0].kind != "rmdir":
        assert [path.name for path in shelf.iterdir()] in ([], ["to"])


def test_a_folder_is_never_made_over_another(tmp_path: Path) -> None:
    write_folder_in_one_step(tmp_path / "to", {"a": b"1"})
    with pytest.raises(OSError, match=r"not empty|exists"):
        write_folder_in_one_step(tmp_path / "to", {"a": b"2"})
    assert folder_bytes(tmp_path) == {"to/a": b"1"}


def test_a_copy_reads_as_the_campaign_it_is_of(folder: Path) -> None:
    Copies(folder).make_copy("one", get_texts(folder), 10)
    assert parse_campaign(Copies(folder).read_texts_of("one")) == Archive(folder).campaign


def test_a_copy_of_an_absurd_entry_keeps_its_place_in_the_order(folder: Path) -> None:
    copies = Copies(folder)
    for name in ("one", "two"):
        copies.make_copy(name, {**get_texts(folder), "errants/x.toml": f"# {name}"}, 10, last=7)
    about = copies.find_copy("two").folder / "copy.toml"
    about.write_text(about.read_text().replace("last = 7", f"last = {10**30}"))
    assert [(copy.name, copy.info.last) for copy in copies.list_copies()] == [
        ("two", None),
        ("one", 7),
    ]


def test_a_journal_that_is_retired_meanwhile_reads_as_gone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = Copies(folder)
    monkeypatch.setattr(copies.journal, "measure_files", lambda: {"2026-11-21-k3f9.toml": 70})
    assert copies.read_journal() == {}
