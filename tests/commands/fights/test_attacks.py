"""Attack Rolls at the prompt: attack (procedures 1.6 to 1.9, 1.15)."""

from pathlib import Path
from typing import Any

import pytest

from companion.errant.errants import Errant
from companion.errant.happenings import Deflected
from companion.errant.items import Item
from companion.errant.slots import measure_load
from companion.reports.attacks import AttackOddsReport, AttackReport
from companion.reports.reply import Reply, filter_reply
from companion.reports.turns import HappeningsReport
from tests.commands.table import Table

ARMED = (
    "errant edit bree archetype violent",
    "errant edit wim archetype deviant",
    "errant edit corvin archetype occult",
    'npc new "gnoll pack" met yes',
    "npc gnoll count 2",
    "npc gnoll threat 2",
    "npc gnoll hp 14",
    'npc gnoll attacks "1 x claws 2d4 or bite 2d6"',
    "attack bree with bell-hammer heavy =2",
    "attack wim with short-bow medium =2",
)
"""The Company with its damage dice, two gnolls, and what class of weapon each holds."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company, ready to fight."""
    table = Table(tmp_path)
    table.done(*ARMED)
    return table


def _bree(table: Table) -> Errant:
    return table.desk.campaign.get_errant("bree")


def _item(table: Table, errant: str, item: str) -> Item:
    return table.desk.campaign.get_errant(errant).get_item(item)


def _wear(table: Table, **fields: Any) -> None:
    """Bree's mail, with these figures; there is no word for a helmet beside it."""
    mail = {"id": "mail", "name": "mail", "count": 1, "slots": 4.0, "place": "worn", **fields}
    path = table.desk.archive.folder / "errants" / "bree.toml"
    text = path.read_text(encoding="utf-8")
    head, _, rest = text.partition('[[items]]\nid = "mail"')
    _, _, after = rest.partition("\n[[items]]")
    lines = "\n".join(f"{key} = {_write(value)}" for key, value in mail.items())
    path.write_text(f"{head}[[items]]\n{lines}\n\n[[items]]{after}", encoding="utf-8")
    table.say("status")


def _write_fields(table: Table, errant: str, lines: str) -> None:
    """Keys of an Errant, written by hand."""
    path = table.desk.archive.folder / "errants" / f"{errant}.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("schema = 1\n", f"schema = 1\n{lines}\n"), encoding="utf-8")
    table.say("status")


