"""A fight: who is in it, on which side, how far off, who acts first, and what each did in this
Initiative Turn (Initiative Turns; procedures 1.1 to 1.4)."""

from collections.abc import Collection, Iterable
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.audience import Public, Secret
from companion.dice.face_sources import Faces
from companion.errant.turns.turns import TurnCount

Ground: TypeAlias = Literal["enclosed", "open"]
"""Distances are in feet where it is enclosed, in yards in the open."""
Side: TypeAlias = Literal["company", "others"]
NoneOrSide: TypeAlias = Literal["", "company", "others"]
Pace: TypeAlias = Literal["", "quick", "slow"]
Parity: TypeAlias = Literal["odd", "even"]
Action: TypeAlias = Literal["attack", "cast", "move", "shift", "other"]
"""What somebody does in a Turn. A Sorcery and a Miracle are both cast; a shift is free."""
MAX_DISTANCE = 10_000
MAX_GROUP = 100_000
"""The highest number of one of a group."""
_Actions: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Numbers: TypeAlias = tuple[Annotated[int, Meta(ge=1, le=MAX_GROUP)], ...]
"""Numbers of some of a group."""


class Combatant(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Somebody who fights, or a group, by the id of an Errant or an `npc`.

    They `act` quickly or slowly, "" where nobody has said. `taken` are the actions of this Turn so
    far, `attacked` and `cast` how many of them may be done once only, `moved` how they have moved.
    `rolls_left` are Attack Rolls of an action that they have begun. `granted` are actions that
    others' dice gave them and they have not used yet, `used` those they have attacked with in this
    Turn. Those `gone` are the numbers of a group who have left the fight. What a gambit did to them
    they `suffer` until it is cleared, by the number of one of a group, "0" where none was named.
    Their Morale is `broken` if its last roll was above it. Of a group, `attackers` are the numbers
    of those who have attacked in this Turn, `answered` those who did so with a granted action, and
    `ready` those who still may. It is `told` what daylight does to them, once a Turn.
    """

    id: Public[str] = ""
    npc: Public[bool] = False
    side: Public[Side]
    acts: Public[Pace] = ""
    taken: Public[_Actions] = 0
    attacked: Public[_Actions] = 0
    cast: Public[_Actions] = 0
    rolls_left: Public[_Actions] = 0
    moved: Public[Literal["", "roll", "shift"]] = ""
    granted: Public[_Actions] = 0
    used: Public[_Actions] = 0
    gone: Public[Numbers] = ()
    suffers: Public[dict[str, str]] = {}
    broken: Public[bool] = False
    attackers: Public[Numbers] = ()
    answered: Public[Numbers] = ()
    ready: Public[Numbers] = ()
    told: Public[bool] = False


Combatants: TypeAlias = tuple[Combatant, ...]


class Fight(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fight that is going on in the Initiative Turns.

    `first` is the side that acts first in this Turn, "" before it is rolled for; `surprised` the
    side that cannot act in it. `distance` is in feet or yards, as the `ground` says. Once a Turn
    has ended without an order, the fight `skips_order`. The distance is that of the Turn with this
    number in which it was `measured` by the Guide, 0 for the beginning.
    """

    ground: Public[Ground] = "enclosed"
    distance: Public[Annotated[int, Meta(ge=0, le=MAX_DISTANCE)] | None] = None
    first: Public[NoneOrSide] = ""
    surprised: Public[NoneOrSide] = ""
    skips_order: Public[bool] = False
    measured: Public[TurnCount] = 0


class Met(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whom the Company has met in this Turn, as the Guide rolled it: the id of an `npc`, how far
    off they are, and who is `surprised` if it comes to blows."""

    npc: Secret[str] = ""
    distance: Secret[Annotated[int, Meta(ge=0, le=MAX_DISTANCE)] | None] = None
    surprised: Secret[NoneOrSide | None] = None


class Chase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Chase in Initiative Turns: who is hunted and who hunts, by ids, and who of them has split
    `apart` and is rolled for by themselves. Of those `sprinting` in this Turn it says whether they
    succeeded."""

    fugitives: Public[tuple[str, ...]] = ()
    pursuers: Public[tuple[str, ...]] = ()
    apart: Public[tuple[str, ...]] = ()
    sprinting: Public[dict[str, bool]] = {}


def remove_from_chase(chase: Chase, gone: Collection[str]) -> Chase:
    """The Chase without these; none without a side."""
    fugitives, pursuers, apart = (
        tuple(each for each in ids if each not in gone)
        for ids in (chase.fugitives, chase.pursuers, chase.apart)
    )
    if not (fugitives and pursuers):
        return Chase()
    sprinting = {who: ends for who, ends in chase.sprinting.items() if who not in gone}
    return Chase(fugitives=fugitives, pursuers=pursuers, apart=apart, sprinting=sprinting)


ACTIONS_A_TURN = 2
"""Of somebody who acts slowly; quickly it is 1."""


def clear_turn_ledger(combatant: Combatant) -> Combatant:
    """The combatant as a Turn begins: nothing is said or done in it yet."""
    return Combatant(
        id=combatant.id,
        npc=combatant.npc,
        side=combatant.side,
        gone=combatant.gone,
        suffers=combatant.suffers,
        broken=combatant.broken,
    )


def record_action(combatant: Combatant, action: Action, cost: int = 1) -> Combatant:
    """The combatant after an action, which may cost more than one, or none as a rider's movement
    roll. A granted action is used up first: it is outside the ledger (R8)."""
    if action == "shift":
        return replace(combatant, moved="shift")
    moved = "roll" if action == "move" else combatant.moved
    if combatant.granted and cost:
        ready = combatant.ready[: combatant.granted - 1]
        return replace(combatant, granted=combatant.granted - 1, ready=ready, moved=moved)
    return replace(
        combatant,
        taken=min(100, combatant.taken + cost),
        attacked=min(100, combatant.attacked + (action == "attack")),
        cast=min(100, combatant.cast + (action == "cast")),
        moved=moved,
    )


def spend_attack_rolls(
    combatant: Combatant, rolls: int, of_an_action: int, numbers: Numbers = ()
) -> Combatant:
    """The combatant after Attack Rolls, of which an action has so many; of a group, by those with
    these numbers. Each granted action is one of them; the others are what is left of an action
    begun, and then those of new ones."""
    ready, answering = list(combatant.ready), list[int]()
    for number in numbers:
        if number in ready:
            ready.remove(number)
            answering.append(number)
    nameless = combatant.granted - len(combatant.ready)
    freely = min(rolls, len(answering) + nameless)
    begun = min(combatant.rolls_left, rolls - freely)
    more = rolls - freely - begun
    actions = -(-more // of_an_action)
    return replace(
        combatant,
        granted=combatant.granted - freely,
        used=min(100, combatant.used + freely),
        taken=min(100, combatant.taken + actions),
        attacked=min(100, combatant.attacked + actions),
        rolls_left=min(100, combatant.rolls_left - begun + actions * of_an_action - more),
        attackers=_merge_numbers(combatant.attackers, [n for n in numbers if n not in answering]),
        answered=_merge_numbers(combatant.answered, answering),
        ready=tuple(ready),
    )


def _merge_numbers(numbers: Numbers, more: Iterable[int]) -> Numbers:
    return tuple(sorted({*numbers, *more}))


def grant_action_to_member(combatant: Combatant, number: int = 0) -> Combatant:
    """The combatant with an action that somebody's dice gave them, to be used at once; of a group,
    the one with this number."""
    ready = (*combatant.ready, number) if number else combatant.ready
    return replace(combatant, granted=min(100, combatant.granted + 1), ready=ready)


def drop_actions_of_fallen_members(combatant: Combatant, standing: Collection[int]) -> Combatant:
    """The group without the granted actions of those who stand no longer."""
    ready = tuple(number for number in combatant.ready if number in standing)
    lost = len(combatant.ready) - len(ready)
    return replace(combatant, ready=ready, granted=combatant.granted - lost) if lost else combatant


def pick_attackers_of_group(
    combatant: Combatant, standing: Numbers, many: int, *, at_once: bool = False
) -> Numbers:
    """So many of a group who attack where no number is said: those who have yet to attack, then
    those who may act once more, then the others. Who acts `at_once` comes first."""
    done = {*combatant.attackers, *combatant.answered}
    yet = tuple(number for number in standing if number not in done)
    first = (*combatant.ready, *yet) if at_once else (*yet, *combatant.ready)
    return tuple(sorted(tuple(dict.fromkeys((*first, *standing)))[:many]))


_PRONOUNS = (" it", " him", " her", " them")


def add_gambit_effect_to_target(combatant: Combatant, number: int, purpose: str) -> Combatant:
    """The combatant after a gambit that worked: of a group, the one with this number."""
    for pronoun in _PRONOUNS:
        purpose = purpose.removesuffix(pronoun)
    key = str(number)
    told = [each for each in combatant.suffers.get(key, "").split(", ") if each]
    return replace(
        combatant, suffers={**combatant.suffers, key: ", ".join(dict.fromkeys((*told, purpose)))}
    )


def clear_gambits(combatant: Combatant, numbers: Collection[int]) -> Combatant:
    """The combatant without what gambits did to them, or to those of a group with these numbers."""
    keys = {str(number) for number in numbers}
    left = {key: what for key, what in combatant.suffers.items() if keys and key not in keys}
    return replace(combatant, suffers=left)


Excess: TypeAlias = Literal["", "actions", "twice"]
"""More than a Turn allows: too many actions, or a second Attack Roll, Sorcery or Miracle."""


def explain_excess_action_of_combatant(
    combatant: Combatant, action: Action, heads: int = 1, cost: int = 1
) -> Excess:
    """What is too much in an action of somebody, or of a group of so many; it is pointed out and
    not refused. A granted action never is."""
    if action == "shift" or combatant.granted or not cost:
        return ""
    if action in ("attack", "cast") and combatant.attacked + combatant.cast >= heads:
        return "twice"
    allowed = 1 if combatant.acts == "quick" else ACTIONS_A_TURN
    return "actions" if combatant.taken + cost > allowed * heads else ""


def explain_excess_attack_rolls(
    combatant: Combatant, rolls: int, heads: int = 1, of_an_action: int = 1
) -> Excess:
    """What is too much in so many Attack Rolls of somebody, or of a group of so many, each with so
    many `of_an_action`. Those of a granted action, and what is left of one that is begun, never
    are."""
    more = rolls - combatant.granted - combatant.rolls_left
    if more <= 0:
        return ""
    actions = -(-more // of_an_action)
    if heads > 1 and combatant.attacked + combatant.cast + actions > heads:
        return "twice"
    return explain_excess_action_of_combatant(replace(combatant, granted=0), "attack", heads)


DISTANCE_SIDES = SURPRISE_SIDES = ORDER_SIDES = 6


def roll_combat_distance(dice: Faces) -> int:
    """The combat distance, in feet or yards: D6 times 10."""
    return 10 * dice.face(DISTANCE_SIDES)


NPCS_SURPRISE_TO = 2
"""The highest face with which NPCs surprise; a gelatinous cube does up to 4."""
COMPANY_SURPRISES_FROM = 5


def decide_surprise(
    face: int, *, company: bool = True, others_to: int = NPCS_SURPRISE_TO
) -> NoneOrSide:
    """The side that is surprised by a D6. The others surprise with faces up to `others_to`; where
    the `company` cannot surprise anybody here, its faces are nobody's (R6)."""
    if face <= others_to:
        return "company"
    if face >= COMPANY_SURPRISES_FROM:
        return "others" if company else ""
    return ""


def decide_first_side(call: Parity, faces: tuple[int, int]) -> Side:
    """Who acts first: the Company if the sum of both dice is as it called."""
    is_odd = sum(faces) % 2 == 1
    return "company" if is_odd == (call == "odd") else "others"


def list_action_order(first: Side) -> tuple[tuple[Side, Pace], ...]:
    """The four steps of a Turn: both sides quickly, then both slowly, the winners first."""
    second: Side = "others" if first == "company" else "company"
    return ((first, "quick"), (second, "quick"), (first, "slow"), (second, "slow"))
