"""Finds the values of a file that do not fit its struct: unknown keys, wrong types, numbers out of
range; each with its key and what to write there."""

import re
from collections.abc import Iterable
from datetime import date, time
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from companion.archive.toml.file_shapes import find_type_of_annotation
from companion.archive.toml.statements import KeyPath
from companion.archive.toml.value_rendering_and_edits import render_value
from companion.archive.toml_loading import Misfit
from companion.campaign.changes import PlainData
from companion.campaign.plain_data_encoding import (
    decode_value,
    describe_number_out_of_range,
    get_block_types,
    get_field_infos,
    is_struct,
)
from companion.campaign.secrecy import list_keys_secret_anywhere
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.refusal import join_words, suggest_similar_words
from companion.text_cleaning import clip_text

_MAX_COMPARED = 100
"""Unknown keys of one table that are compared with the known ones, which is slow; a table with more
is of something else."""
_MAX_LISTED_LENGTH = 240
"""Characters of the keys that are listed where none is near an unknown one."""
_MAX_VALUE_LENGTH = 60
_MAX_LISTED_CHOICES = 20
_TYPE_NAMES: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    tuple: "a list",
    dict: "a table",
    Moment: "a moment",
    Span: "a length of time",
}
_MSGSPEC_NAMES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_VALUE_NAMES: tuple[tuple[type, str], ...] = (
    (int, "a whole number"),
    (float, "a number with a point"),
    (str, "text"),
    (list, "a list"),
    (dict, "a table"),
    (date, "a date"),
    (time, "a time"),
)
_EXAMPLES: dict[object, str] = {
    dict: '{ … = "…" }',
    int: "3",
    float: "0.5",
    bool: "true",
    Moment: '"day 3 13:20"',
    Span: '"4h"',
}
_PLAIN_TYPES: dict[object, Any] = {float: (int, float), tuple: list, Moment: str, Span: str}
"""The types that a file has for what is wanted, where it is another."""
_HIDDEN_EXAMPLES: dict[object, str] = {str: '"…"', tuple: "[…]"}
_BOOLEAN_WORDS = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_WHOLE_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,15}\s*")


def find_struct_misfits(
    data: object, kind: type[Struct], at: KeyPath = (), around: type[Struct] | None = None
) -> list[Misfit]:
    """Everything in plain data that does not fit a struct: unknown keys with a near one, wrong
    types, values out of range, what is missing. `around` is the struct of the whole file where the
    data are a part of it."""
    if not isinstance(data, dict):
        return [Misfit(at, _explain_unfit_table(_get_name_at_end_of_path(at), data))]
    infos, arrays = get_field_infos(kind), get_block_types(kind)
    unknown, name = [key for key in data if key not in infos], _get_name_at_end_of_path(at)
    found: list[Misfit] = []
    for number, key in enumerate(unknown):
        compare = number < _MAX_COMPARED
        message = _describe_unknown_key(key, kind, around, name, compare=compare)
        found.append(Misfit((*at, key), message, is_unknown=True))
    for name, info in infos.items():
        path = (*at, name)
        if name not in data:
            if info.required:
                message = f"«{name}» is missing; write {name} = … on a line of its own"
                found.append(Misfit(at, message, missing=name))
        elif name in arrays:
            found += _find_block_misfits(data[name], arrays[name], path, around or kind)
        elif is_struct(info.type):
            found += find_struct_misfits(data[name], info.type, path, around or kind)
        else:
            try:
                decode_value(data[name], info.type)
            except (msgspec.ValidationError, OverflowError) as error:
                hidden = name in list_keys_secret_anywhere()
                message = (
                    _describe_wrong_choice(data[name], info.type, name)
                    or describe_number_out_of_range(data[name], info.type, quote=not hidden)
                    or _explain_wrong_type(data[name], info.type, name, hidden=hidden)
                )
                found.append(
                    Misfit(
                        path, message or _describe_failed_validation(str(error), name, data[name])
                    )
                )
    return found


