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
_STATE = (
    r"(?:{who} )?(?:'s |is |looks )?(?:still |only |just |really |badly |now )*"
    r"(?:up|standing|alive|bleeding|hurting|bloodied|wounded|reeling)"
    r"(?: (?:badly|heavily|hard|a lot|though|but up|but standing))*"
)
_STATE_OF_FOE, _STATE_OF_ERRANT = (
    re.compile(_STATE.format(who=who)) for who in ("it", "(?:he|she)")
)
_EXCLAIMED = re.compile(r"ouch|ow|oof|nasty|not good|ugh")
_HOW_TOLD = ("back", "aside", "in", "pain", "a", "bit", "loudly", "horribly", "badly")
WHO_WAS_STRUCK = ("it", "him", "her", "he", "she", "that", "this")


def tells_fall(words: Sequence[str], *, of_errant: bool) -> bool:
    """True for `it drops`, `killing it` and `down it goes`, of a foe who was struck, and for `she's
    down` of an Errant."""
    return bool(_FALL.fullmatch(" ".join(words))) or (of_errant and tells_fall_of_errant(words))


def tells_death(words: Sequence[str]) -> bool:
    """True for `he dies`, which harm alone does to nobody of the Company who has HP left."""
    return bool(_DEATH.search(" ".join(words)))


def tells_fall_of_errant(words: Sequence[str]) -> bool:
    """True for `she's down` and `he's out cold`."""
    return bool(_FALL_OF_ERRANT.fullmatch(" ".join(words)))


def tells_state_of_errant(words: Sequence[str]) -> bool:
    """True for `she's bleeding badly` and `still up`."""
    return bool(_STATE_OF_ERRANT.fullmatch(" ".join(words)))


def exclaims(words: Sequence[str]) -> bool:
    """True for `ouch`, which tells of harm alone."""
    return bool(_EXCLAIMED.fullmatch(" ".join(words)))


def tells_story(words: Sequence[str], *, of_errant: bool) -> bool:
    """True for `it squeals`, `still up` and `she staggers back`, which change nothing."""
    state = _STATE_OF_ERRANT if of_errant else _STATE_OF_FOE
    if state.fullmatch(" ".join(words)) or exclaims(words):
        return True
    who, verb, *rest = (*words, "", "")
    is_told = who in WHO_WAS_STRUCK and verb in list_verb_group_forms("yelping")
    return is_told and {*_HOW_TOLD, ""}.issuperset(rest)
