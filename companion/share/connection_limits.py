"""Limits connections: how many there may be, and how long each may take to ask something.

A phone keeps one connection open and a few more for a moment. Whoever opens more than a table
needs, or sends a letter a minute, is cut off before a page is made for them. A connection is a
stranger's until a request on it names a seat: where room is short, the oldest of those ends first.
"""

import asyncio
from collections import Counter
from typing import Any, cast

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MAX_CONNECTIONS = 240
MAX_STRANGERS = MAX_CONNECTIONS // 2
"""Connections that have named no seat."""
MAX_CONNECTIONS_BY_ADDRESS = 48
"""A house may be one address to us: eight phones with six connections each."""
SECONDS_TO_ASK = 10.0
"""The time a request may take to arrive as a whole."""
SECONDS_TO_READ = 15.0
"""The time a reader may take until all is taken that was sent."""

_CONNECTION = "connection"
"""Where a request has the connection that it came by."""


class ConnectionCounter:
    """The open connections of one server, by address."""

    def __init__(self) -> None:
        self.by_address: Counter[str] = Counter()
        self.strangers: dict[BoundedProtocol, str] = {}
        """Those that have named no seat, the oldest first, with their addresses."""

    def make_room_for_connection(self, address: str) -> None:
        """Cut off the oldest stranger if there is no room for another: one of this address if it
        has too many."""
        has_too_many = self.by_address[address] >= MAX_CONNECTIONS_BY_ADDRESS
        is_full = self.by_address.total() >= MAX_CONNECTIONS
        if has_too_many or is_full or len(self.strangers) >= MAX_STRANGERS:
            for each, its_address in self.strangers.items():
                if its_address == address or not has_too_many:
                    each.cut_connection_off()
                    return

    def admit_connection(self, address: str) -> bool:
        """Count a connection, unless there are too many."""
        is_full = self.by_address.total() >= MAX_CONNECTIONS
        if is_full or self.by_address[address] >= MAX_CONNECTIONS_BY_ADDRESS:
            return False
        self.by_address[address] += 1
        return True

    def release_connection(self, address: str) -> None:
        """A connection has ended."""
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class BoundedProtocol(H11Protocol):
    """A connection that is counted, and ends if no request comes in time, or no answer is read."""

    counter: ConnectionCounter
    _admitted_address: str | None = None
    _is_counted = False
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, or cut it off."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else "?"
        self.counter.make_room_for_connection(address)
        if not self.counter.admit_connection(address):
            self.transport = transport
            transport.abort()
            return
        self._admitted_address, self._is_counted = address, True
        self.counter.strangers[self] = address
        self.app_state = {**self.app_state, _CONNECTION: self}
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # any byte that waits is told by pause_writing
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._admitted_address is None:
            return
        self._uncount_connection()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what arrived."""
        if not self._is_counted or self.transport.is_closing():
            return
        super().data_received(data)

    def handle_events(self) -> None:
        """Begin to answer what has arrived; the time runs until a request is whole."""
        super().handle_events()
        if not self._is_waiting_for_request():
            self._stop_deadline()
        elif self._deadline is None:
            self._start_deadline()

    def note_whether_seated(self, *, is_seated: bool) -> None:
        """Whether the last request named a seat."""
        if not self._is_counted or is_seated != (self in self.counter.strangers):
            return
        if is_seated:
            del self.counter.strangers[self]
        else:
            self.counter.strangers[self] = self._admitted_address or ""

    def cut_connection_off(self) -> None:
        """End it at once, whatever waits to be sent; its place is free from now on."""
        self._uncount_connection()
        self.transport.abort()

    def _uncount_connection(self) -> None:
        self._stop_deadline()
        self._stop_reading()
        if self._is_counted and self._admitted_address is not None:
            self._is_counted = False
            self.counter.release_connection(self._admitted_address)
            self.counter.strangers.pop(self, None)

    def _is_waiting_for_request(self) -> bool:
        """True while a request is begun, or none ever was."""
        state, cycle = self.conn.their_state, cast("RequestResponseCycle | None", self.cycle)
        if state is h11.IDLE:
            return cycle is None or bool(self.conn.trailing_data[0])
        return state is h11.SEND_BODY

    def pause_writing(self) -> None:
        """Bytes wait to be read: the time runs until none does. To close would wait without end."""
        super().pause_writing()
        self._stop_reading()
        self._reading = self.loop.call_later(SECONDS_TO_READ, self.cut_connection_off)

    def resume_writing(self) -> None:
        self._stop_reading()
        super().resume_writing()

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(SECONDS_TO_ASK, self.cut_connection_off)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def note_whether_connection_has_seat(scope: Scope, *, is_seated: bool) -> None:
    """Tell the connection of a request whether the request named a seat."""
    connection = scope.get("state", {}).get(_CONNECTION)
    if isinstance(connection, BoundedProtocol):
        connection.note_whether_seated(is_seated=is_seated)


def make_protocol_class() -> type[BoundedProtocol]:
    """The class of the connections of one server, which counts them together."""
    fields: dict[str, Any] = {"counter": ConnectionCounter()}
    return type("CountedProtocol", (BoundedProtocol,), fields)
