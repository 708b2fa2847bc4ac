"""Campaign values as plain data and back: what files, journal and JSON hold."""

from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from companion.campaign.changes import Plain
from companion.errant.clock import Moment, Span
from companion.refusal import Malformed

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


def plain(value: object) -> Plain:
    """A value as plain data: structs as dicts without what stands at its default."""
    return cast(Plain, msgspec.json.decode(msgspec.json.encode(value, enc_hook=_encode_hook)))


def typed(value: object, kind: type[T]) -> T:
    """Plain data as a typed value. Raises msgspec.ValidationError at the first misfit."""
    return msgspec.convert(value, kind, dec_hook=_decode_hook)


@cache
def blocks(kind: type[Struct]) -> dict[str, type[Struct]]:
    """The fields of a struct that hold blocks with ids, and the struct each block is."""
    found: dict[str, type[Struct]] = {}
    for field in fields(kind):
        if get_origin(field.type) is tuple:
            inner = get_args(field.type)[0]
            if isinstance(inner, type) and issubclass(inner, Struct):
                found[field.name] = inner
    return found


@cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    """The type of each field of a struct, as it was annotated."""
    return {field.name: field.type for field in fields(kind)}


@cache
def field_infos(kind: type[Struct]) -> dict[str, FieldInfo]:
    """Everything msgspec knows of each field of a struct."""
    return {field.name: field for field in fields(kind)}


def is_struct(kind: object) -> bool:
    """Whether an annotation is a struct: a table of its own in a file."""
    return isinstance(kind, type) and issubclass(kind, Struct)
