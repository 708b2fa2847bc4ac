"""The Company by hand: Supply for one or for all who are here.

The Company as the sample has it: Old Tansy, a mule, is away.
"""

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
