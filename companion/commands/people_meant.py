"""Who is meant where a name has no quotes and the line goes on after it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.campaign.campaign import Campaign
from companion.commands.names import one
from companion.errant.errants import Errant
from companion.errant.world import Npc
from companion.refusal import Malformed, Unknown
from companion.words.line import quoted
from companion.words.options import Arguments

T = TypeVar("T")


def npc_names(npc: Npc) -> tuple[str, str]:
    """What an NPC answers to."""
    return (npc.id, npc.name)


def either_names(either: Errant | Npc) -> tuple[str, str]:
    """What somebody answers to, of the Company or not."""
    return (either.id, either.name)


def find_npc(campaign: Campaign, name: str) -> Npc:
    """The NPC that is meant, by any part of the name. Unknown or Ambiguous."""
    try:
        return one("NPC", name, campaign.world.npcs, npc_names)
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"To make them: npc {quoted(name)}"
        raise


def first_named(
    arguments: Arguments, things: Iterable[T], names: Callable[[T], Iterable[str]]
) -> tuple[str, Arguments]:
    """`harl dunn banal`: as many arguments as stand so in a name of any of these, and what comes
    after them; the first alone where no more do."""
    known = [name.casefold() for thing in things for name in names(thing)]
    for end in range(len(arguments), 1, -1):
        typed = " ".join(arguments[:end])
        if any(typed.casefold() in name for name in known):
            return typed, arguments[end:]
    return "".join(arguments[:1]), arguments[1:]


def take_named(
    arguments: Arguments, word: str, things: Iterable[T], names: Callable[[T], Iterable[str]]
) -> tuple[str | None, Arguments]:
    """Who stands after a word, `by corvin half-hand`; None where the word is not there. Malformed
    when nothing follows it."""
    for at, argument in enumerate(arguments):
        if argument.casefold() == word:
            if at + 1 == len(arguments):
                raise Malformed(f"Somebody must follow «{argument}».")
            name, rest = first_named(arguments[at + 1 :], things, names)
            return name, arguments[:at] + rest
    return None, arguments
