"""A hand edit between two words is an entry of its own, which undo takes back."""

from pathlib import Path

import pytest

from companion.archive.campaign_storage import Archive
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, all_files, answered, on_disk, said, state_files
from tests.desk.test_survival import edit


def test_a_hand_edit_between_two_words_is_an_entry_that_undo_takes_back(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    before = state_files(folder)
    edit(folder, "errants/bree.toml", "pennies = 40", "pennies = 0x29 # found one")
    assert answered(desk, "slots bree").ok
    assert desk.campaign.get_errant("bree").pennies == 41
    said(desk, "supply wim +1")
    newest, edited, _ = desk.archive.read_entries()
    assert (newest.kind, newest.line) == ("word", "supply wim +1")
    assert edited.kind == "edit"
    assert "errants" in edited.line
    assert [c.path for c in edited.changes] == ["errants/bree/pennies"]
    said(desk, "undo", "undo")
    assert desk.campaign.get_errant("bree").pennies == 40
    text = (folder / "errants/bree.toml").read_text()
    assert "pennies = 40 # found one" in text
    said(desk, "redo")
    assert desk.campaign.get_errant("bree").pennies == 41
    said(desk, "undo", "undo")
    assert state_files(folder).keys() == before.keys()
    assert desk.campaign.get_errant("wim").supply == 2


def test_a_hand_edit_while_nobody_played_is_an_entry_of_the_next_evening(folder: Path) -> None:
    said(a_desk(folder), "supply wim +1")
    edit(folder, "errants/bree.toml", "phys = 13", "phys = 14")
    edit(folder, "world.toml", 'id = "old-pike"', 'id = "young-pike"')
    (folder / "errants/corvin.toml").unlink()
    desk = a_desk(folder, seed=None)
    assert desk.campaign == on_disk(folder)
    said(desk, "supply wim +1")
    kinds = [entry.kind for entry in desk.archive.read_entries()]
    assert kinds == ["word", "edit", "word"]
    said(desk, "undo", "undo")
    assert desk.campaign.get_errant("bree").phys == 13
    assert {npc.id for npc in desk.campaign.world.npcs} == {"ysolde", "harl-dunn", "old-pike"}
    assert any(errant.id == "corvin" for errant in desk.campaign.errants)
    assert on_disk(folder) == desk.campaign


def test_undo_right_after_a_hand_edit_takes_back_the_edit(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    before = state_files(folder)
    edit(folder, "errants/wim.toml", "skill = 14", "skill = 9")
    said(desk, "undo")
    assert state_files(folder) == before


def test_what_an_edit_cut_out_comes_back_with_its_comments(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    before = state_files(folder)
    text = (folder / "errants/bree.toml").read_text()
    cut = text[: text.index("# the statue")].rstrip() + "\n"
    (folder / "errants/bree.toml").write_text(cut)
    said(desk, "undo")
    assert state_files(folder) == before


def test_an_edit_says_which_newer_values_a_stale_buffer_puts_back(folder: Path) -> None:
    desk = a_desk(folder)
    buffer = (folder / "errants/wim.toml").read_bytes()
    said(desk, "supply wim +1", "exhaust wim +1", "supply bree +1")
    (folder / "errants/wim.toml").write_bytes(
        buffer.replace(b'name = "short bow"', b'name = "long bow"')
    )
    reply = said(desk, "supply bree +1")
    told = " ".join(reply.warnings)
    assert "errants/wim/supply" in told
    assert "supply wim +1" in told
    assert "errants/wim/exhaustion" in told
    assert "short-bow" not in told
    said(desk, "undo", "undo")
    assert desk.campaign.get_errant("wim").supply == 3
    assert desk.campaign.get_errant("wim").exhaustion == 3


def test_an_edit_of_comments_alone_makes_no_entry_and_survives(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    edit(folder, "errants/wim.toml", "phys = 10", "# frail\nphys   =   10 # very")
    said(desk, "supply wim +1", "next! =3", "undo")
    assert [entry.kind for entry in desk.archive.read_entries()] == ["undo", "word", "word", "word"]
    assert "# frail\nphys   =   10 # very" in (folder / "errants/wim.toml").read_text()


def test_an_edit_with_mistakes_is_refused_with_all_of_them(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    good = state_files(folder)
    edit(folder, "errants/bree.toml", "phys = 13", 'phys = "strong"\nphsy = 13')
    edit(folder, "errants/wim.toml", "burn = 1", "burn = 9")
    edit(folder, "world.toml", "disposition = 9", "disposition = true")
    edit(folder, "campaign.toml", "[clock]", "[clock")
    files = all_files(folder)
    for line in ("supply wim +1", "status", "undo"):
        reply = answered(desk, line)
        assert reply.refusal is not None
        assert reply.refusal.kind == "broken"
        places = [(p.file, p.key) for p in reply.refusal.problems]
        assert ("errants/bree.toml", "phys") in places
        assert ("errants/bree.toml", "phsy") in places
        assert ("errants/wim.toml", "items[1].burn") in places
        assert ("world.toml", "npcs[1].disposition") in places
        assert ("campaign.toml", "") in places
        assert len(places) == 5
        assert all(problem.line for problem in reply.refusal.problems)
    assert all_files(folder) == files
    with pytest.raises(Broken):
        Archive(folder)
    for name, data in good.items():
        (folder / name).write_bytes(data)
    said(desk, "supply wim +1")
    assert [entry.kind for entry in desk.archive.read_entries()] == ["word", "word"]
