"""A short round of the storm of torn entries: of two blocks, every byte."""

import re
from pathlib import Path

import pytest

from companion.archive.disk.atomic_writes import replace_file
from companion.archive.journal import entry_blocks, session_file
from tests.storms import torn
from tests.storms.torn import (
    Damage,
    Moment,
    an_evening,
    cut,
    filled_with_zeros,
    garbage_behind,
    one_byte_wrong,
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Moment]]:
    return an_evening(tmp_path_factory.mktemp("torn"))


def moment_of(moments: list[Moment], begins: str) -> Moment:
    return next(each for each in moments if each.entry.line.startswith(begins))


def test_the_evening_has_blocks_of_every_kind(evening: tuple[Path, list[Moment]]) -> None:
    _, moments = evening
    assert {each.entry.kind for each in moments} == {"word", "edit", "undo", "redo"}
    assert max(len(each.entry.changes) for each in moments) > 3
    assert b"\\n\\n[[entry]]\\n" in moment_of(moments, "burn").block


@pytest.mark.parametrize(
    ("begins", "damage", "step"),
    [
        ("exhaust", cut, 67),
        ("note", filled_with_zeros, 151),
        ("roll", one_byte_wrong, 301),
        ("roll", garbage_behind, 41),
        ("edited by hand", cut, 0),
    ],
)
def test_nothing_wrong_is_read_of_a_torn_entry_and_what_is_set_aside_is_kept_and_told(
    evening: tuple[Path, list[Moment]], begins: str, damage: Damage, step: int
) -> None:
    folder, moments = evening
    moment = moment_of(moments, begins)
    figures = torn.storm(folder, moment, damage, step)
    assert not figures.wrong
    assert figures.read >= len(moment.block)
    assert figures.opened == (-(-figures.read // step) if step else 0)


def test_an_absurd_number_is_skipped_and_no_word_after_it(
    evening: tuple[Path, list[Moment]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, moments = evening
    figures = torn.storm_of_numbers(folder, moment_of(moments, "roll"))
    assert not figures.wrong
    assert figures.opened == len(torn.ABSURD)
    monkeypatch.setattr(
        entry_blocks, "is_plausible_entry_number", lambda number: 0 <= number < 10**15
    )
    assert torn.storm_of_numbers(folder, moment_of(moments, "roll")).wrong


def test_without_checksums_the_storm_finds_what_is_read_wrong(
    evening: tuple[Path, list[Moment]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_of_whole(data: bytes, start: int, end: int) -> int | None:
        check = re.compile(rb'\ncheck = "[^"]*"(?:\r?\n|\Z)').search(data, start, end)
        return check.end() if check else None

    monkeypatch.setattr(entry_blocks, "find_block_end", end_of_whole)
    folder, moments = evening
    assert torn.storm(folder, moment_of(moments, "roll"), one_byte_wrong, 0).wrong


def test_an_end_that_is_thrown_away_is_found_by_the_storm(
    evening: tuple[Path, list[Moment]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def emptied(path: Path, data: bytes) -> object:
        return replace_file(path, b"" if ".torn-" in path.name else data)

    monkeypatch.setattr(session_file, "replace_file", emptied)
    folder, moments = evening
    assert torn.storm(folder, moment_of(moments, "roll"), cut, 80).wrong
