"""A browser that is refused: it stops asking, or asks again when it may, and what a page from
elsewhere sends from a phone's own address is nothing that the phone waits for."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import ClassVar

import pytest
from selenium.webdriver.common.keys import Keys
from starlette.requests import Request
from starlette.responses import Response

from companion.share import request_guard
from companion.share.invitations import HERE, find_lan_address
from companion.share.request_guard import make_refusal_response
from companion.share.server import ShareCall
from companion.share.web_routes import Pages, Visitor
from tests.desk.a_desk import a_desk, said
from tests.share import serving
from tests.share.browsing import Page, find_browser, open_browser
from tests.share.serving import NAME, LiveTable

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_browser() is None, reason="no chromium and chromedriver: apt install chromium-driver"
    ),
]
LATER = "const now = Date.now; Date.now = () => now() + 60000"
"""A minute has passed for the page's script: what it does after a long silence is due."""


class Door:
    """What each request is answered at the door: `status` for nobody's, None to let it in. `asked`
    are the moments of those requests."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.status: int | None = None
        self.asked: list[float] = []
        find = Pages._find_visitor

        def find_visitor(pages: Pages, request: Request) -> Visitor | Response:
            self.asked.append(monotonic())
            return (
                find(pages, request) if self.status is None else make_refusal_response(self.status)
            )

        monkeypatch.setattr(Pages, "_find_visitor", find_visitor)


@contextmanager
def sit(live: LiveTable) -> Iterator[Page]:
    with open_browser() as page:
        base, token = f"http://127.0.0.1:{live.opened.port}", live.opened.links.tokens["caller"]
        yield page.open(f"{base}/s/{token}").wait_for("caller")


def test_a_page_that_is_sent_away_stops_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(monkeypatch)
    with LiveTable(tmp_path) as live, sit(live) as page:
        said(a_desk(tmp_path / NAME), "seat send-away caller")
        page.wait_for("not good any more", "#trouble")
        page.driver.execute_script(LATER)
        number = len(door.asked)
        sleep(5)
        assert len(door.asked) == number
        assert "not good any more" in page.read("#trouble")


def test_a_page_that_must_wait_asks_again_then_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(monkeypatch)
    monkeypatch.setattr(request_guard, "WAIT_SECONDS", 6.0)
    with LiveTable(tmp_path) as live, sit(live) as page:
        door.status = 429
        live.opened.table._feeds["caller"].end_listening_pages()  # its stream ends
        page.wait_for("wait a moment", "#trouble")
        refused_at = door.asked[-1]
        number = len(door.asked)
        sleep(4)
        assert len(door.asked) == number, "it was told to wait for six seconds"
        said(a_desk(tmp_path / NAME), "note the bell is cracked")
        door.status = None
        page.wait_for("the bell is cracked", "#log").wait(lambda: not page.read("#trouble"))
        assert door.asked[number] - refused_at >= 5.5


def test_a_fault_of_the_server_is_no_lost_link_and_the_line_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(monkeypatch)
    with LiveTable(tmp_path) as live, sit(live) as page:
        door.status = 500
        page.find("#line").send_keys("note the bell is cracked", Keys.ESCAPE, Keys.ENTER)
        page.wait_for("Something broke", "#trouble")
        assert "link" not in page.read("#trouble")
        assert page.find("#line").get_attribute("value") == "note the bell is cracked"
        door.status = None
        page.find("#line").send_keys(Keys.ENTER)  # sent again, it is done
        page.wait_for("the bell is cracked", "#log")


class ForeignPage(BaseHTTPRequestHandler):
    """A page of somebody else's, with twenty pictures and scripts each that are links of seats at
    the table, and a script that fetches twenty more."""

    target: ClassVar[str] = ""

    def do_GET(self) -> None:
        pictures = "".join(f'<img src="{self.target}/s/wrong-{n}">' for n in range(20))
        scripts = "".join(f'<script src="{self.target}/s/script-{n}"></script>' for n in range(20))
        fetch = f'fetch("{self.target}/s/fetched-" + n, {{mode: "no-cors"}}).catch(() => 0)'
        scripts += f"<script>for (let n = 0; n < 20; n++) {fetch}</script>"
        body = f"<!doctype html><title>Kittens</title>{pictures}{scripts}".encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing of it."""
        del code, size


@pytest.mark.skipif(find_lan_address() == HERE, reason="this computer is in no network")
def test_pictures_and_scripts_in_a_foreign_page_let_nobody_wait_in_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over plain HTTP, where a browser does not say whose page a request is from."""
    seen: list[dict[str, str]] = []
    take_seat = Pages.take_seat

    async def take(pages: Pages, request: Request) -> Response:
        seen.append(dict(request.headers))
        return await take_seat(pages, request)

    monkeypatch.setattr(Pages, "take_seat", take)
    monkeypatch.setattr(serving, "ShareCall", lambda *a, **k: ShareCall(*a, **{**k, "lan": True}))
    with LiveTable(tmp_path) as live, ExitStack() as stack:
        monkeypatch.setattr(ForeignPage, "target", live.opened.base)
        other = ThreadingHTTPServer((find_lan_address(), 0), ForeignPage)
        stack.callback(other.server_close)
        stack.callback(other.shutdown)
        Thread(target=other.serve_forever, daemon=True).start()
        page = stack.enter_context(open_browser())
        page.driver.get(f"http://{find_lan_address()}:{other.server_port}/")
        page.wait(lambda: len(seen) >= 60)
        assert "sec-fetch-dest" not in seen[0]
        assert "cookie" not in seen[0]
        token = live.opened.links.tokens["caller"]
        page.open(f"{live.opened.base}/s/{token}").wait_for("caller").say("note here I am")
