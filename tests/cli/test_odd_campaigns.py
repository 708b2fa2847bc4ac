"""A folder of campaigns in which not everything is one: the good ones are listed, the others told
with what is wrong with them, and nothing is waited for."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.campaign_summaries import list_campaign_summaries
from tests.cli.calling import companion
from tests.storms.hostile.places import ODD_BOOKS, make_odd_book

NOBODY = 65_534
BEGINNING = "schema = 1\nname = {name!r}\n[clock]\nnow = 'day 1 08:00'\n"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with two good campaigns, one for each thing a campaign.toml should not be, and
    other things that are no campaigns."""
    kept = tmp_path / "kept"
    for name in ("alder", "birch"):
        (kept / name).mkdir(parents=True)
        (kept / name / "campaign.toml").write_text(BEGINNING.format(name=name))
    for thing in ODD_BOOKS:
        make_odd_book(kept / f"odd-{thing}", thing)
    (kept / "in-a-circle").symlink_to("in-a-circle")
    (kept / "itself").symlink_to(".")
    (kept / "a-file").write_text("x")
    (kept / "empty").mkdir()
    os.mkfifo(kept / "a-pipe")
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(os.fspath((kept / "s").relative_to(Path.cwd())))
    for name in ("red\x1b[31m", "two\nlines", os.fsdecode(b"\xff\xfe")):
        odd = kept / name
        odd.mkdir()
        (odd / "campaign.toml").write_text(BEGINNING.format(name="odd"))
    return kept


@pytest.mark.usefixtures("kept")
def test_good_campaigns_are_listed_and_odd_ones_with_check() -> None:
    call = companion("list")
    assert call.status == 0
    told = dict(line.split(None, 1) for line in call.out.splitlines())
    assert set(told) == {"alder", "birch", "greenmire", *(f"odd-{each}" for each in ODD_BOOKS)}
    for thing in ODD_BOOKS:
        assert told[f"odd-{thing}"] == f"broken, one problem: companion check odd-{thing}"


@pytest.mark.parametrize("thing", ODD_BOOKS)
@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "{}"),
        ("run", "{}"),
        ("export", "{}"),
        ("play", "{}"),
        ("new", "Copy", "--from", "{}"),
        ("roll", "encounters", "--campaign", "{}"),
    ],
)
def test_what_is_wrong_is_told_with_its_file(
    arguments: tuple[str, ...], thing: str, kept: Path
) -> None:
    call = companion(*(each.format(f"odd-{thing}") for each in arguments))
    assert call.status == 3
    assert call.err.startswith("campaign.toml: it is ")
    assert not (kept / "copy").exists()


def test_an_own_copy_that_is_odd_is_told_and_not_made_again(kept: Path) -> None:
    make_odd_book(kept / "my-greenmire", "folder")
    assert companion("run", "greenmire", typed="status").status == 3


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder of campaigns that anybody may look into, on the way to it too."""
    place = Path(mkdtemp(prefix="campaigns-"))
    place.chmod(0o755)
    (place / "alder").mkdir()
    (place / "alder" / "campaign.toml").write_text(BEGINNING.format(name="alder"))
    yield place
    for folder in (place, *place.iterdir()):
        folder.chmod(0o755)
    rmtree(place)


def as_nobody(do: Callable[[], None]) -> None:
    """Do it as somebody for whom a folder can be closed: root may look into every one."""
    if os.geteuid():
        do()
        return
    os.seteuid(NOBODY)
    try:
        if not os.access(Path(__file__), os.R_OK, effective_ids=True):
            pytest.skip("nobody else may look into this checkout")
        do()
    finally:
        os.seteuid(0)


def test_a_folder_that_cannot_be_looked_into_is_listed_as_broken(shared: Path) -> None:
    (shared / "closed").mkdir()
    (shared / "closed" / "campaign.toml").write_text(BEGINNING.format(name="closed"))
    (shared / "closed").chmod(0)

    def list_them() -> None:
        found = {
            each.name: each.problems for each in list_campaign_summaries(CampaignFolders(shared))
        }
        assert found == {"alder": 0, "closed": 1, "greenmire": 0}
        call = companion("check", "closed", "--campaigns", str(shared))
        assert (call.status, call.out) == (1, "")
        assert "Permission denied" in call.err

    as_nobody(list_them)


def test_a_folder_of_campaigns_that_cannot_be_read_is_refused(shared: Path) -> None:
    shared.chmod(0)

    def list_them() -> None:
        call = companion("list", "--campaigns", str(shared))
        assert (call.status, call.out) == (1, "")
        assert "Permission denied" in call.err

    as_nobody(list_them)


@pytest.mark.usefixtures("kept")
def test_a_process_of_its_own_waits_for_no_pipe_and_reads_no_device() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "list"],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert "alder" in done.stdout
