"""Lines in two clauses that mean the same, as `pike is fed up and walks away`: nothing of them is
lost when it is done once."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from companion.grammar.context import Context

_BETWEEN = re.compile(
    r",? (?:and|so|as|because|cause) (?:so |then )?|[,;:.!?]+ (?:so |and |but )?| - "
)
_PRONOUN = re.compile(r"(?i)(?:he|she|it|they)(?P<is>['’](?:s|re))?(?= )")
_PEOPLE = {"person", "npc"}
_MOST_SPLITS, _MOST_WORDS, _FEWEST_WORDS = 2, 16, 2


class TwoClauses(NamedTuple):
    """The halves of a line. The second may be said of whom the first is about, in several ways."""

    first: str
    second: tuple[str, ...]


def list_pairs_of_clauses(typed: str, context: Context) -> Iterator[TwoClauses]:
    """The line taken apart at each place between two clauses, with the name of whom the first is
    about in the place of a pronoun, or before a verb."""
    from companion.grammar.phrases.phrasebook.vocabulary_building import (
        build_vocabulary,  # measured: no strict script needs it
    )

    if len(typed.split()) > _MOST_WORDS:
        return
    vocabulary = build_vocabulary(context)
    for between in islice(_BETWEEN.finditer(typed), _MOST_SPLITS):
        first, second = typed[: between.start()], typed[between.end() :]
        words = [re.sub(r"['’]s$", "", word) for word in first.split()]
        if min(len(words), len(second.split())) < _FEWEST_WORDS:
            continue
        named = [
            word for word in words if vocabulary.find_meanings(word.casefold()).keys() & _PEOPLE
        ]
        versions = [second, *(_name_subject(second, name) for name in named[:1])]
        yield TwoClauses(first, tuple(versions))


def _name_subject(clause: str, name: str) -> str:
    """A clause with a name in the place of the pronoun that begins it, or before it."""
    pronoun = _PRONOUN.match(clause)
    if pronoun is None:
        return f"{name} {clause}"
    return f"{name}{' is' if pronoun['is'] else ''}{clause[pronoun.end() :]}"
