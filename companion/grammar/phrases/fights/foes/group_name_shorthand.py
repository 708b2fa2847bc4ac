"""The words of a line with the name of the group that is fought, where people leave it out, shorten
it or call it otherwise: `the third one`, `number 2`, `g3`, `the little sods`."""

import re
from collections.abc import Sequence
from itertools import dropwhile, pairwise

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_combatants, list_numbers_still_standing
from companion.errant.harm.harm import count_group_members
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import find_only_foe, find_only_foe_group
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import (
    list_inflected_transitive_verbs,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token

_NUMBERED = ("number", "numbers", "nr", "no")
_SHORT = re.compile(r"([a-z])(\d{1,3})")
"""One of a group by a letter, as `g3`."""
_SHORT_WORD = re.compile(rf"(?i)(?<![\w'-]){_SHORT.pattern}(?![\w'-])")
_COUNTING = ("hp", "hurt", "heal", "morale")
"""Words beside which a lone number would be an amount: `hp g2` is no HP of 2."""
_WORDS_OF_AMOUNT = 2
_ARTICLES = ("the", "this", "that", "these", "those")
_MOST_DESCRIBING, _FEWEST_LETTERS = 2, 3
_STRIKING = ("hit", "manoeuvre", "kill")
_AFTER_TARGET = ("", ",", "for", "with", "instead")
_ONE, _MIDDLE = Token("one", "one"), "middle"
_COLLECTIVE = frozenset(
    [
        *("band", "pack", "patrol", "gang", "pair", "swarm", "crew", "mob", "group", "party"),
        *("family", "horde", "troop", "squad", "rabble", "host", "watch", "congregation", "folk"),
        *("choir", "brood", "flock", "herd", "people", "guard"),
    ]
)
"""By which a name in the singular means all of a group."""
_LAST, _STANDING = ("last", "remaining", "final"), ("standing", "left", "alive", "remaining")


def replace_letters_by_group_names(text: str, campaign: Campaign) -> str:
    """A text with `goblins 3` for `g3`, if only one group that is fought may be meant."""

    def write(found: re.Match[str]) -> str:
        token = Token(found[0].casefold(), found[0])
        return " ".join(each.typed for each in _expand_letter_and_number(token, campaign))

    return _SHORT_WORD.sub(write, text)


def names_one_by_group_name(words: Sequence[str], who: Npc) -> bool:
    """True for `the wolf flees` of wolves whose group has the name of one; not for `the band`."""
    named = [*split_name_into_words(who.name)]
    said = [word for word in words if word not in load_phrases().articles]
    is_singular = all(singularise_name(each) == each for each in named)
    is_said = any(said[at : at + len(named)] == named for at in range(len(said)))
    return is_said and is_singular and named[-1] not in _COLLECTIVE


def write_group_name_in_full(tokens: list[Token], campaign: Campaign) -> list[Token]:
    """The words with the name of the only group that is fought: `goblins 3` for `the third one`,
    and for the first number of `hits 3 for 5`; and for `g3`, if only one group is named so."""
    if len(tokens) != _WORDS_OF_AMOUNT or {token.word for token in tokens}.isdisjoint(_COUNTING):
        tokens = [part for token in tokens for part in _expand_letter_and_number(token, campaign)]
    if lone := find_only_foe(campaign):
        tokens = _replace_epithets(tokens, lone)
    foe, ordinals = find_only_foe_group(campaign), load_phrases().ordinals
    if foe is None:
        return tokens
    tokens = _replace_middle_by_ordinal(tokens, foe)
    words = [token.word for token in tokens]
    name = [Token(word, word) for word in foe.name.casefold().split()]
    single = singularise_name(foe.name.casefold())
    if last := _drop_last_and_standing(tokens, foe, campaign):
        return last
    for at, word in enumerate(words[1:], 1):
        if word.isdecimal() and words[at - 1] in _NUMBERED:  # `number 2`, `goblin number 2`
            is_named = at > 1 and singularise_name(words[at - 2]) in single.split()
            named = [] if is_named else name
            return write_group_name_in_full([*tokens[: at - 1], *named, *tokens[at:]], campaign)
    if foe.creature and (at := _find_gap_for_newcomers(words)):
        named = [Token(word, word) for word in foe.creature.casefold().split("-")]
        end = at + 2 if words[at : at + 1] == ["of"] else at
        return [*tokens[:at], *named, *tokens[end:]]
    if words[1:] and words[-1] in ordinals and _is_ordinal_of_target(words, len(words) - 1):
        return write_group_name_in_full([*tokens, _ONE], campaign)
    for at, word in enumerate(words[:-1]):
        if word in ordinals and words[at + 1] in ("1", "one"):
            number = Token(f"{ordinals[word]}", f"{ordinals[word]}")
            return [*tokens[:at], *name, number, *tokens[at + 2 :]]
        if at and word in ordinals and _is_ordinal_of_target(words, at):
            return write_group_name_in_full([*tokens[: at + 1], _ONE, *tokens[at + 1 :]], campaign)
        is_aim = word in list_verb_group_forms("hit") and words[at + 1].isdecimal()
        if is_aim and words[at + 2 : at + 3] == ["for"] and words[-1].isdecimal():
            return [*tokens[: at + 1], *name, *tokens[at + 1 :]]
    return tokens


def _replace_middle_by_ordinal(tokens: list[Token], foe: Npc) -> list[Token]:
    """The words with the ordinal of the one in the middle of the group, for `the middle one`."""
    heads, called = count_group_members(foe), (singularise_name(foe.name.casefold()), "one", "1")
    half = next((word for word, n in load_phrases().ordinals.items() if 2 * n == heads + 1), "")
    for at, (before, after) in enumerate(pairwise(tokens)):
        if half and before.word == _MIDDLE and after.word in called:
            return [*tokens[:at], Token(half, half), *tokens[at + 1 :]]
    return tokens


def _replace_epithets(tokens: list[Token], foe: Npc) -> list[Token]:
    """The words with the name of the only foe for what people call one, as `the little sod`; and
    for a name that is cut short after an ordinal, as `the second gob`."""
    groups, ordinals = load_phrases().groups, load_phrases().ordinals
    name = foe.name.casefold()
    for at in range(1, len(tokens)):
        word = singularise_name(tokens[at].word)
        before = [token.word for token in tokens[:at]]
        is_short = len(word) >= _FEWEST_LETTERS and name.startswith(word) and name != word
        is_short = is_short and word != singularise_name(name) and before[-1] in ordinals
        is_short = is_short and " " not in name
        begun = at if is_short else _find_article(before) + 1
        is_called = word in groups["epithets"] or (word in groups["beasts"] and begun < at)
        if is_short or (begun and is_called and "poor" not in before[begun:]):
            said = name if word != tokens[at].word else singularise_name(name)
            named = [Token(each, each) for each in said.split()]
            return _replace_epithets([*tokens[:begun], *named, *tokens[at + 1 :]], foe)
    return tokens


def _find_article(before: list[str]) -> int:
    """Where the article or the ordinal of a name stands, with at most two words that only describe
    it; -1 for nowhere."""
    kept = (*load_phrases().counting, "of", "more", "other", ",")
    for at in range(len(before) - 1, max(-1, len(before) - _MOST_DESCRIBING - 2), -1):
        if before[at] in _ARTICLES or before[at] in load_phrases().ordinals:
            return at
        if before[at] in kept or before[at].isdecimal():
            break
    return -1


def _is_ordinal_of_target(words: list[str], at: int) -> bool:
    """True for an ordinal that stands alone after what is done to one, as in `shoots the second for
    5` and `throws it at the third`."""
    after = "".join(words[at + 1 : at + 2])
    is_alone = words[at - 1] == "the" and after in _AFTER_TARGET
    verb, is_done = "".join(words[at - 2 : at - 1]), bool(words[: at - 2])
    striking = {form for each in _STRIKING for form in list_verb_group_forms(each)}
    is_struck = verb in list_inflected_transitive_verbs() or (is_done and verb in striking)
    return is_alone and (is_struck or verb == "at")


def _drop_last_and_standing(tokens: list[Token], foe: Npc, campaign: Campaign) -> list[Token]:
    """The words without `last` and `standing` before and after the name of a group of which one is
    left, or of all who are left, as `the last goblins`; with its name for `the last two` who do
    something, where two are left. Nothing for any others."""
    name = foe.name.casefold().split()
    known = {singularise_name(" ".join(name)), "one", "1"}
    standing = len(list_numbers_still_standing(campaign, foe))
    for at, token in enumerate(tokens[:-1]):
        end = at + 1 + len(name)
        number = tokens[at + 1].word
        is_subject = all(each.word in _ARTICLES for each in tokens[:at])
        is_all = number.isdecimal() and standing == int(number) > 1
        if token.word in _LAST and is_subject and is_all:
            rest = [*dropwhile(lambda each: each.word in ("of", "them"), tokens[at + 2 :])]
            is_named = [singularise_name(each.word) for each in rest[: len(name)]] == [
                singularise_name(word) for word in name
            ]
            named = [] if is_named else [Token(word, word) for word in name]
            return [*tokens[:at], *named, *rest]
        is_one = tokens[at + 1].word in ("one", "1")
        end = at + 2 if is_one else end
        said = singularise_name(" ".join(each.word for each in tokens[at + 1 : end]))
        if token.word not in _LAST or said not in known:
            continue
        is_all = not is_one and said != " ".join(each.word for each in tokens[at + 1 : end])
        if not is_all and standing != 1:
            return []
        after = tokens[end:]
        after = after[1:] if after and after[0].word in _STANDING else after
        named = [Token(word, word) for word in name] if is_one else tokens[at + 1 : end]
        return [*tokens[:at], *named, *after]
    return []


def _find_gap_for_newcomers(words: list[str]) -> int:
    """Where the name of those is missing who join the fight, as in `3 more come`; 0 for nowhere."""
    for at, word in enumerate(words[1:-1], 1):
        follows = [each for each in words[at + 1 : at + 5] if each not in ("of", "them", "those")]
        is_coming = not {"".join(follows[:1]), " ".join(follows[:2])}.isdisjoint(
            list_verb_group_forms("come")
        )
        if word == "more" and words[at - 1].isdecimal() and is_coming:
            return at + 1
    return 0


def _expand_letter_and_number(token: Token, campaign: Campaign) -> list[Token]:
    """`goblins 3` for `g3`, if only one group whose name begins so has so many; the word itself
    for any other."""
    if not (found := _SHORT.fullmatch(token.word)):
        return [token]
    groups = [
        who
        for _, who in list_combatants(campaign)
        if isinstance(who, Npc)
        and who.name.casefold().startswith(found[1])
        and 0 < int(found[2]) <= count_group_members(who)
    ]
    if len(groups) != 1:
        return [token]
    name = groups[0].name.casefold()
    return [Token(word, word) for word in (*name.split(), found[2])]
