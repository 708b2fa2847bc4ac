"""Attack Rolls at the prompt: attack (procedures 1.6 to 1.9, 1.15)."""

import pytest

from companion.reports.attacks import AttackOddsReport, AttackReport
from companion.reports.reply import filter_reply_for_seat
from tests.commands.armed import (
    ARMED,
    get_attack,
    get_bree,
    get_item,
    get_odds,
    wear_mail,
    write_fields,
)
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company, ready to fight."""
    table.done(*ARMED)
    return table


def test_a_d8_with_a_heavy_weapon_on_a_prone_gnoll_does_7(table: Table) -> None:
    attack = get_attack(table.done("attack bree on gnoll enhance 1 =6"))
    assert (attack.rolls[0].dice, attack.damage, attack.hp_left) == ("D10", (7,), (7, 14))
    assert [(each.name, each.steps) for each in attack.steps] == [("enhanced", 1)]


def test_the_target_needs_no_on_and_a_group_has_numbers(table: Table) -> None:
    assert get_attack(table.done("attack bree gnoll 2 =6")).hp_left == (14, 7)
    assert get_attack(table.done("attack bree gnoll =1")).hp_left == (14, 5)


def test_a_bow_far_away_with_a_foe_at_hand_depletes_its_arrows(table: Table) -> None:
    attack = get_attack(table.done("attack wim gnoll far close"))
    assert (attack.rolls[0].dice, attack.damage, attack.granted) == ("1", (1,), 1)
    assert get_item(table, "wim", "arrows").depletion == 2
    assert get_attack(table.done("attack wim gnoll far =4")).rolls[0].dice == "D4"
    assert get_item(table, "wim", "arrows").depletion == 1
    table.done("supply wim +9", "attack wim gnoll =6", "refill wim arrows")


def test_a_die_down_to_1_takes_no_face(table: Table) -> None:
    refusal = table.refused("attack wim with unarmed on gnoll =1")
    assert "no damage die is rolled" in refusal.message
    attack = get_attack(table.done("attack wim with unarmed on gnoll"))
    assert (attack.damage, attack.granted) == ((1,), 1)


def test_a_1_wears_the_weapon_and_lets_the_target_act(table: Table) -> None:
    attack = get_attack(table.done("attack bree gnoll =1"))
    assert (attack.damage, attack.granted) == ((2,), 1)
    assert get_item(table, "bree", "bell-hammer").quality_left == 1
    table.done("attack bree gnoll =1")
    assert "bell-hammer" not in {item.id for item in get_bree(table).items}


def test_an_improvised_staff_in_an_occult_s_hand_does_1(table: Table) -> None:
    assert get_attack(table.done("attack corvin with staff improvised on gnoll")).damage == (1,)


def test_a_class_that_is_said_once_is_remembered(table: Table) -> None:
    table.done("attack corvin with staff medium on gnoll =2")
    assert get_item(table, "corvin", "staff").weapon == "medium"
    assert get_attack(table.done("attack corvin gnoll =2")).weapon == "ash staff"


def test_sneaking_is_two_dice_and_no_violent_sneaks(table: Table) -> None:
    assert get_attack(table.done("attack wim gnoll sneak enhance 1 =2,3")).rolls[0].dice == "2D8"
    assert get_attack(table.done("attack wim gnoll assassin =1,2,3")).damage == (6,)
    assert "force it" in table.refused("attack bree gnoll sneak").hint


def test_two_weapons_take_nothing_off_a_light_one(table: Table) -> None:
    table.done("give corvin dagger hand", "give corvin hatchet hand", "move corvin staff pack")
    assert get_attack(table.done("attack corvin with dagger on gnoll =3")).damage == (3,)
    table.done("move corvin hatchet pack")
    assert get_attack(table.done("attack corvin gnoll =3")).damage == (2,)


def test_only_what_is_in_hand_is_one_of_two_weapons(table: Table) -> None:
    table.done("move corvin staff pack", "give corvin hatchet hand", "give corvin dagger handy")
    assert get_attack(table.done("attack corvin with dagger on gnoll =3")).damage == (2,)
    table.done("move corvin hatchet pack")
    table.done("move corvin dagger hand")
    assert get_attack(table.done("attack corvin on gnoll =3")).damage == (2,)
    table.done("give corvin dagger hand")
    assert get_attack(table.done("attack corvin on gnoll =3")).damage == (3,)
    assert get_attack(table.done("attack corvin with dagger on gnoll =3")).damage == (3,)


def test_the_violent_have_more_attack_rolls_with_renown(table: Table) -> None:
    table.done("errant edit bree renown 3")
    assert get_attack(table.done("attack bree gnoll =7,6")).hp_left == (0, 14)
    assert get_attack(table.done("attack bree gnoll x1 =2")).damage == (3,)


def test_an_npc_attacks_with_the_usual_or_the_named_attack(table: Table) -> None:
    assert get_attack(table.done("attack gnoll on wim =1,2")).rolls[0].name == "claws"
    assert get_attack(table.done("attack gnoll on wim with bite =1,2")).rolls[0].own == "2D6"
    assert "claws" in table.refused("attack gnoll on wim with tail").hint


def test_an_attack_without_dice_is_the_guide_s(table: Table) -> None:
    table.done('npc gnoll attacks "2 x claw d8, 1 x bite d8 or honk"')
    assert len(get_attack(table.done("attack gnoll on wim =1,1,1")).rolls) == 3
    assert "Guide" in table.refused("attack gnoll on wim with honk").message


def test_a_rider_and_the_one_they_attack_move_the_die(table: Table) -> None:
    table.done("back tansy", "ride bree tansy")
    assert get_attack(table.done("attack bree gnoll =2")).rolls[0].dice == "D10"
    assert get_attack(table.done("attack gnoll on bree")).rolls[0].dice == "2"


def test_what_is_out_of_reach_or_not_there_is_refused(table: Table) -> None:
    assert "force it" in table.refused("attack corvin with pole light on gnoll").hint
    table.done("away wim")
    assert "force it" in table.refused("attack gnoll on wim").hint
    assert "force it" in table.refused("attack wim on gnoll").hint
    table.refused("attack bree on bree")
    table.refused("attack bree gnoll 3")
    table.refused("attack bree gnoll far")
    table.refused("attack bree on nobody")
    table.refused("attack bree gnoll =9")
    table.refused("attack bree gnoll =1,2,3")
    table.refused("attack bree gnoll x101")
    table.refused("attack bree gnoll +d0")
    table.refused("attack bree with elbow on gnoll")
    table.refused("attack bree gnoll strike")
    table.refused("attack harl on bree")
    table.refused("attack bree on")
    table.refused("attack bree gnoll ? =3")


def test_a_beaten_foe_is_not_attacked_again(table: Table) -> None:
    table.done("npc gnoll count 1", "npc gnoll hp 3", "attack bree gnoll =6")
    assert "force it" in table.refused("attack bree gnoll =6").hint
    assert get_attack(table.done("attack! bree gnoll =6")).damage == (7,)


def test_a_forced_blow_at_one_who_is_down_hurts_nobody_else(table: Table) -> None:
    table.done("hurt gnoll 1 14")
    assert get_attack(table.done("attack! bree on gnoll 1 =6")).hp_left == (0, 14)


def test_the_last_arrow_must_be_refilled(table: Table) -> None:
    table.done("supply wim +9")
    table.done("attack wim gnoll =6", "attack wim gnoll =6")
    assert "force it" in table.refused("attack wim gnoll").hint


def test_the_odds_tell_what_blocks_would_cost(table: Table) -> None:
    wear_mail(table, blocks_max=8, blocks=8)
    odds = get_odds(table.done("attack gnoll on bree with bite ?"))
    assert (odds.chances.least, odds.chances.most, odds.chances.mean) == (2, 12, 7)
    assert odds.chances.at_zero == 0
    assert [option.chances.dice for option in odds.options] == [("2D4",), ("2",)]
    assert [option.quality for option in odds.options] == [0, 2]
    assert odds.options[0].quality_chance == pytest.approx(7 / 16)
    assert [(piece.blocks, piece.quality) for piece in odds.pieces] == [(8, 2)]


def test_the_odds_of_wounds_are_those_of_the_hp_left(table: Table) -> None:
    write_fields(table, "bree", "hp = 4")
    odds = get_odds(table.done("attack gnoll on bree with bite enhance 9 impair 20 ?"))
    assert (odds.chances.dice, odds.hp) == (("2",), 4)
    odds = get_odds(table.done("attack gnoll on bree with bite ?"))
    assert odds.chances.at_zero == pytest.approx(33 / 36)
    wounds = {row.row: row.chance for row in odds.chances.rows}
    assert wounds[3] == pytest.approx(6 / 36)
    assert set(wounds) == set(range(1, 9))


def test_players_hear_the_damage_and_no_dice_of_npcs(table: Table) -> None:
    seen = filter_reply_for_seat(table.done("attack gnoll on wim =3,4"), guide=False).report
    assert isinstance(seen, AttackReport)
    assert seen.damage == (7,)
    assert [getattr(seen, name) for name in ("rolls", "steps", "hp_left")] == [None] * 3
    own = filter_reply_for_seat(table.done("attack bree gnoll gambit 2 =5,9"), guide=False).report
    assert isinstance(own, AttackReport)
    assert own.rolls[0].faces == (5,)
    assert own.gambit is not None
    assert (own.gambit.dv, own.gambit_dv, own.gambit.works) == (None, None, False)
    assert own.hp_left is None
    chances = filter_reply_for_seat(table.done("attack bree gnoll ?"), guide=False).report
    assert isinstance(chances, AttackOddsReport)
    assert (chances.hp, chances.chances) == (None, None)


def test_an_attack_is_noted_in_a_fight_and_a_second_is_pointed_out(table: Table) -> None:
    table.done("fight gnoll-pack distance 20 surprise none")
    assert table.done("attack bree =6").warnings == ()
    assert "only one of them, once" in table.done("attack bree =6").warnings[0]
    bree = next(each for each in table.desk.campaign.book.combatants if each.id == "bree")
    assert (bree.attacked, bree.taken) == (2, 2)
    table.done("next!", "hp gnoll 1 14")
    assert table.done("attack gnoll on wim x2 =1,2,3,3").warnings == ()
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert (gnoll.attacked, gnoll.taken) == (2, 2)


def test_the_attack_rolls_of_one_action_on_two_targets_are_one_action(table: Table) -> None:
    table.done('npc gnoll attacks "2 x claws d4"', "fight gnoll-pack distance 20 surprise none")
    assert table.done("attack gnoll on wim x1 =3").warnings == ()
    assert table.done("attack gnoll on bree x1 =3").warnings == ()
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert (gnoll.attacked, gnoll.taken, gnoll.rolls_left) == (1, 1, 0)


def test_a_1_gives_the_target_an_action_outside_the_ledger(table: Table) -> None:
    table.done(
        "fight gnoll-pack distance 20 surprise none", "attack bree =6", "attack gnoll on bree =1,2"
    )
    bree = next(each for each in table.desk.campaign.book.combatants if each.id == "bree")
    assert bree.granted == 1
    assert table.done("attack bree =5").warnings == ()
    bree = next(each for each in table.desk.campaign.book.combatants if each.id == "bree")
    assert (bree.granted, bree.attacked) == (0, 1)


def test_whom_the_blow_fells_is_granted_nothing(table: Table) -> None:
    table.done("npc gnoll count 3 hp 1", "fight gnoll-pack distance 20 surprise none")
    report = get_attack(table.done("attack bree on gnoll 2 =1"))
    assert report.granted == 0
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert gnoll.granted == 0


def test_whom_a_later_roll_of_the_same_line_fells_is_granted_nothing(table: Table) -> None:
    table.done("npc gnoll count 3 hp 3", "fight gnoll-pack distance 20 surprise none")
    report = get_attack(table.done("attack! bree on gnoll 2 x2 =1,6"))
    assert report.granted == 0
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert gnoll.granted == 0


def test_a_granted_action_is_one_attack_roll_whoever_uses_it(table: Table) -> None:
    table.done('npc gnoll attacks "2 x claws d4"', "errant edit bree renown 3")
    table.done("fight gnoll-pack distance 20 surprise none", "attack gnoll on bree =1,1")
    assert get_attack(table.done("attack bree =1")).granted == 1
    assert len(get_attack(table.done("attack gnoll on bree =3")).rolls) == 1
    assert len(get_attack(table.done("attack bree =4")).rolls) == 1
    assert len(get_attack(table.done("attack bree =4,4")).rolls) == 2


def test_two_attack_rolls_with_a_1_each_grant_two_actions_and_one_with_two_one(
    table: Table,
) -> None:
    table.done("fight gnoll-pack distance 20 surprise none")
    assert get_attack(table.done("attack gnoll on wim x2 =1,2,1,3")).granted == 2
    assert get_attack(table.done("attack gnoll on bree =1,1")).granted == 1


def test_whoever_is_surprised_does_not_attack(table: Table) -> None:
    table.done("fight gnoll-pack distance 20 surprise npcs")
    assert "force it" in table.refused("attack bree").hint
    table.done("attack gnoll on wim =2,2", "next!")
    table.done("attack bree =6")


@pytest.mark.parametrize(
    "line", ["walk wim", "walk wim shift", "fetch wim torch", "tend bree by wim", "hazard bree out"]
)
def test_whoever_is_surprised_does_nothing_else(table: Table, line: str) -> None:
    table.done("give wim torch", "give wim healer's kit", "move wim healers-kit hand")
    table.done("wound bree 4", "hazard bree fire")
    table.done("fight gnoll-pack distance 20 surprise npcs")
    assert "surprised" in table.refused(line).message
    table.done(line.replace(" ", "! ", 1))


def test_nobody_who_is_surprised_runs_in_a_chase(table: Table) -> None:
    table.done("npc gnoll mv 2", "fight gnoll-pack distance 20 surprise company", "chase gnolls")
    assert "surprised" in table.refused("chase").message
    table.done("next", "chase")


def test_the_only_foe_needs_no_name(table: Table) -> None:
    assert "of whom" in table.refused("attack bree 2").message
    table.done("fight gnoll-pack distance 20 surprise none")
    assert get_attack(table.done("attack bree 2 =6")).hp_left == (14, 7)
    assert get_attack(table.done("attack bree with bell-hammer =1")).hp_left == (14, 5)


def test_at_a_player_s_seat_npcs_neither_attack_nor_are_counted(table: Table) -> None:
    table.done("as caller")
    assert "Guide" in table.refused("attack gnoll on bree").message
    assert "Guide" in table.refused("attack gnoll on bree with bite ?").message
    refusal = table.refused("attack bree on gnoll 9")
    assert "2" not in f"{refusal.message} {refusal.hint}".replace("2d", "")
    offered = {each.text for each in table.desk.suggest_completions("attack ")}
    assert {"bree", "wim"} <= offered
    assert '"Gnoll pack"' not in offered
    assert '"Gnoll pack"' in {
        each.text for each in table.desk.suggest_completions("attack bree on ")
    }
    table.done("attack bree on gnoll =6")


def test_more_attack_rolls_than_an_action_has_are_pointed_out(table: Table) -> None:
    assert "1 of these" in table.done("attack wim gnoll x2 =2,2").warnings[0]
    table.done("errant edit bree renown 3")
    assert table.done("attack bree gnoll x2 =2,2").warnings == ()


def test_dice_that_are_no_attack_roll_grant_nothing(table: Table) -> None:
    """1.6, R15: the damage dice of Sorceries and the like, whose 1s grant nothing."""
    table.done("fight gnoll-pack distance 20 surprise none", "hurt bree d8 =1", "hurt gnoll d4 =1")
    assert not any(each.granted for each in table.desk.campaign.book.combatants)


def test_without_a_damage_die_an_attack_is_the_guide_s(table: Table) -> None:
    """1.6, R15: a hireling has none."""
    refusal = table.refused("errant add Tib retainer", "attack tib with unarmed on gnoll")
    assert refusal.message == "Nobody has said what damage die Tib has."
    table.done("errant edit tib die 4", "attack tib with unarmed on gnoll")


def test_the_class_of_a_weapon_is_asked_for_where_nothing_tells_it(table: Table) -> None:
    """1.6, R16: an own class, that of the price tables, or else the Guide's word."""
    table.done("give corvin dagger hand", "attack corvin with dagger on gnoll =2")
    refusal = table.refused("give corvin harpoon hand", "attack corvin with harpoon on gnoll =2")
    assert "what class of weapon" in refusal.message
    assert "attack corvin with harpoon medium on gnoll =2" in refusal.hint


