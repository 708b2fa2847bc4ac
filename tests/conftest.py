"""For all tests: a slow machine is no failure of an example; what must be quick has tests that say
so. Only tests of durability wait for the disk, or for somebody who saves a file. The whole suite
leaves out what is marked slow, unless COMPANION_SLOW is set; whoever names a file or a folder gets
all that is in it."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from companion.archive import known_state_on_disk
from companion.archive.rescue import repair
from companion.desk import Desk
from companion.reports.reply import Reply
from tests.commands.table import Table
from tests.desk.a_desk import greenmire
from tests.hints import type_hints
from tests.rounds import are_slow_tests_played, count_examples

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # run behind a shell, with `&`
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles the companion anew

DURABLE = ("tests.benchmarks.", "tests.archive.disk.")
"""Tests that wait until the disk has what was written."""

BUSY = ("tests.benchmarks.", "tests.storms.", "tests.terminal.")
"""Tests that measure, or type at other processes."""

MEMORY = Path("/dev/shm")
"""Where files lie in memory, on a machine that has such a place: those of the whole suite do, so
that it waits for no disk. Whoever names a file or a folder has them on the disk."""

ENOUGH = 2**30
"""With less room, in bytes, they are on the disk."""

PATIENT = ("tests.benchmarks.", "tests.storms.")
"""Tests in which others write the files meanwhile, so that the desk waits until they have."""

settings.register_profile("rounds", deadline=None, max_examples=count_examples(short=25))
settings.load_profile("rounds")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Where several processes share the tests, whoever is done takes over from the others: the slow
    ones, at a terminal, would else wait for one process."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    if config.args_source is not config.ArgsSource.TESTPATHS:
        os.environ["COMPANION_SLOW"] = "1"  # where several share the tests, each reads it
    elif _has_room_in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _has_room_in_memory() -> bool:
    """Whether there is a place in memory for the files of all tests, where programs can be run."""
    if not os.access(MEMORY, os.W_OK | os.X_OK):
        return False
    place = os.statvfs(MEMORY)
    return place.f_bavail * place.f_frsize > ENOUGH and not place.f_flag & os.ST_NOEXEC


def pytest_collection_finish() -> None:
    """What was collected stays to the end: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors, as tests that wait for browsers, terminals and
    other processes leave theirs idle."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if are_slow_tests_played():
        return
    left_out = pytest.mark.skip(reason="slow: COMPANION_SLOW=1 plays it, as .ci/run does")
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(left_out)


@pytest.fixture(autouse=True, scope="module")
def disk_that_does_not_wait(request: pytest.FixtureRequest) -> Iterator[None]:
    """fsync only asks whether the file is open, as if the disk were infinitely fast."""
    with pytest.MonkeyPatch.context() as patched:
        if not request.module.__name__.startswith(DURABLE):
            patched.setattr(os, "fsync", os.fstat)
        if not request.module.__name__.startswith(PATIENT):
            patched.setattr(repair, "_WORD_SECONDS", 0.0)
            patched.setattr(known_state_on_disk, "_SETTLING_NS", 0)
        yield


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which nothing has been said yet."""
    return Table(tmp_path)


@pytest.fixture(autouse=True)
def hints_that_work(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a refusal says to try is typed where it was said; lines at random have a test of their
    own."""
    is_random = hasattr(request.function, "hypothesis")
    if is_random or request.module.__name__.startswith(BUSY):
        yield
        return
    run = Desk.run

    def run_and_try_hints(desk: Desk, typed: str) -> Reply | None:
        reply = run(desk, typed)
        if reply is not None and reply.refusal is not None:
            type_hints(desk, typed, reply.refusal)
        return reply

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Desk, "run", run_and_try_hints)
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample that is one no longer, in a folder of its own."""
    return greenmire(tmp_path)
