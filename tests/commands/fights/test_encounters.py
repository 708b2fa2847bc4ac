"""Whom the Company meets: encounter, and the way from it to a fight or a talk."""

import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from companion.errant.fights import Met
from companion.reports.fights import EncounterReport, FightReport, MeetingReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


def get_met(table: Table) -> Met:
    return table.desk.campaign.book.met


def test_a_creature_of_a_row_is_met_with_its_figures(table: Table) -> None:
    report = table.read(EncounterReport, "encounter =1,4,3,6")
    assert (report.npc, report.number, report.distance) == ("choristers", 6, 30)
    choristers = table.find_npc("choristers")
    assert (choristers.count, choristers.hp_max, choristers.met) == (6, 5, False)
    assert get_met(table) == Met(npc="choristers", distance=30, surprised="")


def test_where_they_talk_they_have_a_reaction(table: Table) -> None:
    report = table.read(EncounterReport, "encounter =3,4,3,5,6")
    assert report.reaction is not None
    assert report.reaction.disposition == table.find_npc("grave-robbers").disposition
    assert not table.find_npc("grave-robbers").met
    table.done("talk grave-robbers")
    assert table.find_npc("grave-robbers").is_in_negotiation


def test_a_second_group_of_one_name_is_called_by_name_and_letter(table: Table) -> None:
    table.done("encounter =1,4,3,6", "tell", "done", "next! =4")
    reply = table.done("encounter =1,4,3,6")
    told = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)
    assert 'If it comes to it: fight, or talk "Choristers B"' in map(str, told)


def test_what_is_not_typed_is_rolled(table: Table) -> None:
    assert table.read(EncounterReport, "encounter =3").distance in range(10, 70, 10)
    assert "no 7" in table.refused("encounter! =3,7").message


def test_any_other_row_has_a_distance_and_no_npc(table: Table) -> None:
    before = table.desk.campaign.world.npcs
    assert table.read(EncounterReport, "encounter =8,2,1").npc is None
    assert table.desk.campaign.world.npcs == before
    assert get_met(table) == Met(distance=20, surprised="company")
    table.done("fight goblin")
    assert table.desk.campaign.book.fight.distance == 20


@pytest.mark.parametrize("seat", ["guide", "caller"])
@pytest.mark.parametrize("typed", ["crabs", "candle-crabs"])
def test_a_fight_takes_those_who_were_just_drawn_not_those_of_long_ago(
    typed: str, seat: Literal["guide", "caller"], table: Table, tmp_path: Path
) -> None:
    table.done("next! =1", "encounter =4,1,3,6", "tell", "npc candle-crabs met yes")
    table.done("next! =6", "next! =1", "encounter =4,4,3,6", "tell")
    drawn = get_met(table).npc
    assert (drawn, table.find_npc(drawn).count) != ("candle-crabs", 3)
    other = table if seat == "guide" else Table(tmp_path, seat=seat)
    other.done(f"fight {typed}")
    assert [e.id for e in other.desk.campaign.book.combatants if e.npc] == [drawn]


def test_a_player_does_not_fight_whom_nobody_was_told_of(table: Table, tmp_path: Path) -> None:
    table.done("next! =1", "encounter =4,1,3,6")
    Table(tmp_path, seat="caller").refused("fight crabs")


@pytest.mark.parametrize("telling", [(), ("tell",)])
def test_fight_alone_goes_on_from_an_encounter(table: Table, telling: tuple[str, ...]) -> None:
    table.done("encounter =1,4,3,1", *telling)
    report = table.read(FightReport, "fight")
    assert (report.distance, report.surprised) == (30, "company")
    assert report.combatants[-1].who == "choristers"
    assert table.find_npc("choristers").met
    assert get_met(table) == Met()


def test_what_is_typed_with_fight_counts(table: Table) -> None:
    table.done("encounter =1,4,3,1", "fight distance 50 surprise none")
    fight = table.desk.campaign.book.fight
    assert (fight.distance, fight.surprised) == (50, "")


def test_the_next_turn_forgets_whom_they_did_not_fight(table: Table) -> None:
    table.done("encounter =1,4,3,1", "next!")
    assert get_met(table) == Met()
    table.done("fight")
    assert table.desk.campaign.book.combatants == ()


def test_distance_and_surprise_by_themselves(table: Table) -> None:
    table.read(MeetingReport, "encounter distance =6")
    table.done("encounter surprise =2")
    assert get_met(table) == Met(distance=60, surprised="company")
    assert "1 die" in table.refused("encounter distance =1,2").message


def test_several_encounters_are_rows_and_no_more(table: Table) -> None:
    table.done("encounter x3")
    assert get_met(table) == Met()


def test_undo_takes_all_of_it_back(table: Table) -> None:
    before = table.desk.campaign
    table.done("encounter =1,4,3,1", "undo")
    assert table.desk.campaign == before


def test_players_read_nothing_of_it(tmp_path: Path, table: Table) -> None:
    names = make_name_lookup(table.desk.campaign)
    reply = table.done("encounter =1,4,3,1")
    assert not any(
        word in line
        for line in render_reply(reply, names, guide=False)
        for word in ("30 feet", "surprise")
    )
    player = Table(tmp_path, seat="caller")
    log = "\n".join(render_reply(player.done("log"), names, guide=False))
    assert "encounter" not in log
    player.done("fight")
    assert player.desk.campaign.book.combatants == ()


def test_a_fight_that_a_player_begins_takes_nothing_from_an_untold_encounter(
    tmp_path: Path, table: Table
) -> None:
    table.done("encounter =1,4,3,1")
    report = Table(tmp_path, seat="caller").read(FightReport, "fight goblin x2")
    assert report.distance_face is not None
    assert report.surprise_face is not None
    report = table.read(FightReport, "undo!", "fight")
    assert (report.distance_face, report.surprise_face) == (None, None)


def test_a_row_with_an_unknown_creature_is_met_without_figures(table: Table) -> None:
    folder = table.desk.archive.folder / "tables" / "greenmire"
    folder.mkdir(parents=True)
    (folder / "chapel-encounters.toml").write_text(
        'schema = 1\ntitle = "Own"\n[[rows]]\ntext = "An ogre."\ndata = { creature = "ogre" }\n'
    )
    reply = table.done("encounter")
    assert "no table has a creature «ogre»" in " ".join(reply.warnings).casefold()
    assert table.find_npc("ogre").hp_max is None


def test_a_prompt_that_has_rolled_before_tells_all_of_an_encounter(tmp_path: Path) -> None:
    lines = "roll 2d6\nencounter =1,4,3,3\nnext!\nfight goblin surprise none\nnext\n"
    command = (sys.executable, "-m", "companion", "run", "greenmire", "--campaigns", str(tmp_path))
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert "30 feet off" in done.stdout
    assert done.stdout.rpartition("Initiative Turn 2")[2].count("Goblin") == 1
