"""A disk that keeps every call made of it, and what a power cut after any of them may leave."""

import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

from tests.storms.disk import Call, Disk

T = TypeVar("T")
Tree = dict[str, bytes | None]
"""The files under a folder by their paths, with what they hold; None for a folder."""
LASTING = ("sync", "place")
ROOT = 1


class Name(NamedTuple):
    """A name in a folder that begins to lead to a file, or (`file` 0) to nothing."""

    folder: int
    name: str
    file: int


class Kept(NamedTuple):
    """A call that was made: whose bytes it changed or synced; which names, that change together
    or not at all."""

    call: Call
    file: int = 0
    names: tuple[Name, ...] = ()

    def __str__(self) -> str:
        return str(self.call)


def tree_of(root: Path) -> Tree:
    """All there is under a folder now."""
    return {
        str(path.relative_to(root)): None if path.is_dir() else path.read_bytes()
        for path in sorted(root.rglob("*"))
    }


class KeepingDisk(Disk):
    """Keeps all calls in `calls`. Files and folders are known by numbers, as their names come and
    go; what was there before the first call is taken for synced. The call numbered `failing`, from
    1, fails; 0 for none."""

    def __init__(self, root: Path, failing: int = 0) -> None:
        super().__init__(root)
        self.calls: list[Kept] = []
        self.failed_at = 0
        self._to_failing = failing
        self.first: dict[int, bytes] = {}
        self._now: dict[int, dict[str, int]] = {ROOT: {}}
        self._handles: dict[int, int] = {}
        self._last = ROOT
        for path, data in tree_of(root).items():
            new = self._new(path)
            _lead(self._now, (new,))
            if data is None:
                self._now[new.file] = {}
            else:
                self.first[new.file] = data
        self.names = {folder: dict(names) for folder, names in self._now.items()}

    def call(self, call: Call, do: Callable[[Call], T]) -> T:
        """Made, then kept; one that fails has changed nothing."""
        self._to_failing -= 1
        if self._to_failing == 0:
            self.failed_at = len(self.calls)
            raise OSError(errno.EIO, os.strerror(errno.EIO), call.path)
        result = do(call)
        if call.kind == "open" and call.made:
            name = self._new(call.path)
            self.first[name.file] = b""
            self._keep(call, name)
        elif call.kind == "mkdir":
            name = self._new(call.path)
            self.names[name.file], self._now[name.file] = {}, {}
            self._keep(call, name)
        elif call.kind == "move":
            moved = self._file(call.path)
            self._keep(call, self._name_of(call.path, 0), self._name_of(call.to, moved))
        elif call.kind == "exchange":
            one, other = self._file(call.path), self._file(call.to)
            self._keep(call, self._name_of(call.path, other), self._name_of(call.to, one))
        elif call.kind in ("unlink", "rmdir"):
            self._keep(call, self._name_of(call.path, 0))
        elif call.kind in ("write", "cut", "sync"):
            if call.kind == "write" and isinstance(result, int):
                call = call._replace(data=call.data[:result])
            self.calls.append(Kept(call, self._handles[call.handle]))
        return result

    def opened(self, handle: int, path: str) -> None:
        """The handle of a file stays its own, whatever becomes of its name."""
        self._handles[handle] = self._file(path)

    def written_by_another(self, path: str, data: bytes) -> None:
        """Kept as one call, which is synced."""
        super().written_by_another(path, data)
        self.calls.append(Kept(Call("place", path, data=data), self._file(path)))

    def _file(self, path: str) -> int:
        file = ROOT
        for name in path.split("/") if path else ():
            file = self._now[file][name]
        return file

    def _name_of(self, path: str, file: int) -> Name:
        folder, _, name = path.rpartition("/")
        return Name(self._file(folder), name, file)

    def _new(self, path: str) -> Name:
        self._last += 1
        return self._name_of(path, self._last)

    def _keep(self, call: Call, *names: Name) -> None:
        self.calls.append(Kept(call, names=names))
        _lead(self._now, names)


def _lead(folders: dict[int, dict[str, int]], names: Sequence[Name]) -> None:
    """These names lead where they are to from now on."""
    for folder, name, file in names:
        if file:
            folders[folder][name] = file
        else:
            folders[folder].pop(name, None)


def tree_after(disk: KeepingDisk, moment: int, seed: int) -> Tree:
    """What a power cut may leave after so many calls. Seed 0 leaves nothing but what was synced,
    seed 1 all that was done; any other draws."""
    random = Random(f"{moment}/{seed}")
    done = disk.calls[:moment]
    synced = {kept.file: at for at, kept in enumerate(done) if kept.call.kind == "sync"}
    naming = [(at, kept.names) for at, kept in enumerate(done) if kept.names]
    waiting = [
        at for at, names in naming if any(at > synced.get(name.folder, -1) for name in names)
    ]
    lost = set(waiting) - _reached(waiting, seed, random)
    folders = {folder: dict(names) for folder, names in disk.names.items()}
    for at, names in naming:
        if at not in lost:
            _lead(folders, names)

    def tree(folder: int, path: str) -> Tree:
        found: Tree = {}
        for name, file in sorted(folders[folder].items()):
            here = f"{path}{name}"
            if file in folders:
                found |= {here: None, **tree(file, f"{here}/")}
            else:
                found[here] = _bytes_of(disk.first[file], file, done, seed, random)
        return found

    return tree(ROOT, "")


def _reached(waiting: Sequence[int], seed: int, random: Random) -> set[int]:
    """Which of the names that wait to be synced have reached the disk: the first few, in order, or
    any."""
    if seed < 2:
        return set(waiting) if seed else set()
    if random.random() < 0.5:
        return set(waiting[: random.randint(0, len(waiting))])
    likely = random.random()
    return {at for at in waiting if random.random() < likely}


def _bytes_of(first: bytes, file: int, done: Sequence[Kept], seed: int, random: Random) -> bytes:
    """What a file holds: what was synced, and what has come of the rest: all, nothing, a part cut
    short, or all of its length with zeros in it."""
    calls = [kept.call for kept in done if kept.file == file]
    synced = max((at for at, call in enumerate(calls, 1) if call.kind in LASTING), default=0)
    sure, all_of_it = _with(first, calls[:synced]), _with(first, calls)
    if seed == 0 or synced == len(calls):  # what was written and cut off again may be there yet
        return sure
    way = random.choice(("all", "none", "few", "short", "zeros"))
    if seed == 1 or way == "all":
        return all_of_it
    few = _with(first, calls[: random.randint(synced, len(calls) - 1)])
    if way == "none" or way == "few" or not all_of_it.startswith(few):
        return sure if way == "none" else few
    if way == "short":
        return all_of_it[: random.randint(len(few), len(all_of_it))]
    begin = random.randint(len(few), len(all_of_it))
    end = random.randint(begin, len(all_of_it))
    return all_of_it[:begin] + bytes(end - begin) + all_of_it[end:]


def _with(data: bytes, calls: Sequence[Call]) -> bytes:
    for call in calls:
        if call.kind == "cut":
            data = data[: call.length].ljust(call.length, b"\0")
        elif call.kind == "place":
            data = call.data
        elif call.kind == "write":
            data = data.ljust(call.at, b"\0")
            data = data[: call.at] + call.data + data[call.at + len(call.data) :]
    return data
