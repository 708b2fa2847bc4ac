"""Mounts and vehicles at the prompt: bought, ridden, hitched; and who can do nothing."""

import pytest

from companion.errant.packs.slots import compute_spd_under_load, find_bearer_capacity
from companion.reports.market import PurchaseReport
from companion.reports.packs import RideReport, SlotsReport
from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in Reedmarket, a town, with the mule; Bree with 99 guilders in her purse."""
    table.done("at reedmarket", "back tansy", "errant edit bree pennies 0 shillings 0 guilders 99")
    return table


def slots(table: Table, name: str) -> SlotsReport:
    return table.read(SlotsReport, f"slots {name}")


@pytest.mark.parametrize(
    ("good", "kind", "slots", "pace", "draught"),
    [
        ("cattle", "animal", 100, 4, False),
        ("draft horse", "animal", 100, 8, True),
        ("riding horse", "animal", 80, 12, False),
        ("war horse", "animal", 60, 16, False),
        ("mule", "animal", 80, 1, False),
    ],
)
def test_a_mount_bought_joins_the_company_with_its_slots_and_spd(
    table: Table, good: str, kind: str, slots: int, pace: int, draught: bool
) -> None:
    report = table.read(PurchaseReport, f"buy! bree {good}")
    (joined,) = report.lines[0].joined
    mount = table.get_errant(joined)
    assert (mount.name, mount.kind, mount.draught) == (good.capitalize(), kind, draught)
    company = table.desk.campaign.errants
    assert (find_bearer_capacity(company, mount), compute_spd_under_load(company, mount)) == (
        slots,
        pace,
    )
    table.done("undo")
    assert joined not in [errant.id for errant in table.desk.campaign.errants]


def test_several_bought_have_names_of_their_own_but_no_herd_is_bought(table: Table) -> None:
    table.done("buy bree mule x2", "buy bree mule")
    names = [errant.name for errant in table.desk.campaign.errants if errant.kind == "animal"]
    assert names == ["Mule", "Mule 2", "Mule 3", "Old Tansy"]
    assert table.refused("buy bree mule x21").message == "21 × mule is a herd."


def test_a_cart_has_twice_the_slots_of_those_that_draw_it(table: Table) -> None:
    table.done("buy bree cart", "buy bree riding horse")
    assert (slots(table, "cart").slots, slots(table, "cart").spd) == (0, 0)
    report = table.read(RideReport, "hitch riding-horse cart")
    assert (report.step, report.slots, report.spd) == ("hitched", 160, 4)
    assert table.read(RideReport, "hitch tansy cart").slots == 320
    assert (
        table.read(RideReport, "ride wim cart").slots_filled
        == 20 + slots(table, "wim").slots_filled
    )
    assert table.read(RideReport, "hitch riding-horse off").slots == 160
    table.done("undo", "undo", "undo", "undo")
    assert slots(table, "cart").slots == 0


def test_a_rider_counts_for_20_slots_beside_what_they_carry(table: Table) -> None:
    before, wim = slots(table, "tansy").slots_filled, slots(table, "wim").slots_filled
    report = table.read(RideReport, "ride wim tansy")
    assert (report.slots_filled, report.slots, report.spd) == (before + 20 + wim, 80, 1)
    riders = slots(table, "tansy").riders
    assert [(each.errant, each.slots) for each in riders] == [("wim", 20 + wim)]
    assert table.read(RideReport, "ride wim off").slots_filled == before


def test_a_mount_under_too_much_has_a_spd_of_0_and_it_is_told(table: Table) -> None:
    table.done("ride wim tansy", "ride bree tansy")
    reply = table.done("ride ondine tansy")
    assert isinstance(reply.report, RideReport)
    assert (reply.report.slots_filled > 80, reply.report.spd) == (True, 0)
    assert "bears more than it can: SPD 0" in " ".join(
        render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ride wim bree", "Bree Tanner is neither a mount nor a vehicle."),
        ("ride tansy tansy", "Old Tansy rides nothing."),
        ("ride wim off", "Wim the Lesser rides nothing."),
        ("ride wim", "Which animal or vehicle?"),
        ("ride wim dragon", "There is no Errant «dragon»."),
        ("hitch wim tansy", "Wim the Lesser is no animal."),
        ("hitch tansy bree", "Bree Tanner is no vehicle."),
        ("hitch tansy off", "Old Tansy draws nothing."),
    ],
)
def test_what_cannot_be_ridden_or_hitched_is_refused(table: Table, line: str, says: str) -> None:
    assert table.refused(line).message == says


def test_who_is_removed_is_ridden_and_drawn_no_more(table: Table) -> None:
    table.done("buy bree cart", "hitch tansy cart", "ride wim cart", "errant remove cart")
    assert table.get_errant("wim").rides == ""
    assert table.get_errant("tansy").draws == ""


@pytest.mark.parametrize("line", ["light nell torch", "fetch nell torch", "ride nell tansy"])
def test_at_encumbrance_8_nothing_can_be_done_unless_forced(table: Table, line: str) -> None:
    table.done("errant add Nell phys 12", "give nell torch x2")
    table.done("give nell anvil slots 14.75")
    reply = table.done("give nell stone slots 0.25")
    assert "Nell's Encumbrance is 8: they can do nothing." in render_reply(
        reply, make_name_lookup(table.desk.campaign), guide=True
    )
    refused = table.refused(line)
    assert refused.message == "Nell's Encumbrance is 8: they can do nothing."
    word, rest = line.split(" ", 1)
    assert f"{word}!" in refused.hint
    table.done(f"{word}! {rest}", "undo", "drop nell stone", line)


@pytest.mark.parametrize("line", ["light nell torch", "fetch nell torch", "ride nell tansy"])
def test_exhaustion_equal_to_phys_kills_and_the_dead_do_nothing(table: Table, line: str) -> None:
    table.done("errant add Nell phys 12", "give nell torch", "exhaust nell +11")
    assert not table.get_errant("nell").is_dead
    reply = table.done("exhaust nell +1")
    assert "Nell dies of Exhaustion (12)." in render_reply(
        reply, make_name_lookup(table.desk.campaign), guide=True
    )
    assert table.refused(line).message == "Nell is dead."
    word, rest = line.split(" ", 1)
    table.done(f"{word}! {rest}")


def test_what_bears_packs_alone_is_not_ridden(table: Table) -> None:
    table.done("buy bree cattle", "buy bree wagon", "hitch cattle wagon")
    refused = table.refused("ride wim cattle")
    assert refused.message == "Cattle is not ridden: it bears packs and draws."
    table.done("ride! wim cattle")


@pytest.mark.parametrize(("vehicle", "most"), [("cart", 2), ("wagon", 4)])
def test_no_more_animals_are_hitched_than_the_vehicle_takes(
    vehicle: str, most: int, table: Table
) -> None:
    table.done(f"buy bree {vehicle}", f"buy bree mule x{most + 1}")
    mules = ["mule", *(f"mule-{number}" for number in range(2, most + 2))]
    table.done(*(f"hitch {mule} {vehicle}" for mule in mules[:-1]))
    refused = table.refused(f"hitch {mules[-1]} {vehicle}")
    assert (
        refused.message == f"{vehicle.capitalize()} is drawn by {most} already, and takes no more."
    )
    table.done(f"hitch {mules[0]} {vehicle}")
    table.done(f"hitch {mules[0]} off", f"hitch {mules[-1]} {vehicle}")
    table.done(f"hitch! {mules[0]} {vehicle}")


def test_the_guide_may_say_how_many_a_vehicle_takes(table: Table) -> None:
    table.done("errant add Sledge vehicle", "buy bree mule x3")
    table.done("hitch mule sledge", "hitch mule-2 sledge", "hitch mule-3 sledge")
    table.done("hitch mule-3 off", "errant edit sledge team 2")
    assert "takes no more" in table.refused("hitch mule-3 sledge").message


@pytest.mark.parametrize("line", ["hitch tansy cart", "ride wim tansy"])
def test_the_dead_draw_and_bear_nobody(line: str, table: Table) -> None:
    table.done("buy bree cart", "errant edit tansy exhaustion 80")
    assert table.refused(line).message == "Old Tansy is dead."


def test_what_is_away_is_not_hitched(table: Table) -> None:
    assert table.refused("buy bree cart", "away tansy", "hitch tansy cart").message == (
        "Old Tansy is away."
    )
