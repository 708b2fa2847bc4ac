"""Steps back and forward at the prompt: undo and redo."""

from companion.campaign.history import Step, redo_last, undo_last, undo_named, undo_times, undo_to
from companion.commands.reports import RedoReport, UndoReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.refusal import Malformed, Refusal
from companion.words.options import nothing_more, take_times

MOST_MEANT = 20
"""`undo 20` may be meant as twenty times; `undo 200` is an entry."""


@WORDS.command(
    "undo",
    subject="steps",
    usage="undo [ENTRY] | undo xN | undo to ENTRY",
    summary="Take back the last word, the last N, the one named, or everything after the one "
    "named. The dice stay where they are.",
    examples=("undo", "undo x3", "undo 12", "undo to 12"),
    short=("u",),
    completes=("back to",),
)
def undo_word(sitting: Sitting) -> Ruling:
    """Take words back."""
    arguments = tuple(word.casefold() for word in sitting.arguments)
    times, others = take_times(arguments)
    if not arguments:
        step = undo_last(sitting.campaign, sitting.entries())
    elif times is not None and not others:
        step = undo_times(sitting.campaign, sitting.entries(), times)
    elif len(arguments) == 1 and arguments[0] != "to":
        step = _named_or_meant(sitting, arguments[0])
    elif len(arguments) == 2 and arguments[0] == "to":
        step = undo_to(sitting.campaign, sitting.entries(), arguments[1])
    else:
        raise Malformed(
            f"«undo {sitting.rest}» names no entry.", "Try: undo, undo x3, undo 12 or undo to 12"
        )
    return Ruling(
        step.campaign,
        UndoReport(
            entry=step.entries[0].name,
            line=step.entries[0].line,
            changes=len(step.changes),
            entries=_names(step),
        ),
        taken_back=step.changes,
        base=step.campaign,
        kind="undo",
        takes_back=_names(step),
    )


def _named_or_meant(sitting: Sitting, name: str) -> Step:
    """The entry of that name taken back; where it cannot be, a small number may have been meant
    for so many words."""
    try:
        return undo_named(sitting.campaign, sitting.entries(), name)
    except Refusal as refusal:
        if name.isdecimal() and len(name) < 3 and 1 <= int(name) <= MOST_MEANT:
            refusal.hint = f"{refusal.hint} For the last {int(name)} words: undo x{name}".strip()
        raise


@WORDS.command(
    "redo",
    subject="steps",
    usage="redo",
    summary="Do again what the last undo took back, with the same dice.",
    examples=("redo",),
)
def redo_word(sitting: Sitting) -> Ruling:
    """Put back what was taken back."""
    nothing_more("redo", sitting.arguments)
    step = redo_last(sitting.campaign, sitting.entries())
    return Ruling(
        step.campaign,
        RedoReport(
            entry=step.entries[0].name,
            line=step.entries[0].line,
            changes=len(step.changes),
            entries=_names(step),
        ),
        taken_back=step.changes,
        base=step.campaign,
        kind="redo",
        takes_back=_names(step),
    )


def _names(step: Step) -> tuple[str, ...]:
    return tuple(entry.name for entry in step.entries)
