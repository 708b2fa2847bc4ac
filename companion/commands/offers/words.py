"""What a line can say of the companion's own: words, subjects, seats, forms."""

from collections.abc import Iterator
from functools import cache

from companion.commands.context import SEATS, WORDS, Handler
from companion.commands.help import list_words, load_pages
from companion.commands.offers.offer import Offer, Offering, Scene, make_fixed_offering
from companion.grammar.registry import Word

_ENOUGH = 56
"""Characters of a sentence that a menu shows whole; a longer one ends at its first comma."""


def make_word_offer(word: Word[Handler]) -> Offer:
    """A word, and the beginning of its page."""
    return Offer(word.name, _shorten_summary(load_pages().words[word.name].summary))


@cache
def _shorten_summary(summary: str) -> str:
    """The beginning of a summary that stands by itself: a few words for the menu."""
    ends = [at for sign in (". ", ": ", "; ", " (") if (at := summary.find(sign)) > 0]
    first = summary[: min(ends, default=len(summary))].rstrip(".")
    return first if len(first) <= _ENOUGH else first.partition(", ")[0]


def _words_and_subjects(scene: Scene) -> Iterator[Offer]:
    if scene.before:
        return
    yield from map(make_word_offer, list_words())
    for name, subject in load_pages().subjects.items():
        if name not in WORDS:
            yield Offer(name, f"about {subject.title}")


def _export_forms(scene: Scene) -> Iterator[Offer]:
    """`[players] [markdown|json]`."""
    if not scene.before:
        yield Offer("players", "nothing secret in it")
    if scene.folded in ((), ("players",)):
        yield Offer("markdown", "to read")
        yield Offer("json", "for programs")


OF_ITS_OWN: dict[str, Offering] = {
    "word or subject": _words_and_subjects,
    "seat": lambda _scene: map(Offer, SEATS),
    "secretly": make_fixed_offering(secret="for the Guide alone"),
    "which log": make_fixed_offering(notes="what was written down"),
    "export form": _export_forms,
}
