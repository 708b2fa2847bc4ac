"""Renders a whole campaign as a document: Markdown for people, JSON for programs."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from companion.campaign.campaign import Campaign
from companion.campaign.changes import PlainData
from companion.campaign.plain_data_encoding import decode_value
from companion.errant.checks_and_saves import Stakes
from companion.errant.company import Errant
from companion.errant.negotiation import CHECKED_CATEGORIES, ENDED_BY_PATIENCE
from companion.errant.turns.timers import Effect
from companion.errant.turns.turns import WHOLE_COMPANY, Turn
from companion.errant.world import Faction, Hex, Npc, Sign
from companion.reports.journal import EveningLine, ExportReport
from companion.reports.packs import CarriedItem, SlotsReport
from companion.text_cleaning import clean_text
from companion.view import shared_wording as w
from companion.view.record.recap import build_recap_scenes
from companion.view.reply import render_report


@render_report.register
def render_export_report(report: ExportReport, _name_of: w.NameLookup) -> Iterator[str]:
    """The document, line by line: the Guide's, or else the players'."""
    document = report.guides if report.guides is not None else report.document
    if report.form == "json":
        notes, entries = document["notes"], document["entries"]
        assert isinstance(notes, list)
        assert isinstance(entries, list)
        return render_document_as_json(document, notes, entries)
    evenings = report.guides_evenings if report.guides_evenings is not None else report.evenings
    return render_document_as_markdown(document, evenings, report.packs)


_GROWING_KEYS = ("notes", "entries")
"""The last keys of a document in JSON: lists that grow with the journal."""


def render_document_as_json(
    document: Mapping[str, PlainData], notes: Iterable[PlainData], entries: Iterable[PlainData]
) -> Iterator[str]:
    """The document as JSON. These notes and entries replace its own, and are read one by one while
    they are written."""
    head = {key: value for key, value in document.items() if key not in _GROWING_KEYS}
    *before, last, _brace = _encode_json(head)
    yield from (*before, f"{last},")
    yield from _render_json_list("notes", notes, ",")
    yield from _render_json_list("entries", entries, "")
    yield "}"


def _render_json_list(key: str, rows: Iterable[PlainData], behind: str) -> Iterator[str]:
    """A key of the document with a list, one item after another."""
    waiting: list[str] = []
    for row in rows:
        if waiting:
            yield from (*waiting[:-1], f"{waiting[-1]},")
        else:
            yield f'  "{key}": ['
        waiting = [f"    {line}" for line in _encode_json(row)]
    if waiting:
        yield from (*waiting, f"  ]{behind}")
    else:
        yield f'  "{key}": []{behind}'


def _encode_json(data: PlainData) -> list[str]:
    lines = msgspec.json.format(msgspec.json.encode(data), indent=2).decode().split("\n")
    return [clean_text(line) for line in lines]


_MARKDOWN_MARKS = re.compile(r"([\\`*_\[\]<>|~#&$])")
_LIST_OPENING = re.compile(r"([0-9]{0,9})([.)](?= |$)|[-+](?=[- ]|$))")
"""At the beginning of a text these open a list or draw a line."""


def escape_markdown(written: str) -> str:
    """A text on one line, escaped so that Markdown shows it as it is."""
    marked = _MARKDOWN_MARKS.sub(r"\\\1", " ".join(clean_text(written).split()))
    begins = _LIST_OPENING.match(marked)
    return f"{begins[1]}\\{marked[begins.start(2) :]}" if begins else marked


def render_document_as_markdown(
    data: Mapping[str, PlainData], evenings: Iterable[EveningLine], packs: Iterable[SlotsReport]
) -> Iterator[str]:
    """The document in Markdown; each evening is read while it is written. Secrets are in it if the
    data hold them."""
    return _Document(data, {pack.errant: pack for pack in packs}).render(evenings)


class _Place(msgspec.Struct, frozen=True):
    """A place, or a Settlement, which has a `type`. The players' version has no hex."""

    id: str
    name: str
    type: str = ""
    hex: Hex | None = None
    note: str = ""


