"""A whole campaign as a document: Markdown for people, JSON for programs."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from companion.campaign.campaign import Campaign
from companion.campaign.changes import PlainData
from companion.campaign.encoding import decode
from companion.errant.errants import Errant
from companion.errant.turns import WHOLE_COMPANY, Turn
from companion.errant.world import Hex
from companion.reports.packs import CarriedItem, SlotsReport
from companion.reports.record import EveningLine, ExportReport
from companion.text import clean_text
from companion.view.record.document import (
    Document,
    Place,
    escape_markdown,
    render_faction_section,
    render_npc_section,
    render_section,
)
from companion.view.record.recap import Scene, build_scenes
from companion.view.report import render_report
from companion.view.wording import SECRET_PREFIX, NameLookup, format_moment, format_turn_name


@render_report.register
def render_export(report: ExportReport, _name_of: NameLookup) -> list[str]:
    """The document, line by line: the Guide's, or else the players'."""
    document = report.guides if report.guides is not None else report.document
    if report.form == "json":
        notes, entries = document["notes"], document["entries"]
        assert isinstance(notes, list)
        assert isinstance(entries, list)
        return list(render_json(document, notes, entries))
    evenings = report.guides_evenings if report.guides_evenings is not None else report.evenings
    return list(render_markdown(document, evenings, report.packs))


_GROWING_KEYS = ("notes", "entries")
"""The last keys of a document in JSON: lists that grow with the journal."""


def render_json(
    document: Mapping[str, PlainData], notes: Iterable[PlainData], entries: Iterable[PlainData]
) -> Iterator[str]:
    """The document as JSON. These notes and entries replace its own, and are read one by one while
    they are written."""
    head = {key: value for key, value in document.items() if key not in _GROWING_KEYS}
    *before, last, _brace = _encode_json(head)
    yield from before
    yield f"{last},"
    yield from _render_json_rows("notes", notes, ",")
    yield from _render_json_rows("entries", entries, "")
    yield "}"


def _render_json_rows(key: str, rows: Iterable[PlainData], behind: str) -> Iterator[str]:
    """A key of the document with a list, one item after another."""
    waiting: list[str] = []
    for row in rows:
        if waiting:
            yield from (*waiting[:-1], f"{waiting[-1]},")
        else:
            yield f'  "{key}": ['
        waiting = [f"    {line}" for line in _encode_json(row)]
    if not waiting:
        yield f'  "{key}": []{behind}'
        return
    yield from waiting
    yield f"  ]{behind}"


def _encode_json(data: PlainData) -> list[str]:
    lines = msgspec.json.format(msgspec.json.encode(data), indent=2).decode().split("\n")
    return [clean_text(line) for line in lines]


def render_markdown(
    data: Mapping[str, PlainData], evenings: Iterable[EveningLine], packs: Iterable[SlotsReport]
) -> Iterator[str]:
    """The document in Markdown; each evening is read while it is written. Secrets are in it if the
    data hold them."""
    world = data["world"]
    assert isinstance(world, dict)
    sites = ("places", "settlements")
    rest = {key: value for key, value in world.items() if key not in sites}
    typed_as_files = {"campaign": data["campaign"], "errants": data["errants"]}
    places, settlements = (decode(world.get(key, []), tuple[Place, ...]) for key in sites)
    document = Document(
        decode({**typed_as_files, "world": rest}, Campaign),
        places,
        settlements,
        evenings,
        {pack.errant: pack for pack in packs},
    )
    parts = (
        _render_opening,
        _render_company,
        _render_effects,
        _render_places,
        render_npc_section,
        render_faction_section,
        _render_signs,
        _render_evenings,
    )
    return _trim_last_blank(line for part in parts for line in part(document))


def _trim_last_blank(lines: Iterable[str]) -> Iterator[str]:
    """The lines without a blank one at the end."""
    blank = False
    for line in lines:
        if blank:
            yield ""
        blank = not line
        if line:
            yield line


def _render_secret_note(note: str) -> list[str]:
    return [f"- {SECRET_PREFIX}{escape_markdown(note)}"] if note else []


def _describe_turn(document: Document, turn: Turn) -> str:
    name = format_turn_name(turn.type, turn.number if turn.begun else None)
    place = f" at {document.escape_place_name(turn.place)}" if turn.place else ""
    declared = (
        f"; {_describe_actor(document, who)}: {escape_markdown(what)}"
        for who, what in turn.declared.items()
    )
    return f"- {name}{place}{''.join(declared)}"


def _render_opening(document: Document) -> list[str]:
    campaign = document.campaign
    now = f"{format_moment(campaign.now.day, campaign.now.time)}, watch {campaign.now.watch} of 6"
    lines = [_describe_turn(document, turn) for turn in campaign.turns]
    notes = [*_render_secret_note(campaign.book.note), *_render_secret_note(campaign.world.note)]
    under = [*(lines or ["- No Turn is open"]), *notes]
    name = escape_markdown(campaign.book.name)
    return [f"# {name}", "", f"{now[:1].upper()}{now[1:]}.", "", *under, ""]


def _describe_actor(document: Document, who: str) -> str:
    return "the Company" if who == WHOLE_COMPANY else document.escape_errant_name(who)


def _render_company(document: Document) -> list[str]:
    lines = [
        line for errant in document.campaign.errants for line in _render_errant(document, errant)
    ]
    return render_section("The Company", lines[:-1])


def _render_errant(document: Document, errant: Errant) -> Iterator[str]:
    pack = document.packs[errant.id]
    states = [
        *([errant.kind] if errant.kind != "errant" else []),
        *([f"played by {escape_markdown(errant.player)}"] if errant.player else []),
        *(["dead"] if errant.is_dead else []),
        *(["away"] if errant.away else []),
        *(["starving"] if errant.starving else []),
    ]
    coins = [
        f"{number} {one if number == 1 else many}"
        for number, one, many in (
            (errant.guilders, "guilder", "guilders"),
            (errant.shillings, "shilling", "shillings"),
            (errant.pennies, "penny", "pennies"),
        )
        if number
    ]
    state = f" ({', '.join(states)})" if states else ""
    yield f"### {escape_markdown(errant.name)}{state}"
    yield ""
    if errant.kind != "animal":
        yield (
            f"- phys {errant.phys}, skill {errant.skill}, mind {errant.mind}, pres {errant.pres}, "
            f"SPD {pack.spd}"
        )
    yield (
        f"- {pack.slots_filled:g} of {pack.slots:g} Item Slots, Encumbrance {pack.encumbrance} "
        f"(pack off: {pack.slots_filled_pack_off:g}, Encumbrance {pack.encumbrance_pack_off})"
    )
    yield f"- Exhaustion {pack.exhaustion}, Supply {pack.supply}"
    yield f"- Coins: {', '.join(coins) or 'none'}"
    yield from _render_secret_note(errant.note)
    yield ""
    if pack.items:
        yield "| Carries | Item Slots | left | where |"
        yield "|---|---:|---:|---|"
        notes = {item.id: item.note for item in errant.items}
        for item in pack.items:
            yield _render_carried_item(item, notes[item.item])
        yield ""


def _render_carried_item(item: CarriedItem, note: str) -> str:
    number = f"{item.quantity} × " if item.quantity != 1 else ""
    left = f"{item.left} of {item.full}" if item.left is not None else ""
    lit = ", lit" if item.lit else ""
    name = f"{number}{escape_markdown(item.name)}{_describe_secret_note(note)}"
    return f"| {name} | {item.slots:g} | {left} | {item.place}{lit} |"


def _render_effects(document: Document) -> list[str]:
    lines: list[str] = []
    for effect in document.campaign.book.effects:
        on = f" on {document.escape_errant_name(effect.errant)}" if effect.errant else ""
        left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
        lasting = ", lasting" if effect.lasting else ""
        secretly = _describe_secret_note(effect.note)
        lines.append(
            f"- {escape_markdown(effect.name.rstrip('.'))}{on}: {effect.kind}{left}{lasting}"
            f"{secretly}"
        )
    lines += [
        f"- every {each.turns} {each.type} Turns: {escape_markdown(each.word)} ({each.passed} "
        "passed)"
        for each in document.campaign.book.every
    ]
    return render_section("What goes on", lines)


def _render_places(document: Document) -> list[str]:
    return [
        *render_section("Places", map(_render_place, document.places)),
        *render_section("Settlements", map(_render_place, document.settlements)),
    ]


def _render_place(place: Place) -> str:
    kind = f", {place.type}" if place.type else ""
    return (
        f"- {escape_markdown(place.name)}{kind}{_describe_hex(place.hex)}"
        f"{_describe_secret_note(place.note)}"
    )


def _describe_hex(at: Hex | None) -> str:
    return f", hex {at[0]}, {at[1]}" if at is not None else ""


def _describe_secret_note(note: str) -> str:
    return f" ({SECRET_PREFIX}{escape_markdown(note)})" if note else ""


def _render_signs(document: Document) -> list[str]:
    lines = [
        f"- {sign.turn_type.capitalize()}"
        f"{f', {document.escape_place_name(sign.place)}' if sign.place else ''}: "
        f"{escape_markdown(sign.encounter) or 'the next encounter'}"
        f"{f' (to read out: {escape_markdown(sign.clue)})' if sign.clue else ''}"
        for sign in document.campaign.world.signs
    ]
    return render_section("Signs that wait, for the Guide alone", lines)


def _render_evenings(document: Document) -> Iterator[str]:
    """The story of every evening in order, with secrets marked."""
    number = 0
    for evening in document.evenings:
        story = build_scenes(evening.story, document.find_errant_name)
        if story:
            number += 1
            if number == 1:
                yield "## The evenings"
                yield ""
            yield from _render_evening(number, evening, story)


def _render_evening(number: int, evening: EveningLine, story: list[Scene]) -> Iterator[str]:
    yield f"### Evening {number}, from {format_moment(evening.day_before, evening.time_before)}"
    yield ""
    for day, of_day in groupby(story, lambda scene: scene.day):
        yield f"**Day {day}**"
        yield ""
        for scene in of_day:
            secretly = SECRET_PREFIX if scene.secret else ""
            yield f"- {scene.time} {secretly}{escape_markdown(scene.full_text)}"
        yield ""
