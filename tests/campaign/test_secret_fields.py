"""Every field of a campaign, and whether what lies at its path is for the Guide alone."""

from collections.abc import Iterator, Mapping

import pytest
from msgspec import Struct
from msgspec.structs import fields

from companion.audience import Public, find_audience_in_annotation
from companion.campaign.campaign import Campaign
from companion.campaign.plain_data_encoding import (
    get_block_types,
    get_field_types,
    get_secret_keys,
    is_struct,
)
from companion.campaign.secrecy import is_secret_path, list_keys_secret_anywhere

PUBLIC: Mapping[str, str] = {
    "": "campaign errants world",
    "campaign/": "schema name sample copies rules clock season turns effects every synonyms"
    " fight combatants chase seats requests",
    "campaign/requests/x/": "id seat line turn_type turn_number",
    "campaign/seats/": "everyone caller mapper note-taker quartermaster timekeeper",
    "campaign/fight/": "ground distance first surprised skips_order measured",
    "campaign/combatants/x/": "id npc side acts taken attacked cast rolls_left moved granted"
    " used gone suffers broken attackers answered ready told",
    "campaign/chase/": "fugitives pursuers apart sprinting",
    "campaign/rules/wounds/": "repeat",
    "campaign/rules/": """
        refill done travel_turn exploration_turn initiative_turn downtime_turn inflation reaction
        negotiation henchmen_wounds wounds
    """,
    "campaign/rules/inflation/": "carry",
    "campaign/rules/reaction/": """
        hostile_dv unfriendly_from unfriendly_dv unsure_from unsure_dv amicable_from
        amicable_dv friendly_from friendly_dv
    """,
    "campaign/rules/negotiation/": "soft_failure giving taking convincing",
    "campaign/rules/negotiation/giving/": "dire risky shaky weak fair strong",
    "campaign/rules/negotiation/taking/": "dire risky shaky weak fair strong",
    "campaign/rules/negotiation/convincing/": "dire risky shaky weak fair strong",
    "campaign/clock/": "now travel_turns downtime_turns rest_dice plentiful_food encounter"
    " earlier_encounters",
    "campaign/turns/x/": """
        id type number begun began place span length declared face rolled ignored choice
        resting asleep camp watch looked treated tries
    """,
    "campaign/effects/x/": """
        id name kind errant depletion lasting npc turns turn_type began own_attacks against foe row
        harm part sure
    """,
    "campaign/every/x/": "id turns type word passed",
    "errants/x/": """
        schema id name kind player phys skill mind pres alignment renown slots exhaustion
        supply pennies shillings guilders away backpack rides draws times slower team draught
        ridden at slept starving items archetype die hp at_zero out_of_action dead rested
    """,
    "errants/x/items/x/": """
        id name kind count slots place depletion depletion_max burn burn_max lit magic
        quality blocks bulky holds inside worth rarity class reach quality_left blocks_max
        plus true_strikes deflects breakage broken
    """,
    "world/": "schema settlements places",
    "world/settlements/x/": "id name type hex known supply_bought inflation found lacking weather",
    "world/places/x/": "id name known hex terrain weather",
}
"""The keys that everybody may see, by the path in front of them; every id is `x`."""
SECRET: Mapping[str, str] = {
    "campaign/": "note decks met",
    "campaign/met/": "npc distance surprised",
    "campaign/effects/x/": "note",
    "campaign/decks/x/": "id table drawn",
    "errants/x/": "morale note",
    "errants/x/items/x/": "note",
    "world/": "note factions npcs signs",
    "world/settlements/x/": "encounters local_effects rumours note",
    "world/places/x/": "encounters local_effects rumours note",
    "world/factions/x/": "id name met reputation alignment note",
    "world/npcs/x/": """
        id name settlement place hex met faction count alignment threat morale disposition
        bonds giving_dv giving_position giving_impact taking_dv taking_position
        taking_impact convincing_dv convincing_position convincing_impact patience exchanges
        banal ended ended_at wants note creature hp hp_max attacks mv special shown
    """,
    "world/signs/x/": "id turn_type place encounter clue table row",
}
"""The keys that only the Guide may see, by the path in front of them; every id is `x`."""


def list_paths(table: Mapping[str, str]) -> set[str]:
    return {f"{start}{key}" for start, keys in table.items() for key in keys.split()}


def list_field_paths(kind: type[Struct], start: str = "") -> Iterator[str]:
    """The path of each field of a struct, and of those inside it."""
    blocks = get_block_types(kind)
    for key, inner in get_field_types(kind).items():
        yield f"{start}{key}"
        if key in blocks:
            yield from list_field_paths(blocks[key], f"{start}{key}/x/")
        elif is_struct(inner):
            yield from list_field_paths(inner, f"{start}{key}/")


def list_structs(kind: type[Struct]) -> Iterator[type[Struct]]:
    """A struct, and those inside it."""
    yield kind
    for inner in (get_field_types(kind) | get_block_types(kind)).values():
        if is_struct(inner):
            yield from list_structs(inner)


@pytest.mark.parametrize("kind", sorted(set(list_structs(Campaign)), key=str))
def test_every_field_of_a_campaign_is_public_or_secret(kind: type[Struct]) -> None:
    assert [
        each.name for each in fields(kind) if find_audience_in_annotation(each.type) is None
    ] == []


def test_a_field_without_a_mark_is_secret_till_it_has_one() -> None:
    class Loose(Struct):
        marked: Public[int]
        forgotten: int

    assert get_secret_keys(Loose) == {"forgotten"}


@pytest.mark.parametrize(
    ("path", "is_secret"),
    [
        ("errants/bree/threat", True),
        ("campaign/notes/note", True),
        ("errants/bree/wits", False),
        ("animals/goods/mule/note", False),
    ],
)
def test_where_a_path_leads_to_no_field_its_last_name_tells(path: str, is_secret: bool) -> None:
    assert is_secret_path(path) == is_secret


def test_keys_that_are_hidden_in_a_spoilt_file() -> None:
    assert {
        "note",
        "morale",
        "disposition",
        "hex",
        "encounters",
        "clue",
    } <= list_keys_secret_anywhere()
    assert list_keys_secret_anywhere().isdisjoint(
        {"id", "name", "count", "alignment", "place", "supply"}
    )


def test_the_tables_name_every_field_of_a_campaign() -> None:
    paths = list(list_field_paths(Campaign))
    assert list_paths(PUBLIC) | list_paths(SECRET) == set(paths)
    assert len(list_paths(PUBLIC)) + len(list_paths(SECRET)) == len(paths)


@pytest.mark.parametrize("path", sorted(list_paths(PUBLIC)))
def test_a_path_that_everybody_may_see(path: str) -> None:
    assert not is_secret_path(path)


@pytest.mark.parametrize("path", sorted(list_paths(SECRET)))
def test_a_path_for_the_guide_alone(path: str) -> None:
    assert is_secret_path(path)


@pytest.mark.parametrize(
    ("path", "is_secret"),
    [
        ("campaign/turns/note", False),
        ("campaign/turns/morale", False),
        ("campaign/decks/note", True),
        ("errants/note", False),
        ("errants/bree/items/morale", False),
        ("world/places/rumours", False),
        ("world/settlements/encounters", False),
        ("world/npcs/name", True),
        ("world/factions/x", True),
        ("world/signs/x", True),
    ],
)
def test_an_id_that_is_like_a_key_tells_nothing_of_a_block(path: str, is_secret: bool) -> None:
    assert is_secret_path(path) == is_secret
