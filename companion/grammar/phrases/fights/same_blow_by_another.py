"""A blow that another strikes as well, after the line of the last one: `wim too`, `g2 as well, 5
damage`, `same for corvin`."""

import re
from itertools import islice

from companion.campaign.fights.fights import Fighter, find_combatant
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.argument_kinds.fights.attack_aims import Aim
from companion.grammar.argument_kinds.fights.harm import Victim
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_line_of_entry
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.whole_line_phrases import tokenize_short_line
from companion.refusal import Refusal, Unknown

_TOO = re.compile(
    r"(?i)(?:(?:and|then) )?(?:(?P<who>(?!so\b)\w+(?: \w+)?),? (?:too|also|as well|likewise"
    r"|does (?:the same|likewise|too))|(?:(?:so )?does(?!.*\?)|(?:the )?same (?:for|with|from)) "
    r"(?P<other>\w+(?: \w+)?))(?:,? (?:for )?(?P<sum>\d+|\d*d\d+(?:[+-]\d+)?)"
    r"(?: ?(?:damage|dmg|hp|points?))?|,? with what(?:ever)? (?:s?he|they)(?:['’]s| has) got)?[.!]?"
)
_MOST_ENTRIES = 3
_ATTACK, _HURT = "attack", "hurt"


def write_blow_of_another(typed: str, vocabulary: Vocabulary, context: Context) -> str:
    """The line of the same blow by who is named; "" for any other line. Raises Unknown for one of
    the Company where the last line was no blow of their side. Nothing outside a fight."""
    if not context.campaign.book.combatants or not (said := _TOO.fullmatch(typed.strip())):
        return ""
    blow = _write_blow(said, vocabulary, context)
    who = (said["who"] or "").casefold()
    if not blow and vocabulary.names_member(who):
        message = f"The last line was no blow that «{said['who']}» could strike as well."
        raise Unknown(message, f"To look at them: slots {who}. To read about it: help fights")
    return blow


def _write_blow(said: re.Match[str], vocabulary: Vocabulary, context: Context) -> str:
    """The line of the last blow by who is named; "" where nobody of the other side was struck."""
    tokens = tokenize_short_line(said["who"] or said["other"], context)
    reader = FighterReader([*tokens], vocabulary, context.campaign)
    try:
        group = reader.read_group() if tokens else None
    except Refusal:  # which of several it is
        return ""
    if group is None or reader.word:
        return ""
    struck = _find_struck_by_side_of(group.who, context)
    if not struck:
        return ""
    if said["sum"]:
        return f"{_HURT} {struck} {said['sum']}"
    return f"{_ATTACK} {group.write_name()} on {struck}"


def _find_struck_by_side_of(hitter: Fighter, context: Context) -> str:
    """Whom the last line struck, as they are typed, where they are on the other side; "" where it
    struck nobody."""
    entries = islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES)
    last = next((entry for entry, stands in entries if stands and entry.kind == "word"), None)
    found = parse_line_of_entry(last) if last else None
    if found is None or found.is_secret or found.line.word not in (_ATTACK, _HURT):
        return ""
    try:
        _, values = WORDS.find_word(found.line.word).read(found.line.arguments, context)
    except Refusal:  # of somebody who is no longer there
        return ""
    victim, aim = values.get("victim"), values.get("aim")
    if isinstance(victim, Victim):
        who, number = victim
    elif isinstance(aim, Aim) and aim.target:
        who, number = aim.target, aim.number
    else:
        return ""
    sides = {
        combatant.side
        for each in (hitter, who)
        if (combatant := find_combatant(context.campaign, each.id))
    }
    return f"{quote_typed_name(who)} {number or ''}".strip() if len(sides) > 1 else ""
