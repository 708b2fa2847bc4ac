"""Creatures in a line: what the tables of creatures list, one or so many of them."""

from collections.abc import Iterator

from companion.errant.creatures import Creature, find_creature, list_creature_names
from companion.grammar.argument_kind import Completion, LineSoFar
from companion.grammar.context import Context
from companion.grammar.name_matching import find_one_by_name
from companion.refusal import Unknown, join_words
from companion.text_cleaning import quote_name


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
