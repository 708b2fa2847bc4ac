"""How much the suite tries. While somebody works, few random examples, small parts of the sweeps,
and no test that is marked slow; .ci/run plays the slow ones and larger parts. By hand a third or
all of the examples. Each time they are others."""

import os
from collections.abc import Sequence
from random import randrange
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

WHOLE = bool(os.environ.get("COMPANION_STORM"))
"""Whether the whole of each round is played: by hand, as it takes minutes."""
LONG = WHOLE or bool(os.environ.get("COMPANION_LONG"))
"""Whether long rounds are played."""
_DEFAULT = 100
_SMALLER, _FEWEST = 3, 2


def are_slow_tests_played() -> bool:
    """Whether tests are played that wait for browsers, terminals and other processes."""
    return LONG or bool(os.environ.get("COMPANION_SLOW"))


def count_examples(examples: int = _DEFAULT, short: int | None = None) -> int:
    """So many of them: all, a third with COMPANION_LONG, and else `short`, or a tenth, of which a
    third is tried while somebody works."""
    few = short if short is not None else examples // 10
    few = few if are_slow_tests_played() else max(_FEWEST, few // _SMALLER)
    return examples if WHOLE else max(few, examples // 3) if LONG else few


def rounds(examples: int, short: int | None = None) -> settings:
    """So many examples by hand, and fewer of them otherwise."""
    return settings(max_examples=count_examples(examples, short), deadline=None)


def pick_part(cases: Sequence[T], of: int, short: int | None = None) -> Sequence[T]:
    """All of many cases with COMPANION_LONG or COMPANION_STORM; one of so many where .ci/run plays,
    and while somebody works one of `short`, or a third. Each time they are others: what fails is
    named, and fails with all of them too."""
    each = of if are_slow_tests_played() else short or _SMALLER * of
    return cases if LONG else cases[randrange(max(1, min(each, len(cases)))) :: each]
