"""Factions at the prompt: faction."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.people.dispositions import apply_known_disposition, find_bond_or_reputation
from companion.commands.resolve.fields import (
    CLEARING_WORDS,
    FieldParser,
    capitalize_name,
    parse_alignment,
    parse_yes_or_no,
)
from companion.commands.resolve.names import find_one, match_names
from companion.commands.resolve.people import faction_names, is_unknown_id, list_nameable_factions
from companion.errant.favours import NEUTRAL_STANDING, find_favours, list_access, name_standing
from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION, clamp_disposition
from companion.errant.world import Faction
from companion.grammar.registry import has_no_arguments
from companion.refusal import Impossible, Malformed
from companion.reports.people import FactionLine, FactionReport, FactionStep
from companion.text import make_free_slug

FACTION_FIELDS = FieldParser(
    "a Faction",
    {"reputation": "7", "alignment": "L1", "met": "yes", "name": "Eels", "note": "they owe us"},
    {},
    'faction "The Eel Wardens" reputation 6',
)


@WORDS.command(
    "faction",
    subject="people",
    usage="faction NAME [FIELD VALUE]… | faction new NAME… | faction remove NAME | faction",
    reads=has_no_arguments,
    completes=("faction or more", "faction field…"),
)
def handle_faction(context: Context) -> Ruling:
    """Make, change, remove or list Factions."""
    campaign, arguments = context.campaign, context.arguments
    if not arguments:
        return Ruling(campaign, _build_report(tuple(list_nameable_factions(context)), "listed"))
    first = arguments[0].casefold()
    if first == "remove":
        return _remove_faction(context, " ".join(arguments[1:]))
    typed = FACTION_FIELDS.parse(arguments[1:] if first == "new" else arguments)
    known = list_nameable_factions(context)
    if first == "new" or not match_names(typed.name, known, faction_names):
        asking = context.seat != "guide" and not typed.fields
        if first != "new":
            typed.require_no_typo("faction", known, faction_names, asking=asking)
        return _make_faction(context, typed.name, typed.fields)
    faction = find_one("Faction", typed.name, known, faction_names)
    if not typed.fields:
        return Ruling(campaign, _build_report((faction,), "told"))
    after = _apply_fields(context, faction, typed.fields)
    secret = not (faction.met and after.met)
    return Ruling(
        replace_faction(campaign, after), _build_report((after,), "changed"), secret=secret
    )


def _make_faction(context: Context, name: str, fields: dict[str, str]) -> Ruling:
    factions = context.campaign.world.factions
    _require_free_name(context, name)
    if is_unknown_id(name, list_nameable_factions(context), factions):
        raise Impossible(f"There is a Faction called {name} already.", "Ask the Guide.")
    faction = Faction(
        id=make_free_slug(name, {each.id for each in factions}),
        name=capitalize_name(name),
        met=context.seat != "guide",
    )
    made = _apply_fields(context, faction, fields)
    grown = context.campaign.with_factions((*factions, made))
    return Ruling(grown, _build_report((made,), "made"), secret=not made.met)


def _require_free_name(context: Context, name: str) -> None:
    """That no Faction is called so. Impossible else."""
    if any(name.casefold() == each.name.casefold() for each in context.campaign.world.factions):
        known = any(
            name.casefold() == each.name.casefold() for each in list_nameable_factions(context)
        )
        hint = "Name it otherwise." if known else "Ask the Guide."
        raise Impossible(f"There is a Faction called {name} already.", hint)


def _apply_fields(context: Context, faction: Faction, fields: dict[str, str]) -> Faction:
    """The Faction with these fields as they were typed. Impossible for a value none can have."""
    values: dict[str, object] = {}
    for field, value in fields.items():
        nothing = value.casefold() in CLEARING_WORDS
        if field == "reputation":
            values[field] = None if nothing else _parse_reputation(faction, value)
        elif field == "alignment":
            values[field] = parse_alignment(value)
        elif field == "met":
            values[field] = parse_yes_or_no(field, value)
        elif field == "note":
            values[field] = "" if nothing else value
        else:
            if value.casefold() != faction.name.casefold():
                _require_free_name(context, value)
            values[field] = FACTION_FIELDS.parse_name(value)
    return replace(faction, **values)


def _parse_reputation(faction: Faction, value: str) -> int:
    """A reputation typed by hand, or what is added to the one there is."""
    if value[:1] in "+-" and value[1:].isdecimal():
        before = NEUTRAL_STANDING if faction.reputation is None else faction.reputation
        return clamp_disposition(before + int(value))
    return FACTION_FIELDS.parse_number("reputation", value, MIN_DISPOSITION, MAX_DISPOSITION)


def replace_faction(campaign: Campaign, after: Faction) -> Campaign:
    """The campaign with this Faction so; what reputation with it is, the disposition of each of
    them is (Downtime Turns, Reputation)."""
    factions = campaign.world.factions
    before = next(each for each in factions if each.id == after.id)
    moved = campaign.with_factions(tuple(after if f.id == after.id else f for f in factions))
    if before.reputation == after.reputation:
        return moved
    return moved.with_npcs(
        tuple(
            apply_known_disposition(moved, npc, find_bond_or_reputation(campaign, npc))
            for npc in campaign.world.npcs
        )
    )


def _remove_faction(context: Context, name: str) -> Ruling:
    if not name:
        raise Malformed("Which Faction is gone?", "Try: faction remove wardens")
    campaign = context.campaign
    faction = find_one("Faction", name, list_nameable_factions(context), faction_names)
    left = tuple(each for each in campaign.world.factions if each.id != faction.id)
    npcs = tuple(
        replace(npc, faction="") if npc.faction == faction.id else npc
        for npc in campaign.world.npcs
    )
    after = campaign.with_npcs(npcs).with_factions(left)
    return Ruling(after, _build_report((faction,), "removed"), secret=not faction.met)


def _build_report(factions: tuple[Faction, ...], step: FactionStep) -> FactionReport:
    return FactionReport(
        step=step,
        names=tuple(each.name for each in factions),
        factions=tuple(map(_build_line, factions)),
    )


def _build_line(faction: Faction) -> FactionLine:
    score = faction.reputation
    worth = find_favours(score) if score is not None else None
    return FactionLine(
        faction=faction.id,
        name=faction.name,
        met=faction.met,
        reputation=score,
        called="" if score is None else name_standing("reputation", score),
        free=worth.free if worth else None,
        at_a_cost=worth.at_a_cost if worth else None,
        access=list_access(score) if score is not None else (),
        alignment=faction.alignment,
        note=faction.note,
    )
