"""Forms: how a word can be typed, stated once.

A form is a row of kinds and fixed words, as `ERRANT THINGS [at PLACE]`. It reads what was typed
into the values that a handler takes, completes what is being typed, and is the usage in help.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, NamedTuple

from msgspec import Struct

from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.kind import Completion, Kind, Scene, Words, WrongFormError
from companion.grammar.kinds import find_kind
from companion.grammar.line import quote_name, split_words
from companion.refusal import Malformed, Refusal, Unknown


class Slot(NamedTuple):
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


_PARTS = re.compile(r"\[[^\]]*\]|\S+")


def _parse_slot(part: str) -> Slot:
    """A place out of its part of a pattern: `ERRANT`, `off` or `[at PLACE]`."""
    *fixed, last = part.strip("[]").split()
    kind = find_kind(last)
    words: Words = tuple((fixed[0] if kind and fixed else "" if kind else last).split("|"))
    return Slot(kind, tuple(filter(None, words)), part.startswith("["))


class MismatchError(Exception):
    """A form does not fit: the refusal, how far the form could be read, and what makes a line that
    is read, "" if there is none. Of two that are read as far, one that goes on there has more to
    say than one that ends."""

    def __init__(
        self, refusal: Refusal, progress: float, make_example: Callable[[], str] | None = None
    ) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.progress = progress
        self.make_example = make_example or str


_READING_ORDER = ("anywhere", "front", "end", "rest")
_SURE_PROGRESS = 100
"""The progress of a form that is surely meant, though a part, as `=5,x`, cannot be read."""


def _rank_reading(slot: Slot) -> tuple[int, bool]:
    """When a place is read: of those anywhere, one that takes all the rest comes last."""
    takes_rest = slot.kind is not None and slot.kind.position == "rest"
    return _READING_ORDER.index(slot.position), takes_rest


class Form(Struct, frozen=True, dict=True):
    """One way to type a word: its places, and the function that answers it. Its pattern has labels
    of kinds, fixed words, and in brackets what may be left out. A form that `reads` changes
    nothing; no more does a line with a `?`. The lines of one that `is_secret` are for the Guide
    alone."""

    pattern: str
    handler: str
    reads: bool = False
    is_secret: bool = False

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Its places, in the order of the pattern."""
        return tuple(map(_parse_slot, _PARTS.findall(self.pattern)))

    @cached_property
    def opening(self) -> Words:
        """The fixed words of which one must come first; none for a form that begins otherwise."""
        first = self.slots[0] if self.slots else None
        return first.fixed if first and not first.is_optional else ()

    @cached_property
    def reading_order(self) -> tuple[Slot, ...]:
        """The places in the order in which they are read."""
        return tuple(sorted(self.slots, key=_rank_reading))

    @property
    def usage(self) -> str:
        """How it is typed, without the word."""
        return " ".join(slot.usage for slot in self.slots)

    @property
    def names(self) -> Words:
        """The parameters of its handler."""
        names = (slot.kind.name for slot in self.slots if slot.kind)
        return tuple(n for n in names if not n.startswith("_") and n not in ROLLING_FIELDS)

    @property
    def has_step(self) -> bool:
        """True if a fixed word stands by itself in it, as `remove NAME`."""
        return any(slot.kind is None for slot in self.slots)

    def is_read_only(self, values: Mapping[str, object]) -> bool:
        """True if these values change nothing."""
        return self.reads or bool(values.get("is_asking"))

    def read(self, word: str, words: Words, context: Context) -> dict[str, Any]:
        """The values of a line by the handler's parameters. Raises MismatchError."""
        values: dict[str, Any] = {}
        left, progress = words, 0.0
        for slot in self.reading_order:
            make_example = partial(self._extend, word, words, left, slot, Scene(context, values))
            try:
                left = _read_slot(slot, left, Scene(context, values))
            except _MissingError:
                question = slot.kind.question if slot.kind else f"«{slot.fixed[0]}» must follow."
                if slot.is_optional:
                    question = f"Something must follow «{slot.fixed[0]}»."
                raise MismatchError(Malformed(question), progress, make_example) from None
            except WrongFormError:
                raise MismatchError(Malformed(f"That is not how `{word}` is typed."), -2) from None
            except _WrongWordError as wrong:
                raise MismatchError(wrong.refusal, progress - 0.5, make_example) from None
            except Refusal as refusal:
                if isinstance(refusal, Unknown) and slot.position == "front":
                    self._ask_for_missing(word, words, left, slot, Scene(context, values), progress)
                is_sure = slot.position == "anywhere" or (slot.kind and slot.kind.is_sure)
                progress = _SURE_PROGRESS if is_sure else progress
                raise MismatchError(refusal, progress, make_example) from None
            progress += slot.position != "anywhere"
        if left:
            leftover = Malformed(f"«{' '.join(left)}» does not fit in that line.")
            if left == words:
                leftover.message = f"Nothing can follow «{word}», not «{' '.join(left)}»."
            shorten = partial(self._shorten, word, words, left, context)
            raise MismatchError(leftover, progress - 0.5, shorten)
        return {name: value for name, value in values.items() if not name.startswith("_")}

    def _ask_for_missing(
        self, word: str, words: Words, left: Words, slot: Slot, scene: Scene, progress: float
    ) -> None:
        """Raises MismatchError with the question of a place if the words fit once it is filled, as
        those of `coins +30`."""
        kind, at = slot.kind, words.index(left[0])
        if kind is None:
            return
        line = (*words[:at], *split_words(_make_example_value(slot, scene)), *words[at:])
        if self._fits(line, scene.context):
            hint = f"Try: {' '.join((word, *map(quote_name, line)))}"
            raise MismatchError(Malformed(kind.question, hint), progress + 0.5) from None

    def _fits(self, words: Words, context: Context) -> bool:
        """True if these words are a line of this form."""
        scene, left = Scene(context, {}, is_trial=True), words
        for slot in self.reading_order:
            try:
                left = _read_slot(slot, left, scene)
            except _MISFITS:
                return False
        return not left

    def _extend(self, word: str, words: Words, left: Words, missing: Slot, scene: Scene) -> str:
        """A line that goes on where something is missing or wrong: what was read so far, with what
        fits in each place that is still empty; without what was typed, where an option would
        swallow it. "" if nothing fits."""
        slots = self.slots[self.slots.index(missing) :]
        if missing.is_optional:
            slots = (missing._replace(fixed=(), is_optional=False),)
        kept = _drop_last(words, left) if missing.position in ("front", "rest") else words
        for typed, wanted, seen in (
            (kept, slots, scene),
            (words, slots, scene),
            ((), self.slots, Scene(scene.context, {})),
        ):
            added = _list_examples(wanted, seen)
            if self._fits((*typed, *split_words(" ".join(added))), scene.context):
                return " ".join((word, *map(quote_name, typed), *added))
        return ""

    def _shorten(self, word: str, words: Words, left: Words, context: Context) -> str:
        """The line without what does not fit, if that is one."""
        line = _drop_last(words, left)
        if self._fits(line, context):
            return " ".join((word, *map(quote_name, line)))
        return self.make_example(word, context)

    def make_example(self, word: str, context: Context) -> str:
        """A line of this form; "" if the campaign has nothing that could stand in it."""
        added = _list_examples(self.slots, Scene(context, {}))
        fits = self._fits(split_words(" ".join(added)), context)
        return " ".join((word, *added)) if fits else ""

    def complete(self, words: Words, begun: str, context: Context) -> list[Completion]:
        """What can stand after these words, in the order of the places."""
        values: dict[str, Any] = {}
        scene = Scene(context, values, (), begun)
        left, found = words, dict[Slot, list[Completion]]()
        for slot in self.slots:
            if slot.kind and words and slot.fixed and words[-1].casefold() in slot.fixed:
                return list(slot.kind.complete(_fill_values(self, words[:-1], scene)))
        for slot in self.reading_order:
            if slot.position in ("front", "rest") and not left:
                found[slot] = _complete_slot(slot, scene)
                if not slot.is_optional:
                    offered = [each for offers in found.values() for each in offers]
                    return offered + self._complete_optional_before(slot, scene)
            elif slot.position == "rest" and slot.kind:
                found[slot] = list(slot.kind.complete(scene._replace(before=left)))
                if not found[slot] and _is_of_other_form(slot.kind, left, scene):
                    return []
                if left[-1].casefold() in slot.kind.links:
                    return found[slot]
                left = ()
            else:
                try:
                    left = _read_slot(slot, left, scene)
                except _MISFITS:
                    if slot.position == "front":
                        return []
        for slot in () if left else self.slots:
            is_open = slot.kind is not None and not values.get(slot.kind.name)
            if is_open and slot.position in ("anywhere", "end"):
                found[slot] = _complete_slot(slot, scene._replace(before=words))
        return [each for slot in self.slots for each in found.get(slot, ())]

    def _complete_optional_before(self, required: Slot, scene: Scene) -> list[Completion]:
        """The fixed words that the pattern has before a place, where they are not typed yet."""
        return [
            completion
            for slot in self.slots[: self.slots.index(required)]
            if slot.fixed and slot.is_optional and slot.kind
            if scene.values.get(slot.kind.name) is None
            for completion in _complete_slot(slot, scene)
        ]


