"""Reads a campaign from the texts of its files, with every problem named by file, line and key.

What a person left out is filled in: ids, and the figures of known gear. What they got wrong is
never guessed at.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.archive.file_texts_and_change_stamps import make_whole_file_problem
from companion.archive.migrations import migrate_text
from companion.archive.toml_loading import (
    Misfit,
    clean_texts_for_terminal,
    list_git_conflicts,
    parse_toml_file_text,
)
from companion.campaign.campaign import Campaign
from companion.campaign.file_layout import (
    assemble_campaign,
    get_file_kind,
    get_file_stem,
    list_required_file_names,
)
from companion.campaign.invalid_campaign_values import find_invalid_values
from companion.campaign.plain_data_encoding import decode_value, get_block_types
from companion.errant.packs.items import GEAR_KINDS, parse_gear_kind_and_count
from companion.refusal import Broken, Problem
from companion.text_cleaning import clean_text
from companion.values_with_ids import make_free_slug

if TYPE_CHECKING:
    from companion.archive.toml.file_shapes import Layout
    from companion.archive.toml.statements import KeyPath

_MAX_REMEMBERED_TEXTS = 4
_MAX_STEM_BYTES = 200
"""Bytes of a file's name without `.toml`. A disk takes 255, and the temporary file that is written
beside it has a longer name."""
_ID_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-_")


class _Part(NamedTuple):
    """One file read: its value as far as it can be read (None if not at all), and what is wrong
    with it."""

    value: Struct | None
    misfits: tuple[Misfit, ...] = ()
    problems: tuple[Problem, ...] = ()


def parse_campaign(texts: Mapping[str, str]) -> Campaign:
    """A campaign from the texts of its files. Raises Broken with every problem there is: if one
    value does not fit its place, all the others are still validated."""
    copied = _find_copied_files(texts)
    parts = {
        file: _make_caching_file_parser(file)(texts[file])
        for file in sorted(texts)
        if file not in copied
    }
    missing = [file for file in list_required_file_names() if file not in texts]
    problems = [make_whole_file_problem(file, "there is no such file") for file in missing]
    problems += [problem for part in parts.values() for problem in part.problems]
    problems += [make_whole_file_problem(file, message) for file, message in copied.items()]
    is_whole = not problems
    read = {file: part.value for file, part in parts.items() if part.value is not None}
    campaign = assemble_campaign(read)
    has_all_names = not any(map(_may_have_unread_names, parts.values()))
    for file, path, message in find_invalid_values(campaign, references=has_all_names):
        if file in parts and (is_whole or not _has_misfit_in_same_block(path, parts[file])):
            # Only a problem pays for it.
            from companion.archive.toml.statements import make_value_problem

            problems.append(make_value_problem(file, texts[file], path, message))
    if problems:
        ranks = {file: rank for rank, file in enumerate(sorted(texts))}
        raise Broken(sorted(problems, key=lambda each: (ranks.get(each.file, -1), each.line)))
    return campaign


def _find_copied_files(texts: Mapping[str, str]) -> dict[str, str]:
    """The files that are copies of others. No file with a plain name is one."""
    if all(map(_has_plain_name, texts)):
        return {}
    # Only odd names pay for it.
    from companion.archive.rescue.merge_marks_and_conflicted_copies import find_conflicted_copies

    return find_conflicted_copies(texts)


def _has_plain_name(file: str) -> bool:
    """True for a name of letters, digits and hyphens."""
    return all(letter.isalnum() or letter in "-_" for letter in get_file_stem(file))


def _may_have_unread_names(part: _Part) -> bool:
    """True if names of Errants and places may be missing from what was read of a file."""
    return part.value is None or any(
        each.path[0] in get_block_types(type(part.value))
        for each in part.misfits
        if len(each.path) == 1
    )


def _has_misfit_in_same_block(path: "KeyPath", part: _Part) -> bool:
    """True if a value in the same block does not fit its place: the one may follow from it."""
    return any(
        not each.is_unknown and each.path[: len(path) - 1] == path[:-1] for each in part.misfits
    )


def parse_campaign_file(file: str, text: str | None) -> Struct | None:
    """One file by itself, as it would load; None if it is not there or does not load."""
    if text is None:
        return None
    part = _make_caching_file_parser(file)(text)
    return None if part.problems else part.value


def parse_campaign_block(file: str, array: str, data: dict[str, Any]) -> Struct | None:
    """One block of an array by itself, as it would load among others; None if its id is not
    written, or it does not load."""
    kind = get_file_kind(file).struct
    try:
        part = {array: [clean_texts_for_terminal(data)]}
        if "id" not in data or any(fill_in_ids_and_gear_figures(part, kind, file)):
            return None
        return decode_value(part[array][0], get_block_types(kind)[array])
    except (OverflowError, ValueError, RecursionError):
        return None


@lru_cache(maxsize=10_000)
def _make_caching_file_parser(file: str) -> Callable[[str], _Part]:
    """A function that reads a file of this name and remembers its last few texts: a word reads
    files that it did not change. One memory for all files would forget too soon where there are
    many."""
    return lru_cache(maxsize=_MAX_REMEMBERED_TEXTS)(partial(_parse_campaign_file, file))


def _parse_campaign_file(file: str, text: str) -> _Part:
    """Read a file. A file with a conflict has no other problems. A file of an older schema is read
    as it will be, and its problems name its own lines."""
    if conflicts := list_git_conflicts(file, text):
        return _Part(None, (), conflicts)
    try:
        new = migrate_text(file, text)
        data = parse_toml_file_text(new, clean_text(file), partial(_make_file_layout, file))
    except Broken as broken:
        return _Part(None, (), broken.problems)
    kind = get_file_kind(file).struct
    wrong = list(fill_in_ids_and_gear_figures(data, kind, file))
    try:
        if not wrong:
            return _Part(decode_value(data, kind))
    except (msgspec.ValidationError, OverflowError):
        pass
    # Only a problem pays for these.
    from companion.archive.toml.statements import make_value_problem
    from companion.archive.toml.struct_misfits import (
        find_struct_misfits,
        remove_misfits_and_convert,
    )

    wrong = list(dict.fromkeys((*wrong, *find_struct_misfits(data, kind))))
    problems = [make_value_problem(file, text, each.path, each.message) for each in wrong]
    return _Part(remove_misfits_and_convert(data, kind, wrong), tuple(wrong), tuple(problems))


def _make_file_layout(file: str) -> "Layout":
    from companion.archive.toml.file_shapes import (
        make_campaign_layout,  # as in `_parse_campaign_file`
    )

    return make_campaign_layout(get_file_kind(file))


def fill_in_ids_and_gear_figures(
    data: dict[str, Any], kind: type[Struct], file: str
) -> Iterator[Misfit]:
    """Fill in ids that are absent and the figures of known gear; yields what is wrong with ids."""
    files = get_file_kind(file)
    if kind is files.struct and files.is_folder:
        stem, is_plain = get_file_stem(file), _has_plain_name(file)
        if not is_plain or len(os.fsencode(stem)) > _MAX_STEM_BYTES:
            from companion.archive.rescue.merge_marks_and_conflicted_copies import (
                strip_copy_marks_from_name,
            )

            message = f"{files.noun}'s file is named in letters, digits and hyphens"
            if is_plain:
                message = f"the name of {files.noun}'s file has too many letters"
            yield Misfit(
                (), f"{message}; rename it to {files.root}/{strip_copy_marks_from_name(stem)}.toml"
            )
        if data.setdefault("id", stem) != stem:
            yield Misfit(("id",), f"the id must be «{stem}», as the file is called")
    for name in get_block_types(kind):
        array = data.get(name)
        if not isinstance(array, list) or not all(isinstance(block, dict) for block in array):
            continue
        taken, tried = set[str](), dict[str, int]()
        for at, block in enumerate(array):
            if "id" in block:
                if message := _describe_wrong_id(block["id"], taken):
                    yield Misfit((name, at, "id"), message)
                taken.add(str(block["id"]))
        for block in array:
            if name == "items":
                _fill_in_gear_figures(block)
            if "id" not in block:
                block["id"] = make_free_slug(_choose_block_title(block), taken, tried)
                taken.add(block["id"])


def _describe_wrong_id(value: object, taken: set[str]) -> str:
    if not isinstance(value, str) or not value or not set(value) <= _ID_LETTERS:
        return f"an id is lower case letters, digits and hyphens, not {value!r}"
    return f"the id «{value}» is taken by another one in this file" if value in taken else ""


def _choose_block_title(block: dict[str, Any]) -> str:
    titles = (block.get(key) for key in ("kind", "name", "word", "type", "turn_type"))
    return next((title for title in titles if isinstance(title, str) and title), "x")


def _fill_in_gear_figures(item: dict[str, Any]) -> None:
    """Fill in the figures of a known kind of gear. «Torches (6)» are six."""
    name = item.get("name")
    known, count = parse_gear_kind_and_count(name) if isinstance(name, str) else ("", 1)
    item.setdefault("kind", known)
    item.setdefault("count", count if item["kind"] == known else 1)
    kind = GEAR_KINDS.get(item["kind"]) if isinstance(item["kind"], str) else None
    item.setdefault("slots", kind.slots if kind is not None else 1.0)
    for uses in ("burn", "depletion"):
        full = getattr(kind, uses, None)
        if full is not None:
            item.setdefault(uses, item.get(f"{uses}_max", full))
        if type(item.get(uses)) is int:
            item.setdefault(f"{uses}_max", max(item[uses], full or 0))


def reuse_equal_objects(old: Any, new: Any) -> Any:  # a Campaign, or any part of one
    """`new`, with the very objects of `old` for everything in it that is equal: what is remembered
    of them need not be found anew."""
    if old == new:
        return old
    if isinstance(new, Struct) and type(old) is type(new):
        fields = {name: (getattr(old, name), getattr(new, name)) for name in new.__struct_fields__}
        return replace(new, **{name: reuse_equal_objects(*both) for name, both in fields.items()})
    if type(new) is type(old) is tuple:
        known = {getattr(block, "id", None): block for block in old}
        return tuple(reuse_equal_objects(known.get(getattr(e, "id", None)), e) for e in new)
    return new
