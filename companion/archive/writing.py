"""Changes put into the files of a campaign: only the lines that must change, do.

Everything is worked out in memory and read again before anything is written: a text that would
not load as the campaign it stands for is never put on disk.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

import tomli
from msgspec.structs import replace

from companion.archive.known_texts import KnownText, KnownTexts
from companion.archive.reading import filled_in, kind_of_file, part_of, read_part
from companion.archive.toml_text import (
    CannotEdit,
    add_block,
    remove_block,
    remove_key,
    render_file,
    set_key,
)
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, Plain, file_of
from companion.campaign.plain import blocks, field_types, is_struct
from companion.campaign.reconcile import Reconciled
from companion.errant.errants import Errant
from companion.refusal import Impossible

EMPTY_WORLD = "schema = 1\n"
OFTEN_CHANGED = ("exhaustion", "supply")
"""What words change of an Errant again and again. A new file has it with blank lines around: git
merges two people's changes only where a line stands between them."""


class Rewritten(NamedTuple):
    """The texts of the files that changed (None for one that goes), and the changes with what it
    takes to undo them exactly."""

    texts: dict[str, str | None]
    changes: tuple[Change, ...]


def rewrite(
    texts: Mapping[str, str],
    changes: Iterable[Change],
    after: Campaign,
    known: KnownTexts | None = None,
) -> Rewritten:
    """The files with these changes made; `after` is the campaign they must then load as. With what
    is `known` of texts, blocks are edited and read back alone; without, whole files are.

    Raises Impossible, naming the file, where its text cannot be changed without harm.
    """
    drafts: dict[str, _Draft] = {}
    done: list[Change] = []
    for change in changes:
        file, rest = file_of(change.path)
        draft = drafts[file] if file in drafts else _draft_of(file, texts.get(file), known)
        try:
            drafts[file], made = _edited(file, draft, rest, change)
        except CannotEdit as error:
            raise _cannot(file, str(error)) from error
        done.append(made)
    for file, (text, read) in drafts.items():
        part = part_of(after, file)
        if known is not None and read is not None and read.value == part:
            known.keep(
                read._replace(value=part)
            )  # its blocks are the campaign's own: `is` suffices
        elif read_part(file, text) != part:
            raise _cannot(file, "the change would not read back as it should")
    return Rewritten({file: draft.text for file, draft in drafts.items()}, tuple(done))


class _Draft(NamedTuple):
    """The text of a file as far as it is rewritten; what it reads as, as long as that is known."""

    text: str | None
    known: KnownText | None


def _draft_of(file: str, text: str | None, known: KnownTexts | None) -> _Draft:
    return _Draft(text, None if text is None or known is None else known.find(file, text))


def _edited(file: str, draft: _Draft, path: list[str], change: Change) -> tuple[_Draft, Change]:
    """One change made: in its block alone where that can be, else in the whole text."""
    if draft.known is not None:

        def edit(text: str) -> tuple[str, Change]:
            return _changed_text(file, text, path, change)

        edited = draft.known.edit_block(path, change, edit)
        if edited is not None:
            known, made = edited
            return _Draft(known.text, known), made
    text, made = _changed_with_ids(file, draft.text, path, change)
    return _Draft(text, None), made


def rolled_forward(
    texts: Mapping[str, str], entries: Iterable[Entry], settled: Reconciled
) -> dict[str, str | None]:
    """The files that are behind the journal, as the words that were not written into them would
    have left them: an undo puts the very text back that a word had taken out. Where something else
    came between, their values are put in. Raises Impossible, as `rewrite`."""
    behind = {file_of(change.path)[0] for change in settled.forward}
    changes = [each for entry in entries for each in entry.changes]
    if not (settled.lost or settled.overridden or settled.crossed):
        with suppress(Impossible):
            said = [change for change in changes if file_of(change.path)[0] in behind]
            return rewrite(texts, said, settled.campaign).texts
    return rewrite(texts, settled.forward, settled.campaign).texts


