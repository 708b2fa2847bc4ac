"""Which files are read, and which are never opened."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.archive.file_texts_and_change_stamps import (
    find_offset_of_huge_number as endless_number,
)
from companion.archive.file_texts_and_change_stamps import (
    read_campaign_file_texts,
    read_file_stamps,
)
from companion.refusal import Broken


def wrong(folder: Path) -> list[str]:
    """What is wrong with the files, each problem in a line."""
    with pytest.raises(Broken) as broken:
        read_campaign_file_texts(folder)
    return [str(problem) for problem in broken.value.problems]


def out_of_the_folder(path: Path) -> None:
    elsewhere = path.parents[2] / "elsewhere.toml"
    elsewhere.write_text('schema = 1\nname = "Nobody"\n')
    path.symlink_to(elsewhere)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def to_nowhere(path: Path) -> None:
    path.symlink_to("nowhere.toml")


def in_a_circle(path: Path) -> None:
    path.symlink_to(path)


def a_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # a socket's path may not be long
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (out_of_the_folder, "it is a link that leads out of the campaign's folder"),
        (endless, "it is a link that leads out of the campaign's folder"),
        (to_nowhere, "it is a link that leads nowhere"),
        (in_a_circle, "it is a link that leads"),
        (os.mkfifo, "it is no file"),
        (a_socket, "it is no file"),
        (Path.mkdir, "it is no file"),
    ],
)
def test_what_is_no_file_of_the_campaigns_own_is_told_of_and_never_opened(
    folder: Path, made: Callable[[Path], object], says: str
) -> None:
    made(folder / "errants" / "stranger.toml")
    (problem,) = wrong(folder)
    assert problem.startswith("errants/stranger.toml")
    assert says in problem


def test_a_whole_folder_of_errants_elsewhere_is_not_followed(folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere"
    (folder / "errants").rename(elsewhere)
    (folder / "errants").symlink_to(elsewhere)
    assert len(wrong(folder)) == 5


def test_links_within_the_campaign_and_to_it_are_followed(folder: Path) -> None:
    texts = read_campaign_file_texts(folder)[0]
    (folder / "kept").mkdir()
    (folder / "errants" / "bree.toml").rename(folder / "kept" / "bree.toml")
    (folder / "errants" / "bree.toml").symlink_to("../kept/bree.toml")
    (folder.parent / "also").symlink_to(folder)
    assert (
        read_campaign_file_texts(folder)[0]
        == read_campaign_file_texts(folder.parent / "also")[0]
        == texts
    )


def test_a_file_is_read_again_only_when_its_stamp_is_another(folder: Path) -> None:
    texts, stood = read_campaign_file_texts(folder)
    assert read_campaign_file_texts(folder, stood, dict.fromkeys(texts, "kept"))[
        0
    ] == dict.fromkeys(texts, "kept")
    bree = folder / "errants" / "bree.toml"
    bree.write_text(bree.read_text().replace("phys = 13", "phys = 14"))
    again, stands = read_campaign_file_texts(folder, stood, dict.fromkeys(texts, "kept"))
    assert [name for name, text in again.items() if text != "kept"] == ["errants/bree.toml"]
    assert stands == read_file_stamps(folder) != stood


def test_names_and_contents_that_are_no_text_are_told_cleanly(folder: Path) -> None:
    (folder / "errants" / "x\x1b[31m.toml").write_bytes(b"\xff")
    os.truncate(folder / "world.toml", 17 * 1024 * 1024)
    world, errant = wrong(folder)
    assert world == "world.toml: it has 17,825,792 bytes; at most 1,000,000 can be read"
    assert errant.startswith("errants/x.toml:1: byte 1 is not UTF-8; ")


@pytest.mark.parametrize(
    "before", ["", "\n", "x" * 2_999 + "\n", "x" * 3_000 + "\n", "a = 1\n" * 999]
)
@pytest.mark.parametrize("after", ["", "\n", "\nb = 2\n"])
@pytest.mark.parametrize(
    ("number", "endless"),
    [("9" * 4_301, True), ("0x" + "f" * 3_000, True), ("9" * 4_300, False), ("9_" * 3_000, True)],
)
def test_a_number_that_takes_seconds_to_read_is_found_wherever_it_stands(
    before: str, number: str, after: str, endless: bool
) -> None:
    at = endless_number(f"{before}a = {number}{after}")
    assert at == (len(before) + 2 if endless else None)
