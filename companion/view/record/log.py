"""Renders notes, the log, undo and redo, and what others did meanwhile as plain lines."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import get_args

from companion.campaign.changes import Change, PlainData, RevertedValue
from companion.errant.turns.event_die import EventResult
from companion.refusal import join_words
from companion.reports import journal as reports
from companion.reports.journal import (
    ExternalChangesReport,
    ExternalTalk,
    ExternalWord,
    LogLine,
    LogReport,
)
from companion.text_cleaning import clip_text
from companion.view import shared_wording as w
from companion.view.record.reverted_values import (
    describe_restored_values,
    describe_values_one_by_one,
)
from companion.view.reply import render_report
from companion.view.turns.event_die import RESULT_MEANINGS, name_command_to_roll_table
from companion.view.turns.happenings import render_happenings
from companion.view.turns.places_and_signs import render_foretold_encounter

_RESULTS: tuple[str, ...] = get_args(EventResult)
MAX_OUTCOME_LENGTH = 60
"""Characters of a table's text in the log; the recap has all of it."""
MAX_OUTCOME_HEARD = 300
"""Characters of what others rolled or told meanwhile."""
_REQUESTING = "request "
MAX_LINES_SHOWN = 4
MAX_VALUE_LENGTH = 30
_UNDONE, _REDONE = "Back as before", "Again as after it"
MAX_UNDONE_SHOWN = 3
MAX_UNDONE_LENGTH = 40
"""Characters of a line that was taken back; its number names it too."""


@render_report.register
def _render_note(report: reports.NoteReport, _name_of: w.NameLookup) -> w.Lines:
    at = w.format_day_and_time(report.day, report.time)
    if report.note is not None:
        yield w.end_with_full_stop(f"Noted ({at}): {report.note}")
    elif report.secretly is not None:
        yield w.make_guide_only_line(
            w.end_with_full_stop(f"noted for the Guide alone ({at}): {report.secretly}")
        )
    else:
        yield f"Noted for the Guide alone ({at})."


@render_report.register
def _render_read_out(report: reports.ReadOutReport, _name_of: w.NameLookup) -> w.Lines:
    yield w.end_with_full_stop(
        f"Told ({w.format_day_and_time(report.day, report.time)}): {report.text}"
    )


@render_report.register
def _render_log(report: LogReport, name_of: w.NameLookup, *, numbered: bool = True) -> w.Lines:
    """The end of the journal, by the days of the game; `numbered` as `undo` knows its entries."""
    secretly = report.secretly or ()
    entries = sorted((*report.entries, *secretly), key=lambda e: (e.number, e.entry))
    if not entries:
        yield "No note is written down yet." if report.notes else "The journal is empty."
        if report.notes:
            yield w.HintLine("Type note TEXT")
        return
    for_the_guide = {e.entry for e in secretly}
    widest = len(str(max(e.number for e in entries)))
    longest = max(len(_split_day_and_time(e.clock)[1]) for e in entries)
    for day, of_day in groupby(entries, lambda e: _split_day_and_time(e.clock)[0]):
        yield w.Headline(f"{day.capitalize()}:")
        for e in of_day:
            secret = e.entry in for_the_guide
            tone: w.Tone = "secret" if secret else "detail" if e.taken_back else "said"
            number = f"{e.number:>{widest}}  " if numbered else ""
            at = f"{number}{_split_day_and_time(e.clock)[1]:<{longest}}"
            outcome = _format_clipped_outcome(_describe_word_outcome(e, name_of))
            text = e.note if report.notes else f"{e.line}{outcome}"
            prefix = w.SECRET_PREFIX if secret else ""
            entry = _describe_log_entry(e, text, numbered=numbered)
            yield w.StyledLine(f"{at}  {prefix}{entry}", tone=tone)
    if report.more:
        notes = " notes" if report.notes else ""
        yield w.HintLine(f"Earlier ones: log {report.more}{notes}")


def _format_clipped_outcome(outcome: str, limit: int = MAX_OUTCOME_LENGTH, die: str = "") -> str:
    """The outcome of the dice, cut to so many characters; the `die` is named before its face."""
    face, _, result = outcome.partition(" ")
    comma, is_die = "," if die else "", face.isdecimal() and result in _RESULTS
    text = f"{die}{face}{comma} {result.replace('_', ' ')}" if is_die else outcome
    if len(text) > limit:
        text = f"{text[:limit].rpartition(' ')[0]} …"
    return f" → {text}" if text else ""


