"""The one diff of two campaigns: taken, applied and inverted. Undo, redo, the journal, the lines
changed in the files and the `changes` a script sees all come from here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, PlainData
from companion.campaign.file_layout import is_path_of_named_block
from companion.campaign.plain_data_encoding import (
    PathStep,
    decode_value,
    describe_number_out_of_range,
    encode_value,
    get_attribute_names,
    get_block_types,
    resolve_path_types,
)
from companion.refusal import Impossible
from companion.values_with_ids import find_changed_range, find_position, replace_by_id

S = TypeVar("S", bound=Struct)
_get_id: Callable[[Struct], str] = attrgetter("id")
T = TypeVar("T")


class InapplicableChange(Exception):  # noqa: N818 (told to people as a refusal by who asked)
    """A change whose path leads nowhere, or whose value no longer fits. `misfit` is the message for
    a number beyond its range, "" for anything else."""

    def __init__(self, path: str, misfit: str = "") -> None:
        super().__init__(path)
        self.path = path
        self.misfit = misfit


def diff_campaigns(before: Campaign, after: Campaign) -> tuple[Change, ...]:
    """Every value that differs, in the order of the files; nothing for what is the same."""
    return tuple(_diff_structs(before, after, ""))


def _diff_structs(before: Struct, after: Struct, path: str) -> Iterator[Change]:
    """The changes between two structs of one type, field by field."""
    arrays = get_block_types(type(before))
    for name, attribute in get_attribute_names(type(before)).items():
        old, new = getattr(before, attribute), getattr(after, attribute)
        if old is new:
            continue
        here = f"{path}{name}"
        if name in arrays:
            yield from _diff_blocks(old, new, here)
        elif isinstance(old, Struct) and isinstance(new, Struct):
            yield from _diff_structs(old, new, f"{here}/")
        elif old != new:
            yield Change(here, encode_value(old), encode_value(new))


def _diff_blocks(old: tuple[Struct, ...], new: tuple[Struct, ...], path: str) -> Iterator[Change]:
    """What differs between two rows of blocks. Only their middle is compared: ids are unique, so
    none of its blocks stands among those that both rows begin or end with."""
    start, old_end, new_end = find_changed_range(old, new)
    first = _get_id(old[start - 1]) if start else ""
    before, after = (
        _index_structs_by_id(old[start:old_end]),
        _index_structs_by_id(new[start:new_end]),
    )
    order = [first, *before]
    for key in [key for key in before if key not in after]:
        at = order.index(key, 1)
        order.pop(at)
        yield Change(f"{path}/{key}", encode_value(before[key]), None, follows=order[at - 1])
    for key, block in after.items():
        if key in before and before[key] is not block:
            yield from _diff_structs(before[key], block, f"{path}/{key}/")
    previous = first
    for key, block in after.items():
        if key not in before:
            yield Change(f"{path}/{key}", None, encode_value(block), follows=previous)
        previous = key


def _index_structs_by_id(structs: Sequence[Struct]) -> dict[str, Struct]:
    return {_get_id(struct): struct for struct in structs}


def apply_changes(campaign: Campaign, changes: Iterable[Change]) -> Campaign:
    """The campaign with these changes made, one after another, whatever stood there before.

    Raises InapplicableChange if a path leads nowhere or a value does not fit its field.
    """
    for change in changes:
        steps, kind = resolve_path_types(type(campaign), change.path.split("/"))
        try:
            campaign = _apply_change(campaign, steps, kind, change)
        except KeyError as error:
            raise InapplicableChange(change.path) from error
    return campaign


def require_applicable_changes(campaign: Campaign, changes: Iterable[Change]) -> None:
    """Raises Impossible for changes that this campaign cannot take."""
    try:
        apply_changes(campaign, changes)
    except InapplicableChange as error:
        beyond = error.misfit or "it is more than can be kept"
        why = f"{error.path} cannot be that: {beyond}."
        raise Impossible(why, "To see how things stand: status") from error


def _apply_change(struct: S, steps: list[PathStep], kind: Any, change: Change) -> S:
    """The struct with a change made at the end of these steps, which lead to a value of this
    kind (None: to none). Raises KeyError, InapplicableChange."""
    if not steps or kind is None:
        raise KeyError(change.path)
    (_, key, block_id), *rest = steps
    attribute = get_attribute_names(type(struct))[key]
    old = getattr(struct, attribute)
    if not block_id:
        if key in get_block_types(type(struct)):
            raise KeyError(key)
        new = _apply_change(old, rest, kind, change) if rest else _decode_change(change, kind)
    elif rest:
        block = old[find_position(old, block_id)]
        new = replace_by_id(old, _apply_change(block, rest, kind, change))
    else:
        new = _replace_block(old, block_id, change, kind)
        if isinstance(struct, Campaign):  # a file each: they stand in the order of their names
            new = tuple(sorted(new, key=_get_id))
    return replace(struct, **{attribute: new})


def _decode_change(change: Change, kind: type[T]) -> T:
    """The value that a change leaves. Raises InapplicableChange if it does not fit its field."""
    try:
        return decode_value(change.after, kind)
    except ValidationError as error:
        raise InapplicableChange(
            change.path, describe_number_out_of_range(change.after, kind)
        ) from error


def _replace_block(
    old: tuple[Struct, ...], block_id: str, change: Change, kind: type[Struct]
) -> tuple[Struct, ...]:
    """The row of blocks with this block added, changed or removed."""
    others = [block for block in old if _get_id(block) != block_id]
    if change.after is None:
        return tuple(others)
    block = replace(_decode_change(change, kind), id=block_id)
    ids = ["", *map(_get_id, others)]
    at = ids.index(change.follows) if change.follows in ids else len(others)
    return (*others[:at], block, *others[at:])


def find_value_at_path(campaign: Campaign, path: str) -> PlainData:
    """What a path holds, as plain data; None if it leads nowhere."""
    steps, kind = resolve_path_types(type(campaign), path.split("/"))
    found: Any = None if kind is None else campaign
    for struct, key, block_id in steps:
        if found is not None:
            found = getattr(found, get_attribute_names(struct)[key])
            if block_id:
                found = _index_structs_by_id(found).get(block_id)
    return encode_value(found)


def invert_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take these back, last first; texts that were kept are put back."""
    return tuple(
        Change(c.path, c.after, c.before, follows=c.follows, put=c.was)
        for c in reversed(tuple(changes))
    )


