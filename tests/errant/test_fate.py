"""The Die of Fate (Core Rules)."""

import pytest

from companion.dice.faces import LoadedFaces, Streams
from companion.errant.checks import roll_fate
from companion.refusal import Impossible


def test_it_is_a_d6() -> None:
    assert [roll_fate(LoadedFaces([face])) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Impossible, match="d6"):
        roll_fate(LoadedFaces([7]))


def test_it_takes_one_die() -> None:
    streams = Streams("x")
    roll_fate(streams.stream("fate"))
    assert streams.positions == {"fate": 1}
