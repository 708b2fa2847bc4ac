"""The door to a campaign's files, by itself."""

from collections import Counter
from pathlib import Path

import pytest
import tomli

from companion.archive import campaign_parsing
from companion.archive.campaign_storage import Archive
from companion.archive.known_state_on_disk import StateFiles
from companion.refusal import Broken
from tests.desk.a_desk import a_desk, all_files, applied, cloned, on_disk, said


def test_opening_writes_nothing_at_all(folder: Path) -> None:
    before = sorted(path for path in folder.rglob("*"))
    files = all_files(folder)
    Archive(folder)
    assert sorted(path for path in folder.rglob("*")) == before
    assert all_files(folder) == files


def test_the_checkpoint_holds_what_was_written(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    checkpoint = applied(folder)
    assert checkpoint.last == 1
    assert checkpoint.texts["errants/wim.toml"] == (folder / "errants/wim.toml").read_text()
    assert checkpoint.journal == desk.archive.journal.measure_files()


def test_a_dry_run_plays_on_and_writes_nothing(folder: Path) -> None:
    files = all_files(folder)
    desk = a_desk(folder, dry_run=True)
    said(desk, "supply wim +1", "next! search =3", "undo")
    assert desk.campaign.get_errant("wim").supply == 3
    assert [entry.number for entry in desk.archive.read_entries()] == [3, 2, 1]
    assert all_files(folder) == files


def test_a_session_goes_on_where_its_dice_stood(folder: Path) -> None:
    first = a_desk(folder, seed=None)
    said(first, "roll 3d6")
    again = Archive(folder)
    assert again.session.streams.positions == first.archive.session.streams.positions
    assert again.session.seed == first.archive.session.seed


def test_a_given_seed_is_a_session_of_its_own(folder: Path) -> None:
    said(a_desk(folder, seed=None), "roll 3d6")
    seeded = Archive(folder, seed="marsh")
    assert seeded.session.seed == "marsh"
    assert seeded.session.streams.positions == {}
    said(a_desk(folder, seed="marsh"), "roll 3d6")
    assert Archive(folder).session.seed != "marsh"


def test_a_folder_moved_elsewhere_opens_as_it_was(folder: Path, tmp_path: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply wim +1")
    moved = cloned(folder, tmp_path / "elsewhere" / "bog")
    assert Archive(moved).campaign == desk.campaign == on_disk(moved)


def test_words_change_a_file_that_cannot_be_edited_by_block(folder: Path) -> None:
    path = folder / "errants/wim.toml"
    path.write_text('schema = 1\nname = "Wim"\nitems = [{ name = "torch" }, { name = "rope" }]\n')
    desk = a_desk(folder)
    said(desk, "light wim torch", "drop wim rope", "give wim oil")
    assert desk.campaign == on_disk(folder)
    said(desk, "undo", "undo", "undo")
    assert desk.campaign == on_disk(folder)


@pytest.mark.parametrize("write", [False, True])
def test_another_prompts_words_are_not_lost_while_a_file_is_broken(
    folder: Path, write: bool
) -> None:
    here, path = a_desk(folder, seed=None), folder / "errants/corvin.toml"
    said(a_desk(folder, seed=None), "supply wim +1")
    whole = path.read_bytes()
    path.write_bytes(whole + b"supply = [")
    with pytest.raises(Broken):
        here.archive.refresh(write=write)
    path.write_bytes(whole)
    reply = said(here, "supply wim +1")
    assert reply.entry is not None
    assert reply.entry.endswith("-2")
    assert here.campaign.get_errant("wim").supply == 4
    assert here.campaign == on_disk(folder) == Archive(folder).campaign


def test_a_deleted_checkpoint_is_rewritten_before_the_next_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(folder, seed=None)
    said(desk, "supply wim +1")
    (folder / ".companion" / "applied").unlink()
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(
            StateFiles, "write", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        desk.run("supply wim +1")
    assert [entry.line for entry in desk.archive.read_entries()] == ["supply wim +1"] * 2
    assert Archive(folder).campaign.get_errant("wim").supply == 4


def test_broken_files_do_not_open(folder: Path) -> None:
    (folder / "world.toml").write_text("npcs = 3\n")
    with pytest.raises(Broken) as broken:
        Archive(folder)
    assert [(p.file, p.line, p.key) for p in broken.value.problems] == [("world.toml", 1, "npcs")]


def test_each_file_of_a_large_company_is_parsed_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(80):
        name = f"spearman-{number}"
        (folder / "errants" / f"{name}.toml").write_text(f'schema = 1\nname = "{name}"\n')
    said(a_desk(folder), "supply wim +1")
    parsed = Counter[str]()

    def counted(text: str) -> dict[str, object]:
        parsed[text] += 1
        return loads(text)

    loads = tomli.loads
    monkeypatch.setattr("companion.archive.toml_loading.tomli.loads", counted)
    campaign_parsing._make_caching_file_parser.cache_clear()
    Archive(folder)
    assert parsed.total() == len(parsed) >= 80


def test_what_another_prompt_left_alone_is_the_very_same_object(folder: Path) -> None:
    prompt, other = a_desk(folder, seed="one"), a_desk(folder, seed="two")
    said(prompt, "supply wim +1")
    before = prompt.campaign
    said(other, "npc harl wants a boat")
    said(prompt, "supply wim +1")
    changed = [
        npc for npc in prompt.campaign.world.npcs if all(npc is not e for e in before.world.npcs)
    ]
    assert [npc.id for npc in changed] == ["harl-dunn"]
    assert prompt.campaign.world.settlements is before.world.settlements
    assert prompt.campaign == on_disk(folder)
