"""What does not fit in the data of a file, value by value: its key, and what to write there."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from companion.archive.toml.lines import KeyPath
from companion.archive.toml.type_mismatches import (
    explain_mismatch,
    explain_unfit_blocks,
    explain_unfit_table,
)
from companion.campaign.encoding import (
    decode,
    describe_misfit,
    get_block_types,
    get_field_infos,
    is_struct,
)
from companion.campaign.secrecy import list_secret_keys
from companion.refusal import join_words, suggest_similar
from companion.text import clip_text

Misfit: TypeAlias = tuple[KeyPath, str]
UNKNOWN_KEY = "unknown key"
"""How the message for an unknown key begins."""
_MAX_COMPARED = 100
"""Unknown keys of one table that are compared with the known ones, which is slow; a table with more
is of something else."""
_MAX_LISTED_LENGTH = 240
"""Characters of the keys that are listed where none is near an unknown one."""


def find_misfits(
    data: object, kind: type[Struct], at: KeyPath = (), around: type[Struct] | None = None
) -> list[tuple[KeyPath, str]]:
    """Everything in plain data that does not fit a struct: unknown keys with a near one, wrong
    types, values out of range, what is missing. `around` is the struct of the whole file where the
    data are a part of it."""
    if not isinstance(data, dict):
        return [(at, explain_unfit_table(_get_last_name(at), data))]
    infos, arrays = get_field_infos(kind), get_block_types(kind)
    unknown, name = [key for key in data if key not in infos], _get_last_name(at)
    found: list[tuple[KeyPath, str]] = [
        ((*at, key), _describe_unknown_key(key, kind, around, name, compare=number < _MAX_COMPARED))
        for number, key in enumerate(unknown)
    ]
    for name, info in infos.items():
        path = (*at, name)
        if name not in data:
            if info.required:
                found.append((at, _describe_missing_key(name)))
        elif name in arrays:
            found += _find_block_misfits(data[name], arrays[name], path, around or kind)
        elif is_struct(info.type):
            found += find_misfits(data[name], info.type, path, around or kind)
        else:
            try:
                decode(data[name], info.type)
            except (msgspec.ValidationError, OverflowError) as error:
                hidden = name in list_secret_keys()
                said = (
                    _describe_choices(data[name], info.type, name)
                    or describe_misfit(data[name], info.type, quote=not hidden)
                    or explain_mismatch(data[name], info.type, name, hidden=hidden)
                )
                found.append((path, said or _describe_validation(str(error), name, data[name])))
    return found


def _find_block_misfits(
    data: object, kind: type[Struct], path: KeyPath, around: type[Struct]
) -> list[tuple[KeyPath, str]]:
    name = str(path[-1])
    if not isinstance(data, list):
        return [(path, explain_unfit_blocks(name, data))]
    return [
        problem
        for at, block in enumerate(data)
        for problem in (
            find_misfits(block, kind, (*path, at), around)
            if isinstance(block, dict)
            else [((*path, at), explain_unfit_blocks(name, block if at else data))]
        )
    ]


@lru_cache(maxsize=256)
def _describe_unknown_key(
    key: str, kind: type[Struct], around: type[Struct] | None, name: str, *, compare: bool
) -> str:
    """The message for an unknown key in the part called `name`, which names the near ones if it is
    to `compare`; the same slip may stand in thousands of blocks."""
    if around is not None and key in get_field_infos(around):
        header = f"[[{name}]]" if name in get_block_types(around) else f"[{name}]"
        first = "the first " if name in get_block_types(around) else ""
        return f"{UNKNOWN_KEY} below {header}; move it above {first}{header}"
    inside = [
        f"[[{name}]]"
        for name, block in get_block_types(kind).items()
        if key in get_field_infos(block)
    ]
    if inside:
        return f"{UNKNOWN_KEY} here; it belongs below {join_words(inside, 'or')}"
    if not compare:
        return UNKNOWN_KEY
    known = join_words(get_field_infos(kind))
    hint = suggest_similar(key, get_field_infos(kind)).lower()
    if not hint and len(known) <= _MAX_LISTED_LENGTH:
        hint = f"known here are {known}"
    return f"{UNKNOWN_KEY}{f'; {hint}' if hint else ''}"


def _describe_missing_key(key: str) -> str:
    return f"«{key}» is missing; write {key} = … on a line of its own"


def _get_last_name(path: KeyPath) -> str:
    """The name of the table or block that a path leads to."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _describe_choices(value: object, kind: object, key: str) -> str:
    """What is said of a text that is none of the few it can be, by itself or in a list of which
    each has its kind; nothing of any other."""
    if isinstance(value, list) and isinstance(kind, type) and issubclass(kind, tuple):
        inside = zip(value, get_type_hints(kind).values(), strict=False)
        return next(filter(None, (_describe_choices(each, of, key) for each, of in inside)), "")
    if get_origin(kind) is not Literal or value in get_args(kind):
        return ""
    if not isinstance(get_args(kind)[0], str):
        return ""
    given = "" if key in list_secret_keys() else f", not {clip_text(repr(value), 60)}"
    return f"it is {join_words([str(each) for each in get_args(kind)], 'or')}{given}"


def _describe_validation(message: str, key: str, value: object) -> str:
    """What the validation says, in words and with what was given, unless that is secret."""
    if message.startswith("«"):  # what was given is quoted
        return "it cannot be read" if key in list_secret_keys() else message.partition(" - at ")[0]
    said = message.partition(" - at ")[0].replace("`", "")
    for typed_name, plainly in (
        ("int", "a whole number"),
        ("float", "a number"),
        ("str", "text"),
        ("bool", "true or false"),
        ("array", "a list"),
        ("object", "a table"),
        ("null", "nothing"),
    ):
        said = said.replace(f"Expected {typed_name}", f"expected {plainly}")
        said = said.replace(f"got {typed_name}", f"got {plainly}")
        said = said.replace(f"| {typed_name}", f"or {plainly}")
    said = said.replace("expected a list of length ", "wants so many values in its list: ")
    if key in list_secret_keys():
        return f"{said[:1].lower()}{said[1:]}"
    return f"{said[:1].lower()}{said[1:]} ({clip_text(repr(value), 60)})"


def drop_misfits(
    data: dict[str, Any], kind: type[Struct], wrong: Iterable[Misfit]
) -> Struct | None:
    """A file's value without what does not fit in it, a name for what has none; None where that is
    not enough."""
    for path, message in wrong:
        place: Any = data
        for key in path if message == _describe_missing_key("name") else path[:-1]:
            place = place[key]
        if message == _describe_missing_key("name") or path[-1:] == ("name",):
            place["name"] = "?"
        elif path and isinstance(place, dict) and path[-1] != "id":
            place.pop(path[-1], None)
    try:
        return decode(data, kind)
    except (msgspec.ValidationError, OverflowError):
        return None
