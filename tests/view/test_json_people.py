"""The contract with scripts about whom the Company meets: its reports have their fields."""

from pathlib import Path

import pytest

from tests.commands.table import Table
from tests.view.scripted import assert_fields, told


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it."""
    return Table(tmp_path)


def test_check_says_against_what_it_was_rolled_and_how_likely_it_was(table: Table) -> None:
    assert_fields(
        told(table, "check bree phys dv 4 dire strong =9"),
        kind="check",
        errant="bree",
        attribute="phys",
        target=13,
        dv=4,
        position="dire",
        impact="strong",
        faces=[9],
        entered=True,
        success=True,
        chance=0.45,
    )
    asked = told(table, "check bree phys dv 4 ?")
    assert_fields(asked, faces=[], success=None, chance=0.45)
    assert told(table, "save bree skill vs 3 =7")["saving"] is True


def test_a_check_with_an_npc_has_all_fields_for_the_guide(table: Table) -> None:
    assert_fields(
        told(table, "check corvin pres with harl =7"),
        kind="check",
        errant="corvin",
        attribute="pres",
        target=8,
        dv=4,
        position="risky",
        impact="fair",
        faces=[7],
        entered=True,
        success=True,
        chance=0.2,
        circumstances=[{"name": "disposition", "dv": 4}],
    )
    players = told(table, "check corvin pres with harl =7", guide=False)
    assert_fields(players, dv=None, target=None, chance=None, success=True, faces=[7])


def test_a_reaction_has_disposition_band_and_patience(table: Table) -> None:
    table.done("errant edit bree alignment L2", "npc pike alignment C1")
    assert_fields(
        told(table, "react pike +1 =3,4"),
        kind="reaction",
        npc="old-pike",
        faces=[3, 4],
        entered=True,
        modifier=-1,
        disposition=6,
        band="unsure",
        dv_modifier=0,
        patience=6,
        guides=1,
        alignment=-2,
    )
    assert_fields(told(table, "react pike is 12"), faces=[], entered=False, known_by="the Guide")


def test_exchange_says_how_it_was_taken_and_what_is_left(table: Table) -> None:
    table.done("react harl is 3", "talk harl")
    assert_fields(
        told(table, "talk harl taking by ondine =20"),
        kind="exchange",
        npc="harl-dunn",
        category="taking",
        position="risky",
        impact="fair",
        dv=4,
        faces=[20],
        entered=True,
        outcome="refuses",
        disposition_before=3,
        disposition_after=2,
        band="hostile",
        exchanges_left=2,
        ended=False,
        errant="ondine",
    )
    assert_fields(told(table, "talk harl banal"), dv=None, faces=[], position=None, success=None)


def test_ended_is_whether_it_ended_and_why_ended_why(table: Table) -> None:
    table.done("react harl is 2", "talk harl", "talk harl banal", "talk harl banal")
    over = told(table, "talk harl banal")
    assert_fields(over, ended=True, exchanges_left=0)
    table.done("talk harl again")
    assert_fields(
        told(table, "talk harl"), kind="negotiation", ended=False, why_ended="", patience=2
    )
    assert_fields(told(table, "talk harl end he walks off"), ended=True, why_ended="he walks off")


def test_the_reaction_roll_inside_a_negotiation_is_secret_too(table: Table) -> None:
    guides = told(table, "talk pike =3,4")["reaction"]
    assert isinstance(guides, dict)
    assert guides["disposition"] == 7
    table.done("undo")
    assert told(table, "talk pike =3,4", guide=False)["reaction"] is None
