"""What can be done with one tap: what is open now, as buttons, and the words of a seat's work."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.seat_presence_and_orders import Place
from companion.errant.company import Company
from companion.errant.names_to_type import format_item_with_owner
from companion.errant.packs.light import list_sources_that_could_be_lit
from companion.reports.status import OpenMatter, StatusReport
from companion.view.status import describe_refill_cost, is_exploring

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
_ASKING = re.compile(r"(?:Try|Or ask the Guide): (?P<line>request .+)$")


_MAX_LIGHTS = 4
"""Errants whose light is offered in the dark."""


class Button(NamedTuple):
    """A line that is run by a tap, or put where lines are typed if it goes on, and what that
    `takes` or gives."""

    line: str
    takes: str = ""

    @property
    def needs_more_words(self) -> bool:
        return self.line.endswith(" ")

    @property
    def label(self) -> str:
        return f"{self.line}…" if self.needs_more_words else self.line


class Choice(NamedTuple):
    """Something open: the buttons that settle it. Without buttons it waits for somebody else, or is
    settled with another."""

    matter: OpenMatter
    buttons: tuple[Button, ...]


def list_work_buttons(
    place: Place, own_words: Iterable[str], may_say: Iterable[str]
) -> list[Button]:
    """The lines of a seat's work: of its usual ones those that it may type, and those of
    `own_words` that are usually another's."""
    allowed = frozenset(may_say)
    own = allowed.intersection(own_words)
    usual = [line for line in WORK[place] if get_first_word(line) in allowed]
    if place == "guide":
        return list(map(Button, usual))
    others = [line for lines in WORK.values() for line in lines if get_first_word(line) in own]
    undo = ("undo",) if allowed else ()  # of what they typed last themselves
    return [Button(line) for line in dict.fromkeys((*usual, *others, *undo))]


def get_first_word(line: str) -> str:
    """The first word of a typed line, which is the word of the companion it uses."""
    return line.partition(" ")[0]


def list_choice_buttons(matters: Iterable[OpenMatter]) -> list[Choice]:
    """What is open, with the lines that settle it. A line that settles several at once, as `done`,
    is one button beside the first."""
    seen: set[str] = set()
    choices = []
    for matter in matters:
        costs = (describe_refill_cost(matter), *[""] * len(matter.lines))
        buttons = tuple(map(Button, matter.lines, costs))
        if seen.issuperset(matter.lines):
            buttons = ()
        seen.update(matter.lines)
        choices.append(Choice(matter, buttons))
    return choices


def list_light_buttons(company: Company, status: StatusReport) -> list[Choice]:
    """What could be lit where it is dark, for each who carries something, with its Burn."""
    if status.light != "darkness" or not (status.burn or is_exploring(status)):
        return []
    lights: dict[str, Choice] = {}
    for errant, item, burn in list_sources_that_could_be_lit(company):
        line = f"light {format_item_with_owner(errant, item)}"
        matter = OpenMatter(line, (line,), "it is dark")
        lights.setdefault(errant.id, Choice(matter, (Button(line, f"Burn {burn}"),)))
    return list(lights.values())[:_MAX_LIGHTS]


def find_ask_guide_button(hint: str) -> Button | None:
    """The line that asks the Guide for what was refused, where a hint has one."""
    found = _ASKING.search(hint)
    return Button(found["line"]) if found else None
