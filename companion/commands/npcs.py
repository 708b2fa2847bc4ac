"""NPCs at the prompt: npc."""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.commands.names import one
from companion.commands.npc_drawn import drawn
from companion.commands.people_meant import find_faction, find_npc, is_npc, npc_names, npcs_known
from companion.commands.reports import BaseLine, BondLine, NpcLine, NpcReport, NpcStep, SeenNpc
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.commands.stashes import called_there
from companion.errant.alignment import ALIGNMENTS, Alignment
from companion.errant.checks import Stakes
from companion.errant.negotiation import CHECKED
from companion.errant.reaction import LEAST, MOST, band_of
from companion.errant.world import Npc
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean, listed
from companion.text import free_slug
from companion.words.line import quoted
from companion.words.options import Arguments, whole_number
from companion.words.registry import alone

NUMBERS = {
    "disposition": (LEAST, MOST),
    "threat": (0, 100),
    "morale": (LEAST, MOST),
    "count": (1, 100_000),
}
"""Fields that are a number, and the least and the most they can be."""
TEXTS = ("name", "wants", "note")
OTHERS = ("alignment", "at", "faction")
FIELDS = (*NUMBERS, *TEXTS, *OTHERS)
ALSO = {"hex": "at", "place": "at", "settlement": "at"}
"""Fields by the names they have in the files."""
_HEX = re.compile(r"([+-]?\d{1,4}),([+-]?\d{1,4})")


@WORDS.command(
    "npc",
    subject="people",
    usage="npc NAME [FIELD VALUE]… | npc ? | npc new NAME… | npc remove NAME | npc",
    summary="Somebody who is not of the Company, or a group of them: made in one line, drawn with "
    "?, told of by any part of the name, changed by field: disposition, alignment, threat, morale, "
    "count, at (a Settlement, a place or a hex), faction, wants, note. What more is known of them "
    "than name and place is the Guide's.",
    examples=(
        "npc ysolde",
        'npc "Brother Odo" at sallows-end morale 7',
        'npc "goblin band" count 8 threat 1 morale 6',
        "npc harl threat 2 alignment C1",
        "npc ?",
        "npc",
    ),
    reads=alone,
    completes=("npc", "npc field…"),
)
def npc_word(sitting: Sitting) -> Ruling:
    """Make, tell of, change or remove somebody."""
    campaign, arguments = sitting.campaign, sitting.arguments
    if not arguments:
        return Ruling(campaign, npc_report(campaign, "listed", tuple(npcs_known(sitting))))
    if arguments == ("?",):
        campaign, npc = drawn(sitting)
        return Ruling(campaign, npc_report(campaign, "made", (npc,)), outcome=npc.name)
    first = arguments[0].casefold()
    if first == "remove":
        return _remove(sitting, " ".join(arguments[1:]))
    name, fields = _name_and_fields(arguments[1:] if first == "new" else arguments)
    if first == "new":
        return _make(sitting, name, fields)
    if not is_npc(sitting, name):
        _must_not_be_a_slip(sitting, name)
        return _make(sitting, name, fields)
    npc = find_npc(sitting, name)
    if not fields:
        return Ruling(campaign, npc_report(campaign, "told", (npc,)))
    after = changed(sitting, npc, fields)
    step: NpcStep = "fewer" if after.count < npc.count else "changed"
    report = npc_report(campaign, step, (after,), tuple(fields))
    return Ruling(campaign.with_npc(after), report)


def _name_and_fields(arguments: Arguments) -> tuple[str, dict[str, str]]:
    """`Brother Odo morale 7 at sallows-end`: the name is all before the first field; a text goes
    on to the next field."""
    known = (*FIELDS, *ALSO)
    starts = [at for at, word in enumerate(arguments) if at and word.casefold() in known]
    name = " ".join(arguments[: starts[0]] if starts else arguments).strip()
    if not name or arguments[0].casefold() in FIELDS:
        raise Malformed("Who?", 'Try: npc "Brother Odo" at sallows-end')
    named = arguments[: starts[0]] if starts else arguments
    for word, value in pairwise(named[1:]):
        if value.lstrip("+-").isdecimal():
            raise _no_field(word)
    fields: dict[str, str] = {}
    for at, end in pairwise((*starts, len(arguments))):
        field = ALSO.get(arguments[at].casefold(), arguments[at].casefold())
        value = " ".join(arguments[at + 1 : end])
        if not value:
            way = f"Try: npc {quoted(name)} {field} …"
            raise Malformed(f"Something must follow «{field}».", way)
        fields[field] = value
    return name, fields


def _no_field(word: str) -> Unknown:
    hint = did_you_mean(word, FIELDS) or f"You can set {listed(FIELDS)}."
    return Unknown(f"«{word}» is nothing that an NPC has.", hint)


