"""A plain value as TOML text: written anew, or changed inside the text that stood there."""

import re
from collections.abc import Collection, Mapping, Sequence

from companion.archive.toml.lines import Child, find_comments, parse_children, parse_value
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

    >>> rendered({"event": 3, "hands": ["left", "right"], "burn": None})
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


def rewrite_value(written: str, value: PlainData) -> str:
    """`written`, changed to mean `value`, with as much of its layout kept as can be.

    Raises CannotEdit where a comment inside would be lost.
    """
    old = parse_value(written)
    if repr(old) == repr(value):
        return written
    if isinstance(old, list) and isinstance(value, list):
        if len(old) == len(value):
            return _replace_elements(written, list(value))
        if "\n" in written:
            return _resize_array(written, old, value)
    if isinstance(old, dict) and isinstance(value, dict):
        given = {key: held for key, held in value.items() if held is not None}
        keys = [child.keys for child in parse_children(written, 0)]
        if len(keys) == len(given) and all(len(key) == 1 and key[0] in given for key in keys):
            return _replace_elements(written, [given[key] for (key,) in keys])
    if find_comments(written):
        raise CannotEdit("there are comments inside the value, which would be lost")
    return render_value(value)


def _replace_elements(written: str, values: list[PlainData]) -> str:
    pieces: list[str] = []
    done = 0
    for child, value in zip(parse_children(written, 0), values, strict=True):
        pieces += [
            written[done : child.value],
            rewrite_value(written[child.value : child.end], value),
        ]
        done = child.end
    return "".join([*pieces, written[done:]])


def _resize_array(written: str, old: list[PlainData], new: list[PlainData]) -> str:
    """An array over several lines that grows or shrinks: elements stay as they are up to the
    first that differs, the rest stand one a line below the comments that were among them."""
    elements: list[Child] = list(parse_children(written, 0))
    same = [repr(one) == repr(other) for one, other in zip(old, new, strict=False)]
    kept = [*same, False].index(False)
    head = elements[kept - 1].end if kept else 1
    line_end = max(head, written.find("\n", head))
    beside = (
        find_comments(written, head, line_end)
        if _has_none_between(elements, head, line_end)
        else []
    )
    below = find_comments(written, head)[len(beside) :]
    indent = _read_indent(written, elements[0].start if elements else 0) or "  "
    first = written[:head] + ("," if kept else "") + "".join(f"  {comment}" for comment in beside)
    rest = [f"{indent}{comment}" for comment in below]
    rest += [f"{indent}{render_value(value)}," for value in new[kept:]]
    newline = "\r\n" if "\r\n" in written else "\n"
    return newline.join([first, *rest, _read_indent(written, len(written) - 1) + "]"])


def _has_none_between(elements: list[Child], start: int, end: int) -> bool:
    return not any(start <= child.start < end for child in elements)


def _read_indent(text: str, at: int) -> str:
    """The spaces before an offset, where only spaces stand before it on its line."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "" if before.strip(" \t") else before


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
            header = f"[[{render_key(key)}]]"
            blocks += [_render_table(header, each) for each in value if isinstance(each, dict)]
        elif value is not None:
            if key in apart:
                plain += ["", ""]
            plain[-2 if key in apart else -1] += render_pair(key, value) + "\n"
    return "\n".join([*filter(None, plain), *tables, *blocks])


def _render_table(header: str, values: Mapping[str, PlainData]) -> str:
    lines = [render_pair(key, value) for key, value in values.items() if value is not None]
    return "".join(f"{line}\n" for line in (header, *lines))
