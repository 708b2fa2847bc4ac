"""The Company by hand: Supply for one or for all who are here.

The Company as the sample has it: Old Tansy, a mule, is away.
"""

import pytest

from companion.errant.harm.harm_happenings import Killed
from companion.reports.turns import HappeningsReport
from tests.commands.table import Table


def supplies(table: Table) -> dict[str, int]:
    return {errant.id: errant.supply for errant in table.desk.campaign.errants}


def test_supply_all_gives_to_the_members_who_are_here(table: Table) -> None:
    table.done("away corvin")
    before = supplies(table)
    table.done("supply all +3")
    gained = {who for who, supply in supplies(table).items() if supply == before[who] + 3}
    assert gained == {"bree", "ondine", "wim"}
    assert {who for who in before if supplies(table)[who] == before[who]} == {"corvin", "tansy"}
    table.done("undo")
    assert supplies(table) == before


def test_supply_all_takes_no_more_than_each_has(table: Table) -> None:
    fewest = min(supplies(table)[who] for who in ("bree", "corvin", "ondine", "wim"))
    assert "Wim the Lesser has only" in table.refused(f"supply all -{fewest + 1}").message
    table.done(f"supply all -{fewest}")
    assert supplies(table)["wim"] == 0


@pytest.mark.parametrize("named", ["bree wim", "bree, wim", "bree and wim", "wim bree wim"])
def test_several_who_are_named_get_supply_once_each(table: Table, named: str) -> None:
    before = supplies(table)
    table.done(f"supply {named} +2")
    gained = {who for who, supply in supplies(table).items() if supply == before[who] + 2}
    assert gained == {"bree", "wim"}
    assert {who for who in before if supplies(table)[who] == before[who]} == before.keys() - gained


def test_several_who_are_named_are_exhausted_or_nobody_is(table: Table) -> None:
    named = ("corvin", "wim")
    before = [table.get_errant(who).exhaustion for who in named]
    table.done("exhaust corvin wim +2")
    assert [table.get_errant(who).exhaustion for who in named] == [each + 2 for each in before]
    assert table.refused("exhaust corvin nobody +2").kind == "malformed"
    assert table.get_errant("corvin").exhaustion == before[0] + 2


def test_somebody_dies_because_the_guide_says_so(table: Table) -> None:
    before = table.desk.campaign
    carried = {item.name for item in table.get_errant("wim").items}
    report = table.read(HappeningsReport, "errant dead wim")
    (killed,) = report.happened
    assert isinstance(killed, Killed)
    assert table.get_errant("wim").is_dead
    assert not table.get_errant("wim").items
    assert {item.name for item in table.get_errant(killed.stash).items} == carried
    assert table.refused("errant dead wim").kind == "impossible"
    table.done("undo")
    assert table.desk.campaign.errants == before.errants


def test_what_does_not_live_does_not_die(table: Table) -> None:
    table.done("errant add Cart vehicle")
    assert table.refused("errant dead cart").kind == "impossible"
