"""Reads that the Company arrives, as `they get there by evening` and `they reach the village,
soaked`: where it is, and the outcome of the journey."""

import re

from companion.errant.world import SETTLEMENT_TYPES
from companion.grammar.argument_kinds.places import list_nameable_settlements
from companion.grammar.context import Context
from companion.grammar.name_matching import find_one_by_name
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern
from companion.refusal import Refusal

_JOURNEY = "travel to "
_ARRIVED = re.compile(
    r"(?i)(?:(?:and|so|then|ok|done|next day|the next day|at last|finally)[,:.]? )*"
    r"(?:we|they|the company|the party|everyone)(?:['’]ve| have)?"
    r"(?: all| finally| just| safely| soon)*"
    r"(?: (?:arrived? (?:at|in)|reach(?:ed)?"
    r"|(?:get|got|come|came|make it|made it) (?:to|into|back to)"
    r"|(?:walk|trudge|ride|stagger|limp|stumble|march|row|drift)(?:ed)?"
    r"(?: the (?:last|rest|final)[a-z ]*?)? into)"
    r"|(?: are|['’]re)(?: now)?(?: back)? (?:in|at))"
    r" (?:the )?(?P<goal>[a-z][\w'’ -]*?)"
    r"(?:(?:,? and|,)? (?:all )?(?:at last|finally|safe(?:ly)?|sound|soaked|drenched|dripping|wet"
    r"|tired|exhausted|weary|footsore|muddy|filthy|cold|freezing|frozen|hungry|thirsty|bedraggled"
    r"|unhurt|dry|late|early|alive|to the (?:bone|skin)|in one piece"
    r"|in the (?:rain|dark|evening|morning|snow)"
    r"|(?:at|by|before|after) (?:dusk|dawn|noon|night|nightfall|midday|evening|dark|morning)))*"
)
"""Who arrives where, and how."""


def split_arrival(typed: str, context: Context) -> tuple[str, ...]:
    """`at reedmarket` and `done they get there` while the journey there is the one action that
    waits; the first alone for a Settlement that is named, where nothing waits. Nothing for any
    other line."""
    campaign = context.campaign
    if not context.is_guide or campaign.book.combatants:
        return ()
    waiting = len(campaign.open_matters.unresolved_actions)
    declared = [*campaign.innermost_turn.declared.values()] if campaign.turns else []
    action = declared[0] if len(declared) == 1 and waiting == 1 else ""
    journey = action[len(_JOURNEY) :] if action.casefold().startswith(_JOURNEY) else ""
    said = typed.strip(" .!")
    goal = journey if compile_named_pattern("journey ended").fullmatch(said) else ""
    if named := _ARRIVED.fullmatch(said):
        goal = _find_goal(named["goal"], journey, context)
    is_settled = journey or not waiting
    if not goal or not is_settled:
        return ()
    return (f"at {goal}", f"done {said}") if journey else (f"at {goal}",)


def _find_goal(named: str, journey: str, context: Context) -> str:
    """The Settlement of this name; for `village` and its like that of the journey, or else the
    only one of the type. "" for no Settlement, and for one of several."""
    settlements = list_nameable_settlements(context)
    if named.casefold() in SETTLEMENT_TYPES:
        of_type = [each.id for each in settlements if each.type == named.casefold()]
        return journey or (of_type[0] if len(of_type) == 1 else "")
    try:
        return find_one_by_name("place", named, settlements).id
    except Refusal:
        return ""
