"""The page of every word, written from the registry."""

from companion.grammar.command_words import WORDS
from companion.grammar.help_pages_file import load_help_pages
from tests.write_commands import PAGE, render_commands_page


def test_the_page_in_the_docs_is_the_one_the_registry_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_commands_page(), (
        "python -m tests.write_commands"
    )


def test_each_word_stands_under_its_subject() -> None:
    subject = ""
    found = {}
    for line in render_commands_page().splitlines():
        if line.startswith("## "):
            subject = line.removeprefix("## ").casefold()
        elif line.startswith("### "):
            found[line.removeprefix("### ")] = subject
    assert found == {word.name: word.subject for word in WORDS}


def test_each_subject_has_its_few_sentences() -> None:
    for name, subject in load_help_pages().subjects.items():
        assert f"## {name.capitalize()}\n\n{subject.description}\n" in render_commands_page()


def test_every_short_form_is_in_the_one_list() -> None:
    listed = render_commands_page().partition("## Short forms")[2].partition("\n## ")[0]
    for word in WORDS:
        for form in word.short_forms:
            row = next(line for line in listed.splitlines() if f"`{form}`" in line)
            assert row.endswith(f"| {word.name} |")
