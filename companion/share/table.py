"""The table while it is shared: words in, one after another, and what every seat hears of them.

All desks are used in one thread of their own, so that no word waits for a lock that its own process
holds, and the event loop goes on meanwhile. Whatever else writes to the campaign is looked for
several times a second.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from companion.archive.disk.own_folder import log_failure
from companion.archive.sharing import read_orders
from companion.archive.shelves import Shelves
from companion.campaign.sharing import Order, Place, Presence
from companion.commands.suggest import Suggestion
from companion.share.choices import Button
from companion.share.feed import Feed
from companion.share.panels import Panel
from companion.share.seats import SeatDesk, SeatDesks

POLL_SECONDS = 0.12
"""Between two looks at what other processes have written."""
MAX_WAITING = 12
"""Lines and pages of one seat that may wait for the thread in which all are made."""
MAX_STREAMS = 24
"""Pages of one seat that may listen at a time."""
_MAX_ANSWERS = 200
"""Answers that are remembered, so that a line that is sent twice is run once."""
T = TypeVar("T")


class Answered(NamedTuple):
    """The answer to a line: the number up to which its seat has now heard, and whether it was
    done."""

    number: int
    ok: bool


class Doorkeeper(NamedTuple):
    """What the table does not do itself: tell the Guide something, make a new link for a place,
    and write who is there."""

    announce: Callable[[str], None]
    renew_link: Callable[[Place], None]
    write_present: Callable[[tuple[Presence, ...]], None]


class TooManyRequests(Exception):  # noqa: N818 (it is a refusal)
    """A seat has more waiting than it may."""


class SharedTable:
    """One campaign and its seats. Its methods are for the event loop."""

    def __init__(self, folder: Path, shelves: Shelves, door: Doorkeeper) -> None:
        self._desks = SeatDesks(folder, shelves)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desks")
        self._feeds: dict[Place, Feed] = {}
        self._opening: dict[Place, asyncio.Lock] = {}
        self._waiting: dict[Place, int] = {}
        self._answers: OrderedDict[str, asyncio.Future[Answered]] = OrderedDict()
        self._pages: dict[Place, Counter[str]] = {}
        self._joined: set[tuple[Place, str]] = set()
        self._orders = read_orders(folder)
        self._folder = folder
        self._door = door
        self._poll_now = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None
        self.is_closed = False

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _run_for(self, place: Place, work: Callable[[SeatDesk], T]) -> T:
        """Work at a seat's desk, counted until it is done."""
        self._waiting[place] = self._waiting.get(place, 0) + 1
        try:
            return await self._run(lambda: work(self._desks.open(place)))
        finally:
            self._waiting[place] -= 1

    def _require_room(self, place: Place) -> None:
        """Raises TooManyRequests for a seat that has enough waiting."""
        if self._waiting.get(place, 0) >= MAX_WAITING:
            raise TooManyRequests

    async def open_feed(self, place: Place) -> Feed:
        """The feed of a place; the first who asks opens its desk."""
        async with self._opening.setdefault(place, asyncio.Lock()):
            if place not in self._feeds:
                heard = await self._run(lambda: self._desks.open(place).greet())
                feed = Feed()
                feed.publish(heard.events, heard.state)
                self._feeds[place] = feed
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll_for_ever())
        return self._feeds[place]

    async def say(self, place: Place, line: str, nonce: str) -> Answered:
        """Run a line; one that was sent before, with the same `nonce`, is answered as it was.
        Raises TooManyRequests."""
        key = f"{place} {nonce}"
        if key in self._answers:
            return await asyncio.shield(self._answers[key])
        self._require_room(place)
        future = asyncio.ensure_future(self._answer(place, line))
        self._answers[key] = future
        while len(self._answers) > _MAX_ANSWERS:
            self._answers.popitem(last=False)
        return await asyncio.shield(future)

    async def _answer(self, place: Place, line: str) -> Answered:
        feed = await self.open_feed(place)
        heard = await self._run_for(place, lambda desk: desk.answer(line))
        number = feed.publish(heard.events, heard.state)
        self._poll_now.set()
        return Answered(number, heard.ok)

    async def draw_panel(self, place: Place, panel: Panel, asked: str) -> Markup:
        """A page beside the table. Raises TooManyRequests."""
        self._require_room(place)
        await self.open_feed(place)
        return await self._run_for(place, lambda desk: desk.draw_panel(panel, asked))

    async def suggest(self, place: Place, text: str) -> list[Suggestion]:
        """What could end a text. Raises TooManyRequests."""
        self._require_room(place)
        await self.open_feed(place)
        return await self._run_for(place, lambda desk: desk.suggest(text))

    async def list_work(self, place: Place) -> list[Button]:
        """The lines of a seat's work."""
        await self.open_feed(place)
        return await self._run_for(place, lambda desk: desk.list_work())

    async def _poll_for_ever(self) -> None:
        """Tell every seat what others did, in this process and elsewhere."""
        while not self.is_closed:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poll_now.wait(), POLL_SECONDS)
            self._poll_now.clear()
            try:
                self._follow_orders()
                present = self.list_presences()
                await self._run(partial(self._door.write_present, present))
                for place in list(self._feeds):
                    await self._catch_up(place)
            except Exception:  # a bug of ours must not deafen the table
                log_failure(self._folder, "listening", quoting=False)

    async def _catch_up(self, place: Place) -> None:
        heard = await self._run(lambda: self._desks.open(place).catch_up())
        if heard is not None:
            self._feeds[place].publish(heard.events, heard.state)

    def begin_stream(self, place: Place, address: str) -> bool:
        """A page begins to listen; False if too many do."""
        pages = self._pages.setdefault(place, Counter())
        if pages.total() >= MAX_STREAMS:
            return False
        pages[address] += 1
        if (place, address) not in self._joined:
            self._joined.add((place, address))
            name = self._orders.get(place, Order()).name
            who = f"{name}, the {place}," if name else f"The {place}"
            self._door.announce(f"{who} is here ({address}).")
        return True

    def end_stream(self, place: Place, address: str) -> None:
        """A page listens no more."""
        self._pages[place][address] -= 1
        self._pages[place] += Counter()  # without those who have left

    def list_presences(self) -> tuple[Presence, ...]:
        """Who is there: the places with pages that listen."""
        return tuple(
            Presence(place, pages.total(), tuple(sorted(pages)))
            for place, pages in self._pages.items()
            if pages
        )

    def _follow_orders(self) -> None:
        """Send away whom the Guide sends away."""
        orders, before = read_orders(self._folder), self._orders
        if orders is before:
            return
        self._orders = orders
        for place, order in orders.items():
            if order.sent_away > before.get(place, Order()).sent_away:
                self._joined = {each for each in self._joined if each[0] != place}
                self._door.renew_link(place)
                if place in self._feeds:
                    self._feeds[place].send_away()

    def close(self) -> None:
        """End every stream; called as the server stops."""
        self.is_closed = True
        for feed in self._feeds.values():
            feed.wake()

    async def finish(self) -> None:
        """Wait for the words that are being answered, and end the thread."""
        self.close()
        if self._polling is not None:
            self._poll_now.set()
            with suppress(asyncio.CancelledError):
                await self._polling
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)
