"""What was typed of a table and may be a slip: what is said of it, and what would do."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from companion.campaign.tables import KNOWN_FACTS, PLACE_TABLE_WORDS, SEASONS
from companion.commands.context import Context
from companion.commands.tables.rolling import resolve_table_here
from companion.grammar.arguments import Arguments
from companion.grammar.line import quote_name
from companion.refusal import Refusal, Unknown, find_similar, join_words, suggest_similar

if TYPE_CHECKING:
    from companion.randomtables.table import Table

_FACTS_BY_VALUE = {
    value: fact for fact, values in {**KNOWN_FACTS, "season": SEASONS}.items() for value in values
}
"""What facts can be, each with its fact, where there is a list of them."""
_DID_YOU_MEAN = re.compile(r"Did you mean (.*)\?")


def find_table_typos(table: "Table", given: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences about facts said for this once that the table does not ask, where it asks one
    spelt much the same."""
    return tuple(_iterate_typos(table, given))


def _iterate_typos(table: "Table", given: Mapping[str, str]) -> Iterator[str]:
    for fact, value in given.items():
        conditions = [row.when for row in table.rows] + [each.when for each in table.modifiers]
        asked = {wanted for when in conditions for wanted in when.get(fact, ())}
        asked |= {name.casefold() for name in table.columns if table.column_fact == fact}
        hint = "" if value in asked else suggest_similar(value, sorted(asked))
        if hint:
            yield f"{table.name} knows no {fact} «{value}». {hint}"


def make_unknown_table(context: Context, typed: Arguments, refusal: Unknown) -> Unknown:
    """Why no table is called so, with a hint that fits what was meant: how often, a fact, or one of
    the words for the tables of the place."""
    would_do = _suggest_line(context, typed)
    if would_do:
        return Unknown(refusal.message, would_do)
    meant = [
        word
        for word in find_similar(" ".join(typed), PLACE_TABLE_WORDS)
        if _is_table(context, word)
    ]
    if not meant:
        return refusal
    known = _DID_YOU_MEAN.match(refusal.hint)
    others = re.split(", | or ", known[1]) if known else []
    return Unknown(refusal.message, f"Did you mean {join_words([*others, *meant], 'or')}?")


def _suggest_line(context: Context, typed: Arguments) -> str:
    """The line that was meant, where all but one of the words name a table."""
    for place in reversed(range(len(typed))):
        word, others = typed[place], typed[:place] + typed[place + 1 :]
        if not others or not _is_table(context, " ".join(others)):
            continue
        table = " ".join(map(quote_name, others))
        fact = _FACTS_BY_VALUE.get(word.casefold())
        if fact is not None:
            return f"Try: {context.word} {table} {fact}={quote_name(word.casefold())}"
        if word.isdecimal() and context.word != "odds":
            return f"Try: {context.word} {table} x{word}"
    return ""


def _is_table(context: Context, typed: str) -> bool:
    try:
        resolve_table_here(context, typed)
    except Refusal:
        return False
    return True
