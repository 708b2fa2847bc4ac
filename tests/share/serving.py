"""A shared table to ask things of: in this process without a network, or served to real clients."""

import asyncio
import http.client
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import quote, urlencode

from starlette.testclient import TestClient
from starlette.types import Message

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.data_folders import get_shipped_folder
from companion.campaign.seat_presence_and_orders import Place
from companion.share.connection_limits import BoundedProtocol
from companion.share.server import OpenTable, ShareCall, TableServer, open_shared_campaign
from tests.sample import copy_sample

NAME = "mire"
PATIENCE = 40.0
"""Seconds after which what is waited for will not come: ample for a busy machine."""
_FIELD = re.compile(r'name="(token|nonce)" value="([^"]*)"')


def open_campaign_folders(campaigns: Path) -> CampaignFolders:
    """Folders of campaigns with a copy of the sample."""
    if not (campaigns / NAME).exists():
        copy_sample(campaigns / NAME)
    return CampaignFolders(campaigns, get_shipped_folder("tables"))


@contextmanager
def share(campaigns: Path, *, screen: bool = True, keep_links: bool = False) -> Iterator[OpenTable]:
    """A table that is open, and listens at a port of its own."""
    call = ShareCall(NAME, port=0, screen=screen, keep_links=keep_links)
    opened = open_shared_campaign(call, open_campaign_folders(campaigns), lambda _text: None)
    with opened.closing:
        yield opened


class Visit:
    """A browser without a script, of one seat; nothing goes over a network. `client` is shared."""

    def __init__(self, opened: OpenTable, client: TestClient, place: Place | None = None) -> None:
        self.opened, self.client, self.place = opened, client, place
        self.base = f"http://127.0.0.1:{opened.port}"
        self.cookie = ""
        if place is not None:
            self.cookie = f"companion-{opened.port}={opened.links.make_session(place)}"

    def get(self, path: str, **headers: str) -> Any:
        return self.request("GET", path, headers=headers)

    def get_texts(self, *paths: str) -> list[str]:
        """Many pages, each of which there is: asked of the app itself, as a client takes longer to
        ask for a page than the app to make it."""
        portal = self.client.portal
        assert portal is not None
        return portal.call(self._ask, paths)

    async def _ask(self, paths: Iterable[str]) -> list[str]:
        headers = {"host": self.base.removeprefix("http://"), "cookie": self.cookie}
        texts: list[str] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def send(message: Message) -> None:
            assert message.get("status", 200) == 200, path
            texts[-1] += message.get("body", b"").decode()

        for path in paths:
            texts.append("")
            asked, _, query = path.partition("?")
            scope = {
                **{"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"},
                **{"path": asked, "raw_path": asked.encode(), "root_path": ""},
                **{"query_string": quote(query, safe="=").encode()},
                **{"client": ("testclient", 50_000), "server": ("127.0.0.1", self.opened.port)},
                "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
            }
            await self.opened.app(scope, receive, send)
        return texts

    def request(self, method: str, path: str, **extra: Any) -> Any:
        """Any request, with this seat's cookie."""
        self.client.cookies.clear()
        headers = {**extra.pop("headers", {})}
        if self.cookie:
            headers.setdefault("cookie", self.cookie)
        return self.client.request(
            method, self.base + path, headers=headers, follow_redirects=False, **extra
        )

    def read_fields(self) -> dict[str, str]:
        """The hidden fields of the form where a line is typed."""
        return dict(_FIELD.findall(self.get("/").text))

    def post(self, fields: dict[str, str], **headers: str) -> Any:
        """A form that is sent, as our own page sends it."""
        sent = {"origin": self.base, "content-type": "application/x-www-form-urlencoded", **headers}
        return self.request("POST", "/say", content=urlencode(fields), headers=sent)

    def say(self, line: str) -> str:
        """Say a line by the form; the table as it is shown then."""
        answer = self.post({**self.read_fields(), "line": line})
        assert answer.status_code == 303, (line, answer.status_code, answer.text)
        return str(self.get("/").text)


@contextmanager
def visit(opened: OpenTable, *places: Place) -> Iterator[list[Visit]]:
    """Browsers of these seats at one table."""
    with TestClient(opened.app, base_url=f"http://127.0.0.1:{opened.port}") as client:
        yield [Visit(opened, client, place) for place in places]


class Event(NamedTuple):
    """An event as a page hears it: its kind, its data, and the name of its number."""

    kind: str
    data: Any
    name: str


