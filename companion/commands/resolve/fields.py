"""`Brother Odo morale 7 at sallows-end`: a name, and fields with what they are to be."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple, TypeVar

from companion.commands.resolve.people import RESERVED_NAMES
from companion.errant.reaction import ALIGNMENTS, Alignment
from companion.grammar.arguments import Arguments, parse_number_between
from companion.grammar.line import quote_name
from companion.refusal import Malformed, Unknown, join_words, suggest_similar

T = TypeVar("T")

CLEARING_WORDS = ("none", "off", "-")
"""What takes a field back: there is none."""
_NAME_PARTICLES = (
    *("a", "an", "the", "of", "from", "at", "and"),
    *("de", "du", "da", "la", "le", "von", "van", "af"),
)
"""What is written small in a name."""
_ALIGNMENT_WORDS: dict[str, Alignment] = {
    "lawful": "L1",
    "law": "L1",
    "neutral": "N",
    "chaotic": "C1",
    "chaos": "C1",
}


class FieldParser:
    """The fields that a thing has, as they can be typed, each with a value it may have; `also` are
    other names for them."""

    def __init__(
        self, what: str, values: Mapping[str, str], also: Mapping[str, str], example: str
    ) -> None:
        self.owner = what
        self.sample_values = values
        self.names = tuple(values)
        self.aliases = also
        self.example = example

    def parse(self, arguments: Arguments) -> "TypedFields":
        """The name is all before the first field, and a value goes on to the next. Malformed where
        either is missing, Unknown for a number that follows no field."""
        known = (*self.names, *self.aliases)
        starts = [at for at, word in enumerate(arguments) if at and word.casefold() in known]
        named = arguments[: starts[0]] if starts else arguments
        name = " ".join(named).strip()
        if not name or arguments[0].casefold() in known:
            raise Malformed("Who?", f"Try: {self.example}")
        self.parse_name(name)
        for word, value in pairwise(named[1:]):
            if value.lstrip("+-").isdecimal():
                raise self.make_unknown_field(word)
        values: dict[str, str] = {}
        for at, end in pairwise((*starts, len(arguments))):
            field = self.aliases.get(arguments[at].casefold(), arguments[at].casefold())
            values[field] = " ".join(arguments[at + 1 : end])
            follows = arguments[end].casefold() if end < len(arguments) else ""
            if not values[field] and self.aliases.get(follows) == field:
                continue  # `at hex 1,2`
            if not values[field]:
                none = "" if field == "name" else ", or none to take it back"
                raise Malformed(
                    f"«{field}» of {name} needs a value{none}.", self.make_hint(name, field)
                )
        return TypedFields(name, values, is_written_as_name=all(map(_is_name_word, named)))

    def parse_name(self, typed: str) -> str:
        """A name, as one begins. Malformed for what can be none."""
        none = typed.casefold() in (*CLEARING_WORDS, *RESERVED_NAMES)
        if none or not any(letter.isalnum() for letter in typed):
            raise Malformed(f"«{typed}» is no name.", f"Try: {self.example}")
        return capitalize_name(typed)

    def make_hint(self, name: str, field: str) -> str:
        """A line that sets a field."""
        word = self.example.split()[0]
        return f"Try: {word} {quote_name(name)} {field} {self.sample_values[field]}"

    def make_unknown_field(self, word: str) -> Unknown:
        """That there is no such field."""
        hint = suggest_similar(word, self.names) or f"You can set {join_words(self.names)}."
        return Unknown(f"«{word}» is nothing that {self.owner} has.", hint)

    def parse_number(self, field: str, value: str, least: int, most: int) -> int:
        """A whole number. Malformed for what is none, Impossible beyond these."""
        if len(words := value.split()) > 1:
            raise self.make_unknown_field(words[1])
        return parse_number_between(value, least, most, what=field)


class TypedFields(NamedTuple):
    """A name, the fields with what they are to be, and whether it is written as names are."""

    name: str
    fields: dict[str, str]
    is_written_as_name: bool

    def require_no_typo(
        self,
        word: str,
        things: Collection[T],
        names: Callable[[T], Collection[str]],
        *,
        asking: bool = False,
    ) -> None:
        """That somebody who is to be made is not one whose name, or a field of whom, was mistyped:
        `npc ysolda`, `npc harl hat red`; or who was only asked after, where a player is `asking`.
        What is written as names are is meant so. Unknown else."""
        if self.is_written_as_name:
            return
        near = suggest_similar(self.name, [each for thing in things for each in names(thing)])
        near = near or _hint_first_word(self.name, things, names)
        if near or asking or self.name.startswith("="):
            hint = f"{near} To make them: {word} new {quote_name(self.name)}".strip()
            raise Unknown(f"There is nobody called «{self.name}».", hint)


def _hint_first_word(name: str, things: Iterable[T], names: Callable[[T], Iterable[str]]) -> str:
    """A hint where the first word is one of a known name, whole."""
    first = next((word for word in name.casefold().split() if word not in _NAME_PARTICLES), "")
    known = [
        quote_name(next(iter(names(thing))))
        for thing in things
        if first and any(first in re.split(r"[\s-]+", each.casefold()) for each in names(thing))
    ]
    return f"Did you mean {join_words(known[:3], 'or')}?" if known else ""


def _is_name_word(word: str) -> bool:
    """Whether a word is written as in a name: a capital, a small word between, or in quotes."""
    return word[:1].isupper() or " " in word or word in _NAME_PARTICLES


def capitalize_name(name: str) -> str:
    """A name as one begins."""
    return name[:1].upper() + name[1:]


def parse_alignment(value: str) -> Alignment:
    """The Alignment of this name, case-blind; `lawful` and `chaotic` are the least of theirs.
    Unknown for what is none."""
    folded = value.casefold()
    if folded in CLEARING_WORDS:
        return "N"
    for each in ALIGNMENTS:
        if each.casefold() == folded:
            return each
    if folded in _ALIGNMENT_WORDS:
        return _ALIGNMENT_WORDS[folded]
    hint = suggest_similar(value, _ALIGNMENT_WORDS) or f"It is {join_words(ALIGNMENTS, 'or')}."
    raise Unknown(f"«{value}» is no Alignment.", hint)


def parse_yes_or_no(field: str, value: str) -> bool:
    """Whether it is so. Malformed for anything but yes and no."""
    said = {
        "yes": True,
        "true": True,
        "no": False,
        "false": False,
        **dict.fromkeys(CLEARING_WORDS, False),
    }
    if value.casefold() not in said:
        raise Malformed(f"«{value}» says nothing of «{field}».", f"Try: {field} yes, or no")
    return said[value.casefold()]
