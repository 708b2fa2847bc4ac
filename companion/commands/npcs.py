"""NPCs at the prompt: npc."""

import re
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.places_known import known_sites, make_known
from companion.commands.dispositions import band, disposition_of, known_by, settled
from companion.commands.fields_typed import (
    NOTHING,
    Fields,
    alignment_named,
    capital,
    yes_or_no,
)
from companion.commands.names import best, errant_called, one
from companion.commands.npc_drawn import drawn
from companion.commands.people_meant import (
    find_faction,
    is_unknown_id,
    npc_names,
    npcs_known,
)
from companion.commands.places_meant import site_names, sites_meant
from companion.commands.reports import BaseLine, BondLine, NpcLine, NpcReport, NpcStep, SeenNpc
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.stashes import called_there
from companion.errant.checks import LEAST_THREAT, MOST_THREAT, Stakes
from companion.errant.negotiation import CHECKED
from companion.errant.reaction import LEAST, MOST
from companion.errant.world import Npc, Settlement
from companion.refusal import Impossible, Malformed
from companion.text import free_slug
from companion.words.line import quoted
from companion.words.registry import alone

NUMBERS = {
    "disposition": (LEAST, MOST),
    "threat": (LEAST_THREAT, MOST_THREAT),
    "morale": (LEAST, MOST),
    "count": (1, 100_000),
}
"""Fields that are a number, and the least and the most they can be."""
TEXTS = ("wants", "note")
OPEN_FIELDS = frozenset(("at", "name", "met"))
"""Fields that may be set in everybody's hearing: a line that sets no other stands in every log."""
NPC_FIELDS = Fields(
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
    summary="Somebody who is not of the Company, or a group of them: made in one line, drawn with "
    "?, told of by any part of the name, changed by field: disposition, threat, morale, count, "
    "alignment, at (a Settlement, a place or a hex), faction, met (yes, once the players know of "
    "them), name, wants, note; none takes one back. What more is known of them than name and place "
    "is the Guide's.",
    examples=(
        "npc ysolde",
        'npc "Brother Odo" at sallows-end morale 7',
        'npc "goblin band" count 8 threat 1 morale 6',
        "npc harl threat 2 alignment C1",
        "npc ?",
        "npc",
    ),
    reads=alone,
    completes=("npc or more", "npc field…"),
)
def npc_word(sitting: Sitting) -> Ruling:
    """Make, tell of, change or remove somebody."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, npc_report(campaign, "listed", tuple(npcs_known(sitting))))
    if arguments == ("?",):
        campaign, npc = drawn(sitting)
        report = npc_report(campaign, "made", (npc,))
        return Ruling(campaign, report, outcome=npc.name, secret=True)
    first = arguments[0].casefold()
    if first == "remove":
        return _remove(sitting, " ".join(arguments[1:]))
    typed = NPC_FIELDS.split(arguments[1:] if first == "new" else arguments)
    name, fields, _ = typed
    found = [] if first == "new" else best(name, npcs_known(sitting), npc_names)
    if not found:
        if first != "new":
            asking = sitting.seat != "guide" and not fields
            typed.must_not_be_a_slip("npc", npcs_known(sitting), npc_names, asking=asking)
        return _make(sitting, name, fields)
    npc = one("NPC", name, found, npc_names)
    if not fields:
        return Ruling(campaign, npc_report(campaign, "told", (npc,)))
    after = _changed(sitting, npc, fields)
    step: NpcStep = "fewer" if after.count < npc.count else "changed"
    campaign = campaign.with_npc(after)
    if npc.met:
        campaign = _make_place_known(sitting, campaign, after, fields)
    report = npc_report(campaign, step, (after,), tuple(fields))
    report = replace(report, may_break=(npc.id,) if step == "fewer" else ())
    return Ruling(campaign, report, secret=not (npc.met and after.met))


def _make(sitting: Sitting, name: str, fields: dict[str, str]) -> Ruling:
    campaign = sitting.campaign
    _must_be_free(sitting, name)
    if is_unknown_id(name, npcs_known(sitting), campaign.world.npcs):
        raise Impossible(f"There is an NPC called {name} already.", "Ask the Guide.")
    npc = Npc(
        id=free_slug(name, {each.id for each in campaign.world.npcs}),
        name=capital(name),
        met=sitting.seat != "guide",
    )
    npc = _changed(sitting, npc, fields)
    made = campaign.with_npcs((*campaign.world.npcs, npc))
    made = _make_place_known(sitting, made, npc, fields)
    return Ruling(made, npc_report(made, "made", (npc,), tuple(fields)), secret=not npc.met)


def _make_place_known(
    sitting: Sitting, campaign: Campaign, npc: Npc, fields: Collection[str]
) -> Campaign:
    """The campaign in which the players know of the place that a line says openly somebody they
    have met is at: they read the line in the log."""
    is_open = npc.met and not sitting.secretly and OPEN_FIELDS.issuperset(fields)
    if not is_open or "at" not in fields:
        return campaign
    return make_known(campaign, npc.settlement or npc.place)


def _must_be_free(sitting: Sitting, name: str) -> None:
    """That nobody is called so, in the world or of the Company. Impossible else."""
    if any(npc.name.casefold() == name.casefold() for npc in sitting.campaign.world.npcs):
        known = any(npc.name.casefold() == name.casefold() for npc in npcs_known(sitting))
        hint = f"Try: npc {quoted(name)}" if known else "Ask the Guide."
        raise Impossible(f"There is an NPC called {name} already.", hint)
    if errant := errant_called(sitting.campaign, name):
        raise Impossible(f"{errant.name} is of the Company.", "Name the NPC otherwise.")


def _remove(sitting: Sitting, name: str) -> Ruling:
    if not name:
        raise Malformed("Who is gone?", "Try: npc remove ysolde")
    campaign, npc = sitting.campaign, one("NPC", name, npcs_known(sitting), npc_names)
    left = tuple(each for each in campaign.world.npcs if each.id != npc.id)
    led = tuple(each.id for each in left if each.count > 1 and _together(npc, each))
    report = replace(npc_report(campaign, "removed", (npc,)), may_break=led)
    return Ruling(campaign.with_npcs(left), report, secret=not npc.met)


def _together(one: Npc, other: Npc) -> bool:
    """Whether one may have led the other: of one Faction, or at one place."""
    where, there = ((npc.settlement, npc.place, npc.hex) for npc in (one, other))
    return (one.faction == other.faction and one.faction != "") or (where == there and any(where))


def _changed(sitting: Sitting, npc: Npc, fields: dict[str, str]) -> Npc:
    """The NPC with these fields as they were typed; whoever belongs to a Faction now is disposed
    as reputation with it has it. Impossible for a value that none can have."""
    values: dict[str, object] = {}
    for field, value in fields.items():
        values |= _value(sitting, npc, field, value)
    after = replace(npc, **values)
    if after.disposition is None:
        after = after.without_negotiation()
    if after.faction == npc.faction or "disposition" in fields:
        return after
    return settled(sitting.campaign, after, known_by(sitting.campaign, npc))


def _value(sitting: Sitting, npc: Npc, field: str, value: str) -> dict[str, object]:
    """What a field becomes; `none` takes it back."""
    nothing = value.casefold() in NOTHING
    if field in NUMBERS:
        least, most = NUMBERS[field]
        if nothing:
            return {field: 1 if field == "count" else None}
        return {field: NPC_FIELDS.number(field, value, least, most)}
    if field == "at":
        return _where(sitting, "" if nothing else value)
    if field == "faction":
        return {field: "" if nothing else find_faction(sitting, value).id}
    if field == "alignment":
        return {field: alignment_named(value)}
    if field == "met":
        known = yes_or_no(field, value)
        if known and sitting.secretly:
            raise Impossible("What everybody knows is no secret.", "Leave «secret» out.")
        return {field: known}
    if field in TEXTS:
        return {field: "" if nothing else value}
    if value.casefold() != npc.name.casefold():
        _must_be_free(sitting, value)
    return {field: NPC_FIELDS.name(value)}


def _where(sitting: Sitting, value: str) -> dict[str, object]:
    """A Settlement, a place, or a hex as `2,-1`; "" for nowhere."""
    nowhere: dict[str, object] = {"settlement": "", "place": "", "hex": None}
    if not value:
        return nowhere
    if found := _HEX.fullmatch(value.replace(" ", "")):
        return {**nowhere, "hex": (int(found[1]), int(found[2]))}
    site = one("place", value, sites_meant(sitting), site_names)
    return {**nowhere, "settlement" if isinstance(site, Settlement) else "place": site.id}


def npc_report(
    campaign: Campaign, step: NpcStep, npcs: tuple[Npc, ...], fields: tuple[str, ...] = ()
) -> NpcReport:
    """What is told of NPCs; players hear where somebody is where they know of that place."""
    there = {npc.settlement or npc.place for npc in npcs}
    known = {site.id for site in known_sites(campaign, there)}
    seen = tuple(
        SeenNpc(
            npc.id,
            npc.name,
            where(campaign, npc) if (npc.settlement or npc.place) in known else "",
        )
        for npc in npcs
    )
    lines = tuple(_lines(campaign, npcs))
    return NpcReport(step=step, npcs=seen, known=lines, changed=fields)


def where(campaign: Campaign, npc: Npc) -> str:
    """At which Settlement or place somebody is to be found, as it is called; "" where nobody
    said."""
    there = npc.settlement or npc.place
    return called_there(campaign, there) if there else ""


def bases(npc: Npc) -> tuple[BaseLine, ...]:
    """What exchanges with an NPC begin with, where that is not as usual."""
    return tuple(
        BaseLine(category, *npc.stakes(category))
        for category in CHECKED
        if npc.stakes(category) != Stakes()
    )


def _lines(campaign: Campaign, npcs: tuple[Npc, ...]) -> Iterator[NpcLine]:
    factions = {each.id: each.name for each in campaign.world.factions}
    for npc in npcs:
        disposition, talk = disposition_of(campaign, npc), npc.negotiation
        yield NpcLine(
            npc=npc.id,
            name=npc.name,
            where=where(campaign, npc),
            hex=npc.hex,
            faction=factions.get(npc.faction, ""),
            met=npc.met,
            count=npc.count,
            alignment=npc.alignment,
            threat=npc.threat,
            morale=npc.morale,
            disposition=disposition,
            band=band(campaign, disposition).name if disposition is not None else None,
            bonds=tuple(BondLine(errant, bond) for errant, bond in npc.bonds.items()),
            bases=bases(npc),
            exchanges_left=talk.left if talk is not None and npc.in_negotiation else None,
            talk=talk.state if talk is not None else "none",
            why_ended=talk.ended if talk is not None else "",
            banal=talk.banal if talk is not None else "not_yet",
            wants=npc.wants,
            note=npc.note,
        )
