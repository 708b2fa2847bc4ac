"""How many examples random tests try: few while somebody works, all of them in .ci/run."""

import os

from hypothesis import settings

LONG = bool(os.environ.get("COMPANION_LONG"))
"""Whether the long rounds are played."""


def rounds(examples: int) -> settings:
    """So many examples in long rounds, a tenth in short ones."""
    return settings(max_examples=examples if LONG else examples // 10, deadline=None)
