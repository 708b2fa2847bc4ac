"""A whole campaign as a document: Markdown for people, JSON for programs."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

import msgspec

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Plain
from companion.campaign.plain import typed
from companion.commands import reports as r
from companion.errant.errants import Errant
from companion.errant.hexes import Hex
from companion.errant.turns import COMPANY
from companion.text import clean
from companion.view.document import Document, Place, section, text
from companion.view.happened import Called
from companion.view.people_exported import factions, people
from companion.view.retold import Scene, scenes
from companion.view.told import SECRETLY
from companion.view.turn_names import turn_name, when


def export(report: r.ExportReport, _called: Called) -> list[str]:
    """The document, line by line."""
    return list(exported_lines(report))


def exported(report: r.ExportReport) -> str:
    """The document as it is written to a file: the Guide's, or else the players'."""
    return "".join(f"{line}\n" for line in exported_lines(report))


def exported_lines(report: r.ExportReport) -> Iterator[str]:
    """The lines of that document."""
    document = report.guides if report.guides is not None else report.document
    if report.form == "json":
        notes, entries = document["notes"], document["entries"]
        assert isinstance(notes, list)
        assert isinstance(entries, list)
        return json_lines(document, notes, entries)
    evenings = report.guides_evenings if report.guides_evenings is not None else report.evenings
    return markdown_lines(document, evenings, report.packs)


_ROWS = ("notes", "entries")
"""The last keys of a document in JSON: lists that grow with the journal."""


def json_lines(
    document: Mapping[str, Plain], notes: Iterable[Plain], entries: Iterable[Plain]
) -> Iterator[str]:
    """The document as JSON, with these notes and entries in place of its own, each of which is
    asked for as it is written."""
    head = {key: value for key, value in document.items() if key not in _ROWS}
    *before, last, _brace = _json(head)
    yield from before
    yield f"{last},"
    yield from _rows("notes", notes, ",")
    yield from _rows("entries", entries, "")
    yield "}"


def _rows(key: str, rows: Iterable[Plain], behind: str) -> Iterator[str]:
    """A key of the document with a list, one item after another."""
    waiting: list[str] = []
    for row in rows:
        if waiting:
            yield from (*waiting[:-1], f"{waiting[-1]},")
        else:
            yield f'  "{key}": ['
        waiting = [f"    {line}" for line in _json(row)]
    if not waiting:
        yield f'  "{key}": []{behind}'
        return
    yield from waiting
    yield f"  ]{behind}"


def _json(data: Plain) -> list[str]:
    lines = msgspec.json.format(msgspec.json.encode(data), indent=2).decode().split("\n")
    return [clean(line) for line in lines]


def markdown_lines(
    document: Mapping[str, Plain],
    evenings: Iterable[r.EveningLine],
    packs: Iterable[r.SlotsReport],
) -> Iterator[str]:
    """The document in Markdown; each evening is asked for as it is written. What the Guide alone
    may see is there where it holds any."""
    world = document["world"]
    assert isinstance(world, dict)
    sites = ("places", "settlements")
    rest = {key: value for key, value in world.items() if key not in sites}
    typed_as_files = {"campaign": document["campaign"], "errants": document["errants"]}
    places, settlements = (typed(world.get(key, []), tuple[Place, ...]) for key in sites)
    said = Document(
        typed({**typed_as_files, "world": rest}, Campaign),
        places,
        settlements,
        evenings,
        {pack.errant: pack for pack in packs},
    )
    parts = (_beginning, _company, _going_on, _places, people, factions, _signs, _evenings)
    return _without_last_blank(line for part in parts for line in part(said))


def _without_last_blank(lines: Iterable[str]) -> Iterator[str]:
    """The lines, each blank one as the next is asked for: the document does not end in one."""
    blank = False
    for line in lines:
        if blank:
            yield ""
        blank = not line
        if line:
            yield line


def _for_the_guide(note: str) -> list[str]:
    return [f"- {SECRETLY}{text(note)}"] if note else []


def _beginning(said: Document) -> list[str]:
    campaign = said.campaign
    now = f"{when(campaign.now.day, campaign.now.time)}, watch {campaign.now.watch} of 6"
    lines = [
        f"- {turn_name(turn.type, turn.number if turn.begun else None)}"
        f"{f' at {said.place(turn.place)}' if turn.place else ''}"
        f"{''.join(f'; {_whose(said, who)}: {text(what)}' for who, what in turn.declared.items())}"
        for turn in campaign.turns
    ]
    notes = [*_for_the_guide(campaign.campaign.note), *_for_the_guide(campaign.world.note)]
    under = [*(lines or ["- No Turn is open"]), *notes]
    name = text(campaign.campaign.name)
    return [f"# {name}", "", f"{now[:1].upper()}{now[1:]}.", "", *under, ""]


def _whose(said: Document, who: str) -> str:
    return "the Company" if who == COMPANY else said.errant(who)


def _company(said: Document) -> list[str]:
    lines = [line for errant in said.campaign.errants for line in _errant(said, errant)]
    return section("The Company", lines[:-1])


def _errant(said: Document, errant: Errant) -> Iterator[str]:
    pack = said.packs[errant.id]
    states = [
        *([errant.kind] if errant.kind != "errant" else []),
        *([f"played by {text(errant.player)}"] if errant.player else []),
        *(["dead"] if errant.dead else []),
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
    yield f"### {text(errant.name)}{state}"
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
    yield from _for_the_guide(errant.note)
    yield ""
    if pack.items:
        yield "| Carries | Item Slots | left | where |"
        yield "|---|---:|---:|---|"
        notes = {item.id: item.note for item in errant.items}
        for item in pack.items:
            yield _carried(item, notes[item.item])
        yield ""


def _carried(item: r.CarriedItem, note: str) -> str:
    number = f"{item.quantity} × " if item.quantity != 1 else ""
    left = f"{item.left} of {item.full}" if item.left is not None else ""
    lit = ", lit" if item.lit else ""
    name = f"{number}{text(item.name)}{_secretly(note)}"
    return f"| {name} | {item.slots:g} | {left} | {item.place}{lit} |"


def _going_on(said: Document) -> list[str]:
    lines: list[str] = []
    for effect in said.campaign.campaign.effects:
        on = f" on {said.errant(effect.errant)}" if effect.errant else ""
        left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
        lasting = ", lasting" if effect.lasting else ""
        secretly = _secretly(effect.note)
        lines.append(
            f"- {text(effect.name.rstrip('.'))}{on}: {effect.kind}{left}{lasting}{secretly}"
        )
    lines += [
        f"- every {each.turns} {each.type} Turns: {text(each.word)} ({each.passed} passed)"
        for each in said.campaign.campaign.every
    ]
    return section("What goes on", lines)


def _places(said: Document) -> list[str]:
    return [
        *section("Places", map(_place, said.places)),
        *section("Settlements", map(_place, said.settlements)),
    ]


def _place(place: Place) -> str:
    kind = f", {place.type}" if place.type else ""
    return f"- {text(place.name)}{kind}{_hex(place.hex)}{_secretly(place.note)}"


def _hex(at: Hex | None) -> str:
    return f", hex {at[0]}, {at[1]}" if at is not None else ""


def _secretly(note: str) -> str:
    return f" ({SECRETLY}{text(note)})" if note else ""


def _signs(said: Document) -> list[str]:
    lines = [
        f"- {sign.turn_type.capitalize()}{f', {said.place(sign.place)}' if sign.place else ''}: "
        f"{text(sign.encounter) or 'the next encounter'}"
        f"{f' (to read out: {text(sign.clue)})' if sign.clue else ''}"
        for sign in said.campaign.world.signs
    ]
    return section("Signs that wait, for the Guide alone", lines)


def _evenings(said: Document) -> Iterator[str]:
    """The story of every evening, the first one first; what is secret in its place, marked."""
    number = 0
    for evening in said.evenings:
        story = scenes(evening.story, said.called)
        if story:
            number += 1
            if number == 1:
                yield "## The evenings"
                yield ""
            yield from _evening(number, evening, story)


def _evening(number: int, evening: r.EveningLine, story: list[Scene]) -> Iterator[str]:
    yield f"### Evening {number}, from {when(evening.day_before, evening.time_before)}"
    yield ""
    for day, of_day in groupby(story, lambda scene: scene.day):
        yield f"**Day {day}**"
        yield ""
        for scene in of_day:
            secretly = SECRETLY if scene.secret else ""
            yield f"- {scene.time} {secretly}{text(scene.whole)}"
        yield ""
