"""Who is meant where a name has no quotes and the line goes on after it."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.commands.names import best, errant_called, one
from companion.commands.sitting import Sitting
from companion.errant.errants import Errant
from companion.errant.world import Faction, Npc
from companion.refusal import Impossible, Malformed, Unknown
from companion.words.line import quoted
from companion.words.options import Arguments

T = TypeVar("T")


def npc_names(npc: Npc) -> tuple[str, str]:
    """What an NPC answers to."""
    return (npc.id, npc.name)


def faction_names(faction: Faction) -> tuple[str, str]:
    """What a Faction answers to."""
    return (faction.id, faction.name)


def either_names(either: Errant | Npc) -> tuple[str, str]:
    """What somebody answers to, of the Company or not."""
    return (either.id, either.name)


def npcs_known(sitting: Sitting, name: str = "") -> list[Npc]:
    """Whom a name may mean: for the Guide everybody; for a player whom the Company has met, and
    whoever is called just so: a part of a name must not find those they know nothing of."""
    folded = name.casefold().strip()
    return [
        npc
        for npc in sitting.campaign.world.npcs
        if sitting.seat == "guide" or npc.met or folded in (npc.id, npc.name.casefold())
    ]


def find_npc(sitting: Sitting, name: str) -> Npc:
    """The NPC that is meant, by any part of the name. Unknown or Ambiguous; Impossible for one of
    the Company."""
    try:
        return one("NPC", name, npcs_known(sitting, name), npc_names)
    except Unknown as refusal:
        if errant := errant_called(sitting.campaign, name):
            raise Impossible(f"{errant.name} is of the Company, and no NPC.") from None
        if not refusal.hint:
            made = name.replace("-", "").isalpha()
            new = "" if sitting.seat == "guide" else "new "
            refusal.hint = f"To make them: npc {new}{name}" if made else "Who there is: npc"
        raise


def factions_known(sitting: Sitting, name: str = "") -> list[Faction]:
    """Which Factions a name may mean; a player knows those the players know of, and what is
    called just so."""
    folded = name.casefold().strip()
    return [
        faction
        for faction in sitting.campaign.world.factions
        if sitting.seat == "guide" or faction.met or folded in (faction.id, faction.name.casefold())
    ]


def find_faction(sitting: Sitting, name: str, *, making: bool = True) -> Faction:
    """The Faction that is meant, by any part of its name. Unknown or Ambiguous."""
    try:
        return one("Faction", name, factions_known(sitting, name), faction_names)
    except Unknown as refusal:
        if making and not refusal.hint:
            refusal.hint = f"To make it: faction {quoted(name)}"
        raise


def is_faction(sitting: Sitting, name: str) -> bool:
    """Whether a name may mean a Faction, or several."""
    return bool(best(name, factions_known(sitting, name), faction_names))


def is_npc(sitting: Sitting, name: str) -> bool:
    """Whether a name may mean an NPC, or several."""
    return bool(best(name, npcs_known(sitting, name), npc_names))


def npc_named_first(sitting: Sitting, arguments: Arguments) -> tuple[str, Arguments]:
    """`harl dunn banal`: the NPC's name, and what comes after it."""
    return first_named(arguments, sitting.campaign.world.npcs, npc_names)


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
