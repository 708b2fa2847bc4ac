"""Which campaign? The ones there are, the sample, and a new one, offered on the terminal."""

from collections.abc import Callable
from typing import NamedTuple

from companion.archive.shelves import Shelves
from companion.archive.summary import Summary, summaries
from companion.commands.names import best, one
from companion.refusal import Impossible
from companion.repl.asking import HOW_TO_LEAVE, ask, in_lines, say, width
from companion.repl.beginning import ask_for_new, how_to_go_on

NEW, TUTORIAL = "new", "tutorial"
WIDEST_NAME = 20


class Offer(NamedTuple):
    """One line of what is offered: what to type for it and what it is, and the campaign (None for
    a new one and for the tutorial)."""

    name: str
    told: str
    campaign: Summary | None = None

    @property
    def opens(self) -> bool:
        """Whether it can be chosen as it stands."""
        return self.campaign is None or not self.campaign.problems


def offers(campaigns: list[Summary], shelves: Shelves) -> list[Offer]:
    """What there is to choose from, a new one last; for somebody with nothing of their own, the
    tutorial too."""
    found = [Offer(each.name, each.told(shelves), each) for each in campaigns]
    if all(each.sample for each in campaigns):
        found.append(Offer(TUTORIAL, "a first evening on a copy of the sample, taken back"))
    return [*found, Offer(NEW, "begin a campaign of your own")]


def offer_lines(offered: list[Offer], columns: int) -> list[str]:
    """The offers, numbered and aligned, in lines that fit."""
    names = min(WIDEST_NAME, max(len(offer.name) for offer in offered))
    numbers = len(str(len(offered)))
    lines: list[str] = []
    for number, offer in enumerate(offered, 1):
        head = f"{number:>{numbers + 2}}  {offer.name:<{names}}  "
        left = " " * (numbers + 6)
        lines += in_lines(head + offer.told, columns, left)
    return lines


def chosen(typed: str, offered: list[Offer]) -> Offer:
    """The offer that is meant by a number, or by any part of a name; for nothing, `_first`.

    Unknown or Ambiguous where that is none or several; Impossible for a campaign that is broken.
    """
    if not typed:
        return _whole(_first(offered))
    if typed.isdecimal() and 1 <= int(typed) <= len(offered):
        return _whole(offered[int(typed) - 1])
    return _whole(one("campaign", typed, offered, _names))


def _first(offered: list[Offer]) -> Offer:
    """What Enter alone takes: the first that opens, but never a new campaign; where there is no
    other, what is broken."""
    opens = (offer for offer in offered if offer.opens and offer is not offered[-1])
    return next(opens, offered[0])


def _asked(offered: list[Offer]) -> Offer:
    first = _first(offered)
    way = f"; Enter for {first.name}" if first.opens else ""
    question = f"Which? A number or any part of a name{way}."
    return ask(question, lambda typed: chosen(typed, offered))


def _names(offer: Offer) -> tuple[str, ...]:
    return _names_of(offer.campaign) if offer.campaign else (offer.name,)


def _names_of(campaign: Summary) -> tuple[str, ...]:
    return (campaign.name, campaign.title)


def _whole(offer: Offer) -> Offer:
    if not offer.opens:
        raise Impossible(f"«{offer.name}» cannot be opened as it stands.", f"It is {offer.told}")
    return offer


def campaign_meant(typed: str, shelves: Shelves) -> str:
    """The name of the campaign that is meant by its name, or by any part of it that no other has;
    what is typed itself where there is none, or where it is gone and there are copies of it.
    Ambiguous with the names where there are several."""
    names = shelves.names()
    alike = [name for name in names if name.casefold() == typed.casefold()]
    if typed in names or len(alike) == 1:
        return typed if typed in names else alike[0]
    if shelves.are_copies(typed):
        return typed
    campaigns = summaries(shelves)
    if not best(typed, campaigns, _names_of):
        return typed
    return one("campaign", typed, campaigns, _names_of).name


def campaign_to_play(shelves: Shelves, teach: Callable[[], None]) -> str:
    """The name of the campaign that is chosen, or begun. The tutorial comes back here after.

    Raises EOFError or KeyboardInterrupt for who would rather leave.
    """
    say(HOW_TO_LEAVE)
    while True:
        campaigns = summaries(shelves)
        offered = offers(campaigns, shelves)
        if all(each.sample for each in campaigns):
            say("You have no campaign of your own yet.")
        for way in shelves.ways_back():
            say(f"Gone, with copies to go back to: {way}")
        print("\n".join(offer_lines(offered, width())))
        offer = _asked(offered)
        if offer.campaign is not None:
            return offer.name
        if offer.name == NEW:
            folder = ask_for_new(shelves)
            print("\n".join(how_to_go_on(folder, shelves, width())))
            return folder.name
        teach()
        print()
