"""A stack of records in a temporary file without a name: they are added one by one and read back
from the last to the first. Only some are in memory at a time."""

from array import array
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Generic, TypeVar

from msgspec import Raw, Struct, msgpack

_BATCH_BYTES = 64 * 1024
"""Records of so many bytes are written, and read back, together."""
_MEMORY_BYTES = 1024 * 1024
"""Less than this never reaches a disk."""

S = TypeVar("S", bound=Struct)


class RecordStack(Generic[S]):
    """A context manager for records of one kind. The file has no name, nobody else may read it, and
    it ends with the process. Raises OSError if the disk for temporary files does not take it."""

    def __init__(self, kind: type[S]) -> None:
        self._decoder = msgpack.Decoder(list[kind])  # type: ignore[valid-type]  # known when it runs
        self._encoder = msgpack.Encoder()
        self._file = SpooledTemporaryFile(_MEMORY_BYTES)  # noqa: SIM115 (closed by `__exit__`)
        self._ends = array("Q", [0])
        self._pending: list[Raw] = []
        self._pending_bytes = 0

    def __enter__(self) -> "RecordStack[S]":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, record: S) -> None:
        data = self._encoder.encode(record)
        self._pending.append(Raw(data))
        self._pending_bytes += len(data)
        if self._pending_bytes >= _BATCH_BYTES:
            self._flush()

    def read_backwards(self) -> Iterator[S]:
        """Every record, the last one first; as often as it is asked for."""
        self._flush()
        for at in range(len(self._ends) - 1, 0, -1):
            start, end = self._ends[at - 1], self._ends[at]
            self._file.seek(start)
            records: list[S] = self._decoder.decode(self._file.read(end - start))
            yield from reversed(records)

    def _flush(self) -> None:
        if self._pending:
            data = self._encoder.encode(self._pending)
            self._file.seek(self._ends[-1])
            self._file.write(data)
            self._ends.append(self._ends[-1] + len(data))
            self._pending, self._pending_bytes = [], 0
