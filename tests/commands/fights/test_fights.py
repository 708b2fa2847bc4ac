"""A fight at the prompt: its roster, distance, surprise, order, the ledger and the end."""

from pathlib import Path

import pytest

from companion.campaign.fights.fights import find_combatant
from companion.errant.fights import Combatant, Fight
from companion.reports.fights import CombatantLine, FightReport, FightTurnReport, OrderReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

MEMBERS = ["bree", "corvin", "ondine", "wim"]


def fight(table: Table) -> Fight:
    return table.desk.campaign.book.fight


def list_ids(table: Table) -> list[str]:
    return [each.id for each in table.desk.campaign.book.combatants]


def get_combatant(table: Table, who: str) -> Combatant:
    found = find_combatant(table.desk.campaign, who)
    assert found is not None
    return found


def test_a_fight_with_a_creature_makes_npcs_and_begins_turn_1(table: Table) -> None:
    report = table.read(FightReport, "fight goblin x6 =4,3")
    assert (report.distance, report.ground, report.surprised) == (40, "enclosed", "")
    assert (report.turn_number, report.entered) == (1, True)
    assert list_ids(table) == [*MEMBERS, "goblins"]
    goblins = table.find_npc("goblins")
    assert (goblins.count, goblins.hp_max, goblins.met) == (6, 6, True)
    assert goblins.place == "drowned-chapel"


def test_fight_alone_opens_initiative_turns_as_ever(table: Table) -> None:
    table.done("fight")
    assert table.desk.campaign.turns[-1].type == "initiative"
    assert not table.desk.campaign.turns[-1].begun
    assert list_ids(table) == []
    table.done("next", "fight goblin x2 surprise none distance 20")
    assert table.desk.campaign.turns[-1].number == 1
    assert list_ids(table) == [*MEMBERS, "goblins"]


def test_fight_alone_shows_who_fights_and_changes_nothing(table: Table) -> None:
    table.done("fight harl")
    reply = table.done("fight")
    assert isinstance(reply.report, FightReport)
    assert reply.report.step == "shown"
    assert reply.changes == ()


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("fight harl dunn", ["harl-dunn"]),
        ("fight harl, ysolde", ["ysolde", "harl-dunn"]),
        ("fight goblin x3, gnoll", ["goblins", "gnoll"]),
        ("fight goblins x3 and harl", ["goblins", "harl-dunn"]),
        ("fight 3 goblins gnoll x2", ["goblins", "gnolls"]),
        ("fight gelatinous cube", ["gelatinous-cube"]),
        ("fight cube x2", ["gelatinous-cubes"]),
        ("fight hell knight open distance 50", ["hell-knight"]),
    ],
)
def test_whom_one_fights(table: Table, line: str, ids: list[str]) -> None:
    table.done(line)
    assert sorted(list_ids(table)) == sorted([*MEMBERS, *ids])


def test_a_group_of_a_name_that_is_taken_gets_a_letter(table: Table) -> None:
    """A number is that of one of a group."""
    table.done("fight goblin x2 surprise none", "out!", "fight goblin x3")
    assert [each.name for each in table.desk.campaign.world.npcs][-2:] == ["Goblins", "Goblins B"]
    assert list_ids(table)[-1] == "goblins-b"
    table.done(
        "fight add goblin x2", "attack bree on goblins-b 2 =1", "attack bree on goblins-c =3"
    )
    assert [table.find_npc(f"goblins-{letter}").hp for letter in "bc"] == [(6, 4, 6), (2, 6)]


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("fight ogre x3", "no creature «ogre»", "npc new ogre"),
        ("fight gobbin x3", "no creature «gobbin»", "goblin"),
        ("fight harl x2", "is there already", 'npc "Harl Dunn" count 2'),
        ("fight goblin x0", "too many to fight", ""),
        ("fight goblin x100000", "too many to fight", ""),
        ("fight open", "Whom do they fight?", "fight goblin x4 open"),
        ("fight harl distance far", "no distance", ""),
        ("fight harl distance 20000", "no distance", ""),
        ("fight harl surprise everybody", "no surprise", ""),
        ("fight harl =7,1", "no 7", ""),
        ("fight harl =3", "2 dice", ""),
        ("fight harl surprise none distance 30 =3", "no dice", ""),
        ("fight bree bree", "fights already", ""),
        ("fight add goblin", "Nobody fights", "fight goblin"),
        ("fight drop harl", "", ""),
    ],
)
def test_what_cannot_be_fought_is_refused(table: Table, line: str, message: str, hint: str) -> None:
    refusal = table.refused(line)
    assert message in refusal.message or message == "no dice"
    assert hint in refusal.hint


