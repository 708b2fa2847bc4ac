"""Several things, coins and Supply in one line; a whole pack taken off and put on again."""

import pytest

from companion.campaign.news_of_changes import LightChanged, LightDied
from companion.errant.happenings import Depleted
from companion.errant.packs.light import measure_light
from companion.reports.packs import CoinsReport, ItemReport
from companion.reports.turns import HappeningsReport
from companion.view.reply import render_reply
from tests.commands.table import Table


def had(table: Table, name: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in table.get_errant(name).items:
        found[item.name] = found.get(item.name, 0) + item.count
    return found


def test_a_list_is_passed_as_one_word_or_refused_as_one(table: Table) -> None:
    report = table.read(ItemReport, "pass bree corvin bedroll, torch x2")
    assert (report.name, [each.name for each in report.others]) == ("bedroll", ["torch"])
    assert report.slots == 1.5
    assert (had(table, "bree")["torch"], had(table, "corvin")["torch"]) == (1, 2)
    table.done("undo")
    table.refused("pass bree corvin bedroll, crown")
    assert "bedroll" in had(table, "bree")


def test_a_list_is_dropped_and_stashed_too(table: Table) -> None:
    table.done("drop bree bedroll, torch", "stash bree rations, saint")
    assert had(table, "bree").keys() & {"bedroll", "the Saint of Eels, in lead"} == set()
    assert had(table, "stash-drowned-chapel") == {"rations": 1, "the Saint of Eels, in lead": 1}


def test_all_that_somebody_has_changes_hands_the_pack_with_what_is_in_it(table: Table) -> None:
    before, purse, supply = had(table, "bree"), table.get_errant("bree").purse, 6
    table.done("exhaust! bree +20", "pass bree corvin all")
    assert (table.get_errant("bree").items, table.get_errant("bree").supply) == ((), 0)
    now = had(table, "corvin")
    assert all(now[name] >= number for name, number in before.items())
    assert table.get_errant("corvin").purse.worth == purse.worth + 100
    assert table.get_errant("corvin").supply == supply + 3
    table.refused("pass bree corvin all")


@pytest.mark.parametrize("line", ["drop bree 5 shillings", "stash bree 5 shillings"])
def test_coins_are_dropped_and_stashed_by_denomination(line: str, table: Table) -> None:
    before = table.get_errant("bree").purse
    assert table.read(CoinsReport, line).changed_pennies == -50
    assert table.get_errant("bree").purse == before._replace(shillings=before.shillings - 5)


def test_several_coins_are_passed_at_once(table: Table) -> None:
    table.done("pass bree wim 5 shillings 10 pennies")
    assert table.get_errant("bree").purse.worth == 40 + 150 - 60


def test_supply_is_dropped_and_stashed_and_comes_back(table: Table) -> None:
    table.done("drop bree 1 Supply", "stash bree 3 Supply")
    assert table.get_errant("bree").supply == 2
    table.done("pass stash bree all Supply")
    assert table.get_errant("bree").supply == 5


def test_a_pack_with_the_purse_in_it_is_dropped_only_if_the_guide_insists(table: Table) -> None:
    refused = table.refused("drop bree backpack")
    assert refused.message == "Bree Tanner's purse is in it: 190 pennies."
    assert "stash bree backpack" in refused.hint
    table.done("drop! bree backpack")
    assert table.get_errant("bree").purse.worth == 0


def test_a_backpack_that_comes_back_is_put_on_and_all_is_as_it_was(table: Table) -> None:
    before = table.get_errant("bree")
    lines = render_reply(table.done("stash bree backpack"), str, guide=True)
    assert any("coins, worth 1 guilder 9 shillings" in line for line in lines)
    assert not table.get_errant("bree").backpack
    reply = table.done("pass stash bree backpack")
    assert reply.warnings == ()
    assert any("6 Supply and 55 coins" in line for line in render_reply(reply, str, guide=True))
    after = table.get_errant("bree")
    assert after.backpack
    assert (after.supply, after.purse) == (before.supply, before.purse)
    assert {item.id: item for item in after.items} == {item.id: item for item in before.items}


def test_coins_are_given_with_or_without_a_sign(table: Table) -> None:
    table.done("coins bree 20 guilders", "coins bree -1 shilling +2")
    assert table.get_errant("bree").purse == table.get_errant("bree").purse._replace(guilders=20)
    assert table.get_errant("bree").purse.worth == 2_000 + 140 + 42


def test_too_much_in_hand_is_pointed_out_and_refused_to_nobody(table: Table) -> None:
    warnings = table.done("move bree bedroll hand").warnings
    assert warnings == ("Bree Tanner has more in hand than the 2 slots there are for that.",)
    assert not table.done("move bree torch handy").warnings


def test_a_missing_container_is_not_taken_for_part_of_a_name(table: Table) -> None:
    assert table.refused("give bree idol in sack").message == "Bree Tanner has no container «sack»."
    table.done('give bree "a letter in cipher"', "give wim letter in cipher")
    assert "letter in cipher" in had(table, "wim")


def test_the_name_that_was_meant_is_the_name_it_has(table: Table) -> None:
    table.done("at reedmarket", "coins bree +20 guilders", "buy bree compos", "buy bree long sword")
    assert {"composite bow", "longsword"} <= had(table, "bree").keys()


def test_at_encumbrance_8_only_the_guide_can_force_an_action(table: Table) -> None:
    table.done('give bree "millstone" slots 9', "done")
    for line in ("declare bree swims", "next bree swims =6"):
        refused = table.refused(line)
        assert refused.message == "Bree Tanner's Encumbrance is 15: they can do nothing."
    table.done("declare! bree swims", "done", "declare wim swims")


def test_of_two_backpacks_left_at_a_place_neither_takes_the_coins_of_both(table: Table) -> None:
    table.done("stash bree backpack", "stash wim backpack")
    (warning,) = table.done("pass stash bree backpack").warnings
    assert "in the stash yet" in warning
    assert table.get_errant("bree").supply == 0
    assert table.done("pass stash wim backpack").warnings == ()
    assert table.get_errant("wim").supply == 6 + 2


def test_what_lies_loose_in_a_stash_stays_where_it_is_without_the_backpack(table: Table) -> None:
    table.done("stash corvin pole", "stash bree backpack", "pass stash bree backpack")
    assert had(table, "stash-drowned-chapel") == {"ten-foot pole": 1}


@pytest.mark.parametrize("taker", ["bree", "wim", "tansy"])
def test_a_lit_lantern_that_changes_hands_burns_on_with_its_oil(taker: str, table: Table) -> None:
    table.done("back tansy", "give ondine oil", f"give {taker} oil")
    before = measure_light(table.desk.campaign.errants)
    reply = table.done(f"pass ondine {taker} lantern")
    after = measure_light(table.desk.campaign.errants)
    assert (after.burn, after.level) == (before.burn, before.level)
    assert not any(isinstance(each, LightDied | LightChanged) for each in reply.news)
    assert "flask of oil" in render_reply(reply, str, guide=True)[0]
    assert table.get_errant("ondine").get_item("oil-2").uses_left == 4
    table.done("undo", f"pass ondine {taker} lantern, oil 3 left")
    assert measure_light(table.desk.campaign.errants).burn == before.burn


def test_a_lit_torch_that_changes_hands_burns_on_and_none_is_stashed(table: Table) -> None:
    assert table.done("pass wim corvin torch").news == ()
    assert "leave corvin torch" in table.refused("stash corvin torch").hint


def test_nothing_is_made_out_of_a_stash_by_stashing_it_again(table: Table) -> None:
    table.done("stash corvin 1 guilder")
    refused = table.refused("stash stash-drowned-chapel 1 guilder")
    assert refused.message == "That lies in Stash at The Drowned Chapel already."


def test_one_sort_of_thing_is_sold_at_a_time(table: Table) -> None:
    table.done("at reedmarket")
    refused = table.refused("sell bree torch, bedroll")
    assert refused.message == "One sort of thing is sold at a time."
    table.done("back tansy", "supply tansy +5", "pass tansy bree all")
    assert table.get_errant("tansy").supply == 0
    table.done("coins tansy +5")
    assert table.refused("sell bree tansy for 10").message.startswith("Old Tansy carries something")


def test_twenty_containers_in_one_another_are_enough(table: Table) -> None:
    table.done("give bree sack")
    for number in range(2, 23):
        table.done("give bree sack hand")
        before, last = (item.id for item in table.get_errant("bree").items[-2:])
        line = f"move bree {last} in {before}"
        if number < 22:
            table.done(line)
    assert "at most 20 containers" in table.refused(line).message


def test_what_is_not_of_the_usual_quality_is_called_so(table: Table) -> None:
    assert table.read(ItemReport, "give bree dagger masterwork").name == "masterwork dagger"
    table.done("give bree dagger", "drop bree masterwork dagger")
    assert [item.quality for item in table.get_errant("bree").items if item.name == "dagger"] == [
        "average"
    ]


def test_a_list_is_moved_whole_or_not_at_all(table: Table) -> None:
    report = table.read(ItemReport, "move bree torch x2, bedroll and rations handy")
    assert (report.name, report.quantity, report.slots) == ("torch", 2, 1.75)
    assert [each.name for each in report.others] == ["bedroll", "rations"]
    handy = {
        item.name: item.count for item in table.get_errant("bree").items if item.place == "handy"
    }
    assert handy == {"torch": 2, "bedroll": 1, "rations": 1}
    table.refused("move bree bedroll, crown hand")
    table.refused("move bree bedroll, bedroll hand")


@pytest.mark.parametrize(
    "line", ["drop bree bedroll and torch x2", "pass bree wim bedroll and torch x2"]
)
def test_and_stands_between_things_as_a_comma_does(line: str, table: Table) -> None:
    table.done(line)
    assert had(table, "bree").keys() & {"bedroll"} == set()
    assert had(table, "bree")["torch"] == 1


def test_and_in_a_name_divides_nothing(table: Table) -> None:
    table.done("give bree hammer, chisel", 'give bree "hammer and chisel"')
    table.done("drop bree hammer and chisel")
    assert {"hammer", "chisel"} <= had(table, "bree").keys()
    assert "hammer and chisel" not in had(table, "bree")
    table.done("at reedmarket", "coins bree +5 guilders", "buy bree block and tackle and rope")
    assert had(table, "bree")["block and tackle"] == 1


def test_a_list_is_used_up_and_refilled(table: Table) -> None:
    table.done("give bree ammunition")
    report = table.read(HappeningsReport, "use bree rations, ammunition")
    assert [each.name for each in report.happened if isinstance(each, Depleted)] == [
        "rations",
        "ammunition",
    ]
    table.done("use bree ammunition", "refill bree rations and ammunition")
    assert {
        item.uses_left for item in table.get_errant("bree").items if item.kind == "rations"
    } == {1}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("light bree torch, candle", ""),
        ("light bree torch and bedroll", "Try: light bree torch"),
        ("fetch bree torch, bedroll", "Try: fetch bree torch"),
        ("price torch, rope", "Try: price torch"),
        ("seek rope and torch", "Try: seek rope"),
        ("use bree rations, crown", ""),
        ("use bree rations, rations", "Name each thing once."),
        ("sell bree torch and bedroll", "Try: sell bree torch"),
    ],
)
def test_what_takes_one_thing_refuses_a_list_whole(table: Table, line: str, hint: str) -> None:
    table.done("at reedmarket")
    assert hint in table.refused(line).hint


@pytest.mark.parametrize("line", ["refill ondine lantern", "refill lantern"])
def test_a_lantern_is_refilled_with_oil(line: str, table: Table) -> None:
    table.done("burn", "burn", "burn", line)
    oil = next(item for item in table.get_errant("ondine").items if item.kind == "oil")
    assert (oil.depletion, table.get_errant("ondine").supply) == (4, 0)


def test_a_lantern_whose_oil_is_let_go_stays(table: Table) -> None:
    table.done("burn", "burn", "burn", "let-go ondine lantern")
    assert [i.lit for i in table.get_errant("ondine").items if i.kind == "lantern"] == [False]
    assert "oil" not in {item.kind for item in table.get_errant("ondine").items}


def test_what_a_lantern_burns_must_have_run_out(table: Table) -> None:
    assert "flask of oil has not run out" in table.refused("refill ondine lantern").message
    table.done("give wim lantern")
    assert table.refused("refill wim lantern").hint == "Try: give wim oil"


def test_a_backpack_is_moved_in_a_list(table: Table) -> None:
    """It is no thing of its own until it is taken off."""
    table.done("move bree torch, pack handy")
