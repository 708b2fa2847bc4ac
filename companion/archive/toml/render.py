"""Plain values as TOML text, written anew."""

import re
from collections.abc import Collection, Mapping, Sequence

from companion.archive.toml.lines import parse_value
from companion.campaign.changes import PlainData

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# What TOML or an editor could trip over: quotes, backslashes, every control character, line and
# paragraph separators, the marks that reorder text, the byte order mark.
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class CannotEdit(Exception):  # noqa: N818 (like a refusal: nothing has changed)
    """A file is written in a way that cannot be changed without harm; the text says how."""


def render_value(value: PlainData) -> str:
    """A value on one line, as TOML.

    Values that are None are left out of tables; a list cannot hold one, and a text cannot hold a
    lone surrogate, because TOML has neither. Raises TypeError for what is not plain.

    >>> render_value({"event": 3, "hands": ["left", "right"], "burn": None})
    '{ event = 3, hands = ["left", "right"] }'
    """
    match value:
        case str():
            return f'"{_ESCAPED.sub(_escape_letter, value)}"'
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(map(render_value, value))}]"
        case dict():
            pairs = [render_pair(key, held) for key, held in value.items() if held is not None]
            return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    raise TypeError(f"{value!r} cannot be written as TOML")


def render_key(key: str) -> str:
    """A key, quoted where it has to be."""
    return key if _BARE_KEY.fullmatch(key) else render_value(key)


def render_pair(key: str, value: PlainData) -> str:
    """`key = value`."""
    return f"{render_key(key)} = {render_value(value)}"


def is_canonical(written: str) -> bool:
    """Whether writing the value anew gives the very text that stands there."""
    try:
        return render_value(parse_value(written)) == written
    except TypeError:
        return False


def _escape_letter(found: re.Match[str]) -> str:
    return _SHORT_ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04X}"


def render_file(
    values: Mapping[str, PlainData], order: Sequence[str], apart: Collection[str] = ()
) -> str:
    """A whole new file: plain keys, then tables, then arrays of tables, each in `order` (keys not
    in it last), a blank line between; None values are left out. Plain keys that are `apart` have a
    blank line before and after them."""
    rank = {key: number for number, key in enumerate(order)}
    keys = sorted(values, key=lambda key: rank.get(key, len(rank)))
    plain: list[str] = [""]
    tables: list[str] = []
    blocks: list[str] = []
    for key in keys:
        value = values[key]
        if isinstance(value, dict):
            tables.append(_render_table(f"[{render_key(key)}]", value))
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            blocks += [render_block(key, each) for each in value if isinstance(each, dict)]
        elif value is not None:
            if key in apart:
                plain += ["", ""]
            plain[-2 if key in apart else -1] += render_pair(key, value) + "\n"
    return "\n".join([*filter(None, plain), *tables, *blocks])


def render_block(array: str, values: Mapping[str, PlainData]) -> str:
    """A block of an array of tables, without the values that are None."""
    return _render_table(f"[[{render_key(array)}]]", values)


def _render_table(header: str, values: Mapping[str, PlainData]) -> str:
    lines = [render_pair(key, value) for key, value in values.items() if value is not None]
    return "".join(f"{line}\n" for line in (header, *lines))