def _list_examples(slots: tuple[Slot, ...], scene: Scene) -> list[str]:
    """An example for each of these places that must be filled, each fit for those before it."""
    texts: list[str] = []
    values = scene.values
    assert isinstance(values, dict)
    for slot in slots:
        if slot.kind and slot.position == "anywhere":
            values.setdefault(slot.kind.name, None)
    for slot in slots:
        if slot.is_optional:
            continue
        text = " ".join((*slot.fixed[:1], *filter(None, [_make_example_value(slot, scene)])))
        texts.append(text)
        try:
            _read_slot(slot, split_words(text), scene)
        except _MISFITS:
            break
    return texts


def _make_example_value(slot: Slot, scene: Scene) -> str:
    """What can stand in a place: the example of its kind, or what the menu offers first, word by
    word until it is read."""
    if slot.kind is None or slot.kind.example:
        return slot.kind.example if slot.kind else ""
    typed: Words = ()
    for _ in range(_MAX_EXAMPLE_STEPS):
        first = next(iter(slot.kind.complete(scene._replace(before=typed))), None)
        if first is None:
            break
        typed = (*typed, *split_words(first.text))
        with suppress(*_MISFITS):
            slot.kind.take(typed, scene)
            break
    return " ".join(map(quote_name, typed))


_MAX_EXAMPLE_STEPS = 4


