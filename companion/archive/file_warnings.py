"""Warnings about a campaign's files, each given once."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.archive.disk.dot_companion_folder import (
    OWN_FOLDER,
    append_to_private_file,
    read_private_file,
)
from companion.archive.file_texts_and_change_stamps import describe_file_near_size_limit
from companion.archive.journal.journal_folder import PendingEntries
from companion.campaign.changes import Change, PlainData
from companion.campaign.file_layout import get_file_kind, split_change_path
from companion.campaign.secrecy import filter_public_changes, is_secret_path
from companion.refusal import Problem, fold_problems_by_file
from companion.text_cleaning import clean_text, clip_text

if TYPE_CHECKING:
    from companion.campaign.record.file_and_journal_reconciliation import (
        MergeConflict,
        Reconciliation,
    )

_MAX_VALUE_LENGTH = 40
_COUNTED_KEYS = {
    *("supply", "exhaustion", "pennies", "shillings", "guilders", "count", "burn", "depletion"),
    "exchanges",
}
"""Two evenings that changed such a value in the same way may have to change it twice as much."""
_MAX_OF_A_FILE = 3
"""More problems of one file become one sentence with a count."""


class Warnings:
    """The warnings that wait for the next answer."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._lasting: set[str] = set()
        self._told: set[tuple[str, str | int]] = set()
        self._torn: set[tuple[str, int]] = set()
        self._problems: dict[str, tuple[int | None, set[Problem]]] = {}
        """The known problems of each file, and its length then (None if it could not be opened)."""

    def add_warning(self, warning: str, *, lasting: bool = False) -> None:
        """Add a warning, unless it waits already. Every process finds a `lasting` one for itself,
        others only the first to come upon it."""
        self._waiting[warning] = None
        if lasting:
            self._lasting.add(warning)

    def add_journal_warnings(self, pending: PendingEntries) -> None:
        """Add what is newly wrong with the journal. A problem in a part of a file that was not read
        again is still there, unless the file has become shorter."""
        torn = {(name, pending.lengths[name]) for name in pending.torn}
        for name, _ in sorted(torn - self._torn):
            self.add_warning(
                f"The last entry of journal/{name} was never finished; it is set aside."
            )
        self._torn = torn
        found: dict[str, set[Problem]] = {}
        for problem in pending.problems:
            found.setdefault(problem.file, set()).add(problem)
        for file in {**self._problems, **found}:
            length = pending.lengths.get(file.removeprefix("journal/"))
            known_length, known = self._problems.pop(file, (None, set()))
            problems = found.get(file, set())
            for problem in fold_problems_by_file(sorted(problems - known), _MAX_OF_A_FILE):
                self.add_warning(str(problem))
            if length is not None and known_length is not None and known_length <= length:
                problems = problems | known if problems else known
            if problems:
                self._problems[file] = length, problems

    def _add_warning_once(
        self, key: tuple[str, str | int], warning: str, *, lasting: bool = False
    ) -> None:
        """Add a warning, unless one with this key was added before."""
        if key not in self._told:
            self._told.add(key)
            self.add_warning(warning, lasting=lasting)

    def add_nearly_full_warnings(self, nearly_full: Mapping[str, int]) -> None:
        """Add files that are nearly full, with their sizes in bytes."""
        for name, size in nearly_full.items():
            self._add_warning_once(
                (name, "room"), describe_file_near_size_limit(name, size), lasting=True
            )

    def add_deleted_file_warnings(self, files: Iterable[str], number: int) -> None:
        """Add files that somebody deleted; `number` is that of the entry for it, which may be
        journalled only with the next word."""
        for file in sorted(files):
            self._add_warning_once(
                (file, number),
                f"{file} is gone since the last word. To have it back: undo {number}",
            )

    def add_reconciliation_warnings(self, settled: "Reconciliation") -> None:
        """Add entries that could not be applied, and values that stay as they were edited."""
        for name in settled.lost_entries:
            self.add_warning(f"The entry {name} does not fit the campaign and was passed over.")
        for change in settled.overridden_changes:
            self.add_warning(f"{change.path} was changed by hand and stays as it was edited.")

    def add_merge_conflict_warning(self, crossed: "MergeConflict") -> None:
        """Add a value that two evenings changed without knowing of each other. If both made it the
        same, it matters only for what people count."""
        path = crossed.path
        if crossed.ours == crossed.theirs and not _is_path_of_counted_value(path):
            return
        if is_secret_path(path):
            warning = f"Two evenings changed {path}. Look whether it is right."
        else:
            values = (crossed.ours, crossed.theirs, crossed.now)
            shown = filter_public_changes(Change(path, None, value) for value in values)
            ours, theirs, now = (_shorten_value(change.after) for change in shown)
            warning = (
                f"Two evenings changed {path}: {ours} here, {theirs} in {crossed.entry} "
                f"(«{crossed.line}»). It is {now} now; look whether that is right."
            )
        self._add_warning_once((path, crossed.entry), warning)

    def take_all_warnings(self) -> tuple[str, ...]:
        """All warnings; none wait then."""
        taken, self._waiting = tuple(self._waiting), {}
        return taken

    def take_transient_warnings(self) -> tuple[str, ...]:
        """The warnings that nobody else will find; lasting ones wait on."""
        transient = tuple(each for each in self._waiting if each not in self._lasting)
        self._waiting = {each: None for each in self._waiting if each in self._lasting}
        return transient


