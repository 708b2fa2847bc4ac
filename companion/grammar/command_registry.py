"""The registry of words, found by name, short form or beginning. The prompt, help, completion and
the docs all ask it."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from companion.grammar.argument_kind import Completion, Words
from companion.grammar.command_forms import Form, MismatchError
from companion.grammar.context import Context
from companion.refusal import (
    Ambiguous,
    Malformed,
    Unknown,
    find_names_likely_meant,
    join_choices,
    join_words,
)

LinePredicate: TypeAlias = Callable[[tuple[str, ...]], bool]
"""Says whether something is true of a word with these arguments."""


SHELL_COMMANDS = (
    "companion",
    "play",
    "share",
    "run",
    "new",
    "list",
    "check",
    "restore",
    "odds",
    "tables",
    "export",
    "cheatsheet",
    "parlour",
)
"""The commands of the shell that are no words at the prompt."""


SYNONYM_HINTS = {
    name: way
    for way, names in (
        ("Try: fight", ("combat", "battle")),
        ("Try: sleep", ("night",)),
        ("Try: slots ERRANT", ("inventory", "pack", "equipment", "gear")),
        ("Try: company", ("party", "characters")),
        ("Try: light torch", ("torch",)),
        ("Try: at PLACE", ("go", "travel")),
        ("Try: effect add NAME condition on ERRANT", ("condition",)),
        ("Try: status", ("time",)),
        ("Try: help talk", ("negotiation", "giving", "taking", "convincing", "bribe", "patience")),
        ("Try: help react", ("disposition", "reaction")),
        ("Try: help npc", ("alignment", "threat")),
        ("Try: help faction", ("reputation",)),
        ("Try: help checks", ("dv", "impact", "position")),
    )
    for name in names
}
"""Names from other tables, with a hint what to type here. None of them is a word, nor taken for the
beginning of one."""


_MIN_BEGINNING, _MOST_MEANT = 3, 3


def match_no_line(_arguments: tuple[str, ...]) -> bool:
    """False for every line."""
    return False


def match_every_line(_arguments: tuple[str, ...]) -> bool:
    """True for every line."""
    return True


class Word(NamedTuple):
    """A word of the prompt, and the forms in which it can be typed. One that `needs_no_campaign` is
    answered even if the files are broken; `is_secret` says which lines are for the Guide alone."""

    name: str
    subject: str
    own_usage: str
    forms: tuple[Form, ...]
    short_forms: tuple[str, ...] = ()
    is_secret: LinePredicate = match_no_line
    needs_no_campaign: bool = False

    @property
    def usage(self) -> str:
        """How it is typed: as each of its forms says, if it has no usage of its own."""
        own = " | ".join(f"{self.name} {form.usage}".strip() for form in self.forms)
        return self.own_usage or own

    def select_forms(self, arguments: tuple[str, ...]) -> tuple[Form, ...]:
        """The forms that begin with the word typed first, or else those with no word of their own
        in that place."""
        first = arguments[0].casefold() if arguments else ""
        opened = tuple(form for form in self.forms if first in form.opening)
        return opened or tuple(form for form in self.forms if not form.opening) or self.forms

    def is_guide_only(self, arguments: tuple[str, ...]) -> bool:
        """True for a line that is for the Guide alone, whoever types it."""
        secret_form = any(form.is_secret for form in self.select_forms(arguments))
        return secret_form or self.is_secret(arguments)

    def read(self, arguments: tuple[str, ...], context: Context) -> tuple[Form, dict[str, Any]]:
        """The form that fits what follows the word, and the values it reads. Raises the Refusal of
        the form that can be read furthest, the last of several."""
        forms, first = self.select_forms(arguments), "".join(arguments[:1])
        steps = dict.fromkeys(
            f"{self.name} {each.opening[0]}" for each in self.forms if each.opening
        )
        is_bare = bool(steps and arguments) and not any(form.parts for form in forms)
        if is_bare or all(form.opening and first.casefold() not in form.opening for form in forms):
            message = f"«{first}» does not fit there." if first else f"What of «{self.name}»?"
            raise Malformed(message, f"Try: {join_words(steps, 'or')}")
        mismatches = []
        for form in forms:
            try:
                return form, form.read(self.name, arguments, context)
            except MismatchError as mismatch:
                mismatches.append(mismatch)
        furthest = max(reversed(mismatches), key=lambda each: each.progress)
        refusal = furthest.refusal
        if isinstance(refusal, Malformed | Unknown) and not (refusal.hint or refusal.instead):
            examples = (form.make_example(self.name, context) for form in (*forms, *self.forms))
            line = furthest.make_example() or next(filter(None, examples), f"help {self.name}")
            refusal.hint = f"Try: {line}"
        raise refusal

    def complete(self, words: Words, begun: str, context: Context) -> list[Completion]:
        """What can stand after these words in any form: names come before steps, as `new`."""
        fitting = self.select_forms(words) if words else self.forms
        forms = sorted(fitting, key=lambda form: form.has_fixed_word_alone)
        found = [each for form in forms for each in form.complete(words, begun, context)]
        return list(dict.fromkeys(found))


class Registry:
    """All words, in their order."""

    def __init__(self, words: Iterable[Word] = ()) -> None:
        self._words: dict[str, Word] = {}
        self._short_forms: dict[str, str] = {}
        for word in words:
            self._add_word(word)

    def _add_word(self, word: Word) -> None:
        for known in (word.name, *word.short_forms):
            assert known not in {*self._words, *self._short_forms}, known
        self._words[word.name] = word
        self._short_forms.update(dict.fromkeys(word.short_forms, word.name))

    def __iter__(self) -> Iterator[Word]:
        return iter(self._words.values())

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def find_candidates(self, typed: str, *, whole: bool = False) -> list[Word]:
        """The words that were typed: the one of this name or short form, or else (unless `whole`)
        all that begin so."""
        name = typed if typed in self._words else self._short_forms.get(typed)
        if name is not None:
            return [self._words[name]]
        if whole or not typed or typed in SYNONYM_HINTS:
            return []
        return [word for known, word in self._words.items() if known.startswith(typed)]

    def find_word(self, typed: str, *, whole: bool = False) -> Word:
        """The word of this name or short form, or (unless `whole`) the only one that begins so.
        Raises Unknown with similar words, or Ambiguous with those that begin so."""
        found = self.find_candidates(typed, whole=whole)
        if len(found) == 1:
            return found[0]
        if found:
            names = join_words(map(_describe_word, found), "or")
            ways = join_choices(word.name for word in found[:3])
            raise Ambiguous(f"«{typed}» may be {names}.", f"Try: {ways}")
        raise Unknown(f"There is no word «{typed}».", self._make_hint_for_unknown_word(typed))

    def _make_hint_for_unknown_word(self, typed: str) -> str:
        if typed in SHELL_COMMANDS:
            line = typed if typed == "companion" else f"companion {typed}"
            if typed == "share":  # play goes on here meanwhile
                return f"«{line}» is typed at the shell, in another window."
            return f"«{line}» is typed at the shell: leave with quit first."
        if way := SYNONYM_HINTS.get(typed):
            return way
        from companion.grammar.help_pages_file import (
            load_help_pages,  # measured: only a refusal needs it
        )

        if load_help_pages().has_page_under_other_name(typed):
            return f"Try: help {typed}"
        return self._suggest_likely_words(typed) or "Type help for all the words."

    def _suggest_likely_words(self, typed: str) -> str:
        """The words of which this is a beginning, or a slip of the hand; "" for none."""
        meant = _find_likely_words(typed, tuple(self._words))
        return f"Did you mean {join_words(meant[:_MOST_MEANT], 'or')}?" if meant else ""


@lru_cache(maxsize=256)
def _find_likely_words(typed: str, names: tuple[str, ...]) -> list[str]:
    """Words that begin so, or of which it is a slip, as `ods` for odds. Remembered: every line
    that a phrase may mean asks again."""
    begun = [name for name in names if name.startswith(typed)]
    found = (begun if len(typed) >= _MIN_BEGINNING else []) or find_names_likely_meant(typed, names)
    return found or [name for name in names if re.sub(r"(.)\1", r"\1", name) == typed]


def _describe_word(word: Word) -> str:
    return f"{word.name} ({word.short_forms[0]})" if word.short_forms else word.name
