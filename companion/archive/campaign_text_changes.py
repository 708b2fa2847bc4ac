"""Writes changes into the texts of a campaign's files: only the lines that must change, do.

Everything is worked out in memory and read again before anything is written: a text that would
not load as the campaign it stands for is never put on disk. After an edit of one block only that
block is read: all other bytes stay, so all other values do. If a block cannot be read by itself,
the whole file is.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple, TypeAlias

import tomli
from msgspec import Struct
from msgspec.structs import replace

from companion.archive.campaign_parsing import (
    fill_in_ids_and_gear_figures,
    parse_campaign_block,
    parse_campaign_file,
)
from companion.archive.migrations import SCHEMA, read_schema_version
from companion.archive.rescue.merge_marks_and_conflicted_copies import may_have_conflict_markers
from companion.archive.toml.adding_and_removing_blocks import add_block, remove_block
from companion.archive.toml.document import Document, Part, join_document_parts, parse_toml_document
from companion.archive.toml.key_edits import remove_key, set_key
from companion.archive.toml.statements import parse_toml
from companion.archive.toml.value_rendering_and_edits import CannotEdit, render_toml_file
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.file_layout import get_file_kind, get_part_in_file, split_change_path
from companion.campaign.plain_data_encoding import (
    get_block_types,
    get_field_types,
    resolve_path_types,
)
from companion.campaign.record.file_and_journal_reconciliation import Reconciliation
from companion.refusal import Impossible
from companion.values_with_ids import find_changed_range

_EMPTY_FILE = "schema = 1\n"
_MAX_CACHED = 16
"""Files that are cached: all that words write again and again."""


class CachedText(NamedTuple):
    """A campaign's file in parts, and the value that it reads as."""

    document: Document
    value: Struct


class TextCache:
    """The files of one campaign that its words wrote last: a word need not read them again."""

    def __init__(self) -> None:
        self._cached: dict[str, CachedText] = {}

    def find(self, file: str, text: str) -> CachedText | None:
        """A file's text with what it reads as; None if it does not load, or has an older schema.
        A text that no word wrote is read now."""
        cached = self._cached.get(file)
        if cached is not None and cached.document.text == text:
            return cached
        value = parse_campaign_file(file, text)
        if value is None or read_schema_version(text) != SCHEMA:
            return None
        return CachedText(parse_toml_document(text), value)

    def keep(self, file: str, document: Document, value: Struct) -> None:
        """Keep what a file reads as for the next word."""
        self._cached.pop(file, None)
        if "\n" not in document.text:
            return  # another process could not tell how its lines end
        self._cached[file] = CachedText(document, value)
        if len(self._cached) > _MAX_CACHED:
            del self._cached[next(iter(self._cached))]


class RewriteResult(NamedTuple):
    """The texts of the files that changed (None for one that is removed), and the changes with what
    it takes to undo them exactly."""

    texts: dict[str, str | None]
    changes: tuple[Change, ...]


_Draft: TypeAlias = tuple[Document | None, Struct | None]
"""A file that is being rewritten, and what it reads as, for as long as that is known."""


def apply_changes_to_texts(
    texts: Mapping[str, str],
    changes: Iterable[Change],
    after: Campaign,
    cache: TextCache | None = None,
) -> RewriteResult:
    """The files with these changes made; `after` is the campaign they must then load as. With a
    `cache`, blocks are edited and read back alone; without, whole files are.

    Raises Impossible, naming the file, if its text cannot be changed without harm.
    """
    drafts: dict[str, _Draft] = {}
    done: list[Change] = []
    for change in changes:
        file, path = split_change_path(change.path)
        draft = (
            drafts[file] if file in drafts else _open_draft_of_file(file, texts.get(file), cache)
        )
        try:
            drafts[file], made = _apply_change_to_draft(file, draft, path, change)
        except CannotEdit as error:
            raise _make_edit_refusal(file, str(error)) from error
        done.append(made)
    for file, (document, value) in drafts.items():
        part = get_part_in_file(after, file)
        if value != part and parse_campaign_file(file, _get_document_text(document)) != part:
            raise _make_edit_refusal(file, "the change would not read back as it should")
        if cache is not None and document is not None and part is not None:
            cache.keep(file, document, part)  # its blocks are the campaign's own
    files = {file: _get_document_text(document) for file, (document, _) in drafts.items()}
    return RewriteResult(files, tuple(done))


def _get_document_text(document: Document | None) -> str | None:
    return None if document is None else document.text


def _open_draft_of_file(file: str, text: str | None, cache: TextCache | None) -> _Draft:
    if text is None:
        return None, None
    found = cache.find(file, text) if cache is not None else None
    return found if found is not None else (parse_toml_document(text), None)


def _apply_change_to_draft(
    file: str, draft: _Draft, path: list[str], change: Change
) -> tuple[_Draft, Change]:
    """Make one change. If a block is not found by its id, every block that a person left without
    one is given its id first."""
    old, value = draft
    try:
        new, was = _apply_change_to_document(file, old, path, change)
        if value is not None and old is not None and new is not None:
            value = reread_value_from_rewritten_block(file, value, old, new, path)
    except CannotEdit:
        if old is None or (given := _add_missing_block_ids(file, old)) is old:
            raise
        new, was = _apply_change_to_document(file, given, path, change)
        value = None
    return (new, value), change if change.was == was else replace(change, was=was)


