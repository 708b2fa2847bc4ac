"""The Company's flight, as `we leg it`: a Chase in a fight, and else what is asked about."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import dropwhile

from companion.campaign.fights.fights import is_standing, list_combatants
from companion.errant.fights import Chase
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.people.deeds_of_met_people import list_met_npcs
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.ways_and_patterns import expand_phrase_alternatives
from companion.grammar.phrases.phrasebook.word_forms import (
    inflect_way_of_saying,
    list_action_verb_forms,
)
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_FLIGHT = "flight"
_LEAVING_PLACES = ("out", "escape")
"""Words that without a foe say that the Company leaves where it is."""
_OF_NO_FLIGHT = ("they", "a", "can", "could", "would", "like", "want", "wants")
"""Openers that do not say that the Company does it, or not yet."""


def is_company_flight(tokens: Sequence[Token]) -> bool:
    """True for `we leg it` and `run away!`: all of the Company flee."""
    openers = {*load_phrases().openers}.difference(_OF_NO_FLIGHT)
    words = [token.word for token in tokens if token.word != ","]
    words = list(dropwhile(openers.__contains__, words))
    while words[1:] and words[-1] in load_phrases().closers and not _says_they_flee(words):
        words.pop()
    return _says_they_flee(words)


def _says_they_flee(words: Sequence[str]) -> bool:
    return " ".join(words) in _list_phrases_of_flight()


@cache
def _list_phrases_of_flight() -> frozenset[str]:
    """Every way to say that somebody flees, with its verb in every form."""
    every = (
        way for said in load_phrases().groups[_FLIGHT] for way in expand_phrase_alternatives(said)
    )
    return frozenset(" ".join(form) for way in every for form in inflect_way_of_saying(way))


def list_company_flight_lines(
    typed: str, tokens: Sequence[Token], context: Context
) -> Iterator[str]:
    """The line of the Company's flight: in a fight the Chase. Raises Ambiguous where somebody is
    met, and where nobody is from whom one could flee."""
    if "?" in typed or not is_company_flight(tokens):
        return
    told = typed.rstrip(".! ")
    book = context.campaign.book
    if book.combatants:
        if book.chase != Chase():
            yield "chase"
        foes = (each for each in list_combatants(context.campaign) if each[0].side == "others")
        standing = [quote_typed_name(who) for _, who in foes if is_standing(context.campaign, who)]
        yield f"chase {', '.join(standing)} pursuers"
        return
    met = list_met_npcs(context)
    ways = [f"talk {quote_typed_name(npc)} end" for npc in met if npc.is_in_negotiation]
    if not ways and book.clock.encounter and context.is_guide:
        ways = [f"done {told}"]
    ways += [f"chase {quote_typed_name(npc)} pursuers" for npc in met if npc.mv]
    if ways:
        raise Ambiguous("Do they get away, or are they chased?", f"Try: {', or '.join(ways)}")
    said = {token.word for token in tokens}
    if said.isdisjoint((*list_action_verb_forms(), *_LEAVING_PLACES)):
        why = "Nobody is fought or met just now from whom one could flee."
        raise Ambiguous(why, f"Try: declare {told}, or out")
