"""The one diff: what differs between two campaigns, put into another, and turned round.

Undo, redo, the journal, the lines changed in the files and the `changes` a script sees all come
from here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.campaign.bounds import describe_misfit
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Plain
from companion.campaign.plain import blocks, field_types, is_struct, plain, typed
from companion.campaign.unlike import find_position, find_unlike

S = TypeVar("S", bound=Struct)
_id: Callable[[Struct], str] = attrgetter("id")
"""The id of a block; every block has one."""
T = TypeVar("T")


class Clash(NamedTuple):
    """A path that does not hold what a change needs it to hold."""

    path: str
    expected: Plain
    found: Plain


class DoesNotApply(Exception):  # noqa: N818 (told to people as a refusal by who asked)
    """A change whose path leads nowhere, or whose value no longer fits. `misfit` is the message for
    a number beyond its range, with the keys that lead to it from the path's last; else ""."""

    def __init__(self, path: str, misfit: str = "") -> None:
        super().__init__(path)
        self.path = path
        self.misfit = misfit


def diff(before: Campaign, after: Campaign) -> tuple[Change, ...]:
    """Every value that differs, in the order of the files; nothing for what is the same."""
    return tuple(_struct(before, after, ""))


def _struct(before: Struct, after: Struct, path: str) -> Iterator[Change]:
    arrays = blocks(type(before))
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        here = f"{path}{name}"
        if name in arrays:
            yield from _blocks(old, new, here)
        elif isinstance(old, Struct) and isinstance(new, Struct):
            yield from _struct(old, new, f"{here}/")
        elif old != new:
            yield Change(here, plain(old), plain(new))


def _blocks(old: tuple[Struct, ...], new: tuple[Struct, ...], path: str) -> Iterator[Change]:
    """What differs between two rows of blocks, of which only the middle is looked at: with an id
    of its own, no block in it can be one of those that both rows begin or end with."""
    start, old_end, new_end = find_unlike(old, new)
    first = _id(old[start - 1]) if start else ""
    before, after = _by_id(old[start:old_end]), _by_id(new[start:new_end])
    order = [first, *before]
    for key in [key for key in before if key not in after]:
        at = order.index(key, 1)
        order.pop(at)
        yield Change(f"{path}/{key}", plain(before[key]), None, follows=order[at - 1])
    for key, block in after.items():
        if key in before and before[key] is not block:
            yield from _struct(before[key], block, f"{path}/{key}/")
    previous = first
    for key, block in after.items():
        if key not in before:
            yield Change(f"{path}/{key}", None, plain(block), follows=previous)
        previous = key


def _by_id(structs: Sequence[Struct]) -> dict[str, Struct]:
    return {_id(struct): struct for struct in structs}


def applied(campaign: Campaign, changes: Iterable[Change]) -> Campaign:
    """The campaign with these changes made, one after another, whatever stood there before.

    Raises DoesNotApply where a path leads nowhere or a value does not fit its place.
    """
    for change in changes:
        try:
            campaign = _put(campaign, change.path.split("/"), change)
        except (KeyError, AttributeError) as error:
            raise DoesNotApply(change.path) from error
    return campaign


def _put(struct: S, path: list[str], change: Change) -> S:
    name, rest = path[0], path[1:]
    arrays = blocks(type(struct))
    if name in arrays:
        block_id, inner = rest[0], rest[1:]
        old: tuple[Struct, ...] = getattr(struct, name)
        if inner:
            at = find_position(old, block_id)  # type: ignore[arg-type]  # rows of blocks have ids
            new = (*old[:at], _put(old[at], inner, change), *old[at + 1 :])
        else:
            new = _with_block(old, block_id, change, arrays[name])
            if isinstance(struct, Campaign):  # a file each: they stand in the order of their names
                new = tuple(_by_id(new)[block_id] for block_id in sorted(_by_id(new)))
        return replace(struct, **{name: new})
    kind = field_types(type(struct))[name]
    if rest:
        if not is_struct(kind):
            raise KeyError(name)
        return replace(struct, **{name: _put(getattr(struct, name), rest, change)})
    return replace(struct, **{name: _typed(change, kind)})