def _must_not_be_a_slip(sitting: Sitting, name: str) -> None:
    """That somebody who is to be made is not one whose name was mistyped: `npc ysolda`. Whoever
    is written as names are is meant to be made. Unknown else."""
    names = [each for npc in npcs_known(sitting) for each in npc_names(npc)]
    if name == name.casefold() and (near := did_you_mean(name, names)):
        raise Unknown(f"There is no NPC «{name}».", f"{near} To make them: npc new {quoted(name)}")


def _make(sitting: Sitting, name: str, fields: dict[str, str]) -> Ruling:
    campaign = sitting.campaign
    if any(npc.name.casefold() == name.casefold() for npc in campaign.world.npcs):
        raise Impossible(f"There is an NPC called {name} already.", f"Try: npc {quoted(name)}")
    npc = Npc(id=free_slug(name, {each.id for each in campaign.world.npcs}), name=name)
    npc = changed(sitting, npc, fields)
    made = campaign.with_npcs((*campaign.world.npcs, npc))
    return Ruling(made, npc_report(made, "made", (npc,), tuple(fields)))


def _remove(sitting: Sitting, name: str) -> Ruling:
    if not name:
        raise Malformed("Who is gone?", "Try: npc remove ysolde")
    campaign, npc = sitting.campaign, find_npc(sitting, name)
    left = tuple(each for each in campaign.world.npcs if each.id != npc.id)
    return Ruling(campaign.with_npcs(left), npc_report(campaign, "removed", (npc,)))


def changed(sitting: Sitting, npc: Npc, fields: dict[str, str]) -> Npc:
    """The NPC with these fields as they were typed. Impossible for a value that none can have."""
    values: dict[str, object] = {}
    for field, value in fields.items():
        if field in NUMBERS:
            values[field] = _number(field, value)
        elif field == "at":
            values |= _where(sitting.campaign, value)
        elif field == "faction":
            values[field] = find_faction(sitting, value).id
        elif field == "alignment":
            values[field] = alignment_named(value)
        else:
            values[field] = value
    return replace(npc, **values)


def _number(field: str, value: str) -> int:
    least, most = NUMBERS[field]
    if len(words := value.split()) > 1:
        raise _no_field(words[1])
    number = whole_number(value, what=field)
    if not least <= number <= most:
        raise Impossible(
            f"{number} is no {field}.", f"It is a whole number from {least} to {most:,}."
        )
    return number


def alignment_named(value: str) -> Alignment:
    """The Alignment of this name, case-blind. Unknown for what is none."""
    for each in ALIGNMENTS:
        if each.casefold() == value.casefold():
            return each
    hint = did_you_mean(value, ALIGNMENTS) or f"It is {listed(ALIGNMENTS, 'or')}."
    raise Unknown(f"«{value}» is no Alignment.", hint)


def _where(campaign: Campaign, value: str) -> dict[str, object]:
    """A Settlement, a place, or a hex as `2,-1`."""
    nowhere: dict[str, object] = {"settlement": "", "place": "", "hex": None}
    if found := _HEX.fullmatch(value.replace(" ", "")):
        return {**nowhere, "hex": (int(found[1]), int(found[2]))}
    site = one("place", value, campaign.world.sites, lambda each: (each.id, each.name))
    settled = any(site.id == each.id for each in campaign.world.settlements)
    return {**nowhere, "settlement" if settled else "place": site.id}


def npc_report(
    campaign: Campaign, step: NpcStep, npcs: tuple[Npc, ...], fields: tuple[str, ...] = ()
) -> NpcReport:
    """What is told of NPCs."""
    seen = tuple(SeenNpc(npc.id, npc.name, where(campaign, npc)) for npc in npcs)
    known = tuple(_lines(campaign, npcs))
    return NpcReport(step=step, npcs=seen, known=known, changed=fields)


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
        band = None
        if npc.disposition is not None:
            band = band_of(npc.disposition, campaign.campaign.rules.reaction).name
        talk = npc.negotiation
        yield NpcLine(
            npc=npc.id,
            name=npc.name,
            where=where(campaign, npc),
            hex=npc.hex,
            faction=factions.get(npc.faction, ""),
            count=npc.count,
            alignment=npc.alignment,
            threat=npc.threat,
            morale=npc.morale,
            disposition=npc.disposition,
            band=band,
            bonds=tuple(BondLine(errant, bond) for errant, bond in npc.bonds.items()),
            bases=bases(npc),
            exchanges_left=talk.left if talk is not None and not talk.ended else None,
            ended=bool(talk is not None and talk.ended),
            why_ended=talk.ended if talk is not None else "",
            wants=npc.wants,
            note=npc.note,
        )
