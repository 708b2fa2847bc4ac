"""What somebody does to themselves by the way, as `ondine twisted her ankle`: an effect with a
name, and no action."""

import re
from collections.abc import Iterator

from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.word_forms import inflect_verb
from companion.refusal import Ambiguous

_SAME = ("hurt", "cut")
"""Verbs whose past is the same."""


def list_injuries(typed: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The line of the effect. Raises Ambiguous where more is told, as how long it lasts, and where
    the hurt may be another's, as of `wim breaks his arm`."""
    said = re.fullmatch(load_phrases().patterns["injury"], typed.strip(" .!"), re.IGNORECASE)
    if said is None or not vocabulary.names_person(said["who"].casefold()):
        return
    who, part, own = said["who"], said["part"].casefold(), (said["own"] or "").casefold()
    line = f'effect add "{_find_past(said["verb"].casefold())} {part}" on {who}'
    if own and not said["more"]:
        yield line
        return
    why = f"«{typed.strip()}» may be a hurt that lasts, as an effect, or a loss of HP."
    raise Ambiguous(why, f"Try: {line}, or hurt {who} 1")


def _find_past(verb: str) -> str:
    """`twisted` of `twists`, and `broken` of `broke`."""
    for plain, forms in load_phrases().irregular.items():
        if verb in (*inflect_verb(plain), *forms):
            return forms[-1]
    stem = verb.removesuffix("ed") if verb.endswith("ed") else verb.removesuffix("s")
    return stem if stem in _SAME else f"{stem.rstrip('e')}ed"
