"""What no type can say of a campaign, and cannot be all the same."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.campaign.campaign import Campaign, Deck, World
from companion.campaign.invalid_campaign_values import find_invalid_values
from companion.errant.packs.items import Item
from companion.errant.reaction import Bands
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.timers import Cadence
from companion.errant.world import Faction, Npc, Settlement
from tests.desk.a_desk import a_desk, greenmire, refused
from tests.making import animal, campaign, effect, errant, item


@pytest.mark.parametrize("word", ["", " ", "x" * 501])
def test_what_falls_due_has_a_word(word: str) -> None:
    due = Cadence(id="due", turns=2, type="travel", word=word)
    kept = Cadence(id="kept", turns=2, type="travel", word="the water rises")
    found = list(find_invalid_values(campaign(every=(kept, due))))
    assert [(file, path) for file, path, _ in found] == [("campaign.toml", ("every", 1, "word"))]
    assert found[0][2].startswith("a word ")


@pytest.mark.parametrize("name", ["", " "])
def test_whatever_has_a_name_has_one_that_can_be_read(name: str) -> None:
    bree = errant("Bree", replace(item("torch"), name=name))
    found = find_invalid_values(campaign(bree, effects=(effect(name),)))
    assert sorted((file, path, what) for file, path, what in found) == [
        ("campaign.toml", ("effects", 0, "name"), "a name cannot be empty"),
        ("errants/bree.toml", ("items", 0, "name"), "a name cannot be empty"),
    ]


def test_a_season_is_no_novel() -> None:
    made = campaign()
    long = replace(made, book=replace(made.book, season="x" * 501))
    assert [path for _, path, _ in find_invalid_values(long)] == [("season",)]


def test_a_table_has_one_deck() -> None:
    decks = (Deck(id="a", table="fen/omens"), Deck(id="b", table="fen/omens", drawn=(1,)))
    found = list(find_invalid_values(campaign().with_decks(decks)))
    assert [(file, path) for file, path, _ in found] == [("campaign.toml", ("decks", 1, "table"))]


def bag(name: str, inside: str = "") -> Item:
    return item(name, slots=0.0, holds="small", inside=inside)


@pytest.mark.parametrize(
    ("carried", "wrong"),
    [
        ((bag("sack"), item("rope", inside="chest")), {"rope": "nothing here has the id «chest»"}),
        (
            (item("rope", inside="chalk"), item("chalk")),
            {"rope": "«chalk» is no container: it has no `holds`"},
        ),
        ((bag("sack", "sack"),), {"sack": "a container cannot be inside itself"}),
        (
            (bag("sack", "pouch"), item("rope", inside="pouch"), bag("pouch", "sack")),
            dict.fromkeys(("sack", "pouch"), "a container cannot be inside itself"),
        ),
        (
            (bag("sack", "case"), bag("pouch", "sack"), bag("case", "pouch")),
            dict.fromkeys(("sack", "pouch", "case"), "a container cannot be inside itself"),
        ),
        ((item("rope", inside="pouch"), bag("pouch", "sack"), bag("sack")), {}),
    ],
)
def test_a_thing_is_in_a_container_and_not_in_itself(
    carried: tuple[Item, ...], wrong: dict[str, str]
) -> None:
    found = list(find_invalid_values(campaign(errant("Bree", *carried))))
    at = {thing.kind or thing.name: number for number, thing in enumerate(carried)}
    assert found == [
        ("errants/bree.toml", ("items", at[name], "inside"), message)
        for name, message in sorted(wrong.items(), key=lambda each: at[each[0]])
    ]


@pytest.mark.parametrize("key", ["rides", "draws"])
@pytest.mark.parametrize("other", ["tansy", "cart", "bo", "bree", "wim"])
def test_nobody_rides_or_draws_what_is_not_there_or_themselves(key: str, other: str) -> None:
    bree = replace(errant("Bree"), **{key: other})
    cart = replace(errant("Cart"), kind="vehicle")
    made = campaign(bree, cart, animal("Tansy"), errant("Wim"))
    possible = other == "cart" or (key, other) == ("rides", "tansy")
    said = ("errants/bree.toml", (key,), f"there is no mount or vehicle «{other}»")
    assert list(find_invalid_values(made)) == ([] if possible else [said])
    assert not list(find_invalid_values(made, references=False))


def test_what_cannot_be_in_a_pack_is_told_with_file_line_and_key(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    desk, file = a_desk(folder), folder / "errants" / "bree.toml"
    text = file.read_text("utf-8") + '\n[[items]]\nid = "key"\nname = "key"\ninside = "crate"\n'
    file.write_text(text, "utf-8")
    told = refused(desk, "give bree rope", "broken")
    line = len(text.splitlines())
    assert f"errants/bree.toml:{line}: items[7].inside: nothing here has the id" in told


PIKE = Npc(id="pike", name="Old Pike")
NOON = Moment.parse("day 1 12:00")


def wrong_with(*npcs: Npc) -> list[tuple[str | int, ...]]:
    """The keys in the blocks of these NPCs that hold what cannot be."""
    reeds = Faction(id="reeds", name="The Reeds")
    made = campaign(errant("Bree"), world=World(npcs=npcs, factions=(reeds,)))
    found = list(find_invalid_values(made))
    assert {(file, path[0]) for file, path, _ in found} <= {("world.toml", "npcs")}
    return [path[1:] for _, path, _ in found]


@pytest.mark.parametrize(
    ("fields", "keys"),
    [
        ({}, []),
        ({"disposition": 9, "patience": 9}, []),
        ({"disposition": 9, "patience": 0, "exchanges": 12, "ended": "patience"}, []),
        ({"faction": "reeds", "bonds": {"bree": 2}}, []),
        ({"patience": 9}, ["patience"]),
        ({"exchanges": 1}, ["exchanges"]),
        ({"banal": "first"}, ["banal"]),
        ({"ended": "patience"}, ["ended"]),
        ({"ended_at": NOON}, ["ended_at"]),
        ({"disposition": 9, "patience": 9, "banal": "first"}, ["banal"]),
        ({"disposition": 9, "patience": 9, "ended_at": NOON}, ["ended_at"]),
        ({"disposition": 9, "patience": 9, "ended": "x" * 501}, ["ended"]),
        ({"faction": "nobody", "place": "nowhere"}, ["place", "faction"]),
        ({"bonds": {"bree": 9, "nobody": 3}}, ["bonds"]),
    ],
)
def test_a_negotiation_hangs_together_and_names_whom_there_is(
    fields: dict[str, object], keys: list[str]
) -> None:
    assert wrong_with(PIKE, replace(PIKE, **fields)) == [(1, key) for key in keys]


@pytest.mark.parametrize(
    ("bands", "keys"),
    [
        (Bands(), []),
        (Bands(unfriendly_from=4, friendly_from=11, amicable_from=10), []),
        (Bands(unfriendly_from=2), ["unfriendly_from"]),
        (Bands(unsure_from=9), ["amicable_from"]),
        (Bands(unfriendly_from=12), ["unsure_from"]),
        (Bands(unfriendly_from=7, amicable_from=12), ["unsure_from", "friendly_from"]),
    ],
)
def test_each_band_begins_above_the_one_before(bands: Bands, keys: list[str]) -> None:
    made = campaign()
    rules = replace(made.book.rules, reaction=bands)
    found = list(find_invalid_values(replace(made, book=replace(made.book, rules=rules))))
    assert [(file, path) for file, path, _ in found] == [
        ("campaign.toml", ("rules", "reaction", key)) for key in keys
    ]


HARL = Npc(id="harl", name="Harl", settlement="reedmarket", faction="wardens", bonds={"bree": 7})


@pytest.mark.parametrize(
    "change",
    [
        lambda whole: replace(whole, errants=()),
        lambda whole: replace(whole, world=replace(whole.world, settlements=())),
        lambda whole: replace(whole, world=replace(whole.world, factions=())),
        lambda whole: whole.with_npcs((PIKE, replace(HARL, place="nowhere"))),
        lambda whole: whole.with_npcs((replace(PIKE, name=" "), HARL)),
        lambda whole: whole.with_npcs((HARL, replace(PIKE, exchanges=3))),
        lambda whole: whole.with_errant(replace(whole.errants[0], name="")),
        lambda whole: whole.with_errant(replace(whole.errants[0], kind="animal")),
    ],
)
def test_what_is_known_to_be_valid_hides_nothing_new(
    change: Callable[[Campaign], Campaign],
) -> None:
    known = campaign(errant("Bree"))
    town = Settlement(id="reedmarket", name="Reedmarket", type="town", hex=(0, 0))
    wardens = Faction(id="wardens", name="Wardens")
    world = World(settlements=(town,), factions=(wardens,), npcs=(PIKE, HARL))
    known = replace(known, world=world)
    assert not list(find_invalid_values(known))
    changed = change(known)
    wrong = list(find_invalid_values(changed))
    assert wrong
    assert list(find_invalid_values(changed, known=known)) == wrong
