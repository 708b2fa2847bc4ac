"""Words that can be typed, and what a line can say of the companion's own: subjects, seats,
forms."""

from collections.abc import Callable, Iterator
from functools import cache

from companion.campaign.history import redo_last
from companion.commands.context import WORDS, Handler
from companion.commands.help import list_words, load_pages
from companion.commands.turns.event_die import list_choices
from companion.grammar.context import SEATS
from companion.grammar.forms import Completing, Completion, Scene, make_choices
from companion.grammar.registry import Word
from companion.refusal import Refusal

_ENOUGH = 56
"""Characters of a sentence that a menu shows whole; a longer one ends at its first comma."""


def make_word_offer(word: Word[Handler]) -> Completion:
    """A word, and the beginning of its page."""
    return Completion(word.name, _shorten_summary(load_pages().words[word.name].summary))


@cache
def _shorten_summary(summary: str) -> str:
    """The beginning of a summary that stands by itself: a few words for the menu."""
    ends = [at for sign in (". ", ": ", "; ", " (") if (at := summary.find(sign)) > 0]
    first = summary[: min(ends, default=len(summary))].rstrip(".")
    return first if len(first) <= _ENOUGH else first.partition(", ")[0]


def _words_and_subjects(scene: Scene) -> Iterator[Completion]:
    if scene.before:
        return
    yield from map(make_word_offer, list_words())
    for name, subject in load_pages().subjects.items():
        if name not in WORDS:
            yield Completion(name, f"about {subject.title}")


def _export_forms(scene: Scene) -> Iterator[Completion]:
    """`[players] [markdown|json]`."""
    if not scene.before:
        yield Completion("players", "nothing secret in it")
    if scene.folded in ((), ("players",)):
        yield Completion("markdown", "to read")
        yield Completion("json", "for programs")


OF_ITS_OWN: dict[str, Completing] = {
    "word or subject": _words_and_subjects,
    "seat": lambda _scene: map(Completion, SEATS),
    "secretly": make_choices(secret="for the Guide alone"),
    "which log": make_choices(notes="what was written down"),
    "export form": _export_forms,
}


def can_be_typed(word: str, scene: Scene) -> bool:
    """True unless this word would settle something, and that is not open now."""
    if word in ("press-on", "refill", "let-go"):
        return word in list_choices(scene.campaign)
    has_object = _OBJECTS.get(word)
    return has_object is None or has_object(scene)


def _rolled(scene: Scene) -> bool:
    turns = scene.campaign.turns
    return bool(turns) and turns[-1].face is not None


def _stands(scene: Scene) -> bool:
    return _rolled(scene) and not scene.campaign.turns[-1].ignored


def _taken_back(scene: Scene) -> bool:
    try:
        redo_last(scene.campaign, scene.context.read_entries(), guide=scene.context.is_guide)
    except Refusal:
        return False
    return True


_OBJECTS: dict[str, Callable[[Scene], bool]] = {
    "ignore": _stands,
    "becomes": _rolled,
    "redo": _taken_back,
}
"""Says of a word whether there is something it could change."""
