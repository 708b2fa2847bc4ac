"""Answers `faction`: makes, changes, lists and removes Factions (Downtime Turns, Reputation)."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.handler_result import Ruling
from companion.commands.people.reactions_and_morale import (
    apply_bond_or_reputation,
    find_bond_or_reputation_disposition,
)
from companion.errant.reaction import (
    NEUTRAL_STANDING,
    clamp_disposition,
    find_standing_of_score,
    list_faction_access,
    name_standing,
)
from companion.errant.world import Faction
from companion.grammar.argument_kinds.npc_and_faction_fields import FACTION_FIELDS, TypedFields
from companion.grammar.argument_kinds.npcs_and_factions import list_nameable_factions
from companion.grammar.argument_kinds.places import NEW_NAMES, NOTE_NAME, require_guide_seat
from companion.grammar.context import Context
from companion.reports.npcs_and_factions import FactionLine, FactionReport, FactionStep
from companion.values_with_ids import make_free_slug


def show_known_factions(context: Context) -> FactionReport:
    """Report the Factions that this seat may know of."""
    return _build_faction_report(list_nameable_factions(context), "listed")


def show_or_change_faction(context: Context, typed: TypedFields[Faction]) -> Ruling:
    """Show a Faction, change its fields, or make one of a name that nobody has."""
    campaign, faction = context.campaign, typed.found
    if faction is None:
        return make_faction(context, typed)
    if not typed.values:
        return Ruling(campaign, _build_faction_report((faction,), "told"))
    after = _set_typed_fields(context, faction, typed.values)
    report = _build_faction_report((after,), "changed")
    secret = not (faction.met and after.met)
    return Ruling(replace_faction_in_campaign(campaign, after), report, secret=secret)


def make_faction(context: Context, typed: TypedFields[Faction]) -> Ruling:
    """A new Faction, whatever others are called."""
    factions = context.campaign.world.factions
    FACTION_FIELDS.require_free_name(typed.name, factions)
    faction = Faction(
        id=make_free_slug(typed.name, {each.id for each in factions}),
        name=FACTION_FIELDS.parse_name(typed.name),
    )
    made = _set_typed_fields(context, faction, typed.values)
    campaign = context.campaign.with_factions((*factions, made))
    return Ruling(campaign, _build_faction_report((made,), "made"), secret=not made.met)


def _set_typed_fields(context: Context, faction: Faction, typed: Mapping[str, str]) -> Faction:
    """The Faction with these fields; reputation may be typed as a change. Raises Malformed, Unknown
    or Impossible for a value that none can have."""
    values: dict[str, object] = {}
    for field, value in typed.items():
        if field == "name":
            require_guide_seat(context, NEW_NAMES, NOTE_NAME)
            if value.casefold() != faction.name.casefold():
                FACTION_FIELDS.require_free_name(value, context.campaign.world.factions)
            values[field] = FACTION_FIELDS.parse_name(value)
        elif field == "reputation" and value[:1] in "+-" and value[1:].isdecimal():
            before = faction.reputation or NEUTRAL_STANDING
            values[field] = clamp_disposition(before + int(value))
        else:
            values[field] = FACTION_FIELDS.parse_value(field, value)
    return replace(faction, **values)


def replace_faction_in_campaign(campaign: Campaign, after: Faction) -> Campaign:
    """The campaign with this Faction in place of the one of its id. A new reputation is the
    disposition of each of its members (Downtime Turns, Reputation)."""
    factions = campaign.world.factions
    before = next(each for each in factions if each.id == after.id)
    moved = campaign.with_factions(tuple(after if f.id == after.id else f for f in factions))
    if before.reputation == after.reputation:
        return moved
    return moved.with_npcs(
        tuple(
            apply_bond_or_reputation(moved, npc, find_bond_or_reputation_disposition(campaign, npc))
            for npc in campaign.world.npcs
        )
    )


def remove_faction(context: Context, gone: Faction) -> Ruling:
    """Remove a Faction; nobody belongs to it any more."""
    campaign, faction = context.campaign, gone
    left = tuple(each for each in campaign.world.factions if each.id != faction.id)
    npcs = tuple(
        replace(npc, faction="") if npc.faction == faction.id else npc
        for npc in campaign.world.npcs
    )
    after = campaign.with_npcs(npcs).with_factions(left)
    return Ruling(after, _build_faction_report((faction,), "removed"), secret=not faction.met)


def _build_faction_report(factions: tuple[Faction, ...], step: FactionStep) -> FactionReport:
    return FactionReport(
        step=step,
        names=tuple(each.name for each in factions),
        factions=tuple(map(_build_faction_line, factions)),
    )


def _build_faction_line(faction: Faction) -> FactionLine:
    score = faction.reputation
    favours = find_standing_of_score(score or 0)
    return FactionLine(
        faction=faction.id,
        name=faction.name,
        met=faction.met,
        reputation=score,
        called="" if score is None else name_standing("reputation", score),
        free=favours.free,
        at_a_cost=favours.at_a_cost,
        access=list_faction_access(score or 0),
        alignment=faction.alignment,
        note=faction.note,
    )
