"""Single values of a table file as they are read, and what is wrong with them."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, time
from types import MappingProxyType

from companion.randomtables.table import ALWAYS, NOTHING, KeyPath, Lines, When
from companion.randomtables.texts import Text, read_text
from companion.refusal import Problem, did_you_mean, listed
from companion.text import clean, clipped

MOST_PROBLEMS = 100
"""Past so many the rest of a file is not read: the first ones are told."""
MOST_OF_A_TEXT = 4_000
MOST_CHARACTERS = 1_000_000
"""Of all texts and data of a table together."""
MOST_BRACES = 5_000
"""That open in all texts of a table together."""
MOST_NESTING = 20

_BREAKS = re.compile(r"[\t\r\n]+")
_FACT = re.compile(r"[a-z][a-z0-9_-]{0,29}")
_UNSHOWABLE = "holds control or invisible characters; type it again without"


_MOST_OF_A_NUMBER = 2**53
"""Past it, programs that read JSON lose digits; infinity and what is no number are past it."""


class Values:
    """The values of one file and the problems found on the way."""

    def __init__(self, file: str, lines: Lines, names: Collection[str]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []
        self.rolls: list[str] = []
        self.misread = False
        self._names = names
        self._characters = 0
        self._braces = 0

    @property
    def enough(self) -> bool:
        """Whether so much is wrong that reading on would help nobody."""
        return (
            len(self.problems) >= MOST_PROBLEMS
            or self._characters > MOST_CHARACTERS
            or self._braces > MOST_BRACES
        )

    def wrong(self, path: KeyPath, message: str) -> None:
        """Remember a problem, at the line of its key or of what should hold it."""
        if len(self.problems) < MOST_PROBLEMS:
            where = said(path, self.rolls)
            self.problems.append(Problem(self.file, line_of(path, self.lines), where, message))

    def only(
        self,
        path: KeyPath,
        data: Mapping[str, object],
        known: tuple[str, ...],
        above: tuple[str, ...] = (),
    ) -> None:
        """Tell of every key that is not known here; one of those `above` belongs before the first
        block."""
        for key in data:
            if self.enough:
                return
            if key in above and key not in known:
                header = f"[[{path[0]}]]"
                self.wrong(
                    (*path, key), f"is not known below {header}; move it above the first {header}"
                )
            elif key not in known:
                hint = did_you_mean(clipped(key, 60), known) or f"Known here are {listed(known)}."
                self.wrong((*path, key), f"is not known. {hint}")

    def text(self, path: KeyPath, value: object) -> str:
        """A text on one line, fit to show."""
        if not isinstance(value, str):
            self.wrong(path, _found(value, f", not text{_in_quotes(path, value)}"))
            return ""
        if len(value) > MOST_OF_A_TEXT:
            self.wrong(path, f"is {len(value):,} characters long; at most {MOST_OF_A_TEXT:,} fit")
            return ""
        self._count(path, len(value))
        if value.isprintable():
            text = value.strip()
        else:
            text = _BREAKS.sub(" ", value).strip()
            if clean(text) != text:
                self.wrong(path, _UNSHOWABLE)
                return clean(text)
        if not text:
            self.wrong(path, "is empty")
        return text

    def template(self, path: KeyPath, value: object) -> Text:
        """A text with dice, references and remembered values in braces."""
        written = self.text(path, value)
        self._braces += written.count("{")
        if self._braces > MOST_BRACES:
            self.wrong(path, f"brings the table past {MOST_BRACES:,} braces")
            self.misread = True
            return ()
        text, mistakes = read_text(written, self._names)
        for mistake in mistakes:
            self.wrong(path, clean(mistake))
            self.misread = True
        return text

    def whole(self, path: KeyPath, value: object, least: int, most: int) -> int:
        """A whole number from `least` to `most`; `least` where it is none."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        found = _found(value)
        if isinstance(value, int) and not isinstance(value, bool):
            found = f"is {'less' if value < least else 'more'} than it can be"
        self.wrong(path, f"{found}; write a whole number from {least:,} to {most:,}")
        return least

    def flag(self, path: KeyPath, value: object) -> bool:
        """True or false."""
        if isinstance(value, bool):
            return value
        self.wrong(path, f"is {kind(value)}; write true or false")
        return False

    def fact(self, path: KeyPath, value: object) -> str:
        """The name of a fact: letters, digits and hyphens, without capitals."""
        if isinstance(value, str) and _FACT.fullmatch(value):
            return value
        found = "is no name of a fact" if isinstance(value, str) else f"is {kind(value)}, not text"
        self.wrong(path, f'{found}; write a word such as "season"')
        return ""

    def when(self, path: KeyPath, value: object) -> When:
        """A condition: one value for each fact, or a list of those that will do."""
        if not isinstance(value, Mapping) or not value:
            found = "is empty" if isinstance(value, Mapping) else _found(value)
            self.wrong(path, f'{found}; write when = {{ season = "winter" }}')
            return ALWAYS
        return MappingProxyType(
            {
                self.fact((*path, fact), fact): self._wanted((*path, fact), wanted)
                for fact, wanted in value.items()
            }
        )

    def _wanted(self, path: KeyPath, value: object) -> tuple[str, ...]:
        several = value if isinstance(value, list) else [value]
        if not several:
            self.wrong(path, "is empty, so it never holds; name at least one value")
        wanted = []
        for each in several:
            if self.enough:
                break
            wanted.append(self.text(path, each).casefold())
        return tuple(dict.fromkeys(wanted))

    def data(self, path: KeyPath, value: object) -> Mapping[str, object]:
        """What a row carries for programs: text, numbers, true and false, lists and tables."""
        if not isinstance(value, Mapping):
            self.wrong(path, f"is {kind(value)}, not a table such as {{ lasting = true }}")
            return NOTHING
        waiting: list[tuple[object, int]] = [(value, 0)]
        while waiting and not self.enough:
            held, depth = waiting.pop()
            if depth > MOST_NESTING:
                self.wrong(path, f"is nested more than {MOST_NESTING} deep")
                return NOTHING
            inner: Iterable[object] = ()
            if isinstance(held, Mapping):
                inner = [*held, *held.values()]
            elif isinstance(held, list):
                inner = held
            else:
                self._leaf(path, held)
            waiting.extend((each, depth + 1) for each in inner)
        return MappingProxyType(dict(value))

    def _leaf(self, path: KeyPath, held: object) -> None:
        if not isinstance(held, str | int | float):
            self.wrong(path, f"holds {kind(held)}; write it as text")
        elif isinstance(held, int | float) and not -_MOST_OF_A_NUMBER <= held <= _MOST_OF_A_NUMBER:
            self.wrong(path, f"holds {held}, which is no number that every program reads")
        elif isinstance(held, str) and clean(held) != _BREAKS.sub(" ", held):
            self.wrong(path, _UNSHOWABLE)
        self._count(path, len(held) if isinstance(held, str) else 1)

    def _count(self, path: KeyPath, characters: int) -> None:
        before, self._characters = self._characters, self._characters + characters
        if before <= MOST_CHARACTERS < self._characters:
            self.wrong(path, f"brings the table past {MOST_CHARACTERS:,} characters of text")


