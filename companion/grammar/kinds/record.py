"""Seats, subjects of help, and what a line can say of the journal."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.campaign.changes import Entry
from companion.campaign.diff import has_dependents
from companion.campaign.history import can_be_undone, flag_live_entries
from companion.campaign.secrecy import is_for_guide, mask_secret_line
from companion.grammar.arguments import take_times
from companion.grammar.context import SEATS
from companion.grammar.kind import Completion, Kind, Scene, Words, make_choices
from companion.grammar.kinds.numbers import make_flag
from companion.grammar.pages import complete_word, load_pages
from companion.refusal import Unknown, join_words, suggest_similar
from companion.reports.status import Seat
from companion.text import clip_text

MAX_ENTRIES = 10
MAX_READ = 60
"""Entries of the journal that are looked through for those."""
_SHOWN = 56
"""Characters of a line that a menu shows."""


def _take_seat(words: Words, _scene: Scene) -> tuple[Seat, Words]:
    typed = "-".join(words).casefold()
    for seat in SEATS:
        if seat == typed:
            return seat, ()
    hint = suggest_similar(typed, SEATS) or f"Try: as {join_words(SEATS, 'or')}"
    raise Unknown(f"There is no seat «{typed}».", hint)


def _complete_seats(scene: Scene) -> Iterator[Completion]:
    return map(Completion, () if scene.before else SEATS)


def _take_topic(words: Words, _scene: Scene) -> tuple[str, Words]:
    return " ".join(words).casefold().removesuffix("!"), ()


def _complete_topics(scene: Scene) -> Iterator[Completion]:
    if scene.before:
        return
    pages = load_pages()
    yield from map(complete_word, pages.words)
    for name, subject in pages.subjects.items():
        if name not in pages.words:
            yield Completion(name, f"about {subject.title}")


def _take_entry(words: Words, _scene: Scene) -> tuple[str, Words]:
    """The name of an entry. Raises Malformed for `x0`, which is a count of none."""
    take_times(words[:1])
    return words[0].casefold(), words[1:]


def _complete_revertible(scene: Scene) -> Iterator[Completion]:
    return islice(_list_revertible(scene), MAX_ENTRIES)


def _complete_earlier(scene: Scene) -> Iterator[Completion]:
    return islice(_list_earlier(scene), MAX_ENTRIES)


def _list_revertible(scene: Scene) -> Iterator[Completion]:
    """Entries that no later one stands on."""
    later: list[Entry] = []
    for entry, name in _list_live_entries(scene):
        alone = not any(has_dependents(entry.changes, each.changes) for each in later)
        if alone and (scene.context.is_guide or not is_for_guide(entry)):
            yield _complete_entry(entry, name)
        later.append(entry)


def _list_earlier(scene: Scene) -> Iterator[Completion]:
    """Entries with others after them; for a player, none of which is the Guide's alone."""
    live = _list_live_entries(scene)
    after = next(live, None)
    for entry, name in live:
        if after is None or (is_for_guide(after[0]) and not scene.context.is_guide):
            return
        if scene.context.is_guide or not is_for_guide(entry):
            yield _complete_entry(entry, name)
        after = entry, name


def _list_live_entries(scene: Scene) -> Iterator[tuple[Entry, str]]:
    """Entries with something to take back, and what each is called: its number, or its whole name
    where another session has the same number."""
    newest = list(islice(flag_live_entries(scene.context.read_entries()), MAX_READ))
    times = Counter(entry.number for entry, _ in newest)
    for entry, stands in newest:
        if can_be_undone(entry, stands):
            yield entry, entry.name if times[entry.number] > 1 else str(entry.number)


def _complete_entry(entry: Entry, name: str) -> Completion:
    return Completion(name, clip_text(mask_secret_line(entry), _SHOWN))


ENTRY = Kind("entry", "ENTRY", "Which entry?", _take_entry, _complete_revertible, example="12")

KINDS: dict[str, Kind[Any]] = {
    "SEAT": Kind("seat", "SEAT", "As whom?", _take_seat, _complete_seats, "rest"),
    "TOPIC": Kind("topic", "WORD|SUBJECT", "About what?", _take_topic, _complete_topics, "rest"),
    "ENTRY": ENTRY,
    "EARLIER": replace(ENTRY, complete=_complete_earlier),
    "NOTES": make_flag(
        "only_notes", "notes", ("notes",), make_choices(notes="what was written down")
    ),
    "PLAYERS": make_flag(
        "for_players", "players", ("players",), make_choices(players="nothing secret in it")
    ),
    "DOCUMENT": make_flag(
        "document_format",
        "markdown|json",
        ("markdown", "json"),
        make_choices(markdown="to read", json="for programs"),
    ),
}
