"""A Negotiation as the recap tells it: what each exchange came to, and how it ended."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.commands import reports as r
from companion.errant.negotiation import WORN_OUT
from companion.view.counted import times
from companion.view.happened import Called
from companion.view.told import sentence

_CAME_TO = {
    "small_talk": "small talk",
    "unimpressed": "{0} left them unimpressed",
    "pleased": "{0} pleased them",
    "touched": "{0} touched them",
    "upset": "{0} upset them",
    "refuses": "{0} was refused",
    "compromise": "{0} got a compromise",
    "agrees": "{0} got what was asked",
    "offers_more": "{0} got more than was asked",
    "offended": "{0} offended them",
    "insulted": "{0} insulted them",
    "unconvinced": "{0} left them unconvinced",
    "wants_proof": "{0} is to bring proof",
    "accepts": "{0} convinced them",
    "swayed": "{0} bribed them, gladly taken",
    "unmoved": "{0} bribed them, to no end",
    "affronted": "{0} affronted them with a bribe",
}
"""What an exchange came to, by whom it was."""


def negotiations(story: Iterable[r.StoryLine]) -> Iterator[list[r.StoryLine]]:
    """The story in pieces: exchanges of one Negotiation that followed one another, with its end,
    are one; anything else stands alone."""
    piece: list[r.StoryLine] = []
    for each in story:
        if piece and not _goes_on(piece[-1], each):
            yield piece
            piece = []
        piece.append(each)
    if piece:
        yield piece


def _goes_on(before: r.StoryLine, each: r.StoryLine) -> bool:
    """Whether this is the next exchange of one Negotiation, or its end."""
    if before.step != "talk" or each.step not in ("talk", "parting"):
        return False
    return (before.who, before.secret) == (each.who, each.secret)


def talked(piece: list[r.StoryLine], called: Called) -> tuple[str, str]:
    """What is told of such a piece, and how the Negotiation ended ("" where it goes on)."""
    exchanges = [each for each in piece if each.step == "talk"]
    last = piece[-1]
    if not exchanges:
        return "", _parting(last, f"The talk with {last.who}")
    told = [_came_to(each, called) for each in exchanges]
    parts = [
        f"{part} ({times(number)})" if number > 1 else part
        for part, number in ((part, len([*same])) for part, same in groupby(told))
    ]
    said = sentence(f"Talked with {last.who}: {'; '.join(parts)}")
    return said, _parting(last, "It") if last.step == "parting" else ""


def _came_to(each: r.StoryLine, called: Called) -> str:
    """One exchange; `taking agrees wim`."""
    _, result, who = (*each.text.split(" "), "", "")[:3]
    if result not in _CAME_TO:
        return result
    return _CAME_TO[result].format(called(who) if who else "the Company")


def _parting(each: r.StoryLine, talk: str) -> str:
    """How a Negotiation ended, `talk` being what it is called here."""
    if each.text == WORN_OUT:
        return f"{each.who} would have no more of it."
    return f"{talk} ended: {sentence(each.text)}" if each.text else f"{talk} ended."
