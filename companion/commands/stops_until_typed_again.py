"""Stops a line once with a warning: it goes through where it is typed again, or forced with `!`."""

from collections.abc import Sequence

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.refusal import Impossible, StillOpen


def refuse_secret_line(context: Context, what: str) -> None:
    """Raises Impossible if the line is secret: everybody sees `what` it writes."""
    if context.is_secret:
        raise Impossible(f"{what} is in everybody's sight.", f"Try: secret note {context.rest}")


def stop_once_for_open_matters(
    context: Context, word: str, lines: Sequence[str], *, is_fatal: bool = False
) -> None:
    """Raises StillOpen if any of these is open, once in a Turn as long as none is settled and none
    comes: typed again, or forced with `!`, the line goes through; with other words it is stopped
    anew. Without a `word` the line is
    typed again. What is fatal is said each time that anything else was typed in between."""
    if not lines:
        return
    from companion.commands.open_matters import (  # only who is stopped
        UNTOLD_ENCOUNTER,
        describe_unsettled_encounters,
        reword_open_matters_for_seat,
    )

    lines = reword_open_matters_for_seat(context, lines)
    way = "Settle it, type {again} again, or {forced} to leave it so."
    if lines == (UNTOLD_ENCOUNTER,):
        way = "Wait for the Guide, or type {again} again, or {forced}, to go on."
    try:
        stop_once_with_warning(context, word, f"Still open: {'; '.join(lines)}.", way)
    except StillOpen as refusal:
        refusal.is_remembered = bool(word) and not is_fatal
        if UNTOLD_ENCOUNTER in lines:
            (way,) = describe_unsettled_encounters(context)
            way = way.split()[0]
            refusal.for_guide = f"The {context.seat} waits to hear whom they meet: {way}"
        raise


def stop_once_with_warning(context: Context, word: str, message: str, way: str) -> None:
    """Raises StillOpen with this message, once: typed again, or forced with `!`, the word goes
    through. The way says how, with the word `again` and its shortest form `forced`."""
    if context.is_forced or context.goes_on or message == context.stop_message:
        return
    if not word:
        raise StillOpen(message, "Settle it, or type that line again to leave it so.")
    shortest = (*WORDS.find_word(word).short_forms, word)[0]
    raise StillOpen(message, way.format(again=word, forced=f"{shortest}!"), overrulable=True)
