"""Where tables are found: a campaign's own before the Guide's, those before what is shipped."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.archive.file_texts_and_change_stamps import MAX_BYTES
from companion.archive.new_campaigns import copy_campaign
from companion.archive.rescue.examination import plan_campaign_repair
from companion.refusal import Broken, Problem, Unknown
from tests.desk.a_desk import a_desk, greenmire, said

WEATHER = "greenmire/weather"


def table_file(title: str, *texts: str) -> str:
    rows = "".join(f'[[rows]]\ntext = "{text}"\n' for text in texts or ("so",))
    return f'schema = 1\ntitle = "{title}"\n{rows}'


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder of tables with these files, by the names of the tables."""
    for name, text in files.items():
        file = folder / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return greenmire(tmp_path / "campaigns")


def campaign_folders(campaign: Path, guides: Path | None = None) -> CampaignFolders:
    return CampaignFolders(campaign.parent, guides)


def test_a_campaigns_own_table_stands_before_the_guides_and_that_before_what_is_shipped(
    campaign: Path, tmp_path: Path
) -> None:
    guides = write(tmp_path / "tables", {"npcs/names": table_file("Guide's")})
    found = campaign_folders(campaign, guides)
    assert found.open_tables(campaign).load_table("npcs/names").title == "Guide's"
    assert found.open_tables(campaign).load_table(WEATHER).title != "Own"
    write(campaign / "tables", {"npcs/names": table_file("Own"), WEATHER: table_file("Own")})
    assert found.open_tables(campaign).load_table("npcs/names").title == "Own"
    assert found.open_tables(campaign).load_table(WEATHER).title == "Own"
    assert found.open_tables().load_table("npcs/names").title == "Guide's", "of no campaign"


def test_a_table_written_while_the_campaign_is_open_is_found(campaign: Path) -> None:
    desk = a_desk(campaign)
    reply = desk.run("roll omens")
    assert reply is not None
    assert not reply.ok
    write(campaign / "tables", {"marsh/omens": table_file("Omens", "a heron")})
    assert said(desk, "roll omens").report is not None
    assert "roll marsh/omens" in [
        f"roll {each.text}" for each in desk.suggest_completions("roll omens")
    ]


@pytest.mark.parametrize("where", ["tables", "tables/marsh", "tables/marsh/omens.toml"])
def test_no_link_leads_out_of_a_campaigns_folder(
    where: str, campaign: Path, tmp_path: Path
) -> None:
    outside = write(tmp_path / "outside", {"marsh/omens": table_file("Outside")})
    link = campaign / where
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside / Path(where).relative_to("tables"))
    tables = campaign_folders(campaign).open_tables(campaign)
    assert "marsh/omens" not in tables.list_names()
    with pytest.raises(Unknown):
        tables.load_table("marsh/omens")
    assert not (copy_campaign(campaign, tmp_path / "copy") / "tables").exists()


@pytest.mark.parametrize("name", ["../campaign", "../../etc/passwd", "", "/", "marsh"])
def test_a_name_is_never_a_path(name: str, campaign: Path) -> None:
    with pytest.raises(Unknown):
        campaign_folders(campaign).open_tables(campaign).load_table(name)


def test_the_guides_folder_may_be_a_link(campaign: Path, tmp_path: Path) -> None:
    real = write(tmp_path / "real", {"marsh/omens": table_file("Omens")})
    (tmp_path / "linked").symlink_to(real)
    tables = campaign_folders(campaign, tmp_path / "linked").open_tables()
    assert tables.load_table("marsh/omens").title == "Omens"


def test_files_that_an_editor_leaves_behind_are_no_tables(campaign: Path) -> None:
    write(campaign / "tables", {"marsh/.omens": "x", ".git/omens": "x"})
    (campaign / "tables" / "README.toml").write_text("x", encoding="utf-8")
    found = campaign_folders(campaign)
    assert found.open_tables(campaign).list_names() == found.open_tables().list_names()


