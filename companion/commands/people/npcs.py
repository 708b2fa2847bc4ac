"""NPCs at the prompt: npc."""

import re
from collections.abc import Collection, Container, Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.secrecy import list_known_sites, make_known
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.packs.stashes import find_place_id_here, find_place_name
from companion.commands.people.dispositions import (
    apply_known_disposition,
    disposition_of,
    find_bond_or_reputation,
    find_house_band,
)
from companion.commands.resolve.fields import (
    CLEARING_WORDS,
    FieldParser,
    capitalize_name,
    parse_alignment,
    parse_yes_or_no,
)
from companion.commands.resolve.names import find_exact_errant, find_one, match_names
from companion.commands.resolve.people import (
    find_faction,
    is_unknown_id,
    list_nameable_npcs,
    npc_names,
)
from companion.commands.resolve.places import list_nameable_sites, site_names
from companion.commands.tables.rolling import roll_table
from companion.commands.tables.table_request import TableRequest
from companion.errant.checks import MAX_THREAT, MIN_THREAT, Stakes
from companion.errant.negotiation import CHECKED_CATEGORIES
from companion.errant.reaction import MAX_DISPOSITION, MIN_DISPOSITION
from companion.errant.world import Npc, Settlement
from companion.grammar.line import quote_name
from companion.grammar.registry import has_no_arguments
from companion.refusal import Impossible, Malformed, Refusal
from companion.reports.negotiation import StakesLine
from companion.reports.people import BondLine, NpcLine, NpcReport, NpcStep, PublicNpcLine
from companion.text import make_free_slug, make_slug

_NAMES, _BYNAMES, _TRADES, _MANNERS, _WANTS = (
    f"npcs/{table}" for table in ("names", "bynames", "trades", "manners", "wants")
)
_MAX_TRIES = 20


def draw_npc(context: Context) -> tuple[Campaign, Npc]:
    """A new NPC where the Company is: a name nobody has yet, a trade, what they want. Impossible
    where every name is taken, or there is no table of them."""
    campaign = context.campaign
    npcs = campaign.world.npcs
    name = _draw_free_name(
        context, {each for npc in npcs for each in (npc.id, make_slug(npc.name))}
    )
    note = ", ".join(filter(None, (_draw_row(context, _TRADES), _draw_row(context, _MANNERS))))
    here = find_place_id_here(campaign)
    settled = any(here == each.id for each in campaign.world.settlements)
    npc = Npc(
        id=make_slug(name),
        name=name,
        settlement=here if settled else "",
        place="" if settled else here,
        wants=_draw_row(context, _WANTS),
        note=note,
    )
    return campaign.with_npcs((*npcs, npc)), npc


def _draw_free_name(context: Context, taken: Container[str]) -> str:
    """A name whose id is not `taken`, with a byname where somebody is called so already."""
    for _ in range(_MAX_TRIES):
        name = _draw_row(context, _NAMES)
        if name and make_slug(name) in taken:
            name = f"{name} {_draw_row(context, _BYNAMES)}".rstrip()
        if name and make_slug(name) not in taken:
            return name
    raise Impossible("No name could be drawn that nobody has yet.", 'Try: npc "Brother Odo"')


def _draw_row(context: Context, table: str) -> str:
    """A row of a table; nothing where the Guide's tables have none of that name."""
    try:
        asked = TableRequest(context.find_table(table), 0, {}, 1)
    except Refusal:
        return ""
    _, (roll,) = roll_table(context, asked, None)
    return (roll.text or "").strip().rstrip(".")


NUMBER_BOUNDS = {
    "disposition": (MIN_DISPOSITION, MAX_DISPOSITION),
    "threat": (MIN_THREAT, MAX_THREAT),
    "morale": (MIN_DISPOSITION, MAX_DISPOSITION),
    "count": (1, 100_000),
}
"""Fields that are a number, and the least and the most they can be."""
TEXT_FIELDS = ("wants", "note")
PUBLIC_FIELDS = frozenset(("at", "name", "met"))
"""Fields that may be set in everybody's hearing: a line that sets no other stands in every log."""
NPC_FIELDS = FieldParser(
    "an NPC",
    {
        **{"disposition": "7", "threat": "2", "morale": "7", "count": "8", "alignment": "L1"},
        **{"at": "reedmarket", "faction": "wardens", "met": "yes", "name": "Odo"},
        **{"wants": "the bell", "note": "he lies"},
    },
    {"hex": "at", "place": "at", "settlement": "at"},
    'npc "Brother Odo" at sallows-end',
)
_HEX = re.compile(r"([+-]?\d{1,4}),([+-]?\d{1,4})")


