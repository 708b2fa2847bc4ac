"""Corrections that can be done: what was done last is only taken back where the line that was meant
instead is possible."""

from companion.campaign.campaign import Campaign
from companion.commands.dispatch import call_handler_of_word, resolve_word_of_line
from companion.dice.face_sources import Streams
from companion.grammar.context import Context
from companion.grammar.phrases.corrections.correction_finding import UNDO, find_correction
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Refusal


def list_lines_correcting_last_deed(said: str, context: Context) -> tuple[str, ...]:
    """The lines by which what was done last is corrected; nothing where this corrects nothing, or
    what was meant is refused."""
    found = find_correction(said, context)
    if found is None:
        return ()
    last = found.lines[-1]
    is_possible = found.is_more or last == UNDO or _is_line_possible(last, found.before, context)
    return found.lines if is_possible else ()


def _is_line_possible(text: str, before: Campaign, context: Context) -> bool:
    """True for a line that would not be refused in the campaign `before`. Nothing is done, and no
    die is used up."""
    line = parse_typed_line(text)
    if line is None:
        return False
    try:
        resolved = resolve_word_of_line(line, before)
        said = resolved.line
        tried = context._replace(
            campaign=before,
            word=said.word,
            arguments=said.arguments,
            rest=said.rest,
            streams=Streams(context.seed, context.streams.positions),
        )
        call_handler_of_word(resolved.word, tried)
    except Refusal:
        return False
    return True
