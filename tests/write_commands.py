"""Writes docs/commands.md from the registry: `python -m tests.write_commands`."""

from pathlib import Path

from companion.commands.help_and_prompt_commands import list_command_words_by_subject
from companion.grammar.command_registry import Word
from companion.grammar.help_pages_file import load_help_pages

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
_HEAD = """# Every word

Written from the registry by `python -m tests.write_commands`; do not edit it by hand.

A line is one word and what follows it. The Errant comes first, and may be left out where only one
can be meant. Names are found by any part of them, case-blind; a name with a space stands in
quotes. `!` right after a word forces what the Guide may overrule (`event!`, `next!`). Every roll
takes `=` and what was rolled by hand. At the prompt a beginning that only one word has will do,
and `yes` takes the line that a refusal offers; scripts use whole words or the short forms given
here. Lines that begin with `#` are comments.
"""


def render_commands_page() -> str:
    """All the words in Markdown, by subject, and the list of short forms."""
    pages, words = load_help_pages(), list_command_words_by_subject()
    lines = [_HEAD, "## Short forms\n", "| typed | means |", "| --- | --- |"]
    lines += [f"| {_join_forms(word)} | {word.name} |" for word in words if word.short_forms]
    lines.append("")
    subject = ""
    for word in words:
        page = pages.words[word.name]
        if word.subject != subject:
            subject = word.subject
            lines.append(f"## {subject.capitalize()}\n\n{pages.subjects[subject].description}\n")
        short = f" Short: {_join_forms(word)}." if word.short_forms else ""
        lines.append(f"### {word.name}\n\n`{word.usage}`\n\n{page.summary}{short}\n")
        lines.append("```\n" + "\n".join(page.examples) + "\n```\n")
    return "\n".join(lines).rstrip() + "\n"


def _join_forms(word: Word) -> str:
    return ", ".join(f"`{form}`" for form in word.short_forms)


if __name__ == "__main__":
    PAGE.write_text(render_commands_page(), encoding="utf-8")