def _drop_last(words: Words, left: Words) -> Words:
    """The words without those that are left, each where it stands last."""
    kept = list(words[::-1])
    for each in left[::-1]:
        kept.remove(each)
    return tuple(kept[::-1])


class _MissingError(Exception):
    """Nothing stands where something must."""


class _WrongWordError(Exception):
    """Another word stands where a fixed one must."""

    def __init__(self, typed: str, fixed: Words) -> None:
        super().__init__(typed)
        self.refusal = Malformed(f"«{typed}» does not fit there.", typed=typed, instead=fixed)


_MISFITS = (Refusal, WrongFormError, _MissingError, _WrongWordError)
"""Why a place cannot be read."""


def _read_slot(slot: Slot, words: Words, scene: Scene) -> Words:
    """Read one place into the values of the scene; returns the words that are left."""
    kind, values = slot.kind, scene.values
    assert isinstance(values, dict)
    if slot.position == "anywhere" and slot.fixed:
        return _read_after_fixed(slot, words, scene, values)
    if slot.fixed:
        if not words:
            raise _MissingError
        if words[0].casefold() not in slot.fixed:
            raise _WrongWordError(words[0], slot.fixed)
        words = words[1:]
    if kind is None:
        return words
    if not words and kind.position in ("front", "rest"):
        if not slot.is_optional:
            raise _MissingError
        values[kind.name] = None
        return words
    values[kind.name], left = kind.take(words, scene)
    return left


def _read_after_fixed(slot: Slot, words: Words, scene: Scene, values: dict[str, Any]) -> Words:
    """Read what follows a fixed word anywhere in the line, or None: what takes all the rest after
    the last such word, any other after the first."""
    kind = slot.kind
    assert kind is not None
    places = [at for at, word in enumerate(words) if word.casefold() in slot.fixed]
    values[kind.name] = None
    if not places:
        return words
    at = places[-1 if kind.position == "rest" else 0]
    if at + 1 == len(words):
        raise _MissingError
    values[kind.name], left = kind.take(words[at + 1 :], scene)
    return words[:at] + left


def _is_of_other_form(kind: Kind[Any], words: Words, scene: Scene) -> bool:
    try:
        kind.take(words, scene)
    except WrongFormError:
        return True
    except Refusal:
        pass
    return False


def _fill_values(form: Form, words: Words, scene: Scene) -> Scene:
    """The scene with as many values as can be read, for what stands after a fixed word."""
    for slot in form.reading_order:
        try:
            words = _read_slot(slot, words, scene)
        except _MISFITS:
            break
    return scene


def _complete_slot(slot: Slot, scene: Scene) -> list[Completion]:
    if slot.fixed:
        return [Completion(slot.fixed[0], KEYWORDS.get(slot.fixed[0], ""))]
    return list(slot.kind.complete(scene)) if slot.kind else []


KEYWORDS = {
    "add": "something begins",
    "at": "a place",
    "by": "who speaks, or whose bond it is",
    "check": "what is wrong with one, or with all",
    "dv": "how hard it is: 0, 4, 8",
    "end": "something is over",
    "for": "how long, or for how much",
    "from": "out of whose purse",
    "in": "where",
    "is": "said by hand, 2 to 12",
    "list": "which there are, or those of a subject",
    "off": "no more",
    "on": "whom it is on",
    "show": "the rows of one, as they are written",
    "to": "everything after an entry",
    "vs": "against somebody",
    "with": "whose disposition counts",
}
"""What the menu says of a fixed word."""
