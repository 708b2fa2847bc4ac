"""The prompt: lines typed, answers read; and what Tab offers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from companion.repl.prompt import DeskCompleter, play_at_prompt
from tests.commands.a_table import Table


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """A keyboard."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def test_lines_are_answered_until_the_evening_is_over(
    keys: PipeInput, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(tmp_path)
    keys.send_text("supply bree +2\nlihgt\n\n# note\nquit\nsupply bree +4\n")
    play_at_prompt(table.desk)
    told = capsys.readouterr().out
    assert "The Greenmire: day 3, 13:20" in told
    assert "Bree Tanner gains 2 Supply, 8 now." in told
    assert "There is no word «lihgt»." in told
    assert "Everything is on disk." in told
    assert table.desk.campaign.errant("bree").supply == 8


def test_ctrl_c_clears_the_line_and_ctrl_d_leaves(keys: PipeInput, tmp_path: Path) -> None:
    table = Table(tmp_path)
    keys.send_text("supply bree +2\x03supply wim +1\n\x04")
    play_at_prompt(table.desk)
    assert table.desk.campaign.errant("bree").supply == 6
    assert table.desk.campaign.errant("wim").supply == 3


def offered(table: Table, text: str) -> list[str]:
    """What Tab makes of a text: the text with each completion put in."""
    document = Document(text, len(text))
    return [
        text[: len(text) + found.start_position] + found.text
        for found in DeskCompleter(table.desk).get_completions(document, CompleteEvent())
    ]


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("sn", "snuff"),
        ("slots BR", "slots bree"),
        ("light wim can", "light wim candles"),
        ("zoom ini", "zoom initiative"),
        ("at cause", "at causeway"),
        ("roll marsh-enc", "roll greenmire/marsh-encounters"),
        ("help pre", "help press-on"),
        ("plenty o", "plenty on"),
        ("effect end fen", "effect end fen-ague"),
    ],
)
def test_tab_completes_from_what_the_campaign_holds(
    text: str, completed: str, tmp_path: Path
) -> None:
    assert completed in offered(Table(tmp_path), text)


def test_tab_offers_what_is_open_first(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event =2")
    assert offered(table, "")[:2] == ["rest", "press-on"]


def test_what_tab_puts_in_can_be_run(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done('give wim "silver idol" slots 2')
    for text in ("drop wim silv", 'drop wim "silver i'):
        for whole in offered(table, text):
            table.done(whole, "undo")


@pytest.mark.parametrize("text", ["slots bree ", "xyzzy b", "declare «offen", "quit x"])
def test_tab_offers_nothing_where_nothing_can_follow(text: str, tmp_path: Path) -> None:
    assert offered(Table(tmp_path), text) == []


def test_nothing_secret_is_offered(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event =5")
    (sign,) = table.desk.campaign.world.signs
    for word in ("", "at ", "roll ", "effect end ", "undo ", "drop ", "help "):
        assert not any(sign.encounter[:10] in line for line in offered(table, word))
