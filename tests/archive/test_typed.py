"""What was typed is there the next evening; it is never in the way."""

from pathlib import Path

from companion.archive.typed import MOST_LINES, keep_typed, typed_before


def test_what_was_typed_is_there_again_seat_by_seat(tmp_path: Path) -> None:
    for line in ("next", "note «Ysolde lügt»"):
        keep_typed(tmp_path, "guide", line)
    keep_typed(tmp_path, "timekeeper", "burn")
    assert typed_before(tmp_path, "guide") == ["next", "note «Ysolde lügt»"]
    assert typed_before(tmp_path, "timekeeper") == ["burn"]
    assert typed_before(tmp_path, "mapper") == []


def test_the_oldest_lines_are_let_go_and_the_newest_never(tmp_path: Path) -> None:
    for number in range(MOST_LINES + 1):
        keep_typed(tmp_path, "guide", f"note {number}")
    kept = typed_before(tmp_path, "guide")
    assert kept[-1] == f"note {MOST_LINES}"
    assert len(kept) == MOST_LINES // 2
    assert typed_before(tmp_path, "guide") == kept


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / ".companion").write_text("in the way")
    keep_typed(tmp_path, "guide", "next")
    assert typed_before(tmp_path, "guide") == []


def test_a_broken_byte_loses_no_line(tmp_path: Path) -> None:
    keep_typed(tmp_path, "guide", "next")
    with (tmp_path / ".companion" / "typed-guide").open("ab") as kept:
        kept.write(b"\xff\n")
    assert typed_before(tmp_path, "guide")[0] == "next"