def _split_day_and_time(clock: str) -> tuple[str, str]:
    """`day 3 14:20` as its two parts."""
    day, _, time = clock.rpartition(" ")
    return day or "before the first day", time


def _describe_log_entry(e: LogLine, text: str, *, numbered: bool) -> str:
    """The text, the seat if it was not the Guide's, and whether it was taken back."""
    seat = "" if e.seat == "guide" else f"{e.seat}: "
    step = f" → {_describe_undone_numbers(e)}" if e.takes_back and numbered else ""
    return f"{seat}{text}{step}{' (taken back)' if e.taken_back else ''}"


def _describe_undone_numbers(e: LogLine) -> str:
    """The numbers of what a step took back or did again, newest first."""
    numbers = [name.rpartition("-")[2] for name in e.takes_back]
    shown, more = numbers[:MAX_UNDONE_SHOWN], len(numbers) - MAX_UNDONE_SHOWN
    named = join_words([*shown, f"{more} more"] if more > 0 else shown)
    return f"took back {named}" if e.entry_kind == "undo" else f"did {named} again"


@render_report.register
def _render_undo(
    report: reports.UndoReport, name_of: w.NameLookup, *, numbered: bool = True
) -> w.Lines:
    is_redo = isinstance(report, reports.RedoReport)
    step, label = ("Done again", _REDONE) if is_redo else ("Taken back", _UNDONE)
    numbers = [name.rpartition("-")[2] for name in report.entries[1:]]
    named = f" ({join_words(numbers)})" if numbered else ""
    more = f" and {len(numbers)} before it{named}" if numbers else ""
    number = report.entry.rpartition("-")[2]
    line = f"«{report.line}»{f' ({number})' if numbered else ''}"
    if report.line is None:
        line = f"entry {number}" if numbered else "a word"
    yield w.ResultLine(f"{step}: {line}{more}.")
    yield from _render_restored(report.restored, report.restored_secretly or (), name_of, label)


def _render_restored(
    restored: Sequence[RevertedValue],
    secretly: Sequence[RevertedValue],
    name_of: w.NameLookup,
    label: str,
) -> Iterator[str]:
    """What a step back or forward has put back, and what of it is for the Guide alone."""
    if restored:
        yield describe_restored_values(restored, name_of, label)
    if secretly:
        label = label[0].lower() + label[1:]
        yield w.make_guide_only_line(describe_restored_values(secretly, name_of, label))


@render_report.register
def render_external_changes(
    report: ExternalChangesReport, name_of: w.NameLookup, *, numbered: bool = True
) -> Iterator[str]:
    """The words of other prompts and scripts, and the edits by hand."""
    if report.mended:
        yield "Everything reads well again."
    secretly, edits = report.secretly or (), report.edits or ()
    words: list[ExternalWord | ExternalTalk] = [*report.words, *secretly, *report.talks]
    words.sort(key=lambda word: word.number)
    if len(words) > MAX_LINES_SHOWN:
        yield f"Meanwhile: {len(words) - MAX_LINES_SHOWN} words, then"
    for word in words[-MAX_LINES_SHOWN:]:
        if isinstance(word, ExternalTalk):
            yield _describe_talk_heard(word, name_of)
            continue
        number = f" ({word.number})" if numbered else ""
        line = f"{_describe_meanwhile_line(word, name_of)}{number}"
        secret = word in secretly
        yield w.make_guide_only_line(line) if secret else line
        for happened in render_happenings(word.happened, name_of):
            yield w.make_guide_only_line(happened) if secret else f"  {happened}"
        for text in filter(None, word.told):
            told = "Told again" if word.is_redo else "No longer told"
            yield f"  {told}: {w.end_with_full_stop(text)}"
        for meaning in _describe_event_die_result(word, guide=report.secretly is not None):
            yield w.make_guide_only_line(meaning) if secret else f"  {meaning}"
        for_guide = [
            r for each in report.restored or () if each.number == word.number for r in each.restored
        ]
        label = _REDONE if word.is_redo else _UNDONE if word.is_step else "Now"
        yield from _render_restored(word.restored, for_guide, name_of, label)
        for found in (each for each in report.results or () if each.number == word.number):
            if found.foretold is not None:
                yield from render_foretold_encounter(
                    found.result, found.foretold, found.clue or None
                )
            else:
                yield name_command_to_roll_table(found.result, found.table)
    is_guide = report.secretly is not None
    if is_guide and any(word.line.startswith(_REQUESTING) for word in report.words):
        yield w.HintLine("y plays what is asked for, deny plays nothing.")
    if report.files:
        yield _describe_hand_edit(report, name_of)
        for change in edits[:MAX_LINES_SHOWN]:
            yield w.DetailLine(f"  {_describe_value_change(change)}")
        if len(edits) > MAX_LINES_SHOWN:
            yield w.DetailLine(f"  and {len(edits) - MAX_LINES_SHOWN} more")