def _is_path_of_counted_value(path: str) -> bool:
    """True for the path of a sum, or of a whole item, which has one."""
    file, inside = split_change_path(path)
    is_counted_key = len(inside) in (1, 3) and inside[-1] in _COUNTED_KEYS
    return is_counted_key or (len(inside) == 2 and get_file_kind(file).is_folder)


def _shorten_value(value: PlainData) -> str:
    """A value in a few words; the name of what has one."""
    if value is None:
        return "gone"
    return clip_text(clean_text(_describe_value(value)), _MAX_VALUE_LENGTH)


def _describe_value(value: PlainData) -> str:
    parts: Iterable[str] = [str(value)]
    if isinstance(value, list):
        parts = map(_describe_value, value)
    elif isinstance(value, dict) and "name" in value:
        parts = [str(value["name"])]
    elif isinstance(value, dict):
        parts = (f"{key}: {_describe_value(inner)}" for key, inner in value.items())
    return ", ".join(parts) or "nothing"


_KEPT_FILE = "for-the-guide"
_TAKEN_FILE = f"{_KEPT_FILE}-being-told"
_MAX_KEPT_BYTES = 64 * 1024
"""More is not kept; `check` finds the lasting warnings."""


def save_warnings_for_guide(folder: Path, warnings: Iterable[str]) -> None:
    """Keep these warnings for the Guide, each once. A failure is ignored."""
    with suppress(OSError):
        has_kept = (folder / OWN_FOLDER / _KEPT_FILE).exists()
        kept = _read_lines_of_private_file(folder, _KEPT_FILE) if has_kept else []
        lines = (" ".join(warning.splitlines()) for warning in warnings)
        new = [line for line in lines if line not in kept]
        if new and sum(map(len, (*kept, *new))) < _MAX_KEPT_BYTES // 4:
            append_to_private_file(folder, _KEPT_FILE, "".join(f"{line}\n" for line in new))


def take_saved_warnings_for_guide(folder: Path) -> tuple[str, ...]:
    """The warnings that were kept; they are kept no longer."""
    place = folder / OWN_FOLDER
    if place.is_symlink() or not (place / _KEPT_FILE).exists():
        return ()
    with suppress(OSError):
        (place / _KEPT_FILE).replace(place / _TAKEN_FILE)
        lines = _read_lines_of_private_file(folder, _TAKEN_FILE)
        (place / _TAKEN_FILE).unlink()
        return tuple(lines)
    return ()


def _read_lines_of_private_file(folder: Path, name: str) -> list[str]:
    return read_private_file(folder, name, _MAX_KEPT_BYTES).decode(errors="replace").splitlines()
