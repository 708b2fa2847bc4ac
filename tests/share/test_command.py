"""`companion share` as it is called: what it prints, how it ends, and what `kill -9` leaves."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno

from companion.campaign.seat_presence_and_orders import Place
from companion.share.invitations import render_invitations, render_qr_code
from companion.share.seat_links import LINKS_FILE, SEATS, Links, load_or_make_links
from tests.desk.a_desk import a_desk
from tests.sample import copy_sample
from tests.share.serving import NAME, Phone

pytestmark = pytest.mark.slow

_LINK = re.compile(r"^([a-z-]+): (http://127\.0\.0\.1:(\d+)/s/(\S+))$")


class Served:
    """`companion share` in a process of its own, after some lines of Python that come `first`."""

    def __init__(self, campaigns: Path, *options: str, first: str = "") -> None:
        if not (campaigns / NAME).exists():
            copy_sample(campaigns / NAME)
        run = ["-m", "companion"]
        if first:
            run = ["-c", f"{first}\nfrom companion.__main__ import main\nmain()"]
        call = ["share", NAME, "--campaigns", str(campaigns), "--port", "0"]
        self.process = subprocess.Popen(
            [sys.executable, *run, *call, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.process.stdout is not None
        self.printed: list[str] = []
        self.tokens: dict[str, str] = {}
        self.port = 0
        last = "screen" if "--screen" in options else "timekeeper"
        while last not in self.tokens:
            line = self.process.stdout.readline().decode()
            assert line, self.printed
            self.printed.append(line.rstrip("\n"))
            if found := _LINK.match(self.printed[-1]):
                self.tokens[found[1]], self.port = found[4], int(found[3])

    def sit(self, place: Place) -> Phone:
        return Phone(self.port, self.tokens[place])

    def end(self, sign: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """End it; its status, and what it printed last."""
        self.process.send_signal(sign)
        rest, _ = self.process.communicate(timeout=20)
        return self.process.returncode, rest.decode()


@contextmanager
def served(campaigns: Path, *options: str, first: str = "") -> Iterator[Served]:
    table = Served(campaigns, *options, first=first)
    try:
        yield table
    finally:
        table.process.kill()
        table.process.communicate()


def test_it_prints_a_link_for_each_seat_and_ends_cleanly(tmp_path: Path) -> None:
    with served(tmp_path, "--screen") as table:
        assert set(table.tokens) == {*SEATS, "screen"}
        assert len(set(table.tokens.values())) == 7
        phone = table.sit("mapper")
        with phone.listen() as heard:
            next(heard)
            status, rest = table.end()
            assert [event.kind for event in heard][-1:] == ["closed"]
        phone.close()
    assert status == 0
    assert "The mapper is here (127.0.0.1)." in rest
    assert "The table is closed." in rest
    assert "Traceback" not in rest


def test_links_are_made_anew_unless_they_are_kept(tmp_path: Path) -> None:
    kept = tmp_path / NAME / ".companion" / LINKS_FILE
    with served(tmp_path) as table:
        first = table.tokens
        assert not kept.exists()
    with served(tmp_path, "--keep-links") as table:
        second = table.tokens
        assert kept.stat().st_mode & 0o777 == 0o600
    with served(tmp_path, "--keep-links") as table:
        third = table.tokens
    with served(tmp_path) as table:
        fourth = table.tokens
        assert not kept.exists()
    assert second == third
    assert not set(first.values()) & set(second.values())
    assert not set(fourth.values()) & {*first.values(), *second.values()}


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1]", '{"guide": 1}', '{"guide": "' + "a" * 22 + '"}'),
        *('{"guide": {"token": "short"}}', '{"guide": {"token": "' + "é" * 30 + '"}}'),
    ],
)
def test_kept_links_that_cannot_be_read_are_made_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / ".companion").mkdir()
    (tmp_path / ".companion" / LINKS_FILE).write_text(text, encoding="utf-8")
    links = load_or_make_links(tmp_path, SEATS, {}, keep=True)
    assert all(re.fullmatch(r"[\w-]{22}", token) for token in links.tokens.values())
    assert load_or_make_links(tmp_path, SEATS, {}, keep=True).tokens == links.tokens


def test_kept_links_are_not_written_through_a_link(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = tmp_path / "campaign"
    folder.mkdir()
    (folder / ".companion").symlink_to(elsewhere)
    with pytest.raises(OSError, match="symbolic links"):
        load_or_make_links(folder, SEATS, {}, keep=True)
    assert not list(elsewhere.iterdir())


def test_a_token_opens_its_place_and_no_other() -> None:
    links = Links(SEATS)
    for place, token in links.tokens.items():
        assert links.find_place(token) == place
        for wrong in (token[:-1], token + "x", token.swapcase(), f" {token}", "", "é"):
            assert links.find_place(wrong) is None
    old = links.tokens["mapper"]
    assert links.find_place(links.renew_token("mapper", 1)) == "mapper"
    assert links.find_place(old) is None


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as table:
        call = ["-m", "companion", "share", NAME, "--campaigns", str(tmp_path)]
        done = subprocess.run(
            [sys.executable, *call, "--port", str(table.port)], capture_output=True, text=True
        )
    assert done.returncode == 1
    assert f"Nothing can be shared at port {table.port}" in done.stderr
    assert "Try: --port 0" in done.stderr


def test_without_its_libraries_it_says_how_to_install_them(tmp_path: Path) -> None:
    code = f"""
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "segno" else found(name, *rest)
sys.argv = ["companion", "share", "greenmire", "--campaigns", {str(tmp_path)!r}]
from companion.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pip install 'errant-companion[share]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_guides_link_is_one_of_this_computer() -> None:
    links = Links((*SEATS, "screen"))
    base = "http://192.168.178.20:7337"
    lines = render_invitations(links, base, lan=True)
    urls = dict(line.split(": ", 1) for line in lines if "/s/" in line)
    assert urls.pop("guide") == f"http://127.0.0.1:7337/s/{links.tokens['guide']}"
    tokens = {place: token for place, token in links.tokens.items() if place != "guide"}
    assert urls == {place: f"{base}/s/{token}" for place, token in tokens.items()}
    word = lines[lines.index(f"guide: http://127.0.0.1:7337/s/{links.tokens['guide']}") + 1]
    assert "192.168.178.20" in word
    assert links.tokens["guide"] not in word
    assert render_invitations(links, base, ("guide",), lan=True) == lines[:2]
    alone = render_invitations(links, "http://127.0.0.1:7337", lan=True)
    assert [line for line in alone if line.startswith(("guide", " "))] == alone[:1]


