"""The Die of Fate (Core Rules)."""

import pytest

from companion.dice.faces import Loaded, Streams
from companion.errant.fate import fate
from companion.refusal import Impossible


def test_it_is_a_d6() -> None:
    assert [fate(Loaded([face])) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Impossible, match="d6"):
        fate(Loaded([7]))


def test_it_takes_one_die() -> None:
    streams = Streams("x")
    fate(streams.stream("fate"))
    assert streams.positions == {"fate": 1}
