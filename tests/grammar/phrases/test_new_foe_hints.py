"""Foes whom nobody knows yet: the lines that are hinted at lead to a fight in which they attack."""

import re
from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def follow_hint(table: Table, typed: str) -> None:
    """Type both lines of the hint, as they stand there."""
    hint = table.refused(typed).hint
    found = re.search(r"(npc (?:new )?.+?)\. Then: (fight .+)$", hint)
    assert found, hint
    table.done(found[1], found[2])


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        ("four drowned monks attack", 4),
        ("six wolves jump us", 6),
        ("some bandits ambush the party", 1),
        ("a drowned monk rises", 1),
        ("we are attacked by 5 bog lanterns", 5),
        ("suddenly three pale ghosts rise from the water", 3),
        ("fight drowned monk x4", 4),
        ("they run into 2d4 giant rats", 5),
        ("fight three ghouls", 3),
        ("two ghouls on the stairs", 2),
        ("four skeletons come up the stair", 4),
        ("three ghouls come out of that door, roll for initiative", 3),
    ],
)
def test_the_hint_makes_foes_who_can_attack(table: Table, typed: str, count: int) -> None:
    follow_hint(table, typed)
    (npc_id,) = [each.id for each in table.desk.campaign.book.combatants if each.npc]
    npc = next(each for each in table.desk.campaign.world.npcs if each.id == npc_id)
    assert npc.count == count
    table.done("next", "order others", f"attack {npc.id} on bree", f"morale {npc.id}")


@pytest.mark.parametrize(
    "typed",
    [
        *("two doors on the left", "two candles on the altar", "ten pennies on the table"),
        *("two nights at the inn", "four miles on the road", "three runes around the door"),
        "two letters under the door",
        *("fight 3 golbins", "two golbins on the stairs"),
    ],
)
def test_what_is_no_creature_is_not_made(table: Table, typed: str) -> None:
    reply = table.say(typed)
    assert reply.refusal is None or not re.search(r"npc new \w+ (?:count|hp)", reply.refusal.hint)


def test_of_an_npc_without_figures_all_that_is_missing_is_said_at_once(table: Table) -> None:
    table.done("npc new drowned monk hp 6")
    hint = table.refused("fight drowned monk x4").hint
    assert 'npc "Drowned monk" count 4 attacks weapon d6 morale 7. Then:' in hint
    follow_hint(table, "fight drowned monk x4")


def test_so_many_as_there_are_fight(table: Table) -> None:
    table.done("npc new drowned monk count 4 hp 6", "fight drowned monk x4")
    assert any(each.npc for each in table.desk.campaign.book.combatants)


def test_an_npc_who_cannot_attack_is_told_all_figures(table: Table) -> None:
    table.done("npc acolyte", "fight acolyte")
    hint = table.refused("attack acolyte on wim").hint
    assert hint == "Try: npc acolyte hp 6 attacks weapon d6 morale 7"
    table.done(hint.removeprefix("Try: "))


@pytest.mark.parametrize("typed", ["fight 2d4 goblins", "fight goblin x2d4", "2d4 goblins attack"])
def test_dice_for_their_number_are_rolled_first(table: Table, typed: str) -> None:
    refusal = table.refused(typed)
    assert refusal.message == "How many are 2d4? That is rolled first."
    assert refusal.hint.startswith("Try: roll 2d4. Then, for 5 of them: fight ")


def test_the_hint_for_dice_keeps_the_other_foes(table: Table) -> None:
    hint = table.refused("fight 2d4 goblins and 3 rats").hint
    assert hint.endswith("fight 5 goblins and 3 rats")
    assert table.refused("fight 2d4").hint == "Try: roll 2d4"


def test_somebody_with_a_name_is_made_with_it(table: Table) -> None:
    hint = table.refused("theres a monk here called Brother Anselm").hint
    assert hint == 'To make them: npc new "Brother Anselm" note monk'
    table.done(hint.removeprefix("To make them: "))


def test_of_known_foes_the_fight_is_offered(table: Table) -> None:
    table.done("npc new drowned monks count 4 hp 6")
    assert table.refused("four drowned monks attack").hint == 'Try: fight "Drowned monks"'


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("who goes first", "Try: fight goblin x4"),
        ("bree swings at the first one", "Try: fight goblin x4"),
        ("they attack", "Try: fight goblin x4"),
        ("they meet four goblins", "Try: fight goblins x4, or npc new goblins creature goblin"),
    ],
)
def test_where_nobody_fights_that_is_said(table: Table, typed: str, hint: str) -> None:
    assert table.refused(typed).hint.startswith(hint)


@pytest.mark.parametrize(
    "typed",
    [
        "nobody comes",
        "the encounter is over",
        "crabs run off scared",
        "they flee",
        "the boar's done",
        "the boar is gone, forget it",
        "it wanders off",
    ],
)
def test_an_open_encounter_is_ended_by_what_came_of_it(table: Table, typed: str) -> None:
    table.done("next! creep on =1", "next! creep on =6", typed)
    assert not table.desk.campaign.book.clock.encounter


def test_a_thing_that_is_gone_ends_no_encounter(table: Table) -> None:
    table.done("next! creep on =1", "next! creep on =6")
    table.say("the torch is gone")
    assert table.desk.campaign.book.clock.encounter


def test_how_far_off_who_is_met_is_told(table: Table) -> None:
    table.done("encounter =4,2,5,6")
    assert "feet off as they were met" in table.refused("how far away are they").message


def test_react_alone_names_who_is_met(table: Table) -> None:
    table.done("encounter =4")
    assert table.refused("react").hint == "Try: react candle-crabs"
