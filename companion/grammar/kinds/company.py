"""Whom a line can name: those who are here first, each where they can be meant."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.campaign.campaign import Campaign
from companion.errant.checks import ATTRIBUTES
from companion.errant.errants import Company, Errant, ErrantKind, list_members, list_present
from companion.grammar.arguments import parse_whole_number, take_flag
from companion.grammar.kind import Completing, Completion, Kind, Scene, Words, make_choices
from companion.grammar.kinds.numbers import make_float
from companion.grammar.kinds.places import find_place_id_here
from companion.grammar.line import quote_name
from companion.grammar.names import (
    find_errant,
    get_names,
    match_names,
    split_names,
    take_whole_name,
)
from companion.refusal import Malformed, Unknown, join_words, suggest_similar


def find_typed_errant(scene: Scene, typed: str) -> Errant | None:
    """The one Errant that a typed name means; None where it is nobody's or several's."""
    found = match_names(typed, scene.campaign.errants)
    return found[0] if len(found) == 1 else None


def offer_errants(errants: Iterable[Errant]) -> Iterator[Completion]:
    """Errants, each by their id."""
    for errant in errants:
        gone = ", dead" if errant.is_dead else ", away" if errant.away else ""
        yield Completion(quote_name(errant.id), f"{errant.name}{gone}", get_names(errant))


def offer_everybody(scene: Scene) -> Iterator[Completion]:
    """Everybody: those who are here, then those who are not."""
    return offer_errants(sorted(scene.campaign.errants, key=lambda errant: not errant.is_present))


def _here(scene: Scene) -> Iterator[Completion]:
    """Who is here, besides those named already."""
    named_already = {
        errant.id for word in scene.before if (errant := find_typed_errant(scene, word))
    }
    return offer_errants(
        e for e in list_present(scene.campaign.errants) if e.id not in named_already
    )


def _away(scene: Scene) -> Iterator[Completion]:
    return offer_errants(errant for errant in scene.campaign.errants if errant.away)


def _coins_by(scene: Scene) -> Iterator[Completion]:
    """`+30 [DENOMINATION]`, again and again."""
    if scene.folded[-1][:1] in "+-":
        yield from (Completion(coin, says) for coin, says in _DENOMINATIONS)
    else:
        yield from (_MORE, _LESS)


_DENOMINATIONS = (
    ("pennies", "of copper"),
    ("shillings", "10 pennies each"),
    ("guilders", "100 pennies each"),
)


_MORE = Completion("+1", "one more, or any number")
_LESS = Completion("-1", "one less, or any number")


COMPANY: dict[str, Completing] = {"errant": offer_everybody, "here": _here, "coins by": _coins_by}


def take_errant(words: Words, scene: Scene) -> tuple[Errant, Words]:
    """An Errant by as many words as stand in a name. Raises Unknown or Ambiguous."""
    name, left = take_whole_name(words, scene.campaign.errants)
    return find_errant(scene.campaign, name), left


def find_errant_whole(words: Words, scene: Scene) -> tuple[Errant, Words]:
    """An Errant by all the words. Raises Unknown or Ambiguous."""
    return find_errant(scene.campaign, " ".join(words)), ()


def _take_members(words: Words, scene: Scene) -> tuple[Company, Words]:
    """Somebody, or the members of the Company who are here."""
    if words[0].casefold() == "all":
        return list_members(scene.campaign.errants), words[1:]
    errant, left = take_errant(words, scene)
    return (errant,), left


def _complete_members(scene: Scene) -> Iterator[Completion]:
    yield from offer_everybody(scene)
    yield Completion("all", "every member of the Company")


def _make_amount_kind(what: str, complete: Completing) -> Kind[int]:
    """How much more or less of something."""

    def take(words: Words, _scene: Scene) -> tuple[int, Words]:
        return parse_whole_number(words[0], what=f"amount of {what}"), words[1:]

    return Kind("amount", "±N", f"How much {what}?", take, complete, example="+1")


def _complete_supply(scene: Scene) -> Iterator[Completion]:
    yield _MORE
    if all(errant.supply for errant in scene.values["errants"]):
        yield _LESS


def _complete_exhaustion(scene: Scene) -> Iterator[Completion]:
    if any(errant.is_present for errant in scene.values["errants"]):
        yield _MORE
    if any(errant.exhaustion for errant in scene.values["errants"]):
        yield _LESS


def _make_bearer_kind(name: str, usage: str, *kinds: ErrantKind) -> Kind[Errant]:
    """One of these kinds that is here."""

    def complete(scene: Scene) -> Iterator[Completion]:
        present = list_present(scene.campaign.errants)
        return offer_errants(each for each in present if each.kind in kinds)

    return Kind(name, usage, f"Which {' or '.join(kinds)}?", take_errant, complete)


def filter_stashes(campaign: Campaign) -> list[Errant]:
    """What the Company has left behind, as Errants."""
    return [errant for errant in campaign.errants if errant.kind == "stash"]


def find_holder(campaign: Campaign, typed: str) -> Errant:
    """The Errant of this name; for `stash` the one where the Company is, or the only one."""
    stashes = filter_stashes(campaign)
    if typed.casefold() == "stash":
        here = [stash for stash in stashes if stash.at == find_place_id_here(campaign)]
        if len(here or stashes) == 1:
            return (here or stashes)[0]
    return find_errant(campaign, typed)


def _take_holder(words: Words, scene: Scene) -> tuple[Errant, Words]:
    name, left = take_whole_name(words, scene.campaign.errants)
    return find_holder(scene.campaign, name), left


NUMBER_FIELDS = (
    *ATTRIBUTES,
    *("renown", "morale", "slots", "exhaustion", "supply"),
    *("pennies", "shillings", "guilders", "times", "slower", "team"),
)
TEXT_FIELDS = ("name", "player", "alignment", "note")


def _take_first_word(words: Words, _scene: Scene) -> tuple[str, Words]:
    return words[0], words[1:]


def has_guide_fields(arguments: Words) -> bool:
    """True for a note of the Guide's or Morale among the fields: theirs alone to read."""
    return any(word.partition("=")[0].casefold() in ("note", "morale") for word in arguments[1:])