def test_a_henchman_s_weapon_is_worn_and_an_npc_s_is_not_kept(table: Table) -> None:
    """1.6, R18."""
    table.done("errant add Tib retainer", "errant edit tib die 6", "give tib arming sword hand")
    table.done("attack tib on gnoll =1")
    assert get_item(table, "tib", "arming-sword").quality_left == 1
    before = table.desk.campaign.world.npcs
    attack = get_attack(table.done("attack gnoll on wim =1,1"))
    assert (attack.granted, table.desk.campaign.world.npcs) == (1, before)


@pytest.mark.parametrize(
    ("place", "line", "told"),
    [
        ("open", "attack goblins on bree =3", True),
        ("open", "attack bree on goblins =3", True),
        ("enclosed", "attack bree on gnoll =3", False),
    ],
)
def test_the_light_of_day_is_called_to_mind_with_goblins(
    table: Table, place: str, line: str, told: bool
) -> None:
    """1.21: in daylight their own attacks -1 step, against them +1."""
    table.done(f"fight goblin x2 {place} surprise none")
    special = get_attack(table.done(line)).special
    assert ("In daylight" in special) is told


@pytest.mark.parametrize(("blocks", "told"), [("", True), ("blocks 1 mail ", False)])
def test_a_remorhaz_that_shows_a_6_is_called_to_mind_unless_blocked(
    table: Table, blocks: str, told: bool
) -> None:
    """1.21, R63: 6 or more on a die, no Block: swallowed."""
    table.done("npc Worm remorhaz")
    faces = "4,1,1,1,1,1" if blocks else "6,1,1,1,1,1"
    attack = get_attack(table.done(f"attack worm on bree {blocks}={faces}"))
    assert ("swallowed" in attack.special) is told


def test_no_more_of_a_group_attack_than_stand_and_it_is_said(table: Table) -> None:
    table.done("fight goblin x4 distance 10 surprise none", "hurt goblins 1 6")
    reply = table.done("attack goblins on corvin x6 =1,1,1")
    assert get_attack(reply).damage == (1, 1, 1)
    assert any("3 stand" in warning for warning in reply.warnings)
    assert not table.done("next", "attack goblins on corvin x3 =1,1,1").warnings


def test_a_group_of_whom_too_many_have_attacked_is_pointed_out(table: Table) -> None:
    table.done("fight goblin x4 distance 10 surprise none", "attack goblins on corvin x3 =1,1,1")
    assert not table.done("attack goblins on wim =1").warnings
    assert table.done("attack goblins on wim =1").warnings
    assert table.done(
        "next", "attack goblins on corvin x3 =1,1,1", "attack goblins wim x2"
    ).warnings
