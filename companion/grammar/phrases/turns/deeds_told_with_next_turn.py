"""Deeds that are told with the next Turn and are no action of it: `next turn, bree takes 3 damage`
is a Turn, and harm; `next turn, douse the torch and creep back` begins with the creeping."""

import re

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import find_first_reading, list_command_readings
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_action_verb_forms
from companion.grammar.phrases.turns.next_turns import list_lines_shortened_to_next
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Ambiguous, Refusal

_NEXT = "next"
_NAMED = re.compile(r"(?i)(?:\w+[, ]+){0,3}?(?:next|new|another|one more) (?:turn|round|leg)\b")
"""How it is said that it is a Turn, and not only what comes next."""
_LIGHT_AND_MORE = re.compile(
    r"(?i)(?:(?:ok|and|so),? )*next(?: turn)?[,:]? (?:they |we )?(?P<first>[^,;.?]+?)"
    r"(?:,? and(?: then)?|,) (?P<then>[^,;.?\d]+)[.!]?"
)
"""What is done with a light as the next Turn begins, and what it begins with."""
_OF_LIGHT, _THEY = ("light", "snuff"), ("they", "we")
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


def split_next_turn_and_light(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `next turn, douse wim's torch and creep back`: the Turn begins with what is an
    action, and the light is seen to in it. Nothing where another action waits."""
    said = _LIGHT_AND_MORE.fullmatch(typed)
    if said is None or context.campaign.open_matters.unresolved_actions:
        return ()
    first, then = said["first"], said["then"]
    vocabulary = build_vocabulary(context)
    who, other = (each.partition(" ")[0].casefold() for each in (first, then))
    is_deed = other in list_action_verb_forms()
    then = f"{who} {then}" if is_deed and vocabulary.names_person(who) else then
    is_deed = is_deed or other in _THEY or vocabulary.names_person(other)
    is_of_light = find_first_reading(first, context).partition(" ")[0] in _OF_LIGHT
    return (f"{_NEXT} {then}", first) if is_deed and is_of_light else ()


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
