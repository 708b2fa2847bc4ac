"""Whether a time grows with the length of a text, and not with its square."""

from collections.abc import Callable
from time import process_time


def is_quick(do: Callable[[str], object], text: str) -> bool:
    """Whether the processor takes no longer than a text of this length may: several times what it
    needs, and a fraction of what would grow with the square of a long one."""
    began = process_time()
    do(text)
    return process_time() - began < 0.1 + 10e-6 * len(text)
