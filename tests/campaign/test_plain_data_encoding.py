"""Every number of a campaign has a range: what is beyond it is told with the range, by file and
word alike."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from msgspec import Meta, Struct

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.price_and_creature_tables import PriceTable
from companion.archive.rescue.backup_copies import CopyInfo
from companion.campaign.campaign import Book, Clock, World
from companion.campaign.plain_data_encoding import describe_number_out_of_range
from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.errant.world import Npc, Settlement
from companion.refusal import Broken, Problem
from tests.desk.a_desk import a_desk, all_files, greenmire, refused, said

READ = (Book, World, Errant, PriceTable, CopyInfo)
"""What is read from the files that people write, and from a copy's."""


def numbers_in(
    kind: object, path: str, bounds: tuple[Meta, ...] = ()
) -> Iterator[tuple[str, Meta]]:
    """Every number that a type may hold, at any depth, and what is said of its range."""
    if get_origin(kind) is Annotated:
        inner, *more = get_args(kind)
        yield from numbers_in(inner, path, tuple(each for each in more if isinstance(each, Meta)))
    elif kind in (int, float):
        yield path, bounds[0] if bounds else Meta()
    elif isinstance(kind, type) and (issubclass(kind, Struct) or hasattr(kind, "_fields")):
        for name, inner in get_type_hints(kind, include_extras=True).items():
            yield from numbers_in(inner, f"{path}.{name}")
    elif get_origin(kind) is not Literal:
        for inner in get_args(kind):
            yield from numbers_in(inner, path)


def test_every_number_that_is_read_has_a_least_and_a_most() -> None:
    found = [each for kind in READ for each in numbers_in(kind, kind.__name__)]
    assert len(found) > 50
    assert [path for path, meta in found if meta.ge is None or meta.le is None] == []


class Loose(Struct):
    """What a field without a range looks like."""

    counted: dict[str, int]
    sized: Annotated[float, Meta(ge=0)] | None


def test_a_number_without_a_range_would_be_found() -> None:
    found = list(numbers_in(Loose, "Loose"))
    assert [path for path, meta in found if meta.le is None] == ["Loose.counted", "Loose.sized"]


ABSURD = ("1000000000000000000", "-1000000000000000000", "1" + "0" * 400)
NO_NUMBERS = ("1e308", "nan", "inf", "-inf")


class Place(NamedTuple):
    """Where a number stands in a file, the line and the key a problem names, and its range."""

    file: str
    text: str
    line: int
    key: str
    least: str
    most: str


BOOK = 'schema = 1\nname = "Mire"\n'
TOWN = '[[settlements]]\nname = "Reed"\ntype = "town"\nhex = '
PLACES = (
    Place("campaign.toml", BOOK + "copies = {}\n", 3, "copies", "0", "1,000"),
    *(
        Place("campaign.toml", f"{BOOK}[clock]\n{key} = {{}}\n", 4, f"clock.{key}", "0", most)
        for key, most in (
            ("travel_turns", "10,000,000"),
            ("downtime_turns", "10,000,000"),
            ("rest_dice", "20"),
        )
    ),
    Place(
        "campaign.toml",
        BOOK + '[[decks]]\ntable = "x"\ndrawn = [1, {}]\n',
        5,
        "decks[1].drawn",
        "1",
        "1,000,000",
    ),
    Place("world.toml", TOWN + "[0, {}]\n", 4, "settlements[1].hex", "-100,000", "100,000"),
    Place(
        "world.toml",
        '[[npcs]]\nname = "Odo"\nhex = [{}, 0]\n',
        3,
        "npcs[1].hex",
        "-100,000",
        "100,000",
    ),
    Place(
        "world.toml",
        '[[npcs]]\nname = "Odo"\nbonds = {{ bree = {} }}\n',
        3,
        "npcs[1].bonds",
        "2",
        "12",
    ),
    Place(
        "world.toml",
        '[[signs]]\nturn_type = "travel"\nrow = {}\n',
        3,
        "signs[1].row",
        "0",
        "1,000,000",
    ),
    Place("errants/bree.toml", 'name = "Bree"\nsupply = {}\n', 2, "supply", "0", "100,000"),
)


def problems(file: str, text: str) -> tuple[Problem, ...]:
    """What is wrong with a campaign that has this file."""
    with pytest.raises(Broken) as broken:
        parse_campaign({"campaign.toml": BOOK, file: text})
    return broken.value.problems


@pytest.mark.parametrize("number", [*ABSURD, *NO_NUMBERS])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.key)
def test_an_absurd_number_is_told_with_its_file_line_key_and_range(
    place: Place, number: str
) -> None:
    (problem,) = problems(place.file, place.text.format(number))
    assert problem[:3] == (place.file, place.line, place.key)
    if number in ABSURD:
        assert f"a whole number from {place.least} to {place.most}" in problem.message
    assert len(problem.message) < 200


@pytest.mark.parametrize("number", [*ABSURD, *NO_NUMBERS, "-5", "1000.25"])
def test_item_slots_have_a_range_too(number: str) -> None:
    text = f'name = "Bree"\n[[items]]\nname = "rope"\nslots = {number}\n'
    (problem,) = problems("errants/bree.toml", text)
    assert (problem.line, problem.key) == (4, "items[1].slots")
    assert "a number from 0 to 1,000, not " in problem.message


@pytest.mark.parametrize("name", ["disposition", "patience", "morale"])
def test_what_is_for_the_guide_alone_is_not_quoted_with_its_range(name: str) -> None:
    (problem,) = problems("world.toml", f'[[npcs]]\nname = "Odo"\n{name} = 777777\n')
    assert "a whole number from" in problem.message
    assert "777" not in problem.message


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Clock, {"travel_turns": 10_000_000}),
        (Item, {"name": "rope", "count": 100_000, "slots": 1_000}),
        (Settlement, {"name": "Reed", "type": "town", "hex": [-100_000, 100_000]}),
        (Npc, {"name": "Odo", "bonds": {"bree": 12}, "count": True}),
        (Clock, {"now": 3, "travel_turns": "many"}),
    ],
)
def test_what_is_within_its_range_or_is_no_number_is_not_beyond_it(
    kind: type[Struct], data: Mapping[str, object]
) -> None:
    assert describe_number_out_of_range(data, kind) == ""


@pytest.mark.parametrize(
    ("key", "turn_type"), [("travel_turns = 9", "travel"), ("downtime_turns = 1", "downtime")]
)
def test_no_word_goes_beyond_a_range(key: str, turn_type: str, tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    book = folder / "campaign.toml"
    text = book.read_text()
    assert key in text
    book.write_text(text.replace(key, f"{key.split()[0]} = 10_000_000"))
    desk = a_desk(folder)
    said(desk, "out!", "out!", f"zoom! {turn_type}")
    before = all_files(folder)
    told = refused(desk, "next! =5")
    assert "it is a whole number from 0 to 10,000,000, not 10,000,001" in told
    assert all_files(folder) == before