@pytest.mark.parametrize("coloured", [True, False])
def test_a_qr_code_is_drawn_in_half_blocks(coloured: bool) -> None:
    url = "http://192.168.178.20:7337/s/" + "x" * 22
    lines = render_qr_code(url, coloured=coloured)
    bare = [line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m") for line in lines]
    assert (bare != lines) == coloured
    drawn = [[mark in pair for mark in line] for line in bare for pair in ("█▀", "█▄")]
    dark = [[each == coloured for each in row] for row in drawn]
    expected = [[bool(each) for each in row] for row in segno.make(url, error="l").matrix]
    width = len(expected)
    assert [row[2 : 2 + width] for row in dark[2 : 2 + width]] == expected
    assert len(lines) <= 20
    assert len(bare[0]) <= 40


WORDS = [f"note word {number}" for number in range(8)]


@pytest.mark.parametrize("killed_after", range(1, len(WORDS), 2))
def test_kill_9_at_any_word_loses_nothing_that_was_answered(
    tmp_path: Path, killed_after: int
) -> None:
    answered = []
    with served(tmp_path, "--keep-links") as table:
        phone = table.sit("note-taker")
        for line in WORDS[:killed_after]:
            assert phone.say(line)["ok"]
            answered.append(line)
        table.end(signal.SIGKILL)
        phone.close()
    with served(tmp_path, "--keep-links") as table:
        phone = table.sit("note-taker")
        page = phone.get("/")
        for line in answered[-6:]:
            assert line.removeprefix("note ") in page
        phone.say(WORDS[-1])
        phone.close()
    entries = [entry.line for entry in a_desk(tmp_path / NAME).archive.read_entries()]
    assert entries[::-1] == [*answered, WORDS[-1]]
