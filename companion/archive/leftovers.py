"""What writers that were stopped have left in a campaign's folder, and what becomes of it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.archive.atomic import left_over, sweep
from companion.archive.saves import Saved, find_swaps, sweep_swaps
from companion.archive.texts import leads_out, stamps
from companion.text import clean

_PLACES = ("", "errants", "journal", ".companion")


def find_leftovers(folder: Path) -> Iterator[Path]:
    """Every file that a writer left behind; what another writer is writing right now looks the
    same."""
    for place in _places(folder):
        for path in (*left_over(place), *find_swaps(place)):
            if path.is_file() and not path.is_symlink():
                yield path


def sweep_leftovers(folder: Path) -> Iterator[str]:
    """Remove them, with the lock held. What a person saved in the very moment a writer was stopped
    is kept beside the copies: the sentences that tell of it."""
    for place in _places(folder):
        sweep(place)
        for saved in sweep_swaps(place):
            with suppress(OSError):  # it stays where it is, for the next sweep
                yield _keep(folder, saved)


def _places(folder: Path) -> list[Path]:
    """The folders that are written in, those that a file of the campaign is linked to among
    them."""
    places = dict.fromkeys(folder / name for name in _PLACES)
    for name in stamps(folder):
        if (folder / name).is_symlink() and not leads_out(folder / name, folder):
            behind = (folder / name).resolve().parent
            if not leads_out(behind, folder):  # it is that of a link to the folder itself
                places[folder / behind.relative_to(folder.resolve())] = None
    return [place for place in places if not leads_out(place, folder)]


def _keep(folder: Path, saved: Saved) -> str:
    """Keep a save and take it out of the folder; what to tell of it. Raises OSError."""
    from companion.archive.copies import Copies  # rare, and only a writer pays for it

    place = saved.place.parent.resolve()
    name = (place / saved.name).relative_to(folder.resolve()).as_posix()
    kept = Copies(folder).set_aside({name: saved.data})
    saved.place.unlink()
    return (
        f"{clean(name)} was saved in an editor just as the companion was stopped; what was saved "
        f"is kept in {clean(str(kept))}. See whether anything of it is missing in {clean(name)}."
    )
