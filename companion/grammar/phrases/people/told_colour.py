"""What is told of who fights or talks and changes nothing, as `goblin 1 snarls at bree` and `wim is
bleeding badly`: it is kept as a note."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

_BEING = ("is", "are", "was", "looks", "look", "seems", "seem")
_HOW = ("very", "badly", "heavily", "a", "bit", "pretty", "really", "visibly", "now", "all")
_AT, _BACK = "at", "back"
_TOWARDS = (
    *(_AT, "to", "towards", "around", "round", "over"),
    *("in", "on", "with", "for", "about", _BACK),
)
"""What follows a verb of colour, of a foe; of the Company only `at` somebody, or `back`."""
_PRONOUNS = ("he", "she", "they", "it")
_MOST_MORE, _MOST_OF_LAST = 4, 3
_ENDING = ("die", "fall", "drop", "surrender", "yield", "collapse", "kill")
_LAST_WORDS = ("and", "dead", "last", "edge", "death", "away")
"""What is more than colour."""


def is_told_colour(tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign) -> bool:
    """True for one clause of how one of those who fight or talk behaves or looks: no blow, nothing
    counted, and nothing that is done next."""
    plain = drop_articles(tokens)
    if campaign.book.combatants:
        return _is_colour_of_fight(plain, vocabulary, campaign)
    is_talk = any(npc.is_in_negotiation for npc in campaign.world.npcs)
    return is_talk and _is_colour_of_talk([token.word for token in plain], vocabulary, campaign)


def drop_last_colour(
    clauses: Sequence[list[Token]], vocabulary: Vocabulary, campaign: Campaign
) -> Sequence[list[Token]]:
    """The clauses before the last ones that only tell in a few words how somebody behaves, as `she
    curses`; none where no clause does, or all do."""
    end = len(clauses)
    while end and len(clauses[end - 1]) <= _MOST_OF_LAST:
        if not is_told_colour(clauses[end - 1], vocabulary, campaign):
            break
        end -= 1
    return clauses[:end] if end < len(clauses) else ()


def _is_colour_of_fight(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> bool:
    """True for what one of a group, or an Errant, does in a fight or looks like."""
    reader = FighterReader([*tokens], vocabulary, campaign)
    group = reader.read_group()
    if group is None and not reader.skip(_PRONOUNS):
        return False
    is_state = reader.skip(_BEING)
    reader.skip(_HOW)
    verb, *more = reader.words[reader.at :] or [""]
    if is_state:
        return verb in load_phrases().groups["states_in_fights"] and {*more} <= {*_HOW}
    if more[:1] == [_AT] and more[-1].isdecimal():  # `wim glares at goblin 2`
        reader.at += 2
        aim = reader.read_group()
        is_aimed = aim is not None and bool(aim.numbers) and reader.at == len(reader.tokens)
        return is_aimed and _is_behaviour(verb, [])
    is_of_company = group is not None and isinstance(group.who, Errant)
    return _is_behaviour(verb, more, towards=(_AT, _BACK) if is_of_company else _TOWARDS)


def _is_colour_of_talk(words: list[str], vocabulary: Vocabulary, campaign: Campaign) -> bool:
    """True for what one of the Company does in a Negotiation, or whoever they talk with."""
    talking = [npc for npc in campaign.world.npcs if npc.is_in_negotiation]
    names = {part for npc in talking for part in split_name_into_words(npc.name)}
    at = next((at for at, word in enumerate(words) if word not in names), len(words))
    is_one = words[:1] and (words[0] in _PRONOUNS or vocabulary.names_member(words[0]))
    verb, *more = words[at or 1 :] or [""]
    return bool(at or is_one) and _is_behaviour(verb, more, towards=(_AT, _BACK))


def _is_behaviour(verb: str, more: Sequence[str], towards: Sequence[str] = ()) -> bool:
    """True for `snarls at bree`: a verb of which nothing comes, and `towards` whom or what."""
    ends = {*_LAST_WORDS, *list_verb_forms(_ENDING), *list_verb_group_forms("flee")}
    is_short = len(more) <= _MOST_MORE and (not more or more[0] in towards)
    is_plain = all(map(str.isalpha, more)) and ends.isdisjoint(more)
    return verb in list_verb_group_forms("colour") and is_short and is_plain
