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
from companion.commands.reply import Reply
from companion.desk import Desk
from companion.refusal import Refusal
from companion.words.line import Line, read_line

SKIP = "skip"
ENDINGS = (signal.SIGHUP, signal.SIGTERM)
"""What a terminal sends that is closed, and a machine that shuts down."""


class PromptLike(Protocol):
    """A prompt, as far as the tutorial needs one."""

    def ask(self) -> str:
        """A line from the keyboard, or several; EOFError for Ctrl-D."""

    def answer(self, typed: str) -> Reply | None:
        """Do what a line says and show what came of it."""

    def tell(self, text: str) -> None:
        """Say something that no word was asked for."""


class Step(NamedTuple):
    """One line of the evening: what is said before it, the line, what they just saw. In the line,
    `own` stands for text that may be the Guide's own."""

    says: str
    word: str
    rest: str = ""
    own: str = ""
    saw: str = ""

    @property
    def line(self) -> str:
        """The line as it is asked for."""
        return " ".join(filter(None, (self.word, self.own, self.rest)))

    def is_meant(self, line: Line) -> bool:
        """Whether a typed line is this one: case, spaces, a short form of the word and, where the
        text is the Guide's own, their text make no difference."""
        asked, said = self.rest.casefold().split(), line.rest.casefold().split()
        if _word(line) != self.word or line.forced:
            return False
        if not self.own:
            return said == asked
        return len(said) > len(asked) and said[len(said) - len(asked) :] == asked


