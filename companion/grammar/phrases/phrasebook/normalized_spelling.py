"""Spells words as the phrasebook has them: contractions in full, marks as words, numbers as
figures. What is rewritten is listed in respellings.toml."""

import re
from functools import cache, lru_cache
from typing import Literal

import msgspec
import tomli
from msgspec import Struct

from companion.grammar.phrases.phrasebook.dropped_lead_ins_and_adverbs import (
    drop_last_adverb,
    drop_lead_ins,
)
from companion.grammar.phrases.phrasebook.number_words import write_long_numbers_in_digits
from companion.grammar.phrases.phrasebook.pattern_index import PatternIndex, index_patterns
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases, read_phrasebook_file

Kind = Literal["contraction", "mark", "turn", "correction"]


class Respelling(Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern to `find`, case-blind, and what to `write` instead; with an example, a line as it
    is `said` and as it is `read`. A correction may be one `of` lines that begin so, alone."""

    said: str
    read: str
    find: str
    write: str
    of: tuple[str, ...] = ()


class Respellings(Struct, frozen=True, forbid_unknown_fields=True):
    """All of respellings.toml: the rows of each kind in the order in which they are applied. A
    pattern of a row may hold `<name>` for one of the `named_patterns`."""

    named_patterns: dict[str, str]
    contraction: tuple[Respelling, ...]
    mark: tuple[Respelling, ...]
    turn: tuple[Respelling, ...]
    correction: tuple[Respelling, ...]

    def list_rows(self, kind: Kind) -> tuple[Respelling, ...]:
        rows: tuple[Respelling, ...] = getattr(self, kind)
        return tuple(msgspec.structs.replace(row, find=self._fill_in(row.find)) for row in rows)

    def _fill_in(self, find: str) -> str:
        """A pattern with those that it holds by their names."""
        for name, pattern in self.named_patterns.items():
            find = find.replace(f"<{name}>", pattern)
        return find


@cache
def load_respellings() -> Respellings:
    """The respellings, read when a line needs them for the first time."""
    return msgspec.convert(tomli.loads(read_phrasebook_file("respellings.toml")), Respellings)


def expand_contractions_and_time_lengths(text: str) -> str:
    """A text with `what's` and `whats` written out as `what is`, and lengths of time as a number
    and a unit."""
    return respell(text, "contraction")


def write_correction_plainly(text: str, last: str) -> str:
    """What a text says of the last line, which was this one, in the words of the pattern
    `correction`. Whom a row calls `who` the last line must be about."""
    for row in _list_rows("correction"):
        said = _compile_pattern(row.find).search(text)
        who = said.groupdict().get("who") if said else None
        is_other = bool(who) and f"{who}".casefold() not in last.casefold().split()
        if not is_other and (not row.of or last.startswith(tuple(f"{each} " for each in row.of))):
            text = _compile_pattern(row.find).sub(row.write, text)
    return text


def replace_marks(text: str) -> str:
    """A text with the marks between its words as the words that they stand for."""
    return respell(text, "mark")


@lru_cache(maxsize=32)
def respell(text: str, kind: Kind) -> str:
    """A text rewritten by every row of a kind, one after the other; a turn of speech is known after
    a call too, and before an adverb: `ok, let the month begin now`. Each way to read a line asks
    for the same ones."""
    if kind == "turn" and not _KEEPING.match(text):
        text = write_long_numbers_in_digits(text)
    respelled = _respell_by_rows(text, kind)
    if kind == "turn" and respelled == text:
        called = drop_lead_ins(text)
        for bare in dict.fromkeys((called, drop_last_adverb(called))):
            if bare != text and (mended := _respell_by_rows(bare, kind)) != bare:
                return mended
    return respelled


def _respell_by_rows(text: str, kind: Kind) -> str:
    rows, index = _list_rows(kind), _index_rows(kind)
    places = index.list_places(text)
    while places:
        row = rows[place := places.pop(0)]
        respelled = _compile_pattern(row.find).sub(row.write, text)
        if respelled != text:
            text = respelled
            places = [each for each in index.list_places(text) if each > place]
    return text


_KEEPING = re.compile(r"(?i)(?:please )?(?:note|write|jot|log|record|remember|secret|remind|in)\b")
"""How a line may begin that keeps a text."""


@cache
def _list_rows(kind: Kind) -> tuple[Respelling, ...]:
    return load_respellings().list_rows(kind)


@cache
def _index_rows(kind: Kind) -> PatternIndex:
    """The rows of a kind by the letters that they need: few of a thousand may be in a line."""
    rows = _list_rows(kind)
    return index_patterns([row.find for row in rows], (row.said for row in rows))


@cache
def _compile_pattern(find: str) -> re.Pattern[str]:
    return re.compile(find, re.IGNORECASE)


@lru_cache(maxsize=16)
def write_numbers_in_digits(text: str) -> str:
    """A text with its number words in digits. Each way to read a line asks for the same one."""
    numbers, text = load_phrases().numbers, write_long_numbers_in_digits(text)
    return re.sub(r"[A-Za-z]+", lambda found: str(numbers.get(found[0].lower(), found[0])), text)
