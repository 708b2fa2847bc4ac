"""Whole evenings, replayed: `NAME.txt` is what was typed, `NAME.jsonl` what was answered.

Each evening is played on a fresh copy of the sample campaign with the seed NAME, through what
`companion run` plays scripts with, and must be answered as it was recorded, byte for byte. To
record anew after a change that was meant: run the tests with COMPANION_RECORD=1 in the
environment, and read what differs against the rules before keeping it: the recordings are the
proof.
"""

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.desk import Desk
from companion.script_runner import run_script
from tests.internal_ids import find_internal_ids

HERE = Path(__file__).parent
EVENINGS = sorted(path.stem for path in HERE.glob("*.txt"))


def play(evening: str, campaigns: Path) -> list[str]:
    """An evening as `companion run greenmire --format jsonl --keep-going --seed NAME` has it."""
    campaign_folders = CampaignFolders(campaigns, get_shipped_folder("tables"))
    desk = Desk(
        campaign_folders.open_campaign("greenmire", seed=evening),
        campaign_folders,
        whole_words=True,
    )
    typed = (HERE / f"{evening}.txt").read_text(encoding="utf-8").splitlines()
    return [a.text for a in run_script(desk, typed, as_json=True, keep_going=True)]


class Played(NamedTuple):
    """What an evening was answered, and the state files that it left."""

    told: list[str]
    files: dict[str, bytes]


@cache
def play_once(evening: str) -> Played:
    with TemporaryDirectory() as campaigns:
        told = play(evening, Path(campaigns))
        return Played(told, read_files(Path(campaigns)))


def read_files(campaigns: Path) -> dict[str, bytes]:
    own = campaigns / "my-greenmire"
    places = (own, own / "errants")
    return {path.name: path.read_bytes() for place in places for path in place.glob("*.toml")}


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_is_answered_as_it_was_recorded(evening: str) -> None:
    told = play_once(evening).told
    recorded = HERE / f"{evening}.jsonl"
    if os.environ.get("COMPANION_RECORD"):
        recorded.write_text("".join(told), encoding="utf-8")
    assert told == recorded.read_text(encoding="utf-8").splitlines(keepends=True)


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_is_the_same_twice_prints_no_id_and_can_be_taken_back(
    evening: str, tmp_path: Path
) -> None:
    """Played line by line and as people read it, it leaves the same campaign, and prints no id that
    nobody typed. Undone word by word, what is left is the campaign it began with."""
    campaign_folders = CampaignFolders(tmp_path, get_shipped_folder("tables"))
    desk = Desk(
        campaign_folders.open_campaign("greenmire", seed=evening),
        campaign_folders,
        whole_words=True,
    )
    began = desk.campaign
    script = (HERE / f"{evening}.txt").read_text(encoding="utf-8")
    for line in script.splitlines():
        said = [answer.text for answer in run_script(desk, [line], as_json=False, keep_going=True)]
        for internal in find_internal_ids(desk.campaign):
            found = [text for text in said if internal.search(text)]
            assert not found or internal.search(script), (line, found)
    assert read_files(tmp_path) == play_once(evening).files
    assert desk.campaign != began
    while (reply := desk.run("undo!")) is not None and reply.ok:
        pass
    assert reply is not None
    assert reply.refusal is not None
    assert reply.refusal.message == "There is nothing to undo."
    assert desk.campaign == began


def test_there_are_evenings() -> None:
    assert {"delve", "downtime", "journey", "quiet"} <= set(EVENINGS)
