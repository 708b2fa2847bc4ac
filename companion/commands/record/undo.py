"""Undo and redo at the prompt."""

from typing import Literal

from companion.campaign.history import HistoryStep, redo_last, undo_last, undo_named, undo_to
from companion.campaign.secrecy import is_for_guide
from companion.commands.context import WORDS, Ruling
from companion.grammar.arguments import take_times
from companion.grammar.context import Context
from companion.refusal import Malformed, Refusal
from companion.reports.record import RedoReport, UndoReport

MAX_UNDO_TIMES = 20
"""`undo 20` may be meant as twenty times; `undo 200` is an entry."""


@WORDS.command(
    "undo",
    subject="steps",
    usage="undo [ENTRY] | undo xN | undo to ENTRY",
    short=("u",),
    completes=("entry…",),
)
def handle_undo(context: Context) -> Ruling:
    """Take words back."""
    arguments = tuple(word.casefold() for word in context.arguments)
    times, others = take_times(arguments)
    guide = context.seat == "guide"
    if not arguments:
        step = undo_last(context.campaign, context.read_entries(), guide=guide)
    elif times is not None and not others:
        step = undo_last(context.campaign, context.read_entries(), times, guide=guide)
    elif len(arguments) == 1 and arguments[0] != "to":
        step = _undo_entry(context, arguments[0])
    elif len(arguments) == 2 and arguments[0] == "to":
        step = undo_to(context.campaign, context.read_entries(), arguments[1], guide=guide)
    else:
        raise Malformed(
            f"«undo {context.rest}» names no entry.", "Try: undo, undo x3, undo 12 or undo to 12"
        )
    return _make_ruling(step, UndoReport, "undo")


def _undo_entry(context: Context, name: str) -> HistoryStep:
    """Take back the entry of this name. If it cannot be, the hint says that a small number may have
    meant so many words."""
    try:
        return undo_named(
            context.campaign, context.read_entries(), name, guide=context.seat == "guide"
        )
    except Refusal as refusal:
        if name.isdecimal() and len(name) < 3 and 1 <= int(name) <= MAX_UNDO_TIMES:
            refusal.hint = f"{refusal.hint} For the last {int(name)} words: undo x{name}".strip()
        raise


def redo_last_undo(context: Context) -> Ruling:
    """Do again what the last undo took back."""
    step = redo_last(context.campaign, context.read_entries(), guide=context.seat == "guide")
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
