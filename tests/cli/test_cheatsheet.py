"""The cheat sheet: one page, with every word on it."""

import pytest

from companion.cli.cheatsheet import OMITTED_WORDS, render_cheatsheet
from companion.errant.turns.event_die import EVENT_TABLES
from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from tests.cli.calling import companion

PLAIN = render_cheatsheet(markdown=False)
MARKDOWN = render_cheatsheet(markdown=True)


def test_the_plain_page_is_66_lines_of_80_characters_at_most() -> None:
    lines = PLAIN.splitlines()
    assert len(lines) <= 66
    assert max(map(len, lines)) <= 80
    assert PLAIN.endswith("\n")
    assert "`" not in PLAIN


@pytest.mark.parametrize("name", [word.name for word in WORDS])
def test_every_word_is_on_it_or_left_out_for_a_reason(name: str) -> None:
    word = WORDS.find_word(name)
    short = f" ({word.short_forms[0]})" if word.short_forms else ""
    first = load_help_pages().words[name].examples[0]
    for page, example in ((PLAIN, first), (MARKDOWN, f"`{first}`")):
        assert (f"{example}{short}" in page) == (name not in OMITTED_WORDS)


def test_what_is_left_out_is_a_word() -> None:
    assert {word.name for word in WORDS} >= OMITTED_WORDS


def test_the_event_die_of_each_type_of_turn_is_told_face_by_face() -> None:
    for at, (turn_type, results) in enumerate(EVENT_TABLES.items()):
        assert turn_type.capitalize() in PLAIN
        for face, result in enumerate(results, 1):
            row = next(line for line in MARKDOWN.splitlines() if line.startswith(f"| {face} |"))
            assert row.split(" | ")[at + 1].strip(" |") == result.replace("_", " ")


def test_both_forms_have_the_same_parts() -> None:
    titles = [
        line.removeprefix("## ").upper() for line in MARKDOWN.splitlines() if line.startswith("## ")
    ]
    assert [line for line in PLAIN.splitlines() if line in titles] == titles
    for told in ("next ACTION", "press-on", "zoom TYPE at PLACE", "next =2,5", "next!", "undo x3"):
        assert told in PLAIN
        assert told in MARKDOWN


@pytest.mark.parametrize("told", ["event ?", "sleep watch", "roll marsh-encounters", "becomes 4"])
def test_what_is_looked_for_at_the_table_is_on_it(told: str) -> None:
    assert told in PLAIN
    assert WORDS.find_word(told.split()[0])


def test_how_far_each_light_source_reaches_is_told() -> None:
    """Items & Equipment, Burn: 10 feet across for each; a torch has 2, a candle 1, oil 4."""
    page = " ".join(PLAIN.split())
    assert "torch 20 feet, candle 10 feet, lantern 40 feet across; 10 less" in page


@pytest.mark.parametrize("form", ["markdown", "plain"])
def test_the_cheat_sheet_is_printed_as_it_is(form: str) -> None:
    sheet = render_cheatsheet(markdown=form == "markdown")
    assert companion("cheatsheet", "--format", form) == (0, sheet, "")


def test_the_cheat_sheet_is_plain_unless_it_is_asked_for_otherwise() -> None:
    assert companion("cheatsheet") == companion("cheatsheet", "--format", "plain")
