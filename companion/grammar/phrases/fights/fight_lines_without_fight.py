"""Refuses lines of a fight where nobody fights, if they mean nothing else."""

import re
from collections.abc import Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.people.deeds_of_met_people import list_met_npcs
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Impossible

_WHO_IS_FIRST = re.compile(
    r"(?i)(?:who (?:goes|acts|moves|attacks|begins|starts|has initiative)(?: first| next)?"
    r"|whose (?:turn|go)(?: is it)?|who(?: is|['\u2019]?s) (?:winning|up)"
    r"|(?:we|they|who) (?:won|win|wins|lost|lose|has|have|got|get) (?:the )?initiative"
    r"|(?:what(?:['\u2019]?s| is) )?(?:the )?(?:initiative|init|turn order))(?: now)?\??"
)
_IS_OVER = re.compile(
    r"(?i)(?:(?:that['\u2019]?s|that is|it['\u2019]?s|ok(?:ay)?|so|and|right|the|this|our)[, ]+)*"
    r"(?:fight|combat|battle)(?:['\u2019]?s| is)?(?: all| now)? "
    r"(?:over|done|finished|ended|ends|won|lost)(?: now| then)?"
    r"|(?:end|finish|stop|close|leave)(?:s|es)? (?:the |this |our )?"
    r"(?:fight|combat|battle|fighting)"
)
_AT = ("at", "on")
_WHICH = ("nearest", "closest", "biggest", "other", "leader", "that", "this")
_SOMEBODY = ("1", "one", "ones", "them", "him", "leader")


def refuse_fight_line_without_fight(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> None:
    """Raises Impossible for `who goes first`, `the fight is over` and `bree swings at the first
    one`."""
    if context.campaign.book.combatants:
        return
    if _IS_OVER.fullmatch(typed.strip(" .!")):
        raise Impossible("Nobody fights: no fight is open.", "What is open: status")
    if _WHO_IS_FIRST.fullmatch(typed.strip()) or _is_blow(tokens, vocabulary):
        begin = "fight" if list_met_npcs(context) else "fight goblin x4"
        raise Impossible("Nobody fights.", f"Try: {begin}")


def _is_blow(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `bree swings at the first one`."""
    phrases = load_phrases()
    words = [token.word for token in tokens if token.word not in phrases.articles]
    who, verb, *aim = (*words, "", "") if len(words) < 3 else words
    is_deed = (
        verb in list_verb_group_forms("hit") | list_verb_group_forms("press") if aim else False
    )
    named = vocabulary.names_member(who)
    known = {*_AT, *_WHICH, *_SOMEBODY, *phrases.ordinals}
    return named and is_deed and aim[-1] in _SOMEBODY and {*aim} <= known
