"""What came of a declared action, in words that are kept: `it's about nine feet deep`."""

import re
from collections.abc import Iterator

from companion.campaign.campaign import Campaign
from companion.grammar.phrases.book.phrases_file import load_phrases
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.kept_words import tells_sum

_SETTLED = ("outcome measured", "dealt with")


def list_measured_outcomes(typed: str, vocabulary: Vocabulary, campaign: Campaign) -> Iterator[str]:
    """The line of what came of a declared action, as `it's about nine feet deep`; nothing where
    none is declared of which it could be, and of what somebody carries."""
    if not (campaign.turns and campaign.innermost_turn.declared):
        return
    patterns, names = load_phrases().patterns, vocabulary.names
    for told in filter(None, (re.fullmatch(patterns[e], typed, re.IGNORECASE) for e in _SETTLED)):
        noun = (told["noun"] or "").casefold()
        if noun not in vocabulary.carried and "npc" not in names.get((noun,), {}):
            yield f"done {typed}"
    before = re.fullmatch(patterns["done before"], typed, re.IGNORECASE)
    noun = before["noun"].casefold() if before else ""
    is_known = noun in vocabulary.carried or (noun,) in names
    is_known = is_known or noun in load_phrases().interjections
    if before and not (is_known or tells_sum(typed)):
        yield f"done {before['what']}: {before['outcome']}"
