"""Takes a line apart into the parts it speaks of: `two torches from bree` is a thing, twice, and a
person."""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.grammar.phrases.phrasebook.amounts import (
    Meanings,
    is_coin_or_time_unit,
    parse_amount,
)
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, find_treasure_name
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    list_inflected_transitive_verbs,
    list_stop_words,
    list_suffering_verb_forms,
)
from companion.grammar.phrases.sentences.tokens import METALS, Token, join_typed_words
from companion.text_cleaning import quote_name

_THOSE = ("the", "these", "those", "my", "our", "his", "her", "its", "their")
"""Words before many of a thing by which all of them are meant."""
_JOINING = ("and", ",")
_ITS_OWNERS = ("his", "her", "their", "my", "its")
_HARM = ("damage", "dmg", "hp")
_LATER = "after"
ARMS = ("armour", "armor", "one", "ones")  # what follows the name of something that is carried
EFFECTS = ("spell", "effect", "curse", "miracle", "magic")  # what follows the name of one
_INSIDE_NAMES = ("of", "the", "and")
_MEASURES = (["foot"], ["feet"])
_NO_THINGS = {"person", "npc", "spot"}
"""Who or what may follow a thing, and is no part of its name."""
_OWNERS = {"person", "npc", "everyone", "faction", "place", "effect"}
_AGAINST, _PERILS = "vs", {"harm", "effect", "nature"}
"""The link before what a save is made against, and the kinds of it that have a name."""


class Part(NamedTuple):
    """Some words of a line: the `link` before them, as `from`; what they may mean; as they were
    typed, with and without what stands before them; a number's sign, and how many of a thing. Who
    `acts` does the next word to somebody else, as in `bree hits`; who `suffers` has it done to
    them, as in `bree takes`; what `joins` stands right after `and`. `is_all` is true for many of a
    thing that somebody has, as `her torches`; `has_article` where one stands before it."""

    link: str
    meanings: Meanings
    typed: str
    typed_whole: str
    sign: str = ""
    times: str = ""
    acts: bool = False
    suffers: bool = False
    joins: bool = False
    is_all: bool = False
    has_article: bool = False


class _Found(NamedTuple):
    """The meanings of some words, where they end, and whether somebody owns what follows."""

    meanings: Meanings
    end: int
    sign: str = ""
    is_owner: bool = False


def split_into_parts(
    tokens: Sequence[Token], said: frozenset[int], vocabulary: Vocabulary
) -> list[Part]:
    """The parts of a line besides the words `said` by a way. Words that mean nothing by themselves
    are left out; unknown ones are parts without a meaning."""
    parts: list[Part] = []
    link, begun, at, is_apart = "", -1, 0, False
    while at < len(tokens):
        if at in said:
            if link == _LATER:  # that is done before, and not now
                parts.append(Part("", {}, tokens[begun].typed, tokens[begun].typed))
            link, begun, at = "", -1, at + 1
            continue
        found = _find_longest_meaning(tokens, at, said, vocabulary)
        if found and "group" in found.meanings:
            found = _add_member_number(found, tokens, said)
        if found is None and (linked := _find_link(tokens, at, said)):
            link, begun, at = linked[0], at if begun < 0 else begun, linked[1]
            continue
        kinds = parts[-1].meanings.keys() if parts else ()
        is_noun = "effect" in kinds and tokens[at].word in EFFECTS
        is_noun = is_noun or ("carried" in kinds and tokens[at].word in ARMS)
        if found is None and (tokens[at].word in list_stop_words() or is_noun):
            if tokens[at].word == ",":
                is_apart = True
                if begun >= 0:  # a link that leads to nothing
                    parts.append(Part("", {}, tokens[begun].typed, tokens[begun].typed))
                link, begun = "", -1
            at += 1
            continue
        end = found.end if found else at + 1
        typed = join_typed_words(tokens[at:end])
        whole = join_typed_words(tokens[begun if begun >= 0 else at : end])
        if parts and not link and _goes_on(parts[-1], found, tokens[at - 1], is_apart=is_apart):
            before = parts.pop()
            is_peril = before.link == _AGAINST and bool(before.meanings)
            found = _Found({}, end) if is_peril else found
            typed, whole = f"{before.typed} {typed}", f"{before.typed_whole} {typed}"
            link = before.link
        is_owner = found is not None and found.is_owner and not link
        meanings, sign = (found.meanings, found.sign) if found else ({}, "")
        verb = _find_deed_verb(tokens[end:]) if meanings and not link and not is_owner else ""
        part = Part("of" if is_owner else link, meanings, typed, whole, sign)
        acts = verb in list_inflected_transitive_verbs()
        suffers = verb in list_suffering_verb_forms()
        joins = at > 0 and tokens[at - 1].word == "and"
        has_article = at > 0 and tokens[at - 1].word in load_phrases().articles
        part = part._replace(has_article=has_article)
        is_all = not link and _means_all_of_thing(
            meanings, tokens[:at], tokens[end - 1], vocabulary
        )
        parts.append(part._replace(acts=acts, suffers=suffers, joins=joins, is_all=is_all))
        link, begun, at, is_apart = "", -1, end, False
    after = {token.word for token in tokens[begun + 1 :]}
    leads_on = bool(after) and after <= {*load_phrases().pronouns, *list_stop_words()}
    if begun >= 0 and not (
        leads_on and after & {*load_phrases().pronouns}
    ):  # a small word that leads to nothing is not passed over
        parts.append(Part("", {}, tokens[begun].typed, tokens[begun].typed))
    return parts


