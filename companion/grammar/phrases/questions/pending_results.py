"""The question what the result of the Event Die brings, where it has just fallen: `what happens?`
after a local effect, or after an encounter that nobody has rolled."""

import re
from collections.abc import Iterator

from companion.errant.turns.event_die import find_event_die_result
from companion.grammar.context import Context

_ASKED = re.compile(
    r"(?i)(?:(?:so|and|ok|well|now),? )*what(?:['’]s| is| does)? (?:happens|happening|it"
    r"|it do|the effect)(?: (?:here|now|then|to them|to us))*[?.! ]*"
)
_BRINGING = {"local_effect": "roll effects"}
"""By the result of the Event Die, the line that rolls what it brings."""
_WITH_EVENT_DIE = ("next", "n", "event", "e", "becomes")


def list_pending_result_lines(typed: str, context: Context) -> Iterator[str]:
    """The line that rolls what the Event Die brought in the line before; nothing for any other
    question, and after any other line."""
    turns = context.campaign.turns
    if not turns or not context.is_guide or not _ASKED.fullmatch(typed.strip()):
        return
    last = next(iter(context.read_entries()), None)
    words = last.line.split() if last and last.kind == "word" else []
    turn = context.campaign.innermost_turn
    if not words or words[0].rstrip("!") not in _WITH_EVENT_DIE or turn.face is None:
        return
    if line := _BRINGING.get(find_event_die_result(turn.type, turn.face)):
        yield line
