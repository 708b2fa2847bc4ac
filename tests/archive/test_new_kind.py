"""A new kind of file is a Struct, a field of Campaign and a row of the table: all else follows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.rescue.backup_copies import Copies
from companion.archive.rescue.examination import plan_campaign_repair
from companion.archive.rescue.restore import restore_campaign_from_copy
from companion.audience import Public, Secret
from companion.campaign import file_layout, secrecy
from companion.campaign.campaign import Campaign
from companion.campaign.changes import make_entry_to_journal
from companion.campaign.diff import diff_campaigns
from companion.campaign.file_layout import FILE_KINDS, FileKind
from companion.campaign.plain_data_encoding import get_attribute_names, get_field_types
from companion.campaign.secrecy import is_secret_path, make_campaign_without_secrets
from companion.desk import Desk
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, greenmire, on_disk, said, state_files


class Room(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    id: Public[str] = ""
    name: Public[str]
    searched: Public[int] = 0


class Map(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    schema: Public[Literal[1]] = 1
    id: Public[str] = ""
    name: Public[str]
    note: Secret[str] = ""
    rooms: Public[tuple[Room, ...]] = ()


class CampaignWithMaps(Campaign, frozen=True, kw_only=True):
    maps: Public[tuple[Map, ...]] = ()


MAP = FileKind("maps", Map, is_folder=True, noun="a map")

TEXT = """\
schema = 1
name = "The Drowned Mill"
note = "The miller is a ghoul."

[[rooms]]  # ankle-deep
id = "cellar"
name = "Cellar"

[[rooms]]
id = "wheel"
name = "Wheel room"
searched = 1  # by Bree
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setitem(FILE_KINDS, "maps", MAP)
    monkeypatch.setattr(file_layout, "Campaign", CampaignWithMaps)
    monkeypatch.setattr(secrecy, "Campaign", CampaignWithMaps)
    secrecy.list_keys_secret_anywhere.cache_clear()
    folder = greenmire(tmp_path)
    (folder / "maps").mkdir()
    (folder / "maps/mill.toml").write_text(TEXT)
    yield folder
    secrecy.list_keys_secret_anywhere.cache_clear()


def maps(campaign: Campaign) -> tuple[Map, ...]:
    assert isinstance(campaign, CampaignWithMaps)
    return campaign.maps


def search(desk: Desk, *, searched: int = 3) -> None:
    """A word that changes a map, as the desk commits it."""
    campaign = desk.campaign
    [mill] = maps(campaign)
    rooms = (mill.rooms[0], replace(mill.rooms[1], searched=searched))
    after = replace(campaign, maps=(replace(mill, rooms=rooms),))
    desk.archive.commit(
        make_entry_to_journal("word", "search", diff_campaigns(campaign, after)), after
    )


def test_a_word_changes_it_and_undo_restores_its_bytes(folder: Path) -> None:
    before = state_files(folder)
    desk = a_desk(folder)
    assert [each.id for each in maps(desk.campaign)] == ["mill"]
    search(desk)
    assert (folder / "maps/mill.toml").read_text() == TEXT.replace("searched = 1", "searched = 3")
    said(desk, "undo")
    assert state_files(folder) == before


def test_a_word_adds_and_removes_a_file_and_undo_restores_it(folder: Path) -> None:
    desk = a_desk(folder)
    before, campaign = state_files(folder), desk.campaign
    for after in ((*maps(campaign), Map(id="tower", name="Tower")), ()):
        changed = replace(campaign, maps=after)
        entry = make_entry_to_journal("word", "draw", diff_campaigns(campaign, changed))
        desk.archive.commit(entry, changed)
        assert maps(on_disk(folder)) == after
        said(desk, "undo")
        assert state_files(folder) == before


def test_an_edit_by_hand_is_journalled_and_undone(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    (folder / "maps/mill.toml").write_text(TEXT.replace("Wheel room", "Wheel"))
    (folder / "maps/tower.toml").write_text('schema = 1\nname = "Tower"\n')
    said(desk, "supply wim +1")
    edit = next(entry for entry in desk.archive.read_entries() if entry.kind == "edit")
    assert edit.line == "edited by hand: maps/mill.toml, maps/tower.toml"
    said(desk, "undo", f"undo {edit.name}")
    assert (folder / "maps/mill.toml").read_text() == TEXT
    assert not (folder / "maps/tower.toml").exists()


def test_what_a_crash_kept_from_it_is_rolled_forward(folder: Path) -> None:
    desk = a_desk(folder)
    search(desk)
    mark = (folder / ".companion/applied").read_bytes()
    search(desk, searched=4)
    (folder / "maps/mill.toml").write_text(TEXT.replace("searched = 1", "searched = 3"))
    (folder / ".companion/applied").write_bytes(mark)
    again = a_desk(folder)
    again.archive.refresh(write=True)
    assert maps(again.campaign)[0].rooms[1].searched == 4
    assert "searched = 4  # by Bree" in (folder / "maps/mill.toml").read_text()


def test_a_copy_holds_it_and_restore_brings_it_back(folder: Path) -> None:
    desk = a_desk(folder)
    search(desk)
    [copy] = Copies(folder).list_copies()
    assert (copy.folder / "maps/mill.toml").read_text() == TEXT
    (folder / "maps/mill.toml").unlink()
    restore_campaign_from_copy(folder, copy.name)
    assert (folder / "maps/mill.toml").read_text() == TEXT


def test_its_mistakes_are_told_by_file_and_line(folder: Path) -> None:
    (folder / "maps/mill.toml").write_text(TEXT.replace("searched = 1", 'searched = "no"'))
    (folder / "maps/mill (1).toml").write_text(TEXT)
    with pytest.raises(Broken) as broken:
        on_disk(folder)
    told = [str(problem) for problem in broken.value.problems]
    assert len(told) == 2
    assert told[0].startswith("maps/mill (1).toml: it is a copy of maps/mill.toml")
    assert told[1].startswith("maps/mill.toml:12: rooms[2].searched:")


def test_examination_tells_of_a_folder_that_leads_out(folder: Path, tmp_path: Path) -> None:
    search(a_desk(folder))
    (folder / "maps").rename(tmp_path / "elsewhere")
    (folder / "maps").symlink_to(tmp_path / "elsewhere")
    found = [
        str(each.problem)
        for each in plan_campaign_repair(folder, CampaignFolders(folder.parent)).findings
    ]
    assert any(each.startswith("maps") and "leads out" in each for each in found)


def test_players_see_what_its_fields_say(folder: Path) -> None:
    campaign = a_desk(folder).campaign
    [mill] = maps(campaign)
    assert maps(make_campaign_without_secrets(campaign)) == (replace(mill, note=""),)
    assert is_secret_path("maps/mill/note")
    assert not is_secret_path("maps/mill/rooms/wheel/searched")


def test_the_table_has_a_row_for_each_part_of_a_campaign() -> None:
    assert list(FILE_KINDS) == list(get_attribute_names(Campaign))
    for root, kind in FILE_KINDS.items():
        assert kind.root == root
        held = str(get_field_types(Campaign)[root])
        assert kind.struct.__name__ in held
        assert kind.is_folder == ("tuple" in held)
        assert kind.is_folder == any(field.name == "id" for field in fields(kind.struct))
