"""Campaign values as plain data and back: what files, journal and JSON hold."""

from collections.abc import Iterator
from functools import cache
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeGuard,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from companion.campaign.changes import PlainData
from companion.errant.clock import Moment, Span
from companion.refusal import Malformed
from companion.text import clip_text

T = TypeVar("T")


def _encode_hook(value: object) -> str:
    if isinstance(value, Moment | Span):
        return str(value)
    raise NotImplementedError(type(value))


def _decode_hook(kind: type, value: object) -> object:
    if kind in (Moment, Span):
        if not isinstance(value, str):
            raise ValueError(f"Expected text, got {value!r}")
        try:
            return kind.parse(value)
        except Malformed as refusal:
            raise ValueError(str(refusal)) from None
    raise NotImplementedError(kind)


def encode(value: object) -> PlainData:
    """A value as plain data: structs as dicts without what stands at its default."""
    return cast(PlainData, msgspec.json.decode(msgspec.json.encode(value, enc_hook=_encode_hook)))


def decode(value: object, kind: type[T]) -> T:
    """Plain data as a typed value. Raises msgspec.ValidationError at the first misfit."""
    return msgspec.convert(value, kind, dec_hook=_decode_hook)


@cache
def get_block_types(kind: type[Struct]) -> dict[str, type[Struct]]:
    """The keys of a struct that hold blocks with ids, and the struct each block is."""
    found: dict[str, type[Struct]] = {}
    for field in fields(kind):
        if get_origin(field.type) is tuple:
            inner = get_args(field.type)[0]
            if isinstance(inner, type) and issubclass(inner, Struct):
                found[field.encode_name] = inner
    return found


@cache
def get_attributes(kind: type[Struct]) -> dict[str, str]:
    """The key of each field of a struct in files and paths, with the attribute that holds it."""
    return {field.encode_name: field.name for field in fields(kind)}


@cache
def get_field_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field of a struct, as it was annotated."""
    return {field.encode_name: field.type for field in fields(kind)}


@cache
def get_field_infos(kind: type[Struct]) -> dict[str, FieldInfo]:
    """Everything msgspec knows of each field of a struct."""
    return {field.encode_name: field for field in fields(kind)}


def is_struct(kind: object) -> bool:
    """Whether an annotation is a struct: a table of its own in a file."""
    return isinstance(kind, type) and issubclass(kind, Struct)


_MAX_VALUE_CHARACTERS = 60


class Bounds(NamedTuple):
    """The least and the most a number may be, both included."""

    least: float
    most: float
    whole: bool

    def __str__(self) -> str:
        what = "a whole number" if self.whole else "a number"
        return f"{what} from {self.least:,} to {self.most:,}"


class _Misfit(NamedTuple):
    """A number beyond its bounds, and the keys on the way to it."""

    keys: tuple[str, ...]
    value: int | float
    bounds: Bounds


def describe_misfit(value: object, kind: object, *, quote: bool = True) -> str:
    """The message for the first number in plain data that is beyond the range its type states, with
    the keys that lead to it; "" where there is none. The number itself is left out without
    `quote`: it may be secret."""
    for keys, number, bounds in _find_misfits(value, kind, ()):
        where = f"{'.'.join(keys)}: " if keys else ""
        given = f", not {clip_text(f'{number:,}', _MAX_VALUE_CHARACTERS)}" if quote else ""
        return f"{where}it is {bounds}{given}"
    return ""


def _find_misfits(value: object, kind: object, keys: tuple[str, ...]) -> Iterator[_Misfit]:
    """Follows data and type side by side; what does not fit its type otherwise is passed over."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        bounds = _read_bounds(inner[0], inner[1:])
        if bounds is not None and _is_beyond(value, bounds):
            yield _Misfit(keys, value, bounds)
    elif origin is dict and isinstance(value, dict):
        for each in value.values():
            yield from _find_misfits(each, inner[1], keys)
    elif origin is tuple and isinstance(value, list):
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        for each, of in zip(value, kinds, strict=False):
            yield from _find_misfits(each, of, keys)
    elif origin is not None:
        for arm in inner:
            yield from _find_misfits(value, arm, keys)
    elif isinstance(kind, type) and issubclass(kind, Struct) and isinstance(value, dict):
        for name, of in get_field_types(kind).items():
            if name in value:
                yield from _find_misfits(value[name], of, (*keys, name))
    elif isinstance(kind, type) and issubclass(kind, tuple) and isinstance(value, list):
        hints = get_type_hints(kind, include_extras=True)  # a NamedTuple
        for each, of in zip(value, hints.values(), strict=False):
            yield from _find_misfits(each, of, keys)


def _read_bounds(kind: object, stated: tuple[object, ...]) -> Bounds | None:
    """The range that an annotation states; None where it states none."""
    for meta in stated:
        if isinstance(meta, Meta) and meta.ge is not None and meta.le is not None:
            return Bounds(meta.ge, meta.le, whole=kind is int)
    return None


def _is_beyond(value: object, bounds: Bounds) -> TypeGuard[int | float]:
    """True for a number of the right kind outside of the range; nan is in no range."""
    if isinstance(value, bool) or not isinstance(value, int if bounds.whole else int | float):
        return False
    return not bounds.least <= value <= bounds.most