def test_the_hint_for_an_unknown_creature_works(table: Table) -> None:
    refusal = table.refused("fight ogre")
    assert "npc new ogre hp 6" in refusal.hint
    table.done("npc new ogre hp 6", "fight ogre")


@pytest.mark.parametrize(
    ("line", "surprised"),
    [
        ("fight goblin x4 =3,1", "company"),
        ("fight goblin x4 =3,3", ""),
        ("fight goblin x4 =3,5", ""),
        ("fight goblin x4 ambush =3,5", "others"),
        ("fight goblin x4 surprise company", "others"),
        ("fight goblin x4 surprise npcs", "company"),
        ("fight goblin x4 surprise none", ""),
        ("fight cube =3,4", "company"),
        ("fight cube, goblin =3,4", "company"),
        ("fight cube ambush =3,5", "others"),
        ("fight goblin distance 30 =6", ""),
    ],
)
def test_who_is_surprised(table: Table, line: str, surprised: str) -> None:
    table.done("light bree torch", "light bree torch")  # bright enough to see them coming
    table.done(line)
    assert fight(table).surprised == surprised


def test_from_dim_light_the_company_may_surprise(table: Table) -> None:
    table.done("snuff ondine lantern")
    table.done("fight goblin x4 =3,5")
    assert fight(table).surprised == "others"


@pytest.mark.parametrize(
    ("lines", "surprised"),
    [
        ((), "others"),
        (("snuff ondine lantern", "give ondine candle", "light ondine candle"), "others"),
        (("snuff ondine lantern", "give ondine torch", "light ondine torch"), ""),
    ],
)
def test_one_errant_alone_with_a_lantern_or_a_candle_is_in_dim_light(
    table: Table, lines: tuple[str, ...], surprised: str
) -> None:
    """1.2, R7: whatever the Burn; a torch is as bright as it is."""
    table.done("away bree", "away corvin", "away wim", *lines, "fight goblin =3,6")
    assert fight(table).surprised == surprised


def test_outside_by_day_the_company_surprises_nobody(table: Table) -> None:
    table.done("done", "out!", "fight goblin =3,6")
    assert fight(table) == Fight(ground="open", distance=30)


def test_a_turn_of_surprise_has_no_order_and_the_next_one_has(table: Table) -> None:
    table.done("fight goblin x4 =3,2")
    assert "Turn of surprise" in table.refused("order odd").message
    reply = table.done("next")
    assert isinstance(reply.report, FightTurnReport)
    assert fight(table).surprised == ""
    table.done("order odd =3,4")
    assert fight(table).first == "company"


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("order odd =3,4", "company"),
        ("order even =3,4", "others"),
        ("order even by bree =6,6", "company"),
        ("order odd by wim =1,1", "others"),
    ],
)
def test_the_order_is_called_and_rolled(table: Table, line: str, first: str) -> None:
    table.done("fight harl surprise none")
    reply = table.done(line)
    assert isinstance(reply.report, OrderReport)
    assert reply.report.first == fight(table).first == first


@pytest.mark.parametrize("side", ["company", "others"])
def test_the_table_may_say_who_is_first_without_a_roll(table: Table, side: str) -> None:
    table.done("fight harl surprise none")
    reply = table.done(f"order {side}")
    assert isinstance(reply.report, OrderReport)
    assert (reply.report.call, reply.report.faces) == (None, ())
    assert reply.report.first == fight(table).first == side
    table.refused("order odd")


def test_an_order_is_rolled_once_a_turn_unless_forced(table: Table) -> None:
    table.done("fight harl surprise none", "order odd =3,4")
    assert "the Company first" in table.refused("order odd").message
    table.done("order! odd =3,3")
    assert fight(table).first == "others"
    table.done("next")
    assert fight(table).first == ""
    assert "«nobody»" in table.refused("order odd by nobody").message


