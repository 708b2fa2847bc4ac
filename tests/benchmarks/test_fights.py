"""A fight: an attack from desk to disk in at most 15 ms, status with 40 fighters in at most 20."""

from itertools import cycle
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.benchmarks.conftest import desk_on

_WEAPON = (
    '[[items]]\nid = "sword"\nname = "longsword"\nslots = 2\nplace = "hand"\nclass = "heavy"\n'
)
_ARMOUR = '[[items]]\nid = "mail"\nname = "mail"\nslots = 4\nplace = "worn"\nblocks = 900\n'
_GNOLLS = (
    '\n[[npcs]]\nid = "gnolls"\nname = "Gnolls"\nmet = true\ncount = 6\nthreat = 2\n'
    'hp_max = 9999\nattacks = "1 x bite 2d6"\n'
)
ATTACKS = (
    "attack errant-3 on gnolls",
    "attack gnolls on errant-3 blocks 1 mail",
    "attack errant-3 on gnolls gambit 2 to push it back",
)


def _arm(folder: Path) -> None:
    for path in (folder / "errants").iterdir():
        text = path.read_text(encoding="utf-8")
        text = text.replace("phys = 18\n", 'phys = 18\narchetype = "violent"\nhp = 9\n')
        path.write_text(f"{text}\n{_WEAPON}\n{_ARMOUR}", encoding="utf-8")
    world = folder / "world.toml"
    world.write_text(world.read_text(encoding="utf-8") + _GNOLLS, encoding="utf-8")


def test_an_attack_from_desk_to_disk(benchmark: BenchmarkFixture, big: Path) -> None:
    _arm(big)
    desk, attacks = desk_on(big), cycle((*ATTACKS, "undo x3"))

    def one_word() -> None:
        reply = desk.run(next(attacks))
        assert reply is not None
        assert reply.ok, reply
        assert reply.entry is not None

    benchmark.pedantic(one_word, rounds=200, iterations=1, warmup_rounds=4)


def test_status_in_a_fight_of_40(benchmark: BenchmarkFixture, big: Path) -> None:
    """Eight Errants against 32 NPCs, half of them hurt: who fights, and the table at a glance."""
    _arm(big)
    foes = [f"foe-{number}" for number in range(32)]
    world = big / "world.toml"
    people = [
        f'\n[[npcs]]\nid = "{each}"\nname = "{each.title()}"\nmet = true\nhp_max = 9\n'
        f"hp = [{9 - number % 2 * 4}]\n"
        for number, each in enumerate(foes)
    ]
    world.write_text(world.read_text(encoding="utf-8") + "".join(people), encoding="utf-8")
    desk = desk_on(big)
    begun = desk.run(f"fight {' and '.join(foes)} distance 30 surprise none")
    assert begun is not None
    assert begun.ok, begun.refusal
    assert len(desk.campaign.book.combatants) == 40
    called = make_name_lookup(desk.campaign)

    def show() -> None:
        for line in ("status", "fight"):
            reply = desk.run(line)
            assert reply is not None
            assert len(render_reply(reply, called, guide=True)) >= 8

    benchmark(show)
