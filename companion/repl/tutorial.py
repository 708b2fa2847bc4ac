"""The tutorial: a first evening in a dozen lines, played by the new Guide at the real prompt.

It is played on a copy of the sample in a folder that goes away afterwards; the last line takes all
of it back, as a Guide can at any table.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Protocol

import msgspec
import tomli
from msgspec import Struct

from companion.archive.campaign_folders import CampaignFolders
from companion.desk import Desk
from companion.grammar.command_words import WORDS
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Refusal
from companion.repl.terminal import handle_signals
from companion.reports.reply import Reply

SKIP = "skip"
END_SIGNALS = (signal.SIGHUP, signal.SIGTERM)
"""The signals of a terminal that is closed, and of a machine that shuts down."""
_MOST_SECONDS_OF_EXIT = 2.0


class PromptLike(Protocol):
    """The part of a prompt that the tutorial needs."""

    def read_line(self) -> str: ...
    def answer_line(self, typed: str) -> Reply | None: ...
    def print_text(self, text: str) -> None: ...


class TutorialStep(Struct, frozen=True):
    """One line of the evening, with an instruction before it and an explanation after it. The Guide
    may type any text in place of the `free_text`."""

    instruction: str
    word: str
    explanation: str
    free_text: str = ""
    rest: str = ""

    @property
    def line(self) -> str:
        return " ".join(filter(None, (self.word, self.free_text, self.rest)))

    def matches_typed_line(self, line: Line) -> bool:
        """True if a typed line is this one. Case, spaces, a short form of the word and the free
        text make no difference."""
        rest, typed = self.rest.casefold().split(), line.rest.casefold().split()
        if _find_command_word(line) != self.word or line.forced:
            return False
        if not self.free_text:
            return typed == rest
        return len(typed) > len(rest) and typed[len(typed) - len(rest) :] == rest


class Lesson(Struct, frozen=True):
    """The texts of tutorial.toml."""

    opening: str
    closing: str
    early_closing: str
    steps: tuple[TutorialStep, ...]


@cache
def load_tutorial_texts() -> Lesson:
    """The texts of the tutorial, read when it begins."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return msgspec.convert(tomli.loads(text), Lesson)


def _find_command_word(line: Line) -> str:
    """The word that a line begins with; as it is spelled where there is none."""
    try:
        return WORDS.find_word(line.word).name
    except Refusal:
        return line.word


def play_tutorial(
    campaign_folders: CampaignFolders, open_prompt: Callable[[Desk], PromptLike]
) -> None:
    """Play it at a prompt opened on a copy of the sample. Raises a Refusal where none can be
    made."""
    handled = handle_signals(_exit_on_hangup, *END_SIGNALS)
    opened = campaign_folders.open_throwaway_sample("tutorial")
    with handled, opened as archive, _stop_exit_timer_at_end():
        _Tutorial(open_prompt(Desk(archive, campaign_folders))).run()


def _exit_on_hangup(number: int, _frame: FrameType | None) -> None:
    """End the companion as any exit does when the terminal is closed; once more after a while, if
    something that closes the prompt still waits for what never comes."""
    for each in END_SIGNALS:  # a second signal must not disturb the exit
        signal.signal(each, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, lambda _number, _frame: _exit_on_hangup(number, None))
    signal.setitimer(signal.ITIMER_REAL, _MOST_SECONDS_OF_EXIT)
    raise SystemExit(128 + number)


@contextmanager
def _stop_exit_timer_at_end() -> Iterator[None]:
    """No exit is tried once more after this block: what is taken away then is taken away whole."""
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


class _Tutorial:
    """A new Guide at a prompt, led from step to step."""

    def __init__(self, prompt: PromptLike) -> None:
        self._prompt = prompt
        self._lesson = load_tutorial_texts()
        self._position = 0
        self._has_instructed = False
        self._was_refused = False
        self._has_left = False

    def run(self) -> None:
        """Ask, read and answer until it is over. Of several lines that were pasted, those after a
        refused one are not run."""
        tell, steps = self._prompt.print_text, self._lesson.steps
        tell(self._lesson.opening)
        while not self._is_over:
            step = steps[self._position]
            title = f"{self._position + 1} of {len(steps)}. {step.instruction}\n"
            tell(f"\n{'' if self._has_instructed else title}Type: {step.line}")
            self._has_instructed = True
            try:
                typed = self._prompt.read_line()
            except EOFError:
                typed = "quit"
            lines = [line for line in typed.split("\n") if line.strip()] or [""]
            while lines and not self._is_over:
                if not self._answer_line(lines.pop(0)):
                    break
            if lines:
                tell(f"Not run: {len(lines)} line{'s' if len(lines) > 1 else ''} after that.")
        closing = self._lesson.early_closing if self._has_left else self._lesson.closing
        tell(f"\n{closing}")

    @property
    def _is_over(self) -> bool:
        return self._has_left or self._position == len(self._lesson.steps)

    def _answer_line(self, typed: str) -> bool:
        """Run what was typed and comment on the answer; False if it was refused. Enter alone and
        `skip` run the line of the step; after a refusal `skip` runs nothing."""
        step, skips = self._lesson.steps[self._position], typed.strip().casefold() == SKIP
        if skips and self._was_refused:
            self._advance_to_next_step()
            return True
        is_step_line = skips or not typed.strip()
        if not is_step_line:
            with suppress(Refusal):
                line = parse_typed_line(typed)
                name = _find_command_word(line) if line is not None else "tutorial"
                if line is None or name in ("tutorial", "quit"):
                    self._has_left = name == "quit"
                    return True
                is_step_line = step.matches_typed_line(line)
        else:
            typed = step.line
            self._prompt.print_text(f"> {typed}")
        reply = self._prompt.answer_line(typed)
        if reply is None:
            return True
        if not is_step_line:
            comment = "undo takes that back before the lesson goes on." if reply.changes else ""
        elif not reply.ok and not skips:
            self._was_refused = True
            comment = "A refusal changes nothing. Enter tries once more, skip goes on."
        else:
            comment = "" if skips else step.explanation
            self._advance_to_next_step()
        if comment:
            self._prompt.print_text(f"\n{comment}")
        return reply.ok

    def _advance_to_next_step(self) -> None:
        self._position += 1
        self._has_instructed = self._was_refused = False
