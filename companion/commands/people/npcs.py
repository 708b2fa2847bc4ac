"""Answers `npc`: makes, draws, changes, lists and removes NPCs."""

from collections.abc import Collection, Container, Mapping

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known_to_players import mark_sites_known
from companion.commands.handler_result import Ruling
from companion.commands.people.npc_reports import build_npc_report
from companion.commands.people.reactions_and_morale import (
    apply_bond_or_reputation,
    find_bond_or_reputation_disposition,
    place_npc_where_company_is,
)
from companion.commands.tables.rolls_and_odds import roll_table
from companion.errant.creatures import (
    apply_creature_figures,
    apply_fight_figures,
    convert_other_game_figures,
)
from companion.errant.names_to_type import make_typed_name
from companion.errant.world import Npc, Settlement
from companion.grammar.argument_kinds.creatures import find_creature_in_tables
from companion.grammar.argument_kinds.field_values import parse_other_game_statistics
from companion.grammar.argument_kinds.npc_and_faction_fields import NPC_FIELDS, TypedFields
from companion.grammar.argument_kinds.npcs_and_factions import find_faction, list_nameable_npcs
from companion.grammar.argument_kinds.places import (
    NEW_NAMES,
    NOTE_NAME,
    list_nameable_sites,
    parse_hex_coordinates,
    require_guide_seat,
)
from companion.grammar.context import Context
from companion.grammar.name_matching import find_exact_errant, find_one_by_name
from companion.grammar.option_and_number_parsing import TableRequest
from companion.refusal import Impossible, Refusal
from companion.reports.npcs_and_factions import NpcReport, NpcStep
from companion.values_with_ids import make_free_slug, make_slug

_NAMES, _BYNAMES, _TRADES, _MANNERS, _WANTS = (
    f"npcs/{table}" for table in ("names", "bynames", "trades", "manners", "wants")
)
_MAX_TRIES = 20


def _draw_npc(context: Context) -> tuple[Campaign, Npc]:
    """A new NPC where the Company is, with a free name, a trade and a wish. Raises Impossible if no
    free name is drawn."""
    campaign = context.campaign
    npcs = campaign.world.npcs
    name = _draw_free_name(
        context, {each for npc in npcs for each in (npc.id, make_slug(npc.name))}
    )
    note = ", ".join(filter(None, (_draw_text(context, _TRADES), _draw_text(context, _MANNERS))))
    npc = Npc(id=make_slug(name), name=name, wants=_draw_text(context, _WANTS), note=note)
    npc = place_npc_where_company_is(campaign, npc)
    return campaign.with_npcs((*npcs, npc)), npc


def _draw_free_name(context: Context, taken: Container[str]) -> str:
    """A name whose id is not `taken`, with a byname if somebody has the name already."""
    for _ in range(_MAX_TRIES):
        name = _draw_text(context, _NAMES)
        if name and make_slug(name) in taken:
            name = f"{name} {_draw_text(context, _BYNAMES)}".rstrip()
        if name and make_slug(name) not in taken:
            return name
    raise Impossible("No name could be drawn that nobody has yet.", 'Try: npc "Brother Odo"')


def _draw_text(context: Context, table: str) -> str:
    """A row of a table; "" if there is no such table."""
    try:
        asked = TableRequest(context.find_table(table), {})
    except Refusal:
        return ""
    _, (roll,) = roll_table(context, asked)
    return (roll.text or "").strip().rstrip(".")


_PUBLIC_FIELDS = frozenset(("at", "name", "met"))
"""Fields that may be set in everybody's hearing: a line that sets no other stands in every log."""


def show_known_npcs(context: Context) -> NpcReport:
    """Report every NPC whom the Company may know of, at this seat."""
    return build_npc_report(context.campaign, "listed", list_nameable_npcs(context))


def draw_npc_from_tables(context: Context) -> Ruling:
    """Make an NPC from rolls on the tables. Raises Impossible for a player."""
    require_guide_seat(context, NEW_NAMES, NOTE_NAME)
    campaign, drawn = _draw_npc(context)
    report = build_npc_report(campaign, "made", (drawn,))
    return Ruling(campaign, report, outcome=drawn.name, secret=True)


def show_or_change_npc(context: Context, typed: TypedFields[Npc]) -> Ruling:
    """Show an NPC, or change their fields; make one of a name that nobody has."""
    campaign, npc = context.campaign, typed.found
    if npc is None:
        return make_npc(context, typed)
    if not typed.values:
        return Ruling(campaign, build_npc_report(campaign, "told", (npc,)))
    after = _set_typed_fields(context, npc, typed.values)
    is_fewer = after.count < npc.count and context.is_guide  # how many they were is a secret
    step: NpcStep = "fewer" if is_fewer else "changed"
    campaign = campaign.with_npc(after)
    if npc.met:
        campaign = _make_place_known(context, campaign, after, typed.values)
    report = build_npc_report(campaign, step, (after,), tuple(typed.values))
    report = replace(
        report, may_break=(make_typed_name(npc.id, npc.name),) if step == "fewer" else ()
    )
    return Ruling(campaign, report, secret=not (npc.met and after.met))


