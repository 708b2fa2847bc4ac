"""Keyboards for tests."""

from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

Typed = Callable[..., Iterator[str]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """A keyboard: what will be typed; Ctrl-D when it is used up. Gives what was not read yet."""

    def lines(*them: str) -> Iterator[str]:
        left = iter(them)

        def read(_question: str) -> str:
            for line in left:
                return line
            raise EOFError

        monkeypatch.setattr("builtins.input", read)
        return left

    return lines


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """The keyboard of a terminal whose screen nobody sees."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe
