"""What is told behind a blow of whoever was struck: that they are down, or what they do besides."""

import re
from collections.abc import Sequence

from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms

_DOWN = (
    r"{who} (?:'s |is |goes |drops |falls |lies )*(?:down|dead|slain|killed)(?: now)?"
    r"|{who} (?:dies|died|drops|dropped|falls|collapses)|down {who} goes"
)
_FALL = re.compile(
    _DOWN.format(who="it") + r"|dead|(?:that |which )?"
    r"(?:kills|killed|drops|fells|slays|finishes|killing|dropping|felling) it"
)
_FALL_OF_ERRANT = re.compile(
    _DOWN.format(who="(?:he|she)") + r"|(?:(?:he|she) is )?(?:out(?: cold)?|down)"
)
_DEATH = re.compile(r"\b(?:dead|dies|died|slain|killed)\b")
_STATE = re.compile(
    r"(?:(?:he|she|it) )?(?:'s |is |looks )?(?:still |only |just |really |badly |now )*"
    r"(?:up|standing|alive|bleeding|hurting|hurt|bloodied|wounded|reeling|fine|ok|okay)"
    r"(?: (?:badly|heavily|hard|a lot|though|but up|but standing))*|ouch|ow|oof|nasty"
)
_HOW_TOLD = ("back", "aside", "in", "pain", "a", "bit", "loudly", "horribly", "badly")
WHO_WAS_STRUCK = ("it", "him", "her", "he", "she", "that", "this")


def tells_fall(words: Sequence[str], *, of_errant: bool) -> bool:
    """True for `it drops`, `killing it` and `down it goes`, of a foe who was struck, and for `she's
    down` of an Errant."""
    said = " ".join(words)
    return bool(_FALL.fullmatch(said) or (of_errant and _FALL_OF_ERRANT.fullmatch(said)))


def tells_death(words: Sequence[str]) -> bool:
    """True for `he dies`, which harm alone does to nobody of the Company who has HP left."""
    return bool(_DEATH.search(" ".join(words)))


def tells_story(words: Sequence[str]) -> bool:
    """True for `it squeals`, `still up` and `she staggers back`, which change nothing."""
    if _STATE.fullmatch(" ".join(words)):
        return True
    who, verb, *rest = (*words, "", "")
    is_told = who in WHO_WAS_STRUCK and verb in list_verb_group_forms("yelping")
    return is_told and {*_HOW_TOLD, ""}.issuperset(rest)
