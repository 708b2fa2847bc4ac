"""HP, wounds, dying, hazards and Statuses at the prompt (procedures 1.10 to 1.14)."""

from pathlib import Path

import pytest

from companion.errant.happenings import Depleted, Happening
from companion.errant.harm.harm import list_group_hp
from companion.errant.harm.harm_happenings import DeathSave, WoundTaken
from companion.reports import filter_report_for_seat
from companion.reports.attacks import AttackReport
from companion.reports.harm import HarmOddsReport, HarmReport, HpReport
from companion.reports.packs import CompanyReport
from companion.reports.status import StatusReport
from companion.reports.turns import TurnReport
from companion.view.reply import render_report
from companion.view.screen.bottom_line import render_bottom_line
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """In a fight, in Initiative Turn 1; Wim holds a healer's kit."""
    table.done("give wim healer's kit", "move wim healers-kit hand", "zoom! initiative", "next")
    return table


def list_tags(table: Table, *lines: str) -> list[str]:
    report = table.done(*lines).report
    assert isinstance(report, (HarmReport, TurnReport))
    return [tag_of(each) for each in report.happened]


def tag_of(happening: Happening) -> str:
    return str(happening.__struct_config__.tag)


def test_save_and_wound_take_their_faces_after_the_damage(table: Table) -> None:
    tags = list_tags(table, "hp bree 4", "hurt bree 2d6 =3,4,7")
    assert tags == ["hurt", "death_save", "wound"]
    assert (table.get_errant("bree").hp, table.get_errant("bree").out_of_action) == (0, True)


def test_all_of_it_is_taken_back_at_once(table: Table) -> None:
    table.done("hp bree 4")
    before = table.desk.campaign
    table.done("hurt bree 8 =20", "undo")
    assert table.desk.campaign == before


def test_the_dead_leave_a_stash_and_undo_brings_them_back(table: Table) -> None:
    before = table.desk.campaign
    table.done("hurt bree 30")
    assert table.get_errant("bree").is_dead
    assert table.get_errant("stash-bree").items
    refusal = table.refused("hurt bree 3")
    assert "dead" in refusal.message
    table.done("undo")
    assert table.desk.campaign == before


@pytest.mark.parametrize("tried", ["note we wait", "bree tends wim", "status"])
@pytest.mark.parametrize("word", ["next", "turn", "out"])
def test_who_would_die_is_named_each_time_that_anything_else_was_typed(
    word: str, tried: str, table: Table
) -> None:
    table.done("out!", "done", "wound wim 8")
    stops = [table.say(*lines).refusal for lines in ((word,), (tried, word))]
    assert all(each and "dies before it ends" in each.message for each in stops)
    table.done(word)


@pytest.mark.parametrize(
    "line", ["check bree phys =9", "declare bree climbs", "use bree rations", "tend wim by bree"]
)
def test_who_is_out_of_action_does_nothing(table: Table, line: str) -> None:
    table.done("hp bree 4", "wound wim 4", "hurt bree 4 =20")
    assert "out of action" in table.refused(line).message


def test_tending_ends_deaths_door_and_gives_no_hp(table: Table) -> None:
    tags = list_tags(table, "hp bree 4", "hurt bree 8 =20", "tend bree")
    assert tags[-1] == "dying_ended"
    assert table.get_errant("bree").hp == 0
    assert not [
        i for i in table.get_errant("wim").items if i.kind == "healer's kit" and i.depletion
    ]
    table.done("next!", "next!", "next!")
    assert not table.get_errant("bree").is_dead


def test_who_is_out_of_action_is_tended_by_another_with_their_own_kit(table: Table) -> None:
    table.done("away wim", "away corvin", "give bree healer's kit", "hp bree 4", "hurt bree 8 =20")
    report = table.read(HarmReport, "tend bree")
    assert [each.by for each in report.happened if isinstance(each, Depleted)] == ["ondine"]


def test_nobody_tends_where_all_are_out_of_action(table: Table) -> None:
    table.done("away wim", "away corvin", "away ondine", "give bree healer's kit")
    table.done("hp bree 4", "hurt bree 8 =20")
    assert "all are out of action" in table.refused("tend bree").message


def test_nothing_helps_whom_the_reaper_has(table: Table) -> None:
    table.done("wound bree 8")
    assert "Nothing helps" in table.refused("tend bree").message
    assert "dying" in list_tags(table, "next")
    assert "killed" in list_tags(table, "next")