def _find_block_misfits(
    data: object, kind: type[Struct], path: KeyPath, around: type[Struct]
) -> list[Misfit]:
    name = str(path[-1])
    if not isinstance(data, list):
        return [Misfit(path, _explain_unfit_blocks(name, data))]
    return [
        problem
        for at, block in enumerate(data)
        for problem in (
            find_struct_misfits(block, kind, (*path, at), around)
            if isinstance(block, dict)
            else [Misfit((*path, at), _explain_unfit_blocks(name, block if at else data))]
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
        return f"unknown key below {header}; move it above {first}{header}"
    inside = [
        f"[[{name}]]"
        for name, block in get_block_types(kind).items()
        if key in get_field_infos(block)
    ]
    if inside:
        return f"unknown key here; it belongs below {join_words(inside, 'or')}"
    if not compare:
        return "unknown key"
    known = join_words(get_field_infos(kind))
    hint = suggest_similar_words(key, get_field_infos(kind)).lower()
    if not hint and len(known) <= _MAX_LISTED_LENGTH:
        hint = f"known here are {known}"
    return f"unknown key{f'; {hint}' if hint else ''}"


def _get_name_at_end_of_path(path: KeyPath) -> str:
    """The name of the table or block that a path leads to."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")


def _describe_wrong_choice(value: object, kind: object, key: str) -> str:
    """The message for a text that is none of the few it can be, by itself, in a list of them or in
    one of which each has its kind; nothing of any other. Of many it can be, the near ones are
    named."""
    if isinstance(value, list) and get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        inner = get_args(kind)[0]
        return next(filter(None, (_describe_wrong_choice(each, inner, key) for each in value)), "")
    if isinstance(value, list) and isinstance(kind, type) and issubclass(kind, tuple):
        inside = zip(value, get_type_hints(kind).values(), strict=False)
        return next(
            filter(None, (_describe_wrong_choice(each, of, key) for each, of in inside)), ""
        )
    if get_origin(kind) is not Literal or value in get_args(kind):
        return ""
    if not isinstance(get_args(kind)[0], str):
        return ""
    given = (
        ""
        if key in list_keys_secret_anywhere()
        else f", not {clip_text(repr(value), _MAX_VALUE_LENGTH)}"
    )
    choices = [str(each) for each in get_args(kind)]
    if len(choices) <= _MAX_LISTED_CHOICES:
        return f"it is {join_words(choices, 'or')}{given}"
    hint = suggest_similar_words(str(value), choices).lower()
    return f"{clip_text(repr(value), _MAX_VALUE_LENGTH)} cannot stand here{hint and f'; {hint}'}"


def _describe_failed_validation(message: str, key: str, value: object) -> str:
    """What the validation says, in words and with what was given, unless that is secret."""
    is_secret = key in list_keys_secret_anywhere()
    reason = message.partition(" - at ")[0]
    if reason.startswith("«"):  # what was given is quoted
        return "it cannot be read" if is_secret else reason
    names = "|".join(_MSGSPEC_NAMES)
    reason = re.sub(rf"\b({names})\b", lambda found: _MSGSPEC_NAMES[found[1]], reason)
    reason = reason.replace("`", "").replace(" | ", " or ")
    reason = reason.replace("Expected a list of length ", "wants so many values in its list: ")
    given = "" if is_secret else f" ({clip_text(repr(value), _MAX_VALUE_LENGTH)})"
    return f"{reason[:1].lower()}{reason[1:]}{given}"


def _explain_wrong_type(value: object, annotation: object, key: str, *, hidden: bool) -> str:
    """What is wrong with a value that is not of the type its key wants, with the line that would
    do: made of the value where that can be and is not `hidden`. Nothing where its type is right, or
    several would do."""
    wanted = find_type_of_annotation(annotation)
    is_right = isinstance(value, _PLAIN_TYPES.get(wanted, wanted or object))
    if wanted is None or (is_right and isinstance(value, bool) == (wanted is bool)):
        return ""
    converted = _render_converted_value(value, wanted)
    if converted and hidden:
        converted = _HIDDEN_EXAMPLES.get(wanted, "…")
    example = clip_text(converted, _MAX_VALUE_LENGTH) or _EXAMPLES.get(wanted, "")
    write = "write" if converted else "for example"
    hint = f"; {write} {key} = {example}" if example else ""
    return f"wants {_TYPE_NAMES[wanted]}, not {_name_type(value)}{hint}"


def _explain_unfit_blocks(name: str, value: object) -> str:
    """What is wrong with a value where blocks are wanted."""
    if isinstance(value, dict):
        return f"write [[{name}]]: there can be several, so each has two brackets on each side"
    return f"each has a block of its own: write [[{name}]] on a line, and its keys below"


def _explain_unfit_table(name: str, value: object) -> str:
    """What is wrong with a value where a table is wanted."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"write [{name}]: there is one of it, so it has one bracket on each side"
    return f"wants a table, not {_name_type(value)}; write [{name}] on a line, and its keys below"


def _name_type(value: object) -> str:
    """What a value is, in the words of somebody who never heard of types."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return next((name for kind, name in _VALUE_NAMES if isinstance(value, kind)), "this")


def _render_converted_value(value: object, wanted: type) -> str:
    """The value as it would be written were it of the type that is wanted; "" where nobody can
    tell."""
    written = value.isoformat() if isinstance(value, date | time) else str(value).strip()
    parts = written.strip("[]()").split(",")
    found: PlainData = None
    if isinstance(value, list | dict):
        return ""
    if wanted is bool:
        found = _BOOLEAN_WORDS.get(written.lower())
    elif wanted is str:
        found = written if isinstance(value, date | time) else written.lower()
    elif wanted is tuple and all(map(_WHOLE_NUMBER.fullmatch, parts)):
        found = [int(part) for part in parts]
    elif wanted is tuple and isinstance(value, str | int | float):
        found = [value]
    elif wanted in (int, float) and _NUMBER.fullmatch(written):
        number = float(written.replace(",", "."))
        whole = int(number) if number.is_integer() else None
        found = number if whole is None and wanted is float else whole
    return "" if found is None else render_value(found)


def remove_misfits_and_convert(
    data: dict[str, Any], kind: type[Struct], wrong: Iterable[Misfit]
) -> Struct | None:
    """A file's value without what does not fit in it, a name for what has none; None where that is
    not enough."""
    for path, _, _, missing in wrong:
        path = (*path, "name") if missing == "name" else path
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        if path[-1:] == ("name",):
            place["name"] = "?"
        elif path and isinstance(place, dict) and path[-1] != "id":
            place.pop(path[-1], None)
    try:
        return decode_value(data, kind)
    except (msgspec.ValidationError, OverflowError):
        return None
