"""What is done after all, as of `scrap that, they look behind the altar instead`, or after `press
on`."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Literal

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.whole_line_phrases import (
    list_whole_phrase_lines,
    tokenize_short_line,
)

_LEFT_OPEN = "next!"
"""The next Turn though what was declared has no outcome."""
_DECLARING, _FEW = ("declare ", "next "), 6


def list_changed_deed_lines(typed: str, context: Context) -> Iterator[str]:
    """What is declared after all, as in `scrap that, they look behind the altar instead`; and what
    the next Turn begins with, as in `press on, listen at the door`."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    changed = _find_changed_deed(typed, "deed instead")
    going_on = _find_changed_deed(typed, "going on") if turn and not turn.choice else ""
    for deed in filter(None, (changed, going_on)):
        whole = [*list_whole_phrase_lines(tokenize_short_line(deed, context), context)]
        if _LEFT_OPEN in whole:
            yield _LEFT_OPEN
        if any(line.split()[0] not in deed.casefold().split() for line in whole):
            continue  # `no, scratch that` takes something back
        doing = f"we {deed}" if deed.split()[0].endswith("ing") else deed
        lines = chain.from_iterable(islice(list_command_readings(doing, context), _FEW))
        declared = (line for line in lines if line.startswith(_DECLARING))
        for line in islice(declared, 1):
            yield line if deed == changed else f"next {line.partition(' ')[2]}"


def _find_changed_deed(typed: str, pattern: Literal["deed instead", "going on"]) -> str:
    """What is done after all, of `scrap that, we listen instead`, or what follows `press on,`: the
    deed that this pattern of the phrases finds; "" for any other line."""
    said = compile_named_pattern(pattern).fullmatch(typed.strip())
    return said["deed"] if said and "?" not in typed else ""
