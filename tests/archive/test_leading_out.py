"""Whatever a campaign's folder holds that somebody else made: nothing is written out of it."""

from pathlib import Path
from shutil import rmtree

import pytest
from msgspec import json

from companion.archive.campaign_folders import CampaignFolders, is_sample
from companion.archive.file_warnings import take_saved_warnings_for_guide
from companion.archive.journal.checkpoint import Checkpoint, read_checkpoint
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.repair import repair_campaign
from companion.archive.rescue.restore import restore_campaign_from_copy
from companion.refusal import Impossible
from tests.desk.a_desk import a_desk, applied, greenmire, refused, said
from tests.storms.hostile.storm import Watch

PLACES = (".companion", "errants", "journal")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign that has been played, with a copy."""
    folder = greenmire(tmp_path / "kept")
    said(a_desk(folder, seed="one"), "supply bree +1")
    said(a_desk(folder, seed="two"), "supply bree +1")
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """An empty folder beside the campaigns."""
    there = tmp_path / "outside"
    there.mkdir()
    return there


def repair(folder: Path) -> None:
    repair_campaign(folder, CampaignFolders(folder.parent))


def restore(folder: Path) -> None:
    restore_campaign_from_copy(folder, Copies(folder).list_copies()[0].name)


def a_word(folder: Path) -> None:
    said(a_desk(folder), "supply wim +1")


DOING = (repair, restore, a_word)


@pytest.mark.parametrize("do", DOING)
@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "{}/evil.toml",
        "../../outside/evil.toml",
        "errants/../../../outside/evil.toml",
        "errants/x/../../../../outside/evil.toml",
        "errants/{}/evil.toml",
        "evil.toml",
    ],
)
def test_a_mark_that_names_other_files_is_none(
    name: str, broken: bool, do: object, folder: Path, outside: Path
) -> None:
    assert callable(do)
    mark = applied(folder)
    evil = mark.texts["errants/bree.toml"].replace('id = "bree"', "")
    texts = {**mark.texts, name.replace("{}", str(outside)): evil}
    forged = Checkpoint(mark.journal, mark.last, texts, mark.begun_sessions, mark.inode)
    (folder / ".companion" / "applied").write_bytes(json.encode(forged))
    assert read_checkpoint(folder) is None
    if broken and do is not a_word:
        (folder / "world.toml").write_text("x =")
    do(folder)
    assert list(outside.iterdir()) == []
    assert not list(folder.parent.rglob("evil.toml"))


@pytest.mark.parametrize("do", [repair, restore])
@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_put_back_through_a_link_to_an_empty_folder(
    place: str, do: object, folder: Path, outside: Path
) -> None:
    assert callable(do)
    rmtree(folder / place)
    (folder / place).symlink_to(outside)
    with pytest.raises(Impossible):
        do(folder)
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize("place", PLACES)
def test_no_word_is_written_through_one(place: str, tmp_path: Path, outside: Path) -> None:
    folder = CampaignFolders(tmp_path / "kept").create_campaign("Fen")
    if (folder / place).exists():
        rmtree(folder / place)
    (folder / place).symlink_to(outside)
    assert "link" in refused(a_desk(folder), "errant add Eve")
    assert list(outside.iterdir()) == []


def test_what_is_kept_for_the_guide_is_not_taken_out_of_another_folder(
    folder: Path, outside: Path
) -> None:
    theirs = outside / "for-the-guide"
    theirs.write_text("theirs\n", encoding="utf-8")
    rmtree(folder / ".companion")
    (folder / ".companion").symlink_to(outside)
    assert take_saved_warnings_for_guide(folder) == ()
    assert theirs.read_text(encoding="utf-8") == "theirs\n"


def test_a_folder_elsewhere_is_not_opened_to_see_whether_it_is_a_sample(
    folder: Path, outside: Path
) -> None:
    (folder / "campaign.toml").unlink()
    (folder / "campaign.toml").symlink_to(outside)
    with Watch().watching() as touched:
        assert not is_sample(folder)
    assert not [path for path in touched if path.startswith(str(outside))]
