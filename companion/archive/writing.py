"""Changes put into the files of a campaign: only the lines that must change, do.

Everything is worked out in memory and read again before anything is written: a text that would
not load as the campaign it stands for is never put on disk.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

import tomli
from msgspec.structs import replace

from companion.archive.reading import fill_in_defaults, read_part
from companion.archive.text_cache import CachedText, TextCache
from companion.archive.toml.edit import (
    CannotEdit,
    add_block,
    remove_block,
    remove_key,
    render_file,
    set_key,
)
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.encoding import get_block_types, get_field_types, is_struct
from companion.campaign.files import get_file_kind, get_part, split_change_path
from companion.campaign.reconcile import Reconciliation
from companion.refusal import Impossible

_EMPTY_FILE = "schema = 1\n"


class RewriteResult(NamedTuple):
    """The texts of the files that changed (None for one that goes), and the changes with what it
    takes to undo them exactly."""

    texts: dict[str, str | None]
    changes: tuple[Change, ...]


def rewrite_files(
    texts: Mapping[str, str],
    changes: Iterable[Change],
    after: Campaign,
    known: TextCache | None = None,
) -> RewriteResult:
    """The files with these changes made; `after` is the campaign they must then load as. With what
    is `known` of texts, blocks are edited and read back alone; without, whole files are.

    Raises Impossible, naming the file, where its text cannot be changed without harm.
    """
    drafts: dict[str, _Draft] = {}
    done: list[Change] = []
    for change in changes:
        file, rest = split_change_path(change.path)
        draft = drafts[file] if file in drafts else _make_draft(file, texts.get(file), known)
        try:
            drafts[file], made = _edit_draft(file, draft, rest, change)
        except CannotEdit as error:
            raise _make_edit_refusal(file, str(error)) from error
        done.append(made)
    for file, (text, read) in drafts.items():
        part = get_part(after, file)
        if known is not None and read is not None and read.value == part:
            known.keep(
                read._replace(value=part)
            )  # its blocks are the campaign's own: `is` suffices
        elif read_part(file, text) != part:
            raise _make_edit_refusal(file, "the change would not read back as it should")
    return RewriteResult({file: draft.text for file, draft in drafts.items()}, tuple(done))


class _Draft(NamedTuple):
    """The text of a file as far as it is rewritten; what it reads as, as long as that is known."""

    text: str | None
    known: CachedText | None


def _make_draft(file: str, text: str | None, known: TextCache | None) -> _Draft:
    return _Draft(text, None if text is None or known is None else known.find(file, text))


def _edit_draft(file: str, draft: _Draft, path: list[str], change: Change) -> tuple[_Draft, Change]:
    """One change made: in its block alone where that can be, else in the whole text."""
    if draft.known is not None:

        def edit(text: str) -> tuple[str, Change]:
            return _apply_to_text(file, text, path, change)

        edited = draft.known.edit_block(path, change, edit)
        if edited is not None:
            known, made = edited
            return _Draft(known.text, known), made
    text, made = _apply_with_ids(file, draft.text, path, change)
    return _Draft(text, None), made


def roll_forward(
    texts: Mapping[str, str], entries: Iterable[Entry], settled: Reconciliation
) -> dict[str, str | None]:
    """The files that are behind the journal, as the words that were not written into them would
    have left them: an undo puts the very text back that a word had taken out. Where something else
    came between, their values are put in. Raises Impossible, as `rewrite`."""
    behind = {split_change_path(change.path)[0] for change in settled.forward_changes}
    changes = [each for entry in entries for each in entry.changes]
    if not (settled.lost_entries or settled.overridden_changes or settled.merge_conflicts):
        with suppress(Impossible):
            said = [change for change in changes if split_change_path(change.path)[0] in behind]
            return rewrite_files(texts, said, settled.campaign).texts
    return rewrite_files(texts, settled.forward_changes, settled.campaign).texts


def _make_edit_refusal(file: str, reason: str) -> Impossible:
    return Impossible(
        f"{file} is written in a way that cannot be changed safely: {reason}.",
        "Write its tables as [table] and [[blocks]] and try again; nothing was changed.",
    )


def _apply_with_ids(
    file: str, text: str | None, path: list[str], change: Change
) -> tuple[str | None, Change]:
    """One change made; where a block is not found by its id, every block that a person left
    without one is given its id first."""
    try:
        return _apply_change(file, text, path, change)
    except CannotEdit:
        if text is None or (given := _add_ids(file, text)) == text:
            raise
        return _apply_change(file, given, path, change)


def _apply_change(
    file: str, text: str | None, path: list[str], change: Change
) -> tuple[str | None, Change]:
    """One change made in the text of one file, and what undoing it takes."""
    if not path:
        return _apply_to_file(file, text, change)
    if text is None:
        kind = get_file_kind(file)
        if kind.is_folder or kind.is_required:
            raise CannotEdit("there is no such file")
        text = _EMPTY_FILE
    return _apply_to_text(file, text, path, change)


def _apply_to_text(file: str, text: str, path: list[str], change: Change) -> tuple[str, Change]:
    """One change made in a text of a file, or in a window of it."""
    kind, address = get_file_kind(file).struct, tuple[str, ...]()
    while len(path) > 1:
        name, *path = path
        address = (*address, name)
        arrays = get_block_types(kind)
        if name in arrays:
            block_id, *path = path
            if not path:
                return _apply_to_block(text, name, block_id, change)
            kind, address = arrays[name], (name, block_id)
        else:
            kind = get_field_types(kind)[name]
            if not is_struct(kind):
                raise CannotEdit(f"{change.path} leads nowhere")
    return _apply_to_key(text, address, path[0], list(get_field_types(kind)), change)


def _apply_to_file(file: str, text: str | None, change: Change) -> tuple[str | None, Change]:
    if change.after is None:
        return None, _record_was(change, text)
    if change.put is not None:
        return change.put, _record_was(change, None)
    assert isinstance(change.after, dict)
    kind = get_file_kind(file)
    values: dict[str, PlainData] = {"schema": 1, **dict.fromkeys(kind.often_changed, 0)}
    values.update({key: value for key, value in change.after.items() if key != "id"})
    text = render_file(values, list(get_field_types(kind.struct)), kind.often_changed)
    return text, _record_was(change, None)


def _apply_to_block(text: str, array: str, block_id: str, change: Change) -> tuple[str, Change]:
    if change.after is None:
        assert isinstance(change.before, dict)
        again = {"id": block_id, **change.before}
        removed = remove_block(text, array, block_id, again)
        return removed.text, _record_was(change, removed.was)
    assert isinstance(change.after, dict)
    values = {"id": block_id, **change.after}
    edited = add_block(text, array, values, change.follows, change.put)
    return edited.text, _record_was(change, edited.was)


def _apply_to_key(
    text: str, address: tuple[str, ...], key: str, order: list[str], change: Change
) -> tuple[str, Change]:
    if change.after is None and change.put is None:
        taken = remove_key(text, address, key, order)
        return taken.text, _record_was(change, taken.was)
    edited = set_key(text, address, key, change.after, order, change.put)
    return edited.text, _record_was(change, edited.was)


def _record_was(change: Change, was: str | None) -> Change:
    return change if change.was == was else replace(change, was=was)


def _add_ids(file: str, text: str) -> str:
    """The text with an id written into every block that was left without one."""
    data = tomli.loads(text.removeprefix("\ufeff"))
    kind = get_file_kind(file).struct
    bare = [
        (name, at)
        for name in get_block_types(kind)
        for at, block in enumerate(data.get(name, ()))
        if "id" not in block
    ]
    if bare:
        list(fill_in_defaults(data, kind, file))
    for name, at in bare:
        order = list(get_field_types(get_block_types(kind)[name]))
        text = set_key(text, (name, at), "id", data[name][at]["id"], order).text
    return text
