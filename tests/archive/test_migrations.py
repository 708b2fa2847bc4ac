"""A campaign of an older schema is read, played and brought up; a newer one is refused plainly."""

import re
from pathlib import Path
from shutil import copytree
from unittest.mock import patch

import pytest
import tomli

from companion.archive import migrations
from companion.archive.campaign_parsing import parse_campaign
from companion.archive.campaign_storage import Archive
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.migrations import migrate_text, migrate_texts, read_schema_version
from companion.archive.rescue.backup_copies import Copies
from companion.archive.toml.value_rendering_and_edits import CannotEdit
from companion.refusal import Broken, Problem
from tests.cli.calling import companion
from tests.desk.a_desk import a_desk, answered, on_disk, refused, said, state_files
from tests.storms.plug import Pulled, pulled_after

OLDER = Path(__file__).parent / "older"


def to_one(_: str, text: str) -> str:
    """The made-up first step: what schema 0 called coins, time and weight."""
    if "unwilling" in text:
        raise CannotEdit("there are comments inside the value, which would be lost")
    text = re.sub(r"^coins = ", "pennies = ", text, flags=re.MULTILINE)
    text = re.sub(
        r"^weight = (\d+)", lambda found: f"slots = {int(found[1]) / 4}", text, flags=re.MULTILINE
    )
    return re.sub(
        r"\[time\]\nday = (\d+)( *#.*)?\nhour = (\d+)",
        lambda found: f'[clock]\nnow = "day {found[1]} {int(found[3]):02}:00"{found[2] or ""}',
        text,
    )


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up step, as if schema 0 had once been released."""
    monkeypatch.setattr(migrations, "MIGRATIONS", {0: to_one})


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of the older campaign, for a companion that knows the way from there."""
    request.getfixturevalue("steps")
    return Path(copytree(OLDER, tmp_path / "shelf" / "salt-road"))


def problem(text: str, file: str = "errants/bree.toml") -> Problem:
    with pytest.raises(Broken) as broken:
        migrate_text(file, text)
    (only,) = broken.value.problems
    return only


def test_an_older_campaign_is_read_as_it_will_be_and_looking_at_it_writes_nothing(
    folder: Path,
) -> None:
    before = state_files(folder)
    desk = a_desk(folder)
    bree = desk.campaign.get_errant("bree")
    assert (bree.supply, bree.pennies) == (6, 40)
    assert [(each.id, each.slots) for each in bree.items] == [("rope", 0.5), ("statue", 2.0)]
    assert str(desk.campaign.now) == "day 3 13:00"
    assert answered(desk, "status").ok
    assert state_files(folder) == before


def test_its_first_word_brings_every_file_up_with_every_comment_and_keeps_the_old_ones(
    folder: Path,
) -> None:
    before = state_files(folder)
    said(a_desk(folder), "supply bree +1")
    texts = {name: data.decode() for name, data in state_files(folder).items()}
    assert {read_schema_version(text) for text in texts.values()} == {1}
    for name, data in before.items():
        comments = re.findall("#.*", data.decode())
        assert re.findall("#.*", texts[name]) == comments
    assert texts["errants/bree.toml"].splitlines()[:8] == [
        "# Bree, as we drew her up",
        "schema = 1",
        'name = "Bree Tanner"',
        "phys = 13",
        "supply = 7              # eels, mostly",
        "pennies = 40              # all in pennies",
        "",
        "[[items]]",
    ]
    copies = Copies(folder)
    kept = [copies.read_texts_of(copy.name) for copy in copies.list_copies()]
    assert {name: data.decode() for name, data in before.items()} in kept


def test_the_old_files_are_kept_also_where_no_copies_are(folder: Path) -> None:
    book = folder / "campaign.toml"
    book.write_text(book.read_text().replace("schema = 0\n", "schema = 0\ncopies = 0\n"))
    before = state_files(folder)
    said(a_desk(folder), "supply bree +1")
    (kept,) = Copies(folder).list_copies()
    assert {
        name: text.encode() for name, text in Copies(folder).read_texts_of(kept.name).items()
    } == before


def test_it_is_played_on_and_undo_takes_back_what_was_played_but_not_the_new_schema(
    folder: Path,
) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1", "drop bree statue", "give wim rope", "+2h")
    assert on_disk(folder) == desk.campaign == Archive(folder).campaign
    said(desk, "undo", "undo", "undo", "undo")
    texts = {name: data.decode() for name, data in state_files(folder).items()}
    assert texts == migrate_texts(read_campaign_file_texts(OLDER)[0])
    said(desk, "redo")
    assert desk.campaign.get_errant("bree").supply == 7


