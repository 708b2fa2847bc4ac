"""What was typed of a table and may be a slip: what is said of it, and what would do."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from companion.campaign.facts import KNOWN, SEASONS
from companion.campaign.place_tables import OF_THE_PLACE
from companion.commands.rolling import table_meant
from companion.commands.sitting import Sitting
from companion.refusal import Refusal, Unknown, did_you_mean, listed, near
from companion.words.line import quoted
from companion.words.options import Arguments

if TYPE_CHECKING:
    from companion.randomtables.table import Table

_VALUES = {value: fact for fact, values in {**KNOWN, "season": SEASONS}.items() for value in values}
"""What facts can be, each with its fact, where there is a list of them."""
_DID_YOU_MEAN = re.compile(r"Did you mean (.*)\?")


def slips(table: "Table", given: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences about facts said for this once that the table does not ask, where it asks one
    spelt much the same."""
    return tuple(_slips(table, given))


def _slips(table: "Table", given: Mapping[str, str]) -> Iterator[str]:
    for fact, value in given.items():
        conditions = [row.when for row in table.rows] + [each.when for each in table.modifiers]
        asked = {wanted for when in conditions for wanted in when.get(fact, ())}
        asked |= {name.casefold() for name in table.columns if table.column == fact}
        hint = "" if value in asked else did_you_mean(value, sorted(asked))
        if hint:
            yield f"{table.name} knows no {fact} «{value}». {hint}"


def unknown_table(sitting: Sitting, typed: Arguments, refusal: Unknown) -> Unknown:
    """Why no table is called so, with a hint that fits what was meant: how often, a fact, or one of
    the words for the tables of the place."""
    would_do = _what_would_do(sitting, typed)
    if would_do:
        return Unknown(refusal.message, would_do)
    meant = [word for word in near(" ".join(typed), OF_THE_PLACE) if _is_table(sitting, word)]
    if not meant:
        return refusal
    known = _DID_YOU_MEAN.match(refusal.hint)
    others = re.split(", | or ", known[1]) if known else []
    return Unknown(refusal.message, f"Did you mean {listed([*others, *meant], 'or')}?")


def _what_would_do(sitting: Sitting, typed: Arguments) -> str:
    """The line that was meant, where all but one of the words name a table."""
    for place in reversed(range(len(typed))):
        word, others = typed[place], typed[:place] + typed[place + 1 :]
        if not others or not _is_table(sitting, " ".join(others)):
            continue
        table = " ".join(map(quoted, others))
        fact = _VALUES.get(word.casefold())
        if fact is not None:
            return f"Try: {sitting.word} {table} {fact}={quoted(word.casefold())}"
        if word.isdecimal() and sitting.word != "odds":
            return f"Try: {sitting.word} {table} x{word}"
    return ""


def _is_table(sitting: Sitting, typed: str) -> bool:
    try:
        table_meant(sitting, typed)
    except Refusal:
        return False
    return True
