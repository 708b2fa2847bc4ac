"""Finds as they are told: coins, things in any words, and what they are worth, for whoever takes
them; where nobody does, it is asked."""

from pathlib import Path

import pytest

from companion.grammar.phrases.splitting.gains.told_finds import list_told_find_lines
from companion.refusal import WHO
from tests.commands.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("finds"), whole_words=False, dry_run=True)


def list_lines(table: Table, typed: str) -> list[str]:
    return [*list_told_find_lines(typed, table.desk.build_completion_context())]


RING = '"gold ring" worth 300 pennies'


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (
            "wim takes 2 guilders, 15s and a gold ring worth 300p",
            f"give wim 2 guilders 15 shillings, {RING}",
        ),
        (
            "wim gets 30 silver and a gold ring worth 300p from the crypt",
            f"give wim 30 shillings, {RING}",
        ),
        (
            "in it: 2 guilders, 15s and a gold ring worth 300p, wim takes it all",
            f"give wim 2 guilders 15 shillings, {RING}",
        ),
        (
            "inside: forty silver, a cup worth a hundred and twenty and four torches. all wim's",
            "give wim 40 shillings, cup worth 120 pennies, torch x4",
        ),
        (
            "they found 40 silver and a jade ring under it, Ondine pockets both",
            'give Ondine 40 shillings, "jade ring"',
        ),
        (
            "bree finds a silver cup worth 50 and a gold ring worth 100",
            'give bree "silver cup" worth 50 pennies, "gold ring" worth 100 pennies',
        ),
        (
            "corvin gets a jade ring worth 60 and 14 pennies",
            'give corvin 14 pennies, "jade ring" worth 60 pennies',
        ),
        (
            "the goblins carried 1 guilder 4 shillings, bree bags it",
            "coins bree +1 guilder +4 shillings",
        ),
        (
            "on the bodies: 12 silver and a gold ring worth 80, corvin takes the lot",
            'give corvin 12 shillings, "gold ring" worth 80 pennies',
        ),
        ("in it: 12 silver, wim takes it", "coins wim +12 shillings"),
        ("he had a ring worth 30 on him, wim pockets it", "give wim ring worth 30 pennies"),
        ("the chest holds a key, wim takes it", "give wim key"),
        ("they find a ring, bree takes it", "give bree ring"),
        ("they find a ring and bree takes it", "give bree ring"),
        ("they find a cloak in the chest, wim keeps it", "give wim cloak"),
        ("they find a purse with 20p, bree pockets it", "coins bree +20 pennies"),
        ("wim finds 3 torches, 2 rations and 12p", "give wim 12 pennies, torch x3, rations x2"),
        (
            "under the table they find a box with 60p and a blue potion, wim takes it",
            'give wim 60 pennies, "blue potion"',
        ),
        ("corvin takes the candlestick, 40p", "give corvin candlestick worth 40 pennies"),
        ("wim gets 2 gold cups, 15p each", 'give wim "gold cup" x2 worth 15 pennies'),
        ("wim gets a silver cup (20p)", 'give wim "silver cup" worth 20 pennies'),
        ("bree gets 3 torches, 12p", "give bree 12 pennies, torch x3"),  # torches have a price
    ],
)
def test_whoever_takes_it_gets_it_in_one_line(table: Table, typed: str, line: str) -> None:
    assert list_lines(table, typed) == [line]
    assert table.say(typed).meant == line


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        ("they find a cloak", WHO, "Try: give bree cloak"),
        ("found a rope and 2 torches", WHO, "Try: give bree rope, torch x2"),
        (
            "found 14 silver and a rusty key behind the altar",
            WHO,
            'Try: give bree 14 shillings, "rusty key"',
        ),
        ("in the chest: 20 silver, a dagger", WHO, "Try: give bree 20 shillings, dagger"),
        ("chest is open, 40p inside", WHO, "Try: coins bree +40 pennies"),
        (
            "the chest is open: 120p, a jade ring worth 2 guilders and a coil of rope",
            WHO,
            'Try: give bree 120 pennies, "jade ring" worth 2 guilders, rope',
        ),
        ("there's 20 silver in the chest", WHO, "Try: coins bree +20 shillings"),
        ("they find a map of the fen", WHO, 'Try: give bree "map of the fen"'),
        (
            "they find a silver candlestick 40p and 2 gold cups, 15p each",
            WHO,
            'Try: give bree "silver candlestick" worth 40 pennies, "gold cup" x2 worth 15 pennies',
        ),
    ],
)
def test_a_find_of_nobody_and_an_unknown_thing_are_asked_about(
    typed: str, message: str, hint: str, tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done")
    refusal = table.say(typed).refusal
    assert refusal is not None
    assert (refusal.message, refusal.hint) == (message, hint)


@pytest.mark.parametrize(
    "typed",
    [
        "bree gets 3 pennies and two shillings",  # one sum
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
        # Beings, and what is no thing.
        "they find a goblin with 20p, wim takes it",
        "there are 3 guards at the gate, bree takes them",
        "they spot 3 bandits, wim gets them all",
        "they find a body with a ring, bree takes it",
        "they find a sick man, bree takes him",
        "a curse, bree gets it",
        "a fireball, bree takes it",
        "an offer of 20p, wim takes it",
        "20 silver for the sword, wim takes it",
        "bree finds 40 copper pennies worth 2 shillings",
        # What somebody has already.
        "wim keeps the ring worth 30",
        "bree gets 20p and 3 torches from her pack",
        "bree takes 20p and a ring from the stash",
        # Supply is counted by a word of its own.
        "they find 2 supply, bree takes it",
        "wim gets 3 supply, a torch and 12p",
        "they have 4 shillings, bree takes it",
    ],
)
def test_any_other_line_is_no_find(table: Table, typed: str) -> None:
    assert list_lines(table, typed) == []


@pytest.mark.parametrize(
    "typed",
    [
        "wim gets a rope for 15p",
        "bree gets a rope at 15p",
        "a rope, 15p, wim gets it",
        "there is a rope at the market, bree gets it",
        "wim gets a meal, 2p",
        "bree gets 2 daggers at 10p each",
        "wim takes 2 torches, 5p each",
        "corvin takes the candlestick, 40p",
    ],
)
def test_a_sum_at_a_market_may_be_a_price(typed: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "out", "done", "at Reedmarket")
    assert list_lines(table, typed) == []


def test_what_another_gets_is_not_theirs(table: Table) -> None:
    assert list_lines(table, "wim gets 3 pennies and corvin gets a ring worth 60") == []


@pytest.mark.parametrize("typed", ["bree gets a cold", "they find a door", "they find a way out"])
def test_what_is_no_thing_is_not_offered(table: Table, typed: str) -> None:
    refusal = table.say(typed).refusal
    assert refusal is None or "give" not in refusal.hint


def test_a_ring_beside_coins_is_one_ring(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    before = table.desk.campaign.get_errant("corvin")
    table.done("done", "corvin gets 14 pennies and a jade ring worth 60")
    corvin = table.desk.campaign.get_errant("corvin")
    (ring,) = (item for item in corvin.items if item.name == "jade ring")
    assert (ring.count, corvin.pennies - before.pennies) == (1, 14)
    assert ring.worth is not None
