"""Tells a remark on how things are, as `the door is stuck`, on what stirs around them, and a mere
exclamation."""

import re
from collections.abc import Sequence
from itertools import dropwhile

from companion.campaign.campaign import Campaign
from companion.grammar.command_words import WORDS
from companion.grammar.phrases.phrasebook.amounts import parse_amount
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    list_action_verb_forms,
    list_company_words,
    list_stop_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token

PARTICLES = ("on", "out", "off", "up", "down", "back", "now", "here", "there")
_MOST_EXCLAIMED, _MOST_OF_SCENERY = 3, 4
_EXCLAIMED = {"harm", "creature", "thing"}
NO_CAUSES = frozenset(
    [
        "tomorrow",
        "yesterday",
        "later",
        "soon",
        "tonight",
        "eventually",
        "afterwards",
        "half",
        "joke",
        "kidding",
        "correction",
        "everybody",
        "others",
        "twice",
        "double",
        "shield",
        "armour",
        "armor",
        "helmet",
        "mail",
    ]
)
"""Words by which harm is done at another time, to others, less, or not at all."""
_STATES = ("is", "are", "was", "were", "has", "have", "keep", "begin", "start")
_BEFORE_NOUN = (
    "there",
    "is",
    "are",
    "was",
    "a",
    "an",
    "the",
    "some",
    "somewhere",
    "outside",
    "suddenly",
)
"""What stands before what a remark tells of."""
_WORDS_TO_NOUN, _FEWEST_OF_REMARK = 2, 2
_KEPT = frozenset(["thing", "carried", "coins", "number", "dice", "person", "npc", "creature"])
_HIM = ("him", "her")
_HE = ("he", "she", "they")
_OBJECTS = frozenset(["us", "them", "him", "her", "me", "you"])
_AROUND = ("everywhere", "around", "overhead", "outside", "above", "below", "somewhere", "nearby")


def is_remark_on_state(tokens: Sequence[Token]) -> bool:
    """True for what tells how things are, as `it is dark` and `too heavy`."""
    is_begun = len(tokens) > 1 and tokens[0].word in load_phrases().remarks
    return is_state_of_person_or_thing(tokens) or begins_remark(tokens) or is_begun


def begins_remark(tokens: Sequence[Token]) -> bool:
    """True for two words that begin a remark, as `hand on her axe`: the hand is nobody's name."""
    return " ".join(token.word for token in tokens[:2]) in load_phrases().remarks


def is_state_of_person_or_thing(tokens: Sequence[Token]) -> bool:
    """True for how somebody is, or something in the way, as `the door is stuck`."""
    said = " ".join(token.word for token in tokens)
    of_thing = re.fullmatch(load_phrases().patterns["how a thing is"], said) is not None
    return of_thing or is_state_of_person(tokens)


def is_state_of_person(tokens: Sequence[Token]) -> bool:
    """True for how somebody is, as `he's toast` and `corvin is out of food`."""
    said = " ".join(token.word for token in tokens)
    return re.fullmatch(load_phrases().patterns["how one is"], said) is not None


def is_simultaneous_action(tokens: Sequence[Token]) -> bool:
    """True for what somebody does while they do something else, as `visiting his mum`."""
    return tokens[0].word.endswith("ing") and tokens[0].word not in index_links_by_preposition()


