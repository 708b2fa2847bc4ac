"""Random words about packs at a desk: nothing is made or lost that no word made or took, the files
hold what the desk holds, and undo takes each word back to the very byte."""

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from companion.campaign.campaign import Campaign
from companion.errant.packs.items import PLACES
from companion.reports.market import PurchaseReport
from companion.reports.packs import ItemReport
from companion.reports.reply import Reply
from tests.desk.a_desk import a_desk, answered, greenmire, on_disk, said, state_files
from tests.errant.census import everything, must_be_sound
from tests.rounds import rounds

WORDS = 14
"""Typed in one example."""
GOODS = ("torch", "rations", "rope", "oil", "sack", "pouch", "chest", "backpack", "plate", "spear")
COINS = ("pennies", "shillings", "guilders", "Supply")
KEPT = ("pass", "move", "stash", "fetch")
"""Words that make nothing and take nothing."""


def how_many(chance: Random) -> str:
    return chance.choice(("", "", "x1", "x2", "all", "x7"))


def where_to(chance: Random, campaign: Campaign, who: str) -> str:
    """Any place, or any container of theirs."""
    bags = [item.id for item in campaign.get_errant(who).items if item.holds]
    return chance.choice((*PLACES, *(f"in {bag}" for bag in bags * 3)))


def any_line(chance: Random, campaign: Campaign) -> str:
    """Something to type about what somebody has; now and then it cannot be."""
    force = "!" if chance.random() < 0.2 else ""
    people = [errant.id for errant in campaign.errants if errant.kind != "stash"]
    holder = chance.choice([errant for errant in campaign.errants if errant.items])
    who, to = holder.id, chance.choice(people)
    item = chance.choice([*(each.id for each in holder.items), "backpack"])
    number, good = how_many(chance), chance.choice(GOODS)
    place = where_to(chance, campaign, who)
    into = chance.choice(("", "", where_to(chance, campaign, to)))
    bought = chance.choice([each.id for each in holder.items if each.kind] or [item])
    few = chance.choice((1, 2, 5, 40))
    return chance.choice(
        (
            f"give{force} {to} {good} x{few} {into}",
            f"give{force} {to} {chance.choice(GOODS)}, {good} x{few} and odd idol {into}",
            f"move{force} {who} {item} {number}, {bought} {place}",
            f"give{force} {to} {chance.choice(('sack', 'pouch', 'chest'))} {into}",
            f"drop{force} {who} {item} {number}",
            f"pass{force} {who} {to} {item} {number} {into}",
            f"pass{force} {who} {to} {item} {number}",
            f"pass {who} {to} {few} {chance.choice(COINS)}",
            f"pass {who} {to} {few} {chance.choice(COINS[:3])} {few} {chance.choice(COINS[:3])}",
            f"move{force} {who} {item} {number} {place}",
            f"move{force} {who} {bought} all {place}",
            f"move{force} {who} {bought} all {place}",
            f"pass{force} {who} {to} {bought} all {into}",
            f"stash {who} {item} {number} {chance.choice(('', 'at the old well'))}",
            f"buy {to} {good} x{few} from ondine",
            f"sell {who} {item} {number} for {few}",
            f"fetch{force} {who} {item}",
            f"use {who} {item}",
            f"light{force} {who} {item}",
        )
    )


def named(campaign: Campaign) -> Counter[str]:
    """How many of each thing there are; how much Supply, how many coins."""
    found: Counter[str] = Counter()
    for (name, *_), number in everything(*campaign.errants).items():
        coin = name in ("pennies", "shillings", "guilders")
        found["coins" if coin else str(name)] += number
    return found


def things_and_worth(campaign: Campaign) -> tuple[dict[object, int], int]:
    """How many of each thing there are, and what all coins are worth; without what is at 0: where
    there is no Supply to refill it, as in a stash, it is let go."""
    found = everything(*campaign.errants)
    coins = {(name,) for name in ("pennies", "shillings", "guilders")}
    worth = sum(errant.purse.worth for errant in campaign.errants)
    kept = (name for name in found if name not in coins and name[1:2] != (0,))
    return {name: found[name] for name in kept}, worth


def must_add_up(word: str, before: Campaign, after: Campaign, reply: Reply) -> None:
    """What is there after a word is what was there, and what the answer says came or went."""
    if word in KEPT:  # a larger coin may have been changed
        assert things_and_worth(after) == things_and_worth(before)
    if word in ("give", "drop") and isinstance(report := reply.report, ItemReport):
        changed = Counter({report.name: report.quantity, "supply": report.supply})
        changed["coins"] = report.coin_pieces
        for each in (*report.others, *report.brought):
            changed[each.name] += each.quantity
        if word == "give":
            assert named(after) == named(before) + changed
        else:
            assert named(before) == named(after) + changed
    if word == "buy" and isinstance(report := reply.report, PurchaseReport):
        worth = sum(errant.purse.worth for errant in before.errants)
        assert sum(errant.purse.worth for errant in after.errants) == worth - report.paid_pennies
        assert named(after)[report.item] == named(before)[report.item] + report.quantity


@rounds(30, short=8)
@given(st.integers(0, 2**32))
@example(295464)
def test_whatever_is_typed_of_packs_adds_up_is_kept_and_can_be_undone(seed: int) -> None:
    chance = Random(seed)
    with TemporaryDirectory() as shelf:
        folder = greenmire(Path(shelf))
        desk = a_desk(folder)
        said(desk, "at reedmarket", "back tansy", "give bree sack hand", "give wim chest")
        was = [(desk.campaign, state_files(folder))]
        for _ in range(WORDS):
            before, line = desk.campaign, any_line(chance, desk.campaign)
            reply = answered(desk, line)
            if not reply.ok:
                assert desk.campaign == before
                continue
            assert on_disk(folder) == desk.campaign
            for errant in desk.campaign.errants:
                must_be_sound(errant)
            must_add_up(line.split()[0].rstrip("!"), before, desk.campaign, reply)
            if reply.entry is not None:
                was.append((desk.campaign, state_files(folder)))
        assert len(was) > 1 or WORDS < 5
        for campaign, files in reversed(was[:-1]):
            said(desk, "undo")
            assert desk.campaign == campaign
            assert state_files(folder) == files
