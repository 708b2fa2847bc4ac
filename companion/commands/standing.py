"""What the Company is to others, at the prompt: bond, court."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.dispositions import disposition_of, known_by, meeting, settled
from companion.commands.factions import with_faction
from companion.commands.names import errant_names, find_errant
from companion.commands.npcs import npc_report
from companion.commands.people_meant import (
    factions_known,
    find_faction,
    find_npc,
    first_named,
    is_faction,
    is_npc,
    npc_named_first,
    npcs_known,
    take_named,
)
from companion.commands.reports import BondReport, BondStep, CourtReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.typed_faces import dice_for
from companion.errant.errants import Errant
from companion.errant.favours import NEUTRAL, called, court, favours, gained_with_the_faction
from companion.errant.reaction import LEAST, MOST, clamped, guides_modifier
from companion.errant.world import Faction, Npc
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean
from companion.words.options import (
    Arguments,
    number_between,
    take_faces,
    take_flag,
    take_signed,
    whole_number,
)


@WORDS.command(
    "bond",
    subject="people",
    usage="bond NPC [ERRANT [N|±N|off]]",
    summary="What an Errant and an NPC are to one another, from 2 (bitter foes) to 12 "
    "(confidantes): it is the disposition of that NPC where the Errant is there. Without a number, "
    "what it is; without an Errant, all that is known of the NPC.",
    examples=("bond ysolde corvin 9", "bond ysolde corvin +1", "bond ysolde corvin", "bond ysolde"),
    completes=("npc", "person", "modifier"),
)
def bond_word(sitting: Sitting) -> Ruling:
    """Set or tell a bond."""
    campaign = sitting.campaign
    whom, arguments = npc_named_first(sitting, sitting.arguments)
    who, rest = first_named(arguments, campaign.errants, errant_names)
    if not whom or len(rest) > 1:
        raise Malformed("A bond is between an NPC and an Errant.", "Try: bond ysolde corvin 9")
    npc = find_npc(sitting, whom)
    if not who:
        return Ruling(campaign, npc_report(campaign, "told", (npc,)))
    errant = _person(campaign, who)
    before = npc.bonds.get(errant.id)
    if not rest:
        return Ruling(campaign, _bond_report(campaign, npc, errant, "told", before))
    off = rest[0].casefold() == "off"
    score = None if off else _score(_begins_at(campaign, npc, errant), rest[0])
    after = _bound(campaign, npc, errant, score)
    report = _bond_report(campaign, after, errant, "off" if off else "set", before)
    waits = after.in_negotiation and known_by(campaign, after) is not None
    later = (f"A Negotiation goes on: it counts from the next react {npc.id}.",) if waits else ()
    return Ruling(campaign.with_npc(after), report, warnings=later)


def _person(campaign: Campaign, name: str) -> Errant:
    errant = find_errant(campaign, name)
    if not errant.is_person:
        raise Impossible(f"{errant.name} has no bonds.", "Errants and Retainers do.")
    return errant


def _begins_at(campaign: Campaign, npc: Npc, errant: Errant) -> int:
    """What a bond moves from: itself, or where nobody has spoken of it their disposition."""
    if errant.id in npc.bonds:
        return npc.bonds[errant.id]
    disposition = disposition_of(campaign, npc)
    return NEUTRAL if disposition is None else disposition


def _bond_report(
    campaign: Campaign, npc: Npc, errant: Errant, step: BondStep, before: int | None
) -> BondReport:
    bond = npc.bonds.get(errant.id)
    worth = favours(bond) if bond is not None else None
    faction = next((each for each in campaign.world.factions if each.id == npc.faction), None)
    pull = gained_with_the_faction(bond or 0) - gained_with_the_faction(before or 0)
    return BondReport(
        npc=npc.id,
        name=npc.name,
        errant=errant.id,
        step=step,
        bond=bond,
        called="" if bond is None else called("bond", bond),
        free=worth.free if worth else None,
        at_a_cost=worth.at_a_cost if worth else None,
        faction=faction.id if faction and pull > 0 else "",
        pull=pull if faction and pull > 0 else 0,
    )


def _bound(campaign: Campaign, npc: Npc, errant: Errant, score: int | None) -> Npc:
    """The NPC with this bond, or none, and disposed as it says."""
    bonds = {each: bond for each, bond in npc.bonds.items() if each != errant.id}
    if score is not None:
        bonds[errant.id] = score
    bound = replace(npc, bonds=dict(sorted(bonds.items())))
    return settled(campaign, bound, known_by(campaign, npc))


def _score(before: int, typed: str) -> int:
    if typed[0] in "+-":
        return clamped(before + whole_number(typed, what="bond"))
    return number_between(typed, LEAST, MOST, what="bond")


@WORDS.command(
    "court",
    subject="people",
    usage="court NPC by ERRANT up|down [±N] [=FACE,FACE] | "
    "court FACTION [by ERRANT] up|down [±N] [=FACE,FACE]",
    summary="An action of a Downtime Turn: try to move a bond, or the Company's reputation, by 1. "
    "2D6 and what the Guide adds: 10 and more moves it, 7 to 9 asks a task first, less does "
    "nothing. A bond nobody has spoken of begins at their disposition.",
    examples=("court ysolde by corvin up +1 =5,5", "court harl by bree down"),
    completes=("npc or faction", "courting…"),
)
def court_word(sitting: Sitting) -> Ruling:
    """Try to be liked, or disliked."""
    by_hand, arguments = take_faces(sitting.arguments)
    signed, rest = take_signed(arguments)
    way, rest = take_flag(rest, "up", "down")
    if not rest or way is None:
        who = " ".join(rest) or "ysolde by corvin"
        raise Malformed("Court whom, up or down?", f"Try: court {who} {way or 'up'}")
    courted = _courted(sitting, rest, way)
    _must_be_downtime(sitting)
    modifier = guides_modifier(sum(signed), forced=sitting.forced)
    with dice_for(sitting, "reaction", by_hand, 2) as dice:
        rolled = court(dice, modifier)
    step = 1 if way == "up" else -1
    score = clamped(courted.score + step) if rolled.result == "changes" else courted.score
    after = _moved(sitting, courted, score if rolled.result == "changes" else None)
    report = CourtReport(
        npc=courted.of.id if isinstance(courted.of, Npc) else "",
        faction="" if isinstance(courted.of, Npc) else courted.of.id,
        name=courted.of.name,
        errant=courted.by.id if courted.by else "",
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=modifier,
        total=rolled.total,
        result=rolled.result,
        step=step,
        before=courted.score,
        after=score,
        called=called("bond" if isinstance(courted.of, Npc) else "reputation", score),
    )
    return Ruling(after, report, outcome=f"{rolled.total} {rolled.result}", secret=True)


def _must_be_downtime(sitting: Sitting) -> None:
    """That there is a month for it. Impossible else, unless the Guide insists."""
    turns = sitting.campaign.turns
    if sitting.forced or (turns and turns[-1].type == "downtime"):
        return
    way = "Leave the open Turns (out), then zoom downtime." if turns else "Try: zoom downtime."
    raise Impossible("Courting is an action of a Downtime Turn.", way, overrulable=True)


class _Courted(NamedTuple):
    """Whose favour is courted by whom, and where it stands: an NPC by an Errant, or a Faction."""

    of: Npc | Faction
    by: Errant | None
    score: int


def _courted(sitting: Sitting, typed: Arguments, way: str) -> _Courted:
    campaign = sitting.campaign
    who, rest = take_named(typed, "by", campaign.errants, errant_names)
    if who is None:
        named, more = npc_named_first(sitting, rest)
        if more and is_npc(sitting, named):
            who, rest = " ".join(more), (named,)
    by, name = _person(campaign, who) if who else None, " ".join(rest)
    if not is_npc(sitting, name) and not is_faction(sitting, name):
        known = [npc.id for npc in npcs_known(sitting)]
        known += [faction.id for faction in factions_known(sitting)]
        raise Unknown(f"There is no NPC and no Faction «{name}».", did_you_mean(name, known))
    if is_npc(sitting, name):
        npc = find_npc(sitting, name)
        if by is None:
            raise Malformed("Whose bond is to move?", f"Try: court {npc.id} by bree {way}")
        return _Courted(npc, by, _begins_at(campaign, npc, by))
    faction = find_faction(sitting, name)
    return _Courted(faction, by, NEUTRAL if faction.reputation is None else faction.reputation)


def _moved(sitting: Sitting, courted: _Courted, score: int | None) -> Campaign:
    """What came of it, if anything did; who is courted openly is met."""
    of, campaign = courted.of, sitting.campaign
    if isinstance(of, Npc):
        assert courted.by is not None
        moved = of if score is None else _bound(campaign, of, courted.by, score)
        return campaign.with_npc(meeting(sitting, moved))
    of = of if score is None else replace(of, reputation=score)
    return with_faction(campaign, replace(of, met=of.met or not sitting.secretly))
