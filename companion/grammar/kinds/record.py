"""Seats, subjects of help, and what a line can say of the journal."""

from collections.abc import Iterator
from typing import Any

from companion.grammar.context import SEATS
from companion.grammar.forms import Completion, Kind, Scene, Words, make_choices
from companion.grammar.kinds.numbers import make_flag
from companion.grammar.pages import complete_word, load_pages
from companion.refusal import Unknown, join_words, suggest_similar
from companion.reports.status import Seat


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


KINDS: dict[str, Kind[Any]] = {
    "SEAT": Kind("seat", "SEAT", "As whom?", _take_seat, _complete_seats, "rest"),
    "TOPIC": Kind("topic", "WORD|SUBJECT", "About what?", _take_topic, _complete_topics, "rest"),
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
