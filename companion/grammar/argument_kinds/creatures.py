"""Creatures in a line: what the tables of creatures list, one or so many of them."""

import re
from collections.abc import Iterator

from companion.errant.creatures import Creature, find_creature, list_creature_names
from companion.grammar.argument_kind import Completion, LineSoFar, Words
from companion.grammar.context import Context
from companion.grammar.name_matching import find_one_by_name
from companion.refusal import Unknown, join_words
from companion.text_cleaning import quote_name

_ARTICLES = ("a", "an", "the")
_CREATURE, _COUNT = "creature", "count"
_FEWEST_OF_COUNTED = 2
_TIMES = re.compile(r"x(\d{1,5})", re.IGNORECASE)


def complete_creatures(so_far: LineSoFar) -> Iterator[Completion]:
    """Completions that offer every creature of the tables."""
    for each in so_far.context.read_creatures():
        text = f"Threat {each.threat}, HP {each.hp}"
        yield Completion(quote_name(each.name), text, list_creature_names(each))


def find_creature_in_tables(context: Context, typed: str) -> Creature:
    """The creature of this name or a part of it. Raises Unknown or Ambiguous."""
    creatures = context.read_creatures()
    exact = find_creature(typed, creatures)
    if exact is not None:
        return exact
    try:
        return find_one_by_name("creature", typed, creatures, list_creature_names)
    except Unknown as refusal:
        refusal.hint = refusal.hint or f"There are {join_words(each.name for each in creatures)}."
        raise


def name_creature_before_fields(words: Words, fields: Words, so_far: LineSoFar) -> Words:
    """`"goblin band" goblin count 6` with the word `creature` before what they are: the words after
    a name, written small, that the tables of creatures have."""
    named = words[: _find_first_field(words, fields)]
    for at in range(1, len(named)):
        kind = " ".join(named[at:])
        if kind.islower() and find_creature(kind, so_far.context.read_creatures()):
            name = named[: at - (at > 1 and named[at - 1] in _ARTICLES)]
            return (*name, _CREATURE, kind, *words[len(named) :])
    return words


def write_count_as_field(words: Words, fields: Words) -> Words:
    """`gnolls count 3` for `gnolls x3` and `3 gnolls`: a number is no name, but of somebody who is
    called by it alone."""
    end = _find_first_field(words, fields)
    named, others = words[:end], words[end:]
    if len(named) < _FEWEST_OF_COUNTED or _COUNT in others:
        return words
    if times := _TIMES.fullmatch(named[-1]):
        return (*named[:-1], _COUNT, times[1], *others)
    return (*named[1:], _COUNT, named[0], *others) if named[0].isdecimal() else words


def _find_first_field(words: Words, fields: Words) -> int:
    """Where the name before the fields ends."""
    return next((at for at, word in enumerate(words) if word.casefold() in fields), len(words))