def test_next_stops_once_before_somebody_dies(table: Table) -> None:
    table.done("wound bree 4", "next")
    refusal = table.refused("next")
    assert (refusal.kind, "tend bree" in refusal.message) == ("open", True)
    table.done("next!")
    assert table.get_errant("bree").is_dead


@pytest.mark.parametrize(
    "second", ["wound bree 8", "effect add Zblind condition on bree for 4 initiative turns"]
)
def test_a_death_ends_what_else_is_counted_of_the_dead(table: Table, second: str) -> None:
    table.done("wound bree 4", "next", second, "next!")
    assert table.get_errant("bree").is_dead
    assert not [each for each in table.desk.campaign.book.effects if each.errant == "bree"]


@pytest.mark.parametrize("line", ["out", "+10m"])
def test_longer_time_says_first_who_would_not_live_to_see_its_end(table: Table, line: str) -> None:
    table.done("wound bree 4", "next")
    assert "tend bree" in table.refused(line).message
    table.done(line)
    assert table.get_errant("bree").is_dead


def test_a_kit_that_nobody_has_is_not_conjured(table: Table) -> None:
    table.done("drop wim healers-kit", "wound bree 4")
    assert table.refused("tend bree by corvin").hint == "For magic that heals: heal bree d6"
    assert table.refused("tend bree").hint == "For magic that heals: heal bree d6"


def test_kit_that_somebody_else_has_is_named(table: Table) -> None:
    table.done("wound bree 4")
    assert "tend bree by wim" in table.refused("tend bree by corvin").hint


def test_odds_are_told_and_change_nothing(table: Table) -> None:
    before = table.desk.campaign
    report = table.read(HarmOddsReport, "hurt bree 20 ?")
    assert (report.at_zero, [row.name for row in report.rows]) == (1, ["head wound, death's door"])
    assert table.desk.campaign == before


def test_blocks_impair_each_die_and_their_maxima_cost_quality(table: Table) -> None:
    table.done("give corvin small shield", "move! corvin small-shield hand")
    table.done("hurt corvin d6 blocks 2 small-shield")
    corvin = table.get_errant("corvin")
    shield = corvin.get_item("small-shield")
    assert (corvin.hp, shield.blocks, shield.quality_left) == (10, 2, 1)
    assert "Blocks" in table.refused("hurt corvin 7 blocks 1 small-shield").message


def test_group_keeps_its_numbers(table: Table) -> None:
    table.done('npc "goblin band" goblin count 6', "hurt goblin 3 8", "hurt goblin 5 2")
    table.done("hurt goblin 4")
    goblins = next(npc for npc in table.desk.campaign.world.npcs if npc.id == "goblin-band")
    assert (goblins.hp, goblins.count) == ((6, 6, 0, 6, 0, 6), 4)
    assert "beaten already" in table.refused("hurt goblin 3 1").message
    assert "none of them" in table.refused("hurt goblin 7 1").message


def get_npc_hp(table: Table, npc_id: str) -> tuple[tuple[int, ...], int]:
    npc = next(npc for npc in table.desk.campaign.world.npcs if npc.id == npc_id)
    return list_group_hp(npc), npc.count


def test_one_of_a_beaten_group_rises_alone(table: Table) -> None:
    table.done('npc "goblin band" goblin count 2', "hurt goblin 1 6", "hurt goblin 2 6")
    assert "which of them" in table.refused("hp goblin +3").message
    table.done("hp goblin 1 1")
    assert get_npc_hp(table, "goblin-band") == ((1, 0), 1)
    table.done("hp goblin 2 +4")
    assert get_npc_hp(table, "goblin-band") == ((1, 4), 2)


def test_hp_0_beats_an_npc_and_more_raises_it(table: Table) -> None:
    table.done("npc Veteran hp 9", "hp veteran 0")
    assert get_npc_hp(table, "veteran") == ((0,), 1)
    table.done("hp veteran +3")
    assert get_npc_hp(table, "veteran") == ((3,), 1)


