"""Who is down in a fight without an attack, as the table says: `fight down goblins 2`."""

from companion.campaign.fights import list_standing
from companion.commands.context import Ruling, refuse_secret
from companion.commands.fights.combatants import drop_combatant
from companion.commands.fights.roster import build_fight_report
from companion.errant.harm import list_heads, with_heads
from companion.errant.naming import type_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.kinds.fights import Leaving
from companion.refusal import Impossible, join_words


def bring_down(context: Context, leaving: Leaving) -> Ruling:
    """An NPC has no HP left, or some of a group have none. Whose HP nobody has said fights no
    longer. Raises Impossible for one of the Company, and for who is down already."""
    refuse_secret(context, "Who fights")
    campaign, who = context.campaign, leaving.person
    if not isinstance(who, Npc):
        name = type_name(who)
        way = f"Try: hurt {name} 7, or hp {name} 0"
        raise Impossible(f"{who.name} is one of the Company, and has a save.", way)
    standing = list_standing(campaign, who)
    felled = tuple(each for each in leaving.numbers or standing if each in standing)
    named = who.name
    if leaving.numbers:
        named = f"{who.name} {join_words(map(str, felled or leaving.numbers))}"
    if not felled:
        raise Impossible(f"{named} does not fight.", "Who fights: fight")
    if not (heads := list_heads(who)):
        return drop_combatant(context, leaving)
    left = tuple(0 if at in felled else hp for at, hp in enumerate(heads, 1))
    campaign = campaign.with_npc(with_heads(who, left))
    return Ruling(campaign, build_fight_report(campaign, "fell", (named,)))
