"""Which word an entry of the journal was. Entries keep their line as it was typed: `n` for `next`,
`att` for `attack`, `secret` before another word."""

from typing import NamedTuple

from companion.campaign.changes import Entry
from companion.grammar.command_words import SECRET_WORD, WORDS
from companion.grammar.typed_line import Line, parse_typed_line
from companion.refusal import Refusal

BEGINNING_TURNS = ("next", "turn", "zoom", "out", "sleep")
"""Words that begin or end a Turn: what was done before their lines belongs to another."""


class JournalledLine(NamedTuple):
    """The line of an entry, with the full name of its word and without a leading `secret`; and
    whether that stood before it."""

    line: Line
    is_secret: bool


def parse_line_of_entry(entry: Entry) -> JournalledLine | None:
    """What the line of an entry says; None for a line without a word, as `+4h` or `3d6`, and for
    one whose word there is no more."""
    return parse_journalled_line(entry.line)


def parse_journalled_line(typed: str) -> JournalledLine | None:
    """What a line says as it stands in the journal, as `parse_line_of_entry`."""
    try:
        line, is_secret = _parse_line_of_word(typed), False
        if line and line.word == SECRET_WORD:
            line, is_secret = _parse_line_of_word(line.rest), True
    except Refusal:
        return None
    return JournalledLine(line, is_secret) if line else None


def _parse_line_of_word(typed: str) -> Line | None:
    """A line with the full name of its word. Raises a Refusal where it has none."""
    line = parse_typed_line(typed)
    return line._replace(word=WORDS.find_word(line.word).name) if line else None


def find_command_word_of_entry(entry: Entry) -> str:
    """The full name of the word that an entry was, the one after `secret`; "" for a line without a
    word."""
    found = parse_line_of_entry(entry)
    return found.line.word if found else ""
