"""The shipped tables that are the game's own hold what its pages say."""

import re

import pytest

from companion.campaign.facts_and_decks_for_tables import SEASONS
from companion.dice.parser import parse
from companion.randomtables.row_texts import InlineDice, Reference, list_inserts, render_text
from tests.randomtables.test_shipped import kinds, shipped

# Errant, Downtime Turns: Downtime Complications and Downtime Trends, row by row; and whether an
# expiration leaves what happened standing.
COMPLICATIONS = [
    (2, "natural-disaster", True),
    (3, "ongoing-disaster", False),
    (4, "major-figure-killed", True),
    (5, "murders-begin", False),
    (6, "scourge-arises", True),
    (7, "undertaking-setback", True),
    (8, "lawsuit-or-slander", False),
    (9, "ally-loses-trust", True),
    (10, "insurrection-or-siege", False),
    (11, "factions-fall-out", False),
    (12, "ally-dies", True),
]
TRENDS = [
    (2, "factions-ally", True),
    (3, "religious-event", False),
    (4, "scandal", False),
    (5, "new-npc", True),
    (6, "rival-company", True),
    (7, "discovery", True),
    (8, "new-faction", True),
]


@pytest.mark.parametrize(
    ("name", "dice", "rows"),
    [("downtime/complications", "2d6", COMPLICATIONS), ("downtime/trends", "2d4", TRENDS)],
)
def test_the_downtime_tables_hold_the_kinds_of_the_game_row_by_row(
    name: str, dice: str, rows: list[tuple[int, str, bool]]
) -> None:
    table = shipped(name)
    assert str(table.dice) == dice
    assert [row.span for row in table.rows] == [(total, total) for total, _, _ in rows]
    assert [dict(row.data) for row in table.rows] == [
        {"kind": kind, "lasting": lasting} for _, kind, lasting in rows
    ]


def test_an_insurrection_says_when_it_succeeds() -> None:
    (text,) = shipped("downtime/complications").rows[8].texts.values()
    assert "Downtime Turns" in render_text(text)
    assert list(list_inserts(text)) == [InlineDice(parse("d4"), "turns")]


# Errant, Travel Turns: Weather, by season (spring, summer, autumn, winter).
WEATHER = [
    (2, 2, ["inclement", "severe", "severe", "severe"]),
    (3, 5, ["cosmetic", "inclement", "inclement", "severe"]),
    (6, 8, ["cloudy", "sunny", "overcast", "inclement"]),
    (9, 11, ["clear", "clear", "cloudy", "overcast"]),
    (12, 12, ["beautiful", "beautiful", "clear", "clear"]),
]
NEXT_ROLL = {"clear": 2, "overcast": -2}


@pytest.mark.parametrize("name", ["travel/weather", "greenmire/weather"])
def test_the_weather_is_as_bad_as_the_game_has_it_in_each_season(name: str) -> None:
    table = shipped(name)
    assert str(table.dice) == "2d6"
    assert (table.column_fact, table.columns) == ("season", SEASONS)
    assert [row.span for row in table.rows] == [(low, high) for low, high, _ in WEATHER]
    for row, (_, _, bad) in zip(table.rows, WEATHER, strict=True):
        assert row.data["kind"] == dict(zip(SEASONS, bad, strict=True))
        after = [NEXT_ROLL.get(kind, 0) for kind in bad]
        assert row.data["next"] == dict(zip(SEASONS, after, strict=True))
        for season, kind, added in zip(SEASONS, bad, after, strict=True):
            told = render_text(row.texts[season])
            assert (f" Next weather roll {added:+}." in told) == bool(added)
            assert (" Inclement" in told) == (kind == "inclement")
            assert (" Severe" in told) == (kind == "severe")
            assert (" One Travel Turn" in told) == (kind == "beautiful")


