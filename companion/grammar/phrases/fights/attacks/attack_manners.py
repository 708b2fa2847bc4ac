"""How somebody in a fight is said to do something: `like a stone`, `creeping up from behind`; and
who is meant only by what they did."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.fights.foes.fighters import AND, find_only_foe_group
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Impossible

_LIKE = ("like", "as")
_MOST_WORDS_OF_SIMILE = 5
_FEWEST_BEFORE = 3
_THAT = ("that", "who", "which")
_UNSEEN = {"up", "on", "from", "behind", "it", "him", "them", "out", "of", "the", "shadows"}


def drop_simile(tokens: Sequence[Token]) -> list[Token]:
    """The words without the comparison at their end, as `like a sack of spuds`; none where there is
    no such."""
    words = [token.word for token in tokens]
    for at in range(_FEWEST_BEFORE, len(words) - 2):
        said = words[at:]
        is_simile = said[0] in _LIKE and said[1] in (*load_phrases().articles, "1")
        if is_simile and len(said) <= _MOST_WORDS_OF_SIMILE and {*AND}.isdisjoint(said):
            return [*tokens[:at]]
    return []


def move_sneaking_last(tokens: Sequence[Token]) -> list[Token]:
    """The words with `sneaking` at their end for the clause before them, as `creeping up from
    behind`; none for any others."""
    words = [token.word for token in tokens]
    end = words.index(",") if "," in words[1:-1] else 0
    is_sneaking = (
        words[:1] != [] and words[0].endswith("ing") and words[0] in list_verb_group_forms("creep")
    )
    if not (end and is_sneaking and _UNSEEN.issuperset(words[1:end])):
        return []
    return [*tokens[end + 1 :], Token("sneaking", "sneaking")]


def refuse_foe_named_by_deed(tokens: Sequence[Token], campaign: Campaign) -> None:
    """Raises Impossible for `the one that hit wim`: which of them that is, nobody has kept."""
    words = [token.word for token in tokens]
    told = (at for at, word in enumerate(words[1:-1], 1) if word in _THAT)
    if any(words[at + 1] in list_verb_group_forms("hit") | {"has", "just"} for at in told):
        foe = find_only_foe_group(campaign)
        number = f", as in «{quote_typed_name(foe)} 1»" if foe else ""
        raise Impossible(
            f"Who that is, is said by name or number{number}.", "To see who fights: fight"
        )
