"""The whole table at a glance, as plain lines."""

import re

from companion.refusal import join_words
from companion.reports.status import (
    HelpLine,
    HelpReport,
    KnownPlacesReport,
    QuitReport,
    SeatReport,
    StatusReport,
    TutorialReport,
    VerbosityReport,
)
from companion.view.report import render_report
from companion.view.timers import render_timer_lines
from companion.view.turns import describe_sign
from companion.view.wording import (
    Gauge,
    NameLookup,
    StyledLine,
    describe_night,
    end_sentence,
    format_moment,
    format_turn_name,
    render_actions,
)

_LIGHT_LEVELS = {"darkness": 0, "dim": 1, "ordinary": 2, "bright": 3}


@render_report.register
def render_status(report: StatusReport, name_of: NameLookup) -> list[str]:
    """Time, Turns, light and food, what runs out, what is open, what undo takes back."""
    moment = f"{format_moment(report.day, report.time)}, watch {report.watch} of 6"
    lines = [StyledLine(f"{report.name}: {moment}.", "headline")]
    lines += [StyledLine(line, label="Turn") for line in _render_turns(report, name_of)]
    lines += [_describe_light(report), _describe_food(report)]
    if report.event_dice is not None:
        when = "at the next Turn" if report.rolled else "not rolled yet"
        lines.append(StyledLine(f"Event Die: {report.event_dice}, {when}.", label="Event Die"))
    if report.overloaded:
        names = join_words(map(name_of, report.overloaded))
        lines.append(StyledLine(f"Overloaded: {names}.", "news", "Overloaded"))
    lines += [
        StyledLine(end_sentence(line), label=line.partition(":")[0])
        for line in render_timer_lines(report.timers, name_of)
    ]
    lines += [StyledLine(describe_sign(sign), label="Secret") for sign in report.signs or ()]
    lines += [StyledLine(f"Open: {line}.", "news", "Open") for line in report.open]
    if report.undo is not None:
        lines.append(StyledLine(f"undo takes back «{report.undo}».", "detail", "undo"))
    return [*lines]


@render_report.register
def render_known_places(report: KnownPlacesReport, _name_of: NameLookup) -> list[str]:
    """Which places the players know of, and for the Guide of which they do not."""
    lines: list[str] = []
    if report.known:
        lines.append(StyledLine(f"The players know of: {join_words(report.known)}.", "headline"))
    if report.unknown:
        lines.append(StyledLine(f"They know nothing of: {join_words(report.unknown)}.", "secret"))
    return lines or ["The players know of no place yet."]


def _render_turns(report: StatusReport, name_of: NameLookup) -> list[str]:
    """The open Turns with place and actions; the innermost, which is played now, is last."""
    if not report.nested:
        return ["No Turn is open. Type zoom travel, or zoom downtime."]
    lines = []
    for turn in report.nested:
        place = turn.place_name or turn.place
        name = (
            f"{format_turn_name(turn.turn_type, turn.turn_number)}{f' at {place}' if place else ''}"
        )
        asleep = [describe_night(turn.watch, name_of)] if turn.asleep else []
        lines.append(" ".join([f"{name}.", *render_actions(turn.declared, name_of), *asleep]))
    return [*lines[:-1], StyledLine(lines[-1], "result")]


def _describe_light(report: StatusReport) -> StyledLine:
    """The light. Without any lit source it is dark only in Exploration Turns: in others it may be
    day."""
    if not report.burn and not is_exploring(report):
        return StyledLine("No light burns.", label="Light")
    level = Gauge(_LIGHT_LEVELS[report.light], 3)
    return StyledLine.compose(
        "Light ", level, f"{report.light}, Burn {report.burn}.", label="Light"
    )


def is_exploring(report: StatusReport) -> bool:
    """True while an Exploration Turn is open."""
    return any(turn.turn_type == "exploration" for turn in report.nested)


