"""The Event Die that is still spoken of: what of the newest lines may be said of it, and how a face
that has fallen is told again."""

import re

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import may_seat_see_entry
from companion.errant.turns.event_die import EVENT_TABLES
from companion.grammar.command_words import SECRET_WORD
from companion.grammar.context import Context
from companion.grammar.journalled_lines import parse_line_of_entry

_ROLLING = ("next", "event", "becomes", "turn", "sleep")
_BESIDE = ("done", "declare", "ignore", "rest", "press-on", "burn", "deplete")
"""Words of the Turn that hold no number: after them a number is still that of the Event Die."""

_THROWN = re.compile(r"event =([1-6])")
_WAS = re.compile(r"(?i)\b(?:die|dice|roll) (?:was|were|should be|should have been)\b")
_IGNORE, _ENCOUNTER = "ignore", "encounter"
_NAMED = re.compile(
    r"(?i)\b(?:(burn)|(rest|exhaustion)|(encounter)|(deplet\w*)|(local effect)|(complication)"
    r"|(expiration)|(trend))\b"
)
_RESULTS = (
    *("burn", "rest", "encounter", "deplete"),
    *("local_effect", "complication", "expiration", "trend"),
)
"""The results by the groups of the pattern before."""
_HARMLESS = {"free", "local_effect", "encounter_sign", "intimation"}
"""Results of which the companion keeps nothing."""


def correct_fallen_event_die(line: str, typed: str, campaign: Campaign) -> str:
    """`becomes 4` for `event =4` of a die that has fallen in this Turn, as in `the die was a 4`;
    any other line as it is."""
    thrown = _THROWN.fullmatch(line)
    has_fallen = bool(campaign.turns) and campaign.turns[-1].face is not None
    is_told = thrown is not None and has_fallen and _WAS.search(typed) is not None
    return f"becomes {thrown[1]}" if thrown and is_told else line


def ignores_other_result(line: str, typed: str, campaign: Campaign) -> bool:
    """True for `ignore` where another result is named than the Event Die shows, as in `forget that
    burn` of a Rest; not where it shows nothing that could be lost."""
    turn = campaign.turns[-1] if campaign.turns else None
    named = {
        result
        for said in _NAMED.finditer(typed)
        for result, is_said in zip(_RESULTS, said.groups(), strict=True)
        if is_said
    }
    if line != _IGNORE or turn is None or turn.face is None or not named:
        return False
    shown = EVENT_TABLES.get(turn.type, ())[turn.face - 1 : turn.face]
    is_shown = any(each.startswith(result) for each in shown for result in named)
    is_older = _ENCOUNTER in named and bool(campaign.book.clock.encounter)  # which waits still
    return not is_shown and (is_older or _HARMLESS.isdisjoint(shown))


def has_event_die_just_fallen(context: Context) -> bool:
    """True where the newest word rolled the Event Die, or changed it."""
    return _find_newest_word(context) in _ROLLING


def may_speak_of_event_die(context: Context) -> bool:
    """True where `make that 3` may be said of the Event Die: nothing else was done since."""
    return _find_newest_word(context) in ("", *_ROLLING, *_BESIDE)


def _find_newest_word(context: Context) -> str:
    """The word of the newest entry that this seat may see, for what the Guide does in secret tells
    it nothing; "" where there is none. Dice without a word are a roll."""
    seen = (
        entry
        for entry in context.read_entries()
        if entry.seat == context.seat or may_seat_see_entry(entry, context.seat)
    )
    newest = next(seen, None)
    if newest is None:
        return ""
    found = parse_line_of_entry(newest)
    if found is None:
        return "roll"
    return SECRET_WORD if found.is_secret else found.line.word
