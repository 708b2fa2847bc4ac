"""`python -m tests.storms.hostile 10000 [SEED]` plays so many hostile inputs, lines, files and
tables, and prints what came of them. Each is made from the seed, its kind and its number alone, so
that `python -m tests.storms.hostile file 213 SEED` makes one again (and the lines typed before it
at the same campaign)."""

import os
import sys
from collections.abc import Callable

from tests.storms.hostile import files, lines, tables
from tests.storms.hostile.storm import Storm

KINDS: dict[str, tuple[Callable[[Storm, range], None], float]] = {
    lines.KIND: (lines.play, 0.5),
    files.KIND: (files.play, 0.25),
    tables.KIND: (tables.play, 0.25),
}
"""How each kind is played, and what share of the whole it is."""


def storm_of(number: int, seed: str) -> Storm:
    """So many hostile inputs in all."""
    storm = Storm(seed)
    for play, share in KINDS.values():
        play(storm, range(round(number * share)))
    return storm


def main(arguments: list[str]) -> int:
    """Play what is asked for; whether nothing was found, as an exit status."""
    kind = arguments.pop(0) if arguments and arguments[0] in KINDS else ""
    number = int(arguments.pop(0)) if arguments else 10_000
    seed = arguments.pop(0) if arguments else os.urandom(4).hex()
    if kind:
        storm = Storm(seed)
        before = number % lines.OF_ONE_FOLDER if kind == lines.KIND else 0
        KINDS[kind][0](storm, range(number - before, number + 1))
    else:
        storm = storm_of(number, seed)
    print(storm.report())
    return min(1, len(storm.finds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
