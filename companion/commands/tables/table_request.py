"""What is typed to roll on a table: its name, modifiers, facts and times, and hints for slips."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.campaign.tables import KNOWN_FACTS, PLACE_TABLE_WORDS, SEASONS, find_place_table
from companion.dice.dice import MAX_NUMBER
from companion.dice.notation import MAX_TIMES
from companion.grammar.arguments import Arguments, take_signed, take_times
from companion.grammar.context import Context
from companion.grammar.line import quote_name
from companion.randomtables.table import resolve_table_name
from companion.refusal import (
    Impossible,
    Malformed,
    Refusal,
    Unknown,
    find_similar,
    join_words,
    suggest_similar,
)

if TYPE_CHECKING:
    from companion.randomtables.table import Table

FACTS_BY_VALUE = {
    value: fact for fact, values in {**KNOWN_FACTS, "season": SEASONS}.items() for value in values
}
"""The fact of each value that is on a list."""
_DID_YOU_MEAN = re.compile(r"Did you mean (.*)\?")


class TableRequest(NamedTuple):
    """A table, what to add to its roll, facts that hold beside those of the campaign, and how many
    times to roll."""

    table: "Table"
    modifier: int
    given_facts: Mapping[str, str]
    times: int


def parse_table_request(context: Context, arguments: Arguments) -> TableRequest:
    """Parse `TABLE [+N|-N] [FACT=VALUE…] [xN]`."""
    times, arguments = take_times(arguments)
    given, arguments = take_facts(arguments)
    signed, arguments = take_signed(arguments)
    if not arguments:
        raise Malformed("On which table?", "Try: roll marsh-encounters +1")
    try:
        table = context.find_table(resolve_table_here(context, " ".join(arguments)))
    except Unknown as refusal:
        raise _make_unknown_table(context, arguments, refusal) from None
    modifier = sum(signed)
    if abs(modifier) > MAX_NUMBER:
        raise Impossible(f"{modifier:+} is too much.", f"Add {MAX_NUMBER:,} at most.")
    if times is not None and times > MAX_TIMES:
        raise Impossible(f"x{times} is too often.", f"At most x{MAX_TIMES}.")
    return TableRequest(table, modifier, given, times or 1)


def take_facts(arguments: Arguments) -> tuple[dict[str, str], Arguments]:
    """Take facts like `season=winter`, in any case; return them and the other arguments. Raises
    Unknown for a fact that no table asks."""
    found: dict[str, str] = {}
    left: list[str] = []
    for argument in arguments:
        fact, sign, value = argument.casefold().partition("=")
        if not sign:
            left.append(argument)
            continue
        if fact not in KNOWN_FACTS:
            hint = suggest_similar(fact, KNOWN_FACTS)
            hint = hint or f"They ask {join_words(KNOWN_FACTS, 'or')}."
            raise Unknown(f"No table asks «{fact}».", hint)
        values = KNOWN_FACTS[fact]
        if not value or (values and value not in values):
            hint = f"It is {join_words(values, 'or')}." if values else f"Try: {fact}=winter"
            raise Unknown(f"«{value}» is no {fact} that a table asks.", hint)
        found[fact] = value
    return found, tuple(left)


def resolve_table_here(context: Context, typed: str) -> str:
    """The whole name of a table: one that the place of an open Turn has (the innermost first), or
    one by its name."""
    of_the_place = find_place_table(context.campaign, typed)
    return of_the_place or resolve_table_name(typed, context.list_tables())


def find_table_typos(table: "Table", given: Mapping[str, str]) -> tuple[str, ...]:
    """Warnings about given values that the table does not ask, but that are like one it asks."""
    warnings = []
    conditions = [row.when for row in table.rows] + [each.when for each in table.modifiers]
    for fact, value in given.items():
        asked = {wanted for when in conditions for wanted in when.get(fact, ())}
        asked |= {name.casefold() for name in table.columns if table.column_fact == fact}
        hint = "" if value in asked else suggest_similar(value, sorted(asked))
        if hint:
            warnings.append(f"{table.name} knows no {fact} «{value}». {hint}")
    return tuple(warnings)


def _make_unknown_table(context: Context, typed: Arguments, refusal: Unknown) -> Unknown:
    """The refusal of an unknown table, with a better hint if a number of times, a fact or a word
    for the tables of the place was meant."""
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
    """A hint with the right line, if all but one of the words name a table."""
    for place in reversed(range(len(typed))):
        word, others = typed[place], typed[:place] + typed[place + 1 :]
        if not others or not _is_table(context, " ".join(others)):
            continue
        table = " ".join(map(quote_name, others))
        fact = FACTS_BY_VALUE.get(word.casefold())
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
