"""The Event Die that is still spoken of: what of the newest lines may be said of it."""

from companion.campaign.secrecy import may_seat_see_entry
from companion.grammar.command_words import SECRET_WORD
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_line_of_entry

_ROLLING = ("next", "event", "becomes", "turn", "sleep")
_BESIDE = ("done", "declare", "ignore", "rest", "press-on", "burn", "deplete")
"""Words of the Turn that hold no number: after them a number is still that of the Event Die."""


def has_event_die_just_fallen(context: Context) -> bool:
    """True where the newest word rolled the Event Die, or changed it."""
    return _find_newest_word(context) in _ROLLING


def may_speak_of_event_die(context: Context) -> bool:
    """True where `make that 3` may be said of the Event Die: nothing else was done since."""
    return _find_newest_word(context) in ("", *_ROLLING, *_BESIDE)


def _find_newest_word(context: Context) -> str:
    """The word of the newest entry that this seat may see, for what the Guide does in secret tells
    it nothing; "" where there is none. Dice without a word are a roll."""
    seen = (
        entry
        for entry in context.read_entries()
        if entry.seat == context.seat or may_seat_see_entry(entry, context.seat)
    )
    newest = next(seen, None)
    if newest is None:
        return ""
    found = parse_line_of_entry(newest)
    if found is None:
        return "roll"
    return SECRET_WORD if found.is_secret else found.line.word
