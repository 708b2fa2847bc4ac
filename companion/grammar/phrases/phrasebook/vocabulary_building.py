"""Builds the vocabulary of a campaign: all that has a name, and the words of ways."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import list_sites_for_seat
from companion.errant.company import Company
from companion.errant.creatures import Creatures, list_creature_names
from companion.errant.goods import Good, Goods, list_good_names
from companion.errant.packs.items import GEAR_KINDS, Item, parse_gear_kind_and_count
from companion.errant.singulars import pluralise_name, singularise_name
from companion.errant.world import Npc
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.name_matching import get_names
from companion.grammar.phrases.phrasebook.amounts import Meanings, list_coin_and_time_units
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import (
    SMALL_WORDS,
    Listing,
    Vocabulary,
    split_name_into_words,
)
from companion.grammar.phrases.phrasebook.ways_and_patterns import (
    expand_phrase_alternatives,
    index_lines_by_whole_phrase,
    list_words_of_all_ways,
)
from companion.text_cleaning import quote_name
from companion.values_with_ids import cache_result_of_last_rows


def build_vocabulary(context: Context) -> Vocabulary:
    """The vocabulary of a campaign as a seat knows it."""
    creatures = context.read_creatures() if context.is_guide else ()
    return _build_vocabulary(context.campaign, context.is_guide, context.read_goods(), creatures)


@cache_result_of_last_rows
def _build_vocabulary(
    campaign: Campaign, guide: bool, goods: Goods, creatures: Creatures
) -> Vocabulary:
    """What is named as before is not indexed anew."""
    world, company = campaign.world, campaign.errants
    kinds = load_phrases().bearers
    bearers = [(kind, tuple(e for e in company if e.kind == kind)) for kind in kinds]
    fighting = {each.id for each in campaign.book.combatants}
    known = world.npcs if guide else tuple(npc for npc in world.npcs if npc.met)
    named = (
        ("person", tuple(errant for errant in company if errant.kind != "stash")),
        # Before others of a like name.
        ("npc", tuple(npc for npc in known if npc.id in fighting) if fighting else ()),
        ("npc", known),
        ("group", _list_groups(known)),
        ("faction", tuple(each for each in world.factions if guide or each.met)),
        ("place", list_sites_for_seat(campaign, guide=guide)),
        ("effect", campaign.book.effects),
        *bearers,
    )
    several = _list_plural_names(_list_groups(known))
    people = _index_people(
        (
            *((kind, _list_names(each)) for kind, each in named),
            *((kind, several) for kind in ("npc", "group")),
        ),
        tuple((each.name, list_creature_names(each)) for each in creatures),
    )
    carried = _list_carried_names(*(errant.items for errant in company))
    wares = tuple(chain.from_iterable(map(_list_names_of_good, goods)))
    joined = tuple(name.replace(" ", "") for name in wares if name.count(" ") == 1)
    things = _index_thing_names(carried, (*wares, *joined))
    ranks = (people.words, _list_words_only_of_ways(), things.words, _list_small_words())
    initials = _index_initials(company)
    shy = _list_small_words() & {each.name.casefold() for each in company}
    own = (things.listing, things.carried)
    return Vocabulary(*people[:2], *own, people.people, initials, shy, ranks)


@cache_result_of_last_rows
def _list_names(named: tuple[object, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(map(get_names, named))


@cache_result_of_last_rows
def _list_groups(npcs: tuple[Npc, ...]) -> tuple[Npc, ...]:
    return tuple(npc for npc in npcs if npc.count > 1)


@cache_result_of_last_rows
def _list_plural_names(groups: tuple[Npc, ...]) -> tuple[tuple[str, str], ...]:
    """What several of a group are called that has the name of one, as `wolves`; with its id."""
    return tuple(
        (npc.id, pluralise_name(npc.name))
        for npc in groups
        if singularise_name(npc.name) == npc.name
    )


@cache
def _list_names_of_good(good: Good) -> Words:
    """What a good is called: its names, and one word for its kind of gear, as `oats` for feed."""
    kind, _ = parse_gear_kind_and_count(good.name)
    spellings = (each for each in (GEAR_KINDS[kind].spellings if kind else ()) if each.isalpha())
    own = singularise_name(kind)
    return (*list_good_names(good), *(each for each in spellings if singularise_name(each) != own))


@cache_result_of_last_rows
def _list_carried_names(*packs: tuple[Item, ...]) -> Words:
    """What the things in some packs are called; what is lit is called so, too."""
    items = [*chain.from_iterable(packs)]
    called = dict.fromkeys(map(attrgetter("id", "name", "kind"), items))
    return (*chain.from_iterable(called), *(f"lit {item.name}" for item in items if item.lit))


def _index_initials(company: Company) -> Mapping[str, str]:
    """The one Errant whose id each letter begins; nobody for a letter of several."""
    found = Counter(errant.id[0] for errant in company)
    return {errant.id[0]: errant.id for errant in company if found[errant.id[0]] == 1}


@cache
def _list_words_only_of_ways() -> frozenset[str]:
    """The words of ways that are no words of the companion's."""
    return list_words_of_all_ways() - {word.name for word in WORDS}


