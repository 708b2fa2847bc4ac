"""What can stand in one place of a line: how it is read, completed and asked for.

Most kinds are made by a function below: of words that stand for themselves, of things that are
found by name, of one word, or of all that is left.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import list_sites_for_seat
from companion.errant.world import Settlement, Site
from companion.grammar.context import Context
from companion.grammar.name_matching import choose_shown_name, find_one_by_name, get_names
from companion.grammar.option_and_number_parsing import (
    find_begun_word,
    parse_number_between,
    take_keyword,
)
from companion.refusal import Unknown, find_similar_words, join_words
from companion.text_cleaning import quote_name

S = TypeVar("S", bound=str)
T = TypeVar("T")
V = TypeVar("V")
Words: TypeAlias = tuple[str, ...]


class Completion(NamedTuple):
    """What can stand in one place: the text to type, a few words about it, and the names by which
    it is found (without any: its text)."""

    text: str
    description: str = ""
    names: tuple[str, ...] = ()


class LineSoFar(NamedTuple):
    """A line as far as it is read: the context, and the values read so far, by name. For a
    completion also the words `before` it in its own place, and what is `begun`, case-blind. In
    a trial, which finds a hint, what takes any words takes only those that are known."""

    context: Context
    values: Mapping[str, Any]
    before: Words = ()
    begun: str = ""
    is_trial: bool = False

    @property
    def campaign(self) -> Campaign:
        return self.context.campaign

    @property
    def nameable_sites(self) -> tuple[Site | Settlement, ...]:
        """The places and Settlements that may be completed at this seat."""
        return list_sites_for_seat(self.campaign, guide=self.context.is_guide)

    @property
    def casefolded_words_before(self) -> Words:
        """The words before it, case-blind."""
        return tuple(word.casefold() for word in self.before)


Completing: TypeAlias = Callable[[LineSoFar], Iterable[Completion]]
"""All that can stand in a place, in the order in which a table needs it."""


def filter_completions(folded: str, completions: Iterable[Completion]) -> list[Completion]:
    """The completions with what is begun in a name of theirs: first those that begin so, then those
    with a word that does, then the rest; all of them where nothing is begun."""
    if not folded:
        return list(completions)
    ranks: tuple[list[Completion], ...] = ([], [], [], [])
    for each in completions:
        ranks[_rank_match_in_names(folded, each.names or (each.text,))].append(each)
    return [each for rank in ranks[:-1] for each in rank]


def _rank_match_in_names(folded: str, names: Iterable[str]) -> int:
    """0 if a name begins so, 1 if one of its other words does, 2 if it stands within, else 3."""
    rank = 3
    for name in map(str.casefold, names):
        at = name.find(folded)
        if at == 0:
            return 0
        if at > 0 and rank > 1:
            rank = 1 if any(f"{sign}{folded}" in name for sign in " -/") else 2
    return rank


def complete_nothing(_so_far: LineSoFar) -> Iterable[Completion]:
    """No completions: what stands here is in the table's own words."""
    return ()


class WrongFormError(Exception):
    """A kind's way to say that words are of another form: `torch` is no amount of coins."""


def complete_fixed_words(described: Mapping[S, str]) -> Completing:
    """Completes a fixed set of words, each once in a line. One without a description is not
    offered."""
    found = [Completion(word, text) for word, text in described.items() if text]
    return lambda so_far: [
        each for each in found if each.text not in so_far.casefolded_words_before
    ]


def complete_single_word(list_words: Callable[[LineSoFar], Iterable[str]]) -> Completing:
    """Words without a description, where nothing stands yet."""
    return lambda so_far: (
        () if so_far.before else [Completion(quote_name(word)) for word in list_words(so_far)]
    )