@pytest.mark.parametrize("writes", range(4))
def test_stopped_half_way_some_files_are_old_and_some_new_and_it_opens_and_goes_on(
    folder: Path, writes: int
) -> None:
    desk = a_desk(folder)
    with pulled_after(writes), pytest.raises(Pulled):
        desk.run("supply bree +1")
    texts, _ = read_campaign_file_texts(folder)
    assert sorted(map(read_schema_version, texts.values())) == [0] * (4 - writes) + [1] * writes
    again = a_desk(folder)
    assert again.campaign == parse_campaign(read_campaign_file_texts(OLDER)[0])
    said(again, "supply bree +1")
    assert on_disk(folder) == again.campaign
    assert again.campaign.get_errant("bree").supply == 7
    assert not list(Archive(folder).take_warnings())


def test_a_mark_of_the_older_schema_is_no_edit_by_hand(folder: Path) -> None:
    """The companion was replaced by a newer one while a campaign was being played."""
    said(a_desk(folder), "supply bree +1")
    mark = folder / ".companion" / "applied"
    now = mark.read_text()
    older = now.replace("schema = 1", "schema = 0").replace("pennies", "coins")
    assert older != now
    mark.write_text(older)
    said(a_desk(folder), "supply bree +1")
    assert [entry.kind for entry in Archive(folder).read_entries()] == ["word", "word"]


def test_one_step_follows_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "SCHEMA", 2)
    steps = {0: to_one, 1: lambda file, text: f"{text}# {file}\n"}
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    text = migrate_text("errants/wim.toml", read_campaign_file_texts(OLDER)[0]["errants/wim.toml"])
    assert "pennies = 3\n# errants/wim.toml\n" in text
    assert text.startswith("schema = 2\n")


def test_every_problem_of_an_older_file_names_the_line_that_stands_in_it(folder: Path) -> None:
    path = folder / "errants" / "bree.toml"
    path.write_text(path.read_text().replace('"statue"\nweight', '"statue"\nmagc = 1\nweight'))
    wrong = path.read_text().splitlines().index("magc = 1") + 1
    with pytest.raises(Broken) as broken:
        Archive(folder)
    assert [(each.line, each.key) for each in broken.value.problems] == [(wrong, "items[2].magc")]


def test_a_file_that_says_no_schema_is_of_the_first_and_a_schema_need_not_stand_first() -> None:
    assert read_schema_version('name = "Bree"\n') == 1
    assert read_schema_version("# old\n\n\n schema = 3\n") == 3
    assert read_schema_version('note = """\nschema = 4\n"""\nschema = 2 # two\n') == 2
    assert read_schema_version("\ufeffschema = 2\r\n") == 2
    assert read_schema_version("[other]\nschema = 2\n") == 1


def test_a_text_is_parsed_for_its_schema_only_once() -> None:
    text = f'name = "{"x" * 10_000}"\nschema = 2\n'
    with patch("tomli.loads", wraps=tomli.loads) as loads:
        assert [read_schema_version(text), read_schema_version(text)] == [2, 2]
    assert loads.call_count == 1


@pytest.mark.parametrize(
    "text", ["schema = ", "schema = 'one'\n", "schema = true\n", "a = [" * 500]
)
def test_what_is_no_schema_at_all_is_left_to_who_reads_the_file(text: str) -> None:
    assert migrate_text("world.toml", text) == text


def test_a_schema_there_never_was_is_told() -> None:
    told = problem("# x\nschema = -1\n")
    assert (told.file, told.line, told.key) == ("errants/bree.toml", 2, "schema")
    assert told.message == "schema -1 is none that there ever was; write schema = 1"


@pytest.mark.usefixtures("steps")
def test_a_text_that_a_step_cannot_change_is_told_and_not_forced() -> None:
    told = problem('schema = 0\nname = "unwilling"\n')
    assert told.message.startswith("it cannot be brought up from schema 0: there are comments")


@pytest.mark.parametrize("arguments", [("check",), ("run",), ("list",)])
def test_a_newer_campaign_is_refused_plainly_and_not_written(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    folder = Path(copytree(OLDER, tmp_path / "salt-road"))
    for path in folder.rglob("*.toml"):
        path.write_text(path.read_text().replace("schema = 0", "schema = 2"))
    before = state_files(folder)
    (word,) = arguments
    name = () if word == "list" else ("salt-road",)
    call = companion(word, *name, "--campaigns", str(tmp_path), typed="supply bree +1\n")
    assert state_files(folder) == before
    if word == "list":
        assert "4 problems" in call.out
        return
    assert call.status == 3
    assert call.err.count("written by a newer companion (schema 2; this one knows 1)") == 4
    assert "errants/bree.toml:2: schema: written" in call.err


def test_a_newer_file_beside_a_running_prompt_stops_the_next_word(folder: Path) -> None:
    desk = a_desk(folder)
    said(desk, "supply bree +1")
    path = folder / "errants" / "wim.toml"
    path.write_text(path.read_text().replace("schema = 1", "schema = 7"))
    assert "written by a newer companion (schema 7; this one knows 1)" in refused(
        desk, "supply bree +1", "broken"
    )
