"""NPCs and Factions in a line: which is meant, also where a name has no quotes and the line goes on
after it; and what is said of how they take to the Company."""

import re
from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.errant.company import Errant
from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION
from companion.errant.world import Faction, Npc
from companion.grammar.argument_kind import (
    Completing,
    Completion,
    Kind,
    LineSoFar,
    Things,
    Words,
    WrongFormError,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.company import take_errant
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    choose_shown_name,
    find_errant,
    find_exact_errant,
    find_one_by_name,
    match_things_by_name,
    take_leading_name,
)
from companion.grammar.option_and_number_parsing import (
    Arguments,
    Setting,
    parse_value_or_change,
    take_signed_numbers,
)
from companion.refusal import Impossible, Malformed, Unknown, suggest_similar_words
from companion.text_cleaning import quote_name

M = TypeVar("M", Npc, Faction)

RESERVED_NAMES = ("new", "remove")
"""Words that stand before a name: nobody can be called so."""
_SMALL_WORDS_BEFORE = re.compile(r"(?i)^(?:(?:to|with|at|the|an?) )+")
"""What people say before a name: `talk to the blacksmith`."""


def _filter_those_nameable_here(context: Context, things: tuple[M, ...]) -> tuple[M, ...]:
    """Which of them may be meant: for the Guide all, for a player those that are met."""
    return things if context.is_guide else tuple(each for each in things if each.met)


def list_nameable_npcs(context: Context) -> tuple[Npc, ...]:
    """The NPCs a line may mean, at this seat."""
    return _filter_those_nameable_here(context, context.campaign.world.npcs)


def list_nameable_factions(context: Context) -> tuple[Faction, ...]:
    """The Factions a line may mean, at this seat."""
    return _filter_those_nameable_here(context, context.campaign.world.factions)


def find_npc(context: Context, name: str) -> Npc:
    """The NPC with this name, or part of a name. Raises Unknown or Ambiguous; Impossible for one of
    the Company."""
    try:
        return find_one_by_name("NPC", name, list_nameable_npcs(context))
    except Unknown as refusal:
        if errant := find_exact_errant(context.campaign, name):
            message = f"{errant.name} is of the Company, and no NPC."
            raise Impossible(message, "Who there is: npc") from None
        if not refusal.hint:
            plain = _SMALL_WORDS_BEFORE.sub("", name)
            may_make = context.is_guide and plain.casefold() not in RESERVED_NAMES
            is_name = may_make and plain.replace("-", "").isalpha()
            refusal.hint = f"To make them: npc {plain}" if is_name else "Who there is: npc"
        raise


def find_faction(context: Context, name: str) -> Faction:
    """The Faction with this name, or part of a name. Raises Unknown or Ambiguous."""
    try:
        return find_one_by_name("Faction", name, list_nameable_factions(context))
    except Unknown as refusal:
        way = f"To make it: faction new {quote_name(name)}"
        refusal.hint = refusal.hint or (way if context.is_guide else "Which there are: faction")
        raise


def is_name_of_known_faction(context: Context, name: str) -> bool:
    """True for a name, or part of one, of a Faction that this seat may know of."""
    return bool(match_things_by_name(name, list_nameable_factions(context)))


def is_name_of_known_npc(context: Context, name: str) -> bool:
    """True for a name, or part of one, of an NPC that this seat may know of."""
    return bool(match_things_by_name(name, list_nameable_npcs(context)))


def take_npc_name(context: Context, arguments: Arguments) -> tuple[str, Arguments]:
    """`harl dunn banal`: the NPC's name, and what comes after it."""
    return take_leading_name(arguments, list_nameable_npcs(context))


def take_name_after_word(
    arguments: Arguments, word: str, things: Iterable[object]
) -> tuple[str | None, Arguments]:
    """The name after a word, `by corvin half-hand`; None if the word is not there. Raises Malformed
    if nothing follows it."""
    for at, argument in enumerate(arguments):
        if argument.casefold() == word:
            if at + 1 == len(arguments):
                who = [quote_name(choose_shown_name(each)) for each in things]
                raise Malformed(f"Somebody must follow «{argument}».", instead=who)
            name, rest = take_leading_name(arguments[at + 1 :], things)
            return name, arguments[:at] + rest
    return None, arguments