@WORDS.command(
    "npc",
    subject="people",
    usage="npc NAME [FIELD VALUE]… | npc ? | npc new NAME… | npc remove NAME | npc",
    reads=has_no_arguments,
    completes=("npc or more", "npc field…"),
)
def handle_npc(context: Context) -> Ruling:
    """Make, tell of, change or remove somebody."""
    campaign, arguments = context.campaign, context.arguments
    if not arguments:
        return Ruling(
            campaign, build_npc_report(campaign, "listed", tuple(list_nameable_npcs(context)))
        )
    if arguments == ("?",):
        campaign, npc = draw_npc(context)
        report = build_npc_report(campaign, "made", (npc,))
        return Ruling(campaign, report, outcome=npc.name, secret=True)
    first = arguments[0].casefold()
    if first == "remove":
        return _remove_npc(context, " ".join(arguments[1:]))
    typed = NPC_FIELDS.parse(arguments[1:] if first == "new" else arguments)
    name, fields, _ = typed
    found = [] if first == "new" else match_names(name, list_nameable_npcs(context), npc_names)
    if not found:
        if first != "new":
            asking = context.seat != "guide" and not fields
            typed.require_no_typo("npc", list_nameable_npcs(context), npc_names, asking=asking)
        return _make_npc(context, name, fields)
    npc = find_one("NPC", name, found, npc_names)
    if not fields:
        return Ruling(campaign, build_npc_report(campaign, "told", (npc,)))
    after = _apply_fields(context, npc, fields)
    step: NpcStep = "fewer" if after.count < npc.count else "changed"
    campaign = campaign.with_npc(after)
    if npc.met:
        campaign = _make_place_known(context, campaign, after, fields)
    report = build_npc_report(campaign, step, (after,), tuple(fields))
    report = replace(report, may_break=(npc.id,) if step == "fewer" else ())
    return Ruling(campaign, report, secret=not (npc.met and after.met))


def _make_npc(context: Context, name: str, fields: dict[str, str]) -> Ruling:
    campaign = context.campaign
    _require_free_name(context, name)
    if is_unknown_id(name, list_nameable_npcs(context), campaign.world.npcs):
        raise Impossible(f"There is an NPC called {name} already.", "Ask the Guide.")
    npc = Npc(
        id=make_free_slug(name, {each.id for each in campaign.world.npcs}),
        name=capitalize_name(name),
        met=context.seat != "guide",
    )
    npc = _apply_fields(context, npc, fields)
    made = campaign.with_npcs((*campaign.world.npcs, npc))
    made = _make_place_known(context, made, npc, fields)
    return Ruling(made, build_npc_report(made, "made", (npc,), tuple(fields)), secret=not npc.met)


def _make_place_known(
    context: Context, campaign: Campaign, npc: Npc, fields: Collection[str]
) -> Campaign:
    """The campaign in which the players know of the place that a line says openly somebody they
    have met is at: they read the line in the log."""
    is_open = npc.met and not context.is_secret and PUBLIC_FIELDS.issuperset(fields)
    if not is_open or "at" not in fields:
        return campaign
    return make_known(campaign, npc.settlement or npc.place)


def _require_free_name(context: Context, name: str) -> None:
    """That nobody is called so, in the world or of the Company. Impossible else."""
    if any(npc.name.casefold() == name.casefold() for npc in context.campaign.world.npcs):
        known = any(npc.name.casefold() == name.casefold() for npc in list_nameable_npcs(context))
        hint = f"Try: npc {quote_name(name)}" if known else "Ask the Guide."
        raise Impossible(f"There is an NPC called {name} already.", hint)
    if errant := find_exact_errant(context.campaign, name):
        raise Impossible(f"{errant.name} is of the Company.", "Name the NPC otherwise.")


def _remove_npc(context: Context, name: str) -> Ruling:
    if not name:
        raise Malformed("Who is gone?", "Try: npc remove ysolde")
    campaign, npc = context.campaign, find_one("NPC", name, list_nameable_npcs(context), npc_names)
    left = tuple(each for each in campaign.world.npcs if each.id != npc.id)
    led = tuple(each.id for each in left if each.count > 1 and _may_have_led(npc, each))
    report = replace(build_npc_report(campaign, "removed", (npc,)), may_break=led)
    return Ruling(campaign.with_npcs(left), report, secret=not npc.met)


def _may_have_led(one: Npc, other: Npc) -> bool:
    """Whether one may have led the other: of one Faction, or at one place."""
    where, there = ((npc.settlement, npc.place, npc.hex) for npc in (one, other))
    return (one.faction == other.faction and one.faction != "") or (where == there and any(where))