class _Document:
    """A document in Markdown. Each of its parts but the first begins with a blank line."""

    def __init__(self, data: Mapping[str, PlainData], packs: Mapping[str, SlotsReport]) -> None:
        world = data["world"]
        assert isinstance(world, dict)
        sites = {key: world.get(key, []) for key in ("places", "settlements")}
        rest = {key: value for key, value in world.items() if key not in sites}
        parts = {"campaign": data["campaign"], "errants": data["errants"], "world": rest}
        self.campaign = decode_value(parts, Campaign)
        self.packs = packs
        read = (decode_value(each, tuple[_Place, ...]) for each in sites.values())
        self.places, self.settlements = read
        self.name_errant = _make_name_lookup(self.campaign.errants)
        self.name_place = _make_name_lookup((*self.places, *self.settlements))

    def render(self, evenings: Iterable[EveningLine]) -> Iterator[str]:
        """The document line by line; the evenings, the first one first, are read once."""
        book, world = self.campaign.book, self.campaign.world
        yield from self.render_opening()
        if self.campaign.errants:
            yield from ("", "## The Company")
        for errant in self.campaign.errants:
            yield from self.render_errant(errant, self.packs[errant.id])
        going_on = [self.describe_effect(effect) for effect in book.effects]
        going_on += [
            f"every {each.turns} {each.type} Turns: {escape_markdown(each.word)} "
            f"({each.passed} passed)"
            for each in book.every
        ]
        yield from _render_list_section("What goes on", going_on)
        yield from _render_list_section("Places", map(_describe_place, self.places))
        yield from _render_list_section("Settlements", map(_describe_place, self.settlements))
        npcs = (_join_traits(npc.name, self.list_npc_traits(npc)) for npc in world.npcs)
        yield from _render_list_section("NPCs, for the Guide alone", npcs)
        factions = (_join_traits(each.name, _list_faction_traits(each)) for each in world.factions)
        yield from _render_list_section("Factions, for the Guide alone", factions)
        signs = map(self.describe_encounter_sign, world.signs)
        yield from _render_list_section("Signs that wait, for the Guide alone", signs)
        yield from self.render_evenings(evenings)

    def render_opening(self) -> Iterator[str]:
        """The name of the campaign, the clock, and the open Turns."""
        now = self.campaign.now
        yield f"# {escape_markdown(self.campaign.book.name)}"
        clock = f"D{w.format_day_and_time(now.day, now.time)[1:]}, watch {now.watch} of 6."
        yield from ("", clock, "")
        yield from map(self.describe_turn, self.campaign.turns)
        if not self.campaign.turns:
            yield "- No Turn is open"
        yield from _render_secret_note(self.campaign.book.note)
        yield from _render_secret_note(self.campaign.world.note)

    def describe_turn(self, turn: Turn) -> str:
        """A Turn with its place and what was declared in it."""
        name = w.format_turn_name(turn.type, turn.number if turn.begun else None)
        place = f" at {escape_markdown(self.name_place(turn.place))}" if turn.place else ""
        declared = ""
        for who, what in turn.declared.items():
            actor = "the Company" if who == WHOLE_COMPANY else self.name_errant(who)
            declared += f"; {escape_markdown(actor)}: {escape_markdown(what)}"
        return f"- {name}{place}{declared}"

    def render_errant(self, errant: Errant, pack: SlotsReport) -> Iterator[str]:
        """A member of the Company with what they carry."""
        states = (
            errant.kind if errant.kind != "errant" else "",
            f"played by {escape_markdown(errant.player)}" if errant.player else "",
            "dead" if errant.is_dead else "",
            "away" if errant.away else "",
            "starving" if errant.starving else "",
        )
        state = ", ".join(filter(None, states))
        yield from ("", f"### {escape_markdown(errant.name)}{f' ({state})' if state else ''}", "")
        if errant.kind != "animal":
            yield (
                f"- phys {errant.phys}, skill {errant.skill}, mind {errant.mind}, "
                f"pres {errant.pres}, SPD {pack.spd}"
            )
        yield (
            f"- {pack.slots_filled:g} of {pack.slots:g} Item Slots, Encumbrance {pack.encumbrance} "
            f"(pack off: {pack.slots_filled_pack_off:g}, Encumbrance {pack.encumbrance_pack_off})"
        )
        yield f"- Exhaustion {pack.exhaustion}, Supply {pack.supply}"
        coins = (f"{number} {coin}" for number, coin in w.list_coin_counts(errant))
        yield f"- Coins: {', '.join(coins) or 'none'}"
        yield from _render_secret_note(errant.note)
        if pack.items:
            yield from ("", "| Carries | Item Slots | left | where |", "|---|---:|---:|---|")
        notes = {item.id: item.note for item in errant.items}
        yield from (_render_carried_item(item, notes[item.item]) for item in pack.items)

    def describe_effect(self, effect: Effect) -> str:
        """An effect: on whom, its kind, and how long it lasts."""
        on = f" on {escape_markdown(self.name_errant(effect.errant))}" if effect.errant else ""
        left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
        lasting = ", lasting" if effect.lasting else ""
        kind = f"{effect.kind}{left}{lasting}{_format_inline_secret_note(effect.note)}"
        return f"{escape_markdown(effect.name.rstrip('.'))}{on}: {kind}"

    def list_npc_traits(self, npc: Npc) -> Iterator[str]:
        """What is known of an NPC, with the Negotiation with them as it stands; "" for nothing."""
        factions = {each.id: each.name for each in self.campaign.world.factions}
        place, talk = npc.settlement or npc.place, npc.negotiation
        yield "" if npc.met else "not met"
        yield f"{npc.count} of them" if npc.count > 1 else ""
        yield f"at {escape_markdown(self.name_place(place))}" if place else ""
        yield f"hex {npc.hex[0]}, {npc.hex[1]}" if npc.hex is not None else ""
        yield f"of {escape_markdown(factions.get(npc.faction, npc.faction))}" if npc.faction else ""
        yield npc.alignment if npc.alignment != "N" else ""
        yield f"Threat {npc.threat}" if npc.threat is not None else ""
        yield f"Morale {npc.morale}" if npc.morale is not None else ""
        yield f"disposition {npc.disposition}" if npc.disposition is not None else ""
        for errant, bond in npc.bonds.items():
            yield f"bond with {escape_markdown(self.name_errant(errant))} {bond}"
        for category in CHECKED_CATEGORIES:
            dv, position, impact = stakes = npc.get_stakes(category)
            yield f"{category} at DV {dv}, {position}, {impact}" if stakes != Stakes() else ""
        if talk is not None and talk.ended == ENDED_BY_PATIENCE:
            yield "a Negotiation wore out their patience"
        elif talk is not None and talk.ended:
            yield f"a Negotiation ended: {escape_markdown(talk.ended)}"
        elif talk is not None:
            yield f"in a Negotiation, {talk.exchanges} of {talk.patience} exchanges"
        yield f"wants {escape_markdown(npc.wants)}" if npc.wants else ""
        yield escape_markdown(npc.note)

    def describe_encounter_sign(self, sign: Sign) -> str:
        """A sign that waits, with its clue."""
        place = f", {escape_markdown(self.name_place(sign.place))}" if sign.place else ""
        clue = f" (to read out: {escape_markdown(sign.clue)})" if sign.clue else ""
        encounter = escape_markdown(sign.encounter) or "the next encounter"
        return f"{sign.turn_type.capitalize()}{place}: {encounter}{clue}"

    def render_evenings(self, evenings: Iterable[EveningLine]) -> Iterator[str]:
        """The story of every evening in order, with secrets marked."""
        number = 0
        for evening in evenings:
            story = build_recap_scenes(evening.story, self.name_errant)
            if not story:
                continue
            number += 1
            if number == 1:
                yield from ("", "## The evenings")
            began = w.format_day_and_time(evening.day_before, evening.time_before)
            yield from ("", f"### Evening {number}, from {began}")
            for day, of_day in groupby(story, lambda scene: scene.day):
                yield from ("", f"**Day {day}**", "")
                for scene in of_day:
                    secretly = w.SECRET_PREFIX if scene.secret else ""
                    yield f"- {scene.time} {secretly}{escape_markdown(scene.full_text)}"


