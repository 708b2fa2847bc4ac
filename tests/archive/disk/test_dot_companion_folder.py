"""What broke is found again in a file that can be read on any terminal."""

from pathlib import Path

import pytest

from companion.archive.disk.dot_companion_folder import log_failure
from companion.text_cleaning import clean_text
from tests.archive.disk.places import contents, make_odd_file

WILD = "\x1b]52;c;cm0=\x07\x1b[31mred\x9b0m\u202e\x00\nnext"


def failed(folder: Path, typed: str, error: str) -> str:
    """What is said of a failure with these words in it."""
    try:
        raise ValueError(error)
    except ValueError:
        return log_failure(folder, typed)


def log_of(folder: Path) -> str:
    return (folder / ".companion" / "errors.log").read_text(encoding="utf-8")


def test_what_broke_and_what_was_typed_are_both_in_the_log(tmp_path: Path) -> None:
    said = failed(tmp_path, "next! search", "the bell fell")
    assert said == (
        "Something broke on our side (ValueError: the bell fell); "
        f"see {tmp_path.name}/.companion/errors.log."
    )
    assert " next! search\nTraceback" in log_of(tmp_path)
    assert "ValueError: the bell fell" in log_of(tmp_path)
    failed(tmp_path, "again", "the bell fell")
    assert log_of(tmp_path).count("Traceback") == 2


def test_nothing_in_the_log_is_obeyed_by_a_terminal_that_shows_it(tmp_path: Path) -> None:
    said = failed(tmp_path, WILD, WILD + "\ud800")
    assert clean_text(said) == said
    assert all(clean_text(line) == line for line in log_of(tmp_path).split("\n"))
    assert "red" in log_of(tmp_path)


def test_an_error_that_quotes_a_whole_file_is_clipped(tmp_path: Path) -> None:
    assert len(failed(tmp_path, "x" * 100_000, "y" * 1_000_000)) < 400
    assert len(log_of(tmp_path)) < 4_000


@pytest.mark.parametrize("way", ["link", "folder link", "pipe", "folder", "nowhere"])
def test_the_log_is_never_written_through_a_link_nor_into_a_pipe(way: str, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "mire"
    outside.mkdir()
    folder.mkdir()
    (outside / "errors.log").write_text("canary")
    make_odd_file(folder, "errors.log", way, outside)
    assert failed(folder, "next", "broken") == "Something broke on our side (ValueError: broken)."
    assert contents(outside) == {"errors.log": b"canary"}
