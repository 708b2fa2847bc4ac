"""Thousands of problems of one file are summed up, whichever command tells them."""

from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.desk import Desk
from companion.refusal import MAX_PROBLEMS_SHOWN
from companion.script_runner import run_script
from tests.cli.calling import Call, companion

MANY = 3_000
REST = f"and {MANY - MAX_PROBLEMS_SHOWN:,} more in errants/hob.toml"
ALL = "companion check fen --all"


@pytest.fixture
def fen(tmp_path: Path) -> Path:
    """A campaign with a good Errant and one whose file has nothing but unknown keys in it."""
    companion("new", "Fen", "--errant", "Bree")
    folder = tmp_path / "kept" / "fen"
    spoil(folder)
    return folder


def spoil(folder: Path, count: int = MANY) -> None:
    keys = "".join(f"odd{number} = 1\n" for number in range(count))
    (folder / "errants" / "hob.toml").write_text(f'{keys}name = "Hob"\n')


def told(text: str) -> list[str]:
    """The lines that tell a problem of Hob's file."""
    return [line for line in text.splitlines() if line.startswith("errants/hob.toml:")]


@pytest.mark.usefixtures("fen")
def test_check_tells_the_first_ten_and_how_many_more_there_are() -> None:
    call = companion("check", "fen")
    assert call.status == 3
    problems, (rest,) = told(call.err), [x for x in call.err.splitlines() if x.startswith("and ")]
    assert [line.split(":")[1] for line in problems] == [
        str(n + 1) for n in range(MAX_PROBLEMS_SHOWN)
    ]
    assert rest == f"{REST} ({ALL} tells each)"
    assert call.err.count("Mend it in an editor.") == 1


@pytest.mark.usefixtures("fen")
def test_check_all_tells_each() -> None:
    call = companion("check", "fen", "--all")
    assert call.status == 3
    assert len(told(call.err)) == MANY
    assert "more in" not in call.err


def test_ten_are_told_one_by_one(fen: Path) -> None:
    spoil(fen, MAX_PROBLEMS_SHOWN)
    call = companion("check", "fen")
    assert len(told(call.err)) == MAX_PROBLEMS_SHOWN
    assert "more in" not in call.err
    assert "--all" not in call.err


@pytest.mark.parametrize(
    "command",
    [
        ("run", "fen"),
        ("play", "fen"),
        ("export", "fen"),
        ("new", "Fog", "--from", "fen"),
        ("roll", "trends", "--campaign", "fen"),
        ("draw", "trends", "--campaign", "fen"),
    ],
    ids=lambda command: command[0],
)
@pytest.mark.usefixtures("fen")
def test_a_call_that_cannot_read_the_campaign_tells_the_first_ten(command: tuple[str, ...]) -> None:
    call = companion(*command)
    assert call.status == 3
    *problems, rest, _ = call.err.splitlines()
    assert problems == told(call.err)
    assert len(problems) == MAX_PROBLEMS_SHOWN
    assert rest == f"{REST} ({ALL} tells each)"


def spoil_meanwhile(fen: Path, form: str) -> Call:
    """The answers to two words of a script during which the file is spoilt."""
    (fen / "errants" / "hob.toml").unlink()
    campaign_folders = CampaignFolders(fen.parent)
    desk = Desk(campaign_folders.open_campaign("fen"), campaign_folders, whole_words=True)
    spoil(fen)
    lines = ["status", "status"]
    shown = list(run_script(desk, lines, as_json=form == "jsonl", keep_going=True))
    return Call(shown[-1].status, "".join(answer.text for answer in shown), "")


def test_a_word_that_cannot_read_the_campaign_tells_the_first_ten(fen: Path) -> None:
    call = spoil_meanwhile(fen, "text")
    assert call.status == 3
    assert len(told(call.out)) == 2 * MAX_PROBLEMS_SHOWN
    assert call.out.count(f"{REST} (companion check fen --all --campaigns {fen.parent} tells") == 2


def test_an_answer_in_json_has_every_problem(fen: Path) -> None:
    for answer in spoil_meanwhile(fen, "jsonl").objects:
        refusal = answer["refusal"]
        assert isinstance(refusal, dict)
        assert len(refusal["problems"]) == MANY
        assert refusal["problems"][0].keys() == {"file", "line", "key", "message"}


def test_tables_check_tells_each_problem_of_a_price_table(tmp_path: Path) -> None:
    prices = tmp_path / "goods" / "odd.toml"
    prices.parent.mkdir()
    prices.write_text("".join(f"odd{number} = 1\n" for number in range(200)))
    call = companion("tables", "check", str(prices))
    assert call.status == 3
    assert call.err.count("unknown key") == 200


def test_goods_that_cannot_be_read_are_summed_up_at_the_prompt(fen: Path) -> None:
    (fen / "errants" / "hob.toml").unlink()
    prices = fen / "tables" / "goods" / "odd.toml"
    prices.parent.mkdir(parents=True)
    prices.write_text("".join(f"odd{number} = 1\n" for number in range(200)))
    call = companion("run", "fen", typed="price torch\n")
    assert call.status == 3
    assert "and 190 more in tables/goods/odd.toml (tables check tells each)" in call.out
    assert call.out.count("unknown key") == MAX_PROBLEMS_SHOWN


def test_a_long_value_is_clipped_wherever_it_is_quoted(fen: Path) -> None:
    spoil(fen, 0)
    long = "x" * 50_000
    (fen / "errants" / "hob.toml").write_text(f'name = "Hob"\n{long} = 1\nphys = "{long}"\n')
    table = fen / "tables" / "mine" / "odd.toml"
    table.parent.mkdir(parents=True)
    table.write_text(f'dice = "{long}"\n"{long}" = 1\n')
    for every in ([], ["--all"]):
        call = companion("check", "fen", *every)
        assert call.status == 3
        assert "errants/hob.toml" in call.err
        assert "tables/mine/odd.toml" in call.err
        assert max(map(len, call.err.splitlines())) < 600