def _describe_food(report: StatusReport) -> StyledLine:
    supply, food = f"{report.supply}, rations ", f"{report.food}."
    return StyledLine.compose(
        "Supply ", Gauge(report.supply), supply, Gauge(report.food), food, label="Supply"
    )


LIST_WIDTH = 80
"""Columns of the list of all words, on any screen."""


@render_report.register
def render_help(report: HelpReport, _name_of: NameLookup) -> list[str]:
    """What can be typed."""
    if report.subject is not None:
        return _render_subject(report, report.subject)
    if len(report.words) == 1:
        return _render_word(report, report.words[0])
    return _render_all_words(report.words)


def _render_all_words(words: tuple[HelpLine, ...]) -> list[str]:
    subjects: dict[str, list[str]] = {}
    for word in words:
        subjects.setdefault(word.subject, []).append(word.word)
    wide = max(map(len, subjects)) + 2
    lines: list[str] = [
        StyledLine("Type a word and what follows it; Tab shows what can.", "headline")
    ]
    for subject, its in subjects.items():
        lines += _wrap_words(subject.capitalize(), its, wide)
    short = [f"{word.short[0]} {word.word}" for word in words if word.short]
    lines += _wrap_words("Short", [f"{each}," for each in short[:-1]] + short[-1:], wide)
    return [
        *lines,
        "The Errant comes before the thing: light bree torch. A ! after a word forces it.",
        StyledLine("More: help WORD, or help SUBJECT: help next, help packs.", "way"),
    ]


def _wrap_words(first: str, words: list[str], wide: int) -> list[str]:
    """Words beside their subject, on as many lines as they need."""
    lines = [f"{first:{wide}}"]
    for word in words:
        if len(lines[-1]) + len(word) > LIST_WIDTH:
            lines.append(" " * wide)
        lines[-1] += f"{word} "
    return [line.rstrip() for line in lines]


def _render_subject(report: HelpReport, subject: str) -> list[str]:
    lines: list[str] = [StyledLine(f"{subject.capitalize()}.", "headline"), report.about]
    for word in report.words:
        lines.append(f"{_describe_usage(word)}{_describe_short_forms(word)}")
        lines.append(f"  {word.summary.partition('. ')[0].rstrip('.')}. Like: {word.examples[0]}")
    return [*lines, StyledLine(f"More: help {report.words[0].word}, or another of them.", "way")]


def _render_word(report: HelpReport, word: HelpLine) -> list[str]:
    first, *others = _split_usage(word)
    lines: list[str] = [StyledLine(f"{first}{_describe_short_forms(word)}", "headline")]
    lines += [StyledLine(way, "headline") for way in others]
    lines.append(word.summary)
    if report.about:
        lines.append(report.about)
    lines += [f"  {example}" for example in word.examples]
    if report.related:
        lines.append(f"See also: {', '.join(report.related)}.")
    if word.subject != word.word:
        lines.append(StyledLine(f"More: help {word.subject}", "way"))
    return lines


def _describe_usage(word: HelpLine) -> str:
    return ", or ".join(_split_usage(word))


def _split_usage(word: HelpLine) -> list[str]:
    """Each way to type a word."""
    return re.split(rf" \| (?={re.escape(word.word)}\b)", word.usage)


def _describe_short_forms(word: HelpLine) -> str:
    return f" (short: {', '.join(word.short)})" if word.short else ""


@render_report.register
def _render_seat(report: SeatReport, _name_of: NameLookup) -> list[str]:
    return [f"From now on the {report.seat} types."]


@render_report.register
def _render_verbosity(report: VerbosityReport, _name_of: NameLookup) -> list[str]:
    return [f"Answers are {report.form} from now on."]


@render_report.register
def _render_tutorial(_report: TutorialReport, _name_of: NameLookup) -> list[str]:
    return ["The tutorial is played at the prompt: companion tutorial"]


@render_report.register
def _render_quit(_report: QuitReport, _name_of: NameLookup) -> list[str]:
    return ["Everything is on disk. Until the next time."]
