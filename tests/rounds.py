"""How many examples random tests try: few while somebody works, all of them in .ci/run."""

import os

from hypothesis import settings

LONG = bool(os.environ.get("COMPANION_LONG"))
"""Whether the long rounds are played."""
WHOLE = bool(os.environ.get("COMPANION_STORM"))
"""Whether the whole of a round is played that is long even for .ci/run: by hand."""


def rounds(examples: int, short: int | None = None) -> settings:
    """So many examples in long rounds; in short ones `short`, or a tenth."""
    few = short if short is not None else examples // 10
    return settings(max_examples=examples if LONG else few, deadline=None)
