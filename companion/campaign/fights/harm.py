"""Harm to whoever is in a campaign: HP, wounds, death, and the pack that the dead leave (Initiative
Turns, Hit Protection & Damage, Death & Dying; procedures 1.11 to 1.13)."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import list_numbers_gone_from_fight
from companion.dice.face_sources import Faces
from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm import harm as rules
from companion.errant.harm.harm import Harm
from companion.errant.harm.harm_happenings import Killed
from companion.errant.harm.wounds import FIRST_ROW_BEYOND
from companion.errant.names_to_type import quote_typed_name
from companion.errant.turns.timers import HARM_KINDS
from companion.errant.world import Npc
from companion.refusal import Impossible
from companion.values_with_ids import make_free_slug

_AILMENTS = (*HARM_KINDS, "wound", "condition")


def apply_harm(
    campaign: Campaign, who: Errant | Npc, harm: Harm, dice: Faces, *, number: int = 0
) -> tuple[Campaign, Happenings]:
    """Harm somebody, or the one of a group with this `number`; without one it is the most hurt.
    `dice` are those of a Saving Throw and of a wound. Raises Impossible for who has no HP, or none
    left to be beaten of."""
    if isinstance(who, Npc):
        return _harm_npc(campaign, who, harm, number)
    require_known_hp(who)
    book = campaign.book
    done = rules.suffer_harm(
        who,
        book.effects,
        harm,
        dice,
        campaign.turns,
        can_take_wounds=can_take_wounds(campaign, who),
        repeat=book.rules.wounds.repeat,
    )
    campaign = campaign.with_errant(done.errant).with_effects(done.effects)
    if not done.deadly_row:
        return campaign, done.happened
    campaign, killed = kill_errant(
        campaign, done.errant, is_beyond=done.deadly_row >= FIRST_ROW_BEYOND
    )
    return campaign, (*done.happened, *killed)


def can_take_wounds(campaign: Campaign, errant: Errant) -> bool:
    """True for an Errant; for a Retainer as the house has it."""
    is_henchman = errant.kind == "retainer" and campaign.book.rules.henchmen_wounds
    return errant.kind == "errant" or is_henchman


def require_known_hp(errant: Errant) -> None:
    """Raises Impossible for a thing, and for an animal whose HP nobody has said."""
    if rules.has_tracked_hp(errant):
        return
    if errant.kind == "animal":
        raise Impossible(
            f"Nobody has said how much HP {errant.name} has.",
            f"Try: hp {quote_typed_name(errant)} 12",
        )
    raise Impossible(f"{errant.name} has no HP.")


def build_unknown_hp_refusal(npc: Npc) -> Impossible:
    """The refusal of what needs the HP of an NPC, where nobody has said how much it is."""
    way = f"Try: hp {quote_typed_name(npc)} 6"
    return Impossible(f"Nobody has said how much HP {npc.name} has.", way)


def _harm_npc(campaign: Campaign, npc: Npc, harm: Harm, number: int) -> tuple[Campaign, Happenings]:
    """Harm the NPC, or of a group the one with this `number`. Raises Impossible."""
    if npc.hp_max is None and not npc.hp:
        raise build_unknown_hp_refusal(npc)
    try:
        head = rules.choose_struck_member(npc, number, list_numbers_gone_from_fight(campaign, npc))
    except IndexError:
        raise Impossible(
            f"{npc.name} {number} is none of them.",
            "Without a number it is the most hurt.",
            typed=str(number),
            instead=("",),
        ) from None
    except ValueError:
        which = f"{npc.name} {number}" if number else npc.name
        numbered = f"{quote_typed_name(npc)} {number}" if number else npc.id
        raise Impossible(f"{which} is beaten already.", f"To raise them: hp {numbered} 1") from None
    after, happened = rules.hurt_npc(npc, harm, head)
    return campaign.with_npc(after), happened


def kill_errant(
    campaign: Campaign, errant: Errant, *, is_beyond: bool = False
) -> tuple[Campaign, Happenings]:
    """Let somebody die: all they carried lies where they are, and what ailed them is over."""
    effects = tuple(
        each
        for each in campaign.book.effects
        if each.errant != errant.id or each.kind not in _AILMENTS
    )
    dead = replace(errant, dead=True, out_of_action=False, rides="")
    company = campaign.errants
    stash_id = ""
    if dead.items or dead.coins or dead.supply:
        stash_id = make_free_slug(f"stash {errant.id}", {each.id for each in company})
        stash = Errant(
            id=stash_id,
            name=f"Stash of {errant.name}",
            kind="stash",
            at=campaign.place_here,
            supply=dead.supply,
            items=tuple(replace(i, lit=False) if i.lit else i for i in dead.items),
        ).with_purse(dead.purse)
        dead = replace(dead, items=(), supply=0, pennies=0, shillings=0, guilders=0)
        company = tuple(sorted((*company, stash), key=lambda each: each.id))
    campaign = campaign.with_company(company).with_effects(effects).with_errant(dead)
    return campaign, (Killed(errant.id, is_beyond, stash_id),)