_AFTER_NAMES = ("is", "by", "vs", "with", "up", "down", "lowest")


def _split_name_from_rest(
    words: Words, so_far: LineSoFar, named: Iterable[Npc | Faction]
) -> tuple[str, Words]:
    """The name at the front and the words after it. A name that nobody has goes on to a number, an
    Errant, or a word that comes after names."""
    name, left = take_leading_name(words, named)
    if match_things_by_name(name, named):
        return name, left
    for at, word in enumerate(words):
        is_number = word.lstrip("+-").isdecimal()
        is_errant = find_exact_errant(so_far.campaign, word) is not None
        if at and (word.casefold() in _AFTER_NAMES or is_number or is_errant):
            return " ".join(words[:at]), words[at:]
    return " ".join(words), ()


def take_npc(words: Words, so_far: LineSoFar) -> tuple[Npc, Words]:
    """An NPC by as many words as stand in a name. Raises Unknown, Ambiguous or Impossible."""
    name, left = _split_name_from_rest(words, so_far, list_nameable_npcs(so_far.context))
    return find_npc(so_far.context, name), left


def _refuse_bare_number(left: Words) -> None:
    """Raises Malformed for a number that follows a name: it may be a score or a modifier."""
    if left and left[0].isdecimal():
        ways = (f"is {left[0]}", f"+{left[0]}")
        raise Malformed(f"What is the {left[0]}?", typed=left[0], instead=ways)


def _take_npc_who_reacts(words: Words, so_far: LineSoFar) -> tuple[Npc, Words]:
    """The NPC at the front. Raises Malformed where a bare number follows."""
    npc, left = take_npc(words, so_far)
    _refuse_bare_number(left)
    return npc, left


def _take_who_has_morale(words: Words, so_far: LineSoFar) -> tuple[Npc | Errant, Words]:
    """An NPC, a Retainer or an animal. Raises Unknown, Ambiguous, or Impossible for an Errant."""
    errants = so_far.campaign.errants
    name, left = take_leading_name(words, errants)
    npc_name, after_npc = take_npc_name(so_far.context, words)
    may_be_npc = is_name_of_known_npc(so_far.context, npc_name) and len(after_npc) <= len(left)
    if may_be_npc or not match_things_by_name(name, errants):
        return _take_npc_who_reacts(words, so_far)
    errant = find_errant(so_far.campaign, name)
    if errant.kind not in ("retainer", "animal"):
        raise Impossible(f"{errant.name} needs no Morale.", "NPCs, Retainers and animals do.")
    _refuse_bare_number(left)
    return errant, left


def _take_courting_errant(words: Words, so_far: LineSoFar) -> tuple[Errant, Words]:
    """The Errant who courts. Raises WrongFormError for a change of the bond, as `up 1`."""
    if words[0].casefold() in ("by", "up", "down"):
        raise WrongFormError
    return take_errant(words, so_far)


def _take_courted_npc_or_faction(words: Words, so_far: LineSoFar) -> tuple[Npc | Faction, Words]:
    """An NPC, or else a Faction. Raises Unknown or Ambiguous."""
    context = so_far.context
    npcs, factions = list_nameable_npcs(context), list_nameable_factions(context)
    name, left = _split_name_from_rest(words, so_far, (*npcs, *factions))
    if is_name_of_known_npc(context, name):
        return find_npc(context, name), left
    if is_name_of_known_faction(context, name):
        return find_faction(context, name), left
    known = [choose_shown_name(each) for each in (*npcs, *factions)]
    hint = suggest_similar_words(name, known) or "Who there is: npc, or faction"
    raise Unknown(f"There is no NPC and no Faction «{name}».", hint)


