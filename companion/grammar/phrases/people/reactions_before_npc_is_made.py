"""Asks who they are who are to react, and who are no NPC yet."""

import re
from collections.abc import Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.arriving_foes import write_line_making_arrivals
from companion.grammar.phrases.people.deeds_of_met_people import list_met_npcs
from companion.grammar.phrases.people.pronouns import replace_pronouns
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous
from companion.text_cleaning import quote_name

_REACTING = re.compile(
    r"(?:roll )?react(?:ion)?s?(?: (?:of|for|roll|to|by))*(?: (?P<named>[a-z][\w-]*))?"
    r"|(?P<doers>[a-z][\w-]*) reacts?|(?:what is )?(?P<owner>their|its|his|her) reaction"
    r"|(?:how|what) (?:do|does|are|is|will|would) (?P<asked>[a-z][\w-]*)"
    r" (?:react|think of (?:us|them)|take (?:it|to us|to them)|feel about (?:us|them)|like us)"
)
_AFTER_ARRIVAL = re.compile(
    r"(?i)(?P<arrival>.+?\w)(?:[,;:.]+| -+)(?: and| so)? (?P<asked>[^,;:.]+)"
)
_NOBODY_MET = ("we", "you", "i", "everybody", "everyone", "all", "players")
_ANYBODY = (
    "they",
    "he",
    "she",
    "it",
    "them",
    "him",
    "her",
    "this",
    "that",
    "those",
    "these",
    "their",
    "its",
    "his",
)


def refuse_reaction_without_npc(
    typed: str, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> None:
    """Raises Ambiguous for `react eels` and `how do they react` while nobody is met who is an NPC,
    with the line that makes them: `three goblins come out, how do they react`."""
    if context.campaign.book.combatants or not context.is_guide:
        return
    _refuse_reaction_of_arrivals(typed, vocabulary, context)
    words = [token.word for token in tokens if token.word not in load_phrases().articles]
    said = _REACTING.fullmatch(" ".join(words).rstrip(" ?"))
    named = next(filter(None, said.groups()), "") if said else ""
    if said is None or named in _NOBODY_MET or vocabulary.names_member(named):
        return
    is_met = bool(context.campaign.book.clock.encounter) or named in _ANYBODY
    is_creature = bool(said["asked"]) and "creature" in vocabulary.find_meanings(named)
    if not (is_met or is_creature) or list_met_npcs(context):
        return
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    is_spoken_of = named in _ANYBODY and bool(replace_pronouns(tokens, vocabulary, context))
    if is_spoken_of or any("npc" in part.meanings for part in parts):
        return
    who = named if named not in ("", *_ANYBODY) else "strangers"
    raise Ambiguous(
        "Whom they meet is no NPC yet, and only an NPC reacts.", f"Try: npc {quote_name(who)}"
    )


def _refuse_reaction_of_arrivals(typed: str, vocabulary: Vocabulary, context: Context) -> None:
    """Raises Ambiguous for creatures who come and of whom is asked how they react."""
    said = _AFTER_ARRIVAL.fullmatch(typed.strip(" .!?"))
    if said is None or not _REACTING.fullmatch(said["asked"].casefold()):
        return
    if made := write_line_making_arrivals(said["arrival"], vocabulary, context):
        raise Ambiguous("Only an NPC reacts.", f"Try: {made}")
