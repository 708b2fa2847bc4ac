"""Campaigns of any size, as play leaves them: written by the companion, with a person's comments.

`grow` writes one; SMALL, MIDDLE and LARGE are the sizes that growth is measured between. The
journal agrees with the files: replayed from its first entry it gives what they hold.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from companion.archive.journal.entry_blocks import render_entry_block, render_session_header
from companion.archive.toml.value_rendering_and_edits import render_toml_file
from companion.campaign.campaign import World
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.file_layout import FILE_KINDS
from companion.campaign.plain_data_encoding import get_field_types
from companion.errant.company import Errant

ITEMS = 25
SUPPLY = 9
ENTRIES_OF_A_SESSION = 250
_FIRST_DAY = date(2020, 1, 4)
_FIRST = """
Aldous Berta Corvin Della Edric Fenna Garrow Hilde Ivo Jorun Kestrel Lobo Maud Nessa Osric
Petra Quill Rusk Sable Tamsin Ulric Vesper Wim Ysolde Zeno Ambrose Bryn Cuthbert Dorn Elspet
Fulk Greta Hob Isolde Jasper Kell Linnet Mose Nan Odo Perrin Rosamund Swithin Thora Una Varn
Wenna Yorick Zinnia Ansel
"""
_LAST = """
Reed Dunn Pike Sallow Marsh Alder Brock Crane Drake Eel Finch Gorse Heron Ivy Jackdaw Kite
Lark Moss Nettle Otter Plover Quern Rook Sedge Tarn Umber Vole Wren Yarrow Bell Carter Dyer
Fuller Glover Hooper Mercer Sawyer Tanner Weaver Wright
"""
_SHORES = """
Reed Sallow Black Long High Low Fen Mire Gull Ash Oak Thorn Crow Wolf Bell Stone Mill Salt
Iron Grey Kings Abbots Hollow Drowned Far
"""
_PLACES = """
market ford bridge wick ham ton mere stead gate cross haven well holt moor end bury dale
field cote ley
"""


class Size(NamedTuple):
    """How many there are of each."""

    errants: int
    npcs: int
    settlements: int
    entries: int


SMALL = Size(8, 20, 5, 500)
MIDDLE = Size(40, 200, 50, 5_000)
LARGE = Size(200, 2_000, 500, 50_000)


def grow(folder: Path, *, errants: int, npcs: int, settlements: int, entries: int) -> None:
    """Write a campaign of this size into a new folder: Errants of 25 items each, a lit torch
    among them, an open Exploration Turn, and session files of 250 entries.

    At most 2,000 NPCs and 500 Settlements have names; more raise ValueError.
    """
    (folder / "errants").mkdir(parents=True)
    (folder / "campaign.toml").write_text(_CAMPAIGN)
    for number in range(errants):
        (folder / "errants" / f"{errant_id(number)}.toml").write_text(_errant(number))
    (folder / "world.toml").write_text(_world(npcs, settlements, errants))
    (folder / "journal").mkdir()
    for name, text in _sessions(entries, errants):
        (folder / "journal" / name).write_text(text)


def errant_id(number: int) -> str:
    """The id of an Errant, counted from 0."""
    return f"errant-{number}"


def npc_name(number: int) -> str:
    """The name of an NPC, counted from 0: `Aldous Reed`."""
    firsts, lasts = _FIRST.split(), _LAST.split()
    last, first = divmod(number, len(firsts))
    if last >= len(lasts):
        raise ValueError(f"there are only {len(firsts) * len(lasts)} names")
    return f"{firsts[first]} {lasts[(last + first) % len(lasts)]}"


def npc_id(number: int) -> str:
    """The id of an NPC, counted from 0: `aldous-reed`."""
    return npc_name(number).lower().replace(" ", "-")


_CAMPAIGN = """\
# Played on Saturdays, since the winter.
schema = 1
name = "Grown"
season = "autumn"

[clock]
now = "day 1 08:00"     # where we stopped

