"""What can be done with one tap: what is open now, as buttons, and the words of a seat's work."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.campaign.sharing import Place
from companion.grammar.words import WORDS
from companion.refusal import Refusal
from companion.reports.status import RequestLine, StatusReport

WORK: dict[Place, tuple[str, ...]] = {
    "guide": ("next", "event", "encounter", "tell", "undo", "npc ", "react ", "note secret "),
    "timekeeper": ("next", "next ", "event", "rest", "timers", "light ", "zoom ", "out", "camp"),
    "quartermaster": (
        *("company", "slots ", "give ", "drop ", "pass ", "move ", "light ", "supply ", "coins "),
        *("price ", "buy ", "sell "),
    ),
    "caller": ("declare ", "done", "done ", "check ", "next", "roll "),
    "mapper": ("at ", "known", "settlement ", "inflation map", "note "),
    "note-taker": ("note ", "log notes", "log", "recap"),
    "screen": (),
}
"""The lines of a seat's work. One that ends in a blank goes on: it is put where lines are typed."""
_EXPLANATION = re.compile(r" \((?P<why>[^()]*(?:\([^()]*\)[^()]*)*)\)$")

_GRANTING = "grant or deny ("
_ASKING = re.compile(r"(?:Try|Or ask the Guide): (?P<line>request .+)$")


class Button(NamedTuple):
    """A line that is run by a tap, or put where lines are typed if it goes on."""

    line: str

    @property
    def goes_on(self) -> bool:
        return self.line.endswith(" ")

    @property
    def label(self) -> str:
        return f"{self.line}…" if self.goes_on else self.line


class OpenMatter(NamedTuple):
    """Something open, as `status` says it: the buttons that settle it, and why it is open. Without
    buttons it waits for somebody else."""

    line: str
    buttons: tuple[Button, ...]
    why: str


def list_work(place: Place, own_words: Iterable[str], may_say: Iterable[str]) -> list[Button]:
    """The lines of a seat's work: of its usual ones those that it may type, and those of
    `own_words` that are usually another's."""
    allowed = frozenset(may_say)
    own = allowed.intersection(own_words)
    usual = [line for line in WORK[place] if get_word(line) in allowed]
    if place == "guide":
        return list(map(Button, usual))
    others = [line for lines in WORK.values() for line in lines if get_word(line) in own]
    undo = ("undo",) if allowed else ()  # of what they typed last themselves
    return [Button(line) for line in dict.fromkeys((*usual, *others, *undo))]


def get_word(line: str) -> str:
    """The first word of a line."""
    return line.partition(" ")[0]


def list_open_matters(status: StatusReport) -> list[OpenMatter]:
    """What is open, with the lines that settle it: `refill or let-go torch` is two of them. A line
    that settles several at once, as `done`, is one button beside the first."""
    waiting = iter(status.requests)
    seen: set[Button] = set()
    matters = []
    for line in status.open:
        is_request = line.startswith(_GRANTING)
        matter = _read_request(line, next(waiting, None)) if is_request else _read_open_line(line)
        if seen.issuperset(matter.buttons):
            matter = OpenMatter(line, (), "")
        seen.update(matter.buttons)
        matters.append(matter)
    return matters


def _read_request(line: str, request: RequestLine | None) -> OpenMatter:
    """A request, with the buttons of this one among several."""
    number = f" {request.id}" if request is not None else ""
    buttons = (Button(f"grant{number}"), Button(f"deny{number}"))
    return OpenMatter(line, buttons, line.partition(" (")[2].removesuffix(")"))


def find_request(hint: str) -> Button | None:
    """The line that asks the Guide for what was refused, where a hint has one."""
    found = _ASKING.search(hint)
    return Button(found["line"]) if found else None


def _read_open_line(line: str) -> OpenMatter:
    found = _EXPLANATION.search(line)
    why, words = (found["why"], line[: found.start()]) if found else ("", line)
    lines = list(_split_alternatives(words.split(" ")))
    if not all(map(_has_word, lines)) or why == "the Guide has not told it yet":
        return OpenMatter(line, (), "")
    return OpenMatter(line, tuple(map(Button, lines)), why)


def _split_alternatives(words: list[str]) -> Iterator[str]:
    """`refill or let-go torch` is `refill torch` and `let-go torch`; `order odd or even` is `order
    odd` and `order even`."""
    at = words.index("or") if "or" in words else -1
    if at < 1 or at + 1 >= len(words):
        yield " ".join(words)
        return
    common = words[: at - 1]
    for each in (words[at - 1], words[at + 1]):
        yield " ".join((*common, each, *words[at + 2 :]))


def _has_word(line: str) -> bool:
    try:
        WORDS.find_word(get_word(line), whole=True)
    except Refusal:
        return False
    return True
