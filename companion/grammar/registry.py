"""The registry of words: what can be typed, what it means, and who answers it.

One decorator feeds dispatch, help, completion and the documentation, so that none can forget a
word. The handlers themselves live a floor above; here they are only kept.
"""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from companion.refusal import Ambiguous, Unknown, join_words, suggest_similar

H = TypeVar("H", bound=Callable[..., object])
LinePredicate: TypeAlias = Callable[[tuple[str, ...]], bool]
"""Whether something is so of a word with these arguments."""


SHELL_COMMANDS = (
    "companion",
    "play",
    "run",
    "new",
    "list",
    "check",
    "restore",
    "odds",
    "tables",
    "export",
    "cheatsheet",
)
"""What is typed at the shell, with `companion` in front, where no word is called so."""


SYNONYM_HINTS = {
    name: way
    for way, names in (
        ("Try: zoom initiative", ("fight", "attack", "combat", "battle")),
        ("Try: sleep", ("camp", "night")),
        ("Try: slots ERRANT", ("inventory", "pack", "equipment", "gear")),
        ("Try: company", ("party", "characters")),
        ("Try: light torch", ("torch",)),
        ("Try: at PLACE", ("go", "travel")),
        ("Try: effect add NAME condition on ERRANT", ("condition",)),
        ("Try: roll TABLE", ("encounter",)),
        ("Try: status", ("time",)),
        ("Try: help talk", ("negotiation", "giving", "taking", "convincing", "bribe", "patience")),
        ("Try: help react", ("disposition", "reaction")),
        ("Try: help npc", ("alignment", "threat")),
        ("Try: help faction", ("reputation",)),
        ("Try: help checks", ("dv", "impact", "position")),
        ("Hit points are not kept here. Try: note TEXT", ("hp",)),
    )
    for name in names
}
"""What people at other tables call things, and what to type here; no word is called so, nor may
it be taken for the beginning of one."""


def match_none(_arguments: tuple[str, ...]) -> bool:
    """Of no line of this word."""
    return False


def match_all(_arguments: tuple[str, ...]) -> bool:
    """Of every line of this word."""
    return True


def has_no_arguments(arguments: tuple[str, ...]) -> bool:
    """Of the word when nothing follows it."""
    return not arguments


class Word(NamedTuple, Generic[H]):
    """A word of the prompt; `completes` names what can follow it, in order. What it `reads` only
    is not journalled; a line that is `secret` is for the Guide alone, in the journal too. A word
    said `aside` needs nothing of the campaign: it is answered even where that cannot be read."""

    name: str
    handler: H
    subject: str
    usage: str
    short_forms: tuple[str, ...]
    is_read_only: LinePredicate
    is_secret: LinePredicate
    needs_no_campaign: bool
    completions: tuple[str, ...]


class Registry(Generic[H]):
    """Every word there is, in the order of its subjects."""

    def __init__(self) -> None:
        self._words: dict[str, Word[H]] = {}
        self._short_forms: dict[str, str] = {}

    def command(
        self,
        name: str,
        *,
        subject: str,
        usage: str,
        short: tuple[str, ...] = (),
        reads: LinePredicate = match_none,
        secret: LinePredicate = match_none,
        aside: bool = False,
        completes: tuple[str, ...] = (),
    ) -> Callable[[H], H]:
        """Register a handler under a word and its short forms; a name taken twice is a bug."""

        def register(handler: H) -> H:
            for known in (name, *short):
                assert known not in {*self._words, *self._short_forms}, known
            self._words[name] = Word(
                name, handler, subject, usage, short, reads, secret, aside, completes
            )
            self._short_forms.update(dict.fromkeys(short, name))
            return handler

        return register

    def __iter__(self) -> Iterator[Word[H]]:
        return iter(self._words.values())

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def find_candidates(self, typed: str, *, whole: bool = False) -> list[Word[H]]:
        """What a typed word can mean: the one it is in full or in short, else (unless `whole`)
        all that begin so."""
        name = typed if typed in self._words else self._short_forms.get(typed)
        if name is not None:
            return [self._words[name]]
        if whole or not typed or typed in SYNONYM_HINTS:
            return []
        return [word for known, word in self._words.items() if known.startswith(typed)]

    def find_word(self, typed: str, *, whole: bool = False) -> Word[H]:
        """The word that was typed: whole, by its short form, or (unless `whole`) by a beginning
        that only one word has. Unknown with what is near; Ambiguous with what it may be."""
        found = self.find_candidates(typed, whole=whole)
        if len(found) == 1:
            return found[0]
        if found:
            names = join_words(map(_describe_word, found), "or")
            raise Ambiguous(f"«{typed}» may be {names}.", "Type more of it.")
        raise Unknown(f"There is no word «{typed}».", self._find_hint(typed))

    def _find_hint(self, typed: str) -> str:
        if typed in SHELL_COMMANDS:
            line = typed if typed == "companion" else f"companion {typed}"
            return f"«{line}» is typed at the shell: leave with quit first."
        hint = SYNONYM_HINTS.get(typed) or suggest_similar(typed, self._words)
        return hint or "Type help for all the words."


def _describe_word(word: Word[H]) -> str:
    """A word with its shortest form, where it has one."""
    return f"{word.name} ({word.short_forms[0]})" if word.short_forms else word.name
