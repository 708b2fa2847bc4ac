"""The words of a line in another order than its form has them, as `wound 2 bree physical`."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, permutations, product

from companion.grammar.command_registry import Word
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import Arguments
from companion.grammar.phrases.phrasebook.word_forms import index_links_by_preposition
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Refusal
from companion.text_cleaning import quote_name

_MOST_ARGUMENTS = 4
"""So many words have few orders, and a refusal must come at once: more stay in theirs, and so do
those with a small word between them, as `attack 1 on bree`."""
_DICE = re.compile(r"\d*d\d+")
_MOST_TRIED, _LONGEST = 48, 8
_TAKING_ANYTHING = frozenset(
    [
        *("give", "note", "declare", "done", "next", "turn", "tell", "fate", "sign", "every"),
        *("secret", "npc", "faction", "place", "errant", "effect", "roll", "draw", "odds", "check"),
        *("save", "help", "log", "buy", "price", "seek", "wares", "undo", "redo", "encounter"),
        *("stash", "leave", "event", "attack", "fight", "becomes", "weather", "at"),
    ]
)
"""Words that read nearly anything as a text, a new name or a reason, or of which a number is said
in other ways."""


def list_reordered_lines(typed: str, context: Context) -> Iterator[str]:
    """The line whose words stand otherwise, or lack the plus of a number, if its form reads them in
    one way alone."""
    try:
        line = parse_typed_line(typed)
        word = WORDS.find_word(line.word, whole=True) if line else None
    except Refusal:
        return
    if line is None or word is None or word.name in _TAKING_ANYTHING:
        return
    is_short = 2 <= len(line.arguments) <= _LONGEST
    if not is_short or any(map(_DICE.fullmatch, line.arguments)):
        return
    is_linked = (
        not index_links_by_preposition().keys().isdisjoint(map(str.casefold, line.arguments))
    )
    is_long = is_linked or len(line.arguments) > _MOST_ARGUMENTS
    orders = [] if is_long else [*permutations(line.arguments)]
    signed = chain.from_iterable(map(_list_with_and_without_plus, orders or [line.arguments]))
    for tried in (orders, islice(signed, _MOST_TRIED)):
        if found := _list_orders_that_read(word, tried, context):
            yield from found if len(found) == 1 else ()
            return


def _list_orders_that_read(word: Word, orders: Iterable[Arguments], context: Context) -> list[str]:
    """The line of each of the orders that a form reads, once for all that it reads alike."""
    found: dict[str, object] = {}
    for arguments in orders:
        said = context._replace(word=word.name, arguments=arguments, rest=" ".join(arguments))
        try:
            _, values = word.read(arguments, said)
        except Refusal:
            continue
        if values not in found.values():
            found[" ".join((word.name, *map(quote_name, arguments)))] = values
    return [*found]


def _list_with_and_without_plus(arguments: Arguments) -> Iterator[Arguments]:
    """The words with a plus before each number, and without."""
    return product(*((each, f"+{each}") if each.isdecimal() else (each,) for each in arguments))
