"""The texts of a campaign's files, and the stamps that tell when one has changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.refusal import Broken, Problem

MOST_BYTES = 16 * 1024 * 1024


class Stamp(NamedTuple):
    """What changes whenever a file does: modification time, size and inode."""

    mtime_ns: int
    size: int
    inode: int


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a campaign by name: campaign.toml, world.toml, and one for each Errant."""
    for name in ("campaign.toml", "world.toml"):
        if (folder / name).is_file():
            yield name, folder / name
    for path in sorted((folder / "errants").glob("*.toml")):
        if not path.name.startswith("."):
            yield f"errants/{path.name}", path


def stamps(folder: Path) -> dict[str, Stamp]:
    """How every file of a campaign stands now."""
    found = {}
    for name, path in files_of(folder):
        stat = path.stat()
        found[name] = Stamp(stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return found


def read_texts(folder: Path) -> tuple[dict[str, str], dict[str, Stamp]]:
    """Every file's text, exactly as it stands, with the stamps it had before it was read.

    Raises Broken for what is no text in UTF-8, or too large to be one.
    """
    before = stamps(folder)
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    for name, stamp in before.items():
        if stamp.size > MOST_BYTES:
            problems.append(Problem(name, 0, "", f"it is larger than {MOST_BYTES:,} bytes"))
            continue
        try:
            texts[name] = (folder / name).read_bytes().decode()
        except UnicodeDecodeError as error:
            problems.append(Problem(name, 0, "", f"byte {error.start + 1} is not UTF-8"))
        except OSError as error:
            problems.append(Problem(name, 0, "", f"it cannot be read ({error.strerror})"))
    if problems:
        raise Broken(problems)
    return texts, before
