"""The plug pulled at one operation on the disk: from then on nothing reaches it any more."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar
from unittest.mock import patch

from companion.archive.disk import compare_and_swap

Done = TypeVar("Done")
REACHING = ("fchmod", "fsync", "ftruncate", "link", "mkdir", "rename", "replace", "rmdir", "unlink")
"""What of `os` changes the disk, beside opening and writing."""


class Pulled(BaseException):
    """The process is no more."""


@contextmanager
def pulled(at: int, *, torn: bool = False) -> Iterator[None]:
    """The operation of this number (counted from 1) on the disk does not happen, and none after it;
    `torn`: the write of this number, of which the first half does."""
    left, gone = at, False

    def reached(counts: bool) -> bool:
        nonlocal left, gone
        left -= counts
        gone = gone or not left
        return not gone

    def cut(operation: Callable[..., Done]) -> Callable[..., Done]:
        def or_nothing(*arguments: object, **named: object) -> Done:
            if not reached(not torn):
                raise Pulled
            return operation(*arguments, **named)

        return or_nothing

    def write(handle: int, data: bytes | memoryview) -> int:
        was_gone = gone
        if reached(True):
            return written(handle, data)
        if torn and not was_gone:
            written(handle, data[: len(data) // 2])
        raise Pulled

    def open_file(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & os.O_CREAT and not reached(not torn):
            raise Pulled
        return opened(path, flags, mode, dir_fd=dir_fd)

    written, opened = os.write, os.open
    with ExitStack() as stack:
        stack.enter_context(patch.object(os, "write", write))
        stack.enter_context(patch.object(os, "open", open_file))
        for name in REACHING:
            stack.enter_context(patch.object(os, name, cut(getattr(os, name))))
        for name in ("exchange_file_names", "move_file_without_replacing"):
            stack.enter_context(
                patch.object(compare_and_swap, name, cut(getattr(compare_and_swap, name)))
            )
        yield


@contextmanager
def pulled_after(files: int) -> Iterator[None]:
    """The plug is pulled once so many of a campaign's files have been replaced or removed."""
    left = files

    def cut(operation: Callable[..., Done]) -> Callable[..., Done]:
        def or_die(*arguments: object, **named: object) -> Done:
            nonlocal left
            if not left:
                raise Pulled
            left -= 1
            return operation(*arguments, **named)

        return or_die

    with ExitStack() as stack:
        for name in ("replace_file_if_unchanged", "remove_file_if_unchanged"):
            stack.enter_context(
                patch.object(compare_and_swap, name, cut(getattr(compare_and_swap, name)))
            )
        yield
