"""Which place, Settlement or hex is meant by what is typed, at the seat that types it."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from companion.campaign.places_known_to_players import list_sites_for_seat
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Hex, Settlement, SettlementType, Site
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Things,
    Words,
    WrongFormError,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.numbers_and_text import read_rest_of_line
from companion.grammar.context import Context
from companion.grammar.name_matching import find_one_by_name, get_names
from companion.grammar.option_and_number_parsing import take_trailing_keyword
from companion.refusal import Impossible, Malformed, Refusal, Unknown
from companion.text_cleaning import quote_name

_Place: TypeAlias = Site | Settlement
_HEX = re.compile(r"([+-]?\d{1,5}),([+-]?\d{1,5})")


def parse_hex_coordinates(typed: str) -> Hex | None:
    """The axial coordinates in `2,-1`; None for anything else."""
    found = _HEX.fullmatch(typed.replace(" ", ""))
    return (int(found[1]), int(found[2])) if found else None


def list_nameable_sites(context: Context) -> tuple[Site | Settlement, ...]:
    """The places and Settlements a line may mean: all for the Guide, for a player those they know
    of."""
    return list_sites_for_seat(context.campaign, guide=context.is_guide)


def list_nameable_settlements(context: Context) -> tuple[Settlement, ...]:
    """The Settlements a line may mean: all for the Guide, for a player those they know of."""
    return tuple(site for site in list_nameable_sites(context) if isinstance(site, Settlement))


_KNOWN = "Ask the Guide. To see the places you know: known"


def find_place(context: Context, typed: str) -> Site | Settlement:
    """A place or a Settlement by any part of its name. Raises Unknown or Ambiguous."""
    try:
        return find_one_by_name("place", typed, list_nameable_sites(context))
    except Unknown as refusal:
        way = f"To make it: settlement {quote_name(typed)} town"
        refusal.hint = refusal.hint or (way if context.is_guide else _KNOWN)
        raise


def _parse_new_hex(typed: str) -> Hex:
    """Raises Malformed for what is no hex."""
    if (there := parse_hex_coordinates(typed)) is None:
        raise Malformed(f"«{typed}» is no hex.", "Two whole numbers, as 2,-1.")
    return there


def _take_new_place_name(words: Words, _so_far: LineSoFar) -> tuple[str, Words]:
    """All words but the last, which says what it is."""
    return " ".join(words[:-1] or words), words[-1:] if words[1:] else ()


def _take_stash_place(words: Words, _so_far: LineSoFar) -> tuple[str | None, Words]:
    """What stands after the last `at`. Raises Malformed if nothing does."""
    for at in range(len(words) - 1, 0, -1):
        if words[at].casefold() == "at":
            if at + 1 == len(words):
                raise Malformed("Stash it where?", instead=('"the old well"',))
            return " ".join(words[at + 1 :]), words[:at]
    return None, words


def _complete_stash_places(so_far: LineSoFar) -> Iterator[Completion]:
    if so_far.casefolded_words_before[-1:] == ("at",):
        for site in so_far.nameable_sites:
            yield Completion(quote_typed_name(site), site.name, get_names(site))
    elif len(so_far.before) > 1 and "at" not in so_far.casefolded_words_before:
        yield Completion("at", "another place than here")


def _describe_place(place: Site | Settlement) -> str:
    """Its name and type; whether a sign waits there is nobody's to see."""
    return f"{place.name}, {place.type}" if isinstance(place, Settlement) else place.name


NEW_NAMES = "Who there is, and where, is the Guide's to say."
NOTE_NAME = "Try: note Brother Odo keeps the ferry"
"""The refusal of a new name at a player's seat: one that is taken would give away whose it is."""


SIGNS = "The signs that wait are for the Guide alone."
NOTE_SIGN = "Try: note the reeds are bent"


def require_guide_seat(context: Context, message: str, hint: str) -> None:
    """Raises Impossible at a player's seat: only the Guide may do this."""
    if not context.is_guide:
        raise Impossible(message, hint)


def _find_place_of_sign(typed: str, so_far: LineSoFar) -> _Place:
    """The place where a sign waits; for the Guide alone."""
    require_guide_seat(so_far.context, SIGNS, NOTE_SIGN)
    return find_place(so_far.context, typed)


def _find_place_to_make_known(typed: str, so_far: LineSoFar) -> _Place:
    """The place that players are to know of; for the Guide alone."""
    require_guide_seat(
        so_far.context, "What the players know of is the Guide's to say.", "Try: known"
    )
    return find_place(so_far.context, typed)


