"""The question which campaign to open: one there is, the sample, or a new one."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from companion.archive.shelves import Shelves
from companion.archive.summary import CampaignSummary, list_summaries
from companion.grammar.names import find_one
from companion.refusal import Impossible, Unknown
from companion.repl.new_campaign import ask_new_campaign, describe_next_steps
from companion.repl.questions import (
    LEAVE_HINT,
    ask_question,
    print_wrapped,
    terminal_width,
    wrap_lines,
)

NEW, TUTORIAL = "new", "tutorial"
_MAX_NAME_WIDTH = 20


class CampaignChoice(NamedTuple):
    """One choice: its name, a description, and the campaign (None for a new one and for the
    tutorial)."""

    name: str
    description: str
    campaign: CampaignSummary | None = None

    @property
    def is_openable(self) -> bool:
        """True if it can be chosen as it stands."""
        return self.campaign is None or not self.campaign.problems


def list_choices(campaigns: list[CampaignSummary], shelves: Shelves) -> list[CampaignChoice]:
    """The campaigns; for somebody with none of their own, the tutorial; a new campaign last."""
    found = [CampaignChoice(each.name, each.describe(shelves), each) for each in campaigns]
    if all(each.sample for each in campaigns):
        found.append(
            CampaignChoice(TUTORIAL, "a first evening on a copy of the sample, taken back")
        )
    return [*found, CampaignChoice(NEW, "begin a campaign of your own")]


def render_choices(choices: list[CampaignChoice], columns: int) -> list[str]:
    """The choices, numbered and aligned, in lines that fit."""
    names = min(_MAX_NAME_WIDTH, max(len(choice.name) for choice in choices))
    numbers = len(str(len(choices)))
    lines: list[str] = []
    for number, choice in enumerate(choices, 1):
        head = f"{number:>{numbers + 2}}  {choice.name:<{names}}  "
        lines += wrap_lines(head + choice.description, columns, " " * (numbers + 6))
    return lines


def parse_choice(typed: str, choices: list[CampaignChoice]) -> CampaignChoice:
    """The choice with this number or name, or part of a name; the default for Enter alone. Raises
    Unknown or Ambiguous; Impossible for a campaign that is broken."""
    if not typed:
        choice = _find_default(choices)
    elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
        choice = choices[int(typed) - 1]
    else:
        choice = find_one("campaign", typed, choices, _list_names)
    if not choice.is_openable:
        raise Impossible(
            f"«{choice.name}» cannot be opened as it stands.", f"It is {choice.description}"
        )
    return choice


def _find_default(choices: list[CampaignChoice]) -> CampaignChoice:
    """The first that opens, but never a new campaign; a broken one if there is no other."""
    return next((choice for choice in choices[:-1] if choice.is_openable), choices[0])


def _list_names(choice: CampaignChoice) -> tuple[str, ...]:
    return (choice.name, choice.campaign.title) if choice.campaign else (choice.name,)


def resolve_campaign(typed: str, shelves: Shelves) -> str:
    """The name of the campaign with this name, or with this part of a name. `typed` itself if there
    is none, or only copies of one. Raises Ambiguous with the names of several."""
    names = shelves.list_names()
    alike = [name for name in names if name.casefold() == typed.casefold()]
    if typed in names or len(alike) == 1:
        return typed if typed in names else alike[0]
    if shelves.has_copies(typed):
        return typed
    with suppress(Unknown):
        campaigns = list_summaries(shelves)
        return find_one("campaign", typed, campaigns, lambda each: (each.name, each.title)).name
    return typed


def choose_campaign(shelves: Shelves, teach: Callable[[], None]) -> str:
    """Ask for a campaign, or for a new one, and give its name. After the tutorial it asks again.

    Raises EOFError or KeyboardInterrupt for who would rather leave.
    """
    print_wrapped(LEAVE_HINT)
    while True:
        campaigns = list_summaries(shelves)
        choices = list_choices(campaigns, shelves)
        if all(each.sample for each in campaigns):
            print_wrapped("You have no campaign of your own yet.")
        for way in shelves.list_restore_commands():
            print_wrapped(f"Gone, with copies to go back to: {way}")
        print("\n".join(render_choices(choices, terminal_width())))
        default = _find_default(choices)
        way = f"; Enter for {default.name}" if default.is_openable else ""
        question = f"Which? A number or any part of a name{way}."
        choice = ask_question(question, partial(parse_choice, choices=choices))
        if choice.campaign is not None:
            return choice.name
        if choice.name == NEW:
            folder = ask_new_campaign(shelves)
            print("\n".join(describe_next_steps(folder, shelves, terminal_width())))
            return folder.name
        teach()
        print()
