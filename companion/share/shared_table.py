"""The shared table: runs the lines of all seats one after another, and tells every seat what it
hears of them.

All desks are used in one thread of their own, so that no word waits for a lock that its own process
holds, and the event loop goes on meanwhile. Whatever else writes to the campaign is looked for
several times a second.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

from markupsafe import Markup

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.disk.dot_companion_folder import log_failure
from companion.archive.seat_presence_and_guide_order_files import read_guide_orders
from companion.campaign.seat_presence_and_orders import Order, Orders, Place, Presence
from companion.commands.line_completion import Suggestion
from companion.share.one_tap_choices import Button
from companion.share.one_thread_work_queue import WorkQueue, is_seated_by_default
from companion.share.panels import Panel
from companion.share.seat_feed import Feed
from companion.share.seat_line_answers import SeatDesk, SeatDesks

POLL_SECONDS = 0.12
"""Between two looks at what other processes have written."""
MAX_WAITING = 12
"""Lines and pages of one seat that may wait for the thread in which all are made."""
MAX_LOOKS = 3
"""Menus and different pages among them."""
ORDER_SECONDS = 0.1
"""Between two looks at what the Guide has decided about the seats."""
MAX_STREAMS = 24
"""Pages of one seat that may listen at a time."""
_MAX_ANSWERS = 64
"""Answers of one seat that are remembered, so that a line that is sent twice is run once."""
IsSeated: TypeAlias = Callable[[], bool]
"""Whether whoever asked still has the link of their seat."""
FAILED_SECONDS = 1.0
"""After a look that failed: the log is not filled with it."""
T = TypeVar("T")


class Answered(NamedTuple):
    """The answer to a line: the number up to which its seat has now heard, and whether it was
    done."""

    number: int
    ok: bool


class Doorkeeper(NamedTuple):
    """What the table does not do itself: tell the Guide something, make a new link for a place,
    and write who is there. None of it raises, though its window is closed."""

    announce: Callable[[str], None]
    renew_link: Callable[[Place, int], None]
    write_present: Callable[[tuple[Presence, ...]], None]


class TooManyRequests(Exception):  # noqa: N818 (it is a refusal)
    """A seat has more waiting than it may."""


class SharedTable:
    """One campaign and its seats. Its methods are for the event loop. `orders` are those that
    its links know of."""

    def __init__(
        self, folder: Path, campaign_folders: CampaignFolders, door: Doorkeeper, orders: Orders
    ) -> None:
        self._desks = SeatDesks(folder, campaign_folders)
        self._queue = WorkQueue()
        self._feeds: dict[Place, Feed] = {}
        self._opening: dict[Place, asyncio.Lock] = {}
        self._waiting: dict[Place, int] = {}
        self._looking: Counter[Place] = Counter()
        self._drawing: dict[tuple[Place, str, str], asyncio.Future[Markup]] = {}
        self._answers: dict[Place, OrderedDict[str, asyncio.Future[Answered]]] = {}
        self._pages: dict[Place, Counter[str]] = {}
        self._joined: set[tuple[Place, str]] = set()
        self._orders = orders
        self._folder = folder
        self._door = door
        self._poll_now = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None
        self._following: asyncio.Task[None] | None = None
        self.is_closed = False

    async def _run_for_seat(
        self,
        place: Place,
        work: Callable[[SeatDesk], T],
        is_seated: IsSeated = is_seated_by_default,
        *,
        is_look: bool = True,
    ) -> T:
        """Work at a seat's desk, counted until it is done."""
        self._waiting[place] = self._waiting.get(place, 0) + 1
        try:
            return await self._queue.run(
                lambda: work(self._desks.open(place)), place, is_look=is_look, is_seated=is_seated
            )
        finally:
            self._waiting[place] -= 1

    async def _look_for_seat(
        self, place: Place, look: Callable[[SeatDesk], T], is_seated: IsSeated
    ) -> T:
        """Look at something at a seat's desk. Raises TooManyRequests if it looks enough already."""
        self._require_room_in_queue(place)
        if self._looking[place] >= MAX_LOOKS:
            raise TooManyRequests
        self._looking[place] += 1
        try:
            await self.open_feed(place)
            return await self._run_for_seat(place, look, is_seated)
        finally:
            self._looking[place] -= 1

    def _require_room_in_queue(self, place: Place) -> None:
        """Raises TooManyRequests for a seat that has enough waiting."""
        if self._waiting.get(place, 0) >= MAX_WAITING:
            raise TooManyRequests

    async def open_feed(self, place: Place) -> Feed:
        """The feed of a place; the first who asks opens its desk."""
        async with self._opening.setdefault(place, asyncio.Lock()):
            if place not in self._feeds:
                heard = await self._queue.run(
                    lambda: self._desks.open(place).read_recent_journal(), place
                )
                feed = Feed()
                feed.publish(heard.events, heard.state)
                self._feeds[place] = feed
        if self._polling is None:
            self._polling = asyncio.create_task(self._poll_for_ever())
            self._following = asyncio.create_task(self._follow_orders_for_ever())
        return self._feeds[place]

    async def say(
        self, place: Place, line: str, nonce: str, is_seated: IsSeated = is_seated_by_default
    ) -> Answered:
        """Run a line; one that was sent before, with the same `nonce`, is answered as it was.
        Raises TooManyRequests, and SentAway if they are not seated any more when it is its turn."""
        answers = self._answers.setdefault(place, OrderedDict())
        if nonce in answers:
            return await asyncio.shield(answers[nonce])
        self._require_room_in_queue(place)
        future = asyncio.ensure_future(self._answer_line(place, line, is_seated))
        answers[nonce] = future
        while len(answers) > _MAX_ANSWERS:
            answers.popitem(last=False)
        return await asyncio.shield(future)

    async def _answer_line(self, place: Place, line: str, is_seated: IsSeated) -> Answered:
        feed = await self.open_feed(place)
        heard = await self._run_for_seat(
            place, lambda desk: desk.answer_line(line), is_seated, is_look=False
        )
        number = feed.publish(heard.events, heard.state)
        self._poll_now.set()
        return Answered(number, heard.ok)

    @property
    def has_lines_being_answered(self) -> bool:
        """True while a line is being answered."""
        answers = (each for answers in self._answers.values() for each in answers.values())
        return any(not each.done() for each in answers)

    async def render_panel(
        self, place: Place, panel: Panel, asked: str, is_seated: IsSeated = is_seated_by_default
    ) -> Markup:
        """A page beside the table; pages of a seat that ask for the same at once share it. Raises
        TooManyRequests and SentAway."""
        key = (place, panel.path, asked)
        if key not in self._drawing:
            drawing = self._look_for_seat(
                place, lambda desk: desk.render_panel(panel, asked), is_seated
            )
            self._drawing[key] = asyncio.ensure_future(drawing)
            self._drawing[key].add_done_callback(lambda _: self._drawing.pop(key))
        return await asyncio.shield(self._drawing[key])

    async def suggest_completions(
        self, place: Place, text: str, is_seated: IsSeated = is_seated_by_default
    ) -> list[Suggestion]:
        """What could end a text. Raises TooManyRequests and SentAway."""
        return await self._look_for_seat(
            place, lambda desk: desk.suggest_completions(text), is_seated
        )

    async def list_work_buttons(
        self, place: Place, is_seated: IsSeated = is_seated_by_default
    ) -> list[Button]:
        """The lines of a seat's work. Raises SentAway."""
        await self.open_feed(place)
        return await self._run_for_seat(place, lambda desk: desk.list_work_buttons(), is_seated)

    async def _follow_orders_for_ever(self) -> None:
        """Send away whom the Guide sends away, whatever waits for the thread of the desks."""
        while not self.is_closed:
            await asyncio.sleep(ORDER_SECONDS)
            self.send_away_as_ordered()

    async def _poll_for_ever(self) -> None:
        """Tell every seat what others did, in this process and elsewhere."""
        while not self.is_closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):  # wait_for of 3.11 may lose a cancelling
                    await self._poll_now.wait()
            self._poll_now.clear()
            steps = [partial(self._tell_seat_of_changes, place) for place in self._feeds]
            for step in (partial(self._write_present), *steps):
                try:
                    await step()
                except Exception:  # a bug of ours must not deafen the table
                    log_failure(self._folder, "listening", quoting=False)
                    await asyncio.sleep(FAILED_SECONDS)

    async def _write_present(self) -> None:
        await self._queue.run(partial(self._door.write_present, self.list_presences()))

    async def _tell_seat_of_changes(self, place: Place) -> None:
        heard = await self._queue.run(lambda: self._desks.open(place).catch_up())
        if heard is not None:
            self._feeds[place].publish(heard.events, heard.state)

    def begin_stream(self, place: Place, address: str) -> bool:
        """A page begins to listen; False if too many do."""
        pages = self._pages.setdefault(place, Counter())
        if pages.total() >= MAX_STREAMS:
            return False
        if (place, address) not in self._joined:
            self._joined.add((place, address))
            name = self._orders.get(place, Order()).name
            who = f"{name}, the {place}," if name else f"The {place}"
            self._door.announce(f"{who} is here ({address}).")
        pages[address] += 1
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

    def send_away_as_ordered(self) -> None:
        """Send away whom the Guide sends away. It costs a look at a file's stamp."""
        orders, before = read_guide_orders(self._folder), self._orders
        if orders is before:
            return
        self._orders = orders
        for place, order in orders.items():
            if order.sent_away > before.get(place, Order()).sent_away:
                self._joined = {each for each in self._joined if each[0] != place}
                self._door.renew_link(place, order.sent_away)
                if place in self._feeds:
                    self._feeds[place].end_listening_pages()

    def close(self) -> None:
        """End every stream; called as the server stops."""
        self.is_closed = True
        for feed in self._feeds.values():
            feed.wake_pages()

    async def finish(self) -> None:
        """Wait for the words that are being answered, and end the thread."""
        self.close()
        if self._polling is not None and self._following is not None:
            self._poll_now.set()
            await asyncio.gather(self._polling, self._following, return_exceptions=True)
        answers = [each for answers in self._answers.values() for each in answers.values()]
        await asyncio.gather(*answers, return_exceptions=True)
        await self._queue.finish()
