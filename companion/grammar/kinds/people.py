"""Which NPC or Faction is meant, also where a name has no quotes and the line goes on after it."""

from collections.abc import Iterable
from typing import TypeVar

from companion.errant.world import Faction, Npc
from companion.grammar.arguments import Arguments
from companion.grammar.context import Context
from companion.grammar.line import quote_name
from companion.grammar.names import find_exact_errant, find_one, match_names, take_leading_name
from companion.refusal import Impossible, Malformed, Unknown
from companion.text import make_slug

M = TypeVar("M", Npc, Faction)

RESERVED_NAMES = ("new", "remove")
"""Words that stand before a name: nobody can be called so."""


def _filter_nameable(context: Context, things: tuple[M, ...], line: str) -> tuple[M, ...]:
    """Which of them may be meant: for the Guide all; for a player those that are met, and those
    whose whole name is in the line: part of a name must not find somebody they know nothing of."""
    if context.seat == "guide":
        return things
    line = f" {line.casefold()} "
    return tuple(
        each
        for each in things
        if each.met
        or any(f" {name} " in line for name in (each.name.casefold(), make_slug(each.name)))
    )


def list_nameable_npcs(context: Context, line: str = "") -> tuple[Npc, ...]:
    """The NPCs a line may mean, at this seat."""
    return _filter_nameable(context, context.campaign.world.npcs, line)


def list_nameable_factions(context: Context, line: str = "") -> tuple[Faction, ...]:
    """The Factions a line may mean, at this seat."""
    return _filter_nameable(context, context.campaign.world.factions, line)


def find_npc(context: Context, name: str) -> Npc:
    """The NPC with this name, or part of a name. Raises Unknown or Ambiguous; Impossible for one of
    the Company."""
    try:
        return find_one("NPC", name, list_nameable_npcs(context, name))
    except Unknown as refusal:
        if errant := find_exact_errant(context.campaign, name):
            raise Impossible(f"{errant.name} is of the Company, and no NPC.") from None
        if not refusal.hint:
            made = name.replace("-", "").isalpha() and name.casefold() not in RESERVED_NAMES
            new = "" if context.seat == "guide" else "new "
            refusal.hint = f"To make them: npc {new}{name}" if made else "Who there is: npc"
        raise


def find_faction(context: Context, name: str) -> Faction:
    """The Faction with this name, or part of a name. Raises Unknown or Ambiguous."""
    try:
        return find_one("Faction", name, list_nameable_factions(context, name))
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"To make it: faction {quote_name(name)}"
        raise


def is_faction(context: Context, name: str) -> bool:
    """True for the name of a Faction, or a part of it."""
    return bool(match_names(name, list_nameable_factions(context, name)))


def is_npc(context: Context, name: str) -> bool:
    """True for the name of an NPC, or a part of it."""
    return bool(match_names(name, list_nameable_npcs(context, name)))


def take_npc_name(context: Context, arguments: Arguments) -> tuple[str, Arguments]:
    """`harl dunn banal`: the NPC's name, and what comes after it."""
    return take_leading_name(arguments, list_nameable_npcs(context, " ".join(arguments)))


def take_name_after(
    arguments: Arguments, word: str, things: Iterable[object]
) -> tuple[str | None, Arguments]:
    """The name after a word, `by corvin half-hand`; None if the word is not there. Raises Malformed
    if nothing follows it."""
    for at, argument in enumerate(arguments):
        if argument.casefold() == word:
            if at + 1 == len(arguments):
                raise Malformed(f"Somebody must follow «{argument}».")
            name, rest = take_leading_name(arguments[at + 1 :], things)
            return name, arguments[:at] + rest
    return None, arguments