def is_remark_on_stirring_scenery(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what stirs around them and does nothing to anything known, as `sparks fly` and
    `the glass shatters`."""
    begun = tokens[0].word in load_phrases().articles
    said = tokens[begun:]
    if not said or said[0].word not in load_phrases().groups["scenery"]:
        return False
    parts = split_into_parts(said, frozenset(), vocabulary)
    is_vessel = bool(parts) and parts[0].meanings.keys() == {"thing"}  # that nobody carries
    kinds = {kind for part in parts[is_vessel:] for kind in part.meanings}
    return 1 < len(said) <= _MOST_OF_SCENERY and not (kinds or any(part.times for part in parts))


def is_remark_on_surroundings(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what is so around them, as `market's busy` and `rain drips through the roof`: what
    it is comes first, and is no verb."""
    first, second, *_ = (*(token.word for token in tokens), "", "")
    noun = first.removesuffix("'s")
    if vocabulary.names_person(noun) or noun in WORDS or not noun.isalpha():
        return False
    small = (*list_stop_words(), *index_links_by_preposition(), *load_phrases().manners, *PARTICLES)
    is_scenery = noun in load_phrases().groups["scenery"]
    is_slip = vocabulary.guess_known_word(noun) not in ("", noun, noun.removesuffix("s"))
    is_finite = first != noun or second in _STATES or second.endswith("s")
    is_told = is_finite or is_scenery or any(token.word in _AROUND for token in tokens)
    return is_told and (
        is_scenery or not (noun in list_deed_verb_forms() or is_slip or noun in small)
    )


def is_exclamation(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a few words without a verb that name nothing known, as `poison needle!`: what harm
    or a save comes of."""
    said = [token.word for token in tokens]
    small = list_stop_words() | {*index_links_by_preposition(), *PARTICLES, *load_phrases().openers}
    others = {*small, *list_action_verb_forms(), *WORDS, *load_phrases().qualifying, *NO_CAUSES}
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if not 0 < len(said) <= _MOST_EXCLAIMED or not parts or any(part.link for part in parts):
        return False
    kinds = {kind for part in parts for kind in part.meanings}
    is_known = not kinds <= _EXCLAIMED or (len(said) == 1 and "thing" in kinds)
    is_told = any(word.endswith(("ly", "ed")) or not word.isalpha() for word in said)
    return not (is_known or is_told) and others.isdisjoint(said)


def is_remark_on_weather(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what is told of the sky and counts nothing, as `it starts to rain` and `a cold wind
    blows from the north`."""
    said = _list_words_from_noun(tokens)
    is_told = not {*said[:_WORDS_TO_NOUN]}.isdisjoint(load_phrases().groups["weather"])
    is_of_it = not {*said}.isdisjoint(load_phrases().groups["weather_of_it"])
    return (is_told or (said[:1] == ["it"] and is_of_it)) and _counts_nothing(tokens, vocabulary)


def is_remark_on_place(
    tokens: Sequence[Token], vocabulary: Vocabulary, *, is_strange: bool
) -> bool:
    """True for what is told of what is around them, as `the walls are slimy`; where all of it `is
    strange` to the companion also for `an owl hoots`."""
    said = _list_words_from_noun(tokens)
    is_of_place = not {*said[:_WORDS_TO_NOUN]}.isdisjoint(load_phrases().groups["scenery"])
    is_begun = is_of_place or (is_strange and tokens[0].word in _BEFORE_NOUN)
    may_name = frozenset(["thing"] if is_of_place else [])
    denials = {*load_phrases().denials, *load_phrases().negations}
    next_times = {*load_phrases().next_times}.difference(index_links_by_preposition(), PARTICLES)
    of_table = {*load_phrases().groups["of_the_table"], *next_times}
    is_denied = not (denials | of_table).isdisjoint(said)
    return is_begun and not is_denied and _counts_nothing(tokens, vocabulary, may_name)


def is_deed_of_surroundings(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what is around them and what it does, as `the way leads up`; not for `the way back`,
    which does nothing, and for what it does to somebody."""
    said = _list_words_from_noun(tokens)
    noun, verb = (*said, "", "")[:2]
    if verb in list_verb_group_forms("hit"):  # `something attacks`: who is it?
        return False
    small = {*list_stop_words(), *index_links_by_preposition(), *PARTICLES, ""}
    is_done = verb in _STATES or (verb not in small if noun.endswith("s") else verb.endswith("s"))
    is_around = noun in load_phrases().groups["surroundings"] and is_done
    is_to_somebody = not _OBJECTS.isdisjoint(said)
    others = [token for token in tokens if token.word != verb]  # `leads` is nobody's lead
    counts_nothing = _counts_nothing(others, vocabulary, frozenset(["thing"]))
    return is_around and not is_to_somebody and counts_nothing


def is_remark_on_whereabouts(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what is told of where something is, as `behind it is a crypt with three coffins`,
    where it names nobody of the Company."""
    is_told = compile_named_pattern("whereabouts").fullmatch(typed.casefold().strip(" .!"))
    return bool(is_told) and not any(vocabulary.names_person(token.word) for token in tokens)


def is_report_of_speech(typed: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for what somebody tells the Company, as `he tells us about a way under the altar`, where
    it names nobody of the Company."""
    is_told = compile_named_pattern("told to us").fullmatch(typed.casefold().strip(" .!"))
    return bool(is_told) and not any(vocabulary.names_member(token.word) for token in tokens)


def is_bare_sight_or_sound(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for a few words without a verb that name what is around them, as `voices ahead` and `a
    cold draught`."""
    groups = load_phrases().groups
    around = {*groups["scenery"], *groups["surroundings"]}
    words = [token.word for token in tokens if token.word not in load_phrases().articles]
    others = {*words} - around
    is_short = 0 < len(words) <= _MOST_OF_SCENERY and len(others) < len(words)
    told = {*_AROUND, *index_links_by_preposition(), *groups["looks_of_places"]}
    return is_short and others <= told and names_nothing_kept(tokens, vocabulary)


def names_nothing_kept(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for words that name what is around, and nobody, nothing counted, and no thing that
    somebody could carry off: `they find a secret door`."""
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    words = {token.word for token in tokens}
    is_counted = any(part.times for part in parts) or any(map(str.isdecimal, words))
    is_kept = any(not _KEPT.isdisjoint(part.meanings) for part in parts)
    groups = load_phrases().groups
    around = {*groups["scenery"], *groups["surroundings"], *groups["fixtures"]}
    return not (is_counted or is_kept) and not words.isdisjoint(around)


def is_remark_on_talking_npc(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> bool:
    """True for what is told of somebody with whom the Company talks, as `odo says yes`: one clause
    in which nobody of the Company and none of the companion's words is named."""
    told = typed.casefold().strip(" .!")
    found = (compile_named_pattern(each).fullmatch(told) for each in ("said in talk", "is in talk"))
    said = next(filter(None, found), None)
    talking = [npc for npc in campaign.world.npcs if npc.is_in_negotiation]
    who = said["who"] if said else ""
    words = [token.word for token in tokens[2:]]
    if who in _HE and words[:1] and words[0] in _HIM:
        return False  # `she asks him`: who of them is talked with?
    if any(word in WORDS or (vocabulary.names_person(word) and word != who) for word in words):
        return False
    is_only = who in _HE and len(talking) == 1
    return is_only or any(who in split_name_into_words(npc.name) for npc in talking)


def _list_words_from_noun(tokens: Sequence[Token]) -> list[str]:
    return [*dropwhile(_BEFORE_NOUN.__contains__, (token.word for token in tokens))]


def _counts_nothing(
    tokens: Sequence[Token], vocabulary: Vocabulary, may_name: frozenset[str] = frozenset()
) -> bool:
    """True for a line with no number, no name but of these kinds, and nobody of the Company."""
    said = _list_words_from_noun(tokens)
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_known = any(not may_name.issuperset(part.meanings) for part in parts)
    is_counted = any(not word.isalpha() or parse_amount([word]) for word in said)
    is_long = len(said) >= _FEWEST_OF_REMARK
    return is_long and list_company_words().isdisjoint(said) and not (is_known or is_counted)
