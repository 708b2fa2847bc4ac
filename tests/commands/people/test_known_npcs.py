"""Whom a line may mean: for a player nobody they have not met, and for nobody a slip."""

from pathlib import Path

import pytest

from tests.commands.people.answers import read_npc
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it, with three NPCs, of whom Old Pike met nobody yet."""
    return Table(tmp_path)


def test_a_player_is_told_only_of_those_the_company_has_met(table: Table) -> None:
    table.done("as caller")
    assert [seen.npc for seen in read_npc(table, "npc").npcs] == ["ysolde", "harl-dunn"]
    table.done("as guide", "bond pike bree 7", "npc pike threat 2", "as caller")
    assert "old-pike" not in [seen.npc for seen in read_npc(table, "npc").npcs]
    table.done("as guide", "npc pike met yes", "as caller")
    assert "old-pike" in [seen.npc for seen in read_npc(table, "npc").npcs]


def test_a_player_finds_whom_they_do_not_know_by_the_whole_name_alone(table: Table) -> None:
    table.done("npc Secret Sam at reedmarket", "as caller")
    for line in ("talk sam", "react secret", "check bree pres with sam", "save bree mind vs sam"):
        assert "There is no" in table.refused(line).message, line
    assert table.refused("morale sam").hint == "To make them: npc new sam"
    assert table.refused("npc secret sam").hint == 'To make them: npc new "secret sam"'
    assert table.refused("npc new Secret Sam").hint == "Ask the Guide."
    assert table.refused("npc remove secret-sam").kind == "unknown"
    assert table.refused("npc secret-sam threat").kind == "malformed"
    table.done("talk secret-sam")
    assert read_npc(table, "npc sam").npcs[0].npc == "secret-sam"


def test_a_players_newcomer_gets_no_number_from_one_they_do_not_know(table: Table) -> None:
    world = table.desk.archive.folder / "world.toml"
    hidden = """
[[npcs]]
id = "odo"
name = "Brother Mark"

[[factions]]
id = "eels"
name = "The Eel Wardens"
"""
    world.write_text(world.read_text(encoding="utf-8") + hidden, encoding="utf-8")
    table.done("status", "as caller")
    for line in ("npc Odo", "npc new odo at reedmarket", "faction Eels"):
        assert table.refused(line).hint == "Ask the Guide.", line
    table.done("npc ysolde name Odo", "as guide")
    assert read_npc(table, "npc new Odo the Elder").npcs[0].npc == "odo-the-elder"


def test_nothing_is_near_whom_a_player_does_not_know(table: Table) -> None:
    assert "secret-sam" in table.refused("npc Secret Sam", "react secrte-sam").hint
    table.done("as caller")
    assert table.refused("react secrte-sam").hint == "To make them: npc new secrte-sam"
    assert table.refused("npc secrte-sam").hint == "To make them: npc new secrte-sam"


def test_a_slip_in_a_name_makes_nobody(table: Table) -> None:
    refusal = table.refused("npc ysolda threat 2")
    assert str(refusal.message) == "There is nobody called «ysolda»."
    assert refusal.hint == "Did you mean ysolde? To make them: npc new ysolda"
    assert read_npc(table, "npc new ysolda").step == "made"


def test_whoever_is_written_as_names_are_is_made_however_near_another_is(table: Table) -> None:
    assert read_npc(table, "npc Ysolda threat 2").step == "made"


@pytest.mark.parametrize("line", ["npc a peddler", "npc the miller", "npc reeve"])
def test_what_is_like_nobodys_name_needs_no_new(line: str, table: Table) -> None:
    table.done("npc The Eel Queen")
    assert read_npc(table, line).step == "made"


def test_what_the_guide_prepares_stands_in_no_players_log_until_they_are_met(table: Table) -> None:
    table.done("npc Masked One at chapel", "npc masked name Mask", "npc remove mask", "npc ?")
    assert all(entry.secret for entry in table.desk.archive.read_entries())
    table.done("npc harl at sallows-end")
    assert not next(iter(table.desk.archive.read_entries())).secret
