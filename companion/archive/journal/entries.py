"""Entries of the journal as text: what every word changed, readable by people and by tomllib.

A session file is a header and `[[entry]]` blocks that are only ever added to the end. Each block
ends in a checksum of its own lines, because a block cut short by a crash can still be valid TOML
and say something else (`n = 499` cut to `n = 4`).
"""

from pathlib import Path
from typing import Any, NamedTuple

import tomli
from msgspec import Struct, convert, to_builtins

from companion.archive.disk.atomic import UncertainWrite, append_bytes, remove_file, replace_file
from companion.archive.journal import blocks
from companion.campaign.changes import Entry, is_plausible_number
from companion.refusal import Impossible
from companion.text import clean_text, clip_text

JOURNAL_SCHEMA = 1
NO_NUMBER_LEFT = "an entry has the number {:,}, and there is none for the next word"
_FIRST_LINE_BYTES = 1024
"""Bytes in which the first line of a session file ends."""
_MAX_HEADER_BYTES = 64 * 1024


class Header(Struct, frozen=True):
    """What a session file begins with: its name, the seed of its dice, the day it began."""

    session: str
    seed: str
    began: str
    schema: int = JOURNAL_SCHEMA


class UnreadableBlock(NamedTuple):
    """Why a whole block is no entry. It is `forged` if no companion can have written it; another
    one may be an entry of a newer companion."""

    message: str
    forged: bool = False


def read_header(data: bytes) -> Header:
    """The header in what stands before the first entry. Raises ValueError or RecursionError if
    there is none."""
    if len(data) > _MAX_HEADER_BYTES:
        raise ValueError("there is too much in it")
    return convert(tomli.loads(data.decode("utf-8-sig")), Header)


def render_header(session: str, seed: str, began: str) -> str:
    """The beginning of a session file; `began` is the day, as 2026-11-21."""
    values = {"schema": JOURNAL_SCHEMA, "session": session, "seed": seed, "began": began}
    return "".join(f"{line}\n" for line in _render_pairs(values))


def render_entry(entry: Entry) -> str:
    """One block, with the blank line before it. Defaults are left out."""
    from companion.archive.toml.values import render_value

    values = to_builtins(entry)
    changes = values.pop("changes", ())
    lines = ["[[entry]]", *_render_pairs(values)]
    if changes:
        lines += ["changes = [", *(f"  {render_value(each)}," for each in changes), "]"]
    block = "".join(f"{line}\n" for line in lines)
    return f'\n{block}check = "{blocks.compute_checksum(block.encode())}"\n'


def _render_pairs(values: dict[str, Any]) -> list[str]:
    from companion.archive.toml.values import render_pair  # only a writer pays for its import

    lists = {key: list(each) if isinstance(each, tuple) else each for key, each in values.items()}
    return [render_pair(key, value) for key, value in lists.items()]


def begin_session(path: Path, header: str, entry: Entry, *, most: int | None = None) -> int:
    """Make a session file with its first entry, for good and in one step; returns its length.
    Raises Impossible if it would have more than `most` bytes; OSError with no file left;
    UncertainWrite if that cannot be promised."""
    data = (header + render_entry(entry)).encode()
    _require_room(len(data), most)
    try:
        replace_file(path, data)
    except UncertainWrite as doubtful:
        try:
            remove_file(path)
        except OSError:
            raise doubtful from None
        raise OSError(*doubtful.args) from doubtful
    return len(data)


def append_entry(path: Path, entry: Entry, *, most: int | None = None) -> int:
    """Add one entry to the end of a session file, for good, with the line breaks of the file;
    returns how many bytes it took. Raises Impossible if it takes more than `most`; OSError with the
    file as it was; UncertainWrite if that cannot be promised. A torn end has to be set aside
    first."""
    data = render_entry(entry).encode()
    if blocks.is_crlf(blocks.read_range(path, 0, _FIRST_LINE_BYTES)):
        data = blocks.convert_to_crlf(data)
        length = path.stat().st_size
        if blocks.read_range(path, length - 1, length) == b"\r":
            data = data[1:]  # the half of a line break that an entry cut short has left
    _require_room(len(data), most)
    append_bytes(path, data)
    return len(data)


def _require_room(size: int, most: int | None) -> None:
    """Raises Impossible for more bytes than there is room for in a file that will be read."""
    if most is not None and size > most:
        raise Impossible(
            f"That changes more than a file of the journal takes: {size:,} bytes.",
            "Nothing was changed. Do it in smaller steps: a few things, or files, at a time.",
        )


def read_block(block: bytes) -> Entry | UnreadableBlock:
    """The entry in a whole block, or why there is none."""
    try:
        (found,) = tomli.loads(block.decode())["entry"]
        number = found.get("number")
        if isinstance(number, int) and not is_plausible_number(number):
            what = f"the number {number:,}" if abs(number) < 10**30 else "an enormous number"
            return UnreadableBlock(
                f"this entry has {what}, as no entry can; it is skipped", forged=True
            )
        return convert(found, Entry)
    except (ValueError, RecursionError) as error:
        return UnreadableBlock(f"this entry cannot be read ({clean_message(error)}); it is skipped")


def clean_message(error: Exception) -> str:
    """What an exception says, fit to be shown."""
    return clip_text(clean_text(str(error)), 200)
