"""Splits a blow and the one that is struck back, `bree misses goblin 1, it hits back for 2`, into
the blow and the harm to who struck first."""

import re

from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.word_forms import list_verb_forms, list_verb_group_forms
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member

_RETURNED = re.compile(
    r"(?i)(?P<blow>(?P<who>[a-z][\w-]*) (?P<verb>[a-z]+) [^,;.?]*?)(?:,? and|,? but|[,;.]) "
    r"(?:it|they|that one) (?:hits?|strikes?|bites?|stabs?|claws?|slashes?|swings?)"
    r" (?:him |her |them )?(?:right )?back,?(?: for)? (?P<amount>\d{1,3})(?: damage| dmg| hp)?[.!]?"
)
_MISSING = ("miss",)


def split_returned_blow(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the blow, and that of the harm by which it is returned; nothing for any other
    line, and for a blow of whom nobody knows."""
    if not context.campaign.book.combatants:
        return ()
    said = _RETURNED.fullmatch(write_numbers_in_digits(typed.strip()))
    blows = list_verb_group_forms("hit") | list_verb_forms(_MISSING)
    if said is None or said["verb"].casefold() not in blows:
        return ()
    struck = said["blow"].split()[2:]
    if "and" in struck or any(find_member(word, context.campaign) for word in struck):
        return ()  # it is another who strikes back
    who = find_member(said["who"], context.campaign)
    return (said["blow"], f"hurt {quote_typed_name(who)} {said['amount']}") if who else ()