def _split_field(word: str) -> list[str]:
    """`phys=13` as a field and its value. A word that merely holds a `=` stays whole."""
    field, sign, value = word.partition("=")
    return [field, value] if sign and field.casefold() in (*NUMBER_FIELDS, *TEXT_FIELDS) else [word]


def _take_errant_fields(arguments: Words, _scene: Scene) -> tuple[dict[str, int | str], Words]:
    """`phys 13 supply 4`, `phys=13`: fields with their values. Numbers before any field are phys,
    skill, mind and pres. Raises Unknown or Malformed."""
    words = [part for word in arguments for part in _split_field(word)]
    found: dict[str, int | str] = {}
    for attribute in ATTRIBUTES:
        if not words or not words[0].isdecimal():
            break
        found[attribute] = parse_whole_number(words.pop(0), what=attribute)
    while words:
        field = words.pop(0).casefold()
        if field not in (*NUMBER_FIELDS, *TEXT_FIELDS):
            near = suggest_similar(field, (*NUMBER_FIELDS, *TEXT_FIELDS))
            way = f"Try: {join_words(NUMBER_FIELDS, 'or')}; a name with a space stands in quotes."
            raise Unknown(f"An Errant has no «{field}» to set.", near or way)
        if not words:
            raise Malformed(f"What shall «{field}» be?")
        value = words.pop(0)
        if field in NUMBER_FIELDS:
            found[field] = parse_whole_number(value, what=field)
        else:
            found[field] = value.upper() if field == "alignment" else value
    return found, ()


def _complete_errant_fields(scene: Scene) -> Iterator[Completion]:
    """What can be set and is not set yet; nothing where a value is wanted."""
    if len(scene.folded) % 2 == 0:
        for field in (*NUMBER_FIELDS, *TEXT_FIELDS):
            if field not in scene.folded[::2]:
                yield Completion(field, "a number" if field in NUMBER_FIELDS else "a text")


ERRANT = Kind("errant", "ERRANT", "Who?", take_errant, offer_everybody)


def _complete_takers(scene: Scene) -> Iterator[Completion]:
    """Everybody but whoever gives it."""
    giver: Errant | None = scene.values.get("errant")
    others = [each for each in scene.campaign.errants if giver is None or each.id != giver.id]
    return offer_errants(sorted(others, key=lambda errant: not errant.is_present))


HOLDER = Kind("errant", "ERRANT", "Who?", _take_holder, offer_everybody)
"""An Errant, or the stash."""


def _take_errants(words: Words, scene: Scene) -> tuple[tuple[Errant, ...], Words]:
    return tuple(find_errant(scene.campaign, name) for name in split_names(words)), ()


def _take_kind(words: Words) -> tuple[ErrantKind | None, Words]:
    """The kind of whoever joins, behind `add NAME`: somebody may be called so."""
    kind, left = take_flag(words[2:], *_MEMBER_KINDS)
    return kind, words[:2] + left


_MEMBER_KINDS: tuple[ErrantKind, ...] = ("errant", "retainer", "animal", "vehicle")
_complete_kinds = make_choices(
    retainer="who serves an Errant",
    animal="80 Item Slots, eats feed",
    vehicle="has the slots of what draws it, times its own",
)
_FIELDS: Kind[dict[str, int | str]] = Kind(
    "fields",
    "FIELD VALUE…",
    "What shall change?",
    _take_errant_fields,
    _complete_errant_fields,
    "rest",
    example="phys 12",
)

KINDS: dict[str, Kind[Any]] = {
    "ERRANT": ERRANT,
    "HERE": replace(ERRANT, complete=_here),
    "LEAVING": replace(ERRANT, take=find_errant_whole, complete=_here, position="rest"),
    "AWAY": replace(ERRANT, take=find_errant_whole, complete=_away, position="rest"),
    "ERRANT|all": Kind("errants", "ERRANT|all", "Whom?", _take_members, _complete_members),
    "SUPPLY": _make_amount_kind("Supply", _complete_supply),
    "EXHAUSTION": _make_amount_kind("Exhaustion", _complete_exhaustion),
    "BEARER": _make_bearer_kind("bearer", "MOUNT|VEHICLE", "animal", "vehicle"),
    "ANIMAL": _make_bearer_kind("animal", "ANIMAL", "animal"),
    "VEHICLE": _make_bearer_kind("vehicle", "VEHICLE", "vehicle"),
    "ERRANT…": Kind("errants", "ERRANT…", "Who?", _take_errants, _here, "rest"),
    "HOLDER": HOLDER,
    "GIVER": HOLDER.rename("errant", "FROM", "From whom?"),
    "TAKER": HOLDER.rename("taker", "TO", "To whom?", _complete_takers),
    "PAYER": HOLDER.rename("payer", "ERRANT", "Out of whose purse?"),
    "NEWCOMER": Kind("name", "NAME", "Who?", _take_first_word, example="Corvin"),
    "MEMBER-KIND": make_float("kind", "retainer|animal|vehicle", _take_kind, _complete_kinds),
    "ERRANT-FIELDS": replace(_FIELDS, usage="[PHYS SKILL MIND PRES] [FIELD VALUE]…"),
    "CHANGES": _FIELDS,
    "GONE-ERRANT": replace(ERRANT, take=find_errant_whole, position="rest"),
}
