"""Whom the Company meets, at the prompt: encounter rolls the table of the place, how many they are,
how far off, who is surprised and, where they talk, how they take to the Company (procedures 1.1,
1.2)."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import asdict, replace

from companion.campaign.campaign import Campaign
from companion.commands.dice_for_handlers import make_dice_face_source
from companion.commands.fights.joining_and_leaving import make_foe_npc
from companion.commands.fights.scene_and_surprise import (
    decide_encounter_surprise,
    find_fight_ground,
)
from companion.commands.handler_result import Ruling
from companion.commands.people.reactions_and_morale import roll_reaction_unless_known
from companion.commands.tables.rolls_and_odds import (
    build_hidden_roll_report,
    is_table_for_guide_alone,
    require_unknown_encounter,
    roll_dice_or_table,
    roll_table,
    summarize_rolls_for_log,
    warn_of_mistyped_table_facts,
)
from companion.dice.face_sources import Faces, HandFaces
from companion.dice.parser import parse
from companion.dice.rolls import roll
from companion.errant.creatures import Creature, find_creature, pluralise_creature
from companion.errant.fights import SURPRISE_SIDES, Met, roll_combat_distance
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.option_and_number_parsing import TableRequest
from companion.refusal import Refusal
from companion.reports.fights import EncounterReport, MeetingReport
from companion.reports.npcs_and_factions import ReactionReport


class _Meeting(NamedTuple):
    """The campaign in which somebody is met, whoever that is, and what is wrong with the row."""

    campaign: Campaign
    npc: Npc | None
    warnings: tuple[str, ...] = ()


def roll_encounter(context: Context, request: TableRequest) -> Ruling:
    """Roll for whom the Company meets, and all that a fight or a talk begins with. Several times,
    only the table. Faces by hand are the table's, of how many they are, the distance, the surprise
    and the Reaction; the companion rolls what is not typed."""
    require_unknown_encounter(context)
    if request.times > 1:
        return roll_dice_or_table(context, request)
    hidden = build_hidden_roll_report(context, request.table)
    table, stream = context.streams.stream("table"), context.streams.stream("encounter")
    by_hand = None if context.faces is None else HandFaces(context.faces, then=table)
    campaign, (rolled,) = roll_table(context, request, dice=by_hand)
    typed = len(context.faces or ())
    dice: Faces = by_hand if by_hand is not None and by_hand.used_count < typed else stream
    data = rolled.data or {}
    met = _make_npc_of_row(context, campaign, data, rolled.values, dice)
    distance = roll_combat_distance(dice)
    face = dice.face(SURPRISE_SIDES)
    surprised = decide_encounter_surprise(context, met.npc, face)
    campaign = met.campaign.with_rolled_encounter(
        Met(npc=met.npc.id if met.npc else "", distance=distance, surprised=surprised)
    )
    reaction = None
    if met.npc is not None and data.get("talks"):
        campaign, reaction = _roll_reaction(context, campaign, met.npc, dice)
    if by_hand is not None:
        by_hand.require_no_faces_left()
    report = EncounterReport(
        **asdict(rolled),
        npc=met.npc.id if met.npc else None,
        npc_name=met.npc.name if met.npc else None,
        number=met.npc.count if met.npc else None,
        distance=distance,
        ground=find_fight_ground(campaign),
        surprised=surprised,
        surprise_face=face,
        reaction=reaction,
    )
    return Ruling(
        campaign,
        hidden or report,
        outcome=summarize_rolls_for_log((rolled,)),
        secret=is_table_for_guide_alone(context, request.table),
        warnings=(*warn_of_mistyped_table_facts(request), *met.warnings),
    )


def _make_npc_of_row(
    context: Context,
    campaign: Campaign,
    data: Mapping[str, object],
    values: Mapping[str, int | str],
    dice: Faces,
) -> _Meeting:
    """Whoever a row stands for as an NPC whom nobody has met yet: so many of a `creature`, or of
    its `kind` where they talk. No NPC for any other row."""
    kind, talks = str(data.get("kind", "")), bool(data.get("talks"))
    named = str(data.get("creature", ""))
    if not (named or (talks and kind)):
        return _Meeting(campaign, None)
    creature = find_creature(named, context.read_creatures()) if named else None
    warnings = () if creature or not named else (f"No table has a creature «{named}».",)
    count = _count_met_creatures(data, values, dice)
    npc, campaign = make_foe_npc(
        campaign, creature, _name_met_creature(creature, kind or named, count), count
    )
    return _Meeting(campaign, npc, warnings)


def _roll_reaction(
    context: Context, campaign: Campaign, npc: Npc, dice: Faces
) -> tuple[Campaign, ReactionReport]:
    """How they take to the Company, which nobody hears of yet."""
    faces = (dice.face(6), dice.face(6)) if isinstance(dice, HandFaces) else None
    hushed = context._replace(campaign=campaign, faces=faces, is_secret=True, is_forced=False)
    found = roll_reaction_unless_known(hushed, npc, ())
    return found.campaign, found.report


def _name_met_creature(creature: Creature | None, kind: str, count: int) -> str:
    if creature is None:
        return kind.replace("-", " ")
    return pluralise_creature(creature) if count > 1 else creature.name


def _count_met_creatures(
    data: Mapping[str, object], values: Mapping[str, int | str], dice: Faces
) -> int:
    """How many they are: the number that the text has as `n`, else the dice of `number`."""
    if isinstance(told := values.get("n"), int):
        return max(1, told)
    try:
        return max(1, int(roll(parse(str(data.get("number", 1))), dice).total))
    except Refusal:
        return 1


def roll_encounter_distance_or_surprise(context: Context, part: str) -> Ruling:
    """Roll the distance or the surprise of whom the Company meets, once more or by itself."""
    campaign = context.campaign
    met = campaign.book.met
    with make_dice_face_source(context, "encounter", 1) as dice:
        face = dice.face(SURPRISE_SIDES)
    if part == "distance":
        met = replace(met, distance=10 * face)
    else:
        npc = next((each for each in campaign.world.npcs if each.id == met.npc), None)
        met = replace(met, surprised=decide_encounter_surprise(context, npc, face))
    report = MeetingReport(
        npc=met.npc or None,
        distance=met.distance,
        ground=find_fight_ground(campaign),
        surprised=met.surprised,
        face=face,
        entered=context.faces is not None,
    )
    return Ruling(
        campaign.with_rolled_encounter(met), report, outcome=f"{part} {face}", secret=True
    )