def _write(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _attack(reply: Reply) -> AttackReport:
    assert isinstance(reply.report, AttackReport)
    return reply.report


def _odds(reply: Reply) -> AttackOddsReport:
    assert isinstance(reply.report, AttackOddsReport)
    return reply.report


def test_a_d8_with_a_heavy_weapon_on_a_prone_gnoll_does_7(table: Table) -> None:
    attack = _attack(table.done("attack bree on gnoll enhance 1 =6"))
    assert (attack.rolls[0].dice, attack.damage, attack.hp_left) == ("D10", (7,), (7, 14))
    assert [(each.name, each.steps) for each in attack.steps] == [("enhanced", 1)]


def test_the_target_needs_no_on_and_a_group_has_numbers(table: Table) -> None:
    assert _attack(table.done("attack bree gnoll 2 =6")).hp_left == (14, 7)
    assert _attack(table.done("attack bree gnoll =1")).hp_left == (14, 5)


def test_a_bow_far_away_with_a_foe_at_hand_depletes_its_arrows(table: Table) -> None:
    attack = _attack(table.done("attack wim gnoll far close"))
    assert (attack.rolls[0].dice, attack.damage, attack.granted) == ("1", (1,), 1)
    assert _item(table, "wim", "arrows").depletion == 2
    assert _attack(table.done("attack wim gnoll far =4")).rolls[0].dice == "D4"
    assert _item(table, "wim", "arrows").depletion == 1
    table.done("supply wim +9", "attack wim gnoll =6", "refill wim arrows")


def test_a_die_down_to_1_takes_no_face(table: Table) -> None:
    refusal = table.refused("attack wim with unarmed on gnoll =1")
    assert "no damage die is rolled" in refusal.message
    attack = _attack(table.done("attack wim with unarmed on gnoll"))
    assert (attack.damage, attack.granted) == ((1,), 1)


def test_a_1_wears_the_weapon_and_lets_the_target_act(table: Table) -> None:
    attack = _attack(table.done("attack bree gnoll =1"))
    assert (attack.damage, attack.granted) == ((2,), 1)
    assert _item(table, "bree", "bell-hammer").quality_left == 1
    table.done("attack bree gnoll =1")
    assert "bell-hammer" not in {item.id for item in _bree(table).items}


def test_an_improvised_staff_in_an_occult_s_hand_does_1(table: Table) -> None:
    assert _attack(table.done("attack corvin with staff improvised on gnoll")).damage == (1,)


def test_a_class_that_is_said_once_is_remembered(table: Table) -> None:
    table.done("attack corvin with staff medium on gnoll =2")
    assert _item(table, "corvin", "staff").weapon == "medium"
    assert _attack(table.done("attack corvin gnoll =2")).weapon == "ash staff"


def test_sneaking_is_two_dice_and_no_violent_sneaks(table: Table) -> None:
    assert _attack(table.done("attack wim gnoll sneak enhance 1 =2,3")).rolls[0].dice == "2D8"
    assert _attack(table.done("attack wim gnoll assassin =1,2,3")).damage == (6,)
    assert "force it" in table.refused("attack bree gnoll sneak").hint


def test_two_weapons_take_nothing_off_a_light_one(table: Table) -> None:
    table.done("give corvin dagger hand", "give corvin hatchet hand", "move corvin staff pack")
    assert _attack(table.done("attack corvin with dagger on gnoll =3")).damage == (3,)
    table.done("move corvin hatchet pack")
    assert _attack(table.done("attack corvin gnoll =3")).damage == (2,)


def test_only_what_is_in_hand_is_one_of_two_weapons(table: Table) -> None:
    table.done("move corvin staff pack", "give corvin hatchet hand", "give corvin dagger handy")
    assert _attack(table.done("attack corvin with dagger on gnoll =3")).damage == (2,)
    table.done("move corvin hatchet pack")
    table.done("move corvin dagger hand")
    assert _attack(table.done("attack corvin on gnoll =3")).damage == (2,)
    table.done("give corvin dagger hand")
    assert _attack(table.done("attack corvin on gnoll =3")).damage == (3,)
    assert _attack(table.done("attack corvin with dagger on gnoll =3")).damage == (3,)


def test_the_violent_have_more_attack_rolls_with_renown(table: Table) -> None:
    table.done("errant edit bree renown 3")
    assert _attack(table.done("attack bree gnoll =7,6")).hp_left == (0, 14)
    assert _attack(table.done("attack bree gnoll x1 =2")).damage == (3,)


def test_a_gambit_takes_its_part_and_the_target_saves(table: Table) -> None:
    attack = _attack(table.done("attack bree gnoll gambit 4 to push it down =6,11"))
    assert attack.damage == (3,)
    assert attack.gambit is not None
    assert (attack.gambit_dv, attack.gambit.works, attack.granted) == (4, True, 0)
    assert attack.gambit.purpose == "push it down"


def test_a_gambit_withstood_lets_the_target_act_unless_it_is_dire(table: Table) -> None:
    assert _attack(table.done("attack bree gnoll gambit 4 =6,7")).granted == 1
    assert _attack(table.done("attack bree gnoll gambit 4 dire =6,7")).granted == 0


def test_a_gambit_can_be_added_once_the_damage_is_known(table: Table) -> None:
    table.done("attack bree gnoll =6")
    assert "7 damage" in table.refused("attack gambit 8").message
    attack = _attack(table.done("attack gambit 7"))
    assert (attack.damage, attack.hp_left) == ((0,), (14, 14))


def test_a_gambit_is_of_no_more_than_the_damage(table: Table) -> None:
    attack = _attack(table.done("attack bree gnoll gambit 40"))
    assert attack.gambit is not None
    assert attack.gambit.lowered == attack.rolls[0].damage
    assert "gambit 7" in table.refused("attack bree gnoll gambit 40 =6").hint


def test_specials_of_npcs_change_the_dv_of_gambits(table: Table) -> None:
    special = "Gambits +2 DV, own saves against gambits -2."
    table.done(f'npc gnoll special "{special}"')
    attack = _attack(table.done("attack bree gnoll gambit 4 =6,3"))
    assert attack.gambit is not None
    assert (attack.gambit_dv, attack.gambit.works) == (2, False)
    theirs = _attack(table.done("attack gnoll on wim gambit 2 skill =2,2,5"))
    assert theirs.gambit_dv == 4


def test_a_true_strike_is_used_after_the_roll_with_the_same_dice(table: Table) -> None:
    path = table.desk.archive.folder / "errants" / "bree.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('id = "bell-hammer"', 'id = "bell-hammer"\nplus = 2'), "utf-8")
    table.say("status")
    table.done("errant edit bree archetype deviant", "attack bree gnoll assassin =1,3,2")
    attack = _attack(table.done("attack strike"))
    assert attack.damage == (19,)
    assert (attack.granted, attack.rolls[0].faces) == (0, (6, 6, 6))
    hammer = _item(table, "bree", "bell-hammer")
    assert (hammer.true_strikes, hammer.quality_left) == (1, None)
    table.done("attack gambit 9")
    assert _item(table, "bree", "bell-hammer").true_strikes == 1


def test_each_attack_roll_is_a_true_strike_once(table: Table) -> None:
    table.done(
        "errant edit bree renown 3", "give bree +3 arming sword hand", "drop bree bell-hammer"
    )
    table.done('attack bree gnoll with "+3 arming sword" =1,2')
    assert _attack(table.done("attack strike")).damage == (8, 2)
    assert _attack(table.done("attack strike")).damage == (8, 8)
    assert (
        table.refused("attack strike").message == "All 2 Attack Rolls were a True Strike already."
    )
    assert _item(table, "bree", "3-arming-sword").true_strikes == 1
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


def test_an_npc_attacks_with_the_usual_or_the_named_attack(table: Table) -> None:
    assert _attack(table.done("attack gnoll on wim =1,2")).rolls[0].name == "claws"
    assert _attack(table.done("attack gnoll on wim with bite =1,2")).rolls[0].own == "2D6"
    assert "claws" in table.refused("attack gnoll on wim with tail").hint


def test_an_attack_without_dice_is_the_guide_s(table: Table) -> None:
    table.done('npc gnoll attacks "2 x claw d8, 1 x bite d8 or honk"')
    assert len(_attack(table.done("attack gnoll on wim =1,1,1")).rolls) == 3
    assert "Guide" in table.refused("attack gnoll on wim with honk").message


def test_2_blocks_make_a_bite_2_that_wears_the_mail(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=8, quality="masterwork")
    attack = _attack(table.done("attack gnoll on bree with bite blocks 2 mail"))
    assert (attack.damage, attack.granted, attack.unblocked) == ((2,), 1, False)
    mail = _item(table, "bree", "mail")
    assert (mail.blocks, mail.quality_left) == (6, 1)


def test_mail_of_average_quality_is_destroyed_by_two_dice_of_1(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=8)
    table.done("attack gnoll on bree with bite blocks 2")
    assert "mail" not in {item.id for item in _bree(table).items}


def test_1_block_makes_a_bite_2d4(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=8)
    attack = _attack(table.done("attack gnoll on bree with bite blocks 1 mail =4,2"))
    assert attack.damage == (6,)
    assert _item(table, "bree", "mail").quality_left == 1


def test_maxima_without_a_block_come_off_pieces_that_somebody_names(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=8)
    table.done("give bree helmet worn")
    attack = _attack(table.done("attack gnoll on bree with bite =6,6"))
    assert (attack.unsettled, attack.unblocked) == (2, True)
    assert set(attack.unsettled_items) == {"mail", "helmet"}
    attack = _attack(table.done("attack gnoll on bree with bite blocks 0 helmet =1,6"))
    assert attack.unsettled == 0
    assert _item(table, "bree", "helmet").quality_left == 1


def test_more_blocks_than_there_are_are_refused(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=3)
    refusal = table.refused("attack gnoll on bree blocks 5 mail")
    assert ("3 Blocks left" in refusal.message, "blocks 3 mail" in refusal.hint) == (True, True)
    assert "blocks 1 mail" in table.refused("attack gnoll on bree x2 blocks 2 mail").hint
    assert "wears no" in table.refused("attack gnoll on bree blocks 1 hammer").message
    assert "impair 2" in table.refused("attack bree on gnoll blocks 2").hint
    assert "has none" in table.refused("attack gnoll on wim blocks 2").message


def test_arms_that_only_the_price_tables_know_block_and_wear(table: Table) -> None:
    path = table.desk.archive.folder / "errants" / "wim.toml"
    arms = (("coif", "worn"), ("hatchet", "hand"))
    lines = [f'[[items]]\nid = "{name}"\nname = "{name}"\nplace = "{at}"\n' for name, at in arms]
    text = path.read_text(encoding="utf-8").rstrip("\n")
    path.write_text("\n\n".join((text, *lines)), encoding="utf-8")
    table.say("status")
    blocks = _attack(table.done("attack gnoll on wim with bite blocks 1 coif =2,4")).blocks
    assert blocks is not None
    assert (blocks.item, blocks.left) == ("coif", 1)
    assert _item(table, "wim", "coif").quality_left == 1
    table.done("undo", "hurt wim d6 blocks 1 coif")
    assert _item(table, "wim", "coif").blocks == 1
    table.done("undo", "attack wim with hatchet on gnoll =1")
    assert _item(table, "wim", "hatchet").quality_left == 1


def test_a_rider_and_the_one_they_attack_move_the_die(table: Table) -> None:
    table.done("back tansy", "ride bree tansy")
    assert _attack(table.done("attack bree gnoll =2")).rolls[0].dice == "D10"
    assert _attack(table.done("attack gnoll on bree")).rolls[0].dice == "2"


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
    assert _attack(table.done("attack! bree gnoll =6")).damage == (7,)


def test_a_forced_blow_at_one_who_is_down_hurts_nobody_else(table: Table) -> None:
    table.done("hurt gnoll 1 14")
    assert _attack(table.done("attack! bree on gnoll 1 =6")).hp_left == (0, 14)


def test_the_last_arrow_must_be_refilled(table: Table) -> None:
    table.done("supply wim +9")
    table.done("attack wim gnoll =6", "attack wim gnoll =6")
    assert "force it" in table.refused("attack wim gnoll").hint


def test_the_odds_tell_what_blocks_would_cost(table: Table) -> None:
    _wear(table, blocks_max=8, blocks=8)
    odds = _odds(table.done("attack gnoll on bree with bite ?"))
    assert (odds.chances.least, odds.chances.most, odds.chances.mean) == (2, 12, 7)
    assert odds.chances.at_zero == 0
    assert [option.chances.dice for option in odds.options] == [("2D4",), ("2",)]
    assert [option.quality for option in odds.options] == [0, 2]
    assert odds.options[0].quality_chance == pytest.approx(7 / 16)
    assert [(piece.blocks, piece.quality) for piece in odds.pieces] == [(8, 2)]


def test_the_odds_of_wounds_are_those_of_the_hp_left(table: Table) -> None:
    _write_fields(table, "bree", "hp = 4")
    odds = _odds(table.done("attack gnoll on bree with bite enhance 9 impair 20 ?"))
    assert (odds.chances.dice, odds.hp) == (("2",), 4)
    odds = _odds(table.done("attack gnoll on bree with bite ?"))
    assert odds.chances.at_zero == pytest.approx(33 / 36)
    wounds = {row.row: row.chance for row in odds.chances.rows}
    assert wounds[3] == pytest.approx(6 / 36)
    assert set(wounds) == set(range(1, 9))


def test_players_hear_the_damage_and_no_dice_of_npcs(table: Table) -> None:
    seen = filter_reply(table.done("attack gnoll on wim =3,4"), guide=False).report
    assert isinstance(seen, AttackReport)
    assert seen.damage == (7,)
    assert [getattr(seen, name) for name in ("rolls", "steps", "hp_left")] == [None] * 3
    own = filter_reply(table.done("attack bree gnoll gambit 2 =5,9"), guide=False).report
    assert isinstance(own, AttackReport)
    assert own.rolls[0].faces == (5,)
    assert own.gambit is not None
    assert (own.gambit.dv, own.gambit_dv, own.gambit.works) == (None, None, False)
    assert own.hp_left is None
    chances = filter_reply(table.done("attack bree gnoll ?"), guide=False).report
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
    report = _attack(table.done("attack bree on gnoll 2 =1"))
    assert report.granted == 0
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert gnoll.granted == 0


def test_whom_a_later_roll_of_the_same_line_fells_is_granted_nothing(table: Table) -> None:
    table.done("npc gnoll count 3 hp 3", "fight gnoll-pack distance 20 surprise none")
    report = _attack(table.done("attack! bree on gnoll 2 x2 =1,6"))
    assert report.granted == 0
    gnoll = next(each for each in table.desk.campaign.book.combatants if each.npc)
    assert gnoll.granted == 0


def test_a_granted_action_is_one_attack_roll_whoever_uses_it(table: Table) -> None:
    table.done('npc gnoll attacks "2 x claws d4"', "errant edit bree renown 3")
    table.done("fight gnoll-pack distance 20 surprise none", "attack gnoll on bree =1,1")
    assert _attack(table.done("attack bree =1")).granted == 1
    assert len(_attack(table.done("attack gnoll on bree =3")).rolls) == 1
    assert len(_attack(table.done("attack bree =4")).rolls) == 1
    assert len(_attack(table.done("attack bree =4,4")).rolls) == 2


def test_two_attack_rolls_with_a_1_each_grant_two_actions_and_one_with_two_one(
    table: Table,
) -> None:
    table.done("fight gnoll-pack distance 20 surprise none")
    assert _attack(table.done("attack gnoll on wim x2 =1,2,1,3")).granted == 2
    assert _attack(table.done("attack gnoll on bree =1,1")).granted == 1


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
    assert _attack(table.done("attack bree 2 =6")).hp_left == (14, 7)
    assert _attack(table.done("attack bree with bell-hammer =1")).hp_left == (14, 5)


def test_at_a_player_s_seat_npcs_neither_attack_nor_are_counted(table: Table) -> None:
    table.done("as caller")
    assert "Guide" in table.refused("attack gnoll on bree").message
    assert "Guide" in table.refused("attack gnoll on bree with bite ?").message
    refusal = table.refused("attack bree on gnoll 9")
    assert "2" not in f"{refusal.message} {refusal.hint}".replace("2d", "")
    offered = {each.text for each in table.desk.suggest("attack ")}
    assert {"bree", "wim"} <= offered
    assert '"Gnoll pack"' not in offered
    assert '"Gnoll pack"' in {each.text for each in table.desk.suggest("attack bree on ")}
    table.done("attack bree on gnoll =6")


def test_more_attack_rolls_than_an_action_has_are_pointed_out(table: Table) -> None:
    assert "1 of these" in table.done("attack wim gnoll x2 =2,2").warnings[0]
    table.done("errant edit bree renown 3")
    assert table.done("attack bree gnoll x2 =2,2").warnings == ()


def test_a_1_and_a_gambit_withstood_grant_two_actions(table: Table) -> None:
    """1.4, R9: one by 1s, however many dice show 1, and one more by a gambit that was withstood."""
    assert _attack(table.done("attack bree gnoll gambit 1 =1,9")).granted == 2
    assert _attack(table.done("attack wim gnoll sneak gambit 0 =1,1,9")).granted == 2


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
    assert _item(table, "tib", "arming-sword").quality_left == 1
    before = table.desk.campaign.world.npcs
    attack = _attack(table.done("attack gnoll on wim =1,1"))
    assert (attack.granted, table.desk.campaign.world.npcs) == (1, before)


def test_a_deflect_stops_the_damage_and_not_the_gambit(table: Table) -> None:
    """1.7, R20: a Deflect stops one of both; Blocks do not touch the gambit."""
    table.done("drop bree saint", "give bree +1 helmet")
    attack = _attack(
        table.done("attack gnoll on bree with bite blocks 1 mail gambit 1 skill =3,3,20")
    )
    assert (attack.damage, attack.gambit_dv) == ((5,), 1)
    assert attack.gambit is not None
    assert attack.gambit.works
    report = table.done("deflect bree").report
    assert isinstance(report, HappeningsReport)
    assert [type(each) for each in report.happened] == [Deflected]
    assert _bree(table).hp is None


@pytest.mark.parametrize(
    "line", ["attack gnoll on bree with bite blocks 1 helmet =2,2", "hurt bree d8 blocks 1 helmet"]
)
def test_a_piece_that_is_not_worn_blocks_only_by_the_guide_s_word(table: Table, line: str) -> None:
    """1.8: a piece not worn is told, and forced."""
    table.done("drop bree saint", "give bree helmet pack")
    refusal = table.refused(line)
    assert refusal.message == "Bree Tanner's helmet is not worn."
    assert line.replace(" ", "! ", 1) in refusal.hint
    table.done(line.replace(" ", "! ", 1))
    assert _item(table, "bree", "helmet").blocks == 3


def test_the_mount_s_barding_blocks_for_it(table: Table) -> None:
    """1.8, R25: by the same rules, at the rider's choice."""
    table.done("back tansy", "hp tansy 10", "give tansy scale barding", "ride bree tansy")
    attack = _attack(table.done("attack gnoll on tansy blocks 1 barding"))
    assert (attack.damage, attack.unblocked) == ((2,), False)
    assert "scale-barding" not in {
        item.id for item in table.desk.campaign.get_errant("tansy").items
    }
    assert table.desk.campaign.get_errant("tansy").hp == 8


def test_a_worn_out_piece_fills_its_slots_and_can_lose_quality(table: Table) -> None:
    """1.8, R24."""
    table.done("drop bree saint", "give bree helmet", "block bree helmet 4")
    filled = measure_load(_bree(table))
    table.done("attack gnoll on bree with bite blocks 0 helmet =6,1")
    assert _item(table, "bree", "helmet").quality_left == 1
    assert measure_load(_bree(table)) == filled


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
    special = _attack(table.done(line)).special
    assert ("In daylight" in special) is told


@pytest.mark.parametrize(("blocks", "told"), [("", True), ("blocks 1 mail ", False)])
def test_a_remorhaz_that_shows_a_6_is_called_to_mind_unless_blocked(
    table: Table, blocks: str, told: bool
) -> None:
    """1.21, R63: 6 or more on a die, no Block: swallowed."""
    table.done("npc Worm remorhaz")
    faces = "4,1,1,1,1,1" if blocks else "6,1,1,1,1,1"
    attack = _attack(table.done(f"attack worm on bree {blocks}={faces}"))
    assert ("swallowed" in attack.special) is told


def test_no_more_of_a_group_attack_than_stand_and_it_is_said(table: Table) -> None:
    table.done("fight goblin x4 distance 10 surprise none", "hurt goblins 1 6")
    reply = table.done("attack goblins on corvin x6 =1,1,1")
    assert _attack(reply).damage == (1, 1, 1)
    assert any("3 stand" in warning for warning in reply.warnings)
    assert not table.done("next", "attack goblins on corvin x3 =1,1,1").warnings


def test_a_group_of_whom_too_many_have_attacked_is_pointed_out(table: Table) -> None:
    table.done("fight goblin x4 distance 10 surprise none", "attack goblins on corvin x3 =1,1,1")
    assert not table.done("attack goblins on wim =1").warnings
    assert table.done("attack goblins on wim =1").warnings
    assert table.done(
        "next", "attack goblins on corvin x3 =1,1,1", "attack goblins wim x2"
    ).warnings


def test_a_gambit_of_all_leaves_no_damage(table: Table) -> None:
    attack = _attack(table.done("attack bree gnoll gambit all to trip it =6,11"))
    assert attack.gambit is not None
    assert (attack.damage, attack.gambit.lowered, attack.gambit_dv) == ((0,), 7, 7)
    again = _attack(table.done("attack gambit 3 =11"))
    assert again.gambit is not None
    assert (again.damage, again.gambit.lowered) == ((4,), 3)
