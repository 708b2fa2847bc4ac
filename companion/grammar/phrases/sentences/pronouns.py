"""Whom `he` and `they` mean where nobody of the Company is named: who is met, or talked with."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from companion.campaign.history import flag_live_entries
from companion.errant.harm.harm import list_group_hp
from companion.errant.typed_names import format_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.line import read_line
from companion.grammar.phrases.book.vocabulary import Vocabulary, split_name
from companion.grammar.phrases.sentences.tokens import Token

_OF_ONE = ("he", "he's", "she", "she's", "him", "her", "his")
_OF_SEVERAL = ("they", "they're", "them", "their")
_OF_A_THING = ("it", "it's", "its")
_NOUNS = frozenset(
    [
        "man",
        "guy",
        "bloke",
        "fellow",
        "fella",
        "chap",
        "woman",
        "lady",
        "stranger",
        "geezer",
        "other",
    ]
)
"""What somebody is called who was just met, after `the` and perhaps an adjective."""
_LEADING, _QUALITIES, _HIM = ("the", "that"), ("old", "poor", "strange", "young", "big"), "him"
_OWNING = ("his", "her", "their", "its")
_WORDS = ("npc", "react", "talk", "morale", "bond", "encounter")
"""Words of the last entries by which somebody is spoken of."""
_MOST_ENTRIES = 6
OF_OTHERS = ("npc ", "react ", "talk ", "morale ", "bond ", "hurt ", "hp ", "coins ", "drop ")
"""Words that may be said of others by a pronoun alone; any other is the Company's."""


def replace_pronouns(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[Token, ...]:
    """The words with the name of who is met in the place of the first `he` or `they`; nothing for
    a line that names somebody, or where nobody is met."""
    either = (*_OF_ONE, *_OF_SEVERAL, *_OF_A_THING)
    tokens = _shorten_nouns(tokens, vocabulary)
    at = next((at for at, token in enumerate(tokens) if token.word in either), None)
    if at is None or any(_names_somebody(token, vocabulary) for token in tokens[: at + 1]):
        return ()
    met = resolve_pronoun(context)
    word = tokens[at].word
    if met is None or (len(list_group_hp(met)) > 1) != (word in _OF_SEVERAL):
        return ()
    name = [Token(part, part) for part in split_name(met.name)]
    if word in _OWNING and tokens[at + 1 :]:
        name[-1] = Token(f"{name[-1].word}'s", f"{name[-1].typed}'s")
    is_verb = word.endswith(("'s", "'re"))
    verb = (Token("is", "is"),) if is_verb else ()
    return (*tokens[:at], *name, *verb, *tokens[at + 1 :])


def _shorten_nouns(tokens: Sequence[Token], vocabulary: Vocabulary) -> Sequence[Token]:
    """The words with `him` for `the old man`, whoever has no such name."""
    for at, token in enumerate(tokens):
        begun = at - (at > 0 and tokens[at - 1].word in _QUALITIES)
        is_led = begun > 0 and tokens[begun - 1].word in _LEADING
        if token.word in _NOUNS and is_led and (token.word,) not in vocabulary.names:
            return (*tokens[: begun - 1], Token(_HIM, _HIM), *tokens[at + 1 :])
    return tokens


def _names_somebody(token: Token, vocabulary: Vocabulary) -> bool:
    kinds = vocabulary.names.get((token.word.removesuffix("'s"),), {})
    return "npc" in kinds or "place" in kinds


def resolve_pronoun(context: Context) -> Npc | None:
    """The NPC who is talked with, or else met in this Turn, or else of whom the last entries
    speak; None for nobody, or several."""
    campaign = context.campaign
    known = {each.id: each for each in campaign.world.npcs if each.met or context.is_guide}
    talking = [each for each in known.values() if each.is_in_negotiation]
    if talking:
        return talking[0] if len(talking) == 1 else None
    if context.is_guide and campaign.book.met.npc in known:
        return known[campaign.book.met.npc]
    return next(_list_spoken_of(context, known.values()), None)


def _list_spoken_of(context: Context, npcs: Collection[Npc]) -> Iterator[Npc]:
    for entry, stands in islice(flag_live_entries(context.read_entries()), _MOST_ENTRIES):
        line = read_line(entry.line) if entry.kind == "word" and stands else None
        if line is None or line.word not in _WORDS:
            continue
        said = {word.casefold() for word in line.arguments[:1]}
        for npc in npcs:
            names = {npc.id, npc.name.casefold(), format_name(npc).strip('"').casefold()}
            parts = {*npc.id.split("-"), *split_name(npc.name)}
            if said & (names | parts):
                yield npc