def _means_all_of_thing(
    meanings: Meanings, before: Sequence[Token], last: Token, vocabulary: Vocabulary
) -> bool:
    """True for a thing that somebody carries, named as many after an article or its owner, with or
    without what says nothing of it, as `her spare torches`, and `her bedroll and torches`."""
    if "carried" not in meanings or not last.word.endswith("s") or last.word.endswith("ss"):
        return False
    looks = [*takewhile(lambda word: word not in _THOSE, (each.word for each in reversed(before)))]
    if looks[:1] and looks[0] in _JOINING:  # behind the things that are named with it
        passed = takewhile(lambda w: w in _JOINING or vocabulary.find_singular(w), looks)
    else:
        passed = takewhile(list_stop_words().__contains__, looks)
    skipped = len([*passed])
    owner = before[-1 - skipped].word if skipped < len(before) else ""
    return owner in _THOSE or owner.endswith(("'s", "s'"))


def _goes_on(before: Part, found: _Found | None, last: Token, *, is_apart: bool) -> bool:
    """True for one more unknown word, and for a thing right after a word that describes it, as in
    `by a falling stone`; and for what a peril is called after its kind, as `vs the poison gas`."""
    if before.link == _AGAINST and before.meanings.keys() & _PERILS and not is_apart:
        return found is None or found.meanings.keys() <= {*_PERILS, "thing"}
    if before.meanings or found is None:
        return not (before.meanings or is_apart)
    is_thing = found.meanings.keys() == {"thing"} and last.typed == before.typed.split(" ")[-1]
    article = before.typed_whole.casefold().split()[1:2]
    is_begun = bool(before.link and article) and article[0] in load_phrases().articles
    return is_thing and is_begun


def _add_member_number(found: _Found, tokens: Sequence[Token], said: frozenset[int]) -> _Found:
    """A group with the number right after it as which of it is meant, as in `goblin 2`."""
    number, after = (*(token.word for token in tokens[found.end :]), "", "")[:2]
    is_amount = after in _HARM or is_coin_or_time_unit(after)
    if found.end in said or not number.isdecimal() or is_amount:
        return found
    return _Found({"npc": f"{found.meanings['npc']} {number}"}, found.end + 1)


def _find_deed_verb(after: Sequence[Token]) -> str:
    """The first of these words that says what somebody does to others, or suffers; "" if others
    stand before it, or a passive."""
    phrases = load_phrases()
    for at, word in enumerate(token.word for token in after):
        if word in list_inflected_transitive_verbs() or word in list_suffering_verb_forms():
            return word if after[at + 1 :] or word != "doing" else ""
        is_other = word in phrases.subjects or word in phrases.passive
        if is_other or word not in list_stop_words():
            return ""
    return ""


def _find_link(tokens: Sequence[Token], at: int, said: frozenset[int]) -> tuple[str, int] | None:
    """A preposition, the same for all that mean the same, and where it ends."""
    for length in (2, 1):
        text = " ".join(token.word for token in tokens[at : at + length])
        if (link := index_links_by_preposition().get(text)) and said.isdisjoint(
            range(at, at + length)
        ):
            return link, at + length
    return None


