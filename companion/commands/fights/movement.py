"""Answers `walk`: movement in a fight (Initiative Turns, Speed & Movement; procedures 1.5)."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    explain_excess_action,
    find_combatant,
    record_action,
    require_unsurprised,
)
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.fight_command import describe_excess_action, get_fight_distance_unit
from companion.commands.fights.scene_and_surprise import find_fight_ground
from companion.commands.handler_result import Ruling
from companion.commands.harm.hp_and_wounds_for_reports import warn_of_hindering_wounds
from companion.errant.company import Errant
from companion.errant.movement import (
    MAX_MOVEMENT_DICE,
    MOVEMENT_SIDES,
    count_movement_dice,
    measure_free_shift,
    measure_movement_roll,
    parse_npc_movements,
)
from companion.errant.names_to_type import quote_typed_name
from companion.errant.packs.slots import compute_spd_under_load
from companion.grammar.argument_kinds.fights.foes import Person
from companion.grammar.argument_kinds.places import require_guide_seat
from companion.grammar.context import Context
from companion.grammar.name_matching import require_present_and_able_errant
from companion.refusal import Impossible, Malformed
from companion.reports.fights import WalkReport


class Pace(NamedTuple):
    """How somebody moves: their movement dice, the mount or vehicle that they `ride` by name, and
    the way, "" on foot."""

    dice: int
    rides: str = ""
    way: str = ""


def find_movement_pace(campaign: Campaign, person: Person, way: str = "") -> Pace:
    """How somebody moves: by their own SPD, by that of what they ride, or by their MV. Raises
    Impossible for an NPC whose MV nobody has said, or who cannot move that way."""
    if isinstance(person, Errant):
        bearer = campaign.get_errant(person.rides) if person.rides else person
        dice = count_movement_dice(compute_spd_under_load(campaign.errants, bearer))
        return Pace(dice, bearer.name if person.rides else "", way)
    if not person.mv:
        raise Impossible(
            f"Nobody has said what the MV of {person.name} is.",
            f"Try: npc {quote_typed_name(person)} mv 1",
        )
    movements = parse_npc_movements(person.mv)
    if not way:
        return Pace(movements[0].dice, way=movements[0].way)
    found = [each for each in movements if each.way.startswith(way[:3])]
    if not found:
        raise Impossible(
            f"{person.name} has MV {person.mv}.", f"Try: walk {quote_typed_name(person)}"
        )
    return Pace(found[0].dice, way=found[0].way)


def move_in_fight(
    context: Context,
    person: Person,
    shift: str | None,
    way: str | None,
    terrain: int | None,
    dice: int | None,
) -> Ruling:
    """Make a movement roll, or take the free shift. A roll after a shift, and a shift after a roll,
    is refused in one Turn, unless forced; what is more than a Turn allows is pointed out."""
    campaign = context.campaign
    if isinstance(person, Errant):
        require_present_and_able_errant(person, forced=context.is_forced)
    pace = find_movement_pace(campaign, person, way or "")
    number = pace.dice + (dice or 0)
    if not 0 <= number <= MAX_MOVEMENT_DICE:
        raise Malformed(
            f"{number} are no movement dice.",
            f"{person.name} has {pace.dice}; at most {MAX_MOVEMENT_DICE}.",
        )
    ground, rating = find_fight_ground(campaign), terrain or 0
    report = WalkReport(
        who=person.id,
        name=person.name,
        dice=number,
        faces=(),
        entered=False,
        terrain=rating,
        ground=ground,
        is_shift=shift is not None,
        distance=None,
        shift=measure_free_shift(number, rating),
        rides=pace.rides,
        way=pace.way,
        apart=_find_distance_of_sides(campaign, person),
    )
    if context.is_asking:
        if not isinstance(person, Errant):
            require_guide_seat(
                context,
                "How fast they are the Guide knows.",
                f"Try: walk {quote_typed_name(person)}",
            )
        return Ruling(campaign, report)
    require_unsurprised(campaign, person, forced=context.is_forced)
    combatant = find_combatant(campaign, person.id)
    moved = combatant.moved if combatant else ""
    if shift is not None:
        return _take_free_shift(context, person, report, moved)
    if moved == "shift":
        context.refuse_unforced(f"{person.name} has shifted in this Turn.")
    cost = 0 if pace.rides and not moved else 1
    with make_dice_face_source(context, "movement", number) as source:
        faces = tuple([source.face(MOVEMENT_SIDES) for _ in range(number)])
    distance = measure_movement_roll(faces, rating)
    hindered = warn_of_hindering_wounds(campaign, person) if not pace.rides else ()
    excess = explain_excess_action(campaign, person.id, "move", cost)  # before it is recorded
    warnings = (*hindered, *describe_excess_action(person, excess))
    campaign = record_action(campaign, person.id, "move", cost)
    entered = context.faces is not None
    report = replace(report, faces=faces, entered=entered, distance=distance, free=cost == 0)
    return _build_movement_ruling(campaign, person, report, warnings)


def _find_distance_of_sides(campaign: Campaign, person: Person) -> int | None:
    """How far apart the sides are for somebody who fights; None where nobody has said."""
    fights = find_combatant(campaign, person.id) is not None
    return campaign.book.fight.distance if fights else None


def _take_free_shift(context: Context, person: Person, report: WalkReport, moved: str) -> Ruling:
    """The free shift. Raises Impossible for who has no dice."""
    if not report.dice:
        raise Impossible(f"{report.name} is too slow to shift.", f"Try: walk {report.who}")
    if moved or report.rides:
        what = {"roll": "has moved", "shift": "has shifted"}.get(moved, "rides")
        context.refuse_unforced(f"{report.name} {what} in this Turn, and cannot shift.")
    if context.faces is not None:
        raise Malformed("A shift needs no dice.", f"Try: walk {report.who} shift")
    campaign = record_action(context.campaign, person.id, "shift")
    return _build_movement_ruling(campaign, person, replace(report, distance=report.shift), ())


def _build_movement_ruling(
    campaign: Campaign, person: Person, report: WalkReport, warnings: tuple[str, ...]
) -> Ruling:
    is_hidden = not isinstance(person, Errant) and not person.met
    return Ruling(
        campaign,
        report,
        outcome=f"{report.distance} {get_fight_distance_unit(report.ground)}",
        warnings=warnings,
        secret=is_hidden,
    )
