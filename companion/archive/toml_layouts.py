"""What each kind of file holds, as far as it takes to tell a slip of the hand in it: which names
are blocks, what each key wants, how a key is called, and which values are not to be shown."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, partial
from types import UnionType
from typing import Annotated, Literal, NamedTuple, TypeAlias, get_args, get_origin

from msgspec import Struct

from companion.archive.toml_lines import Path
from companion.campaign.plain import blocks, field_types, is_struct
from companion.campaign.secrecy import SECRET_KEYS, is_secret
from companion.errant.clock import Moment, Span

Wanted: TypeAlias = Literal["text", "number", "flag", "list", ""]
"""What a key wants; "" where that is not known, or is not always the same."""


class Layout(NamedTuple):
    """One kind of file: the names that stand in `[[two brackets]]` and in `[one]`, what its keys
    want, how the path of a key is told, and which paths hold a secret."""

    blocks: Collection[str]
    tables: Collection[str]
    wants: Mapping[str, Wanted]
    name_key: Callable[[Path], str]
    hides: Callable[[Path], bool]


def layout_of_campaign(file: str, kind: type[Struct], name_key: Callable[[Path], str]) -> Layout:
    """The layout of a campaign's file. Nothing is shown of `world.toml`: where a header is spoilt,
    nobody knows what stands below it."""
    return _layout(kind, name_key, partial(_is_hidden, file.removesuffix(".toml")))


def layout_of_prices(kind: type[Struct], name_key: Callable[[Path], str]) -> Layout:
    """The layout of a price table; nothing in it is secret."""
    return _layout(kind, name_key, _never)


def layout_of_table(name_key: Callable[[Path], str]) -> Layout:
    """The layout of a random table; nothing in it is secret from whoever mends it."""
    texts = ("title", "dice", "roll", "text", "sign", "fallback", "columns")
    wants: dict[str, Wanted] = dict.fromkeys(texts, "text")
    wants |= {"schema": "number", "weight": "number", "add": "number", "deck": "flag"}
    return Layout(("rows", "modifiers"), (), wants, name_key, _never)


def wanted_by(annotation: object) -> Wanted:
    """What a field of this type wants."""
    if annotation in (Moment, Span, str):
        return "text"
    if annotation is bool:
        return "flag"
    if annotation in (int, float):
        return "number"
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return wanted_by(inner[0])
    if origin is Literal:
        return wanted_by(type(inner[0]))
    if origin is tuple or (isinstance(annotation, type) and issubclass(annotation, tuple)):
        return "list"
    if isinstance(annotation, UnionType) or str(origin) == "typing.Union":
        kinds = {wanted_by(each) for each in inner if each is not type(None)}
        return kinds.pop() if len(kinds) == 1 else ""
    return ""


def _layout(
    kind: type[Struct], name_key: Callable[[Path], str], hides: Callable[[Path], bool]
) -> Layout:
    tables = [name for name, type_ in field_types(kind).items() if is_struct(type_)]
    return Layout(tuple(blocks(kind)), tuple(tables), _wants(kind), name_key, hides)


@cache
def _wants(kind: type[Struct]) -> Mapping[str, Wanted]:
    found: dict[str, Wanted] = {}
    for key, wanted in _fields(kind):
        found[key] = wanted if found.get(key, wanted) == wanted else ""
    return found


def _fields(kind: type[Struct]) -> Iterator[tuple[str, Wanted]]:
    """Every key of a struct and of those within it, with what it wants."""
    within = blocks(kind)
    for name, type_ in field_types(kind).items():
        if name in within:
            yield from _fields(within[name])
        elif is_struct(type_):
            yield from _fields(type_)
        else:
            yield name, wanted_by(type_)


def _is_hidden(root: str, path: Path) -> bool:
    keys = [str(key) for key in path]
    return (
        root == "world"
        or not SECRET_KEYS.isdisjoint(keys)
        or is_secret("/".join((root, *keys)))
        or is_secret("/".join((root, *keys[:1])))
    )


def _never(_path: Path) -> bool:
    return False
