"""No pattern by which phrases are read takes long with a long line, whatever it is made of."""

import pkgutil
import re
import signal
from collections.abc import Iterator
from importlib import import_module
from time import process_time
from types import FrameType

from companion.commands import spoken_lines
from companion.grammar import phrases
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases

LONG_LINES = (
    "a " * 140,
    "a, " * 90,
    "the bree is so ok 1 " * 14,
    "one, two and " * 20,
    "bree takes 3 and " * 16,
    "no, oops, wait, sorry, " * 12,
    "3 goblins, 2 " * 20,
    "bree's wim's " * 20,
)
SECONDS, GIVEN_UP = 0.2, 2.0


def list_patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Each pattern that a module of the phrases keeps, with its name."""
    for package in (phrases, spoken_lines):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(module.name)).items():
                for each in value if isinstance(value, tuple) else (value,):
                    if isinstance(each, re.Pattern) and isinstance(each.pattern, str):
                        yield f"{module.name}.{name}", each


def list_patterns_of_phrasebook() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Each pattern that stands in phrases.toml, with its name."""
    for name in load_phrases().patterns:
        yield name, compile_named_pattern(name)
    for figure in load_phrases().figures:
        yield figure.said, re.compile(figure.said, re.IGNORECASE)


def stop_matching(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def is_soon_done(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a text is searched soon; one that would take for ever is given up."""
    before = signal.signal(signal.SIGALRM, stop_matching)
    signal.setitimer(signal.ITIMER_REAL, GIVEN_UP)
    began = process_time()
    try:
        pattern.search(text)
        pattern.fullmatch(text)
    except TimeoutError:
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return process_time() - began < SECONDS


def test_a_pattern_is_soon_done_with_a_long_line() -> None:
    patterns = [*list_patterns(), *list_patterns_of_phrasebook()]
    assert len(patterns) > 100
    slow = set()
    for name, pattern in patterns:
        for line in LONG_LINES:
            for text in (line, f"{line}!", f"bree {line}?"):
                if name not in slow and not is_soon_done(pattern, text):
                    slow.add(name)
    assert not slow


def test_a_pattern_that_takes_for_ever_is_given_up() -> None:
    assert not is_soon_done(re.compile(r"\w+(?: [^?;=]+){2,}?,? remember that"), LONG_LINES[0])
