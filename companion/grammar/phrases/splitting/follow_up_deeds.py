"""Phrases by which somebody gets a thing and does something with it: `bree buys a lantern and gives
it to wim`; by which a light goes out and another is lit, or one drinks and is healed. Each of the
two is a line."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise, takewhile

from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import find_first_reading
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_verb_forms
from companion.grammar.phrases.sentences.counts_joined_to_things import merge_counts_into_parts
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word

_MAY_FOLLOW = re.compile(
    r"(?i)(?:\band\b|,|\bthen\b).* (?:it|them|one|lights?|kindles?|heal\w*|regains?)\b"
    r"|\w \w.*(?:\band|\bthen|,) \w+ \w"
)
_JOINTS = ("and", ",", "then")
_IT = ("it", "them", "one")
_SEVERAL = "them"
_SUBJECTS = ("she", "he", "they")
_FOLLOWING = {"snuff": ("light",), "use": ("heal", "hp"), "drop": ("heal", "hp")}
"""What comes of what is done first, by its word."""
_GETTING = ("buy", "pass", "fetch", "light")
"""Words of what is done first, which leaves a thing with somebody."""
_DOING = ("pass", "light", "move", "drop", "stash", "use", "sell", "leave")
"""Words of what they do with it then."""
_AFTER_GOODS = ("for", "from", "with", "and", ",", "too")
_OLD_ONES = [("old", "one"), ("old", "1")]
_LIGHTS = ("torch", "candle", "lantern", "lamp")
_LIGHT, _PASS, _HP, _EAT = "light", "pass", "hp", "eat"
_BUY, _PARTING = "buy", ("sell", "drop", "stash", "leave")
_HIM = ("him", "her")
_OWN, _FEWEST = ("his", "her", "their"), 2
_BESIDE = ("buy", "sell", "pass", "drop", "stash", "light", "snuff", "move", "use", "eat", "leave")
"""Words of what one does beside another of them, with another thing."""


def may_be_follow_up(typed: str) -> bool:
    """True for a line that may tell what is done with a thing that was got before."""
    return _MAY_FOLLOW.search(typed) is not None


def split_follow_up(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each of the two; nothing for any other line."""
    end = next((at for at, token in enumerate(tokens) if token.word in _JOINTS), 0)
    first = tokens[:end]
    then = [*tokens[end:]]
    told_of = ""
    while then and then[0].word in (*_JOINTS, *_SUBJECTS):
        told_of = then.pop(0).word
    is_listed = [each.word for each in then[1:2]] == [","]
    if is_listed and vocabulary.find_singular(then[0].word):
        return ()  # `gives wim rations and torch, his rope`
    subject = [*takewhile(lambda token: vocabulary.names_person(token.word), first)]
    if followed := _split_usual_follow_up(first, then, subject, vocabulary, context):
        return followed
    deed = first[len(subject) + 1 :] if first and _has_verb_after_subject(first, subject) else first
    named = [
        part
        for part in merge_counts_into_parts(split_into_parts(deed, frozenset(), vocabulary))
        if "thing" in part.meanings
    ]
    if beside := _split_unrelated_deeds(first, then, subject, vocabulary, context):
        return beside
    told = _find_who_is_told(first, vocabulary)
    if len(named) == 1 and (subject or told):
        thing = Token(named[0].meanings["thing"], named[0].meanings["thing"])
        if exchanged := _split_purchase_and_sale(first, then, subject or told, thing, context):
            return exchanged
    if not subject or len(named) != 1 or not any(token.word in _IT for token in then):
        return ()
    words = [Token(word, word) for word in named[0].meanings["thing"].split()]
    times = [Token(named[0].times, named[0].times)] if named[0].times else []
    takers = [
        each
        for before, each in pairwise(first)
        if each not in subject and before.word != "from" and vocabulary.names_person(each.word)
    ]
    if not takers and not {token.word for token in first}.isdisjoint(_HIM):
        takers = _find_who_gets_it(first, context)
    is_lit = not {token.word for token in then[:1]}.isdisjoint(inflect_verb("light"))
    is_takers = (is_lit or told_of in _SUBJECTS) and (
        find_only_command_word(join_typed_words(first), context) == "pass"
    )
    if is_takers and [token.word for token in then[-2:-1]] == ["for"]:  # `lights it for him`
        then = then[:-2]
    second = [*takers] if is_takers and len(takers) == 1 else [*subject]
    if vocabulary.names_person(then[0].word):
        if [then[0].word] != [each.word for each in takers]:
            return ()  # `bree gives wim a torch, ondine lights it`
        second = []
    got = find_only_command_word(join_typed_words(first), context)
    for token in then:
        second += words if token.word in _IT else (token,)
        second += times if token.word == _SEVERAL else ()
    done = find_only_command_word(join_typed_words(second), context)
    if got == _LIGHT and done == _PASS:  # the one that burns, and none of the others
        second = [token if token not in words else Token(_LIGHT, _LIGHT) for token in second]
    lines = join_typed_words(first), join_typed_words(second)
    is_drunk = [token.word in _list_drinking() for token in then] == [True, False]
    if got == _PASS and is_drunk:
        return lines  # whoever gets it has it by then
    is_eaten = got == _PASS and done == _EAT and bool(is_takers)
    return lines if got in _GETTING and (done in _DOING or is_eaten) else ()