class Kind(Struct, Generic[T], frozen=True):
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
    take: Callable[[Words, LineSoFar], tuple[T, Words]]
    complete: Completing = complete_nothing
    position: Literal["front", "anywhere", "end", "rest"] = "front"
    example: str = ""
    is_sure: bool = False
    links: Words = ()

    def adapt_to_parameter(
        self, name: str, usage: str, question: str = "", complete: Completing | None = None
    ) -> "Kind[T]":
        """The kind as it reads, completes and asks, for another parameter of the handler."""
        question, complete = question or self.question, complete or self.complete
        return replace(self, name=name, usage=usage, question=question, complete=complete)

    @staticmethod
    def make_kind_found_anywhere(
        name: str,
        usage: str,
        take: Callable[[Words], tuple[V, Words]],
        complete: Completing = complete_nothing,
    ) -> "Kind[V]":
        """A kind that is found anywhere in a line by how it looks."""
        return Kind(name, usage, "", lambda words, _so_far: take(words), complete, "anywhere")

    @staticmethod
    def make_flag(name: str, described: Mapping[S, str]) -> "Kind[S | None]":
        """One of these words, anywhere in a line."""
        complete = complete_fixed_words(described)
        return Kind.make_kind_found_anywhere(
            name, "|".join(described), lambda words: take_keyword(words, *described), complete
        )

    @staticmethod
    def make_choice(name: str, what: str, described: Mapping[S, str]) -> "Kind[S]":
        """One of these words, at the front, or the beginning of one. Raises Unknown for any
        other."""
        known = join_words(described, "or")

        def parse(typed: str) -> S:
            begun = find_begun_word(typed, described)
            for choice in described:
                if choice == (begun or typed.casefold()):
                    return choice
            ways = find_similar_words(typed.casefold(), described) or described
            raise Unknown(f"There is no {what} «{typed}».", typed=typed, instead=ways)

        return Kind.make_word(
            name,
            "|".join(described),
            f"Which {what}: {known}?",
            parse,
            complete_fixed_words(described),
        )

    @staticmethod
    def make_number(
        name: str, what: str, least: int, most: int, *, example: str = ""
    ) -> "Kind[int]":
        """A whole number between these, at the front. Raises Malformed or Impossible."""

        def parse(typed: str) -> int:
            return parse_number_between(typed, least, most, what=what, example=example)

        return Kind.make_word(name, "N", f"Which {what}?", parse, example=example or str(least))

    @staticmethod
    def make_word(
        name: str,
        usage: str,
        question: str,
        parse: Callable[[str], V],
        complete: Completing = complete_nothing,
        example: str = "",
    ) -> "Kind[V]":
        """The first word, at the front."""

        def take(words: Words, _so_far: LineSoFar) -> tuple[V, Words]:
            return parse(words[0]), words[1:]

        return Kind(name, usage, question, take, complete, example=example)

    @staticmethod
    def make_rest_of_line(
        name: str,
        usage: str,
        question: str,
        read: Callable[[Words, LineSoFar], V],
        complete: Completing = complete_nothing,
        example: str = "",
        *,
        is_sure: bool = False,
    ) -> "Kind[V]":
        """All the words that are left."""

        def take(words: Words, so_far: LineSoFar) -> tuple[V, Words]:
            return read(words, so_far), ()

        return Kind(name, usage, question, take, complete, "rest", example, is_sure)

    @staticmethod
    def make_text(
        name: str,
        usage: str,
        question: str,
        read: Callable[[str, LineSoFar], V],
        complete: Completing = complete_nothing,
        example: str = "",
    ) -> "Kind[V]":
        """All the words that are left, as one text."""

        def read_text(words: Words, so_far: LineSoFar) -> V:
            return read(" ".join(words), so_far)

        return Kind.make_rest_of_line(name, usage, question, read_text, complete, example)


class Things(NamedTuple, Generic[T]):
    """Things that a line can name: what one of them is called, which there are, what the menu says
    of each, its names, the first of which is typed, and the line that lists them."""

    what: str
    list_all: Callable[[LineSoFar], Iterable[T]]
    describe: Callable[[T], str]
    names: Callable[[T], tuple[str, ...]] = get_names
    listed_by: str = ""

    def list_completions(self, so_far: LineSoFar) -> Iterator[Completion]:
        """A completion for each of them, whatever is typed before."""
        for each in self.list_all(so_far):
            names = self.names(each)
            yield Completion(
                quote_name(choose_shown_name(each, self.names)), self.describe(each), names
            )

    def complete(self, so_far: LineSoFar) -> Iterable[Completion]:
        """All of them, where nothing stands yet."""
        return () if so_far.before else self.list_completions(so_far)

    def find(self, typed: str, so_far: LineSoFar) -> T:
        """The one that a typed name fits. Raises Unknown or Ambiguous."""
        return find_one_by_name(
            self.what, typed, self.list_all(so_far), self.names, listed=self.listed_by
        )

    def make_kind(self, name: str, usage: str, question: str) -> Kind[T]:
        """One of them, by all the words that are left."""
        return Kind.make_text(name, usage, question, self.find, self.complete)
