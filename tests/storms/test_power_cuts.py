"""A short round of the power cuts, and that they would find something."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.storms.failures import calls_of_an_evening
from tests.storms.power_cuts import (
    Record,
    after_failing,
    counted_as_large,
    cuts,
    journal_calls,
    kept_evening,
    survived,
)
from tests.storms.trace import Kept, tree_after, tree_of

pytestmark = pytest.mark.slow

MOMENTS = 20


@pytest.fixture(scope="module")
def shelf() -> Iterator[Path]:
    with TemporaryDirectory() as place:
        yield Path(place)


@pytest.fixture(scope="module")
def record(shelf: Path) -> Record:
    return kept_evening(shelf)


def test_every_call_that_changes_the_disk_is_kept() -> None:
    with TemporaryDirectory() as place:
        disk = kept_evening(Path(place)).disk
        assert tree_after(disk, len(disk.calls), seed=1) == tree_of(Path(place))


def test_nothing_that_was_answered_is_lost_to_a_power_cut(record: Record, shelf: Path) -> None:
    moments = sorted(Random(1).sample(record.moments, MOMENTS))
    lost = [survived(record, cut, shelf) for cut in cuts(record, 3, moments)]
    assert len(lost) > MOMENTS
    assert not [each for each in lost if each]


def test_nothing_that_was_answered_in_a_large_campaign_is_lost_to_one(tmp_path: Path) -> None:
    with counted_as_large():
        record = kept_evening(tmp_path)
        in_the_second_word = range(record.answers[0][0], record.answers[1][0] + 1)
        lost = [survived(record, cut, tmp_path) for cut in cuts(record, 8, in_the_second_word)]
    assert len(lost) > MOMENTS
    assert not [each for each in lost if each]


def test_what_was_answered_lasts_from_that_moment_on(record: Record, shelf: Path) -> None:
    moments = [at for at, answer in record.answers if answer.entry is not None]
    lost = [survived(record, cut, shelf) for cut in cuts(record, 1, moments)]
    assert len(lost) == len(moments)
    assert not [each for each in lost if each]


def test_what_was_refused_does_not_come_back_with_a_power_cut(tmp_path: Path) -> None:
    failing = journal_calls(calls_of_an_evening())
    record = kept_evening(tmp_path, failing[1])
    assert [answer.ok for _, answer in record.answers].count(False) == 1
    found = [survived(record, cut, tmp_path) for cut in cuts(record, 20, after_failing(record)[:4])]
    assert found
    assert not [each for each in found if each]


@pytest.mark.parametrize("place", ["mire/journal", "mire/errants", "mire/.companion", "mire"])
def test_a_disk_that_does_not_sync_one_place_is_found_out(
    record: Record, shelf: Path, place: str
) -> None:
    def syncs_it(kept: Kept) -> bool:
        folder = kept.call.path.rpartition("/")[0]
        return kept.call.kind == "sync" and place in (kept.call.path, folder)

    calls = record.disk.calls
    in_the_second_word = range(record.answers[0][0], record.answers[1][0] + 1, 4)
    record.disk.calls = [
        kept._replace(call=kept.call._replace(kind="chmod")) if syncs_it(kept) else kept
        for kept in calls
    ]
    try:
        found = [survived(record, cut, shelf) for cut in cuts(record, 3, in_the_second_word)]
    finally:
        record.disk.calls = calls
    assert any(found)
