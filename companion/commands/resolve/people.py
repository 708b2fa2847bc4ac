"""Who is meant where a name has no quotes and the line goes on after it."""

from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Protocol, TypeVar

from companion.commands.context import Context
from companion.commands.resolve.names import find_exact_errant, find_one, match_names
from companion.errant.errants import Errant
from companion.errant.world import Faction, Npc
from companion.grammar.arguments import Arguments
from companion.grammar.line import quote_name
from companion.refusal import Impossible, Malformed, Unknown
from companion.text import make_slug

T = TypeVar("T")

RESERVED_NAMES = ("new", "remove")
"""What nobody can be called: it stands before a name."""


npc_names: Callable[[Npc], tuple[str, str]] = attrgetter("id", "name")
"""What an NPC answers to; asked of every one of thousands."""


def faction_names(faction: Faction) -> tuple[str, str]:
    """What a Faction answers to."""
    return (faction.id, faction.name)


def person_names(either: Errant | Npc) -> tuple[str, str]:
    """What somebody answers to, of the Company or not."""
    return (either.id, either.name)


class _Meetable(Protocol):
    """An NPC or a Faction."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def met(self) -> bool: ...


M = TypeVar("M", bound=_Meetable)


def _filter_nameable(context: Context, things: tuple[M, ...], said: str) -> tuple[M, ...]:
    """Which of them may be meant: for the Guide all; for a player those that are met, and what is
    wholly named in what was `said`: a part of a name must not find what they know nothing of."""
    if context.seat == "guide":
        return things
    said = f" {said.casefold()} "
    return tuple(
        each
        for each in things
        if each.met
        or any(f" {name} " in said for name in (each.name.casefold(), make_slug(each.name)))
    )


def list_nameable_npcs(context: Context, said: str = "") -> tuple[Npc, ...]:
    """Whom a line may mean, at this seat."""
    return _filter_nameable(context, context.campaign.world.npcs, said)


def list_nameable_factions(context: Context, said: str = "") -> tuple[Faction, ...]:
    """Which Factions a line may mean, at this seat."""
    return _filter_nameable(context, context.campaign.world.factions, said)


def is_unknown_id(name: str, known: Collection[M], everything: Iterable[M]) -> bool:
    """True where one who is not `known` at this seat has the id that this name makes: another id
    with a number after it would give them away."""
    made = make_slug(name)
    return any(each.id == made and each not in known for each in everything)


def find_npc(context: Context, name: str) -> Npc:
    """The NPC that is meant, by any part of the name. Unknown or Ambiguous; Impossible for one of
    the Company."""
    try:
        return find_one("NPC", name, list_nameable_npcs(context, name), npc_names)
    except Unknown as refusal:
        if errant := find_exact_errant(context.campaign, name):
            raise Impossible(f"{errant.name} is of the Company, and no NPC.") from None
        if not refusal.hint:
            made = name.replace("-", "").isalpha() and name.casefold() not in RESERVED_NAMES
            new = "" if context.seat == "guide" else "new "
            refusal.hint = f"To make them: npc {new}{name}" if made else "Who there is: npc"
        raise


def find_faction(context: Context, name: str) -> Faction:
    """The Faction that is meant, by any part of its name. Unknown or Ambiguous."""
    try:
        return find_one("Faction", name, list_nameable_factions(context, name), faction_names)
    except Unknown as refusal:
        if not refusal.hint:
            refusal.hint = f"To make it: faction {quote_name(name)}"
        raise


def is_faction(context: Context, name: str) -> bool:
    """Whether a name may mean a Faction, or several."""
    return bool(match_names(name, list_nameable_factions(context, name), faction_names))


def is_npc(context: Context, name: str) -> bool:
    """Whether a name may mean an NPC, or several."""
    return bool(match_names(name, list_nameable_npcs(context, name), npc_names))


def take_npc_name(context: Context, arguments: Arguments) -> tuple[str, Arguments]:
    """`harl dunn banal`: the NPC's name, and what comes after it."""
    return take_leading_name(arguments, list_nameable_npcs(context, " ".join(arguments)), npc_names)


def take_leading_name(
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


def take_name_after(
    arguments: Arguments, word: str, things: Iterable[T], names: Callable[[T], Iterable[str]]
) -> tuple[str | None, Arguments]:
    """Who stands after a word, `by corvin half-hand`; None where the word is not there. Malformed
    when nothing follows it."""
    for at, argument in enumerate(arguments):
        if argument.casefold() == word:
            if at + 1 == len(arguments):
                raise Malformed(f"Somebody must follow «{argument}».")
            name, rest = take_leading_name(arguments[at + 1 :], things, names)
            return name, arguments[:at] + rest
    return None, arguments
