"""What is told of who fights or talks and changes nothing, as `goblin 1 snarls at bree` and `wim is
bleeding badly`: it is kept as a note."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

_BEING = ("is", "are", "was", "looks", "look", "seems", "seem")
_HOW = ("very", "badly", "heavily", "a", "bit", "pretty", "really", "visibly", "now", "all")
_TOWARDS = (
    "at",
    "back",
    "to",
    "towards",
    "around",
    "round",
    "over",
    "in",
    "on",
    "with",
    "for",
    "about",
    "",
)
_TALKERS = ("he", "she", "they", "it")
_AT = ("at", "towards", "around")
_MOST_MORE = 4
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


def _is_colour_of_fight(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> bool:
    """True for what one of a group, or an Errant, does in a fight or looks like."""
    reader = FighterReader([*tokens], vocabulary, campaign)
    if reader.read_group() is None and not reader.skip(_TALKERS):
        return False
    is_state = reader.skip(_BEING)
    reader.skip(_HOW)
    verb, *more = reader.words[reader.at :] or [""]
    if is_state:
        return verb in load_phrases().groups["states_in_fights"] and {*more} <= {*_HOW}
    return _is_behaviour(verb, more)


def _is_colour_of_talk(words: list[str], vocabulary: Vocabulary, campaign: Campaign) -> bool:
    """True for what one of the Company does in a Negotiation, or whoever they talk with."""
    talking = [npc for npc in campaign.world.npcs if npc.is_in_negotiation]
    names = {part for npc in talking for part in split_name_into_words(npc.name)}
    at = next((at for at, word in enumerate(words) if word not in names), len(words))
    is_one = words[:1] and (words[0] in _TALKERS or vocabulary.names_member(words[0]))
    verb, *more = words[at or 1 :] or [""]
    return bool(at or is_one) and _is_behaviour(verb, more)


def _is_behaviour(verb: str, more: Sequence[str]) -> bool:
    """True for `snarls at bree`: a verb of which nothing comes, and towards whom or what."""
    ends = {*_LAST_WORDS, *list_verb_forms(_ENDING), *list_verb_group_forms("flee")}
    is_short = len(more) <= _MOST_MORE and (more or [""])[0] in _TOWARDS
    target = more[-1:] if (more or [""])[0] in _AT else []  # the number of `wim glares at goblin 2`
    uncounted = more[:-1] if target and target[0].isdecimal() else more
    is_plain = all(map(str.isalpha, uncounted)) and ends.isdisjoint(more)
    return verb in list_verb_group_forms("colour") and is_short and is_plain
