"""What can be mended of a campaign, mended. Whatever is taken out of a file, or out of the folder,
is kept beside the copies, by the name it had."""

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.archive import Archive, NumbersUsedUp
from companion.archive.atomic import make_folder, remove
from companion.archive.copies import Copies
from companion.archive.examine import Examined, examined
from companion.archive.lock import locked
from companion.archive.mark import cut_to
from companion.archive.mending import Finding
from companion.archive.saves import Known, Overtaken, remove_known, replace_known
from companion.archive.shelves import Shelves
from companion.archive.texts import Stamp, TooLarge
from companion.archive.unwritable import unreadable, unwritable
from companion.refusal import Broken, Impossible
from companion.text import clean

_A_WORD = 0.2
"""Seconds in which a word that is being written is done."""


class Repaired(NamedTuple):
    """What was mended, and what is left; where the files are kept as they were, if any was changed;
    and what else there is to tell."""

    done: tuple[Finding, ...]
    left: tuple[Finding, ...]
    set_aside: Path | None = None
    told: tuple[str, ...] = ()


def found_wrong(folder: Path, shelves: Shelves) -> tuple[Finding, ...]:
    """Everything wrong with a campaign. Nothing is locked: what somebody is writing this moment
    looks the same, but not for long. Raises Impossible where a folder cannot be read."""
    try:
        findings = examined(folder, shelves).findings
        if not findings:
            return ()
        time.sleep(_A_WORD)
        still = set(examined(folder, shelves).findings)
    except OSError as error:
        raise unreadable(error) from error
    return tuple(finding for finding in findings if finding in still)


def repaired(folder: Path, shelves: Shelves) -> Repaired:
    """Mend what can be. Raises Impossible where another holds the lock, or somebody saves a file
    meanwhile, Unwritable where the disk
    does not take it: each file is then as it was or as it would be, and what was in it is kept."""
    mending = _Mending(folder, shelves)
    try:
        with locked(folder, tell=mending.tell):
            findings = mending.done()
            findings += mending.done()  # what was cut away may stand whole in the copies
    except OSError as error:
        raise unwritable(error) from error
    left = found_wrong(folder, shelves)
    still = {finding.problem for finding in left}
    done = (each for each in findings if each.repair and each.problem not in still)
    return Repaired(tuple(done), left, mending.set_aside, mending.told)


class _Mending:
    """One repair, with the lock held."""

    def __init__(self, folder: Path, shelves: Shelves) -> None:
        self._folder, self._shelves = folder, shelves
        self._copies = Copies(folder)
        self.set_aside: Path | None = None
        self.told: tuple[str, ...] = ()

    def tell(self, warning: str) -> None:
        """One thing more to tell of the repair."""
        self.told += (warning,)

    def done(self) -> tuple[Finding, ...]:
        """Mend everything: the files first, then the journal, once every word of it is in them.
        What was wrong before that."""
        before = self._examined()
        self._put(before.first)
        cut_to(self._folder, _cut(before.first))
        if self._settled():
            journal = self._examined().journal
            if journal:
                # Without a mark the files are the truth: whatever stops this, no word that is in
                # them is taken for a new one because the journal has become shorter.
                remove(self._folder / ".companion" / "applied")
                self._put(journal)
                self._settled()
        return before.findings

    def _examined(self) -> Examined:
        return examined(self._folder, self._shelves)

    def _settled(self) -> bool:
        """Whether the campaign reads and takes what was journalled, which is in its files then."""
        try:
            archive = Archive(self._folder)
            with suppress(NumbersUsedUp):  # that of an edit by hand, which stays in its file
                archive.refresh(write=True)
        except (Broken, TooLarge):
            return False
        self.told += archive.told()
        return True

    def _put(self, files: Mapping[str, bytes | None]) -> None:
        """Files as they are to be, after what they are was kept. Raises Impossible where somebody
        saves one of them meanwhile, which then stands."""
        held: dict[str, Known] = {}
        for name in files:
            path = self._folder / name
            with suppress(FileNotFoundError):  # what a prompt was just writing beside is done now
                if path.is_file():
                    held[name] = Known(Stamp.of(path.stat()), path.read_bytes())
        if held:
            kept = {name: known.data for name, known in held.items()}
            self.set_aside = self._copies.set_aside(kept, self.set_aside)
        for name, data in files.items():
            path = self._folder / name
            try:
                if data is None:
                    remove_known(path, held.get(name))
                    continue
                if not path.parent.is_dir():
                    make_folder(path.parent)
                replace_known(path, data, held.get(name))
            except Overtaken:
                raise Impossible(
                    f"{clean(name)} was saved while it was to be mended.",
                    "What was saved stands. Check again.",
                ) from None


def _cut(files: Mapping[str, bytes | None]) -> dict[str, int]:
    """How long the session files among these are now."""
    return {
        name.removeprefix("journal/"): len(data)
        for name, data in files.items()
        if name.startswith("journal/") and data is not None
    }
