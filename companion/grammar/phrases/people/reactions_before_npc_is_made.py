"""Asks who they are who are to react while an encounter waits, and who are no NPC yet."""

import re
from collections.abc import Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.people.deeds_of_met_people import list_met_npcs
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.noun_phrases import split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous
from companion.text_cleaning import quote_name

_REACTING = re.compile(
    r"(?:roll )?react(?:ion)?s?(?: (?:of|for|roll|to|by))*(?: (?P<named>[a-z][\w-]*))?"
    r"|(?P<doers>[a-z][\w-]*) reacts?|(?:what is )?(?:their|its|his|her) reaction"
    r"|(?:how|what) (?:do|does|are|is|will|would) (?P<asked>[a-z][\w-]*)"
    r" (?:react|think of (?:us|them)|take (?:it|to us|to them)|feel about (?:us|them)|like us)"
)
_ANYBODY = ("they", "he", "she", "it", "them", "him", "her", "this", "that", "those", "these")


def refuse_reaction_without_npc(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> None:
    """Raises Ambiguous for `react eels` and `how do they react` while an encounter waits whose
    creatures are no NPC yet."""
    book = context.campaign.book
    if book.combatants or not (context.is_guide and book.clock.encounter):
        return
    words = [token.word for token in tokens if token.word not in load_phrases().articles]
    said = _REACTING.fullmatch(" ".join(words).rstrip(" ?"))
    if said is None or list_met_npcs(context):
        return
    parts = split_into_parts(tokens, frozenset(), vocabulary)
    if any("npc" in part.meanings for part in parts):
        return
    named = next(filter(None, said.groups()), "")
    who = named if named not in ("", *_ANYBODY) else "strangers"
    raise Ambiguous(
        "Whom they meet is no NPC yet, and only an NPC reacts.", f"Try: npc {quote_name(who)}"
    )