STEPS = (
    Step(
        "The Company stands at a flooded stair in a drowned chapel, and you are their Guide. First "
        "see how the table stands: the time, the Turns, the light, who carries too much.",
        "status",
        saw="An Exploration Turn is open inside a Travel Turn. What waits is named too: how the "
        "sounding of the stair ended.",
    ),
    Step(
        "You told your table how that went; now note it. The words after done may be your own.",
        "done",
        own="they cross on the broken pews",
        saw="It is in the journal. Every answer that changed something says how to take it back.",
    ),
    Step(
        "They want to search the vestry. next ends this Turn, begins the next, declares and rolls "
        "the Event Die. Bree's Encumbrance makes it two dice, keep the lower; at your table they "
        "fell 2 and 5. Without =2,5 they would be rolled for you.",
        "next",
        "=2,5",
        own="search the vestry",
        saw="The lower counts, so they Rest or tire, and the answer says what to type for either.",
    ),
    Step(
        "They sit down on the dry steps. press-on would cost each of them 1 Exhaustion; to Rest "
        "gives up the search, and adds a negative die next time.",
        "rest",
        saw="Nobody tires, and the vestry waits for another Turn.",
    ),
    Step(
        "Where did that second die come from? See what Bree carries. Any part of a name will do.",
        "slots",
        "bree",
        saw="Encumbrance above 4 adds the die. Everybody but Bree says: leave the saint of lead.",
    ),
    Step(
        "On they go. Bree's die and the Rest's make three now, keep the lowest; you may type the "
        "one that counts, and it is a 3.",
        "next",
        "=3",
        own="climb the bell tower",
        saw="That is Burn: every light loses 1, Wim's torch dies, and you are asked what becomes "
        "of it.",
    ),
    Step(
        "Wim has Supply for a fresh torch. refill spends it; let-go would throw the old one away.",
        "refill",
        "wim torch",
        saw="It burns again, and Wim's last Supply is gone.",
    ),
    Step(
        "More light, says Bree, and takes a torch from her pack.",
        "light",
        "bree torch",
        saw="One torch left her stack and burns; slots bree would show it.",
    ),
    Step(
        "No, says Ondine, save it: the lantern will do. Take back the last word.",
        "undo",
        saw="The torch is whole again; redo would light it after all.",
    ),
    Step(
        "Something to remember? A note keeps the game's own time.",
        "note",
        own="the bell is bound with wet rope",
        saw="log shows it among the other words of the evening.",
    ),
    Step(
        "Something pale drops from the bell, and it comes to blows. zoom opens shorter Turns "
        "inside this one, and what they were about to do waits outside.",
        "zoom",
        "initiative",
        saw="Ten seconds a Turn from here, and no Event Die; out would lead back to the tower.",
    ),
    Step(
        "That was an evening. Now take all of it back at once, to before its first word.",
        "undo",
        "to 0",
        saw="They stand at the flooded stair again, as if nothing had been.",
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
LEFT = "The tutorial ends here, and its copy is gone. It can be begun again at any time."


class Tutorial:
    """Where the new Guide is: what to say, what to run for what they type, what they saw."""

    def __init__(self, steps: tuple[Step, ...] = STEPS) -> None:
        self._steps = steps
        self._at = 0
        self._asked = False
        self._meant = False
        self._skips = False
        self._refused = False
        self.left = False

    @property
    def over(self) -> bool:
        """Whether every step is done, or they have left."""
        return self.left or self._at == len(self._steps)

    @property
    def asks(self) -> str:
        """What to say before the prompt; when it was said before, the line to type alone."""
        step = self._steps[self._at]
        says = "" if self._asked else f"{self._at + 1} of {len(self._steps)}. {step.says}\n"
        self._asked = True
        return f"{says}Type: {step.line}"

    def hears(self, typed: str) -> str:
        """The line to run for what was typed; nothing for `quit` and `tutorial`, and for the `skip`
        of a line that was refused just now: the steps after it stand on any other."""
        step = self._steps[self._at]
        self._skips = typed.strip().casefold() == SKIP
        self._meant = not typed.strip() or self._skips
        if self._skips and self._refused:
            self._goes_on()
            return ""
        if self._meant:
            return step.line
        try:
            line = read_line(typed)
        except Refusal:
            return typed
        if line is None or _word(line) == "tutorial":
            return ""
        self.left = _word(line) == "quit"
        self._meant = step.is_meant(line)
        return "" if self.left else typed

    def after(self, reply: Reply) -> str:
        """What to say of an answer; the evening goes on when it was to the line asked for."""
        if not self._meant:
            return "undo takes that back before the lesson goes on." if reply.changes else ""
        if not reply.ok and not self._skips:
            self._refused = True
            return "A refusal changes nothing. Enter tries once more, skip goes on."
        step, skips = self._steps[self._at], self._skips
        self._goes_on()
        return "" if skips else step.saw

    def _goes_on(self) -> None:
        self._at += 1
        self._asked = self._refused = False


def _word(line: Line) -> str:
    """The word that a line commands; its own spelling where there is none."""
    try:
        return WORDS.find(line.word).name
    except Refusal:
        return line.word


def play_tutorial(shelves: Shelves, open_prompt: Callable[[Desk], PromptLike]) -> None:
    """Play it at a prompt opened on a copy of the sample. Raises a Refusal where none can be
    made."""
    with _ended_by_a_closed_terminal(), shelves.sample_to_throw_away("tutorial") as archive:
        teach(Tutorial(), open_prompt(Desk(archive, shelves)))


@contextmanager
def _ended_by_a_closed_terminal() -> Iterator[None]:
    """A terminal that is closed in here ends the companion as any exit does: in good order."""
    before = {ending: signal.signal(ending, _leave) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def _leave(number: int, _frame: FrameType | None) -> None:
    for ending in ENDINGS:  # one is enough: a second must not disturb the leaving
        signal.signal(ending, signal.SIG_IGN)
    raise SystemExit(128 + number)


def teach(tutorial: Tutorial, prompt: PromptLike) -> None:
    """Ask, hear, answer, and go on until it is over. Of several lines that were pasted, those
    after a refused one are not run."""
    prompt.tell(OPENING)
    while not tutorial.over:
        prompt.tell(f"\n{tutorial.asks}")
        try:
            typed = prompt.ask()
        except EOFError:
            typed = "quit"
        lines = [line for line in typed.split("\n") if line.strip()] or [""]
        while lines and not tutorial.over:
            if not _heard(tutorial, prompt, lines.pop(0)):
                break
        if lines:
            prompt.tell(f"Not run: {len(lines)} line{'s' if len(lines) > 1 else ''} after that.")
    prompt.tell(f"\n{LEFT if tutorial.left else CLOSING}")


def _heard(tutorial: Tutorial, prompt: PromptLike, typed: str) -> bool:
    """Do what was typed and say what is to be seen; whether it was not refused."""
    line = tutorial.hears(typed)
    if not line:
        return True
    if line != typed:
        prompt.tell(f"> {line}")
    reply = prompt.answer(line)
    if reply is None:
        return True
    said = tutorial.after(reply)
    if said:
        prompt.tell(f"\n{said}")
    return reply.ok
