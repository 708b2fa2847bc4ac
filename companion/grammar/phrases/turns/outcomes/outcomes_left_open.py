"""What was declared and stays without an outcome, in a line that goes on to the next Turn."""

import re

from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.refusal import Impossible

_AFTER = re.compile(r"(?i)(?:[,;:.!]+| and| -+) (?:(?:and|so|then|now) )*(?=\S)")
_BEFORE = re.compile(r"(?i)(?:[,;:.]+| and| -+) (?:and |but )?$")
"""What stands between it and what comes next."""


def drop_remark_on_open_outcome(typed: str) -> str:
    """A line without what is said to stay open, as `ten more minutes go by` for `the outcome can
    wait, ten more minutes go by`; "" for any other line."""
    line = typed.strip(" .!")
    for said in compile_named_pattern("left open").finditer(line) if "?" not in typed else ():
        after, before = _AFTER.match(line, said.end()), _BEFORE.search(line[: said.start()])
        if not said.start() and after:
            return line[after.end() :]
        if said.end() == len(line) and before:
            return line[: before.start()]
    return ""


def refuse_outcome_left_open(typed: str) -> None:
    """Raises Impossible for `the outcome stays open`, with nothing after it: that is no outcome."""
    if compile_named_pattern("outcome open").fullmatch(typed.strip(" .!")):
        message = "What is declared stays open until its outcome is told: nothing is done."
        raise Impossible(message, "To go on to the next Turn without it: next!")
