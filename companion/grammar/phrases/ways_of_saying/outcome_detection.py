"""Tells a line that may be what came of the declared action from a deed, an order and a sum."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import dropwhile, islice

from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import is_past_verb_form
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.verbatim_text import contains_counted_amount
from companion.grammar.phrases.ways_of_saying.suggested_lines import find_ways_saying_deed
from companion.grammar.phrases.whole_line_phrases import sounds_like_outcome

_COUNTED = frozenset(["coins", "dice", "dv", "faces", "attribute"])
_COUNTED_DEEDS = ("sell", "buy", "heal", "hurt", "attack")
_NAMED = frozenset(["person", "npc", "carried"])
_NEXT_TURN = re.compile(r"(?i)\bnext (?:turn|round|leg)\b")
_GETTING = frozenset(["get", "gets", "got", "getting"])
_BEING = ("is", "are", "was", "were", "has", "have", "had")
_TELLING = ("no", "nothing", "nobody", "something", "someone", "somebody", "everything", "there")
_UNSURE = frozenset(
    ["if", "do", "does", "did", "can", "could", "will", "would", "may", "not", "don't", "please"]
).union(["i", "let's", "we'll", "i'll"])
"""Words by which an outcome does not begin."""
_TOLD = frozenset(["nobody", "never", "almost", "nearly", "barely", "hardly", "fails", "refuses"])
"""Words by which nothing is done, and an outcome may be told."""
_BEFALLING = (
    *("gets", "feels", "hears", "sees", "finds", "spots", "notices", "slips", "falls", "trips"),
    *("thinks", "knows", "learns", "recognises", "recognizes", "smells", "manages", "fails"),
    *("reach", "reaches", "arrives", "succeeds"),
)
"""What befalls somebody, or what they come to know: that is no deed."""
_MOST_WAYS = 24


def may_be_outcome(tokens: Sequence[Token], vocabulary: Vocabulary, context: Context) -> bool:
    """True for what may have come of what was declared, as `the stair is slimy`: nothing is counted
    in it, nobody is told to do anything, and nobody does what the companion has a word for."""
    campaign, phrases = context.campaign, load_phrases()
    is_open = bool(campaign.turns and campaign.turns[-1].declared)
    if not (is_open and context.is_guide) or campaign.book.combatants:
        return False
    said = [*dropwhile(_list_interjections().__contains__, (token.word for token in tokens))]
    first, second, *_ = (*said, "", "")
    tells = second in _BEING or is_past_verb_form(second) or first in _TELLING
    tells = tells or first in phrases.subjects
    tells = tells or (first in vocabulary.carried and second.endswith("s"))
    is_order = not tells and (first in list_deed_verb_forms() or first in WORDS)
    is_addressed = second == "," and (first == "no" or vocabulary.names_person(first))
    unsure = {*phrases.intending, *phrases.hypothetical} - _TOLD
    is_unsure = first in _UNSURE or not unsure.isdisjoint(said)
    if not second or is_order or is_addressed or is_unsure:
        return False
    if cannot_be_declared(tokens, vocabulary, context):
        return False
    if second in _BEFALLING or is_report_of_finished_deed(tokens):
        return True
    is_done = vocabulary.names_member(first)
    return first != "we" and not (is_done and any(find_ways_saying_deed(tokens, vocabulary)))


def drop_interjections(typed: str) -> str:
    """An outcome without what is said before it, as `the rope holds` for `ok, the rope holds`."""
    words = typed.split()
    while words[1:] and words[0].casefold().strip(",.:;!-–—") in {"", *_list_interjections()}:
        words.pop(0)
    return " ".join(words)


def is_befalling_verb(verb: str) -> bool:
    """True for the verb of what befalls somebody or what they come to know, as `finds`."""
    return any(verb in (each, each.removesuffix("s")) for each in _BEFALLING)


def is_report_of_finished_deed(tokens: Sequence[Token]) -> bool:
    """True for what somebody has done, as `bree found a ledge`."""
    return sounds_like_outcome(join_typed_words(tokens))


def names_being_or_carried_thing(parts: Sequence[Part]) -> bool:
    """True where anybody is named, or anything that somebody carries."""
    return any(not _NAMED.isdisjoint(part.meanings) for part in parts)


def cannot_be_declared(tokens: Sequence[Token], vocabulary: Vocabulary, context: Context) -> bool:
    """True for what comes of no deed, and is declared nowhere: what somebody sells, loses or does
    in a fight, and the next Turn."""
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    typed = join_typed_words(tokens)
    is_sum = contains_counted_amount(typed) or bool(_NEXT_TURN.search(typed))
    is_sum = is_sum or any(not _COUNTED.isdisjoint(part.meanings) for part in parts)
    if is_sum or context.campaign.book.combatants:
        return True
    if not names_being_or_carried_thing(parts):
        return False
    said = islice(find_ways_saying_deed(tokens, vocabulary), _MOST_WAYS)
    return any(
        way.patterns[0][0].pieces[0].before in _COUNTED_DEEDS
        and _GETTING.isdisjoint(tokens[at].word for at in places)
        for way, places in said
    )


@cache
def _list_interjections() -> frozenset[str]:
    """What is said before an outcome; with `no` one may begin, as `no sign of the monk`."""
    return frozenset(load_phrases().interjections) - {"no"}
