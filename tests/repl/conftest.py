"""A keyboard for tests."""

from collections.abc import Callable, Iterator

import pytest

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
