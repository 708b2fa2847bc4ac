"""Packs at the prompt: give, drop, pass, move; what they do, and what they refuse."""

import pytest

from companion.errant.packs.coin import Purse
from companion.errant.packs.items import Item
from companion.reports.packs import ItemReport, SlotsReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, and with them Nell, who carries nothing yet."""
    table.done("errant add Nell phys 12 skill 10", "back tansy")
    return table


def has(table: Table, name: str) -> list[tuple[str, int, str]]:
    """What somebody carries: how it is called, how many, and where (in what)."""
    carried = table.get_errant(name).items
    by_id = {item.id: item.name for item in carried}
    return [(item.name, item.count, by_id.get(item.inside, item.place)) for item in carried]


def slots(table: Table, name: str) -> SlotsReport:
    return table.read(SlotsReport, f"slots {name}")


def thing(table: Table, name: str, item: str) -> Item:
    return table.get_errant(name).get_item(item)


@pytest.mark.parametrize(
    ("line", "carried"),
    [
        ("give nell torch x3", ("torch", 3, "pack")),
        ("give nell 3 torches", ("torch", 3, "pack")),
        ("give nell Torches (6)", ("torch", 6, "pack")),
        ("give nell torch in pack", ("torch", 1, "pack")),
        ("give nell torch in backpack", ("torch", 1, "pack")),
        ("give nell torch x2 handy", ("torch", 2, "handy")),
        ("give nell spear in hand", ("spear", 1, "hand")),
        ("give nell mail", ("mail", 1, "worn")),
        ('give nell "letter in a bottle"', ("letter in a bottle", 1, "pack")),
    ],
)
def test_a_thing_is_given_by_name_number_and_place(
    table: Table, line: str, carried: tuple[str, int, str]
) -> None:
    table.done(line)
    assert has(table, "nell") == [carried]
    table.done("undo")
    assert has(table, "nell") == []


def test_what_the_price_tables_list_knows_its_size_burn_and_blocks(table: Table) -> None:
    table.done("give nell torch x3", "give nell helmet", "give nell barrel", 'give nell "old idol"')
    torch, idol = thing(table, "nell", "torch"), thing(table, "nell", "old-idol")
    assert (torch.slots, torch.burn, torch.burn_max, idol.slots) == (0.5, 2, 2, 1.0)
    assert thing(table, "nell", "helmet").blocks == 4
    assert (thing(table, "nell", "barrel").holds, slots(table, "nell").slots_filled) == (
        "bulky",
        1.5 + thing(table, "nell", "helmet").slots + 10 + 1,
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("give nell -3 torches", "«-3» is no number to count by"),
        ("give nell 1.5 torches", "«1.5» is no number to count by"),
        ("give nell torch x-3", "«x-3» is no number to count by"),
        ("give nell torch x0.5", "«x0.5» is no number to count by"),
        ("give nell torch x0", "«x0» is none at all"),
        ("give nell torch x1000000", "1,000,000 of a thing is more than anyone carries"),
        ("give nell idol slots 0.3", "«0.3» is no number of Item Slots"),
        ("give nell idol slots 1/3", "«1/3» is no number of Item Slots"),
        ("give nell idol slots -0.25", "«-0.25» is no number of Item Slots"),
        ("give nell torch x3 uses 1", "What is part-used makes no stack"),
        ("give nell gold shillings", "Coins are kept in the purse"),
        ("give nell one of those", "«one of those» names no thing"),
        ("give nell it", "«it» names no thing"),
        ("give nell Supply", "Supply is no thing in a pack"),
        ("give nell mule", "«mule» is no thing in a pack"),
        ("drop bree -1 torches", "«-1» is no number to count by"),
        ("drop bree torch x1.5", "«x1.5» is no number to count by"),
        ("drop bree 4 torches", "Bree Tanner has only 3 of «torch»"),
        ("drop bree crown", "Bree Tanner carries no «crown»"),
        ("drop crown", "Nobody here carries «crown»"),
        ("drop rations", "Whose rations?"),
        ("pass bree wim crown", "Bree Tanner carries no «crown»"),
        ("pass bree wim torch x4", "Bree Tanner has only 3 of «torch»"),
        ("pass bree bree torch", "Bree Tanner has it already"),
        ("pass bree nobody torch", "There is no Errant «nobody»"),
        ("pass bree wim 191 pennies", "Bree Tanner has only 40 pennies"),
        ("pass corvin wim 2 guilders", "Corvin Half-Hand has only 1 guilder."),
        ("pass wim bree candles x5", "Wim the Lesser has only 4 of «candle»."),
        ("pass bree wim -5 shillings", "«-5» shillings is nothing to pass"),
        ("pass bree wim 0 shillings", "«0» shillings is nothing to pass"),
        ("pass bree wim 1.5 shillings", "«1.5» is no number of shillings"),
        ("pass bree wim 7 Supply", "Bree Tanner has only 6 Supply"),
        ("pass bree wim 0.25 Supply", "«0.25» is no number of Supply"),
        ("supply bree -7", "Bree Tanner has only 6 Supply"),
        ("coins bree -191", "Bree Tanner has 40 pennies: -191 is not possible"),
        ("coins bree +0.5", "«+0.5» is no number of coins"),
        ("move bree torch", "Move it where?"),
        ("move bree torch in crate", "Bree Tanner has no container «crate»"),
        ("move bree torch in bedroll", "Bree Tanner has no container «bedroll»"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(table: Table, line: str, says: str) -> None:
    assert table.refused(line).message.startswith(says)


def test_a_container_cannot_be_inside_itself_whatever_is_forced(table: Table) -> None:
    table.done("give nell sack", "give nell pouch in sack")
    for line in ("move nell sack in sack", "move nell sack in pouch", "move! nell sack in pouch"):
        assert "inside itself" in table.refused(line).message


def test_of_two_things_of_one_name_it_is_asked_which(table: Table) -> None:
    table.done("give nell spear masterwork", "give nell spear shoddy")
    refused = table.refused("drop nell spear")
    assert refused.message == "«spear» may be masterwork spear or shoddy spear."
    table.done("drop nell shoddy spear")
    assert thing(table, "nell", "spear").quality == "masterwork"
    table.done("give nell silver idol slots 1", "give nell golden idol slots 4")
    assert table.refused("drop nell idol").kind == "ambiguous"
    table.done('give nell "Silver idol" slots 2')
    assert table.refused("drop nell silver idol").kind == "ambiguous"
    table.done("drop nell silver-idol-2")
    assert thing(table, "nell", "silver-idol").slots == 1


def test_a_stack_is_split_and_joined_in_one_line(table: Table) -> None:
    table.done("give nell torch x5", "move nell torch x2 handy", "pass nell wim torch x2")
    assert has(table, "nell") == [("torch", 1, "pack"), ("torch", 2, "handy")]
    table.done("move nell 1 torch handy", "move nell torch all handy")
    assert has(table, "nell") == [("torch", 3, "handy")]
    table.done("drop nell 2 torches", "drop nell torch")
    assert has(table, "nell") == []


@pytest.mark.parametrize("place", ["hand", "handy", "worn", "pack"])
def test_all_of_a_thing_moved_together_is_as_many_as_before(table: Table, place: str) -> None:
    table.done("give nell torch", "give nell torch x2 hand", "give nell torch x4 handy")
    table.done(f"move nell torch all {place}")
    assert has(table, "nell") == [("torch", 7, place)]


def test_the_part_used_goes_first_and_by_itself_the_lit_one_last(table: Table) -> None:
    table.done("give nell oil x2", "use nell oil")
    assert [(i.count, i.uses_left) for i in table.get_errant("nell").items] == [(1, 4), (1, 3)]
    assert table.read(ItemReport, "pass nell wim oil").left == 3
    assert thing(table, "nell", "oil").uses_left == 4
    table.done("give nell torch x2", "light nell torch", "drop nell torch")
    assert [(i.lit, i.count) for i in table.get_errant("nell").items if i.kind == "torch"] == [
        (True, 1)
    ]
    table.done("pass nell bree torch")
    lit = [item for item in table.get_errant("bree").items if item.lit]
    assert [(item.count, item.place) for item in lit] == [(1, "hand")]
    assert thing(table, "bree", "torch").count == 3


def test_coins_are_passed_by_denomination_and_supply_as_it_is(table: Table) -> None:
    table.done(
        "pass bree nell 5 shillings", "pass bree nell all pennies", "pass bree nell 2 Supply"
    )
    assert table.get_errant("nell").purse == Purse(40, 5, 0)
    assert table.get_errant("bree").purse == Purse(0, 10, 0)
    assert (table.get_errant("nell").supply, table.get_errant("bree").supply) == (2, 4)
    table.done("undo", "undo", "undo")
    assert table.get_errant("bree").purse == Purse(40, 15, 0)
    assert (table.get_errant("nell").supply, table.get_errant("bree").supply) == (0, 6)


def test_a_larger_coin_is_changed_for_what_is_passed(table: Table) -> None:
    reply = table.done("pass corvin bree 5 pennies")
    assert table.get_errant("corvin").purse == Purse(5, 9, 0)
    assert table.get_errant("bree").purse == Purse(45, 15, 0)
    assert render_reply(reply, str, guide=True)[0] == "corvin passes to bree: 5 pennies."
    table.done("pass bree wim 19 shillings")
    assert table.get_errant("bree").purse == Purse(5, 0, 0)
    assert table.get_errant("wim").purse == Purse(52, 15, 0)
    said = table.refused("pass wim bree 3 guilders").message
    assert said == "Wim the Lesser has only 0 guilders, and 202 pennies' worth in all."
    assert "only 0 guilders" in table.refused("pass corvin tansy 1 guilder").message


@pytest.mark.parametrize(
    "line",
    [
        "pass corvin wim 3 shillings 1 guilder",
        "pass corvin wim 1 guilder 3 shillings",
        "pass wim corvin 8 pennies 8 pennies",
        "drop wim 8 pennies 8 pennies",
        "pass corvin tansy 3 shillings 1 guilder",
    ],
)
def test_nobody_passes_more_than_all_their_coins_are_worth(table: Table, line: str) -> None:
    before = [errant.purse for errant in table.desk.campaign.errants]
    refusal = table.refused(line)
    assert [errant.purse for errant in table.desk.campaign.errants] == before
    table.done(refusal.hint.removeprefix("Try: "))


def test_coins_of_two_kinds_are_changed_together(table: Table) -> None:
    table.done("pass corvin wim 30 pennies 3 shillings")
    assert table.get_errant("corvin").purse == Purse(0, 4, 0)
    assert table.get_errant("wim").purse.worth == 12 + 60


def test_slots_with_the_pack_off_are_those_after_it_is_stashed(table: Table) -> None:
    table.done("give bree sack", "move bree rations in sack", "give bree pouch worn")
    before, bree = slots(table, "bree"), table.get_errant("bree")
    report = table.read(ItemReport, "stash bree backpack")
    after = slots(table, "bree")
    assert (after.slots_filled, after.spd) == (before.slots_filled_pack_off, before.spd_pack_off)
    assert after.encumbrance == before.encumbrance_pack_off
    assert {each.name for each in report.brought} >= {"sack", "rations", "torch", "bedroll"}
    assert (report.supply, report.coin_pieces) == (6, 55)
    assert (table.get_errant("bree").supply, table.get_errant("bree").coins) == (0, 0)
    table.done("pass stash bree backpack")
    again = slots(table, "bree")
    assert (again.slots_filled, again.encumbrance) == (before.slots_filled, before.encumbrance)
    assert (table.get_errant("bree").supply, table.get_errant("bree").purse) == (
        6,
        Purse(40, 15, 0),
    )
    table.done("undo x2")
    assert table.get_errant("bree") == bree


@pytest.mark.parametrize("word", ["drop nell backpack", "drop nell pack"])
def test_without_a_container_nothing_goes_into_the_pack(table: Table, word: str) -> None:
    table.done(word)
    refused = table.refused("give nell rope")
    assert refused.message == "Nell has no container, so nothing can be in the pack."
    assert "no container" in table.refused("pass bree nell rations").message
    table.done(
        "give nell rope handy", "give nell sack", "give nell chalk", "move nell rope in sack"
    )
    assert has(table, "nell") == [("rope", 1, "sack"), ("sack", 1, "pack"), ("chalk", 1, "pack")]
    table.done("drop nell sack", "give! nell rope")
    assert has(table, "nell") == [("rope", 1, "pack")]
    assert slots(table, "nell").no_container


def test_what_is_bulky_fits_no_backpack_but_a_chest(table: Table) -> None:
    table.done("give nell plate in hand")
    for line in ("move nell plate pack", "give wim plate pack"):
        assert table.refused(line).message == "«plate» is too large for a backpack."
    table.done("give nell sack", "give nell chest", "move nell plate in chest")
    assert table.refused("move nell plate in sack").message == "«plate» is too large for sack."
    assert has(table, "nell")[0] == ("plate", 1, "chest")
    table.done("give nell large shield in chest", "move! nell plate pack")
    assert ("large shield", 1, "chest") in has(table, "nell")
    assert ("plate", 1, "pack") in has(table, "nell")


def test_a_container_passed_into_one_of_its_name_keeps_its_things(table: Table) -> None:
    table.done(
        "give nell sack", "give nell rope in sack", "give wim sack", "give wim chalk in sack"
    )
    table.done("pass nell wim sack in sack")
    assert has(table, "nell") == []
    found = [each for each in has(table, "wim") if each[0] in ("sack", "rope", "chalk")]
    assert found == [
        ("sack", 1, "pack"),
        ("chalk", 1, "sack"),
        ("sack", 1, "sack"),
        ("rope", 1, "sack"),
    ]


def test_all_the_sacks_go_though_one_is_in_another(table: Table) -> None:
    table.done("give nell sack", "give nell sack", "give nell rope in sack", "give nell pouch")
    table.done("move nell sack hand", "give nell chalk in sack-2", "move nell sack-2 in sack")
    table.done("drop nell sack all")
    assert [each[0] for each in has(table, "nell")] == ["pouch"]


def test_what_the_dead_had_can_be_taken_but_nothing_given(table: Table) -> None:
    table.done("give nell rope", "exhaust nell +12")
    assert table.refused("give nell torch").message == "Nell is dead."
    assert table.refused("pass bree nell torch").message == "Nell is dead."
    table.done("pass nell bree rope")
    assert has(table, "nell") == []
