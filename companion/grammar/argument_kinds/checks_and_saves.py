"""A Check in a line: who makes it, of which Attribute, against whom, and its DV, Position, Impact,
helps and hindrances."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.errant.checks_and_saves import ATTRIBUTES, CHECK_SIDES, Attribute
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Words,
    WrongFormError,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.npcs_and_factions import (
    NPCS,
    PERSONS,
    complete_npcs_and_others,
    find_npc,
    is_name_of_known_npc,
    list_nameable_npcs,
    take_name_after_word,
    take_npc,
    take_npc_name,
)
from companion.grammar.argument_kinds.terms_of_checks import (
    STAKES_WORDS,
    CheckTerms,
    parse_check_terms,
    refuse_misplaced_secret,
)
from companion.grammar.name_matching import (
    find_errant,
    find_exact_errant,
    find_one_by_name,
    match_things_by_name,
    require_errant_or_retainer,
    take_leading_name,
)
from companion.grammar.option_and_number_parsing import Arguments, take_keyword
from companion.refusal import Impossible, Malformed, Unknown, find_similar_words, join_words
from companion.text_cleaning import quote_name

_ENCUMBRANCE_WORDS = ("physical", "stabilise")
"""Checks that Encumbrance makes harder (Items & Equipment, Encumbrance)."""
_MIN_NAME_LENGTH = 3
"""Shorter words may begin a name: `with a rope -2` names nobody."""
ATTRIBUTE_WORDS: dict[str, Attribute] = {
    **{each: each for each in ATTRIBUTES},
    "physique": "phys",
    "presence": "pres",
}


class Striver(NamedTuple):
    """The other side of an Opposed Check: an Errant with an Attribute, or an NPC, who has none."""

    person: Errant | Npc
    attribute: Attribute | None
    terms: CheckTerms


def _take_who_checks(words: Words, so_far: LineSoFar) -> tuple[Errant, Words]:
    """Whoever makes a Check: all the words before an Attribute, else a name at the front. Raises
    Unknown, Ambiguous, Malformed, or Impossible for who makes none."""
    campaign, context = so_far.campaign, so_far.context
    refuse_misplaced_secret(words)
    ends = [at for at, word in enumerate(words) if at and word.casefold() in ATTRIBUTE_WORDS]
    who, left = " ".join(words[: ends[0]]) if ends else "", words[ends[0] :] if ends else ()
    if not ends:
        who, left = take_leading_name(words, campaign.errants)
    if who.casefold() in ATTRIBUTE_WORDS:
        raise Malformed("Whose Check, of which Attribute?", "Try: check bree phys dv 4")
    if not match_things_by_name(who, campaign.errants) and is_name_of_known_npc(context, who):
        other = find_npc(context, who)
        way = (
            f"save {quote_typed_name(other)}"
            if context.word == "save"
            else f"check bree phys vs {quote_typed_name(other)}"
        )
        raise Impossible(f"{other.name} has no Attributes, and rolls by Threat.", f"Try: {way}")
    return require_errant_or_retainer(find_errant(campaign, who), "makes no Checks"), left


def _parse_attribute(typed: str) -> Attribute:
    attribute = ATTRIBUTE_WORDS.get(typed.casefold())
    if attribute is None:
        near = find_similar_words(typed, ATTRIBUTE_WORDS)
        hint, ways = ("", near) if near else (f"They are {_ATTRIBUTES}.", ATTRIBUTES[:1])
        raise Unknown(f"There is no Attribute «{typed}».", hint, typed=typed, instead=ways)
    return attribute


def _read_npc_and_check_terms(words: Words, so_far: LineSoFar) -> CheckTerms:
    """`[physical|stabilise] [with NPC]` and the terms of any Check."""
    is_physical, rest = take_keyword(words, *_ENCUMBRANCE_WORDS)
    npc, rest = _take_social_npc(so_far, rest)
    return parse_check_terms(rest)._replace(is_physical=is_physical is not None, npc=npc)


def _take_social_npc(so_far: LineSoFar, arguments: Arguments) -> tuple[Npc | None, Arguments]:
    """The NPC after `with`. `with a rope -2` is a help like any other."""
    context = so_far.context
    name, rest = take_name_after_word(arguments, "with", list_nameable_npcs(context))
    if name is None:
        return None, arguments
    helps = any(argument[:1] in "+-" for argument in rest)
    too_short = len(name) < _MIN_NAME_LENGTH
    if helps and (too_short or not is_name_of_known_npc(context, name)):
        return None, arguments
    return find_npc(context, name), rest


def _read_opponent(words: Words, so_far: LineSoFar) -> Striver:
    """The other side of an Opposed Check, with all that follows `vs`."""
    if any(word.casefold() in ATTRIBUTE_WORDS for word in words[1:]):
        errant, left = _take_who_checks(words, so_far)
        return Striver(
            errant, _parse_attribute(left[0]), _read_npc_and_check_terms(left[1:], so_far)
        )
    name, _ = take_npc_name(so_far.context, words)
    if errant_named := find_exact_errant(so_far.campaign, name):
        raise Malformed(
            f"By which Attribute does {errant_named.name} strive?",
            typed=f"vs {name}",
            instead=[f"vs {quote_name(name)} {each}" for each in ATTRIBUTES],
        )
    npc, left = take_npc(words, so_far)
    return Striver(npc, None, parse_check_terms(left))


def _take_warding_npc(words: Words, so_far: LineSoFar) -> tuple[Npc, Words]:
    """An NPC who wards something off, by Threat; an Errant does so by an Attribute."""
    has_attribute = any(word.casefold() in ATTRIBUTE_WORDS for word in words[1:])
    if has_attribute or not is_name_of_known_npc(
        so_far.context, take_npc_name(so_far.context, words)[0]
    ):
        raise WrongFormError
    return take_npc(words, so_far)


def _take_danger_warded_off(words: Words, so_far: LineSoFar) -> tuple[int | Errant | Npc, Words]:
    """What is warded off: a number, or whoever it comes from. Raises Unknown or Ambiguous, or
    Impossible for a number that nobody has."""
    number = words[0]
    if number.isdecimal():
        if len(number) > 2 or int(number) > CHECK_SIDES:
            hint = f"It is from 0 to {CHECK_SIDES}."
            raise Impossible(f"{number} is nobody's Threat or Renown.", hint)
        return int(number), words[1:]
    npcs = list_nameable_npcs(so_far.context)
    known: list[Errant | Npc] = [*so_far.campaign.errants, *npcs]
    name, left = take_leading_name(words, known)
    return find_one_by_name("Errant or NPC", name, known, listed="company, or npc"), left


_ATTRIBUTES = join_words(ATTRIBUTES)
_OPPONENTS = complete_npcs_and_others(PERSONS)
_SAVING = "Who wards off what? (The campaign needs no saving: every line is on disk.)"
_PLAIN_TERMS = "[dv N] [shaky|risky|dire] [weak|fair|strong] [NAME ±N]…"
_TERMS = "[dv N] [shaky|dire] [weak|strong] [physical|stabilise] [with NPC] [NAME ±N]…"
_SOCIAL = {
    "physical": "Encumbrance counts",
    "stabilise": "Encumbrance counts",
    "with": "whose disposition counts",
}


def _make_check_terms_kind(
    usage: str, read: Callable[[Words, LineSoFar], CheckTerms], described: Mapping[str, str]
) -> Kind[CheckTerms]:
    """The terms of a Check; those that are not typed yet are offered, after `with` an NPC."""
    choices = complete_fixed_words(described)

    def complete(so_far: LineSoFar) -> Iterable[Completion]:
        last = so_far.casefolded_words_before[-1:]
        if last == ("with",) and "with" in described:
            return NPCS.list_completions(so_far)
        return () if last == ("dv",) else choices(so_far)

    made = Kind.make_rest_of_line("terms", usage, "What of it?", read, complete)
    return replace(made, links=("dv", "with"))


_CHECKER = Kind("errant", "ERRANT", "Whose Check?", _take_who_checks, PERSONS.complete)

KINDS: dict[str, Kind[Any]] = {
    "CHECKER": _CHECKER,
    "SAVER": replace(_CHECKER, question=_SAVING),
    "WARDING": Kind("npc", "NPC", _SAVING, _take_warding_npc, NPCS.complete),
    "ATTRIBUTE": Kind.make_word(
        "attribute",
        "ATTRIBUTE",
        f"Of which Attribute: {join_words(ATTRIBUTES, 'or')}?",
        _parse_attribute,
        complete_fixed_words(
            {
                "phys": "power, toughness",
                "skill": "quickness, perception",
                "mind": "knowledge, reason",
                "pres": "charm, willpower",
            }
        ),
    ),
    "TERMS": _make_check_terms_kind(_TERMS, _read_npc_and_check_terms, {**STAKES_WORDS, **_SOCIAL}),
    "STAKES": _make_check_terms_kind(
        _PLAIN_TERMS, lambda words, _so_far: parse_check_terms(words), STAKES_WORDS
    ),
    "OPPONENT": Kind.make_rest_of_line(
        "opponent", "NPC|ERRANT ATTRIBUTE", "Against whom?", _read_opponent, _OPPONENTS, "wim skill"
    ),
    "DANGER": Kind("danger", "NPC|ERRANT|N", "What is it?", _take_danger_warded_off, _OPPONENTS),
    "CHANCE": Kind.make_flag("is_asking", {"?": "only the chance"}),
}
