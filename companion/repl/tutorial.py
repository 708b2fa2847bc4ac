"""The tutorial: a first evening in a dozen lines, played by the new Guide at the real prompt.

It is played on a copy of the sample in a folder that goes away afterwards; the last line takes all
of it back, as a Guide can at any table.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NamedTuple, Protocol

from companion.archive.shelves import Shelves
from companion.commands import WORDS
from companion.desk import Desk
from companion.grammar.line import Line, read_line
from companion.refusal import Refusal
from companion.reports.reply import Reply

SKIP = "skip"
END_SIGNALS = (signal.SIGHUP, signal.SIGTERM)
"""The signals of a terminal that is closed, and of a machine that shuts down."""


class PromptLike(Protocol):
    """The part of a prompt that the tutorial needs."""

    def read_line(self) -> str: ...
    def answer_line(self, typed: str) -> Reply | None: ...
    def print_text(self, text: str) -> None: ...


class TutorialStep(NamedTuple):
    """One line of the evening, with an instruction before it and an explanation after it. The Guide
    may type any text in place of the `free_text`."""

    instruction: str
    word: str
    rest: str = ""
    free_text: str = ""
    explanation: str = ""

    @property
    def line(self) -> str:
        """The line as it is asked for."""
        return " ".join(filter(None, (self.word, self.free_text, self.rest)))

    def is_matched_by(self, line: Line) -> bool:
        """True if a typed line is this one. Case, spaces, a short form of the word and the free
        text make no difference."""
        asked, typed = self.rest.casefold().split(), line.rest.casefold().split()
        if _find_word_name(line) != self.word or line.forced:
            return False
        if not self.free_text:
            return typed == asked
        return len(typed) > len(asked) and typed[len(typed) - len(asked) :] == asked


STEPS = (
    TutorialStep(
        "The Company stands at a flooded stair in a drowned chapel, and you are their Guide. First "
        "see how the table stands: the time, the Turns, the light, who carries too much.",
        "status",
        explanation="An Exploration Turn is open inside a Travel Turn. What waits is named too: "
        "how the sounding of the stair ended.",
    ),
    TutorialStep(
        "You told your table how that went; now note it. The words after done may be your own.",
        "done",
        free_text="they cross on the broken pews",
        explanation="It is in the journal. Every answer that changed something says how to take it "
        "back.",
    ),
    TutorialStep(
        "They want to search the vestry. next ends this Turn, begins the next, declares and rolls "
        "the Event Die. Bree's Encumbrance makes it two dice, keep the lower; at your table they "
        "fell 2 and 5. Without =2,5 they would be rolled for you.",
        "next",
        "=2,5",
        free_text="search the vestry",
        explanation="The lower counts, so they Rest or tire, and the answer says what to type for "
        "either.",
    ),
    TutorialStep(
        "They sit down on the dry steps. press-on would cost each of them 1 Exhaustion; to Rest "
        "gives up the search, and adds a negative die next time.",
        "rest",
        explanation="Nobody tires, and the vestry waits for another Turn.",
    ),
    TutorialStep(
        "Where did that second die come from? See what Bree carries. Any part of a name will do.",
        "slots",
        "bree",
        explanation="Encumbrance above 4 adds the die. Everybody but Bree says: leave the saint of "
        "lead.",
    ),
    TutorialStep(
        "On they go. Bree's die and the Rest's make three now, keep the lowest; you may type the "
        "one that counts, and it is a 3.",
        "next",
        "=3",
        free_text="climb the bell tower",
        explanation="That is Burn: every light loses 1, Wim's torch dies, and you are asked what "
        "becomes of it.",
    ),
    TutorialStep(
        "Wim has Supply for a fresh torch. refill spends it; let-go would throw the old one away.",
        "refill",
        "wim torch",
        explanation="It burns again, and Wim's last Supply is gone.",
    ),
    TutorialStep(
        "More light, says Bree, and takes a torch from her pack.",
        "light",
        "bree torch",
        explanation="One torch left her stack and burns; slots bree would show it.",
    ),
    TutorialStep(
        "No, says Ondine, save it: the lantern will do. Take back the last word.",
        "undo",
        explanation="The torch is whole again; redo would light it after all.",
    ),
    TutorialStep(
        "Something to remember? A note keeps the game's own time.",
        "note",
        free_text="the bell is bound with wet rope",
        explanation="log shows it among the other words of the evening.",
    ),
    TutorialStep(
        "Something pale drops from the bell, and it comes to blows. zoom opens shorter Turns "
        "inside this one, and what they were about to do waits outside.",
        "zoom",
        "initiative",
        explanation="Ten seconds a Turn from here, and no Event Die; out would lead back to the "
        "tower.",
    ),
    TutorialStep(
        "That was an evening. Now take all of it back at once, to before its first word.",
        "undo",
        "to 0",
        explanation="They stand at the flooded stair again, as if nothing had been.",
    ),
)
_OPENING = (
    "The tutorial: an evening in a dozen lines, two or three minutes. It is played on a copy of "
    "the sample, and nothing of yours is touched. Enter alone types what is asked, other words are "
    "welcome, skip types it and goes on whatever comes of it, quit leaves."
)
CLOSING = (
    "That is the tutorial, and the copy is gone. next runs an evening, help names every word. For "
    "a table of your own: companion play, or companion new."
)
EARLY_CLOSING = "The tutorial ends here, and its copy is gone. It can be begun again at any time."


def _find_word_name(line: Line) -> str:
    """The word that a line begins with; as it is spelled where there is none."""
    try:
        return WORDS.find_word(line.word).name
    except Refusal:
        return line.word


def play_tutorial(shelves: Shelves, open_prompt: Callable[[Desk], PromptLike]) -> None:
    """Play it at a prompt opened on a copy of the sample. Raises a Refusal where none can be
    made."""
    with _exit_on_hangup(), shelves.open_throwaway_sample("tutorial") as archive:
        _Tutorial(open_prompt(Desk(archive, shelves))).run()


@contextmanager
def _exit_on_hangup() -> Iterator[None]:
    """End the companion as any exit does when the terminal is closed."""
    before = {ending: signal.signal(ending, _exit_on_signal) for ending in END_SIGNALS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    for ending in END_SIGNALS:  # a second signal must not disturb the exit
        signal.signal(ending, signal.SIG_IGN)
    raise SystemExit(128 + number)


class _Tutorial:
    """A new Guide at a prompt, led from step to step."""

    def __init__(self, prompt: PromptLike) -> None:
        self._prompt = prompt
        self._position = 0
        self._has_instructed = False
        self._was_refused = False
        self._has_left = False

    @property
    def _is_over(self) -> bool:
        return self._has_left or self._position == len(STEPS)

    def run(self) -> None:
        """Ask, read and answer until it is over. Of several lines that were pasted, those after a
        refused one are not run."""
        self._prompt.print_text(_OPENING)
        while not self._is_over:
            self._print_instruction()
            try:
                typed = self._prompt.read_line()
            except EOFError:
                typed = "quit"
            lines = [line for line in typed.split("\n") if line.strip()] or [""]
            while lines and not self._is_over:
                if not self._answer_line(lines.pop(0)):
                    break
            if lines:
                count = f"{len(lines)} line{'s' if len(lines) > 1 else ''}"
                self._prompt.print_text(f"Not run: {count} after that.")
        self._prompt.print_text(f"\n{EARLY_CLOSING if self._has_left else CLOSING}")

    def _print_instruction(self) -> None:
        """The step, and the line to type; the second time, the line alone."""
        step, number = STEPS[self._position], self._position + 1
        text = "" if self._has_instructed else f"{number} of {len(STEPS)}. {step.instruction}\n"
        self._has_instructed = True
        self._prompt.print_text(f"\n{text}Type: {step.line}")

    def _answer_line(self, typed: str) -> bool:
        """Run what was typed and comment on the answer; False if it was refused. Enter alone and
        `skip` run the line of the step; after a refusal `skip` runs nothing."""
        step, skips = STEPS[self._position], typed.strip().casefold() == SKIP
        if skips and self._was_refused:
            self._advance()
            return True
        is_step_line = skips or not typed.strip()
        if not is_step_line:
            with suppress(Refusal):
                line = read_line(typed)
                name = _find_word_name(line) if line is not None else "tutorial"
                if line is None or name in ("tutorial", "quit"):
                    self._has_left = name == "quit"
                    return True
                is_step_line = step.is_matched_by(line)
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
            self._advance()
        if comment:
            self._prompt.print_text(f"\n{comment}")
        return reply.ok

    def _advance(self) -> None:
        self._position += 1
        self._has_instructed = self._was_refused = False
