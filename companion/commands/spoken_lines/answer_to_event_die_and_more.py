"""What the Event Die leaves open, answered in a line that tells more: `they push on, wim moans`,
`refill all and head out`."""

import re
from collections.abc import Callable
from typing import NamedTuple

from companion.commands.dispatch import MakeContext, Refused
from companion.commands.spoken_lines.parsable_command_lines import Meaning
from companion.commands.spoken_lines.phrase_meanings import (
    TEXTS,
    find_meaning_of_clause,
    make_context_for_unparsed_line,
)
from companion.commands.spoken_lines.stories_without_deeds import tells_story
from companion.grammar.command_words import list_command_words
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.words_of_doubt import CHANGING, DOUBTING
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.refusal import Unknown

_CLAUSES = re.compile(
    r"(?i)(?P<answer>[^,;.?!]+?)"
    r"(?:[,;.!]+ (?:(?:and|but|while|then) )*|,? (?:and )?then "
    r"| but |(?P<joined> and ))"
    r"(?P<more>[^?]+)"
)
_CHOOSING, _EMPTY = frozenset(["press-on", "rest"]), frozenset(["refill", "let-go"])
"""Words that answer the die, and that settle what it used up."""
_DROPPED, _LET_GO = re.compile(r"(?i)^drop (?:it|them|that)(?=[.!]?$|[,;.!] )"), "let-go all"
"""How what is used up is let go, where something is; elsewhere nobody knows what is dropped."""
_OF_COMPANY = ("they", "we", "everyone", "everybody")
_NOTE, _EXHAUST = "note", "exhaust"
_GOING_ON, _JOURNEY = frozenset(["out", "eat", "next"]), re.compile("(?:declare|next) travel to ")
_HANDLING = frozenset(
    ["give", "pass", "move", "fetch", "drop", "stash", "buy", "leave", "light", "use", "sell"]
)
_CHOICES = ("press-on", "rest")
_ON_AND_ON = "on"
_LIGHTS = frozenset(["light", "snuff"])
_WORDS = re.compile(r"[\w'’]+")


class _AnswerAndMore(NamedTuple):
    """An answer as it was typed, what it means, and what is told behind it, joined by a
    bare `and` or not."""

    answer_typed: str
    answer: Meaning
    more: str
    is_joined: bool


def split_answer_and_more(
    typed: str, split: Callable[[str], tuple[str, ...]], make_context: MakeContext
) -> tuple[str, ...]:
    """The answer, and what somebody does besides or a note of what is told; nothing where nothing
    waits for such an answer, and for a line that is understood as the answer alone."""
    context = make_context_for_unparsed_line(make_context)
    if context.campaign.open_matters.empty_items and context.is_guide and not _names_thing(context):
        typed = _DROPPED.sub(_LET_GO, typed.strip().rstrip(".!"))
        if typed == _LET_GO:
            return (_LET_GO,)
    said = _read_answer_and_more(typed, context, make_context)
    words = _WORDS.findall(said.more.casefold()) if said else []
    if said is None or not (CHANGING | DOUBTING).isdisjoint(words):
        return ()  # `push on, no wait, they rest`
    if not words:
        return (said.answer.text,)
    if len(deeds := split(said.more)) > 1:
        return (said.answer.text, *deeds)
    deed = find_meaning_of_clause(said.more, make_context)
    if deed and deed.line.word in _CHOOSING:
        return ()  # `they rest but wim keeps going` is two answers
    if deed and (deed.line.word not in TEXTS or _JOURNEY.match(deed.text)):
        is_of_light = deed.line.word in _LIGHTS  # `lantern off too`
        is_deed = len(words) > 1 and (is_of_light or _is_ours(said.more, context))
        is_journey = _JOURNEY.match(deed.text) is not None
        is_done = is_deed or is_journey or deed.line.word in _GOING_ON
        is_done = is_done and deed.line.word != _EXHAUST  # the answer tires them by itself
        return (said.answer.text, said.more) if is_done else ()
    is_theirs = words[0] in _OF_COMPANY  # `they arrive` is no story
    is_story = not is_theirs and tells_story(said.more, context)
    is_noted = said.answer.line.word in _CHOOSING and is_story and not said.is_joined
    return (said.answer.text, f"{_NOTE} {said.more}") if is_noted else ()


def find_refusal_of_answer_and_more(text: str, make_context: MakeContext) -> Refused | None:
    """The refusal of an answer to the Event Die with something behind it that was not understood:
    such a line declares no action."""
    context = make_context_for_unparsed_line(make_context)
    said = _read_answer_and_more(text, context, make_context)
    if said is None:
        return None
    ways = _CHOICES if said.answer.line.word in _CHOOSING else (said.answer.text,)
    message = (
        f"«{said.answer_typed}» answers the Event Die; «{said.more}» is not understood with it."
    )
    return Refused(Unknown(message, f"Try: {', or '.join(ways)}"))


def _read_answer_and_more(
    typed: str, context: Context, make_context: MakeContext
) -> _AnswerAndMore | None:
    matters = context.campaign.open_matters
    asked = (_CHOOSING if matters.choices else frozenset[str]()) | (
        _EMPTY if matters.empty_items else frozenset[str]()
    )
    said = _CLAUSES.fullmatch(typed.strip()) if asked and context.is_guide else None
    answer = find_meaning_of_clause(said["answer"], make_context) if said else None
    if said is None or answer is None or answer.line.word not in asked:
        return None
    whole = find_meaning_of_clause(typed, make_context)
    if whole and whole.line.word in asked:
        return None
    more = said["more"].strip()
    if said["joined"] and more.casefold().partition(" ")[0] == _ON_AND_ON:
        return None
    return _AnswerAndMore(said["answer"], answer, more, is_joined=bool(said["joined"]))


def _names_thing(context: Context) -> bool:
    """True where the last line was of a thing, which is the nearest that `it` can be."""
    newest = next(iter(context.read_entries()), None)
    return newest is not None and newest.line.partition(" ")[0] in _HANDLING


def _is_ours(said: str, context: Context) -> bool:
    """True for what somebody of the Company does, and for a command."""
    first = said.partition(" ")[0].casefold().strip(".!")
    is_known = first in (*_OF_COMPANY, *list_command_words())
    return is_known or build_vocabulary(context).names_member(first)
