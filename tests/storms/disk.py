"""The disk under one folder, call by call: every call that changes anything passes through here,
and can be counted, kept or refused on its way.

Reading is left alone: what a process reads is not changed by a power cut, and a disk that cannot
be read is a matter for other tests. What is synced is noted, not waited for: nobody pulls this
machine's plug.
"""

import fcntl
import io
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, TypeVar
from unittest.mock import patch

from companion.archive.disk import compare_and_swap

T = TypeVar("T")
StrPath = str | os.PathLike[str]
Kind = Literal[
    "open", "write", "sync", "move", "exchange", "cut", "unlink", "mkdir", "rmdir", "chmod", "place"
]

_open, _close, _write, _fsync, _fchmod = os.open, os.close, os.write, os.fsync, os.fchmod
_replace, _rename, _ftruncate = os.replace, os.rename, os.ftruncate
_unlink, _mkdir, _rmdir, _link = os.unlink, os.mkdir, os.rmdir, os.link
_exchange, _move_to_free = (
    compare_and_swap.exchange_file_names,
    compare_and_swap.move_file_without_replacing,
)
_io_open = io.open


class Call(NamedTuple):
    """One call: what it does, to which file (from the folder), and what it needs to be done
    again. `made` is true for an opening that makes the file; `length` is what is left of a file
    that is cut; `at` is where in the file a writing begins."""

    kind: Kind
    path: str
    to: str = ""
    handle: int = -1
    data: bytes = b""
    at: int = 0
    length: int = 0
    made: bool = False

    def __str__(self) -> str:
        more = f" -> {self.to}" if self.to else f" ({len(self.data)} bytes)" if self.data else ""
        return f"{self.kind} {self.path}{more}"


