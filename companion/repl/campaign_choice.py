"""Which campaign? The ones there are, the sample, and a new one, offered on the terminal."""

from collections.abc import Callable
from typing import NamedTuple

from companion.archive.shelves import Shelves
from companion.archive.summary import CampaignSummary, list_summaries
from companion.commands.resolve.names import find_one, match_names
from companion.refusal import Impossible
from companion.repl.new_campaign import ask_new_campaign, describe_next_steps
from companion.repl.questions import (
    LEAVE_HINT,
    ask_question,
    print_wrapped,
    terminal_width,
    wrap_lines,
)

NEW, TUTORIAL = "new", "tutorial"
MAX_NAME_WIDTH = 20


class CampaignChoice(NamedTuple):
    """One line of what is offered: what to type for it and what it is, and the campaign (None for
    a new one and for the tutorial)."""

    name: str
    description: str
    campaign: CampaignSummary | None = None

    @property
    def is_openable(self) -> bool:
        """Whether it can be chosen as it stands."""
        return self.campaign is None or not self.campaign.problems


def list_choices(campaigns: list[CampaignSummary], shelves: Shelves) -> list[CampaignChoice]:
    """What there is to choose from, a new one last; for somebody with nothing of their own, the
    tutorial too."""
    found = [CampaignChoice(each.name, each.describe(shelves), each) for each in campaigns]
    if all(each.sample for each in campaigns):
        found.append(
            CampaignChoice(TUTORIAL, "a first evening on a copy of the sample, taken back")
        )
    return [*found, CampaignChoice(NEW, "begin a campaign of your own")]


def render_choices(offered: list[CampaignChoice], columns: int) -> list[str]:
    """The offers, numbered and aligned, in lines that fit."""
    names = min(MAX_NAME_WIDTH, max(len(offer.name) for offer in offered))
    numbers = len(str(len(offered)))
    lines: list[str] = []
    for number, offer in enumerate(offered, 1):
        head = f"{number:>{numbers + 2}}  {offer.name:<{names}}  "
        left = " " * (numbers + 6)
        lines += wrap_lines(head + offer.description, columns, left)
    return lines


def parse_choice(typed: str, offered: list[CampaignChoice]) -> CampaignChoice:
    """The offer that is meant by a number, or by any part of a name; for nothing, `_first`.

    Unknown or Ambiguous where that is none or several; Impossible for a campaign that is broken.
    """
    if not typed:
        return _require_openable(_find_default(offered))
    if typed.isdecimal() and 1 <= int(typed) <= len(offered):
        return _require_openable(offered[int(typed) - 1])
    return _require_openable(find_one("campaign", typed, offered, _list_names))


def _find_default(offered: list[CampaignChoice]) -> CampaignChoice:
    """What Enter alone takes: the first that opens, but never a new campaign; where there is no
    other, what is broken."""
    opens = (offer for offer in offered if offer.is_openable and offer is not offered[-1])
    return next(opens, offered[0])


def _ask_choice(offered: list[CampaignChoice]) -> CampaignChoice:
    first = _find_default(offered)
    way = f"; Enter for {first.name}" if first.is_openable else ""
    question = f"Which? A number or any part of a name{way}."
    return ask_question(question, lambda typed: parse_choice(typed, offered))


def _list_names(offer: CampaignChoice) -> tuple[str, ...]:
    return _list_campaign_names(offer.campaign) if offer.campaign else (offer.name,)


def _list_campaign_names(campaign: CampaignSummary) -> tuple[str, ...]:
    return (campaign.name, campaign.title)


def _require_openable(offer: CampaignChoice) -> CampaignChoice:
    if not offer.is_openable:
        raise Impossible(
            f"«{offer.name}» cannot be opened as it stands.", f"It is {offer.description}"
        )
    return offer


def resolve_campaign(typed: str, shelves: Shelves) -> str:
    """The name of the campaign that is meant by its name, or by any part of it that no other has;
    what is typed itself where there is none, or where it is gone and there are copies of it.
    Ambiguous with the names where there are several."""
    names = shelves.list_names()
    alike = [name for name in names if name.casefold() == typed.casefold()]
    if typed in names or len(alike) == 1:
        return typed if typed in names else alike[0]
    if shelves.has_copies(typed):
        return typed
    campaigns = list_summaries(shelves)
    if not match_names(typed, campaigns, _list_campaign_names):
        return typed
    return find_one("campaign", typed, campaigns, _list_campaign_names).name


def choose_campaign(shelves: Shelves, teach: Callable[[], None]) -> str:
    """The name of the campaign that is chosen, or begun. The tutorial comes back here after.

    Raises EOFError or KeyboardInterrupt for who would rather leave.
    """
    print_wrapped(LEAVE_HINT)
    while True:
        campaigns = list_summaries(shelves)
        offered = list_choices(campaigns, shelves)
        if all(each.sample for each in campaigns):
            print_wrapped("You have no campaign of your own yet.")
        for way in shelves.list_restore_commands():
            print_wrapped(f"Gone, with copies to go back to: {way}")
        print("\n".join(render_choices(offered, terminal_width())))
        offer = _ask_choice(offered)
        if offer.campaign is not None:
            return offer.name
        if offer.name == NEW:
            folder = ask_new_campaign(shelves)
            print("\n".join(describe_next_steps(folder, shelves, terminal_width())))
            return folder.name
        teach()
        print()
