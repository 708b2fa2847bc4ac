"""`Brother Odo morale 7 at sallows-end`: a name, and fields with what they are to be."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple, TypeVar

from companion.commands.people_meant import RESERVED
from companion.errant.alignment import ALIGNMENTS, Alignment
from companion.refusal import Malformed, Unknown, did_you_mean, listed
from companion.words.line import quoted
from companion.words.options import Arguments, number_between

T = TypeVar("T")

NOTHING = ("none", "off", "-")
"""What takes a field back: there is none."""
_PARTICLES = (
    *("a", "an", "the", "of", "from", "at", "and"),
    *("de", "du", "da", "la", "le", "von", "van", "af"),
)
"""What is written small in a name."""
_SIDES: dict[str, Alignment] = {
    "lawful": "L1",
    "law": "L1",
    "neutral": "N",
    "chaotic": "C1",
    "chaos": "C1",
}


class Fields:
    """The fields that a thing has, as they can be typed, each with a value it may have; `also` are
    other names for them."""

    def __init__(
        self, what: str, values: Mapping[str, str], also: Mapping[str, str], example: str
    ) -> None:
        self.what = what
        self.values = values
        self.names = tuple(values)
        self.also = also
        self.example = example

    def split(self, arguments: Arguments) -> "Typed":
        """The name is all before the first field, and a value goes on to the next. Malformed where
        either is missing, Unknown for a number that follows no field."""
        known = (*self.names, *self.also)
        starts = [at for at, word in enumerate(arguments) if at and word.casefold() in known]
        named = arguments[: starts[0]] if starts else arguments
        name = " ".join(named).strip()
        if not name or arguments[0].casefold() in known:
            raise Malformed("Who?", f"Try: {self.example}")
        self.name(name)
        for word, value in pairwise(named[1:]):
            if value.lstrip("+-").isdecimal():
                raise self.no_field(word)
        values: dict[str, str] = {}
        for at, end in pairwise((*starts, len(arguments))):
            field = self.also.get(arguments[at].casefold(), arguments[at].casefold())
            values[field] = " ".join(arguments[at + 1 : end])
            follows = arguments[end].casefold() if end < len(arguments) else ""
            if not values[field] and self.also.get(follows) == field:
                continue  # `at hex 1,2`
            if not values[field]:
                none = "" if field == "name" else ", or none to take it back"
                raise Malformed(f"«{field}» of {name} needs a value{none}.", self.way(name, field))
        return Typed(name, values, as_a_name=all(map(_as_a_name, named)))

    def name(self, typed: str) -> str:
        """A name, as one begins. Malformed for what can be none."""
        none = typed.casefold() in (*NOTHING, *RESERVED)
        if none or not any(letter.isalnum() for letter in typed):
            raise Malformed(f"«{typed}» is no name.", f"Try: {self.example}")
        return capital(typed)

    def way(self, name: str, field: str) -> str:
        """A line that sets a field."""
        word = self.example.split()[0]
        return f"Try: {word} {quoted(name)} {field} {self.values[field]}"

    def no_field(self, word: str) -> Unknown:
        """That there is no such field."""
        hint = did_you_mean(word, self.names) or f"You can set {listed(self.names)}."
        return Unknown(f"«{word}» is nothing that {self.what} has.", hint)

    def number(self, field: str, value: str, least: int, most: int) -> int:
        """A whole number. Malformed for what is none, Impossible beyond these."""
        if len(words := value.split()) > 1:
            raise self.no_field(words[1])
        return number_between(value, least, most, what=field)


class Typed(NamedTuple):
    """A name, the fields with what they are to be, and whether it is written as names are."""

    name: str
    fields: dict[str, str]
    as_a_name: bool

    def must_not_be_a_slip(
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
        if self.as_a_name:
            return
        near = did_you_mean(self.name, [each for thing in things for each in names(thing)])
        near = near or _begins_like(self.name, things, names)
        if near or asking or self.name.startswith("="):
            hint = f"{near} To make them: {word} new {quoted(self.name)}".strip()
            raise Unknown(f"There is nobody called «{self.name}».", hint)


def _begins_like(name: str, things: Iterable[T], names: Callable[[T], Iterable[str]]) -> str:
    """A hint where the first word is one of a known name, whole."""
    first = next((word for word in name.casefold().split() if word not in _PARTICLES), "")
    known = [
        quoted(next(iter(names(thing))))
        for thing in things
        if first and any(first in re.split(r"[\s-]+", each.casefold()) for each in names(thing))
    ]
    return f"Did you mean {listed(known[:3], 'or')}?" if known else ""


def _as_a_name(word: str) -> bool:
    """Whether a word is written as in a name: a capital, a small word between, or in quotes."""
    return word[:1].isupper() or " " in word or word in _PARTICLES


def capital(name: str) -> str:
    """A name as one begins."""
    return name[:1].upper() + name[1:]


def alignment_named(value: str) -> Alignment:
    """The Alignment of this name, case-blind; `lawful` and `chaotic` are the least of theirs.
    Unknown for what is none."""
    folded = value.casefold()
    if folded in NOTHING:
        return "N"
    for each in ALIGNMENTS:
        if each.casefold() == folded:
            return each
    if folded in _SIDES:
        return _SIDES[folded]
    hint = did_you_mean(value, _SIDES) or f"It is {listed(ALIGNMENTS, 'or')}."
    raise Unknown(f"«{value}» is no Alignment.", hint)


def yes_or_no(field: str, value: str) -> bool:
    """Whether it is so. Malformed for anything but yes and no."""
    said = {"yes": True, "true": True, "no": False, "false": False, **dict.fromkeys(NOTHING, False)}
    if value.casefold() not in said:
        raise Malformed(f"«{value}» says nothing of «{field}».", f"Try: {field} yes, or no")
    return said[value.casefold()]
