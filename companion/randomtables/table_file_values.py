"""Reads single values of a table file, and collects their problems."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, time
from itertools import takewhile
from types import MappingProxyType

from companion.randomtables.row_texts import Text, parse_text
from companion.randomtables.table import NO_CONDITION, NO_DATA, FactCondition, KeyLines, KeyPath
from companion.refusal import Problem, join_words, suggest_similar_words
from companion.text_cleaning import clean_text, clip_text

MAX_PROBLEMS = 100
"""After so many problems the rest of a file is not read."""
MAX_TEXT_LENGTH = 4_000
MAX_CHARACTERS = 1_000_000
"""Of all texts and data of a table."""
MAX_BRACES = 5_000
"""In all texts of a table; opening ones alone count."""
MAX_NESTING = 20

_BREAKS = re.compile(r"[\t\r\n]+")
_FACT = re.compile(r"[a-z][a-z0-9_-]{0,29}")
_UNSHOWABLE_MESSAGE = "holds control or invisible characters; type it again without"
_MAX_EXACT_NUMBER = 2**53
"""Programs that read JSON lose digits of larger numbers."""


class ValueReader:
    """Reads the values of one file and collects their problems."""

    def __init__(self, file: str, lines: KeyLines, names: Collection[str]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []
        self.rolls: list[str] = []
        self.is_misread = False
        self._names = names
        self._characters = 0
        self._braces = 0

    @property
    def has_enough_problems(self) -> bool:
        return (
            len(self.problems) >= MAX_PROBLEMS
            or self._characters > MAX_CHARACTERS
            or self._braces > MAX_BRACES
        )

    def add_problem(self, path: KeyPath, message: str) -> None:
        """Add a problem, at the line of its key or of what should hold it."""
        if len(self.problems) < MAX_PROBLEMS:
            where = describe_key_path(path, self.rolls)
            self.problems.append(
                Problem(self.file, find_key_line(path, self.lines), where, message)
            )

    def report_unknown_keys(
        self,
        path: KeyPath,
        data: Mapping[str, object],
        known: tuple[str, ...],
        above: tuple[str, ...] = (),
    ) -> None:
        """Add a problem for every unknown key; a key of `above` belongs before the first block."""
        for key in data:
            if self.has_enough_problems:
                return
            if key in above and key not in known:
                header = f"[[{path[0]}]]"
                self.add_problem(
                    (*path, key), f"is not known below {header}; move it above the first {header}"
                )
            elif key not in known:
                hint = suggest_similar_words(clip_text(key, 60), known)
                hint = hint or f"Known here are {join_words(known)}."
                self.add_problem((*path, key), f"is not known. {hint}")

    def read_text(self, path: KeyPath, value: object) -> str:
        """A text as one line, without control characters."""
        if not isinstance(value, str):
            hint = f", not text{_suggest_quotes(path, value)}"
            self.add_problem(path, describe_found_value(value, hint))
            return ""
        if len(value) > MAX_TEXT_LENGTH:
            message = f"is {len(value):,} characters long; at most {MAX_TEXT_LENGTH:,} fit"
            self.add_problem(path, message)
            return ""
        self._limit_data_characters(path, len(value))
        text = _BREAKS.sub(" ", value).strip()
        cleaned = text if value.isprintable() else clean_text(text)
        if cleaned != text:
            self.add_problem(path, _UNSHOWABLE_MESSAGE)
        elif not text:
            self.add_problem(path, "is empty")
        return cleaned

    def read_template(self, path: KeyPath, value: object) -> Text:
        """A text with dice, references and recalls in braces."""
        written = self.read_text(path, value)
        self._braces += written.count("{")
        if self._braces > MAX_BRACES:
            self.add_problem(path, f"brings the table past {MAX_BRACES:,} braces")
            self.is_misread = True
            return ()
        text, mistakes = parse_text(written, self._names)
        for mistake in mistakes:
            self.add_problem(path, clean_text(mistake))
            self.is_misread = True
        return text

    def read_whole_number(self, path: KeyPath, value: object, least: int, most: int) -> int:
        """A whole number from `least` to `most`; `least` if it is none."""
        found = describe_found_value(value)
        if isinstance(value, int) and not isinstance(value, bool):
            if least <= value <= most:
                return value
            found = f"is {'less' if value < least else 'more'} than it can be"
        self.add_problem(path, f"{found}; write a whole number from {least:,} to {most:,}")
        return least

    def read_flag(self, path: KeyPath, value: object) -> bool:
        if isinstance(value, bool):
            return value
        self.add_problem(path, f"is {describe_value_kind(value)}; write true or false")
        return False

    def read_fact(self, path: KeyPath, value: object) -> str:
        """The name of a fact: letters, digits and hyphens, without capitals."""
        if isinstance(value, str) and _FACT.fullmatch(value):
            return value
        is_text = isinstance(value, str)
        found = "is no name of a fact" if is_text else f"is {describe_value_kind(value)}, not text"
        self.add_problem(path, f'{found}; write a word such as "season"')
        return ""

    def read_condition(self, path: KeyPath, value: object) -> FactCondition:
        if not isinstance(value, Mapping) or not value:
            found = "is empty" if isinstance(value, Mapping) else describe_found_value(value)
            self.add_problem(path, f'{found}; write when = {{ season = "winter" }}')
            return NO_CONDITION
        return MappingProxyType(
            {
                self.read_fact((*path, fact), fact): self._read_wanted_values((*path, fact), wanted)
                for fact, wanted in value.items()
            }
        )

    def _read_wanted_values(self, path: KeyPath, value: object) -> tuple[str, ...]:
        several = value if isinstance(value, list) else [value]
        if not several:
            self.add_problem(path, "is empty, so it never holds; name at least one value")
        until_enough = takewhile(lambda _: not self.has_enough_problems, several)
        return tuple(dict.fromkeys(self.read_text(path, each).casefold() for each in until_enough))

    def read_row_data(self, path: KeyPath, value: object) -> Mapping[str, object]:
        """The `data` of a row: text, numbers, true and false, lists and tables."""
        if not isinstance(value, Mapping):
            message = f"is {describe_value_kind(value)}, not a table such as {{ lasting = true }}"
            self.add_problem(path, message)
            return NO_DATA
        waiting: list[tuple[object, int]] = [(value, 0)]
        while waiting and not self.has_enough_problems:
            current, depth = waiting.pop()
            if depth > MAX_NESTING:
                self.add_problem(path, f"is nested more than {MAX_NESTING} deep")
                return NO_DATA
            if isinstance(current, Mapping):
                current = [*current, *current.values()]
            if isinstance(current, list):
                waiting.extend((each, depth + 1) for each in current)
            else:
                self._validate_data_value(path, current)
        return MappingProxyType(dict(value))

    def _validate_data_value(self, path: KeyPath, value: object) -> None:
        if not isinstance(value, str | int | float):
            self.add_problem(path, f"holds {describe_value_kind(value)}; write it as text")
        elif (
            isinstance(value, int | float) and not -_MAX_EXACT_NUMBER <= value <= _MAX_EXACT_NUMBER
        ):
            self.add_problem(path, f"holds {value}, which is no number that every program reads")
        elif isinstance(value, str) and clean_text(value) != _BREAKS.sub(" ", value):
            self.add_problem(path, _UNSHOWABLE_MESSAGE)
        self._limit_data_characters(path, len(value) if isinstance(value, str) else 1)

    def _limit_data_characters(self, path: KeyPath, characters: int) -> None:
        before, self._characters = self._characters, self._characters + characters
        if before <= MAX_CHARACTERS < self._characters:
            self.add_problem(path, f"brings the table past {MAX_CHARACTERS:,} characters of text")


def find_key_line(path: KeyPath, lines: KeyLines) -> int:
    """The line of a key, or of what should hold it; 0 if neither is known."""
    around = (path[:length] for length in range(len(path), 0, -1))
    return next((lines[place] for place in around if place in lines), 0)


def describe_key_path(path: KeyPath, rolls: Sequence[str]) -> str:
    """A key path as people read it: `title`, or `row 3 (roll 8-9), text`; `rolls` are the rows'."""
    keys = [clip_text(clean_text(str(key)), 60) for key in path]
    place = path[1] if len(path) > 1 else ""
    if isinstance(place, int) and path[0] == "rows":
        keys[:2] = [describe_row(place + 1, rolls[place] if place < len(rolls) else "")]
    elif isinstance(place, int) and path[0] == "modifiers":
        keys[:2] = [f"modifier {place + 1}"]
    return ", ".join(keys)


def describe_row(number: int, roll: str) -> str:
    """A row by its number, from 1, and its roll: `row 3`, or `row 3 (roll 8-9)`."""
    return f"row {number} (roll {roll})" if roll else f"row {number}"


def describe_found_value(value: object, other_than: str = "") -> str:
    """What is found in place of what a key wants: it `is missing`, or `is a text`."""
    return "is missing" if value is None else f"is {describe_value_kind(value)}{other_than}"


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "text"),
    (Mapping, "a table"),
    (list, "a list"),
    (date, "a date"),
)


def describe_value_kind(value: object) -> str:
    """The kind of a TOML value, in words."""
    return next((name for kind, name in _KINDS if isinstance(value, kind)), "a time")


def _suggest_quotes(path: KeyPath, value: object) -> str:
    """How to write a value as text; empty if that is not clear."""
    key = next((key for key in reversed(path) if isinstance(key, str)), "")
    if isinstance(value, date | time):
        written = value.isoformat()
    elif isinstance(value, int | float):
        written = str(value).lower()
    else:
        return ""
    return f'; write {clip_text(clean_text(key), 60)} = "{written}"'
