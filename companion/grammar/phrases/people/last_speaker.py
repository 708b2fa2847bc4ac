"""Who speaks for the Company in an exchange that names nobody: whoever spoke last."""

import re
from itertools import islice

from companion.campaign.changes import Entry
from companion.campaign.secrecy import may_seat_see_entry
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context

_EXCHANGE = re.compile(
    r'(?P<said>talk (?P<npc>"[^"]+"|\S+) (?:convincing|giving|taking))(?P<dv> dv \S+)?'
)
"""An exchange of which no speaker is told."""
_TALK = re.compile(r'talk (?P<npc>"[^"]+"|\S+)')
_BY = re.compile(r" by (?P<who>\S+)")
_MOST_BACK = 20
"""So many entries are looked through: who spoke long ago need not speak on."""


def name_last_speaker(line: str, context: Context) -> str:
    """The line of an exchange with who of the Company spoke to this NPC last; any other line, and
    one before which nobody of them is told to have spoken, as it is."""
    said = _EXCHANGE.fullmatch(line)
    if said is None:
        return line
    for entry in islice(context.read_entries(), _MOST_BACK):  # the newest first
        talked = _TALK.match(entry.line)
        if talked is None or entry.takes_back or not may_seat_see_entry(entry, context.seat):
            continue
        who = _find_speaker(entry, context) if talked["npc"] == said["npc"] else ""
        return f"{said['said']} by {who}{said['dv'] or ''}" if who else line
    return line


def _find_speaker(entry: Entry, context: Context) -> str:
    """Who of the Company is said to speak, as it is typed; "" for nobody."""
    by = _BY.search(entry.line)
    first = (by["who"] if by else entry.typed.partition(" ")[0]).casefold()
    present = (each for each in context.campaign.errants if each.is_present)
    return next((quote_typed_name(each) for each in present if each.id == first), "")
