"""The tutorial: a first evening in a dozen lines, played by the new Guide at the real prompt.

It is played on a copy of the sample in a folder that goes away afterwards; the last line takes all
of it back, as a Guide can at any table.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
"""What a terminal sends that is closed, and a machine that shuts down."""


class PromptLike(Protocol):
    """A prompt, as far as the tutorial needs one."""

    def read_line(self) -> str:
        """A line from the keyboard, or several; EOFError for Ctrl-D."""

    def answer_line(self, typed: str) -> Reply | None:
        """Do what a line says and show what came of it."""

    def print_text(self, text: str) -> None:
        """Say something that no word was asked for."""


class TutorialStep(NamedTuple):
    """One line of the evening: what is said before it, the line, what they just saw. In the line,
    `own` stands for text that may be the Guide's own."""

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
        """Whether a typed line is this one: case, spaces, a short form of the word and, where the
        text is the Guide's own, their text make no difference."""
        asked, said = self.rest.casefold().split(), line.rest.casefold().split()
        if _find_word_name(line) != self.word or line.forced:
            return False
        if not self.free_text:
            return said == asked
        return len(said) > len(asked) and said[len(said) - len(asked) :] == asked


STEPS = (
    TutorialStep(
        "The Company stands at a flooded stair in a drowned chapel, and you are their Guide. First "
        "see how the table stands: the time, the Turns, the light, who carries too much.",
        "status",
        explanation="An Exploration Turn is open inside a Travel Turn. What waits is "
        "named too: how the "
        "sounding of the stair ended.",
    ),
    TutorialStep(
        "You told your table how that went; now note it. The words after done may be your own.",
        "done",
        free_text="they cross on the broken pews",
        explanation=(
            "It is in the journal. Every answer that changed something says how to take it back."
        ),
    ),
    TutorialStep(
        "They want to search the vestry. next ends this Turn, begins the next, declares and rolls "
        "the Event Die. Bree's Encumbrance makes it two dice, keep the lower; at your table they "
        "fell 2 and 5. Without =2,5 they would be rolled for you.",
        "next",
        "=2,5",
        free_text="search the vestry",
        explanation=(
            "The lower counts, so they Rest or tire, and the answer says what to type for either."
        ),
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
        explanation=(
            "Encumbrance above 4 adds the die. Everybody but Bree says: leave the saint of lead."
        ),
    ),
    TutorialStep(
        "On they go. Bree's die and the Rest's make three now, keep the lowest; you may type the "
        "one that counts, and it is a 3.",
        "next",
        "=3",
        free_text="climb the bell tower",
        explanation="That is Burn: every light loses 1, Wim's torch dies, and you are "
        "asked what becomes "
        "of it.",
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
        explanation=(
            "Ten seconds a Turn from here, and no Event Die; out would lead back to the tower."
        ),
    ),
    TutorialStep(
        "That was an evening. Now take all of it back at once, to before its first word.",
        "undo",
        "to 0",
        explanation="They stand at the flooded stair again, as if nothing had been.",
    ),
)
OPENING = (
    "The tutorial: an evening in a dozen lines, two or three minutes. It is played on a copy of "
    "the sample, and nothing of yours is touched. Enter alone types what is asked, other words are "
    "welcome, skip types it and goes on whatever comes of it, quit leaves."
)
CLOSING = (
    "That is the tutorial, and the copy is gone. next runs an evening, help names every word. For "
    "a table of your own: companion play, or companion new."
)
EARLY_CLOSING = "The tutorial ends here, and its copy is gone. It can be begun again at any time."


