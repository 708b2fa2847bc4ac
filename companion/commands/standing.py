"""What the Company is to others, at the prompt: faction, bond, court."""

from typing import NamedTuple

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import errant_names, find_errant
from companion.commands.npcs import alignment_named
from companion.commands.people_meant import (
    factions_known,
    find_faction,
    find_npc,
    first_named,
    is_faction,
    is_npc,
    npc_named_first,
    take_named,
)
from companion.commands.reacting import known_by
from companion.commands.reports import (
    BondReport,
    CourtReport,
    FactionLine,
    FactionReport,
    FactionStep,
)
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.typed_faces import dice_for
from companion.errant.errants import Errant
from companion.errant.favours import called, court, favours
from companion.errant.reaction import clamped, from_2_to_12, guides_modifier
from companion.errant.world import Faction, Npc
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.options import (
    Arguments,
    take_after,
    take_faces,
    take_flag,
    take_signed,
    whole_number,
)
from companion.words.registry import alone

_NEUTRAL = 7
"""What a reputation or a bond stands at that nobody has spoken of: strangers."""


@WORDS.command(
    "faction",
    subject="people",
    usage="faction NAME [reputation N] [alignment A] [note TEXT] | faction remove NAME | faction",
    summary="People who stand together, and what the Company's reputation with them is, from 2 "
    "(hated) to 12 (loved): it is the disposition of each of them. Alone, all there are.",
    examples=('faction "The Eel Wardens" reputation 6', "faction"),
    reads=alone,
    completes=("faction", "faction field…"),
)
def faction_word(sitting: Sitting) -> Ruling:
    """Make, change, remove or list Factions."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, _report(tuple(factions_known(sitting)), "listed"))
    if arguments[0].casefold() == "remove":
        return _remove(sitting, " ".join(arguments[1:]))
    arguments, note = _split_at_note(arguments)
    reputation, rest = take_after(arguments, "reputation")
    alignment, rest = take_after(rest, "alignment")
    name = " ".join(rest)
    if not name:
        raise Malformed("Which Faction?", 'Try: faction "The Eel Wardens" reputation 6')
    factions = campaign.world.factions
    step: FactionStep = "changed" if reputation or alignment or note else "told"
    if is_faction(sitting, name):
        faction = find_faction(sitting, name)
    else:
        faction = Faction(id=free_slug(name, {each.id for each in factions}), name=name)
        factions, step = (*factions, faction), "made"
    if reputation is not None:
        score = from_2_to_12(whole_number(reputation, what="reputation"), "reputation")
        faction = replace(faction, reputation=score)
    if alignment is not None:
        faction = replace(faction, alignment=alignment_named(alignment))
    if note:
        faction = replace(faction, note=note)
    after = tuple(faction if each.id == faction.id else each for each in factions)
    return Ruling(campaign.with_factions(after), _report((faction,), step))


def _split_at_note(arguments: Arguments) -> tuple[Arguments, str]:
    """What stands before `note`, and the note, which goes on to the end of the line. Malformed for
    an empty one."""
    folded = [argument.casefold() for argument in arguments]
    if "note" not in folded[1:]:
        return arguments, ""
    at = folded.index("note", 1)
    if at + 1 == len(arguments):
        raise Malformed("Something must follow «note».", "Try: faction wardens note they owe us")
    return arguments[:at], " ".join(arguments[at + 1 :])


def _remove(sitting: Sitting, name: str) -> Ruling:
    if not name:
        raise Malformed("Which Faction is gone?", "Try: faction remove wardens")
    campaign, faction = sitting.campaign, find_faction(sitting, name)
    left = tuple(each for each in campaign.world.factions if each.id != faction.id)
    npcs = tuple(
        replace(npc, faction="") if npc.faction == faction.id else npc
        for npc in campaign.world.npcs
    )
    return Ruling(campaign.with_npcs(npcs).with_factions(left), _report((faction,), "removed"))


def _report(factions: tuple[Faction, ...], step: FactionStep) -> FactionReport:
    return FactionReport(
        step=step,
        names=tuple(each.name for each in factions),
        factions=tuple(
            FactionLine(
                each.id,
                each.name,
                each.reputation,
                "" if each.reputation is None else called("reputation", each.reputation),
                each.alignment,
                each.note,
            )
            for each in factions
        ),
    )


@WORDS.command(
    "bond",
    subject="people",
    usage="bond NPC ERRANT [N|±N|off]",
    summary="What an Errant and an NPC are to one another, from 2 (bitter foes) to 12 "
    "(confidantes): it is the disposition of that NPC where the Errant is there. Without a number, "
    "what it is.",
    examples=("bond ysolde corvin 9", "bond ysolde corvin +1", "bond ysolde corvin"),
    completes=("npc", "errant", "modifier"),
)
def bond_word(sitting: Sitting) -> Ruling:
    """Set or tell a bond."""
    campaign = sitting.campaign
    whom, arguments = npc_named_first(sitting, sitting.arguments)
    who, rest = first_named(arguments, campaign.errants, errant_names)
    if not who or len(rest) > 1:
        raise Malformed("Whose bond with whom is what?", "Try: bond ysolde corvin 9")
    npc, errant = find_npc(sitting, whom), find_errant(campaign, who)
    if not errant.is_person:
        raise Impossible(f"{errant.name} has no bonds.", "Errants and Retainers do.")
    if rest:
        score = None
        if rest[0].casefold() != "off":
            score = _score(npc.bonds.get(errant.id, _NEUTRAL), rest[0])
        npc = _bound(campaign, npc, errant, score)
        campaign = campaign.with_npc(npc)
    bond = npc.bonds.get(errant.id)
    worth = favours(bond) if bond is not None else None
    report = BondReport(
        npc=npc.id,
        name=npc.name,
        errant=errant.id,
        bond=bond,
        called="" if bond is None else called("bond", bond),
        free=worth.free if worth else None,
        at_a_cost=worth.at_a_cost if worth else None,
    )
    return Ruling(campaign, report)


def _bound(campaign: Campaign, npc: Npc, errant: Errant, score: int | None) -> Npc:
    """The NPC with this bond, or none. A bond with one of the Company who is here is what their
    disposition is, but for a Negotiation that goes on."""
    bonds = {each: bond for each, bond in npc.bonds.items() if each != errant.id}
    if score is not None:
        bonds[errant.id] = score
    npc = replace(npc, bonds=dict(sorted(bonds.items())))
    known, talk = known_by(campaign, npc), npc.negotiation
    if known is None or not known.errant or (talk is not None and not talk.ended):
        return npc
    return replace(npc, disposition=known.disposition)


def _score(before: int, typed: str) -> int:
    number = whole_number(typed, what="bond")
    return clamped(before + number) if typed[0] in "+-" else from_2_to_12(number, "bond")


@WORDS.command(
    "court",
    subject="people",
    usage="court NPC by ERRANT up|down [±N] [=FACE,FACE] | court FACTION up|down [±N] [=FACE,FACE]",
    summary="A Downtime action: try to move a bond, or the Company's reputation, by 1. 2D6 and "
    "what the Guide adds: 10 and more moves it, 7 to 9 asks a task first, less does nothing.",
    examples=("court ysolde by corvin up +1 =5,5", "court harl by bree down"),
    completes=("npc or faction", "courting…"),
)
def court_word(sitting: Sitting) -> Ruling:
    """Try to be liked, or disliked."""
    campaign = sitting.campaign
    by_hand, arguments = take_faces(sitting.arguments)
    signed, rest = take_signed(arguments)
    way, rest = take_flag(rest, "up", "down")
    who, rest = take_named(rest, "by", campaign.errants, errant_names)
    if not rest or way is None:
        raise Malformed("Court whom, up or down?", "Try: court ysolde by corvin up")
    courted = _courted(sitting, " ".join(rest), who, way)
    modifier = guides_modifier(sum(signed), forced=sitting.forced)
    with dice_for(sitting, "reaction", by_hand, 2) as dice:
        rolled = court(dice, modifier)
    step = (1 if way == "up" else -1) if rolled.result == "changes" else 0
    before = _NEUTRAL if courted.score is None else courted.score
    score = clamped(before + step)
    after = _moved(campaign, courted, score) if step else campaign
    report = CourtReport(
        npc=courted.of.id if isinstance(courted.of, Npc) else "",
        name=courted.of.name,
        errant=courted.by.id if courted.by else "",
        faces=rolled.faces,
        entered=rolled.entered,
        modifier=modifier,
        total=rolled.total,
        result=rolled.result,
        before=before,
        after=score,
        called=called("bond" if courted.by else "reputation", score),
    )
    return Ruling(after, report, outcome=f"{rolled.total} {rolled.result}")


class _Courted(NamedTuple):
    """Whose favour is courted by whom, and where it stands: an NPC by an Errant, or a Faction."""

    of: Npc | Faction
    by: Errant | None
    score: int | None


def _courted(sitting: Sitting, name: str, who: str | None, way: str) -> _Courted:
    campaign = sitting.campaign
    if is_npc(sitting, name) or not campaign.world.factions:
        npc = find_npc(sitting, name)
        if who is None:
            raise Malformed("Whose bond is to move?", f"Try: court {npc.id} by bree {way}")
        errant = find_errant(campaign, who)
        return _Courted(npc, errant, npc.bonds.get(errant.id))
    faction = find_faction(sitting, name)
    return _Courted(faction, None, faction.reputation)


def _moved(campaign: Campaign, courted: _Courted, score: int) -> Campaign:
    of = courted.of
    if isinstance(of, Npc):
        assert courted.by is not None
        return campaign.with_npc(_bound(campaign, of, courted.by, score))
    moved = replace(of, reputation=score)
    factions = campaign.world.factions
    return campaign.with_factions(tuple(moved if f.id == of.id else f for f in factions))
