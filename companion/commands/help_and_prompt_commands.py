"""Answers the companion's own words, which change nothing in the campaign: help, as, brief, full,
tutorial, quit."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.audience import Seat
from companion.campaign.facts_and_decks_for_tables import find_site_of_turn
from companion.commands.open_matters import list_open_matters_for_seat
from companion.commands.turns.event_die import list_words_needed_now
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Settlement
from companion.grammar.argument_kinds.npcs_and_factions import list_nameable_npcs
from companion.grammar.argument_kinds.seats_and_journal_entries import ALL_WORDS
from companion.grammar.command_registry import SYNONYM_HINTS, Word
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.help_pages_file import load_help_pages
from companion.grammar.seat_permissions import GUIDE_WORDS, list_seat_words, may_seat_type_word
from companion.refusal import Unknown, find_names_likely_meant, join_words
from companion.reports.status import (
    FittingLine,
    HelpLine,
    HelpReport,
    QuitReport,
    SeatReport,
    TutorialReport,
    VerbosityReport,
)

MAX_FITTING = 10
"""Words that help shows first."""


def list_command_words_by_page() -> list[Word]:
    """Every word, in the order of the pages."""
    return [WORDS.find_word(name) for name in load_help_pages().words]


def list_command_words_by_subject() -> list[Word]:
    """Every word, those of a subject together, in the order of the help pages."""
    subjects = list(load_help_pages().subjects)
    return sorted(list_command_words_by_page(), key=lambda word: subjects.index(word.subject))


def _build_help_line(word: Word) -> HelpLine:
    page = load_help_pages().words[word.name]
    return HelpLine(
        word.name, word.subject, word.usage, page.summary, word.short_forms, page.examples
    )


def show_help(context: Context, topic: str | None) -> HelpReport:
    """What fits now and all the words, one of them, or a subject and its words."""
    subjects = load_help_pages().subjects
    if topic is None:
        return _build_help_for_now(context)
    if topic == ALL_WORDS:
        return HelpReport(words=_build_all_help_lines())
    elsewhere = (
        None
        if WORDS.find_candidates(topic)
        else load_help_pages().find_pointer_to_other_page(topic)
    )
    if elsewhere is not None:
        found = show_help(context, elsewhere.page)
        return replace(found, about=f"{elsewhere.description} {found.about}".rstrip())
    topic = load_help_pages().resolve_topic(topic)
    if topic in subjects and topic not in WORDS:
        return _build_subject_help(topic)
    if not WORDS.find_candidates(topic):
        return _build_subject_help(_find_help_subject(topic))
    word = WORDS.find_word(topic)
    return HelpReport(
        words=(_build_help_line(word),),
        about=subjects[word.name].description if word.name in subjects else "",
        related=tuple(
            w.name
            for w in list_command_words_by_page()
            if w.subject == word.subject and w is not word
        ),
    )


def _build_all_help_lines() -> tuple[HelpLine, ...]:
    return tuple(map(_build_help_line, list_command_words_by_subject()))


def _build_help_for_now(context: Context) -> HelpReport:
    """All the words; with those that fit what is played now, and what is open. At a player's seat
    the fitting ones are those that it may type, and others are named that it can ask for."""
    campaign = context.campaign
    turn = campaign.turns[-1] if campaign.turns else None
    settle = (matter.ways for matter in list_open_matters_for_seat(context, all_at_0=False))
    talks = [quote_typed_name(npc) for npc in list_nameable_npcs(context) if npc.is_in_negotiation]
    site = find_site_of_turn(campaign, turn) if turn else None
    situations = [
        *(["negotiation"] if talks else []),
        *(["settlement"] if isinstance(site, Settlement) else []),
        turn.type if turn else "none",
    ]
    fitting = _list_words_that_fit_now(list_words_needed_now(campaign), situations)
    own, requestable = (fitting, ()) if context.is_guide else _split_by_seat(context, fitting)
    return HelpReport(
        words=_build_all_help_lines(),
        fitting=own[:MAX_FITTING],
        requestable=requestable,
        turn_type=turn.type if turn else None,
        turn_number=turn.number if turn and turn.begun else None,
        place=site.name if site else "",
        open=(*dict.fromkeys(settle), *(f"talk {npc}" for npc in talks)),
    )


def _list_words_that_fit_now(
    urgent: tuple[str, ...], situations: Iterable[str]
) -> tuple[FittingLine, ...]:
    """The words that fit: those needed now, then those of each situation. What a word is for is
    said as in the last situation that has it."""
    tonight = load_help_pages().tonight
    fitting = [line for name in situations for line in _build_lines_of_situation(tonight[name])]
    lines = {line.word: line for line in [*_build_lines_of_situation(tonight["open"]), *fitting]}
    names = dict.fromkeys([*urgent, *(line.word for line in fitting)])
    return tuple(lines[name] for name in names)


def _split_by_seat(
    context: Context, fitting: tuple[FittingLine, ...]
) -> tuple[tuple[FittingLine, ...], tuple[str, ...]]:
    """The lines that a player's seat may type, its own work first; and the words that fit now which
    it can ask for."""
    seats, seat = context.campaign.book.seats, context.seat
    own = frozenset(list_seat_words(seats, seat))
    usual = {
        name: _build_lines_of_situation(lines) for name, lines in load_help_pages().work.items()
    }
    work, others = usual.pop(seat, []), [line for lines in usual.values() for line in lines]
    first = [line.word for line in fitting if line.word in own]
    first += [line.word for line in work if may_seat_type_word(seats, seat, line.word)]
    first += [line.word for line in others if line.word in own]
    known = {line.word: line for line in (*others, *work, *fitting)}
    rest = [line.word for line in fitting if may_seat_type_word(seats, seat, line.word)]
    asked = [line.word for line in fitting[:MAX_FITTING] if line.word not in (*first, *rest)]
    return (
        tuple(known[name] for name in dict.fromkeys((*first, *rest))),
        tuple(name for name in asked if name not in GUIDE_WORDS),
    )


def _build_lines_of_situation(lines: Mapping[str, str]) -> list[FittingLine]:
    return [
        FittingLine(usage.partition(" ")[0], usage, purpose) for usage, purpose in lines.items()
    ]


def _find_help_subject(typed: str) -> str:
    """A subject by its beginning. Raises Unknown with similar words and subjects."""
    subjects = load_help_pages().subjects
    found = [subject for subject in subjects if subject.startswith(typed)]
    if len(found) == 1:
        return found[0]
    known = [*load_help_pages().words, *subjects]
    slips = find_names_likely_meant(typed, known)
    hint = SYNONYM_HINTS.get(typed) or (f"Did you mean {join_words(slips, 'or')}?" if slips else "")
    hint = hint or "Type help for all of them."
    raise Unknown(f"There is no word «{typed}», and nothing is told about it.", hint)


def _build_subject_help(name: str) -> HelpReport:
    words = tuple(
        _build_help_line(word) for word in list_command_words_by_page() if word.subject == name
    )
    return HelpReport(words=words, subject=name, about=load_help_pages().subjects[name].description)


def quit_prompt(_context: Context) -> QuitReport:
    """The Report that closes the prompt."""
    return QuitReport()


def change_seat(_context: Context, seat: Seat) -> SeatReport:
    """Change who types at this prompt: the Guide or a player (`as`)."""
    return SeatReport(seat=seat)


def change_verbosity(context: Context) -> VerbosityReport:
    """Give short answers (`brief`) or full ones (`full`) from now on."""
    return VerbosityReport(form="brief" if context.word == "brief" else "full")


def start_tutorial(_context: Context) -> TutorialReport:
    """The Report that makes the prompt play the tutorial."""
    return TutorialReport()
