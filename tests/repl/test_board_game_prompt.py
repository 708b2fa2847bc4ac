"""A board game at the terminal: the menu, and the keyboard that is passed on."""

from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput

from companion.parlour.game import list_game_names
from companion.parlour.match_in_play import Player
from companion.parlour.typed_line_answers import Table
from companion.repl.board_game_prompt import MoveCompleter, play_board_game
from tests.parlour.making import ANN, BO, STEADY, sit_down


def complete(table: Table, typed: str) -> list[str]:
    found = MoveCompleter(table).get_completions(Document(typed), CompleteEvent())
    return [each.text for each in found]


@pytest.mark.parametrize("game", list_game_names())
def test_the_menu_completes_legal_moves_and_nothing_else(game: str, tmp_path: Path) -> None:
    table = sit_down(game, tmp_path, ANN, STEADY)
    for _ in range(30):
        legal = table.match.legal_moves
        assert complete(table, "") == list(dict.fromkeys(move[0] for move in legal))
        for move in legal[:: max(1, len(legal) // 5)]:
            begun = " ".join((*move[:-1], move[-1][:1]))
            assert move[-1] in complete(table, begun)
        assert complete(table, "xyz") == []
        table.match.make_typed_move(" ".join(table.match.choose_bot_move("random")))
        if table.match.result is not None:
            break


def test_the_screen_is_cleared_before_another_sees_what_is_hidden(
    keys: PipeInput, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def ask(question: str, **_how: object) -> str:
        done.append(question.split("'")[0].split()[-1])
        return ""

    monkeypatch.setattr("companion.repl.board_game_prompt.is_interactive", lambda: True)
    monkeypatch.setattr("companion.repl.board_game_prompt.clear", lambda: done.append("clear"))
    monkeypatch.setattr("companion.repl.board_game_prompt.prompt", ask)
    table = sit_down("heros-journey", tmp_path, ANN, BO)
    first = table.match.actor.name
    second = "Bo" if first == "Ann" else "Ann"
    keys.send_text("harvest\rharvest\rquit\r")
    play_board_game(table)
    assert done[:6] == ["clear", first, "clear", "clear", second, "clear"]
    assert table.saves.read("friday").lines == ["harvest", "harvest"]


@pytest.mark.parametrize(
    ("game", "players"), [("errantry", (ANN, BO)), ("heros-journey", (ANN, STEADY))]
)
def test_nobody_is_asked_where_nothing_is_hidden_or_one_plays(
    game: str,
    players: tuple[Player, ...],
    keys: PipeInput,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object, **__: object) -> str:
        raise AssertionError

    monkeypatch.setattr("companion.repl.board_game_prompt.is_interactive", lambda: True)
    monkeypatch.setattr("companion.repl.board_game_prompt.prompt", never)
    table = sit_down(game, tmp_path, *players)
    keys.send_text(f"{' '.join(table.match.legal_moves[0])}\rquit\r")
    play_board_game(table)
