"""Reads that the Company arrives, as `they get there by evening` and `they reach the village,
soaked`: where it is, and the outcome of the journey."""

import re
from collections.abc import Sequence

from companion.errant.world import SETTLEMENT_TYPES, Settlement, Site
from companion.grammar.argument_kinds.places import list_nameable_settlements, list_nameable_sites
from companion.grammar.context import Context
from companion.grammar.name_matching import find_one_by_name
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.grammar.phrases.splitting.same_deed_of_each import find_only_command_word
from companion.refusal import Refusal

_JOURNEY = re.compile(
    r"(?i)(?:travel|set (?:off|out)|head|walk|go|ride|march|row|trudge|hike|sail|return|take"
    r"|follow)\b"
    r".*? (?:to|for|towards?|into) (?:the )?(?P<goal>[a-z][\w'’ -]*)"
)
"""How a journey was declared."""
_ARRIVED = re.compile(
    r"(?i)(?:(?:and|so|then|ok|done|next day|the next day|at last|finally)[,:.]? )*"
    r"(?:(?<=done, )at|(?:we|they|the company|the party|everyone)(?:['’]ve| have)?"
    r"(?: all| finally| just| safely| soon)*"
    r"(?: (?:arrived? (?:at|in)|reach(?:ed)?"
    r"|(?:get|got|come|came|make it|made it) (?:to|into|back to)"
    r"|(?:walk|trudge|ride|stagger|limp|stumble|march|row|drift)(?:ed)?"
    r"(?: the (?:last|rest|final)[a-z ]*?)? into)"
    r"|(?: are|['’]re)(?: now)?(?: back)? (?:in|at)))"
    r" (?:the )?(?P<goal>[a-z][\w'’ -]*?)"
    r"(?:(?:,? and|,)? (?:all )?(?:now|at last|finally|safe(?:ly)?|sound|soaked|drenched|dripping"
    r"|wet|tired|exhausted|weary|footsore|muddy|filthy|cold|freezing|frozen|hungry|thirsty|bedraggled"
    r"|unhurt|dry|late|early|alive|to the (?:bone|skin)|in one piece"
    r"|in the (?:rain|dark|evening|morning|snow)"
    r"|(?:at|by|before|after|around|about)"
    r" (?:dusk|dawn|noon|night|nightfall|midday|evening|dark|morning)))*"
)
"""Who arrives where, and how."""
_SAID_BESIDES = ("", "declare", "note", "done")
_GOING_IN = re.compile(
    r"(?i)(?:(?:they|we) )?(?:(?:go|climb|head|creep|walk|step)s? (?:down|in|inside|on in)"
    r"|enter(?: it)?)[.!]?"
)
_GOING_INTO = re.compile(r"(?i)\binto\b")
_JOINT = re.compile(r",? and |[,;.] ")
_AT_HOUR = re.compile(
    r"(?i)(?P<said>.+?),? (?:at|by|around|about|round) (?:(?P<noon>noon|midday|midnight)"
    r"|(?P<hour>(?:[01]?\d|2[0-3])(?::[0-5]\d)?)(?P<half> ?(?:am|pm)| o['’]?clock)?)[.!]?"
)
"""The hour of an arrival: the clock says it by a line of its own."""


def split_arrival(typed: str, context: Context) -> tuple[str, ...]:
    """`at reedmarket` and `done they get there` while the journey there is the one action that
    waits; the first alone for a Settlement that is named, where nothing waits; and what they do
    there, told in the same line. Nothing for any other line."""
    words = typed.casefold().split()
    if not context.is_guide or context.campaign.book.combatants or "not" in words:
        return ()
    timed = _AT_HOUR.fullmatch(typed.strip())
    if timed and (lines := _write_arrival(timed["said"], context)):
        hour = f"{timed['hour']}{timed['half'] or ' o’clock'}"
        return (*lines, f"it's {(timed['noon'] or hour).replace('midday', 'noon')}")
    if whole := _write_arrival(typed.strip(" .!"), context):
        return whole
    for joint in reversed([*_JOINT.finditer(typed)]):
        arrival, then = typed[: joint.start()], typed[joint.end() :]
        lines = _write_arrival(arrival, context)
        if lines and _GOING_IN.fullmatch(then):
            return (*lines, f"zoom exploration {lines[0]}")
        if lines and find_only_command_word(then, context) not in _SAID_BESIDES:
            return (*lines, then)
    return ()


def _write_arrival(said: str, context: Context) -> tuple[str, ...]:
    """The lines of an arrival that is told alone; that of the place alone, where it is another than
    that of the journey."""
    campaign = context.campaign
    turns = campaign.turns
    if turns and turns[-1].type == "exploration":
        return ()
    waiting = len(campaign.open_matters.unresolved_actions)
    declared = [*campaign.innermost_turn.declared.values()] if turns else []
    action = declared[0] if len(declared) == 1 and waiting == 1 else ""
    journey = _find_goal_of_journey(action, context)
    goal = journey if compile_named_pattern("journey ended").fullmatch(said) else ""
    if named := _ARRIVED.fullmatch(said):
        goal = _find_goal(named["goal"], journey, context)
    settlements = [each.id for each in list_nameable_settlements(context)]
    if _GOING_INTO.search(said) and goal not in settlements:
        return ()  # into a dungeon they go in other Turns
    if not goal or not (journey or not waiting):
        return ()
    outcome = f"done {said.removeprefix('done, ')}"
    return (f"at {goal}", outcome) if goal == journey else (f"at {goal}",)


def _find_goal_of_journey(action: str, context: Context) -> str:
    """The place to which what is declared leads; "" for no journey to one."""
    declared = _JOURNEY.fullmatch(action)
    return _find_place(declared["goal"], list_nameable_sites(context)) if declared else ""


def _find_goal(named: str, journey: str, context: Context) -> str:
    """The place or Settlement that is named; for `village` and its like the Settlement of the
    journey, or else the only one of that type. "" for none, and for one of several."""
    settlements = list_nameable_settlements(context)
    if named.casefold() not in SETTLEMENT_TYPES:
        return _find_place(named, list_nameable_sites(context))
    if journey in [each.id for each in settlements]:
        return journey
    of_type = [each.id for each in settlements if each.type == named.casefold()]
    return of_type[0] if len(of_type) == 1 and not journey else ""


def _find_place(name: str, places: Sequence[Site | Settlement]) -> str:
    """The only place of a name, or of the start of one; "" for none and for several."""
    try:
        return find_one_by_name("place", name, places).id
    except Refusal:
        return ""