def reread_value_from_rewritten_block(
    file: str, value: Struct, old: Document, new: Document, path: list[str]
) -> Struct | None:
    """What a file reads as after an edit of one block, or of one key in it; None if only the whole
    text tells. `value` is what it read as before; `path` is the way inside the file: an array, the
    id of a block and, if one key of it changed, that key."""
    array, *inside = path
    if len(inside) not in (1, 2) or array not in get_block_types(type(value)):
        return None
    if inside[1:] == ["id"] or (len(inside) == 1 and old.find_block(f"{array}/") >= 0):
        return None  # blocks without an id get theirs from what the others leave them
    start, old_end, new_end = _find_changed_blocks(array, old, new)
    text = join_document_parts(new.parts[start:new_end])
    try:
        before, after = (
            tomli.loads(join_document_parts(old.parts[start:old_end])),
            tomli.loads(text),
        )
    except (ValueError, RecursionError):
        return None
    old_blocks, new_blocks = before.pop(array, []), after.pop(array, [])
    if repr(before) != repr(after) or may_have_conflict_markers(text):
        return None
    read = [parse_campaign_block(file, array, data) for data in new_blocks]
    if None in read:
        return None
    first = old.count_blocks(array, start)
    row: tuple[Struct, ...] = getattr(value, array)
    return replace(value, **{array: (*row[:first], *read, *row[first + len(old_blocks) :])})


def _find_changed_blocks(array: str, old: Document, new: Document) -> tuple[int, int, int]:
    """The parts that differ, with the whole blocks of this array that they belong to: from which
    part on, and to before which part of the old and the new document."""

    def is_inside_block(part: Part) -> bool:
        return part.keys[:1] == (array,) and not part.block

    start, old_end, new_end = find_changed_range(old.parts, new.parts)
    while 0 < start < len(old.parts) and is_inside_block(old.parts[start]):
        start -= 1
    more = len(list(takewhile(is_inside_block, old.parts[old_end:])))
    return start, old_end + more, new_end + more


def roll_texts_forward_to_journal(
    texts: Mapping[str, str], entries: Iterable[Entry], settled: Reconciliation
) -> dict[str, str | None]:
    """The files that are behind the journal, as the words that were not written into them would
    have left them: an undo puts back the very text that a word had taken out. If something else
    came between, only their values are put in. Raises what `apply_changes_to_texts` raises."""
    behind = {split_change_path(change.path)[0] for change in settled.forward_changes}
    changes = [each for entry in entries for each in entry.changes]
    if not (settled.lost_entries or settled.overridden_changes or settled.merge_conflicts):
        with suppress(Impossible):
            own = [change for change in changes if split_change_path(change.path)[0] in behind]
            return apply_changes_to_texts(texts, own, settled.campaign).texts
    return apply_changes_to_texts(texts, settled.forward_changes, settled.campaign).texts


def _make_edit_refusal(file: str, reason: str) -> Impossible:
    return Impossible(
        f"{file} is written in a way that cannot be changed safely: {reason}.",
        "Write its tables as [table] and [[blocks]] and try again; nothing was changed.",
    )


def _apply_change_to_document(
    file: str, document: Document | None, path: list[str], change: Change
) -> tuple[Document | None, str | None]:
    """Make one change in a file; returns it with the exact text that undoing it takes."""
    if not path and change.after is None:
        return None, _get_document_text(document)
    if not path:
        text = change.put if change.put is not None else _render_new_file(file, change.after)
        return parse_toml_document(text), None
    if document is None:
        kind = get_file_kind(file)
        if kind.is_folder or kind.is_required:
            raise CannotEdit("there is no such file")
        document = parse_toml_document(_EMPTY_FILE)
    steps, leads_to = resolve_path_types(get_file_kind(file).struct, path)
    if leads_to is None:
        raise CannotEdit(f"{change.path} leads nowhere")
    address: tuple[str, ...] = ()
    for _, key, block_id in steps[:-1]:
        address = (key, block_id) if block_id else (*address, key)
    struct, key, block_id = steps[-1]
    if block_id:
        return _apply_change_to_block(document, key, block_id, change)
    order = list(get_field_types(struct))
    if change.after is None and change.put is None:
        return remove_key(document, address, key, order)
    return set_key(document, address, key, change.after, order, change.put)


def _render_new_file(file: str, after: PlainData) -> str:
    assert isinstance(after, dict)
    kind = get_file_kind(file)
    values: dict[str, PlainData] = {"schema": 1, **dict.fromkeys(kind.often_changed, 0)}
    values.update({key: value for key, value in after.items() if key != "id"})
    return render_toml_file(values, list(get_field_types(kind.struct)), kind.often_changed)


def _apply_change_to_block(
    document: Document, array: str, block_id: str, change: Change
) -> tuple[Document, str | None]:
    if change.after is None:
        assert isinstance(change.before, dict)
        values = {"id": block_id, **change.before}
        removed = remove_block(document, array, block_id, values, change.put)
        return removed.document, removed.was
    assert isinstance(change.after, dict)
    values = {"id": block_id, **change.after}
    return add_block(document, array, values, change.follows, change.put)


def _add_missing_block_ids(file: str, document: Document) -> Document:
    """The document with an id written into every block that was left without one."""
    data = parse_toml(document.text)
    kind = get_file_kind(file).struct
    bare = [
        (name, at)
        for name in get_block_types(kind)
        for at, block in enumerate(data.get(name, ()))
        if "id" not in block
    ]
    if bare:
        list(fill_in_ids_and_gear_figures(data, kind, file))
    for name, at in bare:
        order = list(get_field_types(get_block_types(kind)[name]))
        document = set_key(document, (name, at), "id", data[name][at]["id"], order).document
    return document
