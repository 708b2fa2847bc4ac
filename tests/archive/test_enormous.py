"""Files with far too much in them: named, or read, in less than a second, and never changed."""

from pathlib import Path

import pytest

from companion.archive.file_texts_and_change_stamps import MAX_BYTES
from tests.desk.a_desk import NAME, all_files, greenmire
from tests.storms.hostile.shell import call
from tests.storms.hostile.storm import Storm

DEEP = 100_000
TEN_MB = 10_000_000
BROKEN = 3
TEXTS = {
    "lists in lists": f"a = {'[' * DEEP}{']' * DEEP}\n",
    "tables in tables": f"a = {'{a=' * DEEP}1{'}' * DEEP}\n",
    "lists that never end": f"a = {'[' * DEEP}",
    "a long key": f"{'a.' * DEEP}a = 1\n",
    "a long table": f"[{'a.' * DEEP}a]\n",
    "a long block": f"[[{'a.' * DEEP}a]]\n",
    "a long text": f'a = "{"x" * TEN_MB}"\n',
    "a long word": "x" * TEN_MB,
    "a long comment": "#" * TEN_MB,
    "a number of ten megabytes": f"a = {'9' * TEN_MB}\n",
    "a number that fits": f"a = {'9' * (MAX_BYTES // 2)}\n",
    "a hexadecimal number": f"a = [\n  0x{'f' * (MAX_BYTES // 2)},\n]\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["campaign.toml", "tables/mine/x.toml", "journal/x.toml"])
def test_a_file_with_far_too_much_in_it_is_named(text: str, name: str, tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    head = path.read_text() if path.is_file() else "schema = 1\n"
    path.write_text(TEXTS[text] + head if path.is_file() else head + TEXTS[text])
    before, storm = all_files(folder), Storm("enormous")
    at = ("--campaigns", str(tmp_path))
    assert call(storm, "check", NAME, *at) == BROKEN
    call(storm, "list", *at)
    call(storm, "run", NAME, "--dry-run", *at, typed="status\n")
    assert storm.finds == [], storm.report()[:2_000]
    assert storm.printed < 10_000
    assert all_files(folder) == before


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_a_line_that_is_as_long_as_it_may_be_stays(ending: str, tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    world = folder / "world.toml"
    held = world.read_text().replace("\n", ending)
    comment = f"# {'x' * (MAX_BYTES - len(held.encode()) - 100)}{ending}"
    world.write_bytes(b"\xef\xbb\xbf" + (comment + held).encode())
    storm = Storm("enormous")
    at = ("--campaigns", str(tmp_path))
    assert call(storm, "check", NAME, *at) == 0
    assert call(storm, "run", NAME, *at, typed="supply bree +1\n") == 0
    assert storm.finds == [], storm.report()[:2_000]
    assert world.read_bytes() == b"\xef\xbb\xbf" + (comment + held).encode()


def test_the_same_slip_in_thousands_of_blocks_is_told_in_no_time(tmp_path: Path) -> None:
    folder = greenmire(tmp_path)
    bree = folder / "errants" / "bree.toml"
    bree.write_text(bree.read_text() + '\n[[items]]\nnmae = "x"\ntext = "x"\n' * 3_000)
    storm = Storm("enormous")
    assert call(storm, "check", NAME, "--campaigns", str(tmp_path)) == BROKEN
    assert storm.finds == [], storm.report()[:2_000]
