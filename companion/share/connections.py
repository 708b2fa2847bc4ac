"""How many connections there may be, and how long each may take to ask something.

A phone keeps one connection open and a few more for a moment. Whoever opens more than a table
needs, or sends a letter a minute, is cut off before a page is made for them.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MAX_CONNECTIONS = 240
MAX_CONNECTIONS_BY_ADDRESS = 48
"""A house may be one address to us: eight phones with six connections each."""
SECONDS_TO_ASK = 10.0
"""The time a request may take to arrive as a whole."""
SECONDS_TO_READ = 15.0
"""The time a reader may take until all is taken that was sent."""


class ConnectionCounter:
    """The open connections of one server, by address."""

    def __init__(self) -> None:
        self.by_address: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        is_full = self.by_address.total() >= MAX_CONNECTIONS
        if is_full or self.by_address[address] >= MAX_CONNECTIONS_BY_ADDRESS:
            return False
        self.by_address[address] += 1
        return True

    def release(self, address: str) -> None:
        """A connection has ended."""
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class BoundedProtocol(H11Protocol):
    """A connection that is counted, and ends if no request comes in time, or no answer is read."""

    counter: ConnectionCounter
    _admitted_address: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, or cut it off."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else "?"
        if not self.counter.admit(address):
            self.transport = transport
            transport.abort()
            return
        self._admitted_address = address
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # any byte that waits is told by pause_writing
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._stop_deadline()
        self._stop_reading()
        if self._admitted_address is not None:
            self.counter.release(self._admitted_address)
            self._admitted_address = None
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what arrived; the time runs until a request is whole."""
        if self._admitted_address is None or self.transport.is_closing():
            return
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.more_body:
            self._stop_deadline()
        elif self._deadline is None:
            self._start_deadline()

    def pause_writing(self) -> None:
        """Bytes wait to be read: the time runs until none does. To close would wait without end."""
        super().pause_writing()
        self._stop_reading()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """All was read."""
        self._stop_reading()
        super().resume_writing()

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(SECONDS_TO_ASK, self._cut_off)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cut_off(self) -> None:
        self._deadline = None
        self.transport.abort()


def make_protocol() -> type[BoundedProtocol]:
    """The class of the connections of one server, which counts them together."""
    fields: dict[str, Any] = {"counter": ConnectionCounter()}
    return type("CountedProtocol", (BoundedProtocol,), fields)