@pytest.mark.parametrize(
    ("written", "line", "what"),
    [
        (b'schema = 1\ntitle = "Omens"\nrows = [\n', 3, "never closed"),
        (b"a = \xff", 1, "byte 5 is not UTF-8"),
        (b"x" * (MAX_BYTES + 1), 0, "at most 1,000,000"),
        (b"a = " + b"[" * 100_000, 0, "nested too deeply"),
        (b"a = " + b"{a = " * 5_000, 0, "nested too deeply"),
        (b"[" + b"a." * 5_000 + b"a]", 0, "nested too deeply"),
        (b"a = " + b"9" * 5_000, 1, "thousands of digits"),
        (b"schema = 1\na = -0x" + b"f" * 5_000, 2, "thousands of digits"),
        (b'schema = 1\ntitel = "Omens"\n', 2, "not known"),
    ],
)
def test_a_file_that_is_no_table_is_a_problem_with_its_file_and_line(
    written: bytes, line: int, what: str, campaign: Path
) -> None:
    write(campaign / "tables", {"marsh/omens": ""})
    (campaign / "tables/marsh/omens.toml").write_bytes(written)
    tables = campaign_folders(campaign).open_tables(campaign)
    table, problems = tables.read_table("marsh/omens")
    assert table is None
    assert {problem.file for problem in problems} == {"tables/marsh/omens.toml"}
    assert [p.line for p in problems if what in p.message] == [line]
    with pytest.raises(Broken):
        tables.load_table("marsh/omens")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("marsh/Bad Name", "marsh/bad-name.toml"),
        ("Marsh/omens", "marsh/omens-2.toml"),
        ("marsh/all_omens", "marsh/all-omens.toml"),
        ("marsh/Omens", "marsh/omens-2.toml"),
        ("marsh/städte", "marsh/stadte.toml"),
    ],
)
def test_a_file_that_is_called_as_no_table_is_not_listed_and_says_how_to_rename_it(
    name: str, meant: str, campaign: Path, tmp_path: Path
) -> None:
    write(campaign / "tables", {name: table_file("Fine"), "marsh/omens": table_file("Omens")})
    tables = campaign_folders(campaign).open_tables(campaign)
    assert name not in tables.list_names()
    assert "marsh/omens" in tables.list_names()
    assert tables.list_misnamed_files() == (name,)
    table, (problem,) = tables.inspect_table(name)
    assert table is None
    assert problem.file == f"tables/{name}.toml"
    assert problem.message.endswith(f"rename it to {meant}")
    assert any(problem.file == f"tables/{name}.toml" for problem in check(campaign))
    with pytest.raises(Broken):
        tables.load_table(name)
    copied = copy_campaign(campaign, tmp_path / "copy")
    assert (copied / f"tables/{name}.toml").is_file()


def test_a_table_with_mistakes_is_looked_through_and_not_drawn_from(campaign: Path) -> None:
    text = table_file("Omens", "{2 of names}", "{no/where}").replace("title", "titel")
    write(campaign / "tables", {"marsh/omens": text})
    tables = campaign_folders(campaign).open_tables(campaign)
    table, problems = tables.inspect_table("marsh/omens")
    assert table is not None
    assert [row.number for row in table.rows] == [1, 2]
    assert "Did you mean {2 of npcs/names}?" in str(problems)
    assert tables.read_table("marsh/omens") == (None, problems)
    with pytest.raises(Broken):
        tables.load_table("marsh/omens")


def test_a_copy_of_a_campaign_takes_its_tables_along(campaign: Path, tmp_path: Path) -> None:
    text = table_file("Omens") + "# a comment"
    write(campaign / "tables", {"marsh/omens": text, "marsh/broken": "["})
    found = campaign_folders(campaign)
    for copy in (
        copy_campaign(campaign, tmp_path / "copy"),
        found.create_campaign("Other", campaign.name),
    ):
        assert (copy / "tables/marsh/omens.toml").read_text(encoding="utf-8") == text
        assert (copy / "tables/marsh/broken.toml").read_text(encoding="utf-8") == "["
        assert found.open_tables(copy).load_table("marsh/omens").title == "Omens"


def test_a_table_that_cannot_be_read_is_never_left_out_of_a_copy(
    campaign: Path, tmp_path: Path
) -> None:
    write(campaign / "tables", {"marsh/omens": table_file("Omens"), "marsh/huge": ""})
    os.truncate(campaign / "tables" / "marsh" / "huge.toml", MAX_BYTES + 1)
    with pytest.raises(Broken) as broken:
        copy_campaign(campaign, tmp_path / "copy")
    assert [problem.file for problem in broken.value.problems] == ["tables/marsh/huge.toml"]
    assert not (tmp_path / "copy").exists()


