"""Answers `undo` and `redo`: takes words of the journal back, and does them again."""

from typing import Literal

from companion.campaign.changes import Entry
from companion.campaign.reverted_values import list_reverted_secrets, list_reverted_values
from companion.campaign.secrecy import (
    TELLING_WORDS,
    filter_public_changes,
    is_entry_for_guide_alone,
)
from companion.campaign.undo_and_redo import (
    MAX_NAMED_WORDS,
    NOT_YOURS,
    HistoryStep,
    redo_newest_undo,
    undo_back_to_entry,
    undo_last_entries,
    undo_named_entry,
)
from companion.commands.handler_result import Ruling
from companion.commands.record.recap import parse_journal_entry_line
from companion.commands.stops_until_typed_again import stop_once_with_warning
from companion.grammar.context import Context
from companion.refusal import Refusal, join_words
from companion.reports.journal import RedoReport, UndoReport

MAX_UNDO_TIMES = 20
"""`undo 20` may be meant as twenty times; `undo 200` is an entry."""


def undo_last_commands(context: Context, count: int | None) -> Ruling:
    """Take back the last word, or so many."""
    step = undo_last_entries(
        context.campaign, context.read_entries(), count or 1, seat=context.seat
    )
    _warn_of_other_seats(context, step)
    return _make_step_ruling(context, step, UndoReport, "undo")


def undo_entry(context: Context, entry: str) -> Ruling:
    """Take back the entry of this name. If it cannot be, the hint says that a small number may have
    meant so many words."""
    try:
        step = undo_named_entry(context.campaign, context.read_entries(), entry, seat=context.seat)
    except Refusal as refusal:
        may_mean_times = entry.isdecimal() and len(entry) < 3 and 1 < int(entry) <= MAX_UNDO_TIMES
        if may_mean_times and refusal.message != NOT_YOURS:
            refusal.hint = f"{refusal.hint} For the last {int(entry)} words: undo x{entry}".strip()
        raise
    return _make_step_ruling(context, step, UndoReport, "undo")


def undo_to_entry(context: Context, entry: str) -> Ruling:
    """Take back every entry of the journal after this one."""
    step = undo_back_to_entry(context.campaign, context.read_entries(), entry, seat=context.seat)
    _warn_of_other_seats(context, step)
    return _make_step_ruling(context, step, UndoReport, "undo")


def _warn_of_other_seats(context: Context, step: HistoryStep) -> None:
    """Raises StillOpen, once, if the step takes back what was typed at another seat."""
    others = [entry for entry in step.entries if entry.seat != context.seat]
    if not others:
        return
    seats = dict.fromkeys("Guide" if e.seat == "guide" else e.seat for e in others)
    lines = [f"«{e.line}» ({e.number})" for e in others[:MAX_NAMED_WORDS]]
    if more := len(others) - len(lines):
        lines.append(f"{more} more")
    verb, it = ("is", "it") if len(others) == 1 else ("are", "them")
    whose = join_words([f"the {seat}'s" for seat in seats])
    way = f"Type {{again}} again to take {it} back, or {{forced}}"
    stop_once_with_warning(context, "undo", f"{join_words(lines)} {verb} {whose}.", way)


def redo_last_undo(context: Context) -> Ruling:
    """Do again what the last undo took back."""
    step = redo_newest_undo(context.campaign, context.read_entries(), seat=context.seat)
    return _make_step_ruling(context, step, RedoReport, "redo")


def _make_step_ruling(
    context: Context,
    step: HistoryStep,
    answer: type[UndoReport | RedoReport],
    kind: Literal["undo", "redo"],
) -> Ruling:
    """The Ruling of a step back or forward. A player is told of the changes they may see."""
    newest, names = step.entries[0], tuple(entry.name for entry in step.entries)
    seen = step.changes if context.is_guide else filter_public_changes(step.changes)
    report = answer(
        entry=newest.name,
        line=newest.line,
        changes=len(seen),
        entries=names,
        restored=list_reverted_values(context.campaign, step.campaign),
        restored_secretly=list_reverted_secrets(context.campaign, step.campaign),
    )
    return Ruling(
        step.campaign,
        report,
        secret=all(map(is_entry_for_guide_alone, step.entries)),
        undoes_public=any(map(_is_heard_by_players, step.entries)),
        undone_changes=step.changes,
        base=step.campaign,
        kind=kind,
        undone_entries=names,
    )


def _is_heard_by_players(entry: Entry) -> bool:
    """True if players hear of an entry: of its line, or in the recap."""
    word, _, is_secret = parse_journal_entry_line(entry)
    return not is_entry_for_guide_alone(entry) or (word in TELLING_WORDS and not is_secret)
