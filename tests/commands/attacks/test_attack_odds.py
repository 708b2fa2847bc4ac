"""What `attack … ?` tells, beside a count of all faces and beside many attacks (procedures 1.6)."""

from collections import Counter
from itertools import product

import pytest

from companion.campaign.campaign import World
from companion.campaign.fights.attacks import Attack, PlannedRoll, harm_target, roll_attack
from companion.commands.attacks.attack_odds import build_attack_odds_report
from companion.dice.face_sources import Streams
from companion.errant.attacks.attacks import DamageDice
from companion.errant.attacks.statuses import Step
from companion.errant.attacks.weapons import Weapon
from companion.errant.world import Npc
from companion.reports.attacks import AttackOddsReport
from tests.commands.table import Table
from tests.making import campaign, errant, item

GNOLL = Npc(id="gnoll", name="Gnoll", hp_max=9)


@pytest.fixture
def table(table: Table) -> Table:
    """Bree with 6 HP in mail, Wim with a bow, and a gnoll with 6 HP."""
    table.done("errant edit bree archetype violent", "errant edit wim archetype deviant")
    table.done("npc Gnoll gnoll", "npc gnoll hp 6", "hp bree 6")
    return table


@pytest.mark.parametrize(
    ("line", "own", "dice", "flat"),
    [
        ("attack bree on gnoll", "D8", (1, 8), 1),
        ("attack bree on gnoll enhance 2 impair 1", "D8", (1, 10), 1),
        ("attack bree on gnoll impair 2", "D8", (1, 4), 1),
        ("attack wim on gnoll sneak enhance 1", "2D6", (2, 8), 0),
        ("attack wim on gnoll far close", "D6", (1, 1), 0),
        ("attack gnoll on bree with bite", "bite 2D6", (2, 6), 0),
        ("attack gnoll on bree with bite enhance 2", "bite 2D6", (2, 10), 0),
        ("attack gnoll on bree with bite blocks 1 mail", "bite 2D6", (2, 4), 0),
    ],
)
def test_the_odds_told_are_the_share_of_all_faces(
    table: Table, line: str, own: str, dice: tuple[int, int], flat: int
) -> None:
    number, sides = dice
    ways = Counter(sum(each) + flat for each in product(range(1, sides + 1), repeat=number))
    whole = ways.total()
    report = table.read(AttackOddsReport, f"{line} ?")
    chances = report.chances
    assert chances is not None
    assert report.own == (own,)
    assert (chances.least, chances.most) == (min(ways), max(ways))
    assert chances.mean == pytest.approx(sum(n * w for n, w in ways.items()) / whole)
    at_zero = sum(w for damage, w in ways.items() if damage >= 6) / whole
    assert chances.at_zero == pytest.approx(at_zero)
    if "on bree" in line:
        rows = {damage - 6: w / whole for damage, w in ways.items() if damage > 6}
        assert {each.row: each.chance for each in chances.rows} == pytest.approx(
            {row: share for row, share in rows.items() if row < 16}
            | ({16: later} if (later := sum(w for r, w in rows.items() if r >= 16)) else {})
        )
        fails = sum(w * (20 - max(0, 13 - d)) / 20 for d, w in ways.items() if d >= 6) / whole
        assert chances.out_of_action == pytest.approx(fails)


@pytest.mark.parametrize(
    ("steps", "blocks", "strikes", "rolls"),
    [
        *((0, 0, 0, 1), (1, 0, 0, 1), (-1, 0, 0, 2), (2, 1, 0, 1)),
        *((0, 2, 0, 2), (-1, 0, 1, 1), (-1, 0, 1, 2), (0, 2, 2, 3)),
    ],
)
def test_many_attacks_fall_as_the_odds_told(
    steps: int, blocks: int, strikes: int, rolls: int
) -> None:
    mail = item("mail", blocks=8, place="worn")
    bree, wim = errant("Bree", mail, phys=13, hp=7), errant("Wim", item("axe", weapon="heavy"))
    made = campaign(bree, wim, world=World(npcs=(GNOLL,)))
    for target in (bree, GNOLL):
        attack = Attack(
            attacker=wim,
            weapon=Weapon("axe", "heavy", item="axe"),
            rolls=(PlannedRoll("", DamageDice(1, 8)),) * rolls,
            steps=(Step("it", steps),),
            target=target,
            piece=mail if target is bree else None,
            blocks=blocks if target is bree else 0,
            true_strikes=strikes,
        )
        chances = build_attack_odds_report(made, attack).chances
        assert chances is not None
        stream, ends, times = Streams("told").stream("attack"), Counter[str](), 3_000
        for _ in range(times):
            after = made
            for roll in roll_attack(attack, stream):
                assert chances.least <= roll.damage <= chances.most
                ends["damage"] += roll.damage
                after, _ = harm_target(after, attack, roll.damage, stream)
            if target is GNOLL:
                ends["zero"] += after.world.npcs[0].hp == (0,)
                continue
            hurt = after.get_errant("bree")
            ends["zero"] += hurt.hp == 0
            ends["out"] += hurt.out_of_action or hurt.dead
        assert abs(ends["zero"] / times - (chances.at_zero or 0)) < 0.03
        if target is bree:
            assert abs(ends["out"] / times - (chances.out_of_action or 0)) < 0.03
        assert abs(ends["damage"] / times / rolls - chances.mean) < 0.15
