"""The parts of a form, one for each place of a line: reading one, and what can stand there."""

import re
from contextlib import suppress
from typing import Any, NamedTuple

from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.argument_kinds import find_kind_by_label
from companion.grammar.typed_line import split_words
from companion.refusal import Malformed, Refusal
from companion.text_cleaning import quote_name


class Part(NamedTuple):
    """One place of a form: a kind, the fixed words of which one comes before it, or both."""

    kind: Kind[Any] | None
    fixed: Words
    is_optional: bool

    @property
    def position(self) -> str:
        """Where it is looked for: an optional one with a fixed word stands anywhere."""
        if self.fixed and self.is_optional:
            return "anywhere"
        return self.kind.position if self.kind else "front"

    @property
    def usage(self) -> str:
        """How help shows it."""
        text = " ".join(filter(None, ("|".join(self.fixed), self.kind.usage if self.kind else "")))
        return f"[{text}]" if self.is_optional and not text.startswith("[") else text


_PART = re.compile(r"\[[^\]]*\]|\S+")


def parse_form_parts(pattern: str) -> tuple[Part, ...]:
    """The parts of a form's pattern, one for each place of a line."""
    return tuple(map(_parse_pattern_part, _PART.findall(pattern)))


def _parse_pattern_part(text: str) -> Part:
    """A part out of its text in a pattern: `ERRANT`, `off` or `[at PLACE]`."""
    *fixed, last = text.strip("[]").split()
    kind = find_kind_by_label(last)
    words: Words = tuple((fixed[0] if kind and fixed else "" if kind else last).split("|"))
    return Part(kind, tuple(filter(None, words)), text.startswith("["))


class MissingError(Exception):
    """Nothing stands where something must."""


class WrongWordError(Exception):
    """Another word stands where a fixed one must."""

    def __init__(self, typed: str, fixed: Words) -> None:
        super().__init__(typed)
        self.refusal = Malformed(f"«{typed}» does not fit there.", typed=typed, instead=fixed)


MISFITS = (Refusal, WrongFormError, MissingError, WrongWordError)
"""Why a place cannot be read."""


def read_form_part(part: Part, words: Words, so_far: LineSoFar) -> Words:
    """Read one place into the values so far; returns the words that are left."""
    kind, values = part.kind, so_far.values
    assert isinstance(values, dict)
    if part.position == "anywhere" and part.fixed:
        return _read_after_fixed_word(part, words, so_far, values)
    if part.fixed:
        if not words:
            raise MissingError
        if words[0].casefold() not in part.fixed:
            raise WrongWordError(words[0], part.fixed)
        words = words[1:]
    if kind is None:
        return words
    if not words and kind.position in ("front", "rest"):
        if not part.is_optional:
            raise MissingError
        values[kind.name] = None
        return words
    values[kind.name], left = kind.take(words, so_far)
    return left


def _read_after_fixed_word(
    part: Part, words: Words, so_far: LineSoFar, values: dict[str, Any]
) -> Words:
    """Read what follows a fixed word anywhere in the line, or None: what takes all the rest after
    the last such word, any other after the first."""
    kind = part.kind
    assert kind is not None
    places = [at for at, word in enumerate(words) if word.casefold() in part.fixed]
    values[kind.name] = None
    if not places:
        return words
    at = places[-1 if kind.position == "rest" else 0]
    if at + 1 == len(words):
        raise MissingError
    values[kind.name], left = kind.take(words[at + 1 :], so_far)
    return words[:at] + left


def list_part_examples(parts: tuple[Part, ...], so_far: LineSoFar) -> list[str]:
    """An example for each of these places that must be filled, each fit for those before it."""
    texts: list[str] = []
    values = so_far.values
    assert isinstance(values, dict)
    for part in parts:
        if part.kind and part.position == "anywhere":
            values.setdefault(part.kind.name, None)
    for part in parts:
        if part.is_optional:
            continue
        text = " ".join((*part.fixed[:1], *filter(None, [make_example_value(part, so_far)])))
        texts.append(text)
        try:
            read_form_part(part, split_words(text), so_far)
        except MISFITS:
            break
    return texts


def make_example_value(part: Part, so_far: LineSoFar) -> str:
    """What can stand in a place: the example of its kind, or what the menu offers first, word by
    word until it is read."""
    if part.kind is None or part.kind.example:
        return part.kind.example if part.kind else ""
    typed: Words = ()
    for _ in range(_MAX_EXAMPLE_STEPS):
        first = next(iter(part.kind.complete(so_far._replace(before=typed))), None)
        if first is None:
            break
        typed = (*typed, *split_words(first.text))
        with suppress(*MISFITS):
            part.kind.take(typed, so_far)
            break
    return " ".join(map(quote_name, typed))


_MAX_EXAMPLE_STEPS = 4


def complete_form_part(part: Part, so_far: LineSoFar) -> list[Completion]:
    """What can stand in this place of a form: its fixed word, or what its kind offers."""
    if part.fixed:
        return [Completion(part.fixed[0], KEYWORDS.get(part.fixed[0], ""))]
    return list(part.kind.complete(so_far)) if part.kind else []


KEYWORDS = {
    "add": "something begins",
    "at": "a place",
    "by": "who speaks, or whose bond it is",
    "check": "what is wrong with one, or with all",
    "dv": "how hard it is: 0, 4, 8",
    "end": "something is over",
    "enhance": "steps up, for the prone, the flanked",
    "for": "how long, or for how much",
    "from": "out of whose purse",
    "gambit": "damage for a manoeuvre",
    "impair": "steps down",
    "in": "where",
    "is": "said by hand, 2 to 12",
    "list": "which there are, or those of a subject",
    "off": "no more",
    "on": "whom it is on",
    "show": "the rows of one, as they are written",
    "to": "what it tries, or all after an entry",
    "vs": "against somebody",
    "with": "whose disposition counts",
}
"""What the menu says of a fixed word."""