def make_npc(context: Context, typed: TypedFields[Npc]) -> Ruling:
    """Make a new NPC with the fields typed, even if others have a similar name."""
    npcs = context.campaign.world.npcs
    _require_free_name(context, typed.name)
    npc = Npc(
        id=make_free_slug(typed.name, {each.id for each in npcs}),
        name=NPC_FIELDS.parse_name(typed.name),
    )
    npc = _set_typed_fields(context, npc, typed.values)
    campaign = context.campaign.with_npcs((*npcs, npc))
    campaign = _make_place_known(context, campaign, npc, typed.values)
    report = build_npc_report(campaign, "made", (npc,), tuple(typed.values))
    return Ruling(campaign, report, secret=not npc.met)


def _make_place_known(
    context: Context, campaign: Campaign, npc: Npc, fields: Collection[str]
) -> Campaign:
    """The campaign in which the players know of the place of somebody they have met, if a line says
    openly that they are there: it stands in the log."""
    is_open = npc.met and not context.is_secret and _PUBLIC_FIELDS.issuperset(fields)
    if not is_open or "at" not in fields:
        return campaign
    return mark_sites_known(campaign, npc.settlement or npc.place)


def _require_free_name(context: Context, name: str) -> None:
    """Raises Impossible if somebody in the world or of the Company has this name."""
    NPC_FIELDS.require_free_name(name, context.campaign.world.npcs)
    if errant := find_exact_errant(context.campaign, name):
        raise Impossible(f"{errant.name} is of the Company.", "Name the NPC otherwise.")


def remove_npc(context: Context, gone: Npc) -> Ruling:
    """Remove an NPC from the campaign."""
    campaign, npc = context.campaign, gone
    left = tuple(each for each in campaign.world.npcs if each.id != npc.id)
    led = tuple(
        make_typed_name(each.id, each.name)
        for each in left
        if each.count > 1 and _may_have_led(npc, each)
    )
    report = replace(build_npc_report(campaign, "removed", (npc,)), may_break=led)
    return Ruling(campaign.with_npcs(left), report, secret=not npc.met)


def _may_have_led(one: Npc, other: Npc) -> bool:
    """True if one may have led the other: they are of one Faction, or at one place."""
    where, there = ((npc.settlement, npc.place, npc.hex) for npc in (one, other))
    return (one.faction == other.faction and one.faction != "") or (where == there and any(where))


def _set_typed_fields(context: Context, npc: Npc, typed: Mapping[str, str]) -> Npc:
    """The NPC with these fields. The disposition of a new member of a Faction is its reputation.
    Raises Malformed, Unknown or Impossible for a value that none can have."""
    values: dict[str, object] = {}
    if "creature" in typed:
        kind = NPC_FIELDS.parse_value("creature", typed["creature"])
        npc = (
            apply_creature_figures(npc, find_creature_in_tables(context, str(kind)))
            if kind
            else npc
        )
    if "ac" in typed:
        armour_class, hit_dice, speed = parse_other_game_statistics("ac", typed["ac"])
        said = NPC_FIELDS.parse_value("hp", typed["hp"]) if "hp" in typed else None
        hp = said if isinstance(said, int) else None
        npc = apply_fight_figures(
            npc, convert_other_game_figures(armour_class, hit_dice, speed, hp)
        )
    for field, value in typed.items():
        values |= _parse_npc_field(context, npc, field, value)
    after = replace(npc, **values)
    if after.disposition is None:
        after = after.without_negotiation()
    if after.faction == npc.faction or "disposition" in typed:
        return after
    return apply_bond_or_reputation(
        context.campaign, after, find_bond_or_reputation_disposition(context.campaign, npc)
    )


def _parse_npc_field(context: Context, npc: Npc, field: str, value: str) -> dict[str, object]:
    """The parts of an NPC that a field sets; `none` takes it back."""
    if field == "name":
        require_guide_seat(context, NEW_NAMES, NOTE_NAME)
        if value.casefold() != npc.name.casefold():
            _require_free_name(context, value)
        return {field: NPC_FIELDS.parse_name(value)}
    parsed = NPC_FIELDS.parse_value(field, value)
    if field == "ac" or (field == "creature" and parsed):
        return {}
    if field == "hp":
        return {"hp_max": parsed, "hp": ()}
    if field == "at":
        return _parse_location(context, value if parsed else "")
    if field == "faction" and parsed:
        return {field: find_faction(context, value).id}
    if field == "met" and parsed and context.is_secret:
        raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
    return {field: parsed}


def _parse_location(context: Context, value: str) -> dict[str, object]:
    """The Settlement, place or hex of `sallows-end` or `2,-1`; "" for nowhere."""
    nowhere: dict[str, object] = {"settlement": "", "place": "", "hex": None}
    if not value:
        return nowhere
    if there := parse_hex_coordinates(value):
        return {**nowhere, "hex": there}
    site = find_one_by_name("place", value, list_nameable_sites(context), listed="known")
    return {**nowhere, "settlement" if isinstance(site, Settlement) else "place": site.id}
