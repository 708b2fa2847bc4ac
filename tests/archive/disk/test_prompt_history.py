"""What was typed is there the next evening; it is never in the way."""

from pathlib import Path

import pytest

from companion.archive.disk.dot_companion_folder import (
    MAX_LINES,
    append_to_prompt_history,
    read_prompt_history,
)
from tests.archive.disk.places import make_odd_file


def test_what_was_typed_is_there_again_seat_by_seat(tmp_path: Path) -> None:
    for line in ("next", "note «Ysolde lügt»"):
        append_to_prompt_history(tmp_path, "guide", line)
    append_to_prompt_history(tmp_path, "timekeeper", "burn")
    assert read_prompt_history(tmp_path, "guide") == ["next", "note «Ysolde lügt»"]
    assert read_prompt_history(tmp_path, "timekeeper") == ["burn"]
    assert read_prompt_history(tmp_path, "mapper") == []


def test_the_oldest_lines_are_let_go_and_the_newest_never(tmp_path: Path) -> None:
    for number in range(MAX_LINES + 1):
        append_to_prompt_history(tmp_path, "guide", f"note {number}")
    kept = read_prompt_history(tmp_path, "guide")
    assert kept[-1] == f"note {MAX_LINES}"
    assert len(kept) == MAX_LINES // 2
    assert read_prompt_history(tmp_path, "guide") == kept


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / ".companion").write_text("in the way")
    append_to_prompt_history(tmp_path, "guide", "next")
    assert read_prompt_history(tmp_path, "guide") == []


def test_a_broken_byte_loses_no_line(tmp_path: Path) -> None:
    append_to_prompt_history(tmp_path, "guide", "next")
    with (tmp_path / ".companion" / "typed-guide").open("ab") as kept:
        kept.write(b"\xff\n")
    assert read_prompt_history(tmp_path, "guide")[0] == "next"


def test_a_file_that_somebody_wrote_in_is_shown_harmlessly(tmp_path: Path) -> None:
    (tmp_path / ".companion").mkdir()
    wild = "note \x1b[31mred\x9b0m\u202e\nnext\n"
    (tmp_path / ".companion" / "typed-guide").write_text(wild, encoding="utf-8")
    assert read_prompt_history(tmp_path, "guide") == ["note red", "next"]


@pytest.mark.parametrize("way", ["link", "folder link", "pipe", "endless", "folder"])
def test_nothing_is_read_or_kept_through_a_link_nor_waited_for(way: str, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "mire"
    outside.mkdir()
    folder.mkdir()
    (outside / "typed-guide").write_text("canary\n")
    make_odd_file(folder, "typed-guide", way, outside)
    append_to_prompt_history(folder, "guide", "next")
    assert read_prompt_history(folder, "guide") == []
    assert (outside / "typed-guide").read_text() == "canary\n"
