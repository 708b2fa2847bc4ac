"""Factions at the prompt: faction."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.dispositions import known_by, settled
from companion.commands.fields_typed import (
    NOTHING,
    Fields,
    alignment_named,
    capital,
    yes_or_no,
)
from companion.commands.names import best, one
from companion.commands.people_meant import (
    faction_names,
    factions_known,
    is_unknown_id,
)
from companion.commands.reports import FactionLine, FactionReport, FactionStep
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.favours import NEUTRAL, access, called, favours
from companion.errant.reaction import LEAST, MOST, clamped
from companion.errant.world import Faction
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.registry import alone

FACTION_FIELDS = Fields(
    "a Faction",
    {"reputation": "7", "alignment": "L1", "met": "yes", "name": "Eels", "note": "they owe us"},
    {},
    'faction "The Eel Wardens" reputation 6',
)


@WORDS.command(
    "faction",
    subject="people",
    usage="faction NAME [FIELD VALUE]… | faction new NAME… | faction remove NAME | faction",
    summary="People who stand together: made in one line, told of by any part of the name, changed "
    "by field: reputation (the Company's with them, from 2, hated, to 12, loved: it is the "
    "disposition of each of them), alignment, met (yes, once the players know of them), name, "
    "note; none takes one back. Alone, all there are.",
    examples=('faction "The Eel Wardens" reputation 6', "faction wardens met yes", "faction"),
    reads=alone,
    completes=("faction or more", "faction field…"),
)
def faction_word(sitting: Sitting) -> Ruling:
    """Make, change, remove or list Factions."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, _report(tuple(factions_known(sitting)), "listed"))
    first = arguments[0].casefold()
    if first == "remove":
        return _remove(sitting, " ".join(arguments[1:]))
    typed = FACTION_FIELDS.split(arguments[1:] if first == "new" else arguments)
    known = factions_known(sitting)
    if first == "new" or not best(typed.name, known, faction_names):
        asking = sitting.seat != "guide" and not typed.fields
        if first != "new":
            typed.must_not_be_a_slip("faction", known, faction_names, asking=asking)
        return _make(sitting, typed.name, typed.fields)
    faction = one("Faction", typed.name, known, faction_names)
    if not typed.fields:
        return Ruling(campaign, _report((faction,), "told"))
    after = _changed(sitting, faction, typed.fields)
    secret = not (faction.met and after.met)
    return Ruling(with_faction(campaign, after), _report((after,), "changed"), secret=secret)


def _make(sitting: Sitting, name: str, fields: dict[str, str]) -> Ruling:
    factions = sitting.campaign.world.factions
    _must_be_free(sitting, name)
    if is_unknown_id(name, factions_known(sitting), factions):
        raise Impossible(f"There is a Faction called {name} already.", "Ask the Guide.")
    faction = Faction(
        id=free_slug(name, {each.id for each in factions}),
        name=capital(name),
        met=sitting.seat != "guide",
    )
    made = _changed(sitting, faction, fields)
    grown = sitting.campaign.with_factions((*factions, made))
    return Ruling(grown, _report((made,), "made"), secret=not made.met)


def _must_be_free(sitting: Sitting, name: str) -> None:
    """That no Faction is called so. Impossible else."""
    if any(name.casefold() == each.name.casefold() for each in sitting.campaign.world.factions):
        known = any(name.casefold() == each.name.casefold() for each in factions_known(sitting))
        hint = "Name it otherwise." if known else "Ask the Guide."
        raise Impossible(f"There is a Faction called {name} already.", hint)


def _changed(sitting: Sitting, faction: Faction, fields: dict[str, str]) -> Faction:
    """The Faction with these fields as they were typed. Impossible for a value none can have."""
    values: dict[str, object] = {}
    for field, value in fields.items():
        nothing = value.casefold() in NOTHING
        if field == "reputation":
            values[field] = None if nothing else _reputation(faction, value)
        elif field == "alignment":
            values[field] = alignment_named(value)
        elif field == "met":
            values[field] = yes_or_no(field, value)
        elif field == "note":
            values[field] = "" if nothing else value
        else:
            if value.casefold() != faction.name.casefold():
                _must_be_free(sitting, value)
            values[field] = FACTION_FIELDS.name(value)
    return replace(faction, **values)


def _reputation(faction: Faction, value: str) -> int:
    """A reputation typed by hand, or what is added to the one there is."""
    if value[:1] in "+-" and value[1:].isdecimal():
        before = NEUTRAL if faction.reputation is None else faction.reputation
        return clamped(before + int(value))
    return FACTION_FIELDS.number("reputation", value, LEAST, MOST)


def with_faction(campaign: Campaign, after: Faction) -> Campaign:
    """The campaign with this Faction so; what reputation with it is, the disposition of each of
    them is (Downtime Turns, Reputation)."""
    factions = campaign.world.factions
    before = next(each for each in factions if each.id == after.id)
    moved = campaign.with_factions(tuple(after if f.id == after.id else f for f in factions))
    if before.reputation == after.reputation:
        return moved
    return moved.with_npcs(
        tuple(settled(moved, npc, known_by(campaign, npc)) for npc in campaign.world.npcs)
    )


def _remove(sitting: Sitting, name: str) -> Ruling:
    if not name:
        raise Malformed("Which Faction is gone?", "Try: faction remove wardens")
    campaign = sitting.campaign
    faction = one("Faction", name, factions_known(sitting), faction_names)
    left = tuple(each for each in campaign.world.factions if each.id != faction.id)
    npcs = tuple(
        replace(npc, faction="") if npc.faction == faction.id else npc
        for npc in campaign.world.npcs
    )
    after = campaign.with_npcs(npcs).with_factions(left)
    return Ruling(after, _report((faction,), "removed"), secret=not faction.met)


def _report(factions: tuple[Faction, ...], step: FactionStep) -> FactionReport:
    return FactionReport(
        step=step,
        names=tuple(each.name for each in factions),
        factions=tuple(map(_line, factions)),
    )


def _line(faction: Faction) -> FactionLine:
    score = faction.reputation
    worth = favours(score) if score is not None else None
    return FactionLine(
        faction=faction.id,
        name=faction.name,
        met=faction.met,
        reputation=score,
        called="" if score is None else called("reputation", score),
        free=worth.free if worth else None,
        at_a_cost=worth.at_a_cost if worth else None,
        access=access(score) if score is not None else (),
        alignment=faction.alignment,
        note=faction.note,
    )