class Tutorial:
    """Where the new Guide is: what to say, what to run for what they type, what they saw."""

    def __init__(self, steps: tuple[TutorialStep, ...] = STEPS) -> None:
        self._steps = steps
        self._position = 0
        self._has_instructed = False
        self._is_step_line = False
        self._is_skipping = False
        self._was_refused = False
        self.has_left = False

    @property
    def is_over(self) -> bool:
        """Whether every step is done, or they have left."""
        return self.has_left or self._position == len(self._steps)

    @property
    def instruction(self) -> str:
        """What to say before the prompt; when it was said before, the line to type alone."""
        step = self._steps[self._position]
        says = (
            ""
            if self._has_instructed
            else f"{self._position + 1} of {len(self._steps)}. {step.instruction}\n"
        )
        self._has_instructed = True
        return f"{says}Type: {step.line}"

    def interpret_line(self, typed: str) -> str:
        """The line to run for what was typed; nothing for `quit` and `tutorial`, and for the `skip`
        of a line that was refused just now: the steps after it stand on any other."""
        step = self._steps[self._position]
        self._is_skipping = typed.strip().casefold() == SKIP
        self._is_step_line = not typed.strip() or self._is_skipping
        if self._is_skipping and self._was_refused:
            self._advance()
            return ""
        if self._is_step_line:
            return step.line
        try:
            line = read_line(typed)
        except Refusal:
            return typed
        if line is None or _find_word_name(line) == "tutorial":
            return ""
        self.has_left = _find_word_name(line) == "quit"
        self._is_step_line = step.is_matched_by(line)
        return "" if self.has_left else typed

    def comment_on_reply(self, reply: Reply) -> str:
        """What to say of an answer; the evening goes on when it was to the line asked for."""
        if not self._is_step_line:
            return "undo takes that back before the lesson goes on." if reply.changes else ""
        if not reply.ok and not self._is_skipping:
            self._was_refused = True
            return "A refusal changes nothing. Enter tries once more, skip goes on."
        step, skips = self._steps[self._position], self._is_skipping
        self._advance()
        return "" if skips else step.explanation

    def _advance(self) -> None:
        self._position += 1
        self._has_instructed = self._was_refused = False


def _find_word_name(line: Line) -> str:
    """The word that a line commands; its own spelling where there is none."""
    try:
        return WORDS.find_word(line.word).name
    except Refusal:
        return line.word


def play_tutorial(shelves: Shelves, open_prompt: Callable[[Desk], PromptLike]) -> None:
    """Play it at a prompt opened on a copy of the sample. Raises a Refusal where none can be
    made."""
    with _exit_on_hangup(), shelves.open_throwaway_sample("tutorial") as archive:
        run_steps(Tutorial(), open_prompt(Desk(archive, shelves)))


@contextmanager
def _exit_on_hangup() -> Iterator[None]:
    """A terminal that is closed in here ends the companion as any exit does: in good order."""
    before = {ending: signal.signal(ending, _exit_on_signal) for ending in END_SIGNALS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    for ending in END_SIGNALS:  # one is enough: a second must not disturb the leaving
        signal.signal(ending, signal.SIG_IGN)
    raise SystemExit(128 + number)


def run_steps(tutorial: Tutorial, prompt: PromptLike) -> None:
    """Ask, hear, answer, and go on until it is over. Of several lines that were pasted, those
    after a refused one are not run."""
    prompt.print_text(OPENING)
    while not tutorial.is_over:
        prompt.print_text(f"\n{tutorial.instruction}")
        try:
            typed = prompt.read_line()
        except EOFError:
            typed = "quit"
        lines = [line for line in typed.split("\n") if line.strip()] or [""]
        while lines and not tutorial.is_over:
            if not _answer_typed(tutorial, prompt, lines.pop(0)):
                break
        if lines:
            prompt.print_text(
                f"Not run: {len(lines)} line{'s' if len(lines) > 1 else ''} after that."
            )
    prompt.print_text(f"\n{EARLY_CLOSING if tutorial.has_left else CLOSING}")


def _answer_typed(tutorial: Tutorial, prompt: PromptLike, typed: str) -> bool:
    """Do what was typed and say what is to be seen; whether it was not refused."""
    line = tutorial.interpret_line(typed)
    if not line:
        return True
    if line != typed:
        prompt.print_text(f"> {line}")
    reply = prompt.answer_line(line)
    if reply is None:
        return True
    said = tutorial.comment_on_reply(reply)
    if said:
        prompt.print_text(f"\n{said}")
    return reply.ok
