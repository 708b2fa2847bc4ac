"""Renders the help as plain lines: what fits now, all words, a subject or a word."""

import re
from collections.abc import Iterator

from companion.reports.status import HelpLine, HelpReport
from companion.view import shared_wording as w
from companion.view.reply import render_report

_USAGE_WIDTH = 17


@render_report.register
def _render_help(report: HelpReport, _name_of: w.NameLookup) -> w.Lines:
    if report.subject is not None:
        return _render_help_on_subject(report, report.subject)
    if len(report.words) == 1:
        return _render_help_on_word(report, report.words[0])
    if report.fitting:
        return _render_help_for_now(report)
    return _render_all_words(report.words)


def _render_help_for_now(report: HelpReport) -> Iterator[str]:
    """The words that fit, in lines of at most 40 columns, and the subjects."""
    turn = w.format_turn_name(report.turn_type, report.turn_number)
    yield w.Headline(f"{', '.join(filter(None, (turn, report.place)))}.")
    if report.open:
        yield w.NewsLine(f"Open: {', '.join(report.open)}.")
    for line in report.fitting:
        yield f"  {line.usage:{_USAGE_WIDTH}}  {line.purpose}"
    if report.requestable:
        yield f"Ask the Guide with request: {', '.join(report.requestable)}."
    yield f"Subjects: {', '.join(dict.fromkeys(word.subject for word in report.words))}."
    yield w.HintLine("More: help WORD or SUBJECT, help words.")


def _render_all_words(words: tuple[HelpLine, ...]) -> Iterator[str]:
    subjects = w.group_by_key(words, lambda word: word.subject)
    wide = max(map(len, subjects)) + 2
    yield w.Headline("Type a word and what follows it; Tab shows what can.")
    for subject, its_words in subjects.items():
        named = [
            f"{each.word} ({each.short[0]})" if each.short else each.word for each in its_words
        ]
        column = f"{subject.capitalize():{wide}}"
        yield w.StyledLine(column, ", ".join(named), label=column)
    yield "The Errant comes before the thing: light bree torch. A ! after a word forces it."
    yield w.HintLine("More: help WORD, or help SUBJECT: help next, help packs.")


def _render_help_on_subject(report: HelpReport, subject: str) -> Iterator[str]:
    yield w.Headline(f"{subject.capitalize()}.")
    yield report.about
    for word in report.words:
        yield f"{', or '.join(_split_usage_into_ways(word))}{_describe_short_forms(word)}"
        yield f"  {word.summary.partition('. ')[0].rstrip('.')}. Like: {word.examples[0]}"
    yield w.HintLine(f"More: help {report.words[0].word}, or another of them.")


def _render_help_on_word(report: HelpReport, word: HelpLine) -> Iterator[str]:
    first, *others = _split_usage_into_ways(word)
    yield w.Headline(f"{first}{_describe_short_forms(word)}")
    yield from map(w.Headline, others)
    yield word.summary
    if report.about:
        yield report.about
    yield from (f"  {example}" for example in word.examples)
    if report.related:
        yield f"See also: {', '.join(report.related)}."
    if word.subject != word.word:
        yield w.HintLine(f"More: help {word.subject}")


def _split_usage_into_ways(word: HelpLine) -> list[str]:
    """Each way to type a word."""
    return re.split(rf" \| (?={re.escape(word.word)}\b)", word.usage)


def _describe_short_forms(word: HelpLine) -> str:
    return f" (short: {', '.join(word.short)})" if word.short else ""