NPCS = Things(
    "NPC", lambda so_far: list_nameable_npcs(so_far.context), attrgetter("name"), listed_by="npc"
)
FACTIONS = Things(
    "Faction",
    lambda so_far: list_nameable_factions(so_far.context),
    attrgetter("name"),
    listed_by="faction",
)
PERSONS = Things(
    "Errant",
    lambda so_far: (each for each in so_far.campaign.errants if each.is_person),
    attrgetter("name"),
)
"""The Errants and Retainers."""
_FOLLOWERS = Things(
    "ally",
    lambda so_far: (e for e in so_far.campaign.errants if e.kind in ("retainer", "animal")),
    attrgetter("name"),
)


def complete_npcs_and_others(others: Things[Any]) -> Completing:
    """Completes NPCs, and these others after them."""
    return lambda so_far: chain(NPCS.list_completions(so_far), others.list_completions(so_far))


def _parse_bond_value_or_change(typed: str) -> Setting:
    return parse_value_or_change(typed, MIN_DISPOSITION, MAX_DISPOSITION, what="bond")


def _make_modifiers_kind(more: str, less: str) -> Kind[tuple[int, ...]]:
    found = (Completion("+1", more), Completion("-1", less))
    return Kind.make_kind_found_anywhere(
        "modifiers", "±N", take_signed_numbers, lambda _so_far: found
    )


def _make_score_kind(name: str, what: str) -> Kind[int]:
    """A number within the bounds of disposition and Morale."""
    return Kind.make_number(name, what, MIN_DISPOSITION, MAX_DISPOSITION, example="7")


def _take_only_question_mark(words: Words, _so_far: LineSoFar) -> tuple[None, Words]:
    """`?` alone, by which an NPC is drawn. Raises WrongFormError for anything else."""
    if words != ("?",):
        raise WrongFormError
    return None, ()


def _complete_just_met_npcs_first(so_far: LineSoFar) -> Iterable[Completion]:
    """Everybody, first whom the Company met in this Turn."""
    met = so_far.campaign.book.met.npc if so_far.context.is_guide else ""
    found = next((each for each in so_far.campaign.world.npcs if each.id == met), None)
    names = (met, found.name.casefold()) if found else ()
    offered = NPCS.complete(so_far)
    return sorted(offered, key=lambda each: each.text.strip('"').casefold() not in names)


_MODIFIERS = _make_modifiers_kind("they like it more", "they like it less")
_NPC = Kind("npc", "NPC", "Which NPC?", take_npc, NPCS.complete)
_PERSON = Kind("person", "ERRANT", "Which Errant?", take_errant, PERSONS.complete)
_WAYS = {"up": "to be liked more", "down": "to be liked less"}
_DRAWING = complete_fixed_words({"?": "drawn from the tables"})

KINDS: dict[str, Kind[Any]] = {
    "NPC": _NPC,
    "REACTING": replace(_NPC, take=_take_npc_who_reacts, complete=_complete_just_met_npcs_first),
    "FIGHTER": Kind(
        "fighter",
        "NPC|RETAINER|ANIMAL",
        "Whose Morale?",
        _take_who_has_morale,
        complete_npcs_and_others(_FOLLOWERS),
    ),
    "NPC|FACTION": Kind(
        "courted",
        "NPC|FACTION",
        "Court whom?",
        _take_courted_npc_or_faction,
        complete_npcs_and_others(FACTIONS),
    ),
    "PERSON": _PERSON,
    "COURTIER": replace(_PERSON, take=_take_courting_errant),
    "up|down": Kind.make_choice("way", "way", _WAYS),
    "BOND": Kind.make_word(
        "bond", "N|±N", "What is the bond?", _parse_bond_value_or_change, _MODIFIERS.complete, "9"
    ),
    "lowest": Kind.make_flag("lowest", {"lowest": "of several bonds"}),
    "DISPOSITION": _make_score_kind("disposition", "disposition"),
    "MORALE": _make_score_kind("morale", "Morale"),
    "MODIFIERS": _MODIFIERS,
    "FEARS": _make_modifiers_kind("they lose heart sooner", "they stand longer"),
    "GONE-NPC": NPCS.make_kind("gone", "NAME", "Who is gone?"),
    "DRAWN-NPC": Kind("_drawn", "?", "", _take_only_question_mark, _DRAWING),
    "GONE-FACTION": FACTIONS.make_kind("gone", "NAME", "Which Faction is gone?"),
}
