"""A value changed by tomlkit inside the text that it is written with: what is not changed stays as
a person wrote it, comments and line breaks included.

tomlkit is given the text of one value, never a whole file, so it is quick, and what it is known to
do to the tables and comments beside the one that it edits cannot happen.
"""

from collections import Counter
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable, Item

from companion.archive.toml.lines import KeyPath, find_changed_values, find_comments
from companion.archive.toml.render import CannotEdit, render_value
from companion.campaign.changes import PlainData


def find_text(written: str, path: KeyPath) -> str:
    """How a value at a path inside a written value is written."""
    return _find_item(_parse_item(written), path).as_string() if path else written


def replace_text(written: str, path: KeyPath, text: str) -> str:
    """A written value with another text for the value at a path in it. Raises CannotEdit."""
    if not path:
        return text
    whole = _parse_item(written)
    holder: Any = _find_item(whole, path[:-1])
    holder[path[-1]] = _parse_item(text)
    return whole.as_string()


def change_value(written: str, path: KeyPath, value: PlainData) -> str:
    """A written value with the value at a path in it changed, and as much as can be of the way it
    was written kept. Raises CannotEdit where a comment would be lost."""
    whole = _parse_item(written)
    adapted = _adapt_item(_find_item(whole, path), value)
    if path:
        holder: Any = _find_item(whole, path[:-1])
        holder[path[-1]] = adapted
    text = (whole if path else adapted).as_string()
    if Counter(find_comments(written)) - Counter(find_comments(text)):
        raise CannotEdit("there are comments inside the value, which would be lost")
    return text


def _parse_item(written: str) -> Item:
    """A value as tomlkit reads it. Raises CannotEdit where it would not write it back as it is."""
    try:
        item: Item = tomlkit.value(written)
    except (TOMLKitError, RecursionError) as error:
        raise CannotEdit(f"it cannot be taken apart ({error})") from error
    if item.as_string() != written:
        raise CannotEdit(
            "it would not be written as it stands; write it on one line, without comments"
        )
    return item


def _find_item(item: Item, path: KeyPath) -> Item:
    found: Any = item  # tables, arrays and items have no type in common
    for key in path:
        found = found[key]
    inner: Item = tomlkit.item(found)
    return inner


def _adapt_item(item: Item, value: PlainData) -> Item:
    """An item changed to mean a value, with the layout it had where that can be."""
    old = item.unwrap()
    if repr(old) == repr(value):
        return item
    if isinstance(item, Array) and isinstance(value, list):
        if len(old) == len(value):
            _adapt_elements(item, list(enumerate(value)))
            return item
        if "\n" in item.as_string() or any(isinstance(each, dict) for each in old):
            _resize_array(item, value)
            return item
    if isinstance(item, InlineTable) and isinstance(value, dict):
        given = {key: inner for key, inner in value.items() if inner is not None}
        if old.keys() == given.keys():
            _adapt_elements(item, list(given.items()))
            return item
    return _parse_item(render_value(value))


def _adapt_elements(holder: Any, values: list[tuple[Any, PlainData]]) -> None:
    """Change the elements of an array, or the pairs of an inline table, that differ."""
    old = holder.unwrap()
    for key, value in values:
        if repr(old[key]) != repr(value):
            holder[key] = _adapt_item(tomlkit.item(holder[key]), value)


def _resize_array(array: Array, values: list[PlainData]) -> None:
    """Make an array longer or shorter. Only the elements between those that both have at the
    beginning and at the end are written anew; comments beside them stay, on lines of their own."""
    start, before_end, after_end = find_changed_values(array.unwrap(), values)
    before = find_comments(array.as_string())
    for _ in range(start, before_end):
        del array[start]
    for at in range(start, after_end):
        array.insert(at, _parse_item(render_value(values[at])))
    lost = Counter(before) - Counter(find_comments(array.as_string()))
    for comment in lost.elements():
        array.add_line(comment=comment.removeprefix("#").strip())