@cache
def _list_drinking() -> frozenset[str]:
    return list_verb_forms(("drink", "swallow", "quaff"))


def _find_who_gets_it(tokens: Sequence[Token], context: Context) -> list[Token]:
    """To whom a thing is handed, as the `him` of `ondine hands him a torch`."""
    word, _, *taker = find_first_reading(join_typed_words(tokens), context).split()[:3] or ["", ""]
    return [Token(each, each) for each in taker] if word == _PASS else []


def _find_who_is_told(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """Who is told to do something, as Bree in `buy bree a lantern`: they do what follows, too."""
    return [each for each in tokens[1:2] if vocabulary.names_person(each.word)]


def _split_purchase_and_sale(
    first: Sequence[Token],
    then: Sequence[Token],
    doers: Sequence[Token],
    thing: Token,
    context: Context,
) -> tuple[str, ...]:
    """The lines of `bree buys a lantern and sells the old one`, of which the old one goes first, as
    there are two of them then; nothing for any other line."""
    pairs = [(each.word, after.word) for each, after in pairwise(then)]
    at = next((at for at, pair in enumerate(pairs) if pair in _OLD_ONES), 0)
    lines = join_typed_words([*doers, *then[:at], thing, *then[at + 2 :]]), join_typed_words(first)
    is_exchange = bool(at) and find_only_command_word(lines[0], context) in _PARTING
    return lines if is_exchange and find_only_command_word(lines[1], context) == _BUY else ()


def _has_verb_after_subject(tokens: Sequence[Token], subject: Sequence[Token]) -> bool:
    """True where a verb follows who does it: `lights` names no thing there."""
    return tokens[len(subject)].word in list_deed_verb_forms() if tokens[len(subject) :] else False


def _split_unrelated_deeds(
    first: Sequence[Token],
    then: Sequence[Token],
    subject: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
) -> tuple[str, ...]:
    """The lines of `bree drops the rope and gives wim a torch`, of `bree drops the rope and wim
    lights a torch`, and of `buy bree a lantern and sell her torch`; nothing for any other line."""
    words = {token.word for token in then}
    if len(then) < _FEWEST or words & {*_IT} or not _has_verb_after_subject(first, subject):
        return ()
    is_named = vocabulary.names_person(then[0].word)
    doers = [] if is_named else [*subject]
    if not subject and words & {*_OWN}:
        doers = _find_who_is_told(first, vocabulary)
    if not ((is_named and subject) or doers) or not _has_verb_after_subject(then, then[:is_named]):
        return ()
    parts = split_into_parts(then, frozenset(), vocabulary)
    if not any("thing" in part.meanings for part in parts):
        return ()
    lines = join_typed_words(first), join_typed_words([*doers, *then])
    said = [find_only_command_word(line, context) for line in lines]
    is_other = is_named or said[0] != said[1]
    is_goods = said[0] == _BUY and _names_goods(then, vocabulary)
    return lines if {*said} <= {*_BESIDE} and is_other and not is_goods else ()


def _names_goods(then: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for more that is bought, as `some rations for wim`; False for `lights a torch`."""
    small = (*load_phrases().articles, "some")
    words = [token.word for token in then if token.word not in small]
    is_thing = bool(words) and vocabulary.find_singular(words[0]) != ""
    return is_thing and (len(words) == 1 or words[1] in _AFTER_GOODS)


def _split_usual_follow_up(
    first: Sequence[Token],
    then: Sequence[Token],
    subject: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
) -> tuple[str, ...]:
    """The lines of `wim's torch goes out, he lights another` and `wim drinks a potion, heals 4`;
    nothing for any other line."""
    following = _FOLLOWING.get(
        find_only_command_word(join_typed_words(first), context) if first and then else "", ()
    )
    if not following:
        return ()
    is_named = vocabulary.names_person(then[0].word)
    owner = (re.sub(r"['’]s?$", "", token.word) for token in subject)
    doers = [] if is_named else [Token(each, each) for each in owner]
    lines = join_typed_words(first), join_typed_words([*doers, *_name_light(then, first)])
    done = find_only_command_word(lines[1], context)
    is_done = bool(doers or is_named) and done in following
    is_done = is_done and (done != _HP or then[0].word.startswith("+"))
    return lines if is_done else ()


def _name_light(then: Sequence[Token], first: Sequence[Token]) -> list[Token]:
    """What is lit then with its name, where another of what went out is: `lights another torch`."""
    light = next((token for token in first if token.word in _LIGHTS), None)
    return [*then, light] if light and then[-1].word == "another" else [*then]