def _apply_fields(context: Context, npc: Npc, fields: dict[str, str]) -> Npc:
    """The NPC with these fields as they were typed; whoever belongs to a Faction now is disposed
    as reputation with it has it. Impossible for a value that none can have."""
    values: dict[str, object] = {}
    for field, value in fields.items():
        values |= _parse_value(context, npc, field, value)
    after = replace(npc, **values)
    if after.disposition is None:
        after = after.without_negotiation()
    if after.faction == npc.faction or "disposition" in fields:
        return after
    return apply_known_disposition(
        context.campaign, after, find_bond_or_reputation(context.campaign, npc)
    )


def _parse_value(context: Context, npc: Npc, field: str, value: str) -> dict[str, object]:
    """What a field becomes; `none` takes it back."""
    nothing = value.casefold() in CLEARING_WORDS
    if field in NUMBER_BOUNDS:
        least, most = NUMBER_BOUNDS[field]
        if nothing:
            return {field: 1 if field == "count" else None}
        return {field: NPC_FIELDS.parse_number(field, value, least, most)}
    if field == "at":
        return _parse_location(context, "" if nothing else value)
    if field == "faction":
        return {field: "" if nothing else find_faction(context, value).id}
    if field == "alignment":
        return {field: parse_alignment(value)}
    if field == "met":
        known = parse_yes_or_no(field, value)
        if known and context.is_secret:
            raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
        return {field: known}
    if field in TEXT_FIELDS:
        return {field: "" if nothing else value}
    if value.casefold() != npc.name.casefold():
        _require_free_name(context, value)
    return {field: NPC_FIELDS.parse_name(value)}


def _parse_location(context: Context, value: str) -> dict[str, object]:
    """A Settlement, a place, or a hex as `2,-1`; "" for nowhere."""
    nowhere: dict[str, object] = {"settlement": "", "place": "", "hex": None}
    if not value:
        return nowhere
    if found := _HEX.fullmatch(value.replace(" ", "")):
        return {**nowhere, "hex": (int(found[1]), int(found[2]))}
    site = find_one("place", value, list_nameable_sites(context), site_names)
    return {**nowhere, "settlement" if isinstance(site, Settlement) else "place": site.id}


def build_npc_report(
    campaign: Campaign, step: NpcStep, npcs: tuple[Npc, ...], fields: tuple[str, ...] = ()
) -> NpcReport:
    """What is told of NPCs; players hear where somebody is where they know of that place."""
    there = {npc.settlement or npc.place for npc in npcs}
    known = {site.id for site in list_known_sites(campaign, there)}
    seen = tuple(
        PublicNpcLine(
            npc.id,
            npc.name,
            describe_location(campaign, npc) if (npc.settlement or npc.place) in known else "",
        )
        for npc in npcs
    )
    lines = tuple(_build_lines(campaign, npcs))
    return NpcReport(step=step, npcs=seen, known=lines, changed=fields)


def describe_location(campaign: Campaign, npc: Npc) -> str:
    """At which Settlement or place somebody is to be found, as it is called; "" where nobody
    said."""
    there = npc.settlement or npc.place
    return find_place_name(campaign, there) if there else ""


def build_base_lines(npc: Npc) -> tuple[StakesLine, ...]:
    """What exchanges with an NPC begin with, where that is not as usual."""
    return tuple(
        StakesLine(category, *npc.get_stakes(category))
        for category in CHECKED_CATEGORIES
        if npc.get_stakes(category) != Stakes()
    )


def _build_lines(campaign: Campaign, npcs: tuple[Npc, ...]) -> Iterator[NpcLine]:
    factions = {each.id: each.name for each in campaign.world.factions}
    for npc in npcs:
        disposition, talk = disposition_of(campaign, npc), npc.negotiation
        yield NpcLine(
            npc=npc.id,
            name=npc.name,
            where=describe_location(campaign, npc),
            hex=npc.hex,
            faction=factions.get(npc.faction, ""),
            met=npc.met,
            count=npc.count,
            alignment=npc.alignment,
            threat=npc.threat,
            morale=npc.morale,
            disposition=disposition,
            band=find_house_band(campaign, disposition).name if disposition is not None else None,
            bonds=tuple(BondLine(errant, bond) for errant, bond in npc.bonds.items()),
            bases=build_base_lines(npc),
            exchanges_left=talk.exchanges_left
            if talk is not None and npc.is_in_negotiation
            else None,
            talk=talk.state if talk is not None else "none",
            why_ended=talk.ended if talk is not None else "",
            banal=talk.banal if talk is not None else "not_yet",
            wants=npc.wants,
            note=npc.note,
        )