class LiveTable:
    """A table that is served in a thread of this process; a context manager."""

    def __init__(
        self,
        campaigns: Path,
        *,
        keep_links: bool = False,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        call = ShareCall(NAME, port=0, screen=True, keep_links=keep_links)
        self.heard: list[str] = []
        self._phones: list[Phone] = []
        self.opened = open_shared_campaign(
            call, open_campaign_folders(campaigns), announce or self.heard.append
        )
        self._server = TableServer(self.opened, self.heard.append)
        self._thread = Thread(target=lambda: asyncio.run(self._server.serve_table()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for phone in self._phones:
            phone.close()
        self._server.should_exit = True
        self.opened.table.is_closed = True
        self._thread.join(20)
        assert not self._thread.is_alive()
        self.opened.closing.close()

    def sit(self, place: Place, address: str = "127.0.0.1") -> "Phone":
        phone = Phone(self.opened.port, self.opened.links.tokens[place], address)
        self._phones.append(phone)
        return phone

    def count_connections(self) -> int:
        """How many sockets are open at the server's side."""
        protocol = self._server.config.http
        assert isinstance(protocol, type)
        assert issubclass(protocol, BoundedProtocol)
        return protocol.counter.by_address.total()


class Phone:
    """A real client, with a script's manners, that opens the link with this token."""

    def __init__(self, port: int, token: str, address: str = "127.0.0.1") -> None:
        self.port = port
        self._from = (address, 0)
        self._headers = {"Host": f"127.0.0.1:{port}"}
        self._connection = self._connect()
        try:
            self._headers["Cookie"] = self._open_link(token)
            page = self.get("/")
        except BaseException:
            self.close()
            raise
        self._fields = dict(_FIELD.findall(page))
        self.heard = page.partition('data-heard="')[2].partition('"')[0]

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=self._from
        )

    def _open_link(self, token: str) -> str:
        """The cookie that comes with a link."""
        self._connection.request("GET", f"/s/{token}", headers=self._headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (answer.status, text)
        return str(answer.headers["Set-Cookie"]).partition(";")[0]

    def close(self) -> None:
        """Go home."""
        self._connection.close()

    def get(self, path: str) -> str:
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, (path, answer.status, text)
        return text

    def get_json(self, path: str) -> Any:
        """What a script asks for."""
        return json.loads(self.get(quote(path, safe="/?=")))

    def say(self, line: str, nonce: str = "") -> dict[str, Any]:
        """Say a line; what a script is answered."""
        life = self._fields["nonce"].partition(".")[0]
        fields = {**self._fields, "line": line, "nonce": nonce or f"{life}.{token_hex(8)}"}
        headers = {
            **self._headers,
            "Origin": f"http://127.0.0.1:{self.port}",
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._connection.request("POST", "/say", urlencode(fields), headers)
        answer = self._connection.getresponse()
        found: dict[str, Any] = json.loads(answer.read())
        return found

    @contextmanager
    def listen(self, after: str | None = None) -> Iterator[Iterator[Event]]:
        """The events since the page was loaded, or after a number."""
        connection = self._connect()
        name = self.heard if after is None else after
        connection.request("GET", f"/events?after={quote(name)}", headers=self._headers)
        answer = connection.getresponse()
        try:
            assert answer.status == 200, answer.status
            yield self._read_events(answer)
        finally:
            answer.close()
            connection.close()

    def _read_events(self, answer: http.client.HTTPResponse) -> Iterator[Event]:
        fields: dict[str, str] = {}
        while line := answer.readline():
            text = line.decode().rstrip("\n")
            if text:
                name, _, value = text.partition(": ")
                fields[name] = value
            elif "event" in fields:
                yield Event(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
                fields = {}


def wait_for_answers(events: Iterator[Event], number: int) -> list[Event]:
    """The next answers of a stream, so many of them."""
    found: list[Event] = []
    give_up = monotonic() + PATIENCE
    while len(found) < number:
        event = next(events)
        if event.kind == "answer":
            found.append(event)
        assert monotonic() < give_up, f"{len(found)} answers of {number}"
    return found


def wait_for_text(events: Iterator[Event], text: str) -> Event:
    """The next answer of a stream that holds a text; one event may tell of several answers, and
    several of one."""
    give_up = monotonic() + PATIENCE
    for event in events:
        if event.kind == "answer" and text in event.data["html"]:
            return event
        assert monotonic() < give_up, f"no answer holds {text!r}"
    raise AssertionError(f"the stream ended, and no answer holds {text!r}")