def test_hp_of_npcs_are_the_guides(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done('npc "goblin band" goblin count 2', "hurt goblin-band 2", "as caller")
    report = table.read(HpReport, "hp")
    assert report.npcs  # the desk filters what it shows, and the Report has all
    players = filter_report_for_seat(report, guide=False)
    assert players.npcs is None
    lines = list(render_report(players, str))
    assert not any("oblin" in line for line in lines)


def test_fall_is_shared_by_those_who_catch(table: Table) -> None:
    table.done("hazard bree fall 35 caught by wim and corvin =4,3")
    assert [table.get_errant(who).hp for who in ("bree", "wim", "corvin")] == [9, 6, 7]
    table.done("undo", "hazard bree fall 20 caught by wim =1,2")
    assert [table.get_errant(who).hp for who in ("bree", "wim")] == [12, 9]
    table.done("hazard bree fall 120 =1,1")
    assert "no damage" in table.refused("hazard bree fall 9").message


def test_fire_loses_a_die_for_each_action(table: Table) -> None:
    table.done("hazard bree fire", "next", "next", "hazard bree out x2")
    (burning,) = (e for e in table.desk.campaign.book.effects if e.kind == "burning")
    assert burning.turns == 1
    table.done("next!", "hazard bree out x2")
    assert not [e for e in table.desk.campaign.book.effects if e.kind == "burning"]


def test_breath_is_held_until_there_is_air(table: Table) -> None:
    assert list_tags(table, "hazard bree breath") == ["breath_held"]
    assert "already" in table.refused("hazard bree breath").message
    table.done("hazard bree air")
    assert "hazard bree breath" in table.refused("hazard bree air").hint


def test_a_wound_that_is_borne_is_refused_with_the_one_it_would_be(table: Table) -> None:
    table.done("wound bree 2", "wound bree 2")
    assert "wound bree 1 physical" in table.refused("wound bree 2").hint
    table.done("wound bree 1")
    assert table.refused("wound bree 1").hint.startswith("Then it is no wound.")


def test_a_limb_that_is_named_is_hurt_once_and_a_lost_one_stays_lost(table: Table) -> None:
    table.done("wound wim 2 left")
    assert "wound wim 2 physical" in table.refused("wound wim 2 left").hint
    table.done("wound wim 5 left")
    assert "already" in table.refused("wound wim 2 left").message
    table.done("wound wim 2 physical")
    wounds = [e.name for e in table.desk.campaign.book.effects if e.kind == "wound"]
    assert sorted(wounds) == ["left leg destroyed", "right leg mangled"]


def test_a_physician_treats_one_wound_of_somebody_in_a_downtime_turn(table: Table) -> None:
    table.done("out!", "out!", "out!", "downtime!", "wound bree 2", "wound bree 3", "wound wim 2")
    table.done("tend bree physician arm")
    assert "one wound or disease" in table.refused("tend bree physician").message
    table.done("tend wim physician leg", "next!", "tend bree physician")


def test_physician_takes_a_downtime_turn_and_gives_no_part_back(table: Table) -> None:
    table.done("wound bree 2")
    assert "Downtime" in table.refused("tend bree physician").message
    table.done("tend! bree physician", "wound bree 1 burn")
    assert "eye" in table.refused("tend bree physician").message


def test_kit_after_a_night_gives_a_roll_once(table: Table) -> None:
    table.done("hurt bree 8", "errant edit bree archetype violent")
    assert "night's Rest" in table.refused("heal bree night").message
    table.done("heal! bree night =5")
    assert table.get_errant("bree").hp == 10


@pytest.mark.parametrize(
    "line",
    [
        "hurt bree 10000",
        "hurt bree 0",
        "hurt bree -3",
        "hurt bree lots",
        "hurt bree 2d6 =7,1",
        "hurt bree 200d6",
        "hurt bree 3 =5",
        "hurt nobody 3",
        "heal bree 3",
        "heal bree 0",
        "hp bree 99",
        "wound bree 0",
        "wound bree 3 burn left",
        "tend bree",
        "tend bree physician",
        "hazard bree fall 5",
        "hazard bree fall 30 caught by bree",
        "hazard bree out",
        "hurt tansy 3",
        "effect add Prone condition on bree 2 for 3 initiative turns",
        "effect add Prone condition on bree attacks -99",
    ],
)
def test_bad_input_changes_nothing_and_has_a_way_on(table: Table, line: str) -> None:
    refusal = table.refused(line)
    assert refusal.message
    assert "\n" not in refusal.message


def test_status_on_an_npc_moves_dice_for_so_many_turns(table: Table) -> None:
    table.done("npc new Gosbear")
    table.done("effect add Terrified condition on wim for 2 initiative turns attacks -2 vs gosbear")
    table.done("effect add Prone condition on gosbear against +1")
    terrified, prone = table.desk.campaign.book.effects[-2:]
    assert (terrified.own_attacks, terrified.foe, terrified.turns) == (-2, "gosbear", 2)
    assert (prone.npc, prone.against, prone.lasting) == ("gosbear", 1, True)
    table.done("next", "next", "next")
    assert terrified.id not in {e.id for e in table.desk.campaign.book.effects}


def test_status_shows_who_is_hurt_and_only_then(table: Table) -> None:
    assert table.read(StatusReport, "status").hurt == ()
    report = table.read(StatusReport, "hurt wim 3", "status")
    assert [(line.errant, line.hp, line.hp_max) for line in report.hurt] == [("wim", 7, 10)]


def test_faces_of_fire_are_typed_with_next(table: Table) -> None:
    table.done("hazard bree fire", "next =4")
    assert table.get_errant("bree").hp == 9
    table.done("hazard bree out x2")
    assert "no result" in table.refused("next =4").message or table.refused("next =4").message


def test_wounds_are_called_to_mind_where_they_hinder(table: Table) -> None:
    table.done("wound wim 2", "wound wim 3", "wound corvin 4")
    (reminder,) = table.done("walk wim").warnings
    assert reminder.endswith(
        "left leg mangled, cannot run; left arm useless, holds nothing in that arm."
    )
    assert table.done("walk corvin").warnings == ()


def read_bottom_line(table: Table, width: int) -> str:
    report = table.read(StatusReport, "status")
    names = make_name_lookup(table.desk.campaign)
    return "".join(text for _, text in render_bottom_line(report, names, width))


def test_bottom_line_has_the_fewest_hp_and_at_40_columns_too_who_dies(table: Table) -> None:
    table.done("hurt bree 5")
    assert "Bree HP 8/13" in read_bottom_line(table, 80)
    table.done("wound wim 4")
    assert "Wim dies in 1!" in read_bottom_line(table, 40)
    table.done("next")
    assert "Wim dies now!" in read_bottom_line(table, 40)


def test_company_has_hp_of_the_hurt_alone(table: Table) -> None:
    report = table.read(CompanyReport, "hurt bree 5", "wound wim 4", "company")
    lines = {line.errant: line for line in report.errants}
    assert (lines["bree"].hp, lines["bree"].hp_max, lines["corvin"].hp) == (8, 13, None)
    assert (lines["wim"].dying, lines["wim"].wounds) == (1, 1)


def test_that_somebody_dies_is_told_once_however_many_wounds_said_so(table: Table) -> None:
    table.done("hp bree 1", "fight goblin x2 surprise none")
    reply = table.done("attack goblins on bree x3 =6,6,6")
    assert reply.report is not None
    told = list(render_report(reply.report, make_name_lookup(table.desk.campaign)))
    assert sum("dies at" in line for line in told) == 1


def test_the_dead_have_no_hp(table: Table) -> None:
    assert table.refused("hurt bree 200", "hp bree 3").message == "Bree Tanner is dead."


@pytest.mark.parametrize(
    ("count", "message", "way"),
    [(1, "Gnoll is beaten.", "hp gnoll 6"), (2, "Gnoll 1 is beaten.", "hp gnoll 1 6")],
)
def test_who_is_beaten_has_hp_again_by_hand(
    count: int, message: str, way: str, table: Table
) -> None:
    table.done(f"npc gnoll count {count} hp 6", *["hurt gnoll 9"] * count)
    refusal = table.refused("heal gnoll 2")
    assert (refusal.message, refusal.hint) == (message, f"Try: {way}")
    table.done(way)


def test_each_attack_roll_that_leaves_0_hp_is_saved_against(table: Table) -> None:
    """1.11, R32: once for each Attack Roll, before the wound's own effects; R31: at its damage."""
    table.done("npc Gnoll met yes", 'npc gnoll attacks "3 x claw d8"', "hp bree 6")
    report = table.read(AttackReport, "attack gnoll on bree =2,5,3,13,20")
    saves = [each for each in report.happened if isinstance(each, DeathSave)]
    assert [(each.dv, each.face, each.success) for each in saves] == [(5, 13, True), (3, 20, False)]
    wounds = [each.row for each in report.happened if isinstance(each, WoundTaken)]
    assert wounds == [1, 3], "5 on 4 HP are 1 beyond, and 3 more at 0"


def test_a_save_made_by_who_is_out_of_action_leaves_them_so(table: Table) -> None:
    """1.11: out of action until the fight ends or HP is above 0; a later save changes nothing."""
    table.done("npc Gnoll met yes", 'npc gnoll attacks "3 x claw d8"', "hp bree 2")
    report = table.read(AttackReport, "attack gnoll on bree =2,2,2,20,10,10")
    saves = [each for each in report.happened if isinstance(each, DeathSave)]
    assert [(each.success, each.was_out) for each in saves] == [
        (False, False),
        (True, True),
        (True, True),
    ]
    assert table.get_errant("bree").out_of_action
    later = table.read(HarmReport, "hurt bree 2 =10")
    assert [e.was_out for e in later.happened if isinstance(e, DeathSave)] == [True]


def test_a_night_gives_hp_once(tmp_path: Path) -> None:
    """1.11, R34: bed or kit, not both; and a kit once."""
    table = Table(tmp_path)
    table.done("errant edit bree archetype violent", "give wim healer's kit", "hp bree 3")
    table.done("done", "out", "next! sleep =6", "next! sleep =6", "next! =6")
    assert table.get_errant("bree").rested
    table.done("heal bree night =2")
    assert table.get_errant("bree").hp == 5
    assert "no night's Rest" in table.refused("heal bree night").message


def test_unconscious_ends_with_the_next_3_on_the_event_die(tmp_path: Path) -> None:
    """1.12, R41: as any effect with Depletion 1."""
    table = Table(tmp_path)
    table.done("wound bree 2 shock", "wound wim 6 shock")
    states = [each.name for each in table.desk.campaign.book.effects]
    assert states.count("unconscious") == 2
    table.done("event! =3")
    assert "unconscious" not in [each.name for each in table.desk.campaign.book.effects]
    assert "brain trauma" in [each.name for each in table.desk.campaign.book.effects]


def test_the_house_may_have_a_worse_wound_for_one_that_is_borne(tmp_path: Path) -> None:
    """1.12, R38: `wounds.repeat`."""
    table = Table(tmp_path)
    table.done("hp bree 0", "wound bree 4", "undo", "wound bree 4")
    book = table.desk.archive.folder / "campaign.toml"
    text = book.read_text(encoding="utf-8")
    book.write_text(f'{text.rstrip()}\n\n[rules.wounds]\nrepeat = "worse"\n', encoding="utf-8")
    table.done("hurt bree 4 =13")
    worst = [each.row for each in table.desk.campaign.book.effects if each.kind == "wound"]
    assert worst == [4, 5]


def test_a_kit_is_an_action_and_helps_the_unconscious(tmp_path: Path) -> None:
    """1.13, R44: it ends the dying, not the wound."""
    table = Table(tmp_path)
    table.done("give wim healer's kit", "move wim healers-kit handy", "fight goblin surprise none")
    table.done("wound bree 6 shock", "tend bree by wim")
    wim = next(each for each in table.desk.campaign.book.combatants if each.id == "wim")
    assert wim.taken == 1
    kinds = [each.kind for each in table.desk.campaign.book.effects if each.errant == "bree"]
    assert sorted(kinds) == ["condition", "wound"]


def test_fire_burns_with_a_die_a_turn_less_the_actions_on_it(table: Table) -> None:
    """1.14: Turn 1 D6, Turn 2 2D6, Turn 3 with two actions D6; Turn 4 with two more: out."""
    table.done("hazard bree fire", "next =1", "next =1,1")
    assert table.get_errant("bree").hp == 10
    table.done("hazard bree out x2", "next =1")
    assert table.get_errant("bree").hp == 9
    table.done("hazard bree out x2", "next")
    assert table.get_errant("bree").hp == 9
    assert not [each for each in table.desk.campaign.book.effects if each.kind == "burning"]


def test_a_mount_that_the_guide_gave_no_hp_is_not_harmed(tmp_path: Path) -> None:
    """1.21, R64: animals have no figures; the Guide's."""
    assert Table(tmp_path).refused("back tansy", "hurt tansy 3").hint == "Try: hp tansy 12"
