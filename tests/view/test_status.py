"""Help as people read it: on one screen, and everything on it."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.commands.help_and_prompt_commands import list_command_words_by_page
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from companion.view.reply import render_reply
from companion.view.screen.reply_drawing import draw_reply
from tests.commands.table import Table

SUBJECTS, PAGES = load_help_pages().subjects, load_help_pages().words


def shown(folder: Path, typed: str) -> Sequence[str]:
    """The lines of an answer."""
    return render_reply(Table(folder).done(typed), str, guide=True)


def test_what_fits_now_is_in_lines_of_40_columns_and_on_half_a_screen(tmp_path: Path) -> None:
    lines = shown(tmp_path, "help")
    assert lines[0] == "Exploration Turn 8, The Drowned Chapel."
    assert lines[1] == "Open: done."
    assert lines[2] == "  done [TEXT…]       what came of it"
    assert lines[-2].startswith("Subjects: turns, event die, light, ")
    assert lines[-1] == "More: help WORD or SUBJECT, help words."
    assert len(lines) == 14


@pytest.mark.parametrize("situation", load_help_pages().tonight)
def test_each_line_of_what_fits_has_40_columns(situation: str) -> None:
    for usage, purpose in load_help_pages().tonight[situation].items():
        assert len(usage) <= 17, usage
        assert len(purpose) <= 19, purpose


def drawn(folder: Path, typed: str, width: int) -> list[str]:
    """The lines of an answer on a screen."""
    reply = Table(folder).done(typed)
    lines = draw_reply(reply, str, guide=True, form="full", width=width, plain=False)
    return [line.plain for line in lines]


def test_all_the_words_fit_a_screen_of_24_lines_of_80(tmp_path: Path) -> None:
    lines = drawn(tmp_path, "help words", 80)
    assert len(lines) <= 23, "the prompt wants a line too"
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [40, 80])
def test_no_word_comes_to_stand_under_a_subject(width: int, tmp_path: Path) -> None:
    subjects = [each.capitalize() for each in SUBJECTS]
    wide = max(map(len, subjects)) + 2
    lines = drawn(tmp_path, "help words", width)
    first = next(n for n, line in enumerate(lines) if line.startswith("Turns"))
    last = next(n for n, line in enumerate(lines) if line.startswith("The Errant"))
    listed = lines[first:last]
    assert {line[:wide].rstrip() for line in listed} - {""} == {*subjects}
    assert all(line[wide] != " " for line in listed)


def test_help_lists_all_words_by_subject_and_the_short_forms(tmp_path: Path) -> None:
    lines = shown(tmp_path, "help words")
    text = " ".join(" ".join(lines).split())
    for word in WORDS:
        assert word.name in re.findall(r"[\w-]+", text), word.name
        if word.short_forms:
            assert f"{word.name} ({word.short_forms[0]})" in text
    for subject in SUBJECTS:
        assert any(line.startswith(f"{subject.capitalize()} ") for line in lines)
    assert "help WORD" in lines[-1]
    assert "help SUBJECT" in lines[-1]


@pytest.mark.parametrize("subject", sorted(set(SUBJECTS) - {word.name for word in WORDS}))
def test_a_page_tells_of_its_subject_and_gives_each_word_an_example(
    subject: str, tmp_path: Path
) -> None:
    text = "\n".join(shown(tmp_path, f"help {subject}"))
    assert SUBJECTS[subject].description in text
    for word in WORDS:
        if word.subject == subject:
            assert PAGES[word.name].examples[0] in text
            assert word.usage.partition(" | ")[0] in text


@pytest.mark.parametrize("name", [word.name for word in WORDS])
def test_help_of_a_word_has_examples_short_forms_and_a_way_on(name: str, tmp_path: Path) -> None:
    word = WORDS.find_word(name)
    text = "\n".join(shown(tmp_path, f"help {name}"))
    assert PAGES[name].summary in text
    for example in PAGES[name].examples:
        assert f"\n  {example}" in text
    for form in word.short_forms:
        assert form in text.partition("\n")[0]
    others = [
        w.name for w in list_command_words_by_page() if w.subject == word.subject and w is not word
    ]
    assert not others or f"See also: {', '.join(others)}." in text
    assert word.name == word.subject or f"help {word.subject}" in text


def test_each_way_to_type_a_word_has_a_line_of_its_own(tmp_path: Path) -> None:
    lines = shown(tmp_path, "help talk")
    assert lines[0].startswith("talk NPC")
    assert "talk NPC again" in lines
    assert "bond NPC ERRANT N|±N" in shown(tmp_path, "help bond"), "±N is no way of its own"


def test_as_says_that_it_is_a_courtesy(tmp_path: Path) -> None:
    assert "this is a courtesy" in " ".join(shown(tmp_path, "as caller"))
    assert "courtesy" not in " ".join(shown(tmp_path, "as guide"))