def _make_name_lookup(things: Iterable[Errant | _Place]) -> w.NameLookup:
    names = {each.id: each.name for each in things}
    return lambda each_id: names.get(each_id, each_id)


def _render_list_section(title: str, lines: Iterable[str]) -> list[str]:
    """A heading with its list; nothing if there is nothing in it."""
    items = [f"- {line}" for line in lines]
    return ["", f"## {title}", "", *items] if items else []


def _join_traits(name: str, traits: Iterable[str]) -> str:
    return ": ".join(filter(None, (escape_markdown(name), "; ".join(filter(None, traits)))))


def _list_faction_traits(faction: Faction) -> Iterator[str]:
    yield "" if faction.met else "not met"
    yield faction.alignment if faction.alignment != "N" else ""
    yield f"reputation {faction.reputation}" if faction.reputation is not None else ""
    yield escape_markdown(faction.note)


def _render_carried_item(item: CarriedItem, note: str) -> str:
    number = f"{item.quantity} × " if item.quantity != 1 else ""
    left = f"{item.left} of {item.full}" if item.left is not None else ""
    lit = ", lit" if item.lit else ""
    name = f"{number}{escape_markdown(item.name)}{_format_inline_secret_note(note)}"
    return f"| {name} | {item.slots:g} | {left} | {item.place}{lit} |"


def _describe_place(place: _Place) -> str:
    kind = f", {place.type}" if place.type else ""
    at = f", hex {place.hex[0]}, {place.hex[1]}" if place.hex is not None else ""
    return f"{escape_markdown(place.name)}{kind}{at}{_format_inline_secret_note(place.note)}"


def _render_secret_note(note: str) -> list[str]:
    return [f"- {w.SECRET_PREFIX}{escape_markdown(note)}"] if note else []


def _format_inline_secret_note(note: str) -> str:
    return f" ({w.SECRET_PREFIX}{escape_markdown(note)})" if note else ""
