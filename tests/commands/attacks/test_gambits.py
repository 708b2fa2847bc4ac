"""Gambits and True Strikes: before the dice fall, and once they are known."""

import pytest

from tests.commands.armed import ARMED, get_attack, get_item
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company, ready to fight."""
    table.done(*ARMED)
    return table


def test_a_gambit_takes_its_part_and_the_target_saves(table: Table) -> None:
    attack = get_attack(table.done("attack bree gnoll gambit 4 to push it down =6,11"))
    assert attack.damage == (3,)
    assert attack.gambit is not None
    assert (attack.gambit_dv, attack.gambit.works, attack.granted) == (4, True, 0)
    assert attack.gambit.purpose == "push it down"


def test_a_gambit_withstood_lets_the_target_act_unless_it_is_dire(table: Table) -> None:
    assert get_attack(table.done("attack bree gnoll gambit 4 =6,7")).granted == 1
    assert get_attack(table.done("attack bree gnoll gambit 4 dire =6,7")).granted == 0


def test_a_gambit_can_be_added_once_the_damage_is_known(table: Table) -> None:
    table.done("attack bree gnoll =6")
    assert "7 damage" in table.refused("attack gambit 8").message
    attack = get_attack(table.done("attack gambit 7"))
    assert (attack.damage, attack.hp_left) == ((0,), (14, 14))


def test_a_gambit_is_of_no_more_than_the_damage(table: Table) -> None:
    attack = get_attack(table.done("attack bree gnoll gambit 40"))
    assert attack.gambit is not None
    assert attack.gambit.lowered == attack.rolls[0].damage
    assert "gambit 7" in table.refused("attack bree gnoll gambit 40 =6").hint


def test_specials_of_npcs_change_the_dv_of_gambits(table: Table) -> None:
    special = "Gambits +2 DV, own saves against gambits -2."
    table.done(f'npc gnoll special "{special}"')
    attack = get_attack(table.done("attack bree gnoll gambit 4 =6,3"))
    assert attack.gambit is not None
    assert (attack.gambit_dv, attack.gambit.works) == (2, False)
    theirs = get_attack(table.done("attack gnoll on wim gambit 2 skill =2,2,5"))
    assert theirs.gambit_dv == 4


def test_a_true_strike_is_used_after_the_roll_with_the_same_dice(table: Table) -> None:
    path = table.desk.archive.folder / "errants" / "bree.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('id = "bell-hammer"', 'id = "bell-hammer"\nplus = 2'), "utf-8")
    table.say("status")
    table.done("errant edit bree archetype deviant", "attack bree gnoll assassin =1,3,2")
    attack = get_attack(table.done("attack strike"))
    assert attack.damage == (19,)
    assert (attack.granted, attack.rolls[0].faces) == (0, (6, 6, 6))
    hammer = get_item(table, "bree", "bell-hammer")
    assert (hammer.true_strikes, hammer.quality_left) == (1, None)
    table.done("attack gambit 9")
    assert get_item(table, "bree", "bell-hammer").true_strikes == 1


def test_each_attack_roll_is_a_true_strike_once(table: Table) -> None:
    table.done(
        "errant edit bree renown 3", "give bree +3 arming sword hand", "drop bree bell-hammer"
    )
    table.done('attack bree gnoll with "+3 arming sword" =1,2')
    assert get_attack(table.done("attack strike")).damage == (8, 2)
    assert get_attack(table.done("attack strike")).damage == (8, 8)
    assert (
        table.refused("attack strike").message == "All 2 Attack Rolls were a True Strike already."
    )
    assert get_item(table, "bree", "3-arming-sword").true_strikes == 1
    table.done("undo", "undo", "attack strike", 'attack bree gnoll with "+3 arming sword" x1 =1')
    table.done("attack strike", 'attack bree gnoll with "+3 arming sword" =1,1', "attack strike")
    assert "no True Strike left" in table.refused("attack strike").message


def test_what_is_added_to_an_attack_is_undone_to_the_attack(table: Table) -> None:
    table.done("attack bree gnoll =6")
    before = table.desk.campaign
    table.done("attack gambit 3", "undo")
    assert table.desk.campaign == before


def test_nothing_is_added_where_the_last_word_was_no_attack(table: Table) -> None:
    table.refused("attack bree gnoll =6", "note it rains", "attack gambit 3")


def test_a_1_and_a_gambit_withstood_grant_two_actions(table: Table) -> None:
    """1.4, R9: one by 1s, however many dice show 1, and one more by a gambit that was withstood."""
    assert get_attack(table.done("attack bree gnoll gambit 1 =1,9")).granted == 2
    assert get_attack(table.done("attack wim gnoll sneak gambit 0 =1,1,9")).granted == 2


def test_a_gambit_of_all_leaves_no_damage(table: Table) -> None:
    attack = get_attack(table.done("attack bree gnoll gambit all to trip it =6,11"))
    assert attack.gambit is not None
    assert (attack.damage, attack.gambit.lowered, attack.gambit_dv) == ((0,), 7, 7)
    again = get_attack(table.done("attack gambit 3 =11"))
    assert again.gambit is not None
    assert (again.damage, again.gambit.lowered) == ((4,), 3)
