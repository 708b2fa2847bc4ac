"""When the players come to know of a place, and who says so.

The Company as the sample has it: of the places they know all but the Causeway.
"""

import pytest

from companion.campaign.news_of_changes import BecameKnown
from companion.campaign.places_known_to_players import is_known_site, list_known_sites
from companion.errant.world import Npc
from companion.reports.npcs_and_factions import NpcReport
from companion.reports.status import KnownPlacesReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table
from tests.commands.test_unknown_places import heard


def known(table: Table) -> list[str]:
    return [site.id for site in list_known_sites(table.desk.campaign)]


def written(table: Table) -> str:
    return (table.desk.archive.folder / "world.toml").read_text(encoding="utf-8")


def without_keys(table: Table) -> None:
    """The campaign as one before this key was known: no place has it."""
    world = table.desk.archive.folder / "world.toml"
    world.write_text(written(table).replace("known = true\n", ""), encoding="utf-8")
    table.say("status")


def test_a_place_becomes_known_when_the_company_comes_there(table: Table) -> None:
    before = written(table)
    assert "causeway" not in known(table)
    assert table.done("at causeway").news == (BecameKnown("The Causeway"),)
    assert written(table).count("known = true") == before.count("known = true") + 1
    assert table.done("at chapel", "at causeway").news == ()
    table.done("undo x3")
    assert written(table) == before


@pytest.mark.parametrize("line", ["zoom exploration at causeway", "zoom! downtime at causeway"])
def test_a_zoom_to_a_place_makes_it_known(line: str, table: Table) -> None:
    table.done("done", "out!", "out!", line)
    assert "causeway" in known(table)


def test_a_place_without_the_key_is_known_while_they_are_there_and_after(table: Table) -> None:
    without_keys(table)
    assert known(table) == ["greenmire", "drowned-chapel"]
    assert not any(isinstance(each, BecameKnown) for each in table.done("light bree torch").news)
    assert "known" not in written(table)
    table.done("at reedmarket")
    assert known(table) == ["greenmire", "drowned-chapel", "reedmarket"]


def test_a_settlement_stays_known_after_the_company_traded_there(table: Table) -> None:
    world = table.desk.archive.folder / "world.toml"
    text = written(table).replace("known = true\n", "")
    text = text.replace('type = "town"\n', 'type = "town"\nsupply_bought = 3\n')
    world.write_text(text, encoding="utf-8")
    table.done("done", "out!", "out!", "zoom! downtime at sallows-end")
    assert "reedmarket" in known(table)
    table.done("next =6", "next! =6")
    assert not next(s for s in table.desk.campaign.world.settlements).supply_bought
    assert "reedmarket" in known(table)


def test_a_place_where_they_have_a_stash_is_known(table: Table) -> None:
    assert "Causeway" in str(table.done("stash! bree bedroll at causeway").news)
    assert "causeway" in known(table)


def test_a_settlement_made_openly_is_known_and_one_made_secretly_is_not(table: Table) -> None:
    table.done("settlement Saltford town hex 3,0", "secret settlement Gullrock town hex 4,0")
    assert "saltford" in known(table)
    assert "gullrock" not in known(table)
    table.done("settlement gullrock city hex 4,0")
    assert "gullrock" in known(table)


def test_what_is_said_openly_of_somebody_they_met_makes_their_place_known(table: Table) -> None:
    table.done("npc pike at causeway", "secret npc harl at causeway", "npc harl at 2,1 note lies")
    assert "causeway" not in known(table)
    table.done("npc harl at causeway note there he lies", "npc harl name Harl Dunn the Elder")
    assert "causeway" not in known(table)
    table.done("npc harl at causeway", "npc ysolde at causeway")
    assert "causeway" in known(table)


def test_who_is_made_openly_and_met_makes_their_place_known(table: Table) -> None:
    table.done("npc Odo at causeway", "npc Wat met yes at causeway note he hides")
    table.done("secret npc Hob at causeway")
    assert "causeway" not in known(table)
    assert BecameKnown("The Causeway") in table.done("npc Tam met yes at causeway").news
    assert "causeway" in known(table)


def test_players_hear_where_somebody_is_once_they_know_of_the_place(table: Table) -> None:
    report = table.read(NpcReport, "npc harl at causeway note he lies", "npc harl")
    assert (report.npcs[0].where, report.known[0].where) == ("", "The Causeway")
    assert table.read(NpcReport, "known causeway", "npc harl").npcs[0].where == "The Causeway"


def test_the_guide_says_by_hand_whether_they_have_heard_of_a_place(table: Table) -> None:
    assert table.done("known causeway").news == (BecameKnown("The Causeway"),)
    table.done("known causeway no")
    assert "causeway" not in known(table)
    assert next(iter(table.desk.archive.read_entries())).secret
    assert table.read(KnownPlacesReport, "known").unknown == ("The Causeway",)
    assert "The Company is there" in table.refused("known chapel no").hint
    assert "no secret" in table.refused("secret known causeway").message


def test_a_player_hears_what_they_know_of_and_says_nothing_of_it(table: Table) -> None:
    table.done("as mapper")
    assert "Causeway" not in str(heard(table, "known"))
    assert "Guide" in table.refused("known causeway").message
    assert "Guide" in table.refused("known chapel no").message


@pytest.mark.parametrize("name", ["causeway", '"The Causeway"', "causew"])
def test_a_player_comes_only_where_the_guide_has_told_them_of(name: str, table: Table) -> None:
    table.done("as timekeeper")
    for line in (f"at {name}", f"zoom initiative at {name}"):
        assert table.refused(line).hint == "Ask the Guide. To see the places you know: known", line
    assert "Guide's to say" in table.refused(f"settlement {name} town hex 9,9").message
    table.done(f"stash bree bedroll at {name}")
    assert not is_known_site(table.desk.campaign, "causeway")
    table.done("as guide", "known causeway", "as timekeeper", f"at {name}")


def test_what_is_only_asked_finds_nothing_by_the_whole_name_either(table: Table) -> None:
    table.done("secret settlement Gullrock town hex 4,0", "as quartermaster")
    for line in ("price torch in Gullrock", "inflation gullrock", "inflation map gullrock"):
        assert "There is no Settlement" in table.refused(line).message, line
    assert "There is no place" in table.refused("npc harl at Gullrock").message


def test_a_line_stopped_in_secret_goes_on_in_secret(table: Table) -> None:
    table.say("secret next search the traitor's room")
    for line in ("next again", "next"):
        assert "in everybody's sight" in table.say(line).refusal.message  # type: ignore[union-attr]
    assert "traitor" not in str(heard(table, "log 60"))


def test_of_an_npc_who_is_nowhere_nothing_is_made_known(table: Table) -> None:
    before = known(table)
    table.read(NpcReport, "npc harl at none")
    assert isinstance(table.find_npc("harl-dunn"), Npc)
    assert known(table) == before


def test_a_place_that_becomes_known_is_told_once(table: Table) -> None:
    reply = table.done("known causeway")
    told = list(map(str, render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)))
    assert sum("Causeway" in line for line in told) == 1
