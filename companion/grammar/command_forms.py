"""Forms: how a word can be typed, stated once.

A form is a row of kinds and fixed words, as `ERRANT THINGS [at PLACE]`. It reads what was typed
into the values that a handler takes, completes what is being typed, and is the usage in help.
"""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

from msgspec import Struct

from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, WrongFormError
from companion.grammar.context import ROLLING_FIELDS, Context
from companion.grammar.form_parts import (
    MISFITS,
    MissingError,
    Part,
    WrongWordError,
    complete_form_part,
    list_part_examples,
    make_example_value,
    parse_form_parts,
    read_form_part,
)
from companion.grammar.typed_line import split_words
from companion.refusal import Malformed, Refusal, Unknown
from companion.text_cleaning import quote_name


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


def _rank_reading_order(part: Part) -> tuple[int, bool]:
    """When a place is read: of those anywhere, one that takes all the rest comes last."""
    takes_rest = part.kind is not None and part.kind.position == "rest"
    return _READING_ORDER.index(part.position), takes_rest


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
    def parts(self) -> tuple[Part, ...]:
        return parse_form_parts(self.pattern)

    @cached_property
    def opening(self) -> Words:
        """The fixed words of which one must come first; none for a form that begins otherwise."""
        first = self.parts[0] if self.parts else None
        return first.fixed if first and not first.is_optional else ()

    @cached_property
    def reading_order(self) -> tuple[Part, ...]:
        """The places in the order in which they are read."""
        return tuple(sorted(self.parts, key=_rank_reading_order))

    @property
    def usage(self) -> str:
        """How it is typed, without the word."""
        return " ".join(part.usage for part in self.parts)

    @property
    def parameter_names(self) -> Words:
        """The parameters of its handler."""
        names = (part.kind.name for part in self.parts if part.kind)
        return tuple(n for n in names if not n.startswith("_") and n not in ROLLING_FIELDS)

    @property
    def has_fixed_word_alone(self) -> bool:
        """True if a fixed word stands by itself in it, as `remove NAME`."""
        return any(part.kind is None for part in self.parts)

    def is_read_only(self, values: Mapping[str, object]) -> bool:
        """True if these values change nothing."""
        return self.reads or bool(values.get("is_asking"))

    def read(self, word: str, words: Words, context: Context) -> dict[str, Any]:
        """The values of a line by the handler's parameters. Raises MismatchError."""
        values: dict[str, Any] = {}
        left, progress = words, 0.0
        for part in self.reading_order:
            make_example = partial(
                self._suggest_continued_line, word, words, left, part, LineSoFar(context, values)
            )
            try:
                left = read_form_part(part, left, LineSoFar(context, values))
            except MissingError:
                question = part.kind.question if part.kind else f"«{part.fixed[0]}» must follow."
                if part.is_optional:
                    question = f"Something must follow «{part.fixed[0]}»."
                raise MismatchError(Malformed(question), progress, make_example) from None
            except WrongFormError:
                raise MismatchError(Malformed(f"That is not how `{word}` is typed."), -2) from None
            except WrongWordError as wrong:
                raise MismatchError(wrong.refusal, progress - 0.5, make_example) from None
            except Refusal as refusal:
                if isinstance(refusal, Unknown) and part.position == "front":
                    self._ask_for_missing_part(
                        word, words, left, part, LineSoFar(context, values), progress
                    )
                is_sure = part.position == "anywhere" or (part.kind and part.kind.is_sure)
                progress = _SURE_PROGRESS if is_sure else progress
                raise MismatchError(refusal, progress, make_example) from None
            progress += part.position != "anywhere"
        if left:
            leftover = Malformed(f"«{' '.join(left)}» does not fit in that line.")
            if left == words:
                leftover.message = f"Nothing can follow «{word}», not «{' '.join(left)}»."
            shorten = partial(self._suggest_shortened_line, word, words, left, context)
            raise MismatchError(leftover, progress - 0.5, shorten)
        return {name: value for name, value in values.items() if not name.startswith("_")}

    def _ask_for_missing_part(
        self, word: str, words: Words, left: Words, part: Part, so_far: LineSoFar, progress: float
    ) -> None:
        """Raises MismatchError with the question of a place if the words fit once it is filled, as
        those of `coins +30`."""
        kind, at = part.kind, words.index(left[0])
        if kind is None:
            return
        line = (*words[:at], *split_words(make_example_value(part, so_far)), *words[at:])
        if self._fits_words(line, so_far.context):
            hint = f"Try: {' '.join((word, *map(quote_name, line)))}"
            raise MismatchError(Malformed(kind.question, hint), progress + 0.5) from None

    def _fits_words(self, words: Words, context: Context) -> bool:
        """True if these words are a line of this form."""
        so_far, left = LineSoFar(context, {}, is_trial=True), words
        for part in self.reading_order:
            try:
                left = read_form_part(part, left, so_far)
            except MISFITS:
                return False
        return not left

    def _suggest_continued_line(
        self, word: str, words: Words, left: Words, missing: Part, so_far: LineSoFar
    ) -> str:
        """A line that goes on where something is missing or wrong: what was read so far, with what
        fits in each place that is still empty; without what was typed, where an option would
        swallow it. "" if nothing fits."""
        parts = self.parts[self.parts.index(missing) :]
        if missing.is_optional:
            parts = (missing._replace(fixed=(), is_optional=False),)
        kept = _drop_left_words(words, left) if missing.position in ("front", "rest") else words
        for typed, wanted, seen in (
            (kept, parts, so_far),
            (words, parts, so_far),
            ((), self.parts, LineSoFar(so_far.context, {})),
        ):
            added = list_part_examples(wanted, seen)
            if self._fits_words((*typed, *split_words(" ".join(added))), so_far.context):
                return " ".join((word, *map(quote_name, typed), *added))
        return ""

    def _suggest_shortened_line(
        self, word: str, words: Words, left: Words, context: Context
    ) -> str:
        """The line without what does not fit, if that is one."""
        line = _drop_left_words(words, left)
        if self._fits_words(line, context):
            return " ".join((word, *map(quote_name, line)))
        return self.make_example(word, context)

    def make_example(self, word: str, context: Context) -> str:
        """A line of this form; "" if the campaign has nothing that could stand in it."""
        added = list_part_examples(self.parts, LineSoFar(context, {}))
        fits = self._fits_words(split_words(" ".join(added)), context)
        return " ".join((word, *added)) if fits else ""

    def complete(self, words: Words, begun: str, context: Context) -> list[Completion]:
        """What can stand after these words, in the order of the places."""
        values: dict[str, Any] = {}
        so_far = LineSoFar(context, values, (), begun)
        left, found = words, dict[Part, list[Completion]]()
        for part in self.parts:
            if part.kind and words and part.fixed and words[-1].casefold() in part.fixed:
                return list(part.kind.complete(_fill_values_read_so_far(self, words[:-1], so_far)))
        for part in self.reading_order:
            if part.position in ("front", "rest") and not left:
                found[part] = complete_form_part(part, so_far)
                if not part.is_optional:
                    offered = [each for offers in found.values() for each in offers]
                    return offered + self._complete_optional_words_before(part, so_far)
            elif part.position == "rest" and part.kind:
                found[part] = list(part.kind.complete(so_far._replace(before=left)))
                if not found[part] and _is_refused_as_other_form(part.kind, left, so_far):
                    return []
                if left[-1].casefold() in part.kind.links:
                    return found[part]
                left = ()
            else:
                try:
                    left = read_form_part(part, left, so_far)
                except MISFITS:
                    if part.position == "front":
                        return []
        for part in () if left else self.parts:
            is_open = part.kind is not None and not values.get(part.kind.name)
            if is_open and part.position in ("anywhere", "end"):
                found[part] = complete_form_part(part, so_far._replace(before=words))
        return [each for part in self.parts for each in found.get(part, ())]

    def _complete_optional_words_before(
        self, required: Part, so_far: LineSoFar
    ) -> list[Completion]:
        """The fixed words that the pattern has before a place, where they are not typed yet."""
        return [
            completion
            for part in self.parts[: self.parts.index(required)]
            if part.fixed and part.is_optional and part.kind
            if so_far.values.get(part.kind.name) is None
            for completion in complete_form_part(part, so_far)
        ]


def _drop_left_words(words: Words, left: Words) -> Words:
    """The words without those that are left, each where it stands last."""
    kept = list(words[::-1])
    for each in left[::-1]:
        kept.remove(each)
    return tuple(kept[::-1])


def _is_refused_as_other_form(kind: Kind[Any], words: Words, so_far: LineSoFar) -> bool:
    """True if a kind says that these words belong to another form."""
    try:
        kind.take(words, so_far)
    except WrongFormError:
        return True
    except Refusal:
        pass
    return False


def _fill_values_read_so_far(form: Form, words: Words, so_far: LineSoFar) -> LineSoFar:
    """The line so far with as many values as can be read, for what stands after a fixed word."""
    for part in form.reading_order:
        try:
            words = read_form_part(part, words, so_far)
        except MISFITS:
            break
    return so_far
