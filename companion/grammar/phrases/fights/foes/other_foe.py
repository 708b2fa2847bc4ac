"""Which of a group is the other one: who alone still stands, or of two the one who was not attacked
last."""

from collections.abc import Sequence

from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.fighters import find_only_foe_group
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary, split_name_into_words
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.sentences.back_references import list_foes_attacked_last_first
from companion.grammar.phrases.sentences.tokens import Token

_OTHER, _ARTICLE = "other", "the"
_ANY_ONE = ("1", "one")
_TWO = 2
_BLOWS = ("swing", "go", "fire", "loose", "kill", "grapple", "trip", "shove")


def name_other_foe(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> list[Token]:
    """The words with `goblins 2` for `the other one` and `the other goblin` in a fight, where they
    are struck or do something; as they are where it is not known which one that is."""
    words = [token.word for token in tokens]
    at = words.index(_OTHER) if _OTHER in words[:-1] else -1
    is_named = at > 0 and words[at - 1] == _ARTICLE and _is_fought(words[: at - 1])
    foes = find_only_foe_group(context.campaign) if is_named else None
    if foes is None or not _is_one_of(foes, words[at + 1], vocabulary):
        return [*tokens]
    number = _find_number_of_other(foes, context)
    if not number:
        return [*tokens]
    named = (*split_name_into_words(foes.name), str(number))
    return [*tokens[: at - 1], *(Token(each, each) for each in named), *tokens[at + 2 :]]


def _is_fought(before: Sequence[str]) -> bool:
    """True for what stands before a foe: nothing, or a blow; what is thrown may be a thing."""
    blows = list_verb_group_forms("hit") | list_verb_forms(_BLOWS)
    return not before or not blows.isdisjoint(before)


def _is_one_of(foes: Npc, word: str, vocabulary: Vocabulary) -> bool:
    """True for `one`, and for what one of these foes is called; `the other goblins` are several."""
    meanings = vocabulary.find_meanings(word)
    is_called = foes.id in (meanings.get("group"), meanings.get("npc"))
    return word in _ANY_ONE or (is_called and not word.endswith("s"))


def _find_number_of_other(foes: Npc, context: Context) -> int:
    """The number of the other one; 0 where that may be several."""
    standing = list_numbers_still_standing(context.campaign, foes)
    if len(standing) == 1:
        return standing[0]
    struck = next(list_foes_attacked_last_first(context), None)
    last = struck.number if struck and struck.who.id == foes.id else 0
    if len(standing) != _TWO or last not in standing:
        return 0
    return next(number for number in standing if number != last)
