"""The same rolls as others make them: what is rolled so many times, by the name of who rolls it.

Each is set up once, as its own documentation would have it, and then only rolls. Whoever is not
installed is skipped: `pip install -e '.[peers]'`.
"""

import random
import shutil
import subprocess
import warnings
from collections.abc import Callable
from typing import TypeAlias

import pytest

Rolling: TypeAlias = Callable[[int], object]
"""Rolls so many times."""


def _over_and_over(roll: Callable[[], object]) -> Rolling:
    def rolling(times: int) -> None:
        for _ in range(times):
            roll()

    return rolling


def randrange_loop(notation: str) -> Rolling:
    """What anybody would write, without a notation and without keeping the faces."""
    randrange = random.randrange

    def two_dice(times: int) -> None:
        for _ in range(times):
            randrange(1, 7) + randrange(1, 7)

    def three_of_four(times: int) -> None:
        for _ in range(times):
            sum(sorted([randrange(1, 7) for _ in range(4)])[1:])

    return two_dice if notation == "2d6" else three_of_four


def d20(notation: str) -> Rolling:
    """d20, a parser in pure Python; parsed once."""
    module = pytest.importorskip("d20")
    parsed, roller = module.parse(notation), module.Roller()
    return _over_and_over(lambda: roller.roll(parsed))


def dice(notation: str) -> Rolling:
    """dice 4, a parser in pure Python; it parses every time."""
    module = pytest.importorskip("dice")
    warnings.simplefilter("ignore", DeprecationWarning)  # of the parser under it
    written = {"2d6": "2d6", "4d6kh3": "4d6^3"}[notation]
    return _over_and_over(lambda: module.roll(written))


def dyce(notation: str) -> Rolling:
    """A sample of dyce's pools, pure Python, the sum of what is kept; it warns that it is new."""
    module = pytest.importorskip("dyce")
    warnings.simplefilter("ignore", module.lifecycle.ExperimentalWarning)
    pool = module.P(*[module.H(6)] * int(notation[0]))
    lowest = 1 if notation == "4d6kh3" else 0
    return _over_and_over(lambda: sum(pool.sample()[lowest:]))


def icepool(notation: str) -> Rolling:
    """icepool's sample of a distribution worked out before; it keeps no faces."""
    module = pytest.importorskip("icepool")
    die = 2 @ module.d6 if notation == "2d6" else module.d6.highest(4, 3)
    return _over_and_over(die.sample)


def numpy(notation: str) -> Rolling:
    """numpy, compiled: all at once."""
    module = pytest.importorskip("numpy")
    generator = module.random.default_rng(7)
    number = int(notation[0])

    def rolling(times: int) -> object:
        faces = generator.integers(1, 7, (times, number))
        if notation == "4d6kh3":
            faces.sort(axis=1)
            faces = faces[:, 1:]
        return faces.sum(axis=1)

    return rolling


def rolldice(notation: str) -> Rolling:
    """rolldice, a program in C; 25,000 at once, the process counted in."""
    program = shutil.which("rolldice")
    if program is None:
        pytest.skip("rolldice is not installed")
    written = {"2d6": "2d6", "4d6kh3": "4d6s1"}[notation]

    def rolling(times: int) -> None:
        for _ in range(times // 25_000):
            subprocess.run([program, f"25000x{written}"], capture_output=True, check=True)

    return rolling


FEW = {"d20": 1_000, "dice": 50, "dyce": 1_000}
"""How many rolls say enough of those that take longest."""

PEERS: dict[str, Callable[[str], Rolling]] = {
    peer.__name__: peer for peer in (randrange_loop, d20, dice, dyce, icepool, numpy, rolldice)
}
