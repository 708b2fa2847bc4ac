"""The prompt: a line is typed and an answer printed, with the bottom line always below.

The screen scrolls as a terminal does; only the line being typed, the menu under it and the bottom
line are drawn anew. What others do to the campaign meanwhile is printed above the line.
"""

import signal
import sys
from collections.abc import Iterable
from shutil import get_terminal_size

from prompt_toolkit.formatted_text import FormattedText
from rich.console import Console
from rich.text import Text

from companion.archive.campaign_folders import CampaignFolders
from companion.desk import Desk
from companion.desk.lines_offered_by_refusals import list_numbers_of_offers
from companion.line_runner import run_deeds_of_line
from companion.refusal import Refusal, join_words
from companion.repl.line_editor import DumbTerminalReader, LineEditor, PromptFrame, is_dumb_terminal
from companion.repl.terminal import SystemPager, discard_unread_keys, handle_signals, is_interactive
from companion.repl.tutorial import play_tutorial
from companion.reports import filter_report_for_seat
from companion.reports.reply import Reply
from companion.reports.status import (
    SeatReport,
    StatusReport,
    TutorialReport,
    Verbosity,
    VerbosityReport,
)
from companion.script_runner import run_script
from companion.view.reply import describe_deeds_not_done, describe_how_to_undo_deeds
from companion.view.screen.bottom_line import render_bottom_line, render_bottom_line_as_text
from companion.view.screen.reply_drawing import draw_reply
from companion.view.shared_wording import make_name_lookup

_PLAIN_STATUS_WIDTH = 60
"""How much of the bottom line is said before each line where it cannot stay below: what a screen
reader should say every time is short."""


