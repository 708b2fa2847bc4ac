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
_PRONOUNS = ("he", "she", "it", "they", "he's", "she's", "it's", "they're")
_PEOPLE = {"person", "npc"}
_MOST_SPLITS, _MOST_WORDS = 3, 16


class TwoClauses(NamedTuple):
    """The halves of a line. The second may be said of whom the first is about, in several ways."""

    first: str
    second: tuple[str, ...]


def list_pairs_of_clauses(typed: str, context: Context) -> Iterator[TwoClauses]:
    """The line taken apart at each place between two clauses, with the name of whom the first is
    about in the place of a pronoun, or before a verb."""
    from companion.grammar.phrases.book.vocabulary_building import build_vocabulary

    if len(typed.split()) > _MOST_WORDS:
        return
    names = build_vocabulary(context).names
    for between in islice(_BETWEEN.finditer(typed), _MOST_SPLITS):
        first, second = typed[: between.start()], typed[between.end() :]
        if not (first.strip() and second.strip()):
            continue
        words = [re.sub(r"['’]s$", "", word) for word in first.split()]
        named = [word for word in words if names.get((word.casefold(),), {}).keys() & _PEOPLE]
        versions = [second]
        for name in named[:1]:
            begun, _, rest = second.partition(" ")
            is_pronoun = begun.casefold() in _PRONOUNS
            being = "is " if "'" in begun else ""
            versions.append(f"{name} {being}{rest}" if is_pronoun else f"{name} {second}")
            replaced = re.sub(r"(?i)\b(?:he|she|they|him)\b", name, second)
            versions.append(replaced)
        yield TwoClauses(first, tuple(dict.fromkeys(versions)))