def _find_longest_meaning(
    tokens: Sequence[Token], at: int, said: frozenset[int], vocabulary: Vocabulary
) -> _Found | None:
    """What the words from here on may mean: a name, a number, a thing; the longest of them."""
    token = tokens[at]
    if token.is_quoted:
        quoted = quote_name(token.typed)
        meanings = {"thing": quoted} | vocabulary.find_meanings(*token.word.split())
        return _Found(meanings, at + 1)
    end = next((place for place in range(at, len(tokens)) if place in said), len(tokens))
    words = [each.word for each in tokens[at:end]]
    name, thing = _find_name(words, at, vocabulary), _find_thing(words, at, vocabulary)
    if name and name.end == at + 1 and _is_common_word_not_name(tokens, at, vocabulary):
        name = None
    if name and thing and name.end == thing.end:
        return name._replace(meanings={**thing.meanings, **name.meanings})
    if name or thing:
        return max(filter(None, (name, thing)), key=lambda each: each.end)
    counted = find_treasure_name(token.word) if at and tokens[at - 1].word.isdecimal() else ""
    if counted and counted != token.word:  # `2 skulls`
        return _Found({"thing": quote_name(counted)}, at + 1)
    amount = parse_amount(words)
    if amount and amount.length > 1 and words[amount.length - 1] in METALS:
        is_thing = bool(find_treasure_name("".join(words[amount.length : amount.length + 1])))
        amount = parse_amount(words[:1]) if is_thing else amount  # `2 gold rings` are no coins
    return amount and _Found(amount.meanings, at + amount.length, amount.sign)


def _is_common_word_not_name(tokens: Sequence[Token], at: int, vocabulary: Vocabulary) -> bool:
    """True for a common word that is also a name, as `will`, where it is not written as one; and
    for a part of somebody's body, as `her hand` is no Half-Hand."""
    token = tokens[at]
    is_person = vocabulary.names_member(token.word)
    if is_person and at and tokens[at - 1].word in _ITS_OWNERS and token.typed.islower():
        return True
    is_written = token.typed[:1].isupper() or not at or token.word.endswith("'s")
    return token.word in vocabulary.shy and not is_written


def _find_name(words: Sequence[str], at: int, vocabulary: Vocabulary) -> _Found | None:
    for length in range(min(vocabulary.longest_name, len(words)), 0, -1):
        *first, last = words[:length]
        if meanings := vocabulary.find_meanings(*words[:length]):
            return _Found(meanings, at + length)
        owner = re.sub(r"('s|'|s)$", "", last)
        meanings = vocabulary.find_meanings(*first, owner) if owner != last else {}
        if meanings.keys() & _OWNERS:
            return _Found(meanings, at + length, is_owner=True)
    return None


def _find_thing(words: Sequence[str], at: int, vocabulary: Vocabulary) -> _Found | None:
    """The longest run of words of which one thing is named."""
    if length := vocabulary.count_new_thing_words(words):
        *looks, thing = words[:length]
        new = " ".join((*looks, find_treasure_name(thing) or thing))
        return _Found({"thing": quote_name(new)}, at + length)
    named, length, end = list[str](), 0, at
    for place, word in enumerate(words):
        singular = vocabulary.find_singular(word)
        is_name = bool(named) and bool(vocabulary.find_meanings(word).keys() & _NO_THINGS)
        if is_name and not (singular and vocabulary.are_words_of_one_thing([*named, singular])):
            break
        is_inside = bool(named) and word in _INSIDE_NAMES
        if not is_inside and (not singular or word in list_stop_words()):
            break
        named.append(singular or word)
        if singular and vocabulary.are_words_of_one_thing(named):
            length, end = len(named), at + place + 1
    if named[:length] in _MEASURES:  # `at the foot of the stair` is no ten-foot pole
        return None
    if named[1:length] and named[length - 1] in ARMS and not vocabulary.carried.issuperset(named):
        length -= vocabulary.carried.issuperset(named[: length - 1])  # `her mail armour`
    carried = {"carried": ""} if vocabulary.carried.issuperset(named[:length]) else {}
    return _Found({"thing": " ".join(named[:length]), **carried}, end) if length else None