class Prompt:
    """A desk with a keyboard and a screen. `plain` is for screen readers: words only. `name` stands
    before the line in the tutorial."""

    def __init__(self, desk: Desk, *, plain: bool = False, name: str = "") -> None:
        self.desk = desk
        self._plain = plain or is_dumb_terminal()
        self._name = name
        self._verbosity: Verbosity = "full"
        self._status: StatusReport | None = None
        self._told_of_yes: set[str] = set()
        self._shown = desk.campaign
        self._draft = ""
        self._console = Console(
            markup=False, emoji=False, highlight=False, no_color=True if plain else None
        )
        self._keyboard = self._open_line_reader()

    def _open_line_reader(self) -> LineEditor | DumbTerminalReader:
        frame = PromptFrame(
            self._render_text_before_line, self._render_text_below_line, self._show_reply
        )
        if is_dumb_terminal():
            return DumbTerminalReader(frame)
        return LineEditor(self.desk, frame, plain=self._plain)

    def read_line(self) -> str:
        """A line from the keyboard, or several that were pasted. Ctrl-C clears it. Raises EOFError
        for Ctrl-D."""
        begun, self._draft = self._draft, ""
        while True:
            try:
                return self._keyboard.read_line(begun)
            except KeyboardInterrupt:
                begun = ""
                if is_dumb_terminal():
                    print()

    def answer_line(self, typed: str, *, by_hand: bool = True) -> Reply | None:
        """Run a line and show the answer; None for an empty line. A line typed `by_hand` is
        remembered for the arrow keys."""
        with handle_signals(signal.SIG_IGN, signal.SIGINT):  # a line is answered as a whole
            meanwhile = [self.desk.take_in_external_changes()]
            reply = self.desk.run(typed)
            meanwhile.append(self.desk.take_in_external_changes())  # what came in as the line did
            self._status = None
            if by_hand and isinstance(self._keyboard, LineEditor):
                self._keyboard.remember(typed, reply)
            if reply is not None and isinstance(reply.report, VerbosityReport):
                self._verbosity = reply.report.form
            if reply is not None and isinstance(reply.report, SeatReport):
                self._keyboard = self._open_line_reader()
            self._show_answer(reply, [each for each in meanwhile if each], may_page=by_hand)
            self._tell_how_to_accept_offer(reply, by_hand)
        return reply

    def _tell_how_to_accept_offer(self, reply: Reply | None, by_hand: bool) -> None:
        """Say how an offered line is taken without typing it, each way once."""
        offered = self.desk.offered_lines
        refusal = reply.refusal if reply else None
        is_stopped = refusal is not None and refusal.kind == "open"
        only = "yes goes on, and leaves it so." if is_stopped else "yes takes it."
        others = ("3 the third", "4 the fourth")[: max(0, len(offered) - 2)]
        each = ", ".join(("1 takes the first of these", "2 the second", *others))
        if numbers := list_numbers_of_offers(offered):
            each = f"The number of one takes it: {join_words(numbers, 'or')}"
        told = f"{each}." if offered[1:] else only
        if by_hand and offered and told not in self._told_of_yes:
            self._told_of_yes.add(told)
            self.print_text(told)

    def print_text(self, text: str) -> None:
        """Print something that answers no line."""
        self._console.print(Text(text), width=get_terminal_size().columns)

    def run_loop(self) -> None:
        """Answer lines until `quit` or Ctrl-D."""
        new_evening = self.desk.archive.session.current is None
        self.answer_line("status", by_hand=False)
        if not self.desk.archive.session.last_number:
            tab = "" if is_dumb_terminal() else " Tab completes."
            self.print_text(f"Type help for the words, or tutorial for a first evening.{tab}")
        elif new_evening:
            self.print_text("Welcome back. Type recap for the last evening.")
        while True:
            try:
                typed = self.read_line()
            except EOFError:
                return
            if self._answer_lines(typed.split("\n")):
                return

    def _answer_lines(self, lines: list[str]) -> bool:
        """Answer what was typed or pasted; True if that ends the evening. Lines after a refused one
        are not run: they stand at the prompt again, to be corrected or sent once more."""
        for at, line in enumerate(lines):
            done = run_deeds_of_line(self.desk, line, self.answer_line)
            if done.left:
                self.print_text(describe_deeds_not_done(done.left))
            if done.changing > 1:
                self.print_text(describe_how_to_undo_deeds(done.changing))
            reply, left = done.reply, len(lines) - at - 1
            if reply is None:
                continue
            if isinstance(reply.report, TutorialReport):
                try:
                    run_tutorial(self.desk.campaign_folders, plain=self._plain)
                except Refusal as refusal:
                    self.print_text(str(refusal))
            if reply.is_quit:
                if left:
                    self.print_text(f"Not run: {left} line{'s' if left > 1 else ''} after that.")
                return True
            if left and not reply.ok:
                if is_dumb_terminal():
                    self.print_text("Not run: " + "; ".join(lines[at + 1 :]))
                else:
                    self._draft = "\n".join(lines[at:])
                    self.print_text("The rest waits at the prompt: mend it, or Ctrl-C to drop it.")
                return False
        return False

    def _render_text_before_line(self) -> FormattedText:
        """The text before the line; without a bottom line, it begins with the status."""
        seat = "" if self.desk.seat == "guide" else self.desk.seat
        whose = " ".join(filter(None, (self._name, seat)))
        if not self._plain:
            return FormattedText([("class:prompt", f"{whose}> ")])
        width = min(get_terminal_size().columns, _PLAIN_STATUS_WIDTH)
        names = make_name_lookup(self.desk.campaign)
        status = render_bottom_line_as_text(self._get_status(), names, width)
        return FormattedText([("", f"{status}\n{whose}> ")])

    def _render_text_below_line(self) -> FormattedText:
        width, names = get_terminal_size().columns, make_name_lookup(self.desk.campaign)
        pieces = render_bottom_line(self._get_status(), names, width)
        return FormattedText([(f"class:bottom.{tone}", text) for tone, text in pieces])

    def _get_status(self) -> StatusReport:
        """The status, built once for each answer and each change, for it is drawn at every key."""
        if self._status is None or self._shown is not self.desk.campaign:
            self._shown = self.desk.campaign
            self._status = filter_report_for_seat(
                self.desk.build_status(), guide=self.desk.seat == "guide"
            )
        return self._status

    def _show_answer(
        self, reply: Reply | None, meanwhile: Iterable[Reply], *, may_page: bool
    ) -> None:
        """Show an answer below what others did meanwhile; one that is paged comes first, for it
        would push all else out of sight."""
        lines = self._draw_reply_lines(reply) if reply is not None else []
        is_long = len(lines) >= get_terminal_size().lines
        pages = may_page and is_long and is_interactive() and not self._plain
        if pages:
            try:
                with self._console.pager(SystemPager(), styles=True):
                    self._print_lines(lines)
            except Exception:  # a bug of ours must not end the evening
                self.print_text(f"That cannot be shown. {self.desk.log_failure('')}")
            discard_unread_keys()
        for each in meanwhile:
            self._show_reply(each)
        if not pages:
            self._print_lines(lines)

    def _show_reply(self, reply: Reply) -> None:
        self._status = None
        self._print_lines(self._draw_reply_lines(reply))

    def _print_lines(self, lines: Iterable[Text]) -> None:
        try:
            for line in lines:
                self._console.print(line, soft_wrap=True)
        except Exception:  # a bug of ours must not end the evening
            self.print_text(f"That cannot be shown. {self.desk.log_failure('')}")

    def _draw_reply_lines(self, reply: Reply) -> list[Text]:
        """The lines of an answer. If it cannot be shown, it was done all the same."""
        try:
            return draw_reply(
                reply,
                make_name_lookup(self.desk.campaign),
                guide=self.desk.seat == "guide",
                form=self._verbosity,
                width=get_terminal_size().columns,
                plain=self._plain,
                ascii_only=not self._console.encoding.startswith("utf"),
            )
        except Exception:  # a bug of ours must not end the evening
            return [Text(f"That cannot be shown. {self.desk.log_failure(reply.line)}")]


def run_prompt(desk: Desk, *, plain: bool = False) -> None:
    """An evening at the prompt; `plain` is for screen readers: words only. Where no person types,
    the lines are read as they come."""
    if is_interactive():
        Prompt(desk, plain=plain).run_loop()
        return
    lines = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
    for answer in run_script(desk, lines, as_json=False, keep_going=True):
        print(answer.text, end="", flush=True)


def run_tutorial(campaign_folders: CampaignFolders, *, plain: bool) -> None:
    """The tutorial at a prompt of its own. Raises a Refusal where its campaign cannot be made."""
    play_tutorial(campaign_folders, lambda desk: Prompt(desk, plain=plain, name="tutorial"))
