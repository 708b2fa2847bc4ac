"""A board game at the terminal: whose turn it is, the menu of legal moves, and the answers."""

import sys
from collections.abc import Iterable

from prompt_toolkit import PromptSession, prompt
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.shortcuts import clear

from companion.parlour.typed_line_answers import Table
from companion.parlour.wording.move_menu import describe_move
from companion.repl.terminal import is_interactive
from companion.text_cleaning import clean_text


class MoveCompleter(Completer):
    """Completes the legal moves, word by word."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get_completions(self, document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """What can be the next word, each once, with what the move means where it is the last."""
        *before, begun = document.text_before_cursor.casefold().split(" ")
        match = self._table.match
        offered: dict[str, str] = {}
        for move in match.legal_moves:
            at = len(before)
            if len(move) > at and list(move[:at]) == before and move[at].startswith(begun):
                is_last = len(move) == at + 1
                text = describe_move(match, move) if is_last else ""
                offered.setdefault(move[at], text)
        for word, text in offered.items():
            yield Completion(word, -len(begun), display_meta=FormattedText([("", text)]))


def play_board_game(table: Table) -> None:
    """Play until somebody quits. Off a terminal lines come from standard input."""
    _print_lines(table.play_bots_and_draw())
    if not is_interactive():
        _print_lines(table.list_moves())
        for line in sys.stdin:
            if _answer_line(table, line):
                return
        return
    session: PromptSession[str] = PromptSession(
        completer=MoveCompleter(table), complete_while_typing=True
    )
    seen_by = _pass_keyboard_to_player(table, "")
    _print_lines(table.list_moves())
    while True:
        table.width = session.output.get_size().columns
        try:
            line = session.prompt(table.prompt)
        except KeyboardInterrupt:
            continue
        except EOFError:
            line = "quit"
        answer = table.answer_line(line)
        if answer is None:
            continue
        _print_lines(answer.lines)
        if answer.is_quit:
            return
        seen_by = _pass_keyboard_to_player(table, seen_by)
        _print_lines(answer.moves)


def _answer_line(table: Table, line: str) -> bool:
    """Answer a line off a terminal; True if somebody quits."""
    answer = table.answer_line(line)
    if answer is None:
        return False
    _print_lines((*answer.lines, *answer.moves))
    return answer.is_quit


def _pass_keyboard_to_player(table: Table, seen_by: str) -> str:
    """Where people hide things from each other: the screen is cleared before another of them sees
    theirs. Returns who sees the table now."""
    match = table.match
    people = [player for player in match.players if not player.bot]
    if match.result is not None or not match.game.has_secrets or len(people) < 2:
        return seen_by
    name = match.actor.name
    if name == seen_by:
        return name
    clear()
    prompt(f"The keyboard is {name}'s now: is {name} there? Enter. ", is_password=True)
    clear()
    _print_lines(table.draw_table())
    return name


def _print_lines(lines: Iterable[str]) -> None:
    """Print lines as they are: a map keeps its columns."""
    for line in lines:
        print(clean_text(line), flush=True)