def line_of(path: KeyPath, lines: Lines) -> int:
    """The line of a key, or of what should hold it; 0 where neither is known."""
    around = (path[:length] for length in range(len(path), 0, -1))
    return next((lines[place] for place in around if place in lines), 0)


def said(path: KeyPath, rolls: Sequence[str]) -> str:
    """A key path as people read it: `title`, or `row 3 (roll 8-9), text`, where `rolls` are what
    the rows of a table with dice answer to."""
    keys = [clipped(clean(str(key)), 60) for key in path]
    place = path[1] if len(path) > 1 else ""
    if isinstance(place, int) and path[0] == "rows":
        keys[:2] = [row_said(place + 1, rolls[place] if place < len(rolls) else "")]
    elif isinstance(place, int) and path[0] == "modifiers":
        keys[:2] = [f"modifier {place + 1}"]
    return ", ".join(keys)


def row_said(number: int, roll: str) -> str:
    """A row by its number, from 1, and so that nobody takes that for its roll: `row 3`, or
    `row 3 (roll 8-9)`."""
    return f"row {number} (roll {roll})" if roll else f"row {number}"


def _found(value: object, other_than: str = "") -> str:
    return "is missing" if value is None else f"is {kind(value)}{other_than}"


def kind(value: object) -> str:
    """What a value is, as the file format calls it."""
    kinds = ((bool, "true or false"), (int, "a whole number"), (float, "a number"), (str, "text"))
    found = [name for kind, name in kinds if isinstance(value, kind)]
    if found:
        return found[0]
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return "a date" if isinstance(value, date) else "a time"


def _in_quotes(path: KeyPath, value: object) -> str:
    """What to write for a value that is meant as text; "" where that is not plain to see."""
    key = next((key for key in reversed(path) if isinstance(key, str)), "")
    if isinstance(value, date | time):
        written = value.isoformat()
    elif isinstance(value, int | float):
        written = str(value).lower()
    else:
        return ""
    return f'; write {clipped(clean(key), 60)} = "{written}"'
