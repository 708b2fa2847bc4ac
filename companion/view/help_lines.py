"""Help as people read it: all the words on one screen, the page of a subject, one word in full."""

import re

from companion.commands import reports as r
from companion.view.happened import Called
from companion.view.told import Told

WIDTH = 80
"""Columns that the list of all the words keeps to, whatever the screen."""


def help_lines(report: r.HelpReport, _called: Called) -> list[str]:
    """What can be typed."""
    if report.subject is not None:
        return _subject(report, report.subject)
    if len(report.words) == 1:
        return _word(report, report.words[0])
    return _everything(report.words)


def _everything(words: tuple[r.HelpLine, ...]) -> list[str]:
    subjects: dict[str, list[str]] = {}
    for word in words:
        subjects.setdefault(word.subject, []).append(word.word)
    wide = max(map(len, subjects)) + 2
    lines: list[str] = [Told("Type a word and what follows it; Tab shows what can.", "headline")]
    for subject, its in subjects.items():
        lines += _in_columns(subject.capitalize(), its, wide)
    short = [f"{word.short[0]} {word.word}" for word in words if word.short]
    lines += _in_columns("Short", [f"{each}," for each in short[:-1]] + short[-1:], wide)
    return [
        *lines,
        "The Errant comes before the thing: light bree torch. A ! after a word forces it.",
        Told("More: help WORD, or help SUBJECT: help next, help packs.", "way"),
    ]


def _in_columns(first: str, words: list[str], wide: int) -> list[str]:
    """Words beside what they are, in as many lines as they need; none is broken in two."""
    lines = [f"{first:{wide}}"]
    for word in words:
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append(" " * wide)
        lines[-1] += f"{word} "
    return [line.rstrip() for line in lines]


def _subject(report: r.HelpReport, subject: str) -> list[str]:
    lines: list[str] = [Told(f"{subject.capitalize()}.", "headline"), report.about]
    for word in report.words:
        lines.append(f"{_usage(word)}{_short(word)}")
        lines.append(f"  {word.summary.partition('. ')[0].rstrip('.')}. Like: {word.examples[0]}")
    return [*lines, Told(f"More: help {report.words[0].word}, or another of them.", "way")]


def _word(report: r.HelpReport, word: r.HelpLine) -> list[str]:
    first, *others = _ways(word)
    lines: list[str] = [Told(f"{first}{_short(word)}", "headline")]
    lines += [Told(way, "headline") for way in others]
    lines.append(word.summary)
    if report.about:
        lines.append(report.about)
    lines += [f"  {example}" for example in word.examples]
    if report.related:
        lines.append(f"See also: {', '.join(report.related)}.")
    if word.subject != word.word:
        lines.append(Told(f"More: help {word.subject}", "way"))
    return lines


def _usage(word: r.HelpLine) -> str:
    return ", or ".join(_ways(word))


def _ways(word: r.HelpLine) -> list[str]:
    """Each way to type a word."""
    return re.split(rf" \| (?={re.escape(word.word)}\b)", word.usage)


def _short(word: r.HelpLine) -> str:
    return f" (short: {', '.join(word.short)})" if word.short else ""