def _cannot(file: str, reason: str) -> Impossible:
    return Impossible(
        f"{file} is written in a way that cannot be changed safely: {reason}.",
        "Write its tables as [table] and [[blocks]] and try again; nothing was changed.",
    )


def _changed_with_ids(
    file: str, text: str | None, path: list[str], change: Change
) -> tuple[str | None, Change]:
    """One change made; where a block is not found by its id, every block that a person left
    without one is given its id first."""
    try:
        return _changed(file, text, path, change)
    except CannotEdit:
        if text is None or (given := _with_ids(file, text)) == text:
            raise
        return _changed(file, given, path, change)


def _changed(
    file: str, text: str | None, path: list[str], change: Change
) -> tuple[str | None, Change]:
    """One change made in the text of one file, and what undoing it takes."""
    if not path:
        return _whole_file(file, text, change)
    if text is None:
        if file != "world.toml":
            raise CannotEdit("there is no such file")
        text = EMPTY_WORLD
    return _changed_text(file, text, path, change)


def _changed_text(file: str, text: str, path: list[str], change: Change) -> tuple[str, Change]:
    """One change made in a text of a file, or in a window of it."""
    kind, address = kind_of_file(file), tuple[str, ...]()
    while len(path) > 1:
        name, *path = path
        address = (*address, name)
        arrays = blocks(kind)
        if name in arrays:
            block_id, *path = path
            if not path:
                return _block(text, name, block_id, change)
            kind, address = arrays[name], (name, block_id)
        else:
            kind = field_types(kind)[name]
            if not is_struct(kind):
                raise CannotEdit(f"{change.path} leads nowhere")
    return _key(text, address, path[0], list(field_types(kind)), change)


def _whole_file(file: str, text: str | None, change: Change) -> tuple[str | None, Change]:
    if change.after is None:
        return None, _kept(change, text)
    if change.put is not None:
        return change.put, _kept(change, None)
    assert isinstance(change.after, dict)
    kind = kind_of_file(file)
    values: dict[str, Plain] = {"schema": 1}
    values.update({key: value for key, value in change.after.items() if key != "id"})
    if kind is Errant:
        values = {**dict.fromkeys(OFTEN_CHANGED, 0), **values}
    return render_file(values, list(field_types(kind)), OFTEN_CHANGED), _kept(change, None)


def _block(text: str, array: str, block_id: str, change: Change) -> tuple[str, Change]:
    if change.after is None:
        assert isinstance(change.before, dict)
        again = {"id": block_id, **change.before}
        removed = remove_block(text, array, block_id, again)
        return removed.text, _kept(change, removed.was)
    assert isinstance(change.after, dict)
    values = {"id": block_id, **change.after}
    edited = add_block(text, array, values, change.follows, change.put)
    return edited.text, _kept(change, edited.was)


def _key(
    text: str, address: tuple[str, ...], key: str, order: list[str], change: Change
) -> tuple[str, Change]:
    if change.after is None and change.put is None:
        taken = remove_key(text, address, key, order)
        return taken.text, _kept(change, taken.was)
    edited = set_key(text, address, key, change.after, order, change.put)
    return edited.text, _kept(change, edited.was)


def _kept(change: Change, was: str | None) -> Change:
    return change if change.was == was else replace(change, was=was)


def _with_ids(file: str, text: str) -> str:
    """The text with an id written into every block that was left without one."""
    data = tomli.loads(text.removeprefix("\ufeff"))
    kind = kind_of_file(file)
    bare = [
        (name, at)
        for name in blocks(kind)
        for at, block in enumerate(data.get(name, ()))
        if "id" not in block
    ]
    if bare:
        list(filled_in(data, kind, file))
    for name, at in bare:
        order = list(field_types(blocks(kind)[name]))
        text = set_key(text, (name, at), "id", data[name][at]["id"], order).text
    return text
