"""Deeds that count something, said of the next Turn: `next turn, bree takes 3 damage` is no action
that is declared, but a Turn, and harm."""

import re

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.turns.next_turns import list_lines_shortened_to_next
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Ambiguous, Refusal

_NEXT = "next"
_NAMED = re.compile(r"(?i)(?:\w+[, ]+){0,3}?(?:next|new|another|one more) (?:turn|round|leg)\b")
"""How it is said that it is a Turn, and not only what comes next."""
_COUNTING = (
    "hurt", "heal", "light", "snuff", "drop", "give", "pass", "fetch", "move", "use", "refill",
    "stash", "coins", "supply", "exhaust", "buy", "burn", "deplete", "eat",
)  # fmt: skip
"""Words that change what is kept of somebody, and take no Turn by themselves."""


def split_next_turn_and_counted_deed(typed: str, context: Context) -> tuple[str, ...]:
    """The two lines of `next turn, bree takes 3 damage`; nothing for any other line."""
    if not _NAMED.match(typed):
        return ()
    counted = (
        _find_line_of_counted_deed(line, context) for line in list_lines_shortened_to_next(typed)
    )
    return next(((_NEXT, line) for line in counted if line), ())


def refuse_counted_next_deed(typed: str, line: str, context: Context) -> None:
    """Raises Ambiguous for `next, bree takes 3 damage`, which may be said of this Turn, too."""
    if counted := _find_line_of_counted_deed(line, context):
        message = f"«{typed}» may mean two things."
        raise Ambiguous(message, f"Try: {counted}, or {_NEXT}")


def _find_line_of_counted_deed(line: str, context: Context) -> str:
    """The line of what is counted after `next`; "" for what is declared, or means several."""
    word, _, deed = line.partition(" ")
    who = deed.partition(" ")[0].casefold().rstrip(",")
    if word != _NEXT or "=" in deed or not build_vocabulary(context).names_person(who):
        return ""
    try:
        lines = next(iter(list_command_readings(deed, context)), ())
        meant = parse_typed_line(lines[0]) if len(lines) == 1 else None
        if meant is None or meant.word not in _COUNTING:
            return ""
        WORDS.find_word(meant.word).read(meant.arguments, context)
    except Refusal:
        return ""
    return lines[0]
