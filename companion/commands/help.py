"""The companion's own words at the prompt: help, as, brief, full, tutorial, quit."""

from companion.grammar.context import Context
from companion.grammar.pages import load_pages
from companion.grammar.registry import ALIKE, SYNONYM_HINTS, Word
from companion.grammar.words import WORDS
from companion.refusal import Unknown, suggest_similar
from companion.reports.status import (
    HelpLine,
    HelpReport,
    QuitReport,
    Seat,
    SeatReport,
    TutorialReport,
    VerbosityReport,
)


def list_words() -> list[Word]:
    """Every word, in the order of the pages."""
    return [WORDS.find_word(name) for name in load_pages().words]


def list_words_by_subject() -> list[Word]:
    """Every word, subject by subject."""
    subjects = list(load_pages().subjects)
    return sorted(list_words(), key=lambda word: subjects.index(word.subject))


def _build_help_line(word: Word) -> HelpLine:
    page = load_pages().words[word.name]
    return HelpLine(
        word.name, word.subject, word.usage, page.summary, word.short_forms, page.examples
    )


def show_help(_context: Context, topic: str | None) -> HelpReport:
    """All the words, one of them, or a subject and its words."""
    subjects = load_pages().subjects
    if topic is None:
        return HelpReport(words=tuple(map(_build_help_line, list_words_by_subject())))
    if topic in subjects and topic not in WORDS:
        return _build_subject_help(topic)
    if not WORDS.find_candidates(topic):
        return _build_subject_help(_find_subject(topic))
    word = WORDS.find_word(topic)
    return HelpReport(
        words=(_build_help_line(word),),
        about=subjects[word.name].description if word.name in subjects else "",
        related=tuple(w.name for w in list_words() if w.subject == word.subject and w is not word),
    )


def _find_subject(typed: str) -> str:
    """A subject by its beginning. Raises Unknown with similar words and subjects."""
    subjects = load_pages().subjects
    found = [subject for subject in subjects if subject.startswith(typed)]
    if len(found) == 1:
        return found[0]
    known = [*load_pages().words, *subjects]
    hint = SYNONYM_HINTS.get(typed) or suggest_similar(typed, known, cutoff=ALIKE)
    hint = hint or "Type help for all of them."
    raise Unknown(f"There is no word «{typed}», and nothing is told about it.", hint)


def _build_subject_help(name: str) -> HelpReport:
    words = tuple(_build_help_line(word) for word in list_words() if word.subject == name)
    return HelpReport(words=words, subject=name, about=load_pages().subjects[name].description)


def quit_prompt(_context: Context) -> QuitReport:
    """The prompt closes."""
    return QuitReport()


def change_seat(_context: Context, seat: Seat) -> SeatReport:
    """Change the seat."""
    return SeatReport(seat=seat)


def shorten_answers(_context: Context) -> VerbosityReport:
    """Short answers from now on."""
    return VerbosityReport(form="brief")


def lengthen_answers(_context: Context) -> VerbosityReport:
    """Full answers from now on."""
    return VerbosityReport(form="full")


def start_tutorial(_context: Context) -> TutorialReport:
    """The prompt plays the tutorial."""
    return TutorialReport()
