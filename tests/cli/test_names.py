"""Names of campaigns and tables as somebody might give them who wants to leave their folder."""

import json
from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes
from tests.desk.a_desk import greenmire
from tests.rounds import pick_part
from tests.storms.hostile.storm import Watch
from tests.storms.hostile.texts import obeyed

NAME = "mire"
TOUCHED = Watch()
NAMES = [
    "../outside",
    f"{NAME}/../../outside",
    f"./{NAME}",
    f"{NAME}/",
    "{outside}",
    "..\\outside",
    "~",
    "~root",
    "~/outside",
    "a\0b",
    "x" * 300,
    "x" * 100_000,
    "．．／outside",
    "..\u2215outside",
    "%2e%2e%2foutside",
    "m\u0131re",
    "ｍｉｒｅ",
    "mire\u200b",
    ".copies",
    ".",
    "..",
    "",
]
CALLS = [
    ("play", "{}"),
    ("run", "{}"),
    ("check", "{}"),
    ("check", "--repair", "{}"),
    ("restore", "{}"),
    ("restore", "{}", "2026"),
    ("restore", NAME, "{}"),
    ("export", "{}"),
    ("tables", "show", "{}"),
    ("tables", "check", "--campaign", "{}"),
    ("roll", "{}"),
    ("odds", "{}"),
    ("draw", "--campaign", NAME, "{}"),
]
WORDS = ('roll "{}"', 'draw "{}"', 'tables "{}"', 'tables check "{}"', 'odds "{}"', 'draw "{}" =1')


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A campaign with its tables that lies beside the campaigns, and one that lies with them."""
    greenmire(tmp_path / "kept")
    there = greenmire(tmp_path).rename(tmp_path / "outside")
    (there / "mine").mkdir()
    (there / "mine" / "omens.toml").write_text('schema = 1\ntitle = "x"\n[[rows]]\ntext = "x"\n')
    return there


def kept(place: Path) -> dict[str, bytes]:
    """Every file but those in which nothing is recorded."""
    return {n: data for n, data in folder_bytes(place).items() if ".companion" not in n}


def stays_inside(outside: Path, tmp_path: Path, *arguments: str, typed: str = "") -> str:
    """What a call says, which opens nothing outside and changes nothing anywhere."""
    before = kept(tmp_path)
    with TOUCHED.watching() as touched:
        call = companion(*arguments, typed=typed)
    assert not [path for path in touched if path.startswith(str(outside))]
    assert kept(tmp_path) == before
    assert not obeyed(call.out + call.err)
    assert len(call.err) < 2_000
    assert call.status in (0, 1, 2), call
    return call.err


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_no_name_leads_out_of_the_campaigns_or_the_tables(
    arguments: tuple[str, ...], outside: Path, tmp_path: Path
) -> None:
    for name in pick_part(NAMES, 1):
        hostile = name.replace("{outside}", str(outside))
        asked = [each.replace("{}", hostile) for each in arguments]
        if arguments[:2] != ("tables", "check"):
            asked[-1:] = ["--", asked[-1]]
        assert stays_inside(outside, tmp_path, *asked) or not name


@pytest.mark.parametrize("word", WORDS)
def test_nor_does_a_word_at_the_prompt(word: str, outside: Path, tmp_path: Path) -> None:
    for name in ("../outside/mine/omens", f"{outside}/mine/omens", *pick_part(NAMES, 1)):
        line = word.replace("{}", name.replace("{outside}", str(outside)))
        stays_inside(outside, tmp_path, "run", "--dry-run", NAME, typed=line)


@pytest.mark.parametrize("name", NAMES)
def test_a_new_campaign_lies_with_the_others_whatever_it_is_called(
    name: str, outside: Path, tmp_path: Path
) -> None:
    before = folder_bytes(tmp_path)
    hostile = name.replace("{outside}", str(outside))
    for arguments in (("new", "--", hostile), ("new", "Made", "--from", hostile)):
        companion(*arguments)
    after = folder_bytes(tmp_path)
    made = {Path(file).parts[:2] for file in after.keys() - before.keys()}
    assert {file: after[file] for file in before} == before
    assert {folder for folder, _ in made} <= {"kept"}
    assert all(campaign.replace("-", "").isalnum() for _, campaign in made)


def test_a_line_of_ten_million_letters_is_refused_in_a_few(tmp_path: Path) -> None:
    greenmire(tmp_path / "kept")
    for line in ("note " + "x" * 10_000_000, "x" * 10_000_000, '"' * 10_000_000):
        call = companion("run", "--format", "jsonl", NAME, typed=f"{line}\n")
        assert call.status == 1
        assert len(call.out) < 2_000
        assert json.loads(call.out)["refusal"]
