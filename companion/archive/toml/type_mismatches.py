"""A value of the wrong type in a file: what is wanted in plain words, and the line as it would be
right."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, time
from types import UnionType
from typing import Annotated, Literal, get_args, get_origin

from companion.archive.toml.render import render_value
from companion.errant.clock import Moment, Span
from companion.text import clip_text

_MAX_EXAMPLE_LENGTH = 60
_TYPE_NAMES: Mapping[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "text",
    bool: "true or false",
    tuple: "a list",
    dict: "a table",
    Moment: "a moment",
    Span: "a length of time",
}
_EXAMPLES: Mapping[type, str] = {
    dict: '{ … = "…" }',
    int: "3",
    float: "0.5",
    bool: "true",
    Moment: '"day 3 13:20"',
    Span: '"4h"',
}
_HIDDEN_EXAMPLES: Mapping[type, str] = {str: '"…"', tuple: "[…]"}
_BOOLEAN_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_WHOLE_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,15}\s*")


def explain_mismatch(value: object, annotation: object, key: str, *, hidden: bool) -> str:
    """What is wrong with a value that is not of the type its key wants, with the line that would
    do: made of the value where that can be and is not `hidden`. Nothing where its type is right, or
    several would do."""
    wanted = _find_wanted_type(annotation)
    if wanted is None or _is_of_type(value, wanted):
        return ""
    meant = _render_converted(value, wanted)
    if meant and hidden:
        meant = _HIDDEN_EXAMPLES.get(wanted, "…")
    example = clip_text(meant, _MAX_EXAMPLE_LENGTH) or _EXAMPLES.get(wanted, "")
    write = "write" if meant else "for example"
    way = f"; {write} {key} = {example}" if example else ""
    return f"wants {_TYPE_NAMES[wanted]}, not {name_kind(value)}{way}"


def explain_unfit_blocks(name: str, value: object) -> str:
    """What is wrong with a value where blocks are wanted."""
    if isinstance(value, dict):
        return f"write [[{name}]]: there can be several, so each has two brackets on each side"
    return f"each has a block of its own: write [[{name}]] on a line, and its keys below"


def explain_unfit_table(name: str, value: object) -> str:
    """What is wrong with a value where a table is wanted."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"write [{name}]: there is one of it, so it has one bracket on each side"
    return f"wants a table, not {name_kind(value)}; write [{name}] on a line, and its keys below"


def name_kind(value: object) -> str:
    """What a value is, in the words of somebody who never heard of types."""
    if isinstance(value, bool):
        return "true" if value else "false"
    for kind, name in (
        (int, "a whole number"),
        (float, "a number with a point"),
        (str, "text"),
        (list, "a list"),
        (dict, "a table"),
        (date, "a date"),
        (time, "a time"),
    ):
        if isinstance(value, kind):
            return name
    return "this"


def _find_wanted_type(annotation: object) -> type | None:
    """The one type that an annotation asks for; None where that is not one of those told of."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _find_wanted_type(inner[0])
    if origin is Literal:
        kinds: Sequence[type | None] = [type(each) for each in inner]
    elif isinstance(annotation, UnionType) or str(origin) == "typing.Union":
        kinds = [_find_wanted_type(each) for each in inner if each is not type(None)]
    elif origin is tuple or (isinstance(annotation, type) and issubclass(annotation, tuple)):
        kinds = [annotation if annotation in (Moment, Span) else tuple]
    elif origin in (dict, Mapping):
        kinds = [dict]
    else:
        kinds = [annotation if isinstance(annotation, type) else None]
    only = set(kinds)
    found = only.pop() if len(only) == 1 else None
    return found if found in _TYPE_NAMES else None


def _is_of_type(value: object, wanted: type) -> bool:
    """Whether a value is of the type that is wanted, be it a likely one or not."""
    if isinstance(value, bool) or wanted is bool:
        return isinstance(value, bool) and wanted is bool
    if wanted is float:
        return isinstance(value, int | float)
    if wanted is tuple:
        return isinstance(value, list)
    return isinstance(value, str if wanted in (Moment, Span) else wanted)


def _render_converted(value: object, wanted: type) -> str:
    """The value as it would be written were it of the type that is wanted; "" where nobody can
    tell."""
    if isinstance(value, str):
        bare = value.strip()
        if wanted is bool and bare.lower() in _BOOLEAN_WORDS:
            return render_value(_BOOLEAN_WORDS[bare.lower()])
        if wanted in (int, float) and _WHOLE_NUMBER.fullmatch(bare):
            return render_value(int(bare))
        if wanted is float:
            return _render_number(bare)
        if wanted is tuple and all(
            map(_WHOLE_NUMBER.fullmatch, parts := bare.strip("[]()").split(","))
        ):
            return render_value([int(part) for part in parts])
    if wanted is tuple and isinstance(value, str | int | float):
        return render_value([value])
    if wanted is int and isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return render_value(int(value))
    if wanted is bool and type(value) is int and value in (0, 1):
        return render_value(bool(value))
    if wanted is str and isinstance(value, bool | int | float):
        return render_value(str(value).lower())
    if wanted is str and isinstance(value, date | time):
        return render_value(value.isoformat())
    return ""


def _render_number(written: str) -> str:
    try:
        number = float(written.replace(",", "."))
    except ValueError:
        return ""
    return render_value(number) if abs(number) < 1e15 else ""
