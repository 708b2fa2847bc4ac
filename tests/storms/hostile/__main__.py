"""`python -m tests.storms.hostile 10000 [SEED]` plays so many hostile inputs, lines, files and
tables, and prints what came of them. Each is made from the seed, its kind and its number alone, so
that `python -m tests.storms.hostile file 213 SEED` makes one again (and the lines typed before it
at the same campaign)."""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from time import monotonic

from tests.storms.hostile import files, lines, tables
from tests.storms.hostile.shell import at_full_speed
from tests.storms.hostile.storm import Storm

KINDS: dict[str, tuple[Callable[[Storm, range], None], float]] = {
    lines.KIND: (lines.play, 0.5),
    files.KIND: (files.play, 0.25),
    tables.KIND: (tables.play, 0.25),
}
"""How each kind is played, and what share of the whole it is."""


def storm_of(number: int, seed: str) -> Storm:
    """So many hostile inputs in all, in as many processes as there are processors."""
    whole = Storm(seed)
    with ProcessPoolExecutor() as pool:
        for part in pool.map(part_of, *zip(*_parts(number, seed), strict=True)):
            whole.add(part)
    return whole


def _parts(number: int, seed: str) -> Iterator[tuple[str, range, str]]:
    for kind, (_, share) in KINDS.items():
        end = round(number * share)
        for begin in range(0, end, lines.OF_ONE_FOLDER):
            yield kind, range(begin, min(begin + lines.OF_ONE_FOLDER, end)), seed


def part_of(kind: str, numbers: range, seed: str) -> Storm:
    """These inputs of a kind."""
    storm = Storm(seed)
    with at_full_speed():
        KINDS[kind][0](storm, numbers)
    return storm


def main(arguments: list[str]) -> int:
    """Play what is asked for; whether nothing was found, as an exit status."""
    began = monotonic()
    kind = arguments.pop(0) if arguments and arguments[0] in KINDS else ""
    number = int(arguments.pop(0)) if arguments else 10_000
    seed = arguments.pop(0) if arguments else os.urandom(4).hex()
    if kind:
        before = number % lines.OF_ONE_FOLDER if kind == lines.KIND else 0
        storm = part_of(kind, range(number - before, number + 1), seed)
    else:
        storm = storm_of(number, seed)
    print(storm.report())
    print(f"{monotonic() - began:.0f} s")
    return min(1, len(storm.finds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
