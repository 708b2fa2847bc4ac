"""What the text of a file means, compared with what it should: types and all."""

import math
from collections.abc import Mapping

from companion.archive.toml.statements import parse_toml
from companion.archive.toml.value_rendering_and_edits import CannotEdit
from companion.campaign.changes import PlainData


def verified(text: str, expected: Mapping[str, PlainData]) -> None:
    """Raises CannotEdit unless `text` is TOML and means exactly `expected`.

    Types count (1 is not 1.0, nor true); a table without keys and a key that is None count as
    not there.
    """
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise CannotEdit(f"the change would break the file ({error})") from error
    if not _same(_pruned(data), _pruned(dict(expected))):
        raise CannotEdit("the change would not say what it should")


def _pruned(values: Mapping[str, PlainData]) -> dict[str, PlainData]:
    """A table without what counts as not there."""
    kept: dict[str, PlainData] = {}
    for key, value in values.items():
        clean = _pruned_value(value)
        if clean is not None and clean != {}:
            kept[key] = clean
    return kept


def _pruned_value(value: PlainData) -> PlainData:
    if isinstance(value, dict):
        return _pruned(value)
    return [_pruned_value(each) for each in value] if isinstance(value, list) else value


def _same(one: PlainData, other: PlainData) -> bool:
    """Whether two values are equal, and of the same types all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return one == other
