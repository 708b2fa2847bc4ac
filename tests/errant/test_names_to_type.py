"""What a thing is, and what is left of it, tells it from its like in a pack: no number of an id."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errant.company import Errant
from companion.errant.names_to_type import (
    find_items_by_qualified_name,
    label_item_with_uses_left,
    make_typed_item_name,
    make_typed_item_names,
    make_typed_name,
    make_unnumbered_name,
)
from companion.errant.packs.items import Item
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from tests.making import errant, item, torch

THINGS = (
    item("torch"),
    item("torch", 3),
    item("torch", place="hand"),
    torch(),
    torch(1),
    torch(1, lit=False),
    item("torch", left=0),
    item("rations", 2),
    item("rations", left=0),
    item("rations", name="iron rations"),
    item("oil"),
    item("oil", left=1),
    item("oil", left=0),
    item("sack", slots=0.0, holds="small"),
    item("rope", inside="sack"),
    item("torch", inside="sack"),
    item("spear", quality="masterwork"),
    item("spear"),
    item("silver idol", worth=5000),
    item("silver idol", worth=70),
    item("Grandmother's torch"),
    item("rope 50"),
    item("wand", breakage=1, magic=True),
    item("wand", breakage=1, magic=True, broken=True),
    item("+1 helm", magic=True, plus=1),
)
PACKS = st.lists(st.sampled_from(THINGS), max_size=9).map(lambda things: errant("Bree", *things))


@pytest.mark.parametrize(
    ("things", "names"),
    [
        ((item("torch", 3),), ["torch"]),
        ((item("torch", 3), torch(1)), ["torch 2 left", "torch 1 left"]),
        ((item("torch"), torch()), ["unlit torch", "lit torch"]),
        ((item("rations", left=0), item("rations", left=0)), ["rations", "rations"]),
        ((item("rope"), item("rope", place="hand")), ["rope in pack", "rope in hand"]),
        ((item("spear"), item("spear", quality="shoddy")), ["spear", "shoddy spear"]),
        ((item("rations"), item("rations", name="iron rations")), ["rations", "iron rations"]),
        ((item("rope 50"), item("rope 50", place="hand")), ["rope in pack", "rope in hand"]),
        ((item("mask"), item("mask", blocks=1)), ["mask", "mask 1 blocks left"]),
    ],
)
def test_a_thing_is_called_by_what_it_is_and_what_tells_it_apart(
    things: tuple[Item, ...], names: list[str]
) -> None:
    bree = errant("Bree", *things)
    assert list(make_typed_item_names(bree).values()) == names


def test_a_container_is_told_apart_by_what_is_in_it() -> None:
    sack = item("sack", slots=0.0, holds="small")
    bree = errant("Bree", sack, sack, item("rope", inside="sack"))
    assert make_typed_item_name(bree, bree.get_item("sack")) == "sack with rope"
    assert make_typed_item_name(bree, bree.get_item("sack-2")) == "sack with nothing"
    assert find_items_by_qualified_name(bree, "Sack with rope") == [bree.get_item("sack")]


def test_somebody_is_called_by_a_short_name_or_by_the_whole_where_that_has_a_number() -> None:
    assert make_typed_name("bree", "Bree Tanner") == "bree"
    assert make_typed_name("goblins-2", "Goblins 2") == "Goblins 2"


@given(PACKS)
def test_no_name_has_the_number_of_an_id_and_each_means_its_thing(bree: Errant) -> None:
    for each in bree.items:
        called = make_typed_item_name(bree, each)
        assert not re.search(r"[a-z]-\d+\b", called)
        found = match_carried_items(bree, called)
        assert each in found
        for other in found:
            same = make_typed_item_names(bree)[other.id] == called
            assert same or (
                other.kind == each.kind
                and label_item_with_uses_left(other) == label_item_with_uses_left(each)
            )


@given(PACKS)
def test_two_names_are_one_only_where_nothing_tells_the_things_apart(bree: Errant) -> None:
    names = make_typed_item_names(bree)
    for one in bree.items:
        for other in bree.items:
            if names[one.id] == names[other.id]:
                assert label_item_with_uses_left(one) == label_item_with_uses_left(other)
                assert (one.lit, one.place, one.quality) == (other.lit, other.place, other.quality)


def test_what_has_lost_quality_is_told_from_its_like() -> None:
    chipped = item("dagger", weapon="light", quality_left=1)
    sound = replace(item("dagger", weapon="light"), id="dagger-2")
    wim = errant("Wim", chipped, sound)
    assert make_typed_item_names(wim) == {
        "dagger": "dagger 1 quality left",
        "dagger-2": "sound dagger",
    }
    assert [each.id for each in find_items_by_qualified_name(wim, "sound dagger")] == ["dagger-2"]
    assert [each.id for each in find_items_by_qualified_name(wim, "dagger 1 quality left")] == [
        "dagger"
    ]


@pytest.mark.parametrize(
    ("thing_id", "name", "called"),
    [
        ("bree", "Bree Tanner", "bree"),
        ("ysolde", "Abbess Ysolde", "ysolde"),
        ("harl-dunn", "Harl Dunn", "Harl Dunn"),
        ("corvin-half-hand", "Corvin Half-Hand", "Corvin Half-Hand"),
        ("saint-of-eels", "the Saint of Eels, in lead", "Saint of Eels"),
        ("drowned-chapel", "The Drowned Chapel", "Drowned Chapel"),
        ("healers-kit", "healer's kit", "healer's kit"),
        ("1-coif", "+1 coif", "+1 coif"),
        ("goblins-2", "Goblins 2", "Goblins 2"),
        ("goblins-2", "Goblins", "goblins 2"),
        ("relic", "finger of Saint Audrey", "finger of Saint Audrey"),
        ("stash-greenmire", "Stash at The Greenmire", "Stash at The Greenmire"),
        ("x", "鬼", "鬼"),
        (
            "new-npc",
            "Somebody new has taken a room and paid a month ahead",
            "Somebody new has taken",
        ),
    ],
)
def test_nobody_and_nothing_is_called_by_an_id_that_only_files_have(
    thing_id: str, name: str, called: str
) -> None:
    assert make_typed_name(thing_id, name) == called


@pytest.mark.parametrize(
    ("item_id", "name", "called"),
    [
        ("torch-2", "torch", "torch"),
        ("candles", "Candles (4)", "candles"),
        ("oil", "flask of oil", "oil"),
        ("pack-saddle", "pack saddle", "pack saddle"),
        ("10-foot-pole", "10-foot pole", "10-foot pole"),
        ("relic", "finger of Saint Audrey", "finger of saint audrey"),
    ],
)
def test_what_a_thing_is_is_said_in_words_of_its_name(item_id: str, name: str, called: str) -> None:
    assert make_unnumbered_name(item_id, name) == called
