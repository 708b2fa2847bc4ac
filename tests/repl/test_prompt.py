"""The prompt: lines, answers, and what Tab offers."""

import os
import signal
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput

from companion.grammar.command_words import WORDS
from companion.repl.line_editor import DeskCompleter, LineEditor
from companion.repl.prompt import Prompt, run_prompt
from companion.view.screen.reply_drawing import draw_reply
from tests.commands.table import Table


@pytest.fixture
def played(
    keys: PipeInput,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., str]:
    """Keys pressed at a new prompt of the same campaign, a few at each line; what it told."""
    read = LineEditor.read_line

    def play(*steps: str, whole_words: bool = True) -> str:
        left = list(steps)

        def pressed(editor: LineEditor, begun: str) -> str:
            if left:
                step = left.pop(0).encode(errors="surrogateescape")
                Timer(0.05, keys.send_bytes, (step,)).start()
            return read(editor, begun)

        monkeypatch.setattr(LineEditor, "read_line", pressed)
        Prompt(Table(tmp_path, whole_words=whole_words).desk).run_loop()
        return capsys.readouterr().out

    return play


def supply(folder: Path, errant: str) -> int:
    return Table(folder).desk.campaign.get_errant(errant).supply


def test_lines_are_answered_until_the_evening_is_over(
    played: Callable[..., str], tmp_path: Path
) -> None:
    told = played("supply bree +2\nlihgt\n\n# note\nquit\nsupply bree +4\n")
    assert "The Greenmire" in told
    assert "Bree gains 2 Supply, 8 now." in told
    assert "There is no word «lihgt»." in told
    assert "Everything is on disk." in told
    assert supply(tmp_path, "bree") == 8


def test_ctrl_c_clears_the_line_and_ctrl_d_leaves(
    played: Callable[..., str], tmp_path: Path
) -> None:
    played("supply bree +2\x03supply wim +1\n\x04")
    assert supply(tmp_path, "bree") == 6
    assert supply(tmp_path, "wim") == 3


def test_how_an_offered_line_is_taken_is_said_once(played: Callable[..., str]) -> None:
    told = played("coins +30\nyes\ncoins +5\ny\nquit\n", whole_words=False)
    assert told.count("yes takes it.") == 1
    assert "Bree gets: 30 pennies." in told
    assert "Bree gets: 5 pennies." in told


def test_how_a_stopped_line_goes_on_is_said_once(played: Callable[..., str]) -> None:
    told = played("next\nyes\nnext look around\nnext\nyes\nquit\n", whole_words=False)
    assert told.count("yes goes on, and leaves it so.") == 1


PASTED = "\x1b[200~{}\x1b[201~"


def test_pasted_lines_are_answered_one_by_one(played: Callable[..., str], tmp_path: Path) -> None:
    played(PASTED.format("supply bree +1\n# the ferryman paid\nsupply wim +1") + "\n\x04")
    assert supply(tmp_path, "bree") == 7
    assert supply(tmp_path, "wim") == 3


def test_pasted_lines_after_a_refused_one_wait_at_the_prompt(
    played: Callable[..., str], tmp_path: Path
) -> None:
    told = played(PASTED.format("supply bree +1\nsupply bre -99\nsupply wim +1") + "\n\x03\x04")
    assert "Bree Tanner has only 7 Supply." in told
    assert "The rest waits" in told
    assert supply(tmp_path, "wim") == 2


def test_waiting_lines_go_on_when_corrected(played: Callable[..., str], tmp_path: Path) -> None:
    down_and_all_gone = "\x1b[A" + "\x01\x0b"  # to the first line, its beginning, kill the line
    played(PASTED.format("supply bre -99\nsupply wim +1") + f"\n{down_and_all_gone}\n\x04")
    assert supply(tmp_path, "wim") == 3