@cache
def _list_small_words() -> frozenset[str]:
    phrases = load_phrases()
    listed = [word for names in phrases.links.values() for word in names]
    listed += [
        *list_coin_and_time_units(),
        *index_lines_by_whole_phrase(),
        *phrases.openers,
        *phrases.asking,
        *phrases.requests,
    ]
    listed += [
        word
        for topic in phrases.topics
        for word in (*topic.keys, *topic.words)
        if word[0] not in "=+"
    ]
    parts = {part for each in listed for part in each.split()}
    return frozenset(
        {*parts, *phrases.fillers, *phrases.articles, *phrases.numbers, *phrases.actions}
    )


@cache
def _list_keyword_meanings() -> tuple[tuple[str, Words, str], ...]:
    """Each name of a keyword: its kind, its words and what it means."""
    return tuple(
        (kind, tuple(name.split()), text)
        for kind, keywords in load_phrases().keywords.items()
        for text, names in keywords.items()
        for name in chain.from_iterable(map(expand_phrase_alternatives, names))
    )


@cache
def _list_carry_place_words() -> frozenset[str]:
    """Words for where something is carried, as `hand`: no part of a name, as Half-Hand, is one."""
    named = chain.from_iterable(load_phrases().keywords["spot"].values())
    return frozenset(chain.from_iterable(map(expand_phrase_alternatives, named)))


class _People(NamedTuple):
    """Everybody and everything with a name of its own, and the keywords."""

    names: dict[Words, Meanings]
    longest_name: int
    people: frozenset[str]
    words: frozenset[str]


@lru_cache(maxsize=4)
def _index_people(
    named: tuple[tuple[str, tuple[tuple[str, str], ...]], ...],
    creatures: tuple[tuple[str, Words], ...],
) -> _People:
    """The meanings of keywords, of the names of each kind and of each creature's names."""
    names: dict[Words, Meanings] = {}
    people: set[str] = set()
    for kind, words, text in _list_keyword_meanings():
        names.setdefault(words, {}).setdefault(kind, text)
        if kind == "attribute":
            people.update(words[:1])
    bearers = load_phrases().bearers
    for kind, pairs in named:
        is_bearer = kind in bearers
        for words, text in _list_names_with_ids(pairs, bearers.get(kind, ())):
            names.setdefault(words, {}).setdefault("person" if is_bearer else kind, text)
            names[words].update({"bearer": text} if is_bearer else {})
            if kind in ("person", "npc") and len(words) == 1:
                people.add(words[0])
    for creature, called in creatures:
        for name in called:
            names.setdefault(split_name_into_words(name), {})["creature"] = quote_name(creature)
    names.setdefault(("stash",), {})["store"] = "stash"
    known = {words[0] for words in names if len(words) == 1} | {word.name for word in WORDS}
    return _People(names, max(map(len, names)), frozenset(people), frozenset(known))


def _list_names_with_ids(
    pairs: tuple[tuple[str, str], ...], of_only_one: Words
) -> Iterator[tuple[Words, str]]:
    """Everything by id, by name, and by each word that is in no other name; the only one also by
    what such a one is called."""
    parts = [
        {*split_name_into_words(name), *split_name_into_words(slug.replace("-", " "))}
        for slug, name in pairs
    ]
    seen = Counter(part for each in parts for part in each)
    for (slug, name), its_parts in zip(pairs, parts, strict=True):
        if name.isdecimal():
            continue  # in a line of talk that is a number
        yield (slug.casefold(),), slug
        yield split_name_into_words(name), slug
        *first, last = split_name_into_words(name) or ("",)
        if (one := singularise_name(name)) != name:  # one of a group, as `the goblin`
            yield split_name_into_words(one), slug
            if first and seen[last] == 1 and last not in SMALL_WORDS:  # `a rat` of the mire rats
                yield split_name_into_words(one)[-1:], slug
        elif first and len(last) == 1:  # as `goblin b`
            yield (*first[:-1], singularise_name(first[-1]), last), slug
        for part in its_parts:
            is_own = (
                part not in SMALL_WORDS and part not in _list_carry_place_words() and len(part) > 2
            )
            if seen[part] == 1 and is_own:
                yield (part,), slug
        if len(pairs) == 1:
            yield from (((word,), slug) for word in of_only_one)


class _Things(NamedTuple):
    """The words of what is carried, and of all that has a name."""

    carried: frozenset[str]
    listing: Listing
    words: frozenset[str]


@lru_cache(maxsize=4)
def _index_thing_names(carried: Words, goods: Words) -> _Things:
    """The words of each name of a thing, by each of them: what is carried comes first."""
    own, listing = _index_names_by_word(carried), _index_names_by_word((*carried, *goods))
    return _Things(frozenset(own), listing, frozenset(listing))


def _index_names_by_word(names: Iterable[str]) -> Listing:
    """The names that have a word, each as all of its words."""
    found: dict[str, list[frozenset[str]]] = {}
    for name in dict.fromkeys(names):
        words = _list_name_words(name)
        for word in words:
            found.setdefault(word, []).append(words)
    return found


@lru_cache(maxsize=4096)
def _list_name_words(name: str) -> frozenset[str]:
    """The words that a thing of this name may be called by; `ten-foot` is one word, and two."""
    written = (*split_name_into_words(name), *name.casefold().split())
    said = {word for word in written if re.sub(r"['-]", "", word).isalpha()}
    return frozenset(said | {word.replace("'", "") for word in said}) - SMALL_WORDS
