"""What a seat has heard this evening, numbered, so that a phone that slept catches up.

A feed is read by any number of pages. Each has a number up to which it has heard, and none is kept
for it here: a page that is slow, or gone, costs nothing.
"""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from secrets import token_hex
from typing import NamedTuple

from markupsafe import Markup

MAX_EVENTS = 400
MAX_EVENT_BYTES = 400_000
"""What is kept for pages that come back; one that is further behind is loaded anew."""
_PAGE_EVENTS, _PAGE_BYTES = 30, 20_000
"""What a page is loaded with."""
_TAKEN_BACK = '<p class="back">Taken back:</p>'


class Article(NamedTuple):
    """Something that a seat hears, as a page shows it: an element of HTML. `entries` of the journal
    are those that it tells of, `takes_back` those that it says are taken back, and `repeats` those
    that are done again."""

    html: Markup
    entries: frozenset[int] = frozenset()
    takes_back: frozenset[int] = frozenset()
    repeats: frozenset[int] = frozenset()

    def draw(self, undone: Collection[int]) -> Markup:
        """The element, marked if all that it tells of is `undone`."""
        if not self.entries or not self.entries.issubset(undone):
            return self.html
        tag, _, rest = str(self.html).partition(">")  # a Markup escapes what it is given
        marked = tag.replace('class="', 'class="undone ', 1)
        return Markup(f"{marked}>{_TAKEN_BACK}{rest}")


class FeedEvent(NamedTuple):
    """Something that a seat has heard: its number, and how a page shows it now."""

    number: int
    html: Markup


class Feed:
    """The events of a seat, the newest last, and its `state`: how things stand now, as a page shows
    it. Used by the event loop alone."""

    def __init__(self) -> None:
        self.life = token_hex(4)
        """Tells the numbers of this feed from those of one before a restart."""
        self.state = Markup()
        self.version = 0
        self.sittings = 0
        """How often its pages were sent away."""
        self.last = 0
        self._events: deque[tuple[int, Article]] = deque()
        self._undone: set[int] = set()
        self._bytes = 0
        self._signal = asyncio.Event()

    def publish(self, events: Iterable[Article], state: Markup | None) -> int:
        """Add events, and say how things stand now; returns the last number."""
        changed = False
        for article in events:
            self.last += 1
            self._events.append((self.last, article))
            self._bytes += len(article.html)
            self._undone |= article.takes_back
            self._undone -= article.repeats
            changed = True
        while len(self._events) > MAX_EVENTS or self._bytes > MAX_EVENT_BYTES:
            self._bytes -= len(self._events.popleft()[1].html)
        if state is not None and state != self.state:
            self.state = state
            self.version += 1
            changed = True
        if changed:
            self.wake_pages()
        return self.last

    def wake_pages(self) -> None:
        """Let every page look again."""
        signal, self._signal = self._signal, asyncio.Event()
        signal.set()

    def end_listening_pages(self) -> None:
        """End every page that listens now."""
        self.sittings += 1
        self.wake_pages()

    def get_news_signal(self) -> asyncio.Event:
        """It is set as soon as there is more to hear. Take it before looking."""
        return self._signal

    def list_events_after(self, number: int) -> list[FeedEvent] | None:
        """The events past a number; None if some of them are not kept any more, or the number
        cannot be one of this feed."""
        if number > self.last or number < self.last - len(self._events):
            return None
        newer = ((each, article) for each, article in self._events if each > number)
        return [FeedEvent(each, article.draw(self._undone)) for each, article in newer]

    def list_newest_events(self, before: int | None = None) -> list[FeedEvent]:
        """The events that a page is loaded with: the newest, or the last of those `before` a
        number."""
        newest: list[FeedEvent] = []
        size = 0
        for number, article in reversed(self._events):
            if before is not None and number >= before:
                continue
            event = FeedEvent(number, article.draw(self._undone))
            size += len(event.html)
            if newest and (len(newest) >= _PAGE_EVENTS or size > _PAGE_BYTES):
                break
            newest.append(event)
        return newest[::-1]

    def find_id_to_page_back_from(self, events: Sequence[FeedEvent]) -> str:
        """The number before which there are more events than these; "" if there are none."""
        if not events or not self._events or events[0].number <= self._events[0][0]:
            return ""
        return self.format_event_id(events[0].number)

    def format_event_id(self, number: int) -> str:
        """The number as a page sends it back."""
        return f"{self.life}-{number}"

    def parse_event_id(self, name: str) -> int | None:
        """The number that a page has heard up to; None for one that is not of this feed."""
        life, _, number = name.partition("-")
        if life != self.life or not number.isdecimal() or len(number) > 9:
            return None
        return int(number)
