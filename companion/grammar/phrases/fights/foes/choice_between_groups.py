"""Asks who is meant by `the first one` and `g1` where several groups are fought."""

import re
from collections.abc import Iterator
from contextlib import suppress

from companion.campaign.fights.fights import (
    is_standing,
    list_combatants,
    list_numbers_still_standing,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.splitting.line_splitting import split_line_into_deeds
from companion.refusal import Ambiguous, Refusal, join_choices

_ONE = re.compile(
    r"(?i)\b(?:the )?(?:(?P<ordinal>[a-z]+) (?:one|1)|number (?P<number>\d{1,2}|[a-z]+)"
    r"|(?P<letter>[a-z])(?P<short>\d{1,2}))\b"
)
"""How one of a group is called without its name."""
_FEWEST = 2


def ask_for_group(typed: str, context: Context) -> Ambiguous | None:
    """The question who is meant, with a line for each group that has such a one; None where only
    one group fights, and for any other line."""
    if not context.campaign.book.combatants or "?" in typed:
        return None
    said = next(filter(_find_number, _ONE.finditer(typed)), None)
    groups = _list_groups(context)
    if said is None or len(groups) < _FEWEST:
        return None
    number, begun, after = _find_number(said), typed[: said.start()], typed[said.end() :]
    having = [
        group
        for group in groups
        if _may_be_of(group, said)
        and number in list_numbers_still_standing(context.campaign, group)
    ]
    names = (f"{quote_typed_name(group)} {number}" for group in having)
    lines = [
        *dict.fromkeys(
            each for name in names for each in _list_lines(f"{begun}{name}{after}", context)
        )
    ]
    return Ambiguous(f"Who is «{said[0]}»?", f"Try: {join_choices(lines)}") if lines else None


def _find_number(said: re.Match[str]) -> int:
    """The number by which one of a group is called; 0 for `the big one`."""
    if ordinal := said["ordinal"]:
        return load_phrases().ordinals.get(ordinal.casefold(), 0)
    number = write_numbers_in_digits(said["number"] or said["short"])
    return int(number) if number.isdecimal() else 0


def _list_groups(context: Context) -> list[Npc]:
    """The groups of the others that stand, and who stands there alone."""
    return [
        who
        for combatant, who in list_combatants(context.campaign)
        if isinstance(who, Npc)
        and combatant.side == "others"
        and is_standing(context.campaign, who)
    ]


def _may_be_of(group: Npc, said: re.Match[str]) -> bool:
    """True where the letter is the first of its name, or none was said."""
    return not said["letter"] or group.name.casefold().startswith(said["letter"].casefold())


def _list_lines(said: str, context: Context) -> Iterator[str]:
    """The one line that this says."""
    if len(deeds := split_line_into_deeds(said, context)) > 1:
        return
    with suppress(Refusal):
        lines = next(list_command_readings(deeds[0] if deeds else said, context), ())
        yield from lines if len(lines) == 1 else ()
