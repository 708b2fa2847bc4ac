"""Where a fight is, its ground and its light, and who is surprised by it (Initiative Turns;
procedures 1.2)."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.campaign.facts_and_decks_for_tables import find_time_of_day
from companion.errant.company import list_members_present
from companion.errant.creatures import find_creature
from companion.errant.fights import NPCS_SURPRISE_TO, Ground, NoneOrSide, decide_surprise
from companion.errant.packs.light import LightLevel, list_lit_sources, measure_light
from companion.errant.world import Npc
from companion.grammar.argument_kinds.fights.foes import Person
from companion.grammar.context import Context


def find_fight_ground(campaign: Campaign) -> Ground:
    """The ground of the fight; before one it is enclosed where the Company explores."""
    if campaign.book.combatants:
        return campaign.book.fight.ground
    explores = any(turn.type == "exploration" for turn in campaign.turns)
    return "enclosed" if explores else "open"


def is_outdoors_in_daylight(campaign: Campaign) -> bool:
    """True for what happens in the open while it is not night."""
    return find_fight_ground(campaign) == "open" and find_time_of_day(campaign.now) != "night"


SURPRISED: dict[str, NoneOrSide] = {"none": "", "npcs": "company", "company": "others"}


def decide_fight_surprise(
    context: Context,
    joined: Sequence[Person],
    said: str | None,
    face: int | None,
    *,
    may_surprise: bool,
) -> NoneOrSide:
    """The side that is surprised as a fight begins: as it was said, or as a D6 decides."""
    if face is None:
        return SURPRISED[said or "none"]
    creatures = context.read_creatures() if any(_is_creature(each) for each in joined) else ()
    found = (find_creature(each.creature, creatures) for each in joined if isinstance(each, Npc))
    others_to = max((each.surprises for each in found if each), default=NPCS_SURPRISE_TO)
    return decide_surprise(face, company=may_surprise, others_to=others_to)


def decide_encounter_surprise(context: Context, npc: Npc | None, face: int) -> NoneOrSide:
    """The side that a D6 says is surprised as the Company meets somebody; "" for nobody."""
    may_surprise = find_fight_light(context.campaign) in ("darkness", "dim")
    joined = (npc,) if npc else ()
    return decide_fight_surprise(context, joined, None, face, may_surprise=may_surprise)


def _is_creature(who: Person) -> bool:
    return isinstance(who, Npc) and bool(who.creature)


def find_fight_light(campaign: Campaign) -> LightLevel:
    """The light that the Company keeps, as far as it decides on surprise: one person alone with a
    lantern or a candle is in dim light (R7); outside, by day, it is bright without any."""
    light = measure_light(campaign.errants)
    explores = any(turn.type == "exploration" for turn in campaign.turns)
    if not explores and find_time_of_day(campaign.now) != "night":
        return "bright"
    members = list_members_present(campaign.errants)
    if len(members) == 1 and light.burn:
        kinds = {members[0].get_item(each.item).kind for each in list_lit_sources(members[0])}
        if kinds and kinds <= {"lantern", "candle"}:
            return "dim"
    return light.level
