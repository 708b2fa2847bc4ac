"""Random months of trade in random lands at a desk, beside a ledger kept another way: every coin,
every point of Supply and every level of prices is accounted for, word by word."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from fractions import Fraction
from math import floor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.desk import Desk
from companion.reports.market import InflationReport, PriceReport, PurchaseReport, SaleReport
from companion.reports.reply import Reply
from tests.commands.market.ledger import (
    KINDS,
    NAMES,
    SUPPLY,
    TIMES,
    WARES,
    WHO,
    Ledger,
    NotDone,
    Town,
    Ware,
)
from tests.rounds import rounds


class Buy(NamedTuple):
    """`buy WHO …, … from WHO`."""

    who: str
    payer: str
    basket: tuple[tuple[Ware, int], ...]
    forced: bool

    def line(self) -> str:
        basket = ", ".join(f"{ware.typed} x{number}" for ware, number in self.basket)
        return f"buy{'!' * self.forced} {self.who} {basket} from {self.payer}"

    def kept(self, ledger: Ledger, reply: Reply) -> None:
        """Buy the same in the ledger; the answer must say so."""
        began, had = ledger.level(ledger.here), ledger.here.bought
        if not self.forced:
            for ware, _ in self.basket:
                if ware.found_in > ledger.here.tier:
                    raise NotDone("not on open sale")
        each = [ledger.price_each(ware, number, began) for ware, number in self.basket]
        ledger.pay(self.payer, sum(map(sum, each)))
        for ware, number in self.basket:
            if ware is SUPPLY:
                ledger.supply[self.who] += number
            else:
                ledger.packs[self.who][ware.name] += number
        report = reply.report
        assert isinstance(report, PurchaseReport)
        assert report.paid_pennies == sum(map(sum, each))
        assert [line.paid_pennies for line in report.lines] == list(map(sum, each))
        assert [
            [cost.each_pennies for cost in line.costs for _ in range(cost.quantity)]
            for line in report.lines
        ] == each
        assert report.quantity == sum(number for _, number in self.basket)
        assert report.item == ", ".join(ware.name for ware, _ in self.basket)
        assert report.supply_bought == ledger.here.bought - had
        assert report.supply_available == ledger.here.steps[-1] - ledger.here.bought
        assert report.inflation_level_before == began
        assert report.inflation_level_after == ledger.level(ledger.here)


class Sell(NamedTuple):
    """`sell WHO WARE xN for N`."""

    who: str
    ware: Ware
    number: int
    pennies: int | None

    def line(self) -> str:
        price = "" if self.pennies is None else f" for {self.pennies}"
        return f"sell {self.who} {self.ware.name} x{self.number}{price}"

    def kept(self, ledger: Ledger, reply: Reply) -> None:
        """Sell the same in the ledger; the answer must say so."""
        had = ledger.packs[self.who][self.ware.name]
        if not had:
            raise NotDone("carries no")
        if self.number > had:
            raise NotDone("has only")
        worth = self.number * floor(self.ware.pennies * self.ware.quality)
        got = self.pennies
        if got is None:
            if self.ware.found_in > ledger.here.tier:
                raise NotDone("not freely sold")
            got = floor(Fraction(worth * self.ware.found_in, 10))
        ledger.packs[self.who][self.ware.name] -= self.number
        ledger.get(self.who, got)
        report = reply.report
        assert isinstance(report, SaleReport)
        assert (report.item, report.quantity) == (self.ware.name, self.number)
        assert (report.fetched_pennies, report.worth_pennies) == (got, worth)


class Go(NamedTuple):
    """`at SETTLEMENT`."""

    to: int

    def line(self) -> str:
        return f"at {NAMES[self.to]}"

    def kept(self, ledger: Ledger, _reply: Reply) -> None:
        ledger.at = self.to


class Month(NamedTuple):
    """`next!`: a Downtime Turn begins."""

    def line(self) -> str:
        return "next!"

    def kept(self, ledger: Ledger, _reply: Reply) -> None:
        for town in ledger.towns:
            town.month(adds=ledger.adds)
        ledger.supply = dict.fromkeys(WHO, 0)


Step: TypeAlias = Buy | Sell | Go | Month
WORDS = 16
"""Typed in one example."""


def any_number(chance: Random) -> int:
    """Few above all, at times more than there can be."""
    return chance.randint(1, chance.choice((1, 4, 4, 40, 1_200)))


def buying(chance: Random, ledger: Ledger) -> Buy:
    """Anything at all, or Supply up to the last there is, and beyond it."""
    left = ledger.here.steps[-1] - ledger.here.bought
    basket = [
        (chance.choice(WARES), any_number(chance)) for _ in range(chance.choice((1, 1, 2, 5)))
    ]
    if not chance.randrange(3):
        basket[0] = SUPPLY, max(1, chance.choice((left // 3, left // 2, left, left + 1)))
    return Buy(chance.choice(WHO), chance.choice(WHO), tuple(basket), not chance.randrange(3))


def selling(chance: Random, ledger: Ledger) -> Sell:
    """What somebody has, or now and then has not."""
    held = [(who, ware) for who in WHO for ware in WARES[1:] if ledger.packs[who][ware.name]]
    if not held or not chance.randrange(9):
        held = [(chance.choice(WHO), chance.choice(WARES[1:]))]
    who, ware = chance.choice(held)
    number = chance.randint(1, ledger.packs[who][ware.name] + 1)
    return Sell(who, ware, number, chance.choice((None, None, chance.randrange(400))))


def any_step(chance: Random, ledger: Ledger) -> Step:
    """What can be typed next, trade above all."""
    kind = chance.randrange(10)
    if kind < 5:
        return buying(chance, ledger)
    if kind < 8:
        return selling(chance, ledger)
    return Go(chance.randrange(3)) if kind == 8 else Month()


def any_town(chance: Random) -> Town:
    """Of any size, near the others, its prices up or not."""
    place = chance.randint(-3, 3), chance.randint(-3, 3)
    return Town(chance.randint(1, 5), place, chance.choice((0, 0, 1, 2, 3, 4, 5, 6)))


def written(folder: Path, towns: list[Town], *, adds: bool) -> None:
    """A campaign of two, in a Downtime Turn at the first of these Settlements."""
    (folder / "errants").mkdir(parents=True)
    rules = '[rules]\ninflation.carry = "adds"\n' if adds else ""
    turn = '[[turns]]\nid = "downtime"\ntype = "downtime"\nnumber = 1\nbegun = true\n'
    where = 'began = "day 1 08:00"\nplace = "aldham"\n'
    book = f'schema = 1\nname = "Trade"\n{rules}{turn}{where}'
    (folder / "campaign.toml").write_text(book, "utf-8")
    purse = "slots = 10_000\npennies = 7\nshillings = 5\nguilders = 300\n"
    for who in WHO:
        text = f'schema = 1\nname = "{who.capitalize()}"\n{purse}'
        (folder / "errants" / f"{who}.toml").write_text(text, "utf-8")
    world = "schema = 1\n"
    for name, town in zip(NAMES, towns, strict=True):
        kind = KINDS[town.tier - 1]
        world += f'[[settlements]]\nid = "{name.lower()}"\nname = "{name}"\ntype = "{kind}"\n'
        world += f"hex = {list(town.place)}\ninflation = {town.carried}\n"
    (folder / "world.toml").write_text(world, "utf-8")


@contextmanager
def opened(towns: list[Town], *, adds: bool) -> Iterator[Desk]:
    """A desk over such a campaign."""
    with TemporaryDirectory() as kept:
        written(Path(kept) / "trade", towns, adds=adds)
        campaign_folders = CampaignFolders(Path(kept), get_shipped_folder("tables"))
        yield Desk(
            campaign_folders.open_campaign("trade", seed="trade", dry_run=True),
            campaign_folders,
            whole_words=True,
        )


def must_agree(desk: Desk, ledger: Ledger) -> None:
    """What the campaign holds is what the ledger says, coin by coin and thing by thing."""
    campaign = desk.campaign
    for who in WHO:
        errant, purse = campaign.get_errant(who), ledger.purses[who]
        assert (errant.pennies, errant.shillings, errant.guilders) == (
            purse[1],
            purse[10],
            purse[100],
        )
        assert errant.supply == ledger.supply[who]
        carried: Counter[str] = Counter()
        for item in errant.items:
            carried[item.name] += item.count
        assert carried == +ledger.packs[who]
    reply = desk.run("inflation")
    assert reply is not None
    assert isinstance(reply.report, InflationReport)
    assert [
        (each.inflation_level, each.own_level, each.multiplier, each.supply_bought)
        for each in reply.report.settlements
    ] == [
        (ledger.level(town), town.own(adds=ledger.adds), TIMES[ledger.level(town)], town.bought)
        for town in ledger.towns
    ]
    assert reply.report.settlement == NAMES[ledger.at].lower()


def priced(desk: Desk, ledger: Ledger, ware: Ware, number: int) -> None:
    """`price` says what `buy` would take for one thing alone."""
    had = ledger.here.bought
    try:
        each = ledger.price_each(ware, number, ledger.level(ledger.here))
    except NotDone:
        each = []
    ledger.here.bought = had
    reply = desk.run(f"price {ware.typed} x{number}")
    assert reply is not None
    assert reply.ok is bool(each)
    if each:
        report = reply.report
        assert isinstance(report, PriceReport)
        assert report.price_pennies == sum(each)
        assert report.base_pennies == floor(ware.pennies * ware.quality)
        assert report.inflation_level == ledger.level(ledger.here)
        assert report.multiplier == TIMES[report.inflation_level]
        assert report.rarity == ware.found_in
        assert report.on_open_sale is (ledger.here.tier >= ware.found_in)


def refused_by(ledger: Ledger, step: Step, reply: Reply) -> str | None:
    """What a refusal of this must say, as the ledger has it; None where it must be done, and is
    written down. What was answered must be the same."""
    try:
        step.kept(ledger, reply)
    except NotDone as why:
        return str(why)
    return None


@rounds(60, short=10)
@given(st.integers(0, 2**32), st.booleans())
def test_nothing_appears_or_vanishes_in_months_of_trade(seed: int, adds: bool) -> None:
    chance = Random(seed)
    ledger = Ledger([any_town(chance) for _ in NAMES], adds=adds)
    with opened(ledger.towns, adds=adds) as desk:
        for _ in range(WORDS):
            step = any_step(chance, ledger)
            if isinstance(step, Buy):
                priced(desk, ledger, *step.basket[0])
            before, after = desk.campaign, deepcopy(ledger)
            reply = desk.run(step.line())
            assert reply is not None
            assert reply.error is None
            why = refused_by(after, step, reply)
            if why is None:
                assert reply.ok, (step, reply.refusal)
                paid = reply.report.paid_pennies if isinstance(reply.report, PurchaseReport) else 0
                got = reply.report.fetched_pennies if isinstance(reply.report, SaleReport) else 0
                assert after.worth() == ledger.worth() - paid + got
                ledger = after
            else:
                assert reply.refusal is not None, step
                assert why in reply.refusal.message
                assert desk.campaign == before
            must_agree(desk, ledger)