def _typed(change: Change, kind: type[T]) -> T:
    """The value that a change leaves. Raises DoesNotApply where it does not fit its place."""
    try:
        return typed(change.after, kind)
    except ValidationError as error:
        raise DoesNotApply(change.path, describe_misfit(change.after, kind)) from error


def _with_block(
    old: tuple[Struct, ...], block_id: str, change: Change, kind: type[Struct]
) -> tuple[Struct, ...]:
    others = [block for block in old if _id(block) != block_id]
    if change.after is None:
        return tuple(others)
    block = replace(_typed(change, kind), id=block_id)
    at = _place_after(list(map(_id, others)), change.follows)
    return (*others[:at], block, *others[at:])


def _place_after(ids: list[str], follows: str | None) -> int:
    if follows == "":
        return 0
    return ids.index(follows) + 1 if follows in ids else len(ids)


def value_at(campaign: Campaign, path: str) -> Plain:
    """What a path holds, as plain data; None where it leads nowhere."""
    found: object = campaign
    names = path.split("/")
    while names:
        name = names.pop(0)
        if not isinstance(found, Struct) or name not in found.__struct_fields__:
            return None
        arrays = blocks(type(found))
        found = getattr(found, name)
        if name in arrays and names:
            found = _by_id(found).get(names.pop(0))  # type: ignore[arg-type]  # a field of blocks
    return plain(found)


def inverted(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same changes the other way round, last first, with the texts that were kept put back."""
    return tuple(
        Change(c.path, c.after, c.before, follows=c.follows, put=c.was)
        for c in reversed(tuple(changes))
    )


def made(campaign: Campaign, changes: Iterable[Change]) -> tuple[Campaign, tuple[Clash, ...]]:
    """The campaign with these changes made, each only where its path holds what it held before.

    All or nothing: where any path holds something else, the clashes say which and the campaign is
    unchanged.
    """
    clashes: list[Clash] = []
    after = campaign
    for change in changes:
        found = value_at(after, change.path)
        if found == change.before:
            try:
                after = applied(after, [change])
                continue
            except DoesNotApply:
                pass
        clashes.append(Clash(change.path, change.before, found))
    return (campaign, tuple(clashes)) if clashes else (after, ())


def stands_on(changes: Iterable[Change], others: Iterable[Change]) -> bool:
    """Whether any of the others, made later, touches a path that these touch, or one inside or
    around it, needs a block of theirs to find the place of its own, or speaks of somebody or of a
    place that they brought."""
    earlier = tuple(changes)
    return any(
        _touches(each, later) or _placed_by(each, later) or _speaks_of(each, later)
        for later in others
        for each in earlier
    )


def _touches(change: Change, later: Change) -> bool:
    a, b = change.path, later.path
    return a == b or a.startswith(f"{b}/") or b.startswith(f"{a}/")


def _speaks_of(change: Change, later: Change) -> bool:
    """Whether an Errant, or a block of the world, was added that the later names: taken back
    alone, nobody could go back past the later any more."""
    root, *rest = change.path.split("/")
    added = change.before is None and isinstance(change.after, dict)
    if not added or len(rest) != {"errants": 1, "world": 2}.get(root):
        return False
    return any(_names(value, rest[-1]) for value in (later.before, later.after))


def _names(value: Plain, block: str) -> bool:
    if isinstance(value, dict):
        return block in value or any(_names(inner, block) for inner in value.values())
    if isinstance(value, list):
        return any(_names(inner, block) for inner in value)
    return value == block


def _placed_by(change: Change, later: Change) -> bool:
    """Whether two blocks of one array, put in or taken out, would change places if the earlier
    were taken back while the later stands."""
    if change.follows is None or later.follows is None:
        return False
    array, _, block = change.path.rpartition("/")
    others, _, other = later.path.rpartition("/")
    if array != others:
        return False
    if change.follows in (other, later.follows):
        return True
    return later.after is None and later.follows == block
