"""The page of every word, written from the registry: `python -m companion.pages`."""

from companion.commands.subjects import SUBJECTS, by_subject

_HEAD = """# Every word

Written from the registry by `python -m companion.pages`; do not edit it by hand.

A line is one word and what follows it. The Errant comes first, and may be left out where only one
can be meant. Names are found by any part of them, case-blind; a name with a space stands in
quotes. `!` right after a word forces what the Guide may overrule (`event!`, `next!`). Every roll
takes `=` and what was rolled by hand. At the prompt a beginning that only one word has will do;
scripts use whole words or the short forms given here. Lines that begin with `#` are comments.
"""


def commands_page() -> str:
    """All the words in Markdown, by subject, and the list of short forms."""
    lines, subject = [_HEAD, _short_forms()], ""
    for word in by_subject():
        if word.subject != subject:
            subject = word.subject
            lines.append(f"## {subject.capitalize()}\n\n{SUBJECTS[subject].about}\n")
        lines.append(f"### {word.name}\n")
        lines.append(f"`{word.usage}`\n")
        short = _short(word.short)
        lines.append(f"{word.summary}{short}\n")
        lines.append("```\n" + "\n".join(word.examples) + "\n```\n")
    return "\n".join(lines).rstrip() + "\n"


def _short_forms() -> str:
    rows = [
        f"| {', '.join(f'`{form}`' for form in word.short)} | {word.name} |"
        for word in by_subject()
        if word.short
    ]
    return "\n".join(["## Short forms\n", "| typed | means |", "| --- | --- |", *rows, ""])


def _short(forms: tuple[str, ...]) -> str:
    return " Short: " + ", ".join(f"`{form}`" for form in forms) + "." if forms else ""


if __name__ == "__main__":
    print(commands_page(), end="")