# Errant, Travel Turns: the wind, and the Pace each allows; the complications of a voyage.
WINDS = [
    (2, 2, "becalmed", ""),
    (3, 5, "weak", "x/+1"),
    (6, 8, "normal", ""),
    (9, 11, "fair", "+1/x"),
    (12, 12, "strong", "+2/x"),
]
VOYAGE = ["out-of-provisions", "treacherous-weather", "mutiny", "route-impassable"]
# Errant, Exploration Turns: Lockpicking.
LOCKS = "strange adamantine mythril diamond dwarven elvish steel iron brass copper tin crude"
ACTIONS = [
    "twist, tap, twist",
    "twist, tap, turn",
    "twist, turn, twist",
    "twist, turn, tap",
    "tap, twist, tap",
    "tap, twist, turn",
    "tap, turn, twist",
    "tap, turn, tap",
    "turn, twist, tap",
    "turn, twist, turn",
    "turn, tap, twist",
    "turn, tap, turn",
]
MODIFIERS = [
    (1, 2, "spiked"),
    (3, 4, "secured"),
    (5, 6, "weathered"),
    (7, 8, "cracked"),
    (9, 12, "normal"),
]
# Errant, Downtime Turns: Conspicuous Consumption.
CONSUMPTION = (
    "destruction robbed affliction court disease enemy insult elsewhere brawl hangover pact "
    "betrothed notoriety altered laughing-stock initiated impressed windfall discovery advancement"
)


def test_the_winds_are_those_of_the_game() -> None:
    table = shipped("travel/winds")
    assert str(table.dice) == "2d6"
    assert [(row.span.low, row.span.high, *row.data.values()) for row in table.rows] == WINDS
    for row in table.rows:
        assert str(row.data["pace"]) in render_text(row.texts[""])


@pytest.mark.parametrize(
    ("name", "dice", "expected"),
    [
        ("travel/voyage-complications", "d4", VOYAGE),
        ("dungeon/locks", "d12", LOCKS.split()),
        ("downtime/conspicuous-consumption", "d20", CONSUMPTION.split()),
    ],
)
def test_tables_of_the_game_hold_its_kinds_in_its_order(
    name: str, dice: str, expected: list[str]
) -> None:
    assert str(shipped(name).dice) == dice
    assert kinds(name) == [(place, place, kind) for place, kind in enumerate(expected, 1)]


def test_a_lock_is_a_d12_for_each_of_its_columns() -> None:
    actions, modifiers = shipped("dungeon/lock-actions"), shipped("dungeon/lock-modifiers")
    assert str(actions.dice) == str(modifiers.dice) == "d12"
    assert [(row.span.low, row.span.high, render_text(row.texts[""])) for row in actions.rows] == [
        (place, place, text) for place, text in enumerate(ACTIONS, 1)
    ]
    assert [row.data["actions"] for row in actions.rows] == [text.split(", ") for text in ACTIONS]
    assert kinds("dungeon/lock-modifiers") == MODIFIERS
    assert "D4 damage" in render_text(modifiers.rows[0].texts[""])
    for row in shipped("dungeon/locks").rows:
        assert [
            insert.table for insert in list_inserts(row.texts[""]) if isinstance(insert, Reference)
        ] == ["dungeon/lock-actions", "dungeon/lock-modifiers"]


def test_spending_too_much_rolls_the_dice_the_game_says() -> None:
    rolled = {
        str(row.data["kind"]): [
            str(insert.notation)
            for insert in list_inserts(row.texts[""])
            if isinstance(insert, InlineDice)
        ]
        for row in shipped("downtime/conspicuous-consumption").rows
    }
    assert {kind: dice for kind, dice in rolled.items() if dice} == {
        "destruction": ["d6", "d6"],
        "court": ["d6"],
        "enemy": ["d6"],
        "insult": ["d4"],
        "brawl": ["d6"],
        "altered": ["d6"],
        "laughing-stock": ["d4"],
    }


def test_a_stuck_door_is_dv_4() -> None:
    stuck = [row for row in shipped("dungeon/doors").rows if row.data["kind"] == "stuck"]
    assert {row.data["dv"] for row in stuck} == {4}


def test_gems_and_jewellery_are_worth_more_than_a_hundred_pennies_and_fakes_fifty() -> None:
    for row in shipped("treasure/jewels").rows:
        worth = parse(str(row.data["worth"]))
        assert row.data["slots"] == 0.25
        if row.data["kind"] == "fake":
            assert (worth.lowest, worth.highest) == (50, 50)
        else:
            assert worth.lowest > 100


PENNIES = {"pennies": 1, "shillings": 10, "clipped shillings": 5, "guilders": 100}


def test_coins_are_worth_what_they_are() -> None:
    counted = re.compile(r"\{([^}]+)\} (clipped shillings|pennies|shillings|guilders)")
    for row in shipped("treasure/coins").rows:
        purse = [
            (parse(dice), PENNIES[coin])
            for dice, coin in counted.findall(render_text(row.texts[""]))
        ]
        worth = parse(str(row.data["worth"]))
        if purse:
            assert worth.lowest == sum(dice.lowest * value for dice, value in purse)
            assert worth.highest == sum(dice.highest * value for dice, value in purse)