class Disk:
    """Every call that changes something under `root`, while it is `on`; it does what it is told.

    To refuse a call, or to keep it, a disk of another kind has a `call` of its own.
    """

    def __init__(self, root: Path) -> None:
        self.root = os.path.realpath(root)
        self._paths: dict[int, str] = {}

    def call(self, call: Call, do: Callable[[Call], T]) -> T:
        """One call about to be made."""
        return do(call)

    def written_by_another(self, path: str, data: bytes) -> None:
        """Another program has written a file in its place, and was done a second ago."""
        place = Path(self.root, path)
        place.write_bytes(data)
        a_while_ago = time.time() - 1
        os.utime(place, (a_while_ago, a_while_ago))

    def opened(self, handle: int, path: str) -> None:
        """A file has been opened, to read it or to write it."""

    @contextmanager
    def on(self) -> Iterator[None]:
        """All calls of this process pass through here."""
        stand_ins = {
            "open": self._open,
            "close": self._close,
            "write": self._write,
            "fsync": self._fsync,
            "fdatasync": self._fsync,
            "fchmod": self._fchmod,
            "ftruncate": self._ftruncate,
            "replace": self._replace,
            "rename": self._rename,
            "unlink": self._unlink,
            "remove": self._unlink,
            "mkdir": self._mkdir,
            "rmdir": self._rmdir,
            "link": self._no_way("link", _link),
        }
        with ExitStack() as patches:
            for name, stand_in in stand_ins.items():
                patches.enter_context(patch.object(os, name, stand_in))
            patches.enter_context(patch.object(io, "open", self._io_open))
            patches.enter_context(
                patch.object(compare_and_swap, "exchange_file_names", self._exchange)
            )
            patches.enter_context(
                patch.object(compare_and_swap, "move_file_without_replacing", self._move_to_free)
            )
            yield

    def _name(self, path: StrPath, dir_fd: int | None = None) -> str | None:
        """A path from the root; None for what lies elsewhere."""
        place = os.fspath(path)
        if dir_fd is not None:
            if dir_fd not in self._paths:
                return None
            place = os.path.join(self.root, self._paths[dir_fd], place)  # noqa: PTH118
        place = os.path.abspath(place)  # noqa: PTH100 (Path.resolve would follow links)
        inside = place == self.root or place.startswith(f"{self.root}/")
        return place[len(self.root) + 1 :] if inside else None

    def _open(
        self, path: StrPath, flags: int, mode: int = 0o777, *, dir_fd: int | None = None
    ) -> int:
        name = self._name(path, dir_fd)
        if name is None:
            return _open(path, flags, mode, dir_fd=dir_fd)

        def do(_: Call | None = None) -> int:
            return _open(path, flags & ~os.O_TRUNC, mode, dir_fd=dir_fd)

        place, made = Path(self.root, name), False
        to_change = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
        if to_change or place.is_dir():
            made = bool(flags & os.O_CREAT) and not os.path.lexists(place)
            handle = self.call(Call("open", name, made=made), do)
        else:
            handle = do()
        self._paths[handle] = name
        self.opened(handle, name)
        if flags & os.O_TRUNC and not made and os.fstat(handle).st_size:
            self._ftruncate(handle, 0)
        return handle

    def _close(self, handle: int) -> None:
        self.forget(handle)
        _close(handle)

    def forget(self, handle: int) -> None:
        """A handle that is closed may soon be that of another file."""
        self._paths.pop(handle, None)

    def _write(self, handle: int, data: bytes | memoryview) -> int:
        if handle not in self._paths:
            return _write(handle, data)
        at = os.lseek(handle, 0, os.SEEK_CUR)
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_APPEND:
            at = os.fstat(handle).st_size
        call = Call("write", self._paths[handle], handle=handle, data=bytes(data), at=at)
        return self.call(call, lambda call: _write(handle, call.data))

    def _fsync(self, handle: int) -> None:
        if handle not in self._paths:
            return _fsync(handle)
        name = self._paths[handle]
        return self.call(Call("sync", name, handle=handle), lambda _: None)

    def _fchmod(self, handle: int, mode: int) -> None:
        if handle not in self._paths:
            return _fchmod(handle, mode)
        call = Call("chmod", self._paths[handle], handle=handle)
        return self.call(call, lambda _: _fchmod(handle, mode))

    def _ftruncate(self, handle: int, length: int) -> None:
        if handle not in self._paths:
            return _ftruncate(handle, length)
        call = Call("cut", self._paths[handle], handle=handle, length=length)
        return self.call(call, lambda _: _ftruncate(handle, length))

    def _moved(
        self,
        real: Callable[[Any, Any], None],
        path: StrPath,
        to: StrPath,
        kind: Literal["move", "exchange"] = "move",
    ) -> None:
        name, other = self._name(path), self._name(to)
        if name is None and other is None:
            return real(path, to)
        assert name is not None, f"{path} comes into the folder from outside"
        assert other is not None, f"{name} is moved out of the folder"
        return self.call(Call(kind, name, to=other), lambda _: real(path, to))

    def _exchange(self, one: Path, other: Path) -> None:
        self._moved(_exchange, one, other, "exchange")

    def _move_to_free(self, path: Path, to: Path) -> None:
        self._moved(_move_to_free, path, to)

    def _replace(self, path: StrPath, to: StrPath) -> None:
        self._moved(_replace, path, to)

    def _rename(self, path: StrPath, to: StrPath) -> None:
        self._moved(_rename, path, to)

    def _unlink(self, path: StrPath, *, dir_fd: int | None = None) -> None:
        name = self._name(path, dir_fd)
        if name is None:
            return _unlink(path, dir_fd=dir_fd)
        return self.call(Call("unlink", name), lambda _: _unlink(path, dir_fd=dir_fd))

    def _mkdir(self, path: StrPath, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        name = self._name(path, dir_fd)
        if name is None:
            return _mkdir(path, mode, dir_fd=dir_fd)
        return self.call(Call("mkdir", name), lambda _: _mkdir(path, mode, dir_fd=dir_fd))

    def _rmdir(self, path: StrPath, *, dir_fd: int | None = None) -> None:
        name = self._name(path, dir_fd)
        if name is None:
            return _rmdir(path, dir_fd=dir_fd)
        return self.call(Call("rmdir", name), lambda _: _rmdir(path, dir_fd=dir_fd))

    def _no_way(
        self, what: str, real: Callable[[StrPath, StrPath], None]
    ) -> Callable[[StrPath, StrPath], None]:
        """A call that no disk here knows how to keep: nothing in the archive makes it."""

        def refused(path: StrPath, to: StrPath) -> None:
            assert self._name(path) is None, f"{what} {path}"
            real(path, to)

        return refused

    def _io_open(self, file: StrPath | int, mode: str = "r", *rest: object) -> IO[Any]:
        if isinstance(file, int) or not set(mode) & set("wax+") or self._name(file) is None:
            opened: IO[Any] = _io_open(file, mode, *rest)  # type: ignore[call-overload]  # as given
            return opened
        assert "+" not in mode, f"{file} is read and written through one handle"
        raw = _Raw(os.fspath(file), mode.replace("b", ""), opener=self._open)
        raw.disk = self
        binary = io.BufferedWriter(raw)
        return binary if "b" in mode else io.TextIOWrapper(binary, *rest[1:])  # type: ignore[arg-type]  # as given


class _Raw(io.FileIO):
    """A file that Python writes by itself, its calls made through the disk all the same."""

    disk: Disk

    def write(self, data: Any) -> int:  # whatever holds bytes
        return self.disk._write(self.fileno(), data)

    def close(self) -> None:
        if not self.closed:
            self.disk.forget(self.fileno())
        super().close()
