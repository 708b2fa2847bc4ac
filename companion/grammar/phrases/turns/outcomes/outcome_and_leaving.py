"""Takes apart a line that tells what came of an action and that the Company leaves then, as `heard
nothing, they leave`."""

import re
from itertools import chain

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.turns.outcomes.clause_meanings import (
    find_first_typable_line,
    means_another_line,
)
from companion.grammar.phrases.turns.outcomes.outcomes_in_free_words import (
    is_find_of_nobody,
    is_told_of_scene,
)
from companion.grammar.phrases.verbatim_text import contains_counted_amount
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Refusal

_DONE, _OUT = "done", "out"
_LEAVING_LAST = re.compile(
    r"(?i)(?:(?:ok|okay|right|so|well|good),? )*(?P<told>[^,;.?!]+?|[^;.?!]+?(?=[.;!]))"
    r"(?:(?:,|[.;!]+)(?: and| so| then| but)* (?P<then>(?:they|we|everyone|everybody) [^,;.?!]+)"
    r"|,? and (?:then )?(?P<bare>leave|(?:leave|head|go|climb|walk|come|get) [^,;.?!]+))[.!]?"
)
"""What came of a deed, and what may be the way out."""
_LEAVE = re.compile(r"(?i)leaves?$")
_ENOUGH = re.compile(r"(?i)enough(?: here| now)?|that['’]?s (?:enough|it|all)(?: here| now)?")
_IN_VAIN = re.compile(
    r"(?i)(?:(?:they |we )?(?:find |found |hear |heard |see |saw ))?(?:nothing|nobody)"
    r"(?: here| there| else| inside| at all| more)?|no (?:luck|sign|answer|trace)(?: of \w+)?"
)
_ALL_DONE = re.compile(r"(?i)(?:the )?(?P<what>\w+)(?:['’]s| is) (?:done|empty)")
_OF_SEVERAL = re.compile(r"(?i)\b(?:are|were)\b")
"""Of whom is told what `they` would do then."""
_NOBODY, _UNSURE = (
    ("nobody", "no-one", "none", "they"),
    ("it", "that", "this", "what", "who", "not"),
)
_BEINGS_AND_GEAR = frozenset(["person", "npc", "creature", "carried"])


def split_outcome_and_leaving(typed: str, context: Context) -> tuple[str, ...]:
    """The lines of `heard nothing, they leave`: what came of the one declared action, and the way
    out."""
    said = _LEAVING_LAST.fullmatch(typed)
    if said is None or len(context.campaign.open_matters.unresolved_actions) != 1:
        return ()
    told, then = said["told"].strip(), said["then"] or f"they {said['bare']}"
    try:
        is_out = find_first_typable_line(_LEAVE.sub("go out", then), context) == _OUT
    except Refusal:
        return ()
    if not is_out or contains_counted_amount(told):
        return ()
    if _ENOUGH.fullmatch(told):
        return (_DONE, then)
    is_told = (
        _IN_VAIN.fullmatch(told) is not None
        or is_find_of_nobody(told)
        or (bool(said["then"]) and _tells_of_place(told, context))
    )
    return (f"{_DONE} {told}", then) if is_told else ()


def _tells_of_place(told: str, context: Context) -> bool:
    """True for what came of a deed and is told of nobody and nothing that is carried."""
    vocabulary, tokens = build_vocabulary(context), tokenize_short_line(told, context)
    groups, words = load_phrases().groups, {token.word for token in tokens}
    if not words.isdisjoint({*groups["roaming"], *groups["folk"], *_NOBODY}):
        return False
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if any(not _BEINGS_AND_GEAR.isdisjoint(part.meanings) for part in parts):
        return False
    over = _ALL_DONE.fullmatch(told)
    is_over = over is not None and over["what"].casefold() not in _UNSURE
    return is_over or (not _OF_SEVERAL.search(told) and tells_outcome(told, context))


def tells_outcome(told: str, context: Context) -> bool:
    """True for words that mean what came of a deed, or that tell of the scene and mean no line."""
    try:
        first = next(chain.from_iterable(list_command_readings(told, context)), "")
    except Refusal:
        return False
    return first.startswith(f"{_DONE} ") or (
        not means_another_line(told, context) and is_told_of_scene(told, context)
    )
