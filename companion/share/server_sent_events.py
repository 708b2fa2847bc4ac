"""Server-sent events: what a seat hears, as it happens, to a page that stays open.

A page says up to which number it has heard, and gets all that came after, in order and once. What
it cannot be told any more makes it load itself anew.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from companion.campaign.seat_presence_and_orders import Place
from companion.share.seat_feed import Feed
from companion.share.shared_table import SharedTable

BEAT_SECONDS = 5.0
"""A page that hears no beat for a while takes its connection for dead, and opens another."""
SEND_SECONDS = 15.0
"""A reader that takes nothing for so long is let go: it comes back by itself."""
_HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


def encode_server_sent_event(kind: str, data: object, name: str = "") -> bytes:
    """An event in the format of the HTML standard. JSON has no line breaks of its own."""
    lines = [f"id: {name}"] if name else []
    lines += [f"event: {kind}", f"data: {json.dumps(data)}"]
    return ("\n".join(lines) + "\n\n").encode()


class EventStream(Response):
    """The answer to `/events`: all after a number, and the state if it is not of the `version` that
    the page shows. It goes on until the page leaves, is sent away, or the table is closed."""

    def __init__(
        self,
        table: SharedTable,
        feed: Feed,
        place: Place,
        address: str,
        *,
        after: str,
        version: int,
    ) -> None:
        super().__init__()
        self._table = table
        self._feed = feed
        self._place = place
        self._address = address
        self._after = after
        self._version = version
        self._sitting = feed.sittings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until one side has enough."""
        del scope
        leaving = asyncio.ensure_future(_wait_for_leaving(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            async for data in self._yield_event_bytes(leaving):
                message = {"type": "http.response.body", "body": data, "more_body": True}
                async with asyncio.timeout(SEND_SECONDS):
                    await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            return
        finally:
            leaving.cancel()
            self._table.end_stream(self._place, self._address)

    async def _yield_event_bytes(self, leaving: "asyncio.Future[None]") -> AsyncIterator[bytes]:
        """The bytes to send: what this seat hears, and a sign of life in between."""
        feed, sitting = self._feed, self._sitting
        number, version = feed.parse_event_id(self._after), self._version
        yield b"retry: 1000\n\n"
        while not self._table.is_closed and feed.sittings == sitting:
            signal = feed.get_news_signal()
            events = feed.list_events_after(number) if number is not None else None
            if events is None:
                yield encode_server_sent_event("reset", feed.life)
                return
            for event in events:
                number = event.number
                yield encode_server_sent_event(
                    "answer", {"html": event.html}, feed.format_event_id(number)
                )
            if feed.version != version:
                version = feed.version
                yield encode_server_sent_event("state", {"html": feed.state, "version": version})
            waiting: set[asyncio.Future[Any]] = {asyncio.ensure_future(signal.wait()), leaving}
            done, _ = await asyncio.wait(
                waiting, timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            for each in waiting - {leaving}:
                each.cancel()
            if leaving in done:
                return
            if not done:
                yield encode_server_sent_event("beat", 0)
        yield encode_server_sent_event("closed", 0)


async def _wait_for_leaving(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
