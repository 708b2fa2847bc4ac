"""Getting a thing into a hand: at once where there is time, by n-in-4 in Initiative Turns."""

from pathlib import Path

import pytest

from companion.reports.packs import FetchReport
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company in the first of its Initiative Turns."""
    table.done("zoom initiative", "next")
    return table


def where(table: Table, item: str, errant: str = "bree") -> str:
    return table.get_errant(errant).get_item(item).place


def test_the_chance_to_fetch_grows_and_the_fourth_try_finds_it(table: Table) -> None:
    told = [
        table.read(FetchReport, "fetch bree bedroll =2"),
        table.read(FetchReport, "fetch! bree bedroll =3"),
    ]
    table.done("next", "next")
    told += [
        table.read(FetchReport, "fetch bree bedroll =4"),
        table.read(FetchReport, "fetch! bree bedroll"),
    ]
    assert [each.try_number for each in told] == [1, 2, 3, 4]
    assert [each.chance for each in told] == [1, 2, 3, 4]
    assert [each.found for each in told] == [False, False, False, True]
    assert [each.faces for each in told] == [(2,), (3,), (4,), ()]
    assert where(table, "bedroll") == "hand"


@pytest.mark.parametrize(("tries", "face"), [(1, 1), (2, 2), (2, 1), (3, 3)])
def test_on_the_nth_try_n_or_less_finds_it(table: Table, tries: int, face: int) -> None:
    for _ in range(tries - 1):
        assert not table.read(FetchReport, "fetch bree bedroll =4").found
        table.done("next")
    assert table.read(FetchReport, f"fetch bree bedroll ={face}").found
    assert where(table, "bedroll") == "hand"


def test_a_thing_found_is_sought_anew_the_next_time_and_each_for_itself(table: Table) -> None:
    table.done("fetch bree bedroll =4")
    assert table.read(FetchReport, "fetch! bree saint =4").try_number == 1
    assert table.read(FetchReport, "fetch corvin grimoire =4").try_number == 1
    assert table.read(FetchReport, "fetch! bree bedroll =2").found
    table.done("move bree bedroll pack")
    assert table.read(FetchReport, "fetch! bree bedroll =2").try_number == 1


def test_it_takes_their_action_so_nobody_looks_twice_in_a_turn(table: Table) -> None:
    table.done("fetch bree bedroll =4")
    refused = table.refused("fetch bree saint =1")
    assert "it took their action" in refused.message
    table.done("next", "fetch bree saint =1")


def test_tries_to_fetch_end_with_the_hurry_and_are_undone(table: Table) -> None:
    table.done("fetch bree bedroll =4", "undo")
    assert table.read(FetchReport, "fetch bree bedroll =4").try_number == 1
    table.done("out!", "zoom initiative", "next")
    assert table.read(FetchReport, "fetch bree bedroll =4").try_number == 1


def test_worn_things_take_a_try_and_handy_ones_take_none(table: Table) -> None:
    assert table.read(FetchReport, "fetch bree mail =4").try_number == 1
    table.done(
        "drop bree saint", "give bree rope handy", "give bree pouch handy", "give bree key in pouch"
    )
    table.done("give bree sack hand", "give bree idol in sack")
    for line in ("fetch bree rope", "fetch bree key", "fetch bree idol"):
        assert table.read(FetchReport, line).try_number == 0
    assert where(table, "key") == where(table, "idol") == "hand"
    assert "No die is rolled" in table.refused("give bree rope handy", "fetch bree rope =1").message


def test_what_is_in_hand_is_not_fetched(table: Table) -> None:
    refused = table.refused("fetch bree hammer")
    assert refused.message == "Bree Tanner has «bell hammer» in hand already."


def test_one_of_a_stack_is_fetched(table: Table) -> None:
    table.done("fetch bree torch =1")
    torches = [i for i in table.get_errant("bree").items if i.kind == "torch"]
    assert sorted((item.place, item.count) for item in torches) == [("hand", 1), ("pack", 2)]
    table.done("fetch! bree torch =1")
    torches = [i for i in table.get_errant("bree").items if i.kind == "torch"]
    assert sorted((item.place, item.count) for item in torches) == [("hand", 2), ("pack", 1)]


@pytest.mark.parametrize("turn", ["out!", "out!\nout!"])
def test_where_there_is_time_nothing_is_rolled(table: Table, turn: str) -> None:
    table.done(*turn.splitlines())
    assert "No die is rolled" in table.refused("fetch bree bedroll =1").message
    report = table.read(FetchReport, "fetch bree bedroll")
    assert (report.found, report.try_number, report.faces) == (True, 0, ())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fetch bree bedroll =0", "A d4 has no 0."),
        ("fetch bree bedroll =5", "A d4 has no 5."),
        ("fetch bree bedroll =1,2", "There is 1 die to roll, and 2 faces were given."),
        ("fetch bree bedroll =1.5", "«1.5» is no face of a die."),
        ("fetch bree crown", "Bree Tanner carries no «crown»."),
        ("fetch tansy rations", "Old Tansy has no hands."),
        ("fetch", "Which thing?"),
    ],
)
def test_what_cannot_be_is_refused(table: Table, line: str, says: str) -> None:
    assert table.refused(line).message.startswith(says)


@pytest.mark.parametrize("line", ["fetch bree bedroll", "fetch bree bedroll =4"])
def test_the_fourth_try_finds_it_whatever_was_rolled(table: Table, line: str) -> None:
    table.done(*["fetch! bree bedroll =4"] * 3, "next")
    told = " ".join(render_reply(table.done(line), str, guide=True))
    assert "may lie on the floor" in told


def test_a_die_that_nobody_rolled_by_hand_is_rolled_here(table: Table) -> None:
    report = table.read(FetchReport, "fetch bree bedroll")
    assert len(report.faces) == 1
    assert report.faces[0] in range(1, 5)
    assert report.found is (report.faces[0] == 1)
    assert not report.entered


GETTING_OUT = [
    "move bree bedroll hand",
    "move bree bedroll handy",
    "move bree mail hand",
    "light bree torch",
    "use bree rations",
    "pass bree wim bedroll",
]


@pytest.mark.parametrize("line", GETTING_OUT)
def test_getting_something_out_takes_its_action(table: Table, line: str) -> None:
    refused = table.refused(line)
    what = line.split()[-1] if line.startswith(("light", "use", "pass")) else line.split()[2]
    assert refused.hint.startswith(f"Try: fetch bree {what}")
    word, _, rest = line.partition(" ")
    assert f"{word}! {rest}" in refused.hint
    table.done(f"{word}! {rest}")


@pytest.mark.parametrize("line", GETTING_OUT)
def test_where_there_is_time_it_takes_none(table: Table, line: str) -> None:
    table.done("out!", line)


@pytest.mark.parametrize(
    "line",
    [
        "move bree hammer handy",
        "move bree hammer pack",
        "pass bree wim hammer",
        "use wim arrows",  # the shot has been made: nothing is got out
        "snuff ondine lantern",
    ],
)
def test_what_is_in_reach_or_shot_takes_none(table: Table, line: str) -> None:
    table.done(line)


@pytest.mark.parametrize(("thing", "word"), [("torch", "light"), ("rations", "use")])
def test_what_was_fetched_is_what_is_lit_and_used(table: Table, thing: str, word: str) -> None:
    table.done(f"fetch bree {thing} =1", f"{word} bree {thing}")
    bree = table.get_errant("bree")
    in_pack = {i.kind: i.count for i in bree.items if i.place == "pack"}
    assert (in_pack["torch"], in_pack["rations"]) == ((2, 2) if thing == "torch" else (3, 1))


def test_to_fetch_begins_the_turn_that_it_happens_in(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.done("zoom initiative", "fetch bree bedroll =4")
    turn = table.desk.campaign.innermost_turn
    assert (turn.begun, turn.number) == (True, 1)
    assert "it took their action" in table.refused("fetch bree bedroll =1").message
    table.done("next")
    assert table.desk.campaign.innermost_turn.number == 2
    assert table.read(FetchReport, "fetch bree bedroll =4").try_number == 2
