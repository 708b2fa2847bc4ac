"""The expected shape of each kind of file, for messages about mistakes in it: which names are
blocks, the type that each key wants, how a key is called, and which values are not to be shown."""

from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from types import UnionType
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args, get_origin

from msgspec import Struct

from companion.archive.toml.statements import KeyPath, describe_key_path
from companion.campaign.file_layout import FileKind
from companion.campaign.plain_data_encoding import (
    get_block_types,
    get_field_types,
    get_secret_keys,
    is_struct,
)
from companion.campaign.secrecy import list_keys_secret_anywhere
from companion.errant.turns.moments_and_spans import Moment, Span

ValueKind: TypeAlias = Literal["text", "number", "flag", "list", ""]
"""What a key wants; "" where that is not known, or is not always the same."""
_KINDS: Mapping[type | None, ValueKind] = {
    **dict.fromkeys((str, Moment, Span), "text"),
    **dict.fromkeys((int, float), "number"),
    bool: "flag",
    tuple: "list",
}


def _hide_nothing(_path: KeyPath) -> bool:
    return False


class Layout(NamedTuple):
    """One kind of file: the names that stand in `[[two brackets]]` and in `[one]`, what its keys
    want, which paths hold a secret, and how the path of a key is told."""

    blocks: Collection[str]
    tables: Collection[str]
    key_kinds: Mapping[str, ValueKind]
    is_hidden: Callable[[KeyPath], bool] = _hide_nothing
    name_key: Callable[[KeyPath], str] = describe_key_path


def make_campaign_layout(kind: FileKind) -> Layout:
    """The layout of a campaign's file. Nothing is shown of one with secrets: where a header is
    spoilt, nobody knows what stands below it."""
    return make_price_or_creature_layout(kind.struct)._replace(
        is_hidden=partial(_is_secret_value, kind)
    )


def _is_secret_value(kind: FileKind, path: KeyPath) -> bool:
    if kind.has_secrets or path[0] in get_secret_keys(kind.struct):
        return True
    return not list_keys_secret_anywhere().isdisjoint(map(str, path))


def make_price_or_creature_layout(kind: type[Struct]) -> Layout:
    """The layout of a price table or a table of creatures; nothing in it is secret."""
    tables = [name for name, type_ in get_field_types(kind).items() if is_struct(type_)]
    return Layout(tuple(get_block_types(kind)), tables, _list_value_kinds_by_key(kind))


def make_random_table_layout(name_key: Callable[[KeyPath], str]) -> Layout:
    """The layout of a random table; nothing in it is secret from whoever mends it."""
    texts = ("title", "dice", "roll", "text", "sign", "fallback", "columns")
    wants: dict[str, ValueKind] = dict.fromkeys(texts, "text")
    wants |= {"schema": "number", "weight": "number", "add": "number", "deck": "flag"}
    wants["secret"] = "flag"
    return Layout(("rows", "modifiers"), (), wants, name_key=name_key)


@cache
def _list_value_kinds_by_key(kind: type[Struct]) -> Mapping[str, ValueKind]:
    """What every key of a struct and of those within it wants."""
    found: dict[str, ValueKind] = {}
    for name, type_ in get_field_types(kind).items():
        inner = get_block_types(kind).get(name, type_)
        own: Mapping[str, ValueKind] = {name: _KINDS.get(find_type_of_annotation(type_), "")}
        for key, wanted in (_list_value_kinds_by_key(inner) if is_struct(inner) else own).items():
            found[key] = wanted if found.get(key, wanted) == wanted else ""
    return found


def find_type_of_annotation(annotation: object) -> type | None:
    """The one type that an annotation asks for: a plain one, `tuple` for a list, `dict` for a
    table; None where several would do."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return find_type_of_annotation(inner[0])
    if origin is Literal:
        kinds: set[type | None] = {type(each) for each in inner}
    elif isinstance(annotation, UnionType) or str(origin) == "typing.Union":
        kinds = {find_type_of_annotation(each) for each in inner if each is not type(None)}
    elif origin is tuple or (isinstance(annotation, type) and issubclass(annotation, tuple)):
        return annotation if annotation in (Moment, Span) else tuple
    elif origin in (dict, Mapping):
        return dict
    else:
        return annotation if isinstance(annotation, type) and annotation in _KINDS else None
    return kinds.pop() if len(kinds) == 1 else None
