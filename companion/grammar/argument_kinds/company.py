"""Whom a line can name: those who are here first, each where they can be meant."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.checks_and_saves import ATTRIBUTES
from companion.errant.company import (
    Company,
    Errant,
    ErrantKind,
    list_everyone_present,
    list_members_present,
)
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kind import (
    Completing,
    Completion,
    Kind,
    LineSoFar,
    Words,
    WrongFormError,
    complete_fixed_words,
)
from companion.grammar.name_matching import (
    find_errant,
    find_only_match,
    get_names,
    require_members_present,
    split_names,
    take_whole_name,
)
from companion.grammar.option_and_number_parsing import parse_whole_number, take_keyword
from companion.refusal import WHO, Malformed, Unknown, join_words, suggest_similar_words


def find_typed_errant(so_far: LineSoFar, typed: str) -> Errant | None:
    """The one Errant that a typed name means; None where it is nobody's or several's."""
    return find_only_match(typed, so_far.campaign.errants)


def complete_errants(errants: Iterable[Errant]) -> Iterator[Completion]:
    """Completions that offer these Errants, each by their id."""
    for errant in errants:
        gone = ", dead" if errant.is_dead else ", away" if errant.away else ""
        yield Completion(quote_typed_name(errant), f"{errant.name}{gone}", get_names(errant))


def complete_present_errants_first(errants: Iterable[Errant]) -> Iterator[Completion]:
    """Completions that offer these Errants: those who are here, then those who are not."""
    return complete_errants(sorted(errants, key=lambda errant: not errant.is_present))


def complete_errants_not_yet_named(
    so_far: LineSoFar, errants: Iterable[Errant]
) -> Iterator[Completion]:
    """Those who are not named in this place already."""
    named = {errant.id for word in so_far.before if (errant := find_typed_errant(so_far, word))}
    return complete_errants(errant for errant in errants if errant.id not in named)


def _complete_any_errant(so_far: LineSoFar) -> Iterator[Completion]:
    """All of the Company, those who are here first."""
    return complete_present_errants_first(so_far.campaign.errants)


def _complete_present_errants_not_named(so_far: LineSoFar) -> Iterator[Completion]:
    return complete_errants_not_yet_named(so_far, list_everyone_present(so_far.campaign.errants))


def _complete_absent_errants(so_far: LineSoFar) -> Iterator[Completion]:
    return complete_errants(errant for errant in so_far.campaign.errants if errant.away)


def _complete_receivers(so_far: LineSoFar) -> Iterator[Completion]:
    """Everybody but whoever gives it."""
    giver: Errant | None = so_far.values.get("errant")
    others = so_far.campaign.errants
    return complete_present_errants_first(
        each for each in others if giver is None or each.id != giver.id
    )


MORE = Completion("+1", "one more, or any number")
LESS = Completion("-1", "one less, or any number")


def take_errant(words: Words, so_far: LineSoFar) -> tuple[Errant, Words]:
    """An Errant by as many words as stand in a name. Raises Unknown or Ambiguous."""
    name, left = take_whole_name(words, so_far.campaign.errants)
    return find_errant(so_far.campaign, name), left


def _take_some_or_all_members(words: Words, so_far: LineSoFar) -> tuple[Company, Words]:
    """Those who are named one after another, each once, or the members of the Company who are
    here."""
    if words[0].casefold() == "all":
        return list_members_present(so_far.campaign.errants), words[1:]
    errant, left = take_errant(words, so_far)
    found = {errant.id: errant}
    while left:
        named = left[1:] if left[0].casefold() == "and" else left
        if not named or find_typed_errant(so_far, named[0].rstrip(",")) is None:
            break
        errant, left = take_errant(named, so_far)
        found[errant.id] = errant
    return tuple(found.values()), left


def _take_word_everyone(words: Words, so_far: LineSoFar) -> tuple[Errant, Words]:
    """The first of the members who are here, of whom the rest of the line is read. Raises
    WrongFormError for any other word, and Impossible where nobody is here."""
    if words[0].casefold() not in ("everyone", "everybody"):
        raise WrongFormError
    return require_members_present(so_far.campaign.errants)[0], words[1:]


def _complete_word_everyone(so_far: LineSoFar) -> Iterator[Completion]:
    if not so_far.before:
        yield Completion("everyone", "every member of the Company")


def _complete_errants_and_all(so_far: LineSoFar) -> Iterator[Completion]:
    """All of the Company by name, and `all`."""
    yield from _complete_any_errant(so_far)
    yield Completion("all", "every member of the Company")


def _make_amount_of_change(what: str, complete: Completing) -> Kind[int]:
    """How much more or less of something."""
    parse = partial(parse_whole_number, what=f"amount of {what}")
    return Kind.make_word("amount", "±N", f"How much {what}?", parse, complete, "+1")


def _complete_supply(so_far: LineSoFar) -> Iterator[Completion]:
    yield MORE
    if all(errant.supply for errant in so_far.values["errants"]):
        yield LESS


def _complete_exhaustion(so_far: LineSoFar) -> Iterator[Completion]:
    if any(errant.is_present for errant in so_far.values["errants"]):
        yield MORE
    if any(errant.exhaustion for errant in so_far.values["errants"]):
        yield LESS


def _make_errant_of_kinds(name: str, usage: str, *kinds: ErrantKind) -> Kind[Errant]:
    """An Errant; completed with those of these kinds who are here."""

    def complete(so_far: LineSoFar) -> Iterator[Completion]:
        present = list_everyone_present(so_far.campaign.errants)
        return complete_errants(each for each in present if each.kind in kinds)

    return Kind(name, usage, f"Which {' or '.join(kinds)}?", take_errant, complete)


def list_stashes_as_errants(campaign: Campaign) -> list[Errant]:
    """What the Company has left behind, as Errants."""
    return [errant for errant in campaign.errants if errant.kind == "stash"]


def find_errant_or_stash(campaign: Campaign, typed: str) -> Errant:
    """The Errant of this name; for `stash` the one where the Company is, or the only one."""
    stashes = list_stashes_as_errants(campaign)
    if typed.casefold() == "stash":
        here = [stash for stash in stashes if stash.at == campaign.place_here]
        if len(here or stashes) == 1:
            return (here or stashes)[0]
    return find_errant(campaign, typed)


def _take_errant_or_stash(words: Words, so_far: LineSoFar) -> tuple[Errant, Words]:
    """One of the Company, or a stash, by the whole name."""
    name, left = take_whole_name(words, so_far.campaign.errants)
    return find_errant_or_stash(so_far.campaign, name), left


NUMBER_FIELDS = (
    *ATTRIBUTES,
    *("renown", "morale", "slots", "exhaustion", "supply"),
    *("pennies", "shillings", "guilders", "times", "slower", "team", "die"),
)
TEXT_FIELDS = ("name", "player", "alignment", "archetype", "note")
_EXAMPLES = {"alignment": "L1", "archetype": "violent", "die": "8"}


def _split_field_at_equals_sign(word: str) -> list[str]:
    """`phys=13` as a field and its value. A word that merely holds a `=` stays whole."""
    field, sign, value = word.partition("=")
    return [field, value] if sign and field.casefold() in (*NUMBER_FIELDS, *TEXT_FIELDS) else [word]


def _read_errant_fields(arguments: Words, _so_far: LineSoFar) -> dict[str, int | str]:
    """`phys 13 supply 4`, `phys=13`: fields with their values. Numbers before any field are phys,
    skill, mind and pres. Raises Unknown or Malformed."""
    words = [part for word in arguments for part in _split_field_at_equals_sign(word)]
    found: dict[str, int | str] = {}
    for attribute in ATTRIBUTES:
        if not words or not words[0].isdecimal():
            break
        found[attribute] = parse_whole_number(words.pop(0), what=attribute)
    while words:
        field = words.pop(0).casefold()
        if field not in (*NUMBER_FIELDS, *TEXT_FIELDS):
            near = suggest_similar_words(field, (*NUMBER_FIELDS, *TEXT_FIELDS))
            way = f"They are {join_words(NUMBER_FIELDS)}; a name with a space stands in quotes."
            raise Unknown(f"An Errant has no «{field}» to set.", near or way)
        if not words:
            value = _EXAMPLES.get(field, "12" if field in NUMBER_FIELDS else "Ada")
            raise Malformed(f"What shall «{field}» be?", instead=(value,))
        value = words.pop(0)
        if field in NUMBER_FIELDS:
            found[field] = parse_whole_number(value, what=field)
        else:
            case = {"alignment": str.upper, "archetype": str.casefold}.get(field, str)
            found[field] = case(value)
    return found


def _complete_errant_fields(so_far: LineSoFar) -> Iterator[Completion]:
    """What can be set and is not set yet; nothing where a value is wanted."""
    if len(so_far.casefolded_words_before) % 2 == 0:
        for field in (*NUMBER_FIELDS, *TEXT_FIELDS):
            if field not in so_far.casefolded_words_before[::2]:
                yield Completion(field, "a number" if field in NUMBER_FIELDS else "a text")


def _read_named_errants(words: Words, so_far: LineSoFar) -> tuple[Errant, ...]:
    return tuple(find_errant(so_far.campaign, name) for name in split_names(words))


def _take_kind_of_newcomer(words: Words) -> tuple[ErrantKind | None, Words]:
    """The kind of whoever joins, behind `add NAME`: somebody may be called so."""
    kind, left = take_keyword(words[2:], "errant", *_JOINING)
    return kind, words[:2] + left


_JOINING: dict[ErrantKind, str] = {
    "retainer": "who serves an Errant",
    "animal": "80 Item Slots, eats feed",
    "vehicle": "has the slots of what draws it, times its own",
}
_FIELDS = Kind.make_rest_of_line(
    "fields",
    "FIELD VALUE…",
    "What shall change?",
    _read_errant_fields,
    _complete_errant_fields,
    "phys 12",
)
ERRANT = Kind("errant", "ERRANT", WHO, take_errant, _complete_any_errant)
_WHOLE = Kind.make_text(
    "errant",
    "ERRANT",
    WHO,
    lambda typed, so_far: find_errant(so_far.campaign, typed),
    _complete_any_errant,
)
HOLDER = replace(ERRANT, take=_take_errant_or_stash)
"""An Errant, or the stash."""

KINDS: dict[str, Kind[Any]] = {
    "ERRANT": ERRANT,
    "EVERYONE": Kind(
        "errant", "everyone", "Whom?", _take_word_everyone, _complete_word_everyone, "front"
    ),
    "HERE": replace(ERRANT, complete=_complete_present_errants_not_named),
    "LEAVING": replace(_WHOLE, complete=_complete_present_errants_not_named),
    "AWAY": replace(_WHOLE, complete=_complete_absent_errants),
    "ERRANT…|all": Kind(
        "errants", "ERRANT…|all", "Whom?", _take_some_or_all_members, _complete_errants_and_all
    ),
    "SUPPLY": _make_amount_of_change("Supply", _complete_supply),
    "EXHAUSTION": _make_amount_of_change("Exhaustion", _complete_exhaustion),
    "BEARER": _make_errant_of_kinds("bearer", "MOUNT|VEHICLE", "animal", "vehicle"),
    "ANIMAL": _make_errant_of_kinds("animal", "ANIMAL", "animal"),
    "VEHICLE": _make_errant_of_kinds("vehicle", "VEHICLE", "vehicle"),
    "ERRANT…": Kind.make_rest_of_line(
        "errants", "ERRANT…", WHO, _read_named_errants, _complete_present_errants_not_named
    ),
    "HOLDER": HOLDER,
    "GIVER": HOLDER.adapt_to_parameter("errant", "FROM", "From whom?"),
    "TAKER": HOLDER.adapt_to_parameter("taker", "TO", "To whom?", _complete_receivers),
    "PAYER": HOLDER.adapt_to_parameter("payer", "ERRANT", "Out of whose purse?"),
    "NEWCOMER": Kind.make_word("name", "NAME", WHO, str, example="Corvin"),
    "MEMBER-KIND": Kind.make_kind_found_anywhere(
        "kind", "|".join(_JOINING), _take_kind_of_newcomer, complete_fixed_words(_JOINING)
    ),
    "ERRANT-FIELDS": replace(_FIELDS, usage="[PHYS SKILL MIND PRES] [FIELD VALUE]…"),
    "CHANGES": _FIELDS,
    "GONE-ERRANT": _WHOLE,
}
