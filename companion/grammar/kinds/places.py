"""Which place, Settlement or hex is meant by what is typed, at the seat that types it."""

import re
from collections.abc import Iterator
from typing import Any

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import list_sites_for_seat
from companion.errant.world import SETTLEMENT_TYPES, Hex, Settlement, Site
from companion.grammar.arguments import take_last
from companion.grammar.context import Context
from companion.grammar.kind import Completion, Kind, Scene, Words, make_choices
from companion.grammar.kinds.numbers import WORDS, make_choice
from companion.grammar.line import quote_name
from companion.grammar.names import find_one
from companion.refusal import Impossible, Malformed, Unknown

_HEX = re.compile(r"([+-]?\d{1,5}),([+-]?\d{1,5})")


def parse_hex(typed: str) -> Hex | None:
    """The axial coordinates in `2,-1`; None for anything else."""
    found = _HEX.fullmatch(typed.replace(" ", ""))
    return (int(found[1]), int(found[2])) if found else None


def list_nameable_sites(context: Context, named: str = "") -> tuple[Site | Settlement, ...]:
    """The places and Settlements a line may mean: all for the Guide; for a player those they know
    of, and one that is `named` wholly."""
    named = "" if context.is_completing else named
    return list_sites_for_seat(context.campaign, guide=context.is_guide, named=named)


def list_nameable_settlements(context: Context) -> tuple[Settlement, ...]:
    """The Settlements a line may mean: all for the Guide, for a player those they know of."""
    return tuple(site for site in list_nameable_sites(context) if isinstance(site, Settlement))


def find_place(context: Context, typed: str, *, arriving: bool = False) -> Site | Settlement:
    """A place or a Settlement by any part of its name. A player who is `arriving` at one they do
    not know of yet must name it wholly. Raises Unknown or Ambiguous."""
    try:
        return find_one("place", typed, list_nameable_sites(context, typed if arriving else ""))
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"To make it: settlement {quote_name(typed)} town"
        raise


def find_settlement(context: Context, typed: str) -> Settlement:
    """A Settlement by any part of its name. Raises Unknown or Ambiguous."""
    return find_one("Settlement", typed, list_nameable_settlements(context))


def find_place_name(campaign: Campaign, place_id: str) -> str:
    """The name of a place or Settlement; its id if there is none of this id."""
    return next((site.name for site in campaign.world.sites if site.id == place_id), place_id)


def find_place_id_here(campaign: Campaign) -> str:
    """The id of the place of the innermost Turn; "" if the Company is nowhere."""
    return campaign.turns[-1].place if campaign.turns else ""


def _take_settlement(words: Words, scene: Scene) -> tuple[Settlement, Words]:
    return find_settlement(scene.context, " ".join(words)), ()


def _take_hex(words: Words, _scene: Scene) -> tuple[Hex, Words]:
    """Raises Malformed for what is no hex."""
    if (there := parse_hex(words[0])) is None:
        raise Malformed(f"«{words[0]}» is no hex.", "Two whole numbers, as 2,-1.")
    return there, words[1:]


def _take_new_name(words: Words, _scene: Scene) -> tuple[str, Words]:
    """All words but the last, which says what it is."""
    return " ".join(words[:-1] or words), words[-1:] if words[1:] else ()


def _complete_settlements(scene: Scene) -> Iterator[Completion]:
    """Every Settlement known at this seat."""
    for each in () if scene.before else scene.sites:
        if isinstance(each, Settlement):
            yield Completion(quote_name(each.id), f"{each.name}, {each.type}", (each.id, each.name))


def _take_stash_place(words: Words, _scene: Scene) -> tuple[str | None, Words]:
    """What stands after the last `at`. Raises Malformed if nothing does."""
    for at in range(len(words) - 1, 0, -1):
        if words[at].casefold() == "at":
            if at + 1 == len(words):
                raise Malformed("Stash it where?", "A place of world.toml, or any other.")
            return " ".join(words[at + 1 :]), words[:at]
    return None, words


def _complete_stash_places(scene: Scene) -> Iterator[Completion]:
    if scene.folded[-1:] == ("at",):
        for site in scene.sites:
            yield Completion(quote_name(site.id), site.name, (site.id, site.name.casefold()))
    elif len(scene.before) > 1 and "at" not in scene.folded:
        yield Completion("at", "another place than here")


_complete_types = make_choices(
    hamlet="10 souls", village="100", town="500", city="1,000", metropolis="10,000"
)


def complete_places(scene: Scene) -> Iterator[Completion]:
    """Every place known at this seat; whether a sign waits there is nobody's to see."""
    for place in () if scene.before else scene.sites:
        kind = f", {place.type}" if isinstance(place, Settlement) else ""
        yield Completion(quote_name(place.id), f"{place.name}{kind}", (place.id, place.name))


def _take_arrival(words: Words, scene: Scene) -> tuple[Site | Settlement, Words]:
    """The place where the Company arrives."""
    return find_place(scene.context, " ".join(words), arriving=True), ()


def _take_sign_place(words: Words, scene: Scene) -> tuple[Site | Settlement, Words]:
    require_guide(scene.context, "The signs that wait are for the Guide alone.", "Try: as guide")
    return find_place(scene.context, " ".join(words)), ()


def _take_knowable_place(words: Words, scene: Scene) -> tuple[Site | Settlement, Words]:
    require_guide(scene.context, "What the players know of is the Guide's to say.", "Try: known")
    return find_place(scene.context, " ".join(words)), ()


def require_guide(context: Context, message: str, hint: str) -> None:
    """Raises Impossible for a player."""
    if not context.is_guide:
        raise Impossible(message, hint)


def _take_answer(words: Words, _scene: Scene) -> tuple[bool, Words]:
    """`yes` or `no` at the end; yes where neither is said."""
    answer, left = take_last(words, "yes", "no")
    return answer != "no", left


ARRIVAL = Kind(
    "place", "PLACE", "At which place?", _take_arrival, complete_places, example="chapel"
)

KINDS: dict[str, Kind[Any]] = {
    "SETTLEMENT": Kind(
        "settlement",
        "SETTLEMENT",
        "Which Settlement?",
        _take_settlement,
        _complete_settlements,
        "rest",
    ),
    "NEW-NAME": Kind("name", "NAME", "Which Settlement?", _take_new_name, example="Saltford"),
    "SETTLEMENT-TYPE": make_choice(
        "settlement_type", "Settlement Type", SETTLEMENT_TYPES, _complete_types
    ),
    "STASH-PLACE": Kind(
        "stash_place", "at PLACE", "Where?", _take_stash_place, _complete_stash_places, "anywhere"
    ),
    "HEX": Kind("place", "Q,R", "On which hex?", _take_hex, example="2,-1"),
    "ARRIVAL": ARRIVAL,
    "ENCOUNTER…": WORDS.rename("encounter", "ENCOUNTER…", "Whom does it foretell?"),
    "SIGN-PLACE": Kind("place", "PLACE", "Where?", _take_sign_place, complete_places, "rest"),
    "KNOWABLE": Kind(
        "place", "PLACE", "Which place?", _take_knowable_place, complete_places, "rest"
    ),
    "YES": Kind(
        "is_known",
        "yes|no",
        "",
        _take_answer,
        make_choices(yes="they know of it", no="they know nothing of it"),
        "end",
    ),
}
