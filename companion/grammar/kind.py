"""What can stand in one place of a line: how it is read, completed and asked for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import list_sites_for_seat
from companion.errant.world import Settlement, Site
from companion.grammar.context import Context

T = TypeVar("T")
Words: TypeAlias = tuple[str, ...]


class Completion(NamedTuple):
    """What can stand in one place: the text to type, a few words about it, and the names by which
    it is found (without any: its text)."""

    text: str
    description: str = ""
    names: tuple[str, ...] = ()


class Scene(NamedTuple):
    """Where a kind reads or completes: the context, and the values read so far, by name. For a
    completion also the words `before` it in its own place, and what is `begun`, case-blind."""

    context: Context
    values: Mapping[str, Any]
    before: Words = ()
    begun: str = ""

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.context.campaign

    @property
    def sites(self) -> tuple[Site | Settlement, ...]:
        """The places and Settlements that may be completed at this seat."""
        return list_sites_for_seat(self.campaign, guide=self.context.is_guide)

    @property
    def folded(self) -> Words:
        """The words before it, case-blind."""
        return tuple(word.casefold() for word in self.before)


Completing: TypeAlias = Callable[[Scene], Iterable[Completion]]
"""All that can stand in a place, in the order in which a table needs it."""


def make_choices(**described: str) -> Completing:
    """The same words wherever they stand, each once, with a description."""
    found = [Completion(word, text) for word, text in described.items()]
    return lambda scene: [each for each in found if each.text not in scene.folded]


def filter_completions(folded: str, completions: Iterable[Completion]) -> list[Completion]:
    """The completions with what is begun in a name of theirs: first those that begin so, then those
    with a word that does, then the rest; all of them where nothing is begun."""
    if not folded:
        return list(completions)
    ranks: tuple[list[Completion], ...] = ([], [], [], [])
    for each in completions:
        names = each.names or (each.text,)
        ranks[min([_rank_name(folded, name.casefold()) for name in names])].append(each)
    return [each for rank in ranks[:-1] for each in rank]


def _rank_name(folded: str, name: str) -> int:
    at = name.find(folded)
    if at <= 0:
        return 3 if at else 0
    return 1 if any(f"{sign}{folded}" in name for sign in " -/") else 2


def complete_nothing(_scene: Scene) -> Iterable[Completion]:
    """No completions: what stands here is in the table's own words."""
    return ()


@dataclass(frozen=True)
class Kind(Generic[T]):
    """What can stand in one place of a form.

    `name` is the handler's parameter; one that begins with `_` is for other kinds of its form
    alone. `usage` is how help shows the place, `question` what is asked if nothing stands there.
    `take` reads a value and returns it with the words that are left; it raises a Refusal for words
    that fit nothing. `position` says where it looks: at the `front`, in order; `anywhere`, where
    None means that it is not there; at the `end`, once the front is read; or at all the `rest`,
    which is read last. A refusal of one that `is_sure` is final: its words are of no other kind.
    Something of its own must follow its `links`, as `dv`.
    """

    name: str
    usage: str
    question: str
    take: Callable[[Words, Scene], tuple[T, Words]]
    complete: Completing = complete_nothing
    position: Literal["front", "anywhere", "end", "rest"] = "front"
    example: str = ""
    is_sure: bool = False
    links: Words = ()

    def rename(
        self, name: str, usage: str, question: str = "", complete: Completing | None = None
    ) -> "Kind[T]":
        """The same kind for another parameter."""
        question, complete = question or self.question, complete or self.complete
        return replace(self, name=name, usage=usage, question=question, complete=complete)


class WrongFormError(Exception):
    """A kind's way to say that words are of another form: `torch` is no amount of coins."""
