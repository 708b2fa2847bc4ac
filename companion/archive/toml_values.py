"""A plain value as TOML text: written anew, or changed inside the text that stood there."""

import re

from companion.archive.toml_lines import Child, children, comments, value_of
from companion.campaign.changes import Plain

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# What TOML or an editor could trip over: quotes, backslashes, every control character, line and
# paragraph separators, the marks that reorder text, the byte order mark.
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class CannotEdit(Exception):  # noqa: N818 (like a refusal: nothing has changed)
    """A file is written in a way that cannot be changed without harm; the text says how."""


def rendered(value: Plain) -> str:
    """A value on one line, as TOML.

    Values that are None are left out of tables; a list cannot hold one, and a text cannot hold a
    lone surrogate, because TOML has neither. Raises TypeError for what is not plain.

    >>> rendered({"event": 3, "hands": ["left", "right"], "burn": None})
    '{ event = 3, hands = ["left", "right"] }'
    """
    match value:
        case str():
            return f'"{_ESCAPED.sub(_escape, value)}"'
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(map(rendered, value))}]"
        case dict():
            pairs = [rendered_pair(key, held) for key, held in value.items() if held is not None]
            return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    raise TypeError(f"{value!r} cannot be written as TOML")


def rendered_key(key: str) -> str:
    """A key, quoted where it has to be."""
    return key if _BARE_KEY.fullmatch(key) else rendered(key)


def rendered_pair(key: str, value: Plain) -> str:
    """`key = value`."""
    return f"{rendered_key(key)} = {rendered(value)}"


def is_canonical(written: str) -> bool:
    """Whether writing the value anew gives the very text that stands there."""
    try:
        return rendered(value_of(written)) == written
    except TypeError:
        return False


def revalued(written: str, value: Plain) -> str:
    """`written`, changed to mean `value`, with as much of its layout kept as can be.

    Raises CannotEdit where a comment inside would be lost.
    """
    old = value_of(written)
    if repr(old) == repr(value):
        return written
    if isinstance(old, list) and isinstance(value, list):
        if len(old) == len(value):
            return _with_elements(written, list(value))
        if "\n" in written:
            return _relisted(written, old, value)
    if isinstance(old, dict) and isinstance(value, dict):
        given = {key: held for key, held in value.items() if held is not None}
        keys = [child.keys for child in children(written, 0)]
        if len(keys) == len(given) and all(len(key) == 1 and key[0] in given for key in keys):
            return _with_elements(written, [given[key] for (key,) in keys])
    if comments(written):
        raise CannotEdit("there are comments inside the value, which would be lost")
    return rendered(value)


def _with_elements(written: str, values: list[Plain]) -> str:
    pieces: list[str] = []
    done = 0
    for child, value in zip(children(written, 0), values, strict=True):
        pieces += [written[done : child.value], revalued(written[child.value : child.end], value)]
        done = child.end
    return "".join([*pieces, written[done:]])


def _relisted(written: str, old: list[Plain], new: list[Plain]) -> str:
    """An array over several lines that grows or shrinks: elements stay as they are up to the
    first that differs, the rest stand one a line below the comments that were among them."""
    elements: list[Child] = list(children(written, 0))
    same = [repr(one) == repr(other) for one, other in zip(old, new, strict=False)]
    kept = [*same, False].index(False)
    head = elements[kept - 1].end if kept else 1
    line_end = max(head, written.find("\n", head))
    beside = comments(written, head, line_end) if _none_between(elements, head, line_end) else []
    below = comments(written, head)[len(beside) :]
    indent = _indent(written, elements[0].start if elements else 0) or "  "
    first = written[:head] + ("," if kept else "") + "".join(f"  {comment}" for comment in beside)
    rest = [f"{indent}{comment}" for comment in below]
    rest += [f"{indent}{rendered(value)}," for value in new[kept:]]
    newline = "\r\n" if "\r\n" in written else "\n"
    return newline.join([first, *rest, _indent(written, len(written) - 1) + "]"])


def _none_between(elements: list[Child], start: int, end: int) -> bool:
    return not any(start <= child.start < end for child in elements)


def _indent(text: str, at: int) -> str:
    """The spaces before an offset, where only spaces stand before it on its line."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return "" if before.strip(" \t") else before


def _escape(found: re.Match[str]) -> str:
    return _SHORT.get(found[0]) or f"\\u{ord(found[0]):04X}"
