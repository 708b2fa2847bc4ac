"""A find of several kinds: its coins, what is worth so much, and other things, each in a line."""

from pathlib import Path

import pytest

from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("finds"), whole_words=False)


RING = 'give wim "gold ring" worth 300 p'


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "wim takes 2 guilders, 15s and a gold ring worth 300p",
            ("wim gets 2 guilders and 15s", RING),
        ),
        (
            "wim gets 30 silver and a gold ring worth 300p from the crypt",
            ("wim gets 30 silver", RING),
        ),
        (
            "in it: 2 guilders, 15s and a gold ring worth 300p, wim takes it all",
            ("wim gets 2 guilders and 15s", RING),
        ),
        (
            "inside: forty silver, a cup worth a hundred and twenty and four torches. all wim's",
            ("wim gets 40 silver", "give wim cup worth 120 pennies", "wim gets 4 torches"),
        ),
        (
            "they found 40 silver and a jade ring under it, Ondine pockets both",
            ("Ondine gets 40 silver", "Ondine gets a jade ring"),
        ),
        (
            "bree finds a silver cup worth 50 and a gold ring worth 100",
            ('give bree "silver cup" worth 50 pennies', 'give bree "gold ring" worth 100 pennies'),
        ),
        (
            "corvin gets a jade ring worth 60 and 14 pennies",
            ("corvin gets 14 pennies", 'give corvin "jade ring" worth 60 pennies'),
        ),
        (
            "the goblins carried 1 guilder 4 shillings, bree bags it",
            ("bree gets 1 guilder 4 shillings",),
        ),
        (
            "on the bodies: 12 silver and a gold ring worth 80, corvin takes the lot",
            ("corvin gets 12 silver", 'give corvin "gold ring" worth 80 pennies'),
        ),
        ("in it: 12 silver, wim takes it", ("wim gets 12 silver",)),
        ("he had a ring worth 30 on him, wim pockets it", ("give wim ring worth 30 pennies",)),
        ("the chest holds a key, wim takes it", ("wim gets a key",)),
        (
            "wim finds 3 torches, 2 rations and 12p",
            ("wim gets 12p", "wim gets 3 torches, 2 rations"),
        ),
    ],
)
def test_each_kind_is_a_line(table: Table, typed: str, lines: tuple[str, ...]) -> None:
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    "typed",
    [
        "bree gets 3 pennies and two shillings",  # one sum
        "wim finds a gold ring worth 300",  # one thing
        "wim gets 9 silver and a florbic zork",  # what nobody knows
        "wim takes a ring worth 5 apples and 3 torches",
        "pike takes 2 guilders and a gold ring worth 300p",  # none of the Company
        "bree takes 3 damage and 2 exhaustion",
        "wim gets 3 pennies and sells a ring worth 60",
        "wim gets 3 pennies but not the ring worth 60",
        "wim gets 3 pennies, the horse and cart worth 60",
        "wim gets 3p and a sword both worth 60",
        "wim gets a ring never worth 60 and a rope",
        "wim takes 2 torches from bree and 3p",
        "she had a torch, wim takes it",  # which may be Bree's
        "the mule had a crate, wim takes it",
        "the goblin has wim's torch, bree takes it",
        "the company has 40 pennies, bree takes it",
        "the supply has 3 rations, bree takes them",
        "the shop has a rope, bree takes it",
        "they have 4 shillings, bree takes it",
    ],
)
def test_any_other_line_is_left_as_it_stands(table: Table, typed: str) -> None:
    assert table.desk.split_line_into_commands(typed) == (typed,)


def test_what_another_gets_is_not_theirs(table: Table) -> None:
    lines = table.desk.split_line_into_commands(
        "wim gets 3 pennies and corvin gets a ring worth 60"
    )
    assert all("corvin gets" not in line for line in lines if line.startswith("give wim"))


def test_a_ring_beside_coins_is_one_ring(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    before = table.desk.campaign.get_errant("corvin")
    table.done(
        "done",
        *table.desk.split_line_into_commands("corvin gets 14 pennies and a jade ring worth 60"),
    )
    corvin = table.desk.campaign.get_errant("corvin")
    (ring,) = (item for item in corvin.items if item.name == "jade ring")
    assert (ring.count, corvin.pennies - before.pennies) == (1, 14)
    assert ring.worth is not None
