"""Campaign values as plain data and back: what files, journal and JSON hold."""

from collections.abc import Iterable, Iterator
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
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from companion.audience import PUBLIC, Audience, find_audience_in_annotation
from companion.campaign.changes import PlainData
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.refusal import Malformed
from companion.text_cleaning import clip_text

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


def encode_value(value: object) -> PlainData:
    """A value as plain data: structs as dicts without what stands at its default."""
    return cast(PlainData, msgspec.json.decode(msgspec.json.encode(value, enc_hook=_encode_hook)))


def decode_value(value: object, kind: type[T]) -> T:
    """Plain data as a typed value. Raises msgspec.ValidationError at the first misfit."""
    return msgspec.convert(value, kind, dec_hook=_decode_hook)


@cache
def get_field_infos(kind: type[Struct]) -> dict[str, FieldInfo]:
    """The fields of a struct by their keys in files and paths, each with its type but without its
    audience."""
    return {
        field.encode_name: replace(field, type=_strip_audience_annotation(field.type))
        for field in fields(kind)
    }


def _strip_audience_annotation(annotation: object) -> object:
    if find_audience_in_annotation(annotation) is None:
        return annotation
    inner, *stated = get_args(annotation)
    for each in stated:
        if not isinstance(each, Audience):
            inner = Annotated[inner, each]
    return inner


@cache
def get_field_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field of a struct, by its key."""
    return {key: field.type for key, field in get_field_infos(kind).items()}


@cache
def get_attribute_names(kind: type[Struct]) -> dict[str, str]:
    """The attribute that holds each field of a struct, by its key."""
    return {key: field.name for key, field in get_field_infos(kind).items()}


@cache
def get_block_types(kind: type[Struct]) -> dict[str, type[Struct]]:
    """The keys of a struct that hold blocks with ids, and the struct each block is."""
    return {
        key: get_args(annotation)[0]
        for key, annotation in get_field_types(kind).items()
        if get_origin(annotation) is tuple and is_struct(get_args(annotation)[0])
    }


@cache
def get_secret_keys(kind: type[Struct]) -> frozenset[str]:
    """The keys of a struct that only the Guide may see: all that are not marked as public."""
    return frozenset(
        field.encode_name
        for field in fields(kind)
        if find_audience_in_annotation(field.type) is not PUBLIC
    )


def is_struct(kind: object) -> TypeGuard[type[Struct]]:
    """True for the annotation of a struct: a table of its own in a file."""
    return isinstance(kind, type) and issubclass(kind, Struct)


class PathStep(NamedTuple):
    """A step of a path: the key of a field in a struct, and the id of one block if the field has
    blocks ("" for all of them)."""

    struct: type[Struct]
    key: str
    block_id: str = ""


def resolve_path_types(kind: object, path: Iterable[str]) -> tuple[list[PathStep], object]:
    """The steps of a path that begins in a struct, and the type of what it leads to. The type is
    None if the path leads to no field, and the steps go as far as there are fields."""
    names, steps = list(path), list[PathStep]()
    while names:
        key = names.pop(0)
        if not is_struct(kind) or key not in get_field_types(kind):
            return steps, None
        blocks = get_block_types(kind)
        block_id = names.pop(0) if key in blocks and names else ""
        steps.append(PathStep(kind, key, block_id))
        kind = blocks[key] if block_id else get_field_types(kind)[key]
    return steps, kind


_MAX_VALUE_CHARACTERS = 60


def describe_number_out_of_range(value: object, kind: object, *, quote: bool = True) -> str:
    """The message for the first number in plain data that is beyond the range its type states, with
    the keys that lead to it; "" if there is none. Without `quote` the number is left out: it may be
    secret."""
    for keys, number, bounds in _find_numbers_out_of_range(value, kind, ()):
        where = f"{'.'.join(keys)}: " if keys else ""
        given = f", not {clip_text(f'{number:,}', _MAX_VALUE_CHARACTERS)}" if quote else ""
        return f"{where}it is {bounds}{given}"
    return ""


def _find_numbers_out_of_range(
    value: object, kind: object, keys: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], int | float, str]]:
    """The keys that lead to each number beyond its range, the number, and the range. Data and type
    are followed side by side; what does not fit its type otherwise is passed over."""
    origin, inner = get_origin(kind), get_args(kind)
    parts: Iterable[tuple[object, object]] = ()
    if origin is Annotated:
        if _is_number_of_kind(value, inner[0]):
            for meta in inner[1:]:
                has_range = meta.ge is not None and meta.le is not None
                if has_range and not meta.ge <= value <= meta.le:  # nan is in no range
                    what = "a whole number" if inner[0] is int else "a number"
                    yield keys, value, f"{what} from {meta.ge:,} to {meta.le:,}"
    elif is_struct(kind) and isinstance(value, dict):
        for name, annotation in get_field_types(kind).items():
            if name in value:
                yield from _find_numbers_out_of_range(value[name], annotation, (*keys, name))
    elif origin is dict and isinstance(value, dict):
        parts = ((each, inner[1]) for each in value.values())
    elif origin is tuple and isinstance(value, list):
        types = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        parts = zip(value, types, strict=False)
    elif origin is not None:
        parts = ((value, each) for each in inner)
    elif isinstance(kind, type) and issubclass(kind, tuple) and isinstance(value, list):
        hints = get_type_hints(kind, include_extras=True)  # a NamedTuple
        parts = zip(value, hints.values(), strict=False)
    for part, annotation in parts:
        yield from _find_numbers_out_of_range(part, annotation, keys)


def _is_number_of_kind(value: object, kind: object) -> TypeGuard[int | float]:
    """True for a number that a field of this type can hold."""
    wanted = int if kind is int else int | float
    return isinstance(value, wanted) and not isinstance(value, bool)
