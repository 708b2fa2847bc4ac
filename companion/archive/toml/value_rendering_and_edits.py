"""Plain values as TOML text: written anew, or changed inside the text that they are written with,
where what is not changed stays as a person wrote it, comments and line breaks included.

The lexer in `statements` finds the value, or the element of an array, that changes, and tomlkit
changes the pairs of an inline table. It is given that table alone, never a whole file: so it is
quick, and what it is known to do to neighbours and their comments cannot happen.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from operator import getitem, itemgetter
from typing import Any

from companion.archive.toml.statements import (
    KeyPath,
    Member,
    find_comments,
    find_range_of_changed_elements,
    is_value,
    list_inline_elements,
    parse_value,
)
from companion.campaign.changes import PlainData

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# What TOML or an editor could trip over: quotes, backslashes, every control character, line and
# paragraph separators, the marks that reorder text, the byte order mark.
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]')
_SHORT_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_SPLICE = re.compile(r"inside (\d{1,9}) (\d{1,9})\n")
_REST_OF_LINE = re.compile(r"[ \t]*(,?)[ \t]*(?:#[^\n]*)?(?=\n)")
_TO_COMMA = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*,")


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
            pairs = [
                render_key_and_value(key, held) for key, held in value.items() if held is not None
            ]
            return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    raise TypeError(f"{value!r} cannot be written as TOML")


def render_key(key: str) -> str:
    """A key, quoted where it has to be."""
    return key if _BARE_KEY.fullmatch(key) else render_value(key)


def render_key_and_value(key: str, value: PlainData) -> str:
    """A key and its value as a line of TOML: `key = value`."""
    return f"{render_key(key)} = {render_value(value)}"


def is_canonically_written(written: str) -> bool:
    """Whether writing the value anew gives the very text that stands there."""
    try:
        return render_value(parse_value(written)) == written
    except TypeError:
        return False


def _escape_letter(found: re.Match[str]) -> str:
    return _SHORT_ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04X}"


def render_toml_file(
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
            tables.append(_render_table_with_header(f"[{render_key(key)}]", value))
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            blocks += [render_block(key, each) for each in value if isinstance(each, dict)]
        elif value is not None:
            if key in apart:
                plain += ["", ""]
            plain[-2 if key in apart else -1] += render_key_and_value(key, value) + "\n"
    return "\n".join([*filter(None, plain), *tables, *blocks])


def render_block(array: str, values: Mapping[str, PlainData]) -> str:
    """A block of an array of tables, without the values that are None."""
    return _render_table_with_header(f"[[{render_key(array)}]]", values)


def _render_table_with_header(header: str, values: Mapping[str, PlainData]) -> str:
    lines = [render_key_and_value(key, value) for key, value in values.items() if value is not None]
    return "".join(f"{line}\n" for line in (header, *lines))


def find_value_span(written: str, path: KeyPath) -> tuple[int, int] | None:
    """The start and the end of the value at a path inside a written value; None where the value is
    no single piece of text, as with dotted keys."""
    start, end = 0, len(written)
    while path:
        for member in list_inline_elements(written, start):
            if member.path == path[: len(member.path)]:
                path = path[len(member.path) :]
                start, end = member.value, member.end
                break
        else:
            return None
    return start, end


def change_written_value(written: str, path: KeyPath, value: PlainData) -> str:
    """A written value with the value at a path in it changed, and as much as can be of the way it
    was written kept. Raises CannotEdit where a comment would be lost, TypeError for what is not
    plain."""
    span = find_value_span(written, path)
    if span is None or (path and value is None):
        around: object = None
        with suppress(LookupError, TypeError):
            around = reduce(getitem, path[:-1], parse_value(written))
        if not isinstance(around, dict):
            raise CannotEdit("there is no table to put it in")
        return change_written_value(written, path[:-1], {**around, str(path[-1]): value})
    start, end = span
    new = _rewrite_value(written[start:end], value)
    if Counter(find_comments(written[start:end])) - Counter(find_comments(new)):
        raise CannotEdit("there are comments inside the value, which would be lost")
    return written[:start] + new + written[end:]


def _rewrite_value(written: str, value: PlainData) -> str:
    old = parse_value(written)
    if repr(old) == repr(value):
        return written
    if is_canonically_written(written):
        return render_value(value)
    if isinstance(old, list) and isinstance(value, list):
        return _change_array_elements(written, old, value)
    if isinstance(old, dict) and isinstance(value, dict):
        return _change_inline_table(written, old, value)
    return render_value(value)


def _change_array_elements(
    written: str, old: Sequence[PlainData], values: Sequence[PlainData]
) -> str:
    """An array with other elements. Those that both have at the beginning and at the end stay."""
    start, old_end, end = find_range_of_changed_elements(old, values)
    same = min(old_end, end)
    members = list(list_inline_elements(written, 0))
    for at in reversed(range(same, old_end)):
        written = _remove_element(written, members, at)
    if same < end:
        written = insert_written_elements(written, same, list(map(render_value, values[same:end])))
    for at in reversed(range(start, same)):
        _, _, begin, stop = members[at]
        changed = change_written_value(written[begin:stop], (), values[at])
        written = written[:begin] + changed + written[stop:]
    return written


def insert_written_elements(written: str, at: int, elements: Sequence[str]) -> str:
    """An array with more elements at a position, or an inline table with more pairs, each on a line
    of its own where the one before them has one."""
    members = list(list_inline_elements(written, 0))
    if not members:
        return written[0] + ", ".join(elements) + written[1:]
    start, end = members[max(0, at - 1)].start, members[at - 1].end
    above, _, indent = written[:start].rpartition("\n")
    apart = f"\n{indent}" if above and not indent.strip(" \t") else " "
    new = f",{apart}".join(elements)
    if not at:
        return f"{written[:start]}{new},{apart}{written[start:]}"
    if apart != " " and (rest := _REST_OF_LINE.match(written, end)):
        comma = "" if rest[1] else ","
        return f"{written[:end]}{comma}{rest[0]}{apart}{new}{rest[1]}{written[rest.end() :]}"
    return f"{written[:end]},{apart}{new}{written[end:]}"


def remove_written_element(written: str, at: int) -> str:
    """An array without the element at a position. Comments beside it stay."""
    return _remove_element(written, list(list_inline_elements(written, 0)), at)


def _remove_element(written: str, members: Sequence[Member], at: int) -> str:
    """`members` tells where the elements up to this one stand."""
    left, right = written[: members[at].start], written[members[at].end :]
    behind = _TO_COMMA.match(right)
    if behind:
        right = (behind[0][:-1] + right[behind.end() :]).lstrip(" \t")
    elif at and (before := _TO_COMMA.match(left, members[at - 1].end)):
        left = left[: before.end() - 1] + left[before.end() :].rstrip(" \t")
    if left.rstrip(" \t").endswith("\n") and right.lstrip(" \t").startswith("\n"):
        return left.rstrip(" \t") + right.lstrip(" \t")[1:]
    return left + right


def _change_inline_table(
    written: str, old: Mapping[str, PlainData], new: dict[str, PlainData]
) -> str:
    """An inline table with other pairs. tomlkit sets those that stay; it would break the lines
    beside those that come and go."""
    given = {key: inner for key, inner in new.items() if inner is not None}
    single = {
        member.path[0]: (member.value, member.end)
        for member in list_inline_elements(written, 0)
        if len(member.path) == 1
    }
    spans = {key: single.get(key) for key in old.keys() & given.keys()}
    text = _set_inline_table_values(
        written,
        {
            key: _rewrite_value(written[slice(*span)], given[key])
            for key, span in spans.items()
            if span and repr(old[key]) != repr(given[key])
        },
    )
    if not is_value(text):
        return render_value(new)
    stay = {key for key, span in spans.items() if span or repr(old[key]) == repr(given[key])}
    members = list(list_inline_elements(text, 0))
    for at in reversed(range(len(members))):
        if members[at].path[0] not in stay:
            text = _remove_element(text, members, at)
    pairs = [render_key_and_value(key, inner) for key, inner in given.items() if key not in stay]
    if pairs:
        text = insert_written_elements(text, len(list(list_inline_elements(text, 0))), pairs)
    return (
        text
        if repr(_sort_pairs_by_key(parse_value(text))) == repr(_sort_pairs_by_key(given))
        else render_value(new)
    )


def _set_inline_table_values(written: str, values: Mapping[str, str]) -> str:
    """An inline table with other values of some of its pairs."""
    if not values:
        return written
    import tomlkit  # 60 ms, and few words change an inline table
    from tomlkit.exceptions import TOMLKitError

    try:
        table: Any = tomlkit.value(written)
        for key, value in values.items():
            table[key] = tomlkit.value(value)
    except (TOMLKitError, RecursionError) as error:
        raise CannotEdit(f"it cannot be taken apart ({error})") from error
    return str(table.as_string())


def _sort_pairs_by_key(table: Mapping[str, PlainData]) -> list[tuple[str, PlainData]]:
    return sorted(table.items(), key=itemgetter(0))


def encode_splice(before: str, after: str) -> str:
    """What `restore_spliced_text` needs to make the text before an edit of the text after it."""
    start, end, new_end = find_range_of_changed_elements(before, after)
    return f"inside {start} {new_end - start}\n{before[start:end]}"


def restore_spliced_text(written: str, splice: str) -> str:
    """A written value as it was before an edit; "" where that cannot be told."""
    found = _SPLICE.match(splice)
    if found is None:
        return ""
    start, length = int(found[1]), int(found[2])
    return written[:start] + splice[found.end() :] + written[start + length :]
