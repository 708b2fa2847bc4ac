"""Who runs in a Chase, and their movement rolls (procedures 1.18)."""

from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import find_combatant, list_combatants
from companion.commands.fights.movement import find_movement_pace
from companion.dice.face_sources import Faces as Dice
from companion.errant.chases import Role, has_two_fours
from companion.errant.company import Errant
from companion.errant.harm.harm import is_beaten
from companion.errant.movement import MAX_MOVEMENT_DICE, MOVEMENT_SIDES
from companion.errant.packs.slots import can_act
from companion.grammar.argument_kinds.fights.foes import Person
from companion.reports.chases import ChaseRoll


class Runner(NamedTuple):
    """Who makes a movement roll, and with how many dice."""

    role: Role
    person: Person
    dice: int
    apart: bool = False


def can_run_in_chase(who: Person) -> bool:
    """True for whoever is here and neither beaten nor unable to do anything."""
    if isinstance(who, Errant):
        return who.is_present and can_act(who) and not who.out_of_action
    return not is_beaten(who)


def has_rolled_movement_this_turn(campaign: Campaign, who: str) -> bool:
    """True for somebody who made a movement roll in this Turn of the fight."""
    combatant = find_combatant(campaign, who)
    return combatant is not None and combatant.moved == "roll"


def list_chase_runners(campaign: Campaign, role: Role) -> list[Runner]:
    """Those of a side who can run."""
    chase = campaign.book.chase
    people = {combatant.id: person for combatant, person in list_combatants(campaign)}
    return [
        Runner(
            role, people[each], _count_movement_dice(campaign, people[each]), each in chase.apart
        )
        for each in getattr(chase, role)
        if each in people and can_run_in_chase(people[each])
    ]


def find_slowest_chase_runner(campaign: Campaign, role: Role) -> Runner | None:
    """The runner who rolls for a side: the slowest of those who are together; None if nobody is."""
    together = [each for each in list_chase_runners(campaign, role) if not each.apart]
    return min(
        together, key=lambda each: find_movement_pace(campaign, each.person).dice, default=None
    )


def _count_movement_dice(campaign: Campaign, person: Person) -> int:
    """The movement dice of somebody, doubled in a sprint; none if it failed."""
    dice = find_movement_pace(campaign, person).dice
    sprints = campaign.book.chase.sprinting.get(person.id)
    if sprints is None:
        return dice
    return min(MAX_MOVEMENT_DICE, 2 * dice) if sprints else 0


def roll_chase_movement(runner: Runner | None, dice: Dice, role: Role = "fugitives") -> ChaseRoll:
    """Roll the movement dice of a side's runner; without a runner the side moves nowhere."""
    if runner is None:
        return ChaseRoll(role, "", "", (), 0, False)
    faces = tuple([dice.face(MOVEMENT_SIDES) for _ in range(runner.dice)])
    return ChaseRoll(
        role=runner.role,
        who=runner.person.id,
        name=runner.person.name,
        faces=faces,
        total=sum(faces),
        lucky=has_two_fours(faces),
        apart=runner.apart,
    )
