"""The queue of the one thread in which all desks are used: words before looks, and each seat in its
turn, however much another one asks for."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from companion.campaign.seat_presence_and_orders import Place

_WORDS_IN_A_ROW = 4
"""Words that run before a look that waits has its turn."""
T = TypeVar("T")


class SentAway(Exception):  # noqa: N818 (it is a refusal)
    """Whoever asked has no seat any more."""


def is_seated_by_default() -> bool:
    """True for the table itself, which nobody sends away."""
    return True


class _Job(NamedTuple):
    """Something to do in the thread, if whoever asked for it is still seated then."""

    work: Callable[[], Any]
    is_seated: Callable[[], bool]
    future: "asyncio.Future[Any]"


class _JobQueue:
    """Jobs of several places, one of each in turn. The table's own have no place."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[Place | None, deque[_Job]] = OrderedDict()

    def put_job(self, place: Place | None, job: _Job) -> None:
        """Add a job behind the others of its place."""
        self._jobs.setdefault(place, deque()).append(job)

    def take_job(self) -> _Job | None:
        """The next job, if there is one; then it is the other places' turn."""
        if not self._jobs:
            return None
        place, jobs = self._jobs.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._jobs[place] = jobs
        return job


class WorkQueue:
    """One thread, and what waits for it. Its methods are for the event loop."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desks")
        self._words, self._looks = _JobQueue(), _JobQueue()
        self._in_a_row = 0
        self._running: asyncio.Future[Any] | None = None

    async def run(
        self,
        work: Callable[[], T],
        place: Place | None = None,
        *,
        is_look: bool = False,
        is_seated: Callable[[], bool] = is_seated_by_default,
    ) -> T:
        """Do something in the thread when it is its turn. Raises what it raises, and SentAway if
        whoever asked is not seated any more by then."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        (self._looks if is_look else self._words).put_job(place, _Job(work, is_seated, future))
        self._start_next_job()
        return await future

    def _start_next_job(self) -> None:
        """Start the next job, if none is running."""
        while self._running is None and (job := self._take_next_job()) is not None:
            if job.future.done():  # whoever asked has gone
                continue
            if not job.is_seated():
                job.future.set_exception(SentAway())
                continue
            loop = asyncio.get_running_loop()
            self._running = loop.run_in_executor(self._thread, job.work)
            self._running.add_done_callback(partial(self._finish_job, job.future))

    def _take_next_job(self) -> _Job | None:
        is_looks_turn = self._in_a_row >= _WORDS_IN_A_ROW
        look = self._looks.take_job() if is_looks_turn else None
        word = None if look is not None else self._words.take_job()
        self._in_a_row = self._in_a_row + 1 if word is not None else 0
        return look or word or self._looks.take_job()

    def _finish_job(self, future: "asyncio.Future[Any]", running: "asyncio.Future[Any]") -> None:
        self._running = None
        error = None if running.cancelled() else running.exception()
        if not future.done():
            if running.cancelled():
                future.cancel()
            elif error is not None:
                future.set_exception(error)
            else:
                future.set_result(running.result())
        self._start_next_job()

    async def finish(self) -> None:
        """Wait for all that has been asked for, and end the thread."""
        while self._running is not None:
            await asyncio.wait([self._running])
            await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.shutdown)
