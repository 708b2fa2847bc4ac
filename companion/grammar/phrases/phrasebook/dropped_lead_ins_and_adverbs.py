"""What a line may begin and end with and be the same line without: `and`, `already`."""

import re
from functools import cache

from companion.grammar.phrases.phrasebook.phrases_file import load_phrases


def drop_lead_ins(text: str) -> str:
    """A line without the lead-ins that it begins with: `wim is hurt` of `oh and wim is hurt`."""
    return _compile_lead_ins().sub("", text, count=1)


def drop_last_adverb(text: str) -> str:
    """A line without the adverb at its end: `wim is hurt` of `wim is hurt already`."""
    return _compile_adverbs().sub("", text, count=1)


@cache
def _compile_lead_ins() -> re.Pattern[str]:
    lead_ins = sorted(load_phrases().calls_before, key=len, reverse=True)
    return re.compile(rf"(?i)^(?:(?:{'|'.join(map(re.escape, lead_ins))})[,.!:]*\s+)+")


@cache
def _compile_adverbs() -> re.Pattern[str]:
    adverbs = sorted(load_phrases().adverbs_after, key=len, reverse=True)
    return re.compile(rf"(?i)(?<=[^\s,]),?\s+(?:{'|'.join(map(re.escape, adverbs))})[.!]*$")
