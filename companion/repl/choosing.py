"""Which campaign? The ones there are, the sample, and a new one, offered on the terminal."""

from collections.abc import Callable
from textwrap import wrap
from typing import NamedTuple

from companion.archive.shelves import Shelves
from companion.archive.summary import Summary, summaries
from companion.commands.names import one
from companion.refusal import Impossible
from companion.repl.asking import ask, say, width
from companion.repl.beginning import ask_for_new
from companion.text import clean

NEW, TUTORIAL = "new", "tutorial"
WIDEST_NAME = 20


class Offer(NamedTuple):
    """One line of what is offered: what to type for it and what it is, and the campaign (None for
    a new one and for the tutorial)."""

    name: str
    told: str
    campaign: Summary | None = None


def offers(campaigns: list[Summary]) -> list[Offer]:
    """What there is to choose from; for somebody with nothing of their own, the tutorial too."""
    found = [Offer(each.name, str(each), each) for each in campaigns]
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
        lines += wrap(
            head + clean(offer.told), columns, subsequent_indent=left, break_on_hyphens=False
        )
    return lines


def chosen(typed: str, offered: list[Offer]) -> Offer:
    """The offer that is meant by a number, or by any part of a name; the first for nothing.

    Unknown or Ambiguous where that is none or several; Impossible for a campaign that is broken.
    """
    if not typed:
        return _whole(offered[0])
    if typed.isdecimal() and 1 <= int(typed) <= len(offered):
        return _whole(offered[int(typed) - 1])
    return _whole(one("campaign", typed, offered, _names))


def _asked(offered: list[Offer]) -> Offer:
    question = f"Which? A number or any part of a name; Enter for {offered[0].name}."
    return ask(question, lambda typed: chosen(typed, offered))


def _names(offer: Offer) -> tuple[str, ...]:
    return (offer.name, offer.campaign.title) if offer.campaign else (offer.name,)


def _whole(offer: Offer) -> Offer:
    if offer.campaign is not None and offer.campaign.problems:
        raise Impossible(
            f"«{offer.name}» cannot be opened as it stands.",
            f"See what is wrong: companion check {offer.name}",
        )
    return offer


def campaign_to_play(shelves: Shelves, teach: Callable[[], None]) -> str:
    """The name of the campaign that is chosen, or begun. The tutorial comes back here after.

    Raises EOFError or KeyboardInterrupt for who would rather leave.
    """
    while True:
        campaigns = summaries(shelves)
        offered = offers(campaigns)
        if all(each.sample for each in campaigns):
            say("You have no campaign of your own yet.")
        print("\n".join(offer_lines(offered, width())))
        offer = _asked(offered)
        if offer.campaign is not None:
            return offer.name
        if offer.name == NEW:
            return ask_for_new(shelves).name
        teach()
        print()