def test_an_order_needs_initiative_turns(table: Table) -> None:
    assert "Initiative Turns" in table.refused("order odd").message
    table.done("fight", "order odd =3,4")
    assert fight(table).first == "company"


def test_who_joins_and_leaves(table: Table) -> None:
    table.done("fight harl surprise none", "fight add goblin x2", "fight gnoll")
    assert list_ids(table)[4:] == ["harl-dunn", "goblins", "gnoll"]
    table.done("fight drop goblins")
    assert list_ids(table)[4:] == ["harl-dunn", "gnoll"]
    assert "fights already" in table.refused("fight add harl").message
    table.done("fight drop bree", "fight add bree")
    assert get_combatant(table, "bree").side == "company"


def test_no_faces_are_typed_where_nothing_is_rolled(table: Table) -> None:
    table.done("fight harl surprise none")
    assert "Nothing is rolled" in table.refused("fight distance 30 =3").message
    assert "Nothing is rolled" in table.refused("fight goblin =3,4").message


def test_distance_and_ground_may_be_said_later(table: Table) -> None:
    table.done("fight harl surprise none", "fight open distance 90 surprise npcs")
    assert fight(table) == Fight(ground="open", distance=90, surprised="company", measured=1)


def test_how_somebody_acts_is_kept_for_the_turn(table: Table) -> None:
    table.done("fight harl surprise none", "fight bree quick", "fight harl slow")
    assert (get_combatant(table, "bree").acts, get_combatant(table, "harl-dunn").acts) == (
        "quick",
        "slow",
    )
    table.done("fight bree ready")
    assert get_combatant(table, "bree").acts == ""
    table.done("next")
    assert get_combatant(table, "harl-dunn").acts == ""


def test_out_ends_the_fight_and_undo_brings_it_back(table: Table) -> None:
    table.done("fight goblin x3 surprise none", "order odd =3,4")
    before = table.desk.campaign
    table.done("out")
    assert (list_ids(table), fight(table)) == ([], Fight())
    table.done("undo")
    assert table.desk.campaign == before


def test_players_see_who_fights_and_no_hp_of_npcs(tmp_path: Path, table: Table) -> None:
    reply = table.done("fight goblin x3 surprise none")
    names = make_name_lookup(table.desk.campaign)
    guides, players = (
        "\n".join(render_reply(reply, names, guide=guide)) for guide in (True, False)
    )
    assert "3 × HP 6" in guides
    assert "3 × HP 6" not in players
    assert "Goblins" in players
    assert "3 of them" in players
    player = Table(tmp_path, seat="caller")
    assert player.read(FightReport, "fight").combatants[-1].hp is None
    log = "\n".join(render_reply(player.done("log"), names, guide=False))
    assert "fight goblin x3" in log


def test_a_fight_is_no_secret(table: Table) -> None:
    assert "in everybody's sight" in table.refused("secret fight harl").message


def test_players_find_nobody_they_have_not_met(tmp_path: Path, table: Table) -> None:
    player = Table(tmp_path, seat="caller")
    assert "pike" not in player.refused("fight pik").hint
    table.done("fight old pike")
    assert table.find_npc("old-pike").met


def test_an_encounter_is_settled_by_a_fight(table: Table) -> None:
    table.done("event! =1", "fight goblin x3")
    assert not table.desk.campaign.book.clock.encounter


@pytest.mark.parametrize("width", [80, 40])
def test_each_combatant_stands_on_a_line(table: Table, width: int) -> None:
    reply = table.done("fight goblin x40 surprise none distance 40")
    lines = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)
    roster = [line for line in lines if line.startswith("  ")]
    assert len(roster) == 5
    assert all(len(line) <= width for line in roster)


def test_getting_something_out_is_an_action(table: Table) -> None:
    table.done("fight goblin surprise none", "fetch bree bedroll =2")
    assert get_combatant(table, "bree").taken == 1


def test_surprised_by_npcs_all_but_the_alert_wait(table: Table) -> None:
    """1.2: surprise 2, the NPCs act in Turn 1, a Deviant with Alert too, by the Guide's word."""
    table.done("npc Gnoll gnoll", "fight gnoll =4,2")
    assert fight(table).surprised == "company"
    table.done("attack gnoll on bree =1,2")
    assert "attack! wim" in table.refused("attack wim").hint
    table.done("attack! wim =3")


