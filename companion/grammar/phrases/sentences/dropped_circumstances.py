"""Drops the parts of a line that only tell where, why or with what something happens, and how old
or spent a thing is."""

from collections import defaultdict
from collections.abc import Sequence

from companion.errant.company import Company, list_everyone_present
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_negation_words
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.ways_of_saying.pattern_place_conditions import is_stranger

_CIRCUMSTANCES = ("in", "at", "on", "by", "under", "about", "for", "as", "after")
"""Links of what tells where, why or of what something happens, with nearly any word."""

_TOLD_OF = defaultdict[str, set[str]](
    set, {"at": {"thing"}, "about": {"thing", "carried"}, "from": {"thing", "carried", "spot"}}
)

_TOLD_ANYWHERE = {"season", "turn", "town", "harm", "result", "nature"}
"""What may be spoken of there, as `at the inn` or `from the fall`; nothing else that is known."""

_OF_PLACES = ("in", "at", "on", "under")
_BETWEEN_PEOPLE = ("give", "pass", "coins", "buy", "sell", "supply", "effect", "talk", "bond")
"""Words by which `for marta` may name somebody whom nobody knows yet."""

_OF_STRANGERS = {
    "from": ("give", "coins", "buy", "supply"),
    "to": ("walk",),
    "for": ("buy", "fetch", "seek", "check"),
}
"""By the link before somebody nobody knows, the words by which nothing else is meant by them."""
_MOST_WORDS_OF_CIRCUMSTANCE = 4
_FEWEST_WORDS = 2
_SPENT = ("dead", "old", "spent", "burnt", "finished", "useless")
_OLD, _OWNED = "old", ("the", "his", "her", "their", "my", "that")


def drop_circumstances(parts: Sequence[Part], word: str) -> list[Part]:
    """The parts without what only tells where, why or with what a word of the companion happens, as
    `in the river`."""
    if word in load_phrases().circumstances["exact"]:
        return list(parts)
    return [part for part in parts if not _is_circumstance(part, word)]


def _is_circumstance(part: Part, word: str) -> bool:
    if is_stranger(part) and part.link in _OF_STRANGERS:
        return word in _OF_STRANGERS[part.link]
    words = part.typed.casefold().split()
    is_own = word in load_phrases().circumstances.get(part.link, ())
    if (not is_own and part.link not in _CIRCUMSTANCES) or _may_be_unknown_name(part, word):
        return False
    told = _TOLD_OF["from" if is_own else part.link]
    is_short = len(words) <= _MOST_WORDS_OF_CIRCUMSTANCE
    is_told = part.meanings.keys() <= told | _TOLD_ANYWHERE
    kept = load_phrases().qualifying | list_negation_words()
    return is_told and is_short and kept.isdisjoint(words)


def _may_be_unknown_name(part: Part, word: str) -> bool:
    """True for what may be the name of somebody whom nobody knows yet."""
    is_bare = part.link not in _OF_PLACES and len(part.typed_whole.split()) <= _FEWEST_WORDS
    is_doing = part.typed.endswith("ing")
    is_of_people = word in _BETWEEN_PEOPLE or part.link == "vs"
    is_name = is_bare and not is_doing and not part.meanings and is_of_people
    return is_name or any(each[:1].isupper() for each in part.typed.split())


def drop_wear_adjectives(
    tokens: Sequence[Token], vocabulary: Vocabulary, company: Company
) -> list[Token]:
    """The words without what only says how old or spent a thing is, as `wim drops the torch` for
    `wim drops the dead torch`, where the one who is named, or else one of them all, has one thing
    of that name; one that still has uses is not spent."""
    named = (vocabulary.find_member(each.word.removesuffix("'s")) for each in tokens)
    people = {*filter(None, named)}
    here = [each for each in list_everyone_present(company) if not people or each.id in people]
    kept = list(tokens)
    for at in range(len(tokens) - 2, 0, -1):
        word, thing = tokens[at].word, tokens[at + 1].word
        is_told = word in _SPENT and tokens[at - 1].word in _OWNED
        if not is_told or (word, thing) in vocabulary.names:
            continue
        items = [item for each in here for item in match_carried_items(each, thing)]
        is_one = len(items) == 1 and items[0].count == 1
        if is_one and (word == _OLD or items[0].uses_left == 0):
            del kept[at]
    return kept
