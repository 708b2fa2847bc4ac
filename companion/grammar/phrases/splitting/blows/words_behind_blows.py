"""What is told behind a blow of whoever was struck: that they are down, or what they do besides."""

import re
from collections.abc import Sequence

from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms

_FALL = re.compile(
    r"it (?:'s |is |goes |drops |falls |lies )*(?:down|dead|slain|killed)(?: now)?"
    r"|it (?:dies|died|drops|dropped|falls|collapses)|down it goes|dead"
    r"|(?:that |which )?(?:kills|killed|drops|fells|slays|finishes|killing|dropping|felling) it"
)
_HOW_TOLD = ("back", "aside", "in", "pain", "a", "bit", "loudly", "horribly", "badly")
WHO_WAS_STRUCK = ("it", "him", "her", "he", "she", "that", "this")


def tells_fall(words: Sequence[str]) -> bool:
    """True for `it drops`, `killing it` and `down it goes`, of a foe who was struck."""
    return _FALL.fullmatch(" ".join(words)) is not None


def tells_story(words: Sequence[str]) -> bool:
    """True for `it squeals` and `she staggers back`, which change nothing."""
    who, verb, *rest = (*words, "", "")
    is_told = who in WHO_WAS_STRUCK and verb in list_verb_group_forms("yelping")
    return is_told and {*_HOW_TOLD, ""}.issuperset(rest)