def test_three_sides_are_the_company_and_all_others(table: Table) -> None:
    """1.3, R4: one order for all who are not of the Company."""
    table.done("fight goblin x2, harl surprise none", "order odd =1,1")
    sides = {each.id: each.side for each in table.desk.campaign.book.combatants}
    assert (sides["goblins"], sides["harl-dunn"], sides["bree"]) == ("others", "others", "company")
    assert fight(table).first == "others"


def test_a_status_of_1_turn_that_falls_in_turn_3_ends_with_turn_4(table: Table) -> None:
    """1.1, R3: the Turn it began in is not counted."""
    table.done("fight goblin surprise none", "next", "next")
    table.done("effect add Stunned condition on bree for 1 initiative turns", "next")
    effects = [each.name for each in table.desk.campaign.book.effects]
    assert (table.desk.campaign.turns[-1].number, "Stunned" in effects) == (4, True)
    table.done("next")
    assert "Stunned" not in [each.name for each in table.desk.campaign.book.effects]


def test_fight_alone_in_bare_initiative_turns_says_how_to_name_foes(table: Table) -> None:
    """1.1: `fight` alone shows the fight; here nobody is in it."""
    refusal = table.refused("zoom! initiative", "next", "fight")
    assert (refusal.message, refusal.hint) == ("Nobody fights.", "Try: fight goblin x4")


def test_a_name_means_those_who_fight_before_others(table: Table) -> None:
    table.done("fight goblin x2 distance 10 surprise none", "out")
    table.done("fight goblin x2 distance 10 surprise none")
    assert [each.id for each in table.desk.campaign.book.combatants if each.npc] == ["goblins-b"]
    table.done("attack goblins on bree =1", "hurt goblins 3")
    goblins = {each.id: each for each in table.desk.campaign.world.npcs}
    assert (goblins["goblins"].hp, goblins["goblins-b"].hp) == ((), (3, 6))
    (fighting,) = (each for each in table.desk.campaign.book.combatants if each.npc)
    assert fighting.attacked == 1


def test_one_of_a_group_leaves_the_fight_and_the_others_keep_their_numbers(table: Table) -> None:
    table.done("fight goblin x4 distance 10 surprise none", "fight drop goblins 2")
    report = table.read(FightReport, "fight")
    goblins = report.combatants[-1]
    assert (goblins.count, goblins.gone, table.find_npc("goblins").count) == (3, (2,), 4)
    assert "left the fight" in table.refused("attack bree on goblins 2").message
    table.done("next!", "attack goblins on corvin x4 =1,1,1")
    assert get_combatant(table, "goblins").gone == (2,)


def test_the_most_hurt_of_those_who_fight_is_hit(table: Table) -> None:
    table.done(
        "fight goblin x3 distance 10 surprise none", "hurt goblins 1 3", "fight drop goblins 1"
    )
    table.done("attack bree =3", "hurt goblins 1")
    assert table.find_npc("goblins").hp == (3, 1, 6)


