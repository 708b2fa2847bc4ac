"""Records put down one after another, and read back from the last to the first."""

import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from msgspec import Struct

from companion.archive.disk.record_stack_in_temp_file import RecordStack


class Line(Struct, frozen=True):
    """What is put down here."""

    number: int
    text: str = ""


@pytest.mark.parametrize("count", [0, 1, 2, 7_000, 20_000])
def test_a_spool_is_read_back_from_its_end(count: int) -> None:
    with RecordStack(Line) as spool:
        for number in range(count):
            spool.add(Line(number, "bree\0\n" * (number % 3)))
        found = list(spool.read_backwards())
    assert found == [Line(n, "bree\0\n" * (n % 3)) for n in reversed(range(count))]


def test_a_spool_is_read_again_and_written_on_in_between() -> None:
    with RecordStack(Line) as spool:
        for number in range(12_000):
            spool.add(Line(number))
        first, second = spool.read_backwards(), spool.read_backwards()
        assert next(first) == next(second) == Line(11_999)
        spool.add(Line(12_000))
        assert next(spool.read_backwards()) == Line(12_000)
        assert [line.number for line in islice(first, 11_000)] == [*range(11_998, 998, -1)]
        spool.add(Line(12_001))
        newest = [line.number for line in islice(spool.read_backwards(), 3)]
        assert newest == [12_001, 12_000, 11_999]


def test_what_is_long_lies_in_a_file_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    tracemalloc.start()
    with RecordStack(Line) as spool:
        for number in range(20_000):
            spool.add(Line(number, f"{number}" * 200))
        assert sum(1 for _ in spool.read_backwards()) == 20_000
        assert list(tmp_path.iterdir()) == []
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000  # of some 20