def apply_changes_if_unchanged(
    campaign: Campaign, changes: Iterable[Change]
) -> tuple[Campaign, str]:
    """The campaign with these changes made, and ""; or the campaign as it is, and the path of the
    first change that does not find there what it changed."""
    after = campaign
    for change in changes:
        try:
            if find_value_at_path(after, change.path) != change.before:
                return campaign, change.path
            after = apply_changes(after, [change])
        except InapplicableChange:
            return campaign, change.path
    return after, ""


def has_dependent_changes(changes: Iterable[Change], others: Iterable[Change]) -> bool:
    """True if one of the `others`, made later, touches the same path, or one inside or around it,
    needs a block of these to find its position, or names somebody or a place that these added."""
    earlier = tuple(changes)
    return any(
        are_paths_overlapping(each.path, later.path)
        or _is_order_dependent(each, later)
        or _is_added_block_named(each, later)
        for later in others
        for each in earlier
    )


def are_paths_overlapping(path: str, other: str) -> bool:
    """True if the paths are the same, or one leads into what is at the other."""
    return path == other or path.startswith(f"{other}/") or other.startswith(f"{path}/")


def _is_added_block_named(change: Change, later: Change) -> bool:
    """True if this adds an Errant or a block of the world that the later change names: without it
    the later one could not be taken back any more."""
    is_added = change.before is None and isinstance(change.after, dict)
    block = change.path.rpartition("/")[2]
    return (
        is_added
        and is_path_of_named_block(change.path)
        and any(_has_block_id(value, block) for value in (later.before, later.after))
    )


def _has_block_id(value: PlainData, block: str) -> bool:
    if isinstance(value, dict):
        return block in value or any(_has_block_id(inner, block) for inner in value.values())
    if isinstance(value, list):
        return any(_has_block_id(inner, block) for inner in value)
    return value == block


def _is_order_dependent(change: Change, later: Change) -> bool:
    """True if two blocks of one array, added or removed, would change places if the earlier change
    were taken back and the later stood."""
    if change.follows is None or later.follows is None:
        return False
    array, _, block = change.path.rpartition("/")
    others, _, other = later.path.rpartition("/")
    if array != others:
        return False
    if change.follows in (other, later.follows):
        return True
    return later.after is None and later.follows == block
