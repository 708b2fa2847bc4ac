"""Finds and removes what interrupted writers left in a campaign's folder: half-written files, and
what a person saved at that very moment."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.data_folders import leads_out_of_folder_by_link
from companion.archive.disk.atomic_writes import find_temp_files, sweep_temp_files
from companion.archive.disk.compare_and_swap import (
    MAX_SAVE_BYTES,
    SWAP_SUFFIX,
    compute_tag_for_swap_name,
    read_bytes_unless_link,
)
from companion.archive.file_texts_and_change_stamps import (
    list_folders_companion_writes_in,
    read_file_stamps,
)
from companion.text_cleaning import clean_text

_SWAP_NAME = re.compile(r"\.(.+)\.(none|[0-9a-f]{8})-(none|[0-9a-f]{8})-[0-9a-f]{8}" + SWAP_SUFFIX)


class StraySave(NamedTuple):
    """What somebody saved just as a writer was stopped: where it lies, its name in the same folder,
    and its bytes."""

    path: Path
    name: str
    data: bytes


def find_leftover_files(folder: Path) -> Iterator[Path]:
    """Every file that stopped writers left; what another is writing right now looks the same."""
    for place in _list_folders_written_in(folder):
        for path in (*find_temp_files(place), *find_interrupted_swap_files(place)):
            if path.is_file() and not path.is_symlink():
                yield path


def remove_leftover_files(folder: Path) -> Iterator[str]:
    """Remove them, with the lock held. A person's save is kept beside the copies; yields a warning
    for each."""
    for place in _list_folders_written_in(folder):
        sweep_temp_files(place)
        for saved in remove_interrupted_swap_files(place):
            with suppress(OSError):  # it stays where it is, for the next sweep
                yield _set_stray_save_aside(folder, saved)


def _list_folders_written_in(folder: Path) -> list[Path]:
    """The folders that are written in, with those that links to the campaign's files lead to."""
    places = dict.fromkeys(folder / name for name in ("", *list_folders_companion_writes_in()))
    for name in read_file_stamps(folder):
        if (folder / name).is_symlink() and not leads_out_of_folder_by_link(folder / name, folder):
            behind = (folder / name).resolve().parent
            if not leads_out_of_folder_by_link(
                behind, folder
            ):  # else it is a link to the folder itself
                places[folder / behind.relative_to(folder.resolve())] = None
    return [place for place in places if not leads_out_of_folder_by_link(place, folder)]


def _set_stray_save_aside(folder: Path, saved: StraySave) -> str:
    """Keep a save and take it out of the folder; returns the warning. Raises OSError."""
    from companion.archive.rescue.backup_copies import Copies  # rare, and only a writer pays for it

    place = saved.path.parent.resolve()
    name = (place / saved.name).relative_to(folder.resolve()).as_posix()
    kept = Copies(folder).set_campaign_files_aside({name: saved.data})
    saved.path.unlink()
    file = clean_text(name)
    return (
        f"{file} was saved in an editor just as the companion was stopped; what was saved is kept "
        f"in {clean_text(str(kept))}. See whether anything of it is missing in {file}."
    )


def find_interrupted_swap_files(folder: Path) -> list[Path]:
    """The swaps that stopped writers left in this folder."""
    return sorted(folder.glob(f".*{SWAP_SUFFIX}"))


def remove_interrupted_swap_files(folder: Path) -> Iterator[StraySave]:
    """Remove the swaps in this folder, with the lock held; yields those that hold a person's save.
    What cannot be read or removed stays, and so does an enormous one."""
    for left in find_interrupted_swap_files(folder):
        tag = _SWAP_NAME.fullmatch(left.name)
        data = read_bytes_unless_link(left)
        if tag is None or data is None or len(data) > MAX_SAVE_BYTES:
            continue
        name, new, old = tag.groups()
        is_old = compute_tag_for_swap_name(read_bytes_unless_link(left.with_name(name))) == old
        if is_old or compute_tag_for_swap_name(data) in (new, old):
            with suppress(OSError):
                left.unlink()
        else:
            yield StraySave(left, name, data)