def _describe_event_die_result(word: ExternalWord, *, guide: bool) -> Iterator[str]:
    """What the result of an Event Die means, and what waits because of it."""
    if meaning := RESULT_MEANINGS.get(word.outcome.partition(" ")[2]):
        yield meaning
    if word.waits == "rest":
        yield "It waits for rest or press-on."
    elif word.waits == "encounter" and not guide:
        yield "It waits for the Guide, who says whom they meet."


def _describe_hand_edit(report: ExternalChangesReport, name_of: w.NameLookup) -> str:
    """What was changed by hand: how it is now, or else whose file it is; to the Guide the files."""
    things = describe_values_one_by_one(report.edited, name_of)
    if report.edits:
        told = f" ({', '.join(report.files)})"
    else:
        told = ""
        ids = {f"errants/{e.errant}.toml" if e.errant else "campaign.toml" for e in report.edited}
        things += [_name_edited_file(file, name_of) for file in report.files if file not in ids]
    return f"Changed by hand{told}{': ' if things else ''}{join_words(things)}."


def _name_edited_file(file: str, name_of: w.NameLookup) -> str:
    folder, _, name = file.removesuffix(".toml").rpartition("/")
    return f"{name_of(name)}'s file" if folder == "errants" else f"the file of the {name}"


def _describe_meanwhile_line(word: ExternalWord, name_of: w.NameLookup) -> str:
    of, outcome = (
        _describe_undone_lines(word.of),
        _format_clipped_outcome(
            _describe_word_outcome(word, name_of), MAX_OUTCOME_HEARD, "Event Die "
        ),
    )
    granted = " (granted)" if word.granted else ""
    said = f"Meanwhile, {_name_seat(word.seat)}{granted}: «{word.line}»"
    return f"{said}{of}{outcome}"


def _describe_word_outcome(word: ExternalWord | LogLine, name_of: w.NameLookup) -> str:
    """The outcome of a word; of an exchange how it was taken, as the recap tells it."""
    if not word.line.startswith("talk"):
        return word.outcome
    from companion.view.negotiation import (
        describe_negotiation_exchange,  # nothing else here needs it
    )

    return describe_negotiation_exchange(word.outcome, name_of)


_STEPS_HEARD = {"": ":", "undo": " took back:", "redo": " did again:"}


def _describe_talk_heard(talk: ExternalTalk, name_of: w.NameLookup) -> str:
    """A reaction or a talk as a player hears of it."""
    from companion.view.negotiation import (
        describe_negotiation_exchange,  # nothing else here needs it
    )

    what = f"the talk with {talk.npc}" if talk.outcome else f"the reaction of {talk.npc}"
    if talk.outcome in ("begins", "ends"):
        what += f" {talk.outcome}"
    elif talk.outcome:
        what += f" → {describe_negotiation_exchange(talk.outcome, name_of)}"
    ended = "; they would have no more of it" if talk.ended else ""
    return f"Meanwhile, {_name_seat(talk.seat)}{_STEPS_HEARD[talk.step]} {what}{ended}"


def _name_seat(seat: str) -> str:
    return "the Guide" if seat == "guide" else f"the {seat}"


def _describe_undone_lines(lines: Sequence[str]) -> str:
    """The first lines that were taken back or done again, and the number of the others."""
    if not lines:
        return ""
    shown = [f"«{clip_text(line, MAX_UNDONE_LENGTH)}»" for line in lines[:MAX_UNDONE_SHOWN]]
    more = len(lines) - len(shown)
    return f" of {join_words([*shown, f'{more} more'] if more else shown)}"


def _describe_value_change(change: Change) -> str:
    where = " ".join(change.path.split("/")[1:])
    before, after = _shorten_value(change.before), _shorten_value(change.after)
    if change.before is None:
        return f"{where}: {after} is new"
    return f"{where}: {before} is gone" if change.after is None else f"{where}: {before} to {after}"


def _shorten_value(value: PlainData) -> str:
    if isinstance(value, dict):
        return str(value.get("name", value.get("id", "a block")))
    return clip_text(str(value), MAX_VALUE_LENGTH)
