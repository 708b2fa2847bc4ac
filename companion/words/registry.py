"""The registry of words: what can be typed, what it means, and who answers it.

One decorator feeds dispatch, help, completion and the documentation, so that none can forget a
word. The handlers themselves live a floor above; here they are only kept.
"""

from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from companion.refusal import Ambiguous, Unknown, did_you_mean, listed

H = TypeVar("H", bound=Callable[..., object])
Reads: TypeAlias = Callable[[tuple[str, ...]], bool]
"""Whether a word with these arguments can change nothing and moves no dice."""


def never(_arguments: tuple[str, ...]) -> bool:
    """A word that always may change something."""
    return False


def always(_arguments: tuple[str, ...]) -> bool:
    """A word that only reads."""
    return True


def alone(arguments: tuple[str, ...]) -> bool:
    """A word that only reads when nothing follows it."""
    return not arguments


class Word(NamedTuple, Generic[H]):
    """A word of the prompt; `completes` names what can follow it, in order."""

    name: str
    handler: H
    subject: str
    usage: str
    summary: str
    examples: tuple[str, ...]
    short: tuple[str, ...]
    reads: Reads
    completes: tuple[str, ...]


class Registry(Generic[H]):
    """Every word there is, in the order of its subjects."""

    def __init__(self) -> None:
        self._words: dict[str, Word[H]] = {}
        self._short: dict[str, str] = {}

    def command(
        self,
        name: str,
        *,
        subject: str,
        usage: str,
        summary: str,
        examples: tuple[str, ...],
        short: tuple[str, ...] = (),
        reads: Reads = never,
        completes: tuple[str, ...] = (),
    ) -> Callable[[H], H]:
        """Register a handler under a word and its short forms; a name taken twice is a bug."""

        def register(handler: H) -> H:
            for known in (name, *short):
                assert known not in {*self._words, *self._short}, known
            self._words[name] = Word(
                name, handler, subject, usage, summary, examples, short, reads, completes
            )
            self._short.update(dict.fromkeys(short, name))
            return handler

        return register

    def __iter__(self) -> Iterator[Word[H]]:
        return iter(self._words.values())

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def find(self, typed: str, *, whole: bool = False) -> Word[H]:
        """The word that was typed: whole, by its short form, or (unless `whole`) by a beginning
        that only one word has. Unknown with what is near; Ambiguous with what it may be."""
        name = typed if typed in self._words else self._short.get(typed)
        if name is not None:
            return self._words[name]
        beginnings = [known for known in self._words if known.startswith(typed)]
        if len(beginnings) == 1 and not whole:
            return self._words[beginnings[0]]
        if beginnings and not whole:
            raise Ambiguous(f"«{typed}» may be {listed(beginnings, 'or')}.", "Type more of it.")
        hint = did_you_mean(typed, [*self._words]) or "Type help for all the words."
        raise Unknown(f"There is no word «{typed}».", hint)