def _find_place_arrived_at(typed: str, so_far: LineSoFar) -> _Place:
    """Where the Company comes, or a Turn begins. Raises Unknown or Ambiguous; what they explore
    need have no name here."""
    try:
        return find_place(so_far.context, typed)
    except Unknown as refusal:
        turns = so_far.campaign.turns
        if so_far.context.is_guide and turns and turns[-1].type == _TRAVELLING[0]:
            refusal.hint = f"{refusal.hint}. {_EXPLORE}"
        raise


_EXPLORE = "To explore it without its name: zoom exploration"
_TRAVELLING = ("travel", "to")


class Destination(NamedTuple):
    """Whither somebody travels, as it was typed, and the place that it names; None for one that has
    no name, or none that the players know."""

    text: str
    place: _Place | None = None


def _read_destination(words: Words, so_far: LineSoFar) -> Destination:
    """`travel to PLACE`. Raises WrongFormError for anything else that is done."""
    begun, typed = tuple(word.casefold() for word in words[:2]), " ".join(words[2:])
    if begun != _TRAVELLING or not typed:
        raise WrongFormError
    try:
        place = find_one_by_name("place", typed, list_sites_for_seat(so_far.campaign, guide=False))
    except Refusal:
        return Destination(typed)
    return Destination(place.name, place)


def _complete_destinations(so_far: LineSoFar) -> Iterator[Completion]:
    """`travel to` in a Travel Turn, and then whither."""
    turns = so_far.campaign.turns
    if not turns or turns[-1].type != "travel":
        return
    if not so_far.before:
        yield Completion("travel to", "a journey")
    elif so_far.casefolded_words_before == _TRAVELLING:
        yield from PLACES.list_completions(so_far)


def _make_place_kind(question: str, find: Callable[[str, LineSoFar], _Place]) -> Kind[_Place]:
    return Kind.make_text("place", "PLACE", question, find, PLACES.complete, "chapel")


def _take_last_yes_or_no(words: Words, _so_far: LineSoFar) -> tuple[bool, Words]:
    """`yes` or `no` at the end; yes where neither is said."""
    answer, left = take_trailing_keyword(words, "yes", "no")
    return answer != "no", left


PLACES = Things[_Place]("place", lambda so_far: so_far.nameable_sites, _describe_place)
SETTLEMENTS = Things(
    "Settlement",
    lambda so_far: list_nameable_settlements(so_far.context),
    _describe_place,
    listed_by="known",
)
_TYPES: dict[SettlementType, str] = {
    "hamlet": "10 souls",
    "village": "100",
    "town": "500",
    "city": "1,000",
    "metropolis": "10,000",
}
KINDS: dict[str, Kind[Any]] = {
    "SETTLEMENT": SETTLEMENTS.make_kind("settlement", "SETTLEMENT", "Which Settlement?"),
    "NEW-NAME": Kind("name", "NAME", "Which Settlement?", _take_new_place_name, example="Saltford"),
    "SETTLEMENT-TYPE": Kind.make_choice("settlement_type", "Settlement Type", _TYPES),
    "STASH-PLACE": Kind(
        "stash_place", "at PLACE", "Where?", _take_stash_place, _complete_stash_places, "anywhere"
    ),
    "HEX": Kind.make_word("place", "Q,R", "On which hex?", _parse_new_hex, example="2,-1"),
    "ARRIVAL": replace(
        _make_place_kind("At which place?", _find_place_arrived_at), position="front"
    ),
    "DESTINATION": Kind.make_rest_of_line(
        "destination",
        "travel to PLACE",
        "Whither?",
        _read_destination,
        _complete_destinations,
        "travel to reedmarket",
    ),
    "ENCOUNTER…": Kind.make_text(
        "encounter",
        "ENCOUNTER…",
        "Whom does it foretell?",
        read_rest_of_line,
        example="the tithe collectors",
    ),
    "SIGN-PLACE": _make_place_kind("Where?", _find_place_of_sign),
    "KNOWABLE": _make_place_kind("Which place?", _find_place_to_make_known),
    "YES": Kind(
        "is_known",
        "yes|no",
        "",
        _take_last_yes_or_no,
        complete_fixed_words({"yes": "they know of it", "no": "they know nothing of it"}),
        "end",
    ),
}
