"""Creatures: the figures that an NPC takes from one, and those that come out of other games
(procedures 1.21)."""

import pytest

from companion.errant.creatures import (
    Creature,
    apply_creature_figures,
    convert_other_game_figures,
    find_creature,
    pluralise_creature,
)
from companion.errant.world import Npc

GOBLIN = Creature(name="goblin", threat=1, hp=6, attacks="1 x weapon d6", morale=7)


def test_an_npc_takes_all_the_figures_and_is_unhurt() -> None:
    band = Npc(id="band", name="Band", count=6, hp=(3, 6), threat=9)
    after = apply_creature_figures(band, GOBLIN)
    assert (after.creature, after.threat, after.hp, after.hp_max) == ("goblin", 1, (), 6)
    assert (after.attacks, after.mv, after.morale, after.count) == ("1 x weapon d6", "1", 7, 6)


def test_several_are_called_by_their_plural() -> None:
    assert pluralise_creature(GOBLIN) == "goblins"
    wolf = Creature(name="wolf", plural="wolves", threat=1, hp=5)
    assert find_creature("wolves", (GOBLIN, wolf)) is wolf
    assert find_creature("wolfs", (GOBLIN, wolf)) is None


@pytest.mark.parametrize(
    ("armour_class", "hit_dice", "hp", "figures"),
    [
        (15, 4, None, (28, 4)),
        (14, 14, 180, (180, 10)),
        (10, 11, 110, (110, 9)),
        (12, 0, None, (1, 1)),
        (16, 10, None, (80, 10)),
    ],
)
def test_creatures_of_other_games_are_converted(
    armour_class: int, hit_dice: int, hp: int | None, figures: tuple[int, int]
) -> None:
    found = convert_other_game_figures(armour_class, hit_dice, hp=hp)
    assert (found.hp, found.threat) == figures


@pytest.mark.parametrize(("speed", "dice"), [(10, 0), (20, 1), (30, 1), (40, 2), (120, 6)])
def test_a_movement_die_for_every_20_feet(speed: int, dice: int) -> None:
    assert convert_other_game_figures(12, 2, speed).movement_dice == dice


def test_a_creature_of_any_alignment_leaves_that_of_the_npc() -> None:
    assert apply_creature_figures(Npc(name="Odo", alignment="L2"), GOBLIN).alignment == "L2"