def test_a_line_of_several_deeds_is_answered_one_by_one(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("fight goblin x6 distance 10 surprise none")
    line = "bree hits 1 =3, corvin hits 4 =9, wim shoots 2 =4, corvin walks up\n"
    told = played(line, "\x04", whole_words=False)
    assert "Not done: corvin walks up." in told
    assert "waits" not in told
    campaign = Table(tmp_path).desk.campaign
    assert next(each for each in campaign.world.npcs if each.id == "goblins").hp[:2] == (2, 2)


def test_another_number_mends_the_attack_that_was_refused_among_others(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("fight goblin x6 distance 10 surprise none", "hurt goblins 2 6")
    line = "bree hits 2, wim juggles stones, corvin walks up\n3 instead =2\n"
    played(line, "\x04", whole_words=False)
    campaign = Table(tmp_path).desk.campaign
    assert next(each for each in campaign.world.npcs if each.id == "goblins").hp[:3] == (6, 0, 3)


def test_who_needs_no_healing_keeps_it_from_nobody(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("hp corvin 2")
    told = played("heal bree and corvin 6\n", "\x04", whole_words=False)
    assert "Not done" not in told
    assert Table(tmp_path).desk.campaign.get_errant("corvin").hp == 8


def test_after_a_refused_group_no_rest_of_it_is_counted(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("fight goblin x6 distance 10 surprise none")
    told = played("2 on bree =9,1, the rest on wim\n", "\x04", whole_words=False)
    assert "Not done: the rest on wim." in told
    assert Table(tmp_path).desk.campaign.get_errant("wim").hp is None


def test_the_gambit_of_a_refused_attack_changes_no_other_attack(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("fight goblin x6 distance 10 surprise none")
    line = "bree hits goblin B1, gambit 1 to trip it =20\n"
    told = played("corvin hits 1 =3\n", line, "\x04", whole_words=False)
    assert "Not done: gambit 1 to trip it =20." in told
    (attack, *_) = Table(tmp_path).desk.archive.read_entries()
    assert attack.line.startswith("attack corvin on goblins 1")


def test_after_a_fallen_attacker_the_others_of_the_line_go_on(
    played: Callable[..., str], tmp_path: Path
) -> None:
    Table(tmp_path).done("fight goblin x6 distance 10 surprise none", "hurt goblins 1 6")
    line = "goblin 1 on bree, goblins 2 and 3 on corvin, the rest on wim\n"
    told = played(line, "\x04", whole_words=False)
    assert "Goblins 1 fights no longer." in told
    assert "Not done" not in told
    combatants = Table(tmp_path).desk.campaign.book.combatants
    assert combatants[-1].attackers == (2, 3, 4, 5, 6)


def test_open_lines_are_recalled_the_next_evening(
    played: Callable[..., str], tmp_path: Path
) -> None:
    played("supply bree +1\nsecret note Ysolde lies\nsign\nno-such-word Ysolde\n\x04")
    kept = (tmp_path / "my-greenmire" / ".companion" / "typed-guide").read_text()
    assert kept == "supply bree +1\n"
    played("\x1b[A\n\x04")
    assert supply(tmp_path, "bree") == 8


def test_as_a_seat_the_journal_says_so_and_its_lines_are_its_own(
    played: Callable[..., str], tmp_path: Path
) -> None:
    told = played("as timekeeper\nsupply bree +1\nas guide\n\x04")
    assert "timekeeper" in told
    (entry,) = Table(tmp_path).desk.archive.read_entries()
    assert entry.seat == "timekeeper"
    kept = tmp_path / "my-greenmire" / ".companion" / "typed-timekeeper"
    assert kept.read_text() == "supply bree +1\nas guide\n"


UP = "\x1b[A"


def test_an_unknown_line_is_recalled_and_not_saved(
    played: Callable[..., str], tmp_path: Path
) -> None:
    to_the_p_too_many = "\x01" + "\x1b[C" * 3
    played("suppply bree +1\n", f"{UP}{to_the_p_too_many}\x1b[3~\n", "\x04")
    assert supply(tmp_path, "bree") == 7
    kept = (tmp_path / "my-greenmire" / ".companion" / "typed-guide").read_text()
    assert kept == "supply bree +1\n"


def test_another_seat_recalls_no_line_of_the_guides(
    played: Callable[..., str], tmp_path: Path
) -> None:
    played("supply bree +1\n", "# the ferryman is the killer\n", "as caller\n", f"{UP}\n", "\x04")
    assert supply(tmp_path, "bree") == 7
    assert not (tmp_path / "my-greenmire" / ".companion" / "typed-caller").exists()


def test_a_broken_byte_in_a_paste_ends_nothing(played: Callable[..., str], tmp_path: Path) -> None:
    told = played(PASTED.format("note the caf\udce9") + "\nsupply bree +1\n\x04")
    assert "Noted" in told
    assert supply(tmp_path, "bree") == 7


def test_pasted_lines_after_quit_are_reported(played: Callable[..., str], tmp_path: Path) -> None:
    told = played(PASTED.format("supply bree +1\nquit\nsupply wim +1") + "\n")
    assert "Not run: 1 line after that." in told
    assert supply(tmp_path, "wim") == 2


def test_a_vertical_tab_or_a_line_separator_makes_no_new_line(
    played: Callable[..., str], tmp_path: Path
) -> None:
    played(
        PASTED.format("note a\x0bsupply bree +1\u2028supply bree +1\x85supply bree +1") + "\n\x04"
    )
    assert supply(tmp_path, "bree") == 6


def test_a_players_prompt_never_becomes_the_guides(tmp_path: Path) -> None:
    table = Table(tmp_path, seat="mapper")
    table.done("as caller")
    assert "opened for the mapper" in table.refused("as guide").message
    assert table.desk.seat == "caller"


def test_an_answer_that_cannot_be_shown_does_not_end_the_evening(
    played: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_arguments: object, **_more: object) -> object:
        raise IndexError("a bug of ours")

    monkeypatch.setattr("companion.repl.prompt.draw_reply", fails)
    told = played("supply bree +2\n\x04")
    assert "That cannot be shown. Something broke on our side (IndexError: a bug" in told
    assert supply(tmp_path, "bree") == 8


@pytest.mark.parametrize("lines", [10, 200])
def test_what_others_did_is_told_after_an_answer_that_is_paged(
    lines: int,
    keys: PipeInput,  # noqa: ARG001 (a prompt needs a keyboard)
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Above it they would be out of sight; an answer that is printed has them above it, as they
    happened."""
    monkeypatch.setattr("companion.repl.prompt.is_interactive", lambda: True)
    monkeypatch.setattr(
        "companion.repl.prompt.get_terminal_size", lambda: os.terminal_size((80, lines))
    )
    monkeypatch.setenv("PAGER", "no-such-pager")
    table = Table(tmp_path)
    prompt = Prompt(table.desk)
    table.desk.take_in_external_changes()
    Table(tmp_path, seat="timekeeper").done("supply bree +1")
    prompt.answer_line("help words")
    told = capsys.readouterr().out
    told_first = told.index("Meanwhile") < told.index("help packs.")
    assert told_first == (lines == 200)
    assert told.count("Meanwhile") == 1


def test_ctrl_c_during_an_answer_stops_nothing(
    played: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*shown: Any, **how: Any) -> list[Any]:
        signal.raise_signal(signal.SIGINT)
        return draw_reply(*shown, **how)

    monkeypatch.setattr("companion.repl.prompt.draw_reply", interrupted)
    assert "8 now" in played("supply bree +2\n\x04")


def test_without_a_terminal_lines_are_read_as_they_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = BytesIO(b"supply bree +2\nnonsense\nsupply wim +1\n")
    monkeypatch.setattr("sys.stdin", TextIOWrapper(typed))
    monkeypatch.setattr("companion.repl.prompt.is_interactive", lambda: False)
    run_prompt(Table(tmp_path).desk)
    told = capsys.readouterr().out
    assert "> supply bree +2\nBree gains 2 Supply, 8 now." in told
    assert supply(tmp_path, "wim") == 3


def test_the_verbosity_stays_as_it_was_set(played: Callable[..., str]) -> None:
    full = played("next! =2,5\n\x04")
    brief = played("undo\nbrief\nnext! =2,5\n\x04")
    brief = brief[brief.index("brief") :]
    assert "Rest or 1 Exhaustion" in full
    assert "Rest or 1 Exhaustion" in brief
    assert "lowest" in full
    assert "lowest" not in brief


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
        ("effect end fen", 'effect end "fen ague"'),
    ],
)
def test_tab_completes_from_what_the_campaign_holds(
    text: str, completed: str, tmp_path: Path
) -> None:
    assert completed in offered(Table(tmp_path), text)


def test_tab_completes_the_line_the_cursor_is_on(tmp_path: Path) -> None:
    assert offered(Table(tmp_path), "note x\nslots BR") == ["note x\nslots bree"]


def test_tab_offers_open_matters_first(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event! =2")
    assert offered(table, "")[:2] == ["rest", "press-on"]


def test_a_completed_line_can_be_run(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done('give wim "silver idol" slots 2')
    for text in ("drop wim silv", 'drop wim "silver i'):
        for whole in offered(table, text):
            table.done(whole, "undo")


@pytest.mark.parametrize("text", ["slots bree ", "xyzzy b", "quit x"])
def test_tab_offers_nothing_where_nothing_can_follow(text: str, tmp_path: Path) -> None:
    assert offered(Table(tmp_path), text) == []


def test_nothing_secret_is_offered(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("event! =5")
    (sign,) = table.desk.campaign.world.signs
    for beginning in ("", "effect end ", *(f"{word.name} " for word in WORDS)):
        assert not any(sign.encounter[:10] in line for line in offered(table, beginning))
