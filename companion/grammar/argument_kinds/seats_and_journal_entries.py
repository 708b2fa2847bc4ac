"""Seats, subjects of help, and entries of the journal in a line."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from companion.audience import Seat
from companion.campaign.campaign import Request
from companion.campaign.changes import Entry
from companion.campaign.diff import has_dependent_changes
from companion.campaign.secrecy import mask_secret_line, may_seat_see_entry
from companion.campaign.undoable_entries import can_entry_be_undone, flag_entries_not_undone
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Words, complete_single_word
from companion.grammar.context import SEATS
from companion.grammar.help_pages_file import build_command_word_completion, load_help_pages
from companion.grammar.option_and_number_parsing import take_repeat_count
from companion.refusal import Malformed, Unknown, find_similar_words, join_words
from companion.text_cleaning import clip_text

ALL_WORDS = "words"
"""The topic of help that lists every word."""
MAX_ENTRIES = 10
MAX_READ = 60
"""Entries of the journal that are looked through for those."""
_SHOWN = 56
"""Characters of a line that a menu shows."""


def _read_seat(words: Words, _so_far: LineSoFar) -> Seat:
    typed = "-".join(words).casefold()
    for seat in SEATS:
        if seat == typed:
            return seat
    near = find_similar_words(typed, SEATS)
    hint = "" if near else f"They are {join_words(SEATS)}."
    typed = " ".join(words)
    raise Unknown(f"There is no seat «{typed}».", hint, typed=typed, instead=near or SEATS[:1])


def _find_request_by_number(typed: str, so_far: LineSoFar) -> Request:
    """The request of this number, or the oldest of this seat. Raises Unknown."""
    requests = so_far.campaign.book.requests
    for request in requests:
        if typed.casefold() in (request.id, request.seat):
            return request
    if not requests:
        raise Unknown("Nothing is asked for.", "How things stand: status")
    ids = [request.id for request in requests]
    raise Unknown(f"«{typed}» is no request.", typed=typed, instead=ids)


def _complete_requests(so_far: LineSoFar) -> Iterator[Completion]:
    if not so_far.before:
        for request in so_far.campaign.book.requests:
            about = clip_text(f"{request.seat}: {request.line}", _SHOWN)
            yield Completion(request.id, about, (request.id, request.seat))


def _complete_help_topics(so_far: LineSoFar) -> Iterator[Completion]:
    if so_far.before:
        return
    pages = load_help_pages()
    yield from map(build_command_word_completion, pages.words)
    for name, subject in pages.subjects.items():
        if name not in pages.words:
            names = (name, *pages.topics.get(name, ()))
            yield Completion(name, f"about {subject.title}", names)
    yield Completion(ALL_WORDS, "every word there is")


def _parse_entry_name(typed: str) -> str:
    """The name of an entry, as `83g8-2`, or its number. Raises Malformed for `x0`, which is a count
    of none, and for what has no number in it, as `bree's`."""
    take_repeat_count((typed,))
    if not any(letter.isdecimal() for letter in typed):
        raise Malformed(f"«{typed}» is no entry of the journal.", "Type log to see them.")
    return typed.casefold()


def _complete_revertible_entries(so_far: LineSoFar) -> Iterator[Completion]:
    """Entries that no later one stands on."""
    later: list[Entry] = []
    for entry, name in _list_live_entries(so_far):
        alone = not any(has_dependent_changes(entry.changes, each.changes) for each in later)
        if alone and may_seat_see_entry(entry, so_far.context.seat):
            yield _complete_entry(entry, name)
        later.append(entry)


def _complete_earlier_entries(so_far: LineSoFar) -> Iterator[Completion]:
    """Entries with others after them; for a player, none of which is the Guide's alone."""
    live = _list_live_entries(so_far)
    after = next(live, None)
    for entry, name in live:
        if after is None or not may_seat_see_entry(after[0], so_far.context.seat):
            return
        if may_seat_see_entry(entry, so_far.context.seat):
            yield _complete_entry(entry, name)
        after = entry, name


def _list_live_entries(so_far: LineSoFar) -> Iterator[tuple[Entry, str]]:
    """Entries with something to take back, and what each is called: its number, or its whole name
    where another session has the same number."""
    newest = list(islice(flag_entries_not_undone(so_far.context.read_entries()), MAX_READ))
    times = Counter(entry.number for entry, _ in newest)
    for entry, stands in newest:
        if can_entry_be_undone(entry, stands):
            yield entry, entry.name if times[entry.number] > 1 else str(entry.number)


def _complete_entry(entry: Entry, name: str) -> Completion:
    return Completion(name, clip_text(mask_secret_line(entry), _SHOWN))


def _make_entry_kind(listing: Callable[[LineSoFar], Iterator[Completion]]) -> Kind[str]:
    def complete(so_far: LineSoFar) -> Iterator[Completion]:
        return islice(listing(so_far), MAX_ENTRIES)

    return Kind.make_word("entry", "ENTRY", "Which entry?", _parse_entry_name, complete)


KINDS: dict[str, Kind[Any]] = {
    "SEAT": Kind.make_rest_of_line(
        "seat", "SEAT", "As whom?", _read_seat, complete_single_word(lambda _: SEATS)
    ),
    "PLACE": Kind.make_choice(
        "place", "seat", {**dict.fromkeys(SEATS, ""), "screen": "where nobody types"}
    ).adapt_to_parameter("place", "SEAT", "Which seat?"),
    "REQUEST": Kind.make_text(
        "request", "N|SEAT", "Which request?", _find_request_by_number, _complete_requests
    ),
    "TOPIC": Kind.make_text(
        "topic",
        "WORD|SUBJECT|words",
        "About what?",
        lambda text, _: text.casefold().removesuffix("!"),
        _complete_help_topics,
    ),
    "ENTRY": _make_entry_kind(_complete_revertible_entries),
    "EARLIER": _make_entry_kind(_complete_earlier_entries),
    "NOTES": Kind.make_flag("only_notes", {"notes": "what was written down"}),
    "PLAYERS": Kind.make_flag("for_players", {"players": "nothing secret in it"}),
    "DOCUMENT": Kind.make_flag("document_format", {"markdown": "to read", "json": "for programs"}),
}
