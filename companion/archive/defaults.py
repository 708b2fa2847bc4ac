"""What a person left out of a file, filled in: ids, and the figures of known gear."""

import os
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.archive.rescue.duplicates import make_plain_name
from companion.archive.toml.lines import KeyPath
from companion.campaign.encoding import get_block_types
from companion.campaign.files import get_file_kind, get_stem
from companion.errant.items import GEAR_KINDS, recognise_gear
from companion.text import make_free_slug

_MAX_STEM_BYTES = 200
"""Bytes of a file's name without `.toml`. A disk takes 255, and the name of the new file that is
written beside it is longer."""
_ID_LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-_")


def fill_in_defaults(
    data: dict[str, Any], kind: type[Struct], file: str
) -> Iterator[tuple[KeyPath, str]]:
    """Ids given where they are absent and gear known by its kind; what is wrong with the ids."""
    files = get_file_kind(file)
    if kind is files.struct and files.is_folder:
        stem = get_stem(file)
        hint = f"rename it to {files.root}/{make_plain_name(stem)}.toml"
        if not all(letter.isalnum() or letter in "-_" for letter in stem):
            yield (), f"{files.noun}'s file is named in letters, digits and hyphens; {hint}"
        elif len(os.fsencode(stem)) > _MAX_STEM_BYTES:
            yield (), f"the name of {files.noun}'s file has too many letters; {hint}"
        if data.setdefault("id", stem) != stem:
            yield ("id",), f"the id must be «{stem}», as the file is called"
    for name in get_block_types(kind):
        array = data.get(name)
        if not isinstance(array, list) or not all(isinstance(block, dict) for block in array):
            continue
        taken, tried = set[str](), dict[str, int]()
        for at, block in enumerate(array):
            if "id" in block:
                yield from _validate_id(block["id"], taken, (name, at, "id"))
                taken.add(str(block["id"]))
        for block in array:
            if name == "items":
                _fill_in_gear(block)
            if "id" not in block:
                block["id"] = make_free_slug(_choose_title(block), taken, tried)
                taken.add(block["id"])


def _validate_id(value: object, taken: set[str], path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    if not isinstance(value, str) or not value or not set(value) <= _ID_LETTERS:
        yield path, f"an id is lower case letters, digits and hyphens, not {value!r}"
    elif value in taken:
        yield path, f"the id «{value}» is taken by another one in this file"


def _choose_title(block: dict[str, Any]) -> str:
    for key in ("kind", "name", "word", "type", "turn_type"):
        if isinstance(block.get(key), str) and block[key]:
            return str(block[key])
    return "x"


def _fill_in_gear(item: dict[str, Any]) -> None:
    """The figures of a known kind of gear where a person left them out; «Torches (6)» are six."""
    name = item.get("name")
    known, count = recognise_gear(name) if isinstance(name, str) else ("", 1)
    item.setdefault("kind", known)
    item.setdefault("count", count if item["kind"] == known else 1)
    kind = GEAR_KINDS.get(item["kind"]) if isinstance(item["kind"], str) else None
    item.setdefault("slots", kind.slots if kind is not None else 1.0)
    if kind is not None:
        for uses, full in (("burn", kind.burn), ("depletion", kind.depletion)):
            if full is not None:
                item.setdefault(uses, item.get(f"{uses}_max", full))
    for uses in ("burn", "depletion"):
        if type(item.get(uses)) is int:
            full = getattr(kind, uses) if kind is not None else None
            item.setdefault(f"{uses}_max", max(item[uses], full or 0))
