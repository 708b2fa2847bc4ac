"""`companion parlour` at the shell."""

import csv
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.parlour.game import list_game_names
from companion.parlour.simulation import PlayedGame, play_bot_games
from tests.cli.calling import companion

BOTS = "bot:steady,bot:random"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "saves")


@pytest.mark.parametrize("game", list_game_names())
def test_a_game_is_begun_left_and_gone_on_with(game: str, folder: str) -> None:
    call = companion(
        "parlour", "play", game, "friday", "--players", "Ann,bot:steady", "--seed", "3",
        "--saves", folder, typed="moves\nquit\n",
    )  # fmt: skip
    assert call.status == 0
    assert "Saved: companion parlour resume friday" in call.out
    again = companion("parlour", "resume", "friday", "--saves", folder, typed="table\n")
    assert again.status == 0
    assert "friday" in companion("parlour", "list", "--saves", folder).out
    shown = companion("parlour", "show", "friday", "--saves", folder, "--format", "json")
    state = json.loads(shown.out)
    assert (state["game"], state["seed"], state["players"][0]["name"]) == (game, "3", "Ann")
    svg = companion("parlour", "show", "friday", "--saves", folder, "--format", "svg")
    assert svg.out.startswith("<svg")
    assert companion("parlour", "rules", game).out.strip()


def test_typed_lines_are_answered_one_by_one(folder: str) -> None:
    lines = "lay\nmap\nfly\nundo\nhelp\n"
    call = companion(
        "parlour", "run", "errantry", "--players", "Ann", "--seed", "3", "--saves", folder,
        "--format", "jsonl", "--keep-going", typed=lines,
    )  # fmt: skip
    assert call.status == 1
    answers = call.objects
    assert [each["ok"] for each in answers] == [False, True, False, False, True]
    kinds = [each["refusal"]["kind"] for each in answers if isinstance(each["refusal"], dict)]
    assert kinds == ["ambiguous", "impossible", "impossible"]
    assert all(each["actor"] == "Ann" for each in answers)


def test_a_script_stops_at_the_first_refusal(folder: str) -> None:
    call = companion("parlour", "run", "errantry", "--saves", folder, typed="fly\nmap\n")
    assert call.status == 1
    assert "> map" not in call.out


def test_a_number_belongs_to_the_name_of_the_game(folder: str) -> None:
    begun = companion(
        "parlour", "play", "version", "4", "--players", "Ann", "--saves", folder, typed="quit\n"
    )
    assert begun.status == 0
    assert "companion parlour resume version-4" in begun.out


def test_a_game_of_two_words_is_run_explained_and_simulated(folder: str) -> None:
    script = Path(folder).parent / "moves.txt"
    script.write_text("class mage\n", "utf-8")
    begun = ("--players", "Ann", "--saves", folder)
    run = companion("parlour", "run", "Version", "4", str(script), *begun)
    assert (run.status, "> class mage" in run.out) == (0, True)
    typed = companion("parlour", "run", "version", "4", *begun, typed="map\n")  # goes on with it
    assert (typed.status, "> map" in typed.out) == (0, True)
    named = companion("parlour", "play", "version", "4", "friday", *begun, typed="quit\n")
    assert "companion parlour resume friday" in named.out
    rules = companion("parlour", "rules", "version", "4")
    assert (rules.status, rules.out) == (0, companion("parlour", "rules", "version-4").out)
    bots = ("-n", "1", "--players", "bot:random", "--seed", "1", "--format", "json")
    counted = companion("parlour", "simulate", "version", "4", *bots)
    assert json.loads(counted.out)["game"] == "version-4"


@pytest.mark.parametrize("command", ["play", "run", "rules", "simulate"])
def test_more_words_than_a_game_has_are_wrong_usage(command: str, folder: str) -> None:
    option = () if command in ("simulate", "rules") else ("--saves", folder)
    names = ("errantry", "friday", "too-many") if option else ("errantry", "4")
    call = companion("parlour", command, *names, *option)
    assert call.status == 2
    assert names[-1] in call.err


def test_a_simulation_that_is_stopped_tells_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_after_a_batch(*arguments: Any) -> Iterator[list[PlayedGame]]:
        yield next(play_bot_games(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.board_game_simulation.play_bot_games", stop_after_a_batch)
    call = companion("parlour", "simulate", "errantry", "-n", "300", "--format", "json")
    told = json.loads(call.out)
    assert call.status == 0
    assert 0 < told["games"] < told["asked"] == 300
    assert f"Stopped after {told['games']} of 300 games." in call.err


def test_a_simulation_is_the_same_for_the_same_seed() -> None:
    call = ("parlour", "simulate", "errantry", "-n", "4", "--players", BOTS, "--seed", "1")
    one = companion(*call, "--format", "json")
    assert one.status == 0
    told = json.loads(one.out)
    assert (told["games"], told["asked"], told["seed"]) == (4, 4, "1")
    assert sum(each["share"] for each in told["wins"].values()) == pytest.approx(1)
    other = json.loads(companion(*call, "--format", "json").out)
    assert other == told
    table = list(csv.reader(StringIO(companion(*call, "--format", "csv").out)))
    assert len(table) == 5
    assert "Who won" in companion(*call).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("play", "chess"), "no game «chess»"),
        (("play", "errantry", "--players", "a,b,c,d,e,f,g,h,i"), "1 to 6 players, not 9"),
        (("simulate", "errantry", "--players", ",".join(["bot:random"] * 9)), "not 9"),
        (("play", "errantry", "--players", ""), "no name"),
        (("play", "errantry", "--players", "Ann,Ann"), "Two players"),
        (("play", "errantry", "--players", "bot:steady"), "Only bots"),
        (("play", "errantry", "../out"), "no name for a saved game"),
        (("resume", "monday"), "no saved game «monday»"),
        (("simulate", "errantry", "--players", "Ann,bot:steady"), "Only bots play"),
        (("rules", "chess"), "no game"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: tuple[str, ...], told: str, folder: str
) -> None:
    option = () if arguments[0] in ("simulate", "rules") else ("--saves", folder)
    call = companion("parlour", *arguments, *option)
    assert call.status == 1
    assert told in call.err


def test_a_broken_save_is_a_broken_file(folder: str) -> None:
    Path(folder).mkdir()
    (Path(folder) / "friday.toml").write_text('game = "errantry', "utf-8")
    call = companion("parlour", "resume", "friday", "--saves", folder)
    assert call.status == 3
    assert "friday.toml:1" in call.err
