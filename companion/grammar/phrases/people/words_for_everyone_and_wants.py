"""Names whom a line speaks of as most lines do: `everyone` for `all four of us`, and `for wim`
where somebody else pays for what Wim wants."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.errant.company import list_members_present
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import list_deed_verb_forms
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms
from companion.grammar.phrases.sentences.tokens import Token

_ALL, _WE, _OF_US = ("all", "the"), ("we", "us"), ("of", "us")
_EVERYONE, _COMPANY = Token("everyone", "everyone"), Token("company", "company")
_PAYING = ("pay", "buy", "purchase", "cover", "foot", "order")
_WANTING = ("want", "need")
_THAT = ("that", "which")
_FEWEST = 5


def name_people_plainly(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> list[Token]:
    """The words with everybody and whoever wants something named plainly."""
    return _replace_wants_by_for(_replace_all_by_everyone(tokens, vocabulary, campaign), vocabulary)


def _replace_all_by_everyone(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> list[Token]:
    """The words with `everyone` for as many as are here, as `all four of us`; and for `all four`
    who do something, where nobody else is met or fights."""
    number, words = f"{len(list_members_present(campaign.errants))}", [each.word for each in tokens]
    is_alone = not (campaign.book.combatants or campaign.book.met.npc)
    for at, word in enumerate(words[1:], 1):
        if word != number or words[at - 1] not in (*_ALL, *_WE):
            continue
        after = words[at + 1] if at + 1 < len(words) else ""
        begun, end = at - 1, at + 1
        if tuple(words[end : end + 2]) == _OF_US:
            end += 2
            begun -= begun > 0 and words[begun - 1] == "all"
        elif words[begun] not in _WE and not (
            is_alone and begun == 0 and words[begun] == "all" and _is_deed_verb(after, vocabulary)
        ):
            continue
        is_each = words[begun] == "all"  # the others may pay as one
        return [*tokens[:begun], _EVERYONE if is_each else _COMPANY, *tokens[end:]]
    return [*tokens]


def _is_deed_verb(word: str, vocabulary: Vocabulary) -> bool:
    return word in list_deed_verb_forms() and not vocabulary.find_singular(word)


def _replace_wants_by_for(tokens: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """The words with `for wim` for `that wim wants` at the end of what another pays for."""
    *said, who, wants = tokens if len(tokens) >= _FEWEST else (*tokens, *tokens[-1:])
    if wants.word not in list_verb_forms(_WANTING) or not vocabulary.names_person(who.word):
        return tokens
    is_paid = vocabulary.names_person(said[0].word) and said[0].word != who.word
    is_paid = is_paid and not list_verb_forms(_PAYING).isdisjoint(each.word for each in said[1:3])
    if not is_paid:
        return tokens
    thing = said[:-1] if said[-1].word in _THAT else said
    return [*thing, Token("for", "for"), who]
