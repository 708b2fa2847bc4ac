"""Seeking a good at the prompt: tested once a month, each Quality by itself."""

import pytest

from companion.reports.market import PriceReport, SeekReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in Reedmarket, a town; Bree with 20 guilders in her purse."""
    table.done("at reedmarket", "errant edit bree pennies 0 shillings 0 guilders 20")
    return table


@pytest.mark.parametrize(("face", "found"), [(1, True), (70, True), (71, False), (100, False)])
def test_an_availability_is_tested_once_and_remembered(
    table: Table, face: int, found: bool
) -> None:
    report = table.read(SeekReport, f"seek lantern ={face}")
    assert (report.chance, report.faces, report.found) == (70, (face,), found)
    if found:
        again = table.read(SeekReport, "seek lantern =100")
        assert (again.faces, again.entered, again.found) == ((), False, True)
        assert table.done("buy bree lantern").ok
    else:
        refused = table.refused("buy bree lantern")
        assert "is not to be had this month" in refused.message
        assert table.done("buy! bree lantern").ok


@pytest.mark.parametrize(
    ("missed", "still"),
    [
        ("gambeson masterwork", "gambeson"),
        ("gambeson", "gambeson masterwork"),
        ("gambeson shoddy", "gambeson masterwork"),
    ],
)
def test_each_quality_is_sought_by_itself(table: Table, missed: str, still: str) -> None:
    table.done(f"seek {missed} =100")
    assert "is not to be had this month" in table.refused(f"buy bree {missed}").message
    assert "is not to be had this month" in table.refused(f"seek {missed}").message
    assert table.read(PriceReport, f"price {missed}").lacking
    assert not table.read(PriceReport, f"price {still}").lacking
    assert table.done(f"buy bree {still}").ok
    report = table.read(SeekReport, f"seek {still} =1")
    assert (report.faces, report.found) == ((1,), True)
    assert "is not to be had this month" in table.refused(f"buy bree {missed}").message


def test_a_search_remembered_without_quality_is_of_average(table: Table) -> None:
    world = table.desk.archive.folder / "world.toml"
    here = 'type = "town"\n'
    text = world.read_text("utf-8")
    world.write_text(text.replace(here, f'{here}lacking = ["gambeson"]\nfound = ["mail"]\n'))
    table.done("inflation")
    assert "is not to be had" in table.refused("buy bree gambeson").message
    assert table.done("buy bree gambeson masterwork").ok
    report = table.read(SeekReport, "seek mail =100")
    assert (report.faces, report.found) == ((), True)


def test_seeking_by_force_tests_again_and_forgets_what_was(table: Table) -> None:
    table.done("seek lantern =100", "seek! lantern =70", "buy bree lantern")
    (here, *_) = table.desk.campaign.world.settlements
    assert (here.found, here.lacking) == (("lantern",), ())
    table.done("seek! lantern =71")
    (here, *_) = table.desk.campaign.world.settlements
    assert (here.found, here.lacking) == ((), ("lantern",))
