"""Changes put into the files of a campaign: only the lines that must change, do.

Everything is worked out in memory and read again before anything is written: a text that would
not load as the campaign it stands for is never put on disk.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.archive.reading import fill_in_defaults, read_part
from companion.archive.text_cache import TextCache, reread_blocks
from companion.archive.toml.blocks import add_block, remove_block
from companion.archive.toml.document import Document, parse_document
from companion.archive.toml.edit import remove_key, set_key
from companion.archive.toml.lines import parse_toml
from companion.archive.toml.render import CannotEdit, render_file
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, PlainData
from companion.campaign.encoding import get_block_types, get_field_types, walk_path
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
        file, path = split_change_path(change.path)
        draft = drafts[file] if file in drafts else _make_draft(file, texts.get(file), known)
        try:
            drafts[file], made = _edit_draft(file, draft, path, change)
        except CannotEdit as error:
            raise _make_edit_refusal(file, str(error)) from error
        done.append(made)
    for file, (document, value) in drafts.items():
        part = get_part(after, file)
        if value != part and read_part(file, _get_text(document)) != part:
            raise _make_edit_refusal(file, "the change would not read back as it should")
        if known is not None and document is not None and part is not None:
            known.keep(file, document, part)  # its blocks are the campaign's own
    files = {file: _get_text(draft.document) for file, draft in drafts.items()}
    return RewriteResult(files, tuple(done))


class _Draft(NamedTuple):
    """A file as far as it is rewritten; what it reads as, as long as that is known."""

    document: Document | None
    value: Struct | None


def _get_text(document: Document | None) -> str | None:
    return None if document is None else document.text


def _make_draft(file: str, text: str | None, known: TextCache | None) -> _Draft:
    if text is None:
        return _Draft(None, None)
    found = known.find(file, text) if known is not None else None
    return _Draft(*found) if found is not None else _Draft(parse_document(text), None)


def _edit_draft(file: str, draft: _Draft, path: list[str], change: Change) -> tuple[_Draft, Change]:
    """One change made; where a block is not found by its id, every block that a person left
    without one is given its id first. What the file reads as stays known where one block, read by
    itself, tells it."""
    old, value = draft
    try:
        new, was = _apply_change(file, old, path, change)
        if value is not None and old is not None and new is not None:
            value = reread_blocks(file, value, old, new, path)
    except CannotEdit:
        if old is None or (given := _add_ids(file, old)) is old:
            raise
        new, was = _apply_change(file, given, path, change)
        value = None
    return _Draft(new, value), change if change.was == was else replace(change, was=was)


def roll_forward(
    texts: Mapping[str, str], entries: Iterable[Entry], settled: Reconciliation
) -> dict[str, str | None]:
    """The files that are behind the journal, as the words that were not written into them would
    have left them: an undo puts the very text back that a word had taken out. Where something else
    came between, their values are put in. Raises Impossible, as `rewrite_files` does."""
    behind = {split_change_path(change.path)[0] for change in settled.forward_changes}
    changes = [each for entry in entries for each in entry.changes]
    if not (settled.lost_entries or settled.overridden_changes or settled.merge_conflicts):
        with suppress(Impossible):
            own = [change for change in changes if split_change_path(change.path)[0] in behind]
            return rewrite_files(texts, own, settled.campaign).texts
    return rewrite_files(texts, settled.forward_changes, settled.campaign).texts


def _make_edit_refusal(file: str, reason: str) -> Impossible:
    return Impossible(
        f"{file} is written in a way that cannot be changed safely: {reason}.",
        "Write its tables as [table] and [[blocks]] and try again; nothing was changed.",
    )


def _apply_change(
    file: str, document: Document | None, path: list[str], change: Change
) -> tuple[Document | None, str | None]:
    """One change made in one file, and the exact text that undoing it takes."""
    if not path and change.after is None:
        return None, _get_text(document)
    if not path:
        text = change.put if change.put is not None else _render_new_file(file, change.after)
        return parse_document(text), None
    if document is None:
        kind = get_file_kind(file)
        if kind.is_folder or kind.is_required:
            raise CannotEdit("there is no such file")
        document = parse_document(_EMPTY_FILE)
    steps, leads_to = walk_path(get_file_kind(file).struct, path)
    if leads_to is None:
        raise CannotEdit(f"{change.path} leads nowhere")
    address: tuple[str, ...] = ()
    for _, key, block_id in steps[:-1]:
        address = (key, block_id) if block_id else (*address, key)
    struct, key, block_id = steps[-1]
    if block_id:
        return _apply_to_block(document, key, block_id, change)
    order = list(get_field_types(struct))
    if change.after is None and change.put is None:
        return remove_key(document, address, key, order)
    return set_key(document, address, key, change.after, order, change.put)


def _render_new_file(file: str, after: PlainData) -> str:
    assert isinstance(after, dict)
    kind = get_file_kind(file)
    values: dict[str, PlainData] = {"schema": 1, **dict.fromkeys(kind.often_changed, 0)}
    values.update({key: value for key, value in after.items() if key != "id"})
    return render_file(values, list(get_field_types(kind.struct)), kind.often_changed)


def _apply_to_block(
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


def _add_ids(file: str, document: Document) -> Document:
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
        list(fill_in_defaults(data, kind, file))
    for name, at in bare:
        order = list(get_field_types(get_block_types(kind)[name]))
        document = set_key(document, (name, at), "id", data[name][at]["id"], order).document
    return document
