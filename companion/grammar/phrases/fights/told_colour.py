"""What is told of who fights and changes nothing, as `goblin 1 snarls at bree` and `wim is bleeding
badly`: it is kept as a note."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.grammar.phrases.fights.fighters import FighterReader
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

_BEING = ("is", "are", "was", "looks", "look", "seems", "seem")
_HOW = ("very", "badly", "heavily", "a", "bit", "pretty", "really", "visibly", "now", "all")
_TOWARDS = (
    "at",
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
_MOST_MORE = 4
_ENDING = ("die", "fall", "drop", "surrender", "yield", "collapse", "kill")
_LAST_WORDS = ("and", "dead", "last", "edge", "death", "away")
"""What is more than colour."""


def is_colour_of_fight(tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign) -> bool:
    """True for one clause of how one of those who fight behaves or looks: no blow, nothing counted,
    and nothing that is done next."""
    plain = drop_articles(tokens)
    reader = FighterReader([*plain], vocabulary, campaign)
    if not campaign.book.combatants or reader.read_group() is None:
        return False
    groups = load_phrases().groups
    is_state = reader.skip(_BEING)
    reader.skip(_HOW)
    verb, *more = reader.words[reader.at :] or [""]
    if is_state:
        return verb in groups["states_in_fights"] and {*more} <= {*_HOW}
    ends = {*_LAST_WORDS, *list_verb_forms(_ENDING), *list_verb_group_forms("flee")}
    is_short = len(more) <= _MOST_MORE and (more or [""])[0] in _TOWARDS
    is_plain = all(map(str.isalpha, more)) and ends.isdisjoint(more)
    return verb in list_verb_group_forms("fight_colour") and is_short and is_plain
