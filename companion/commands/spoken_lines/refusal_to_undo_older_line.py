"""Refuses `take that back` where «that» left nothing to take back, and `undo` would take back what
was done before it."""

import re

from companion.campaign.secrecy import mask_secret_line
from companion.campaign.undoable_entries import find_undoable_entry
from companion.commands.dispatch import Refused
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.grammar.context import Context
from companion.refusal import Impossible

_UNDO = "undo"
_CALLED = {"hurt": ("damage", "harm", "hit", "wound"), "coins": ("money", "pay"), "pass": ("gave",)}
"""What is said of what a word did."""
_POINTING = re.compile(r"(?i)\b(?:that|this|it)\b")


def find_refusal_to_undo_line(text: str, meant: Meaning, context: Context) -> Refused | None:
    """The refusal of a line that takes «that» back, where the last word of this seat changed
    nothing, as a Check; None for any other line."""
    if meant.text != _UNDO or not _POINTING.search(text):
        return None
    own = (entry for entry in context.read_entries() if entry.seat == context.seat)
    last = next(own, None)
    if last is None or last.kind != "word" or last.has_content:
        return None
    undone = find_undoable_entry(context.read_entries(), context.seat)
    if undone is None:
        return None
    if _speaks_of(text, undone.line):
        return None
    done, earlier = (mask_secret_line(each, guide=context.is_guide) for each in (last, undone))
    message = f"«{done}» left nothing that could be taken back."
    return Refused(Impossible(message, f"To take back «{earlier}»: undo"))


def _speaks_of(text: str, line: str) -> bool:
    """True for `that damage was wrong, take it back` of a line that did damage."""
    said = {word.casefold() for word in re.findall(r"\w+", text)}
    word, *rest = line.casefold().split()
    return not said.isdisjoint({word, *rest, *_CALLED.get(word, ())})
