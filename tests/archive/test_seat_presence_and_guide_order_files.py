"""The files in which the process that shares a campaign and the Guide's prompt meet."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.archive.disk.dot_companion_folder import OWN_FOLDER
from companion.archive.seat_presence_and_guide_order_files import (
    ORDERS_FILE,
    PRESENT_FILE,
    mark_campaign_shared,
    read_guide_orders,
    read_sharing_state,
    write_guide_orders,
)
from companion.campaign.seat_presence_and_orders import Order, Presence, Sharing
from companion.refusal import Impossible

SHARE = """
import sys
from pathlib import Path
from companion.archive.seat_presence_and_guide_order_files import mark_campaign_shared
from companion.campaign.seat_presence_and_orders import Presence
with mark_campaign_shared(Path(sys.argv[1]), "http://here") as write_present:
    write_present((Presence("mapper", 2),))
    print("shared", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mire").mkdir()
    return tmp_path / "mire"


def start_sharing(folder: Path) -> "subprocess.Popen[str]":
    """Another process that shares the campaign until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", SHARE, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "shared\n"
    return process


def test_a_campaign_is_shared_as_long_as_its_process_runs(folder: Path) -> None:
    assert read_sharing_state(folder) == Sharing("mire", {})
    process = start_sharing(folder)
    found = read_sharing_state(folder)
    assert (found.is_shared, found.address) == (True, "http://here")
    assert found.present == (Presence("mapper", 2),)
    process.communicate("")
    assert not read_sharing_state(folder).is_shared
    assert not (folder / OWN_FOLDER / PRESENT_FILE).exists()


def test_a_process_that_is_killed_shares_no_more(folder: Path) -> None:
    process = start_sharing(folder)
    process.kill()
    process.communicate()
    assert (folder / OWN_FOLDER / PRESENT_FILE).exists()
    assert read_sharing_state(folder) == Sharing("mire", {})
    with mark_campaign_shared(folder):
        assert read_sharing_state(folder).present == ()


def test_two_processes_do_not_share_one_campaign(folder: Path) -> None:
    process = start_sharing(folder)
    with pytest.raises(Impossible, match="shared already"), mark_campaign_shared(folder):
        pass
    process.communicate("")


def test_orders_are_kept_and_read_when_they_change(folder: Path) -> None:
    assert read_guide_orders(folder) == {}
    write_guide_orders(folder, {"mapper": Order("Mo", True), "caller": Order()})
    assert read_guide_orders(folder) == {"mapper": Order("Mo", True)}
    assert read_guide_orders(folder) is read_guide_orders(folder), (
        "an unchanged file is not read again"
    )
    orders = read_sharing_state(folder).change_guide_order("mapper", is_muted=False, sent_away=1)
    write_guide_orders(folder, orders)
    assert read_guide_orders(folder) == {"mapper": Order("Mo", False, 1)}
    assert stat.S_IMODE((folder / OWN_FOLDER / ORDERS_FILE).stat().st_mode) == 0o600


def test_names_and_addresses_are_text(folder: Path) -> None:
    write_guide_orders(folder, {"mapper": Order("Mo\x1b[31m\n\u202eeht " + "x" * 100)})
    name = read_guide_orders(folder)["mapper"].name
    assert name.startswith("Mo eht x")
    assert len(name) <= 40
    with mark_campaign_shared(folder, "http://\x1b]0;boo\x07here") as write_present:
        write_present((Presence("mapper", -3, ("1.2.3.4\x07",)),))
        found = read_sharing_state(folder)
        assert found.address == "http://here"
        assert found.present == (Presence("mapper", 0, ("1.2.3.4",)),)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"mapper": 3}',
        b'{"nobody": {"name": "x"}}',
        b'{"mapper": {"name": "' + b"x" * 20_000 + b'"}}',
        b"[" * 9_000,
    ],
)
def test_a_spoilt_file_says_nothing(folder: Path, data: bytes) -> None:
    write_guide_orders(folder, {"mapper": Order("Mo")})
    (folder / OWN_FOLDER / ORDERS_FILE).write_bytes(data)
    assert read_guide_orders(folder) == {}
    with mark_campaign_shared(folder):
        (folder / OWN_FOLDER / PRESENT_FILE).write_bytes(data)
        assert read_sharing_state(folder) == Sharing("mire", {}, True)
    write_guide_orders(folder, {"mapper": Order("Mo")})
    assert read_guide_orders(folder) == {"mapper": Order("Mo")}


def test_nothing_is_read_or_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / OWN_FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="link"):
        write_guide_orders(folder, {"mapper": Order("Mo")})
    with pytest.raises(Impossible), mark_campaign_shared(folder):
        pass
    assert not list((tmp_path / "elsewhere").iterdir())
    (folder / OWN_FOLDER).unlink()
    (folder / OWN_FOLDER).mkdir()
    os.mkfifo(folder / OWN_FOLDER / ORDERS_FILE)
    assert read_guide_orders(folder) == {}
