"""Who is meant by what other games call their Archetype, as `the mage` for the only occult."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from companion.campaign.campaign import Campaign
from companion.errant.company import Company, list_members_present
from companion.errant.goods import Goods
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_OWN = ("the", "our", "my", "your")
"""Before one of these words somebody of the Company is meant, even by the name of a trade."""
_NOT_OWN = ("a", "an", "another", "some", "called", "named", "new", "hire", "hires", "no")


def replace_archetypes_by_names(
    tokens: list[Token], campaign: Campaign, goods: Goods
) -> list[Token]:
    """The words with the id of the only one here with an Archetype in the place of what such a one
    is called; a word that may be several, or names anything else, stays as it is."""
    named = list(tokens)
    for at, word, people in reversed([*_list_archetype_words_said(tokens, campaign, goods)]):
        if len(people) == 1:
            who = people[0].id + tokens[at].word[len(word) :]
            begun = at - (at > 0 and tokens[at - 1].word in _OWN)
            named[begun : at + 1] = [Token(who, who)]
    return named


def refuse_ambiguous_archetype(
    typed: str, tokens: Sequence[Token], campaign: Campaign, goods: Goods
) -> None:
    """Raises Ambiguous for `the mage` where several here are occult, with a line for each."""
    for _, word, people in _list_archetype_words_said(tokens, campaign, goods):
        pattern = re.compile(rf"\b(?:(?:{'|'.join(_OWN)}) )?{word}\b", re.IGNORECASE)
        lines = [pattern.sub(quote_typed_name(each), typed, count=1) for each in people]
        if len(lines) > 1:
            raise Ambiguous(f"«{word}» may be any of them.", f"Try: {', or '.join(lines)}")


def _list_archetype_words_said(
    tokens: Sequence[Token], campaign: Campaign, goods: Goods
) -> Iterator[tuple[int, str, Company]]:
    """Where the word of an Archetype stands, the word, and who of those here it may be."""
    archetypes = _index_archetypes_by_synonym()
    for at, token in enumerate(tokens):
        word = token.word.removesuffix("'s")
        archetype = archetypes.get(word)
        before = tokens[at - 1].word if at else ""
        is_other = before in _NOT_OWN or before.isdecimal() or token.is_quoted
        if (
            archetype is None
            or is_other
            or (before not in _OWN and _means_more_than_archetype(word))
        ):
            continue
        if token.word not in _list_name_words(campaign, goods):
            members = list_members_present(campaign.errants)
            yield at, word, tuple(each for each in members if each.archetype == archetype)


def _means_more_than_archetype(word: str) -> bool:
    """True for a word that is a trade or a title, or what somebody does."""
    phrases = load_phrases()
    return word in (*phrases.trades, *phrases.titles["company"]) or word in list_deed_verb_forms()


@cache
def _index_archetypes_by_synonym() -> dict[str, str]:
    listed = load_phrases().archetypes.items()
    return {word: archetype for archetype, words in listed for word in words}


def _list_name_words(campaign: Campaign, goods: Goods) -> frozenset[str]:
    """The words of every name in the campaign, and on sale."""
    world = campaign.world
    named = (*world.npcs, *world.factions, *world.sites, *campaign.errants, *campaign.book.effects)
    items = (item.name for errant in campaign.errants for item in errant.items)
    return _split_names_into_words(
        (*(each.name for each in named), *items, *(good.name for good in goods))
    )


@lru_cache(maxsize=4)
def _split_names_into_words(names: Words) -> frozenset[str]:
    """The words of these names, and one of those that are several: `robber` of Robbers."""
    words = frozenset(" ".join(names).casefold().split())
    singulars = {re.sub(r"(?:ie)?s$", "", word) for word in words if word.endswith("s")}
    return words | singulars | {f"{word[:-3]}f" for word in words if word.endswith("ves")}