def check(campaign: Path) -> list[Problem]:
    """What `companion check` tells of a campaign."""
    campaign_folders = CampaignFolders(campaign.parent, get_shipped_folder("tables"))
    return [
        finding.problem for finding in plan_campaign_repair(campaign, campaign_folders).findings
    ]


def appended(file: Path, text: str) -> int:
    """Text put at the end of a file; the line it begins on."""
    before = file.read_text(encoding="utf-8")
    file.write_text(before + text, encoding="utf-8")
    return before.count("\n") + 1


def test_a_campaign_as_it_is_shipped_has_no_problems(campaign: Path) -> None:
    assert check(campaign) == []


def test_check_reads_the_campaigns_own_tables_with_the_facts_that_are_known(campaign: Path) -> None:
    rows = '[[rows]]\ntext = "x"\n[[rows]]\ntext = "{no/where}"\nwhen = { moon = "full" }\n'
    rows += '[[rows]]\ntext = "y"\nwhen = { settlement = "camp", season = "the wet" }\n'
    write(campaign / "tables", {"marsh/omens": f'schema = 1\ntitle = "Omens"\n{rows}'})
    found = check(campaign)
    assert {problem.file for problem in found} == {"tables/marsh/omens.toml"}
    told = " ".join(map(str, found))
    assert "no/where" in told
    assert "moon" in told
    assert "camp" in told
    assert "the wet" not in told, "a season may be called anything"


@pytest.mark.parametrize("key", ["encounters", "local_effects", "rumours", "weather"])
def test_check_finds_a_pointer_to_no_table_with_its_line(key: str, campaign: Path) -> None:
    line = appended(campaign / "world.toml", f'\n[[places]]\nname = "Hut"\n{key} = "npcs/namse"\n')
    (problem,) = check(campaign)
    assert (problem.file, problem.line) == ("world.toml", line + 3)
    assert problem.key == f"places[4].{key}"
    assert "npcs/names" in problem.message


def test_check_finds_a_deck_of_no_table(campaign: Path) -> None:
    line = appended(campaign / "campaign.toml", '\n[[decks]]\ntable = "no/where"\ndrawn = [1]\n')
    (problem,) = check(campaign)
    assert (problem.file, problem.line) == ("campaign.toml", line + 2)
    assert "no/where" in problem.message


def test_check_tells_of_a_broken_table_once_and_of_the_campaigns_files_as_well(
    campaign: Path,
) -> None:
    write(campaign / "tables", {"marsh/omens": "schema = 2\n"})
    appended(campaign / "world.toml", '\n[[places]]\nname = "Hut"\nencounters = "marsh/omens"\n')
    told = check(campaign)
    assert len(set(told)) == len(told)
    appended(campaign / "campaign.toml", "\n[oops]\n")
    both = check(campaign)
    assert both[0].file == "campaign.toml"
    assert both[1:] == told


@pytest.mark.parametrize(
    ("drawn", "told"),
    [("[99]", "no row 99, and 1 drawn"), ("[2, 3, 3]", "1 of row 3, and 2 drawn")],
)
def test_a_deck_drawn_from_since_its_table_lost_rows_loads_and_check_tells_of_it(
    drawn: str, told: str, campaign: Path
) -> None:
    deck = f'\n[[decks]]\ntable = "greenmire/rumours"\ndrawn = {drawn}\n'
    line = appended(campaign / "campaign.toml", deck)
    (problem,) = check(campaign)
    assert (problem.file, problem.line, problem.key) == (
        "campaign.toml",
        line + 3,
        "decks[1].drawn",
    )
    assert told in problem.message
    assert said(a_desk(campaign), "draw rumours").ok


def test_what_is_no_file_is_told_of_and_never_waited_for(campaign: Path) -> None:
    folder = campaign / "tables" / "mine"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe.toml")
    (folder / "folder.toml").mkdir()
    told = [(problem.file, problem.message) for problem in check(campaign)]
    assert ("tables/mine/pipe.toml", "it is no file") in told
    copy = copy_campaign(campaign, campaign.parent / "copied")
    assert not (copy / "tables" / "mine" / "pipe.toml").exists()