[[turns]]
id = "exploration"
type = "exploration"
number = 1
begun = true
face = 6
began = "day 1 08:00"
"""


def _errant(number: int) -> str:
    torch: dict[str, PlainData] = {
        "id": "torch", "name": "torch", "slots": 0.5, "burn": 2, "lit": True, "kind": "torch",
    }  # fmt: skip
    things: list[PlainData] = [
        {"id": f"thing-{each}", "name": f"thing {each}", "slots": 0.25} for each in range(ITEMS - 1)
    ]
    values: dict[str, PlainData] = {
        "schema": 1,
        "name": f"Errant {number}",
        "phys": 18,
        "exhaustion": 0,
        "supply": SUPPLY,
        "items": [torch, *things],
    }
    return render_toml_file(
        values, list(get_field_types(Errant)), FILE_KINDS["errants"].often_changed
    )


def _world(npcs: int, settlements: int, errants: int) -> str:
    """`world.toml`, with a comment of a person at every seventh block."""
    towns = [_settlement(number) for number in range(settlements)]
    people = [_npc(number, settlements, errants) for number in range(npcs)]
    values: dict[str, PlainData] = {"schema": 1, "settlements": towns, "npcs": people}
    paragraphs = render_toml_file(values, list(get_field_types(World))).rstrip().split("\n\n")
    for at in range(1, len(paragraphs), 7):
        header, _, body = paragraphs[at].partition("\n")
        paragraphs[at] = f"# They came by here in session {at}.\n{header}\n{body}"
    for at in range(3, len(paragraphs), 7):
        paragraphs[at] += "   # ask again in spring"
    return "# Hexes are axial: [q, r].\n" + "\n\n".join(paragraphs) + "\n"


def _settlement(number: int) -> PlainData:
    shores, places = _SHORES.split(), _PLACES.split()
    place, shore = divmod(number, len(shores))
    if place >= len(places):
        raise ValueError(f"there are only {len(shores) * len(places)} Settlements with names")
    name = f"{shores[shore]}{places[place]}"
    return {
        "id": name.lower(),
        "name": name,
        "type": ("hamlet", "village", "town")[number % 3],
        "hex": [shore, place],
        "encounters": "settlements/encounters",
        "weather": "greenmire/weather",
        "note": f"The reeve of {name} pays for proof, not for stories.",
    }


def _npc(number: int, settlements: int, errants: int) -> PlainData:
    town = _settlement(number % settlements)
    assert isinstance(town, dict)
    values: dict[str, PlainData] = {
        "id": npc_id(number),
        "name": npc_name(number),
        "settlement": town["id"],
        "met": number % 2 == 0 or None,
    }
    if number % 3 == 0:
        values |= {"disposition": 2 + number % 11, "bonds": {errant_id(number % errants): 7}}
    return values | {"wants": f"to see {town['name']} again, and the brother's boots"}


def _sessions(entries: int, errants: int) -> Iterator[tuple[str, str]]:
    """The names of the session files, a week apart, and what they hold."""
    for week, first in enumerate(range(1, entries + 1, ENTRIES_OF_A_SESSION)):
        began, session = str(_FIRST_DAY + timedelta(weeks=week)), f"k{week:03d}"
        numbers = range(first, min(first + ENTRIES_OF_A_SESSION, entries + 1))
        blocks = (render_entry_block(_entry(number, session, began, errants)) for number in numbers)
        text = render_session_header(session, f"seed of {session}", began) + "".join(blocks)
        yield f"{began}-{session}.toml", text


def _entry(number: int, session: str, began: str, errants: int) -> Entry:
    """By turns a word that takes Supply from an Errant, one that gives it back, and a note."""
    turn, kind = divmod(number - 1, 3)
    errant = errant_id(turn % errants)
    line = (f"supply {errant} -1", f"supply {errant} +1", f"note the {turn}th rumour of the marsh")
    supply = (SUPPLY - kind, SUPPLY - 1 + kind)
    return Entry(
        session=session,
        number=number,
        kind="word",
        line=line[kind],
        at=f"{began}T20:00:00Z",
        clock="day 1 08:00",
        note="" if kind < 2 else line[kind].removeprefix("note "),
        changes=(Change(f"errants/{errant}/supply", *supply),) if kind < 2 else (),
    )
