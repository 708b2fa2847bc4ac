"""What `help` tells: every word, a page for every subject, and one word in full."""

from pathlib import Path

import pytest

from companion.commands.help import list_words, list_words_by_subject
from companion.grammar.pages import load_pages
from companion.grammar.words import WORDS
from companion.reports.status import HelpReport
from tests.commands.table import Table

SUBJECTS = load_pages().subjects


def told(folder: Path, typed: str) -> HelpReport:
    """What is answered."""
    report = Table(folder).done(typed).report
    assert isinstance(report, HelpReport)
    return report


def test_every_subject_of_a_word_has_a_page_and_every_page_words() -> None:
    assert {word.subject for word in WORDS} == set(SUBJECTS)


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_a_page_is_a_few_sentences(name: str) -> None:
    subject = SUBJECTS[name]
    assert 2 <= subject.description.count(". ") + 1 <= 5
    assert subject.description.endswith(".")
    assert 60 <= len(subject.description) <= 600
    assert len(subject.title) <= 40


def test_words_are_told_of_subject_by_subject_and_none_is_forgotten() -> None:
    subjects = [word.subject for word in list_words_by_subject()]
    assert list(dict.fromkeys(subjects)) == list(SUBJECTS)
    assert subjects == sorted(subjects, key=list(SUBJECTS).index)
    assert set(list_words_by_subject()) == set(WORDS)


def test_no_other_word_reads_the_pages(tmp_path: Path) -> None:
    load_pages.cache_clear()
    table = Table(tmp_path)
    table.done("next!")
    assert load_pages.cache_info().currsize == 0
    table.done("help next")
    assert load_pages.cache_info().currsize == 1


@pytest.mark.parametrize("typed", ["help packs", "help PACKS", "help pack"])
def test_help_of_a_subject_is_its_page_and_its_words(typed: str, tmp_path: Path) -> None:
    report = told(tmp_path, typed)
    assert report.subject == "packs"
    assert report.about == SUBJECTS["packs"].description
    assert [line.word for line in report.words] == [
        w.name for w in list_words() if w.subject == "packs"
    ]


@pytest.mark.parametrize("typed", ["help refill", "help refi", "help refill!"])
def test_help_of_a_word_names_the_others_of_its_subject(typed: str, tmp_path: Path) -> None:
    report = told(tmp_path, typed)
    assert report.subject is None
    assert [line.word for line in report.words] == ["refill"]
    assert "let-go" in report.related
    assert "refill" not in report.related


def test_help_of_a_short_form_is_that_of_its_word(tmp_path: Path) -> None:
    assert [line.word for line in told(tmp_path, "help n").words] == ["next"]


def test_a_word_that_is_a_subject_too_is_told_with_the_page(tmp_path: Path) -> None:
    report = told(tmp_path, "help light")
    assert report.about == SUBJECTS["light"].description
    assert report.words[0].word == "light"
    assert "snuff" in report.related


def test_what_nothing_is_told_about_is_refused_with_what_is_near(tmp_path: Path) -> None:
    refusal = Table(tmp_path).refused("help pakcs")
    assert (refusal.kind, refusal.hint) == ("unknown", "Did you mean packs or pass?")
    assert Table(tmp_path).refused("help xyzzy").hint == "Type help for all of them."
    assert Table(tmp_path).refused("help re").kind == "ambiguous"