def test_a_group_of_whom_nobody_is_left_fights_no_longer(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none", "fight drop goblins 1,2")
    table.done("fight drop goblins 3")
    assert list_ids(table) == MEMBERS


def test_where_the_others_are_beaten_or_gone_no_order_is_called(table: Table) -> None:
    table.done(
        "fight goblin x3 distance 10 surprise none", "fight drop goblins 1 2", "hurt goblins 3 6"
    )
    assert table.read(FightTurnReport, "next").fight.combatants[-1].condition == "fled"


@pytest.mark.parametrize(
    "line", ["fight drop goblins 7", "fight drop goblins 2", "fight drop bree 1"]
)
def test_who_is_none_of_a_group_or_gone_does_not_leave(table: Table, line: str) -> None:
    table.refused("fight goblin x3 surprise none", "fight drop goblins 2", line)


def test_a_turn_that_ends_without_an_order_is_said_once_in_a_fight(table: Table) -> None:
    table.done("fight goblin x2 distance 10 surprise none")
    assert any("who acts first" in each for each in table.done("next").warnings)
    assert not table.done("next").warnings


def test_a_turn_with_an_order_or_without_foes_needs_none(table: Table) -> None:
    table.done("fight goblin x2 distance 10 surprise none", "order odd =1,2")
    assert not table.done("next").warnings
    table.done("hurt goblins 1 6", "hurt goblins 2 6")
    assert not table.done("next").warnings


def test_who_dies_is_told_with_the_turns_that_are_counted(table: Table) -> None:
    table.done("fight goblin x2 distance 10 surprise none", "wound corvin 1 physical")
    report = table.read(FightReport, "fight")
    corvin = next(each for each in report.combatants if each.who == "corvin")
    assert corvin.dying is not None
    assert (corvin.dying.turns, corvin.dying.turn_type) == (1, "exploration")
    said = list(render_reply(table.say("fight"), make_name_lookup(table.desk.campaign), guide=True))
    assert any("dies in 1 Exploration Turn" in line for line in said)
    said = list(
        render_reply(table.say("company"), make_name_lookup(table.desk.campaign), guide=True)
    )
    assert any("dies in 1 Exploration Turn" in line for line in said)


def find_line(table: Table, who: str) -> CombatantLine:
    report = table.read(FightReport, "fight")
    return next(each for each in report.combatants if each.who == who)


def test_a_gambit_that_works_stands_in_the_roster_until_it_is_cleared(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none", "hp goblins 20")
    table.done("attack bree on goblins 2 gambit 2 to trip it =6,20", "next!")
    table.done("attack bree on goblins 2 gambit 2 to disarm =6,20")
    table.done("attack corvin on goblins 3 gambit 2 to trip it =4,3")
    assert find_line(table, "goblins").suffers == {"2": "trip, disarm"}
    table.done("attack goblins on bree gambit 2 phys to knock her over =3,20")
    assert find_line(table, "bree").suffers == {"0": "knock her over"}
    table.done("fight clear bree", "fight clear goblins 2")
    assert (find_line(table, "bree").suffers, find_line(table, "goblins").suffers) == ({}, {})


def test_a_gambit_on_who_is_down_is_no_longer_told(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    table.done("attack bree on goblins 2 gambit 2 to trip it =6,20", "hurt goblins 2 6")
    assert find_line(table, "goblins").suffers == {}


def test_a_gambit_that_fails_or_is_for_nothing_named_leaves_nothing(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    table.done(
        "attack bree on goblins 2 gambit 2 =6,20", "attack bree on goblins 1 gambit 2 to x =6,3"
    )
    assert find_line(table, "goblins").suffers == {}


def test_there_is_something_to_clear(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    assert "nothing" in table.refused("fight clear goblins 2").message


def test_morale_that_breaks_stands_in_the_roster(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none", "morale goblins =6,6", "next!")
    assert find_line(table, "goblins").broken
    table.done("morale goblins =1,1")
    assert not find_line(table, "goblins").broken


def test_what_is_in_hand_and_granted_attacks_stand_in_the_roster(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none", "attack bree on goblins 1 =1")
    assert find_line(table, "bree").weapons == ("bell hammer",)
    table.done("attack goblins on bree x2")
    assert (find_line(table, "goblins").attacked, find_line(table, "goblins").used) == (1, 1)


def test_where_all_the_company_is_out_no_order_is_asked_for(table: Table) -> None:
    table.done("fight goblin x3 distance 10 surprise none")
    for who in MEMBERS:
        table.done(f"hp {who} 0", f"hurt {who} 1 =20")
    table.done(*(f"effect end {each.id}" for each in table.desk.campaign.book.effects))
    reply = table.done("fight")
    said = [*render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)]
    assert said[-1] == "Nobody of the Company can act. If it is over: out"
    assert not any("who acts first" in each for each in table.done("next!").warnings)


def test_what_is_declared_in_a_fight_stops_no_turn(table: Table) -> None:
    table.done("done", "fight goblin x3 distance 10 surprise none", "declare bree sings", "next")
    assert table.desk.campaign.innermost_turn.number == 2


@pytest.mark.parametrize("typed", ["fight gnoll, a goblin", "fight the gnoll and a goblin"])
def test_an_article_before_a_foe_is_the_beginning_of_nobody(typed: str, table: Table) -> None:
    """`a` is no Abbess."""
    table.done(typed)
    assert set(list_ids(table)) - {*MEMBERS} == {"gnoll", "goblin"}
