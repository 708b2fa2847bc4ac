"""Steps back and forward at the prompt: undo and redo."""

from companion.campaign.history import Step, redo_last, undo_last, undo_named, undo_to
from companion.commands.reports import RedoReport, UndoReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.refusal import Malformed
from companion.words.options import nothing_more


@WORDS.command(
    "undo",
    subject="steps",
    usage="undo [ENTRY] | undo to ENTRY",
    summary="Take back the last word, the one named, or everything after the one named. The dice "
    "stay where they are.",
    examples=("undo", "undo 12", "undo to 12"),
    short=("u",),
    completes=("entry",),
)
def undo_word(sitting: Sitting) -> Ruling:
    """Take words back."""
    arguments = tuple(word.casefold() for word in sitting.arguments)
    if not arguments:
        step = undo_last(sitting.campaign, sitting.entries())
    elif len(arguments) == 1 and arguments[0] != "to":
        step = undo_named(sitting.campaign, sitting.entries(), arguments[0])
    elif len(arguments) == 2 and arguments[0] == "to":
        step = undo_to(sitting.campaign, sitting.entries(), arguments[1])
    else:
        raise Malformed(
            f"«undo {sitting.rest}» names no entry.", "Try: undo, undo 12 or undo to 12"
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
