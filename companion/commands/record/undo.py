"""Undo and redo at the prompt."""

from typing import Literal

from companion.campaign.history import HistoryStep, redo_last, undo_last, undo_named, undo_to
from companion.campaign.secrecy import is_for_guide
from companion.commands.context import Ruling
from companion.grammar.context import Context
from companion.refusal import Refusal
from companion.reports.record import RedoReport, UndoReport

MAX_UNDO_TIMES = 20
"""`undo 20` may be meant as twenty times; `undo 200` is an entry."""


def take_back_words(context: Context, count: int | None) -> Ruling:
    """Take back the last word, or so many."""
    entries, guide = context.read_entries(), context.is_guide
    step = undo_last(context.campaign, entries, count or 1, guide=guide)
    return _make_ruling(step, UndoReport, "undo")


def take_back_entry(context: Context, entry: str) -> Ruling:
    """Take back the entry of this name. If it cannot be, the hint says that a small number may have
    meant so many words."""
    try:
        step = undo_named(context.campaign, context.read_entries(), entry, guide=context.is_guide)
    except Refusal as refusal:
        if entry.isdecimal() and len(entry) < 3 and 1 <= int(entry) <= MAX_UNDO_TIMES:
            refusal.hint = f"{refusal.hint} For the last {int(entry)} words: undo x{entry}".strip()
        raise
    return _make_ruling(step, UndoReport, "undo")


def go_back_to_entry(context: Context, entry: str) -> Ruling:
    """Take back everything after an entry."""
    step = undo_to(context.campaign, context.read_entries(), entry, guide=context.is_guide)
    return _make_ruling(step, UndoReport, "undo")


def redo_last_undo(context: Context) -> Ruling:
    """Do again what the last undo took back."""
    step = redo_last(context.campaign, context.read_entries(), guide=context.is_guide)
    return _make_ruling(step, RedoReport, "redo")


def _make_ruling(
    step: HistoryStep, answer: type[UndoReport | RedoReport], kind: Literal["undo", "redo"]
) -> Ruling:
    """The Ruling of a step back or forward."""
    newest, names = step.entries[0], tuple(entry.name for entry in step.entries)
    report = answer(entry=newest.name, line=newest.line, changes=len(step.changes), entries=names)
    return Ruling(
        step.campaign,
        report,
        secret=all(map(is_for_guide, step.entries)),
        undone_changes=step.changes,
        base=step.campaign,
        kind=kind,
        undone_entries=names,
    )
