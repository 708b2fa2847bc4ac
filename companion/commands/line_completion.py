"""What can be typed next: a pure function of the line so far and the campaign."""

from collections.abc import Callable
from typing import NamedTuple

from companion.campaign.undo_and_redo import redo_newest_undo
from companion.commands.help_and_prompt_commands import list_command_words_by_page
from companion.commands.turns.event_die import (
    list_words_needed_now,
    list_words_settling_open_matters,
)
from companion.grammar.argument_kind import Completion, LineSoFar, filter_completions
from companion.grammar.argument_kinds.turns import complete_clock_spans
from companion.grammar.command_registry import Word
from companion.grammar.command_words import SECRET_WORD, WORDS
from companion.grammar.context import Context
from companion.grammar.help_pages_file import build_command_word_completion
from companion.grammar.seat_permissions import may_seat_type_line_so_begun
from companion.grammar.typed_line import MAX_CHARACTERS, tokenize
from companion.refusal import Refusal
from companion.text_cleaning import clean_text

_LONGEST_NAME = 4
"""The most words of a name that is typed without quotes."""


class Suggestion(NamedTuple):
    """A completion: its text, how many characters before the cursor it replaces, and a few words
    about it."""

    text: str
    replaced_length: int
    description: str


def complete_typed_line(
    text: str, context: Context, *, keeps_to_seat: bool = False
) -> list[Suggestion]:
    """The words that can end a text, found by any part of a name, case-blind; where seats are kept,
    no first word that is not this seat's. None for a text that cannot be read as a line."""
    if len(text) > MAX_CHARACTERS or clean_text(text) != text:
        return []
    line, seats = text.lstrip(" "), context.campaign.book.seats
    found = _complete_line(line, LineSoFar(context, {}))
    if keeps_to_seat and " " not in line:
        found = [e for e in found if may_seat_type_line_so_begun(seats, context.seat, e.text)]
    return [each for each in found if len(text) + len(each.text) <= MAX_CHARACTERS]


def _complete_line(line: str, so_far: LineSoFar, *, inner: bool = False) -> list[Suggestion]:
    first, space, rest = line.partition(" ")
    if not space:
        return _complete_first_word(first, so_far, inner=inner)
    meant = WORDS.find_candidates(first.removesuffix("!").casefold())
    if len(meant) != 1:
        return []
    if meant[0].name in (SECRET_WORD, "request"):
        return [] if inner else _complete_line(rest.lstrip(" "), so_far, inner=True)
    return _complete_arguments(meant[0], rest, so_far)


def _complete_first_word(begun: str, so_far: LineSoFar, *, inner: bool) -> list[Suggestion]:
    """The words that can be typed now: a typed short form first, then those that settle what is
    open. After a sign, how far the clock can be moved."""
    if begun[:1] in ("+", "-"):
        spans = filter_completions(
            begun.casefold(), complete_clock_spans(so_far._replace(begun=begun))
        )
        return [Suggestion(offer.text, len(begun), offer.description) for offer in spans]
    forced = "!" if len(begun) > 1 and begun.endswith("!") else ""
    typed = begun.removesuffix(forced)
    asked = ("grant", "deny") if _has_waiting_requests(so_far) else ()
    first = (*asked, *list_words_needed_now(so_far.campaign))
    others = (word for word in list_command_words_by_page() if word.name not in first)
    words = [*map(WORDS.find_word, first), *others]
    if inner:
        words = [word for word in words if word.name != SECRET_WORD]
    short = [word for word in words if typed.casefold() in word.short_forms]
    offers = [
        *(build_command_word_completion(word.name) for word in short),
        *filter_completions(
            typed.casefold(), [build_command_word_completion(word.name) for word in words]
        ),
    ]
    return [
        Suggestion(f"{offer.text}{forced}", len(begun), offer.description)
        for offer in dict.fromkeys(offers)
        if forced or is_word_useful_now(offer.text, so_far)
    ]


def _complete_arguments(word: Word, rest: str, so_far: LineSoFar) -> list[Suggestion]:
    """What can stand at the end of the arguments. Of a name in several words, all words that are
    typed are replaced."""
    found = tokenize(rest)
    if not found or (rest[-1].isspace() and found[-1].is_closed):
        before = tuple(piece.word for piece in found)
        return [
            Suggestion(o.text, 0, o.description)
            for o in _list_completions(word, "", before, so_far)
        ]
    for length in range(min(_LONGEST_NAME, len(found)), 0, -1):
        start = found[-length].start
        if start and not rest[start - 1].isspace():
            continue
        before = tuple(piece.word for piece in found[:-length])
        begun = " ".join(piece.word for piece in found[-length:])
        offers = _list_completions(word, begun, before, so_far)
        if offers:
            return [Suggestion(o.text, len(rest) - start, o.description) for o in offers]
    return []


def _list_completions(
    word: Word, begun: str, before: tuple[str, ...], so_far: LineSoFar
) -> list[Completion]:
    folded = begun.strip().casefold()
    return filter_completions(folded, word.complete(before, folded, so_far.context))


def is_word_useful_now(word: str, so_far: LineSoFar) -> bool:
    """False for a word that has nothing to act on now, as `refill` where nothing is at 0."""
    if word in ("press-on", "refill", "let-go"):
        return word in list_words_settling_open_matters(so_far.campaign)
    has_object = _OBJECTS.get(word)
    return has_object is None or has_object(so_far)


def _has_rolled_event_die(so_far: LineSoFar) -> bool:
    turns = so_far.campaign.turns
    return bool(turns) and turns[-1].face is not None


def _has_event_die_result_in_force(so_far: LineSoFar) -> bool:
    return _has_rolled_event_die(so_far) and not so_far.campaign.turns[-1].ignored


def _has_something_to_redo(so_far: LineSoFar) -> bool:
    try:
        redo_newest_undo(so_far.campaign, so_far.context.read_entries(), seat=so_far.context.seat)
    except Refusal:
        return False
    return True


def _has_waiting_requests(so_far: LineSoFar) -> bool:
    return so_far.context.is_guide and bool(so_far.campaign.book.requests)


_OBJECTS: dict[str, Callable[[LineSoFar], bool]] = {
    "ignore": _has_event_die_result_in_force,
    "becomes": _has_rolled_event_die,
    "redo": _has_something_to_redo,
    "grant": _has_waiting_requests,
    "deny": _has_waiting_requests,
    "request": lambda so_far: not so_far.context.is_guide,
    "seat": lambda so_far: so_far.context.is_guide,
}
"""Says of a word whether there is something it could change."""
