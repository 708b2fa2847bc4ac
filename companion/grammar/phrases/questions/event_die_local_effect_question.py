"""The question what a local effect brings, just after the Event Die showed one: `what happens?`."""

import re
from collections.abc import Iterator

from companion.errant.turns.event_die import find_event_die_result
from companion.grammar.context import Context
from companion.grammar.phrases.turns.fallen_event_die import has_event_die_just_fallen

_ASKED = re.compile(
    r"(?i)(?:(?:so|and|ok|well|now),? )*"
    r"(?:what(?:['’]?s| is)? (?:happens|happening|the effect)"
    r"|roll (?:the|that|its) (?:local )?effect)"
    r"(?: (?:here|now|then|to them|to us))*[?.! ]*"
)


def list_lines_rolling_local_effect(typed: str, context: Context) -> Iterator[str]:
    """The line that rolls the local effect of the line before; nothing for any other question, and
    after any other line."""
    if not context.campaign.turns or not context.is_guide or not _ASKED.fullmatch(typed.strip()):
        return
    turn = context.campaign.innermost_turn
    if turn.face is None or not has_event_die_just_fallen(context):
        return
    if find_event_die_result(turn.type, turn.face) == "local_effect":
        yield "roll effects"
