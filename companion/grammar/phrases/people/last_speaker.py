"""Who speaks for the Company in an exchange that names nobody: whoever spoke last."""

import re

from companion.campaign.changes import Entry
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context

_EXCHANGE = re.compile(r'talk (?P<npc>"[^"]+"|\S+)(?: (?:convincing|giving|taking))?')
"""An exchange, or the beginning of a Negotiation, of which no speaker is told."""
_BY = re.compile(r" by (?P<who>\S+)$")


def name_last_speaker(line: str, context: Context) -> str:
    """The line of an exchange with who of the Company spoke to this NPC before; any other line, and
    one after which nobody is told of, as it is."""
    said = _EXCHANGE.fullmatch(line)
    if said is None or line.endswith(said["npc"]):
        return line
    for entry in context.read_entries():  # the newest first
        begun = _EXCHANGE.match(entry.line)
        if begun is None or begun["npc"] != said["npc"]:
            return line
        if who := _find_speaker(entry, context):
            return f"{line} by {who}"
    return line


def _find_speaker(entry: Entry, context: Context) -> str:
    """Who of the Company is said to speak, as it is typed; "" for nobody."""
    by = _BY.search(entry.line)
    first = (by["who"] if by else entry.typed.partition(" ")[0]).casefold()
    present = (each for each in context.campaign.errants if each.is_present)
    return next((quote_typed_name(each) for each in present if each.id == first), "")
