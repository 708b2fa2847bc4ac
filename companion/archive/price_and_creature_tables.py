"""Catalogues: price tables and tables of creatures. They lie among the random tables, and nobody
rolls on them. First come those shipped, then the Guide's own, then the campaign's, each of which
may add things or replace others of the same name."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from os import DirEntry
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.archive.table_files import CREATURES, GOODS, Shelf
from companion.archive.toml.statements import KeyPath, make_value_problem
from companion.archive.toml.struct_misfits import find_struct_misfits
from companion.archive.toml_loading import load_toml_file
from companion.campaign.plain_data_encoding import decode_value
from companion.errant.creatures import Creature
from companion.errant.goods import Good, GoodSort
from companion.errant.movement import parse_npc_movements
from companion.refusal import Broken, Malformed, Problem
from companion.text_cleaning import clean_text

if TYPE_CHECKING:
    from companion.archive.toml.file_shapes import Layout


class Listed(Protocol):
    """A thing of a list."""

    @property
    def name(self) -> str: ...


F = TypeVar("F", bound=Struct)
T = TypeVar("T", bound=Listed)


class _ListFile(NamedTuple):
    """A file of a shelf: its name, its path, how problems name it, and when it was written."""

    name: str
    path: str
    file: str
    stamp: tuple[int, int]


class Listing(NamedTuple, Generic[F, T]):
    """A sort of list: its `subject`, the folder; the struct of one file, whose `key` holds its
    things; the things of a file as others use them; and what no type forbids in one of them."""

    subject: str
    struct: type[F]
    key: str
    list_things: Callable[[F], tuple[T, ...]]
    explain: Callable[[T], Iterator[tuple[str, str]]]

    def read(self, shelves: Sequence[Shelf]) -> tuple[tuple[T, ...], tuple[Problem, ...]]:
        """The things of these shelves, of which those named first take precedence, and what is
        wrong with files that cannot be read."""
        found = (each for shelf in reversed(shelves) for each in self._find_list_files(shelf))
        return _merge_things_of_files(self, tuple(found))

    def validate(
        self, shelves: Sequence[Shelf], is_selected: Callable[[str], bool]
    ) -> dict[str, tuple[Problem, ...]]:
        """What is wrong with the selected files, each named `subject/NAME`, by their files."""
        return {
            found.file: _read_list_file(self, found)[1]
            for shelf in reversed(shelves)
            for found in self._find_list_files(shelf)
            if is_selected(found.name)
        }

    def _find_list_files(self, shelf: Shelf) -> Iterator[_ListFile]:
        for name, entry in shelf.find_table_directory_entries(only=self.subject):
            file = f"{shelf.prefix}/{clean_text(name)}.toml"
            yield _ListFile(name, entry.path, file, _read_file_stamp(entry))


def _read_file_stamp(entry: "DirEntry[str]") -> tuple[int, int]:
    try:
        looked = entry.stat()
    except OSError:
        return 0, 0
    return looked.st_mtime_ns, looked.st_size


@lru_cache(maxsize=16)
def _merge_things_of_files(
    listing: Listing[F, T], files: tuple[_ListFile, ...]
) -> tuple[tuple[T, ...], tuple[Problem, ...]]:
    """The things of these files, of which the last takes precedence, and what is wrong with them;
    remembered until somebody writes one."""
    things: dict[str, T] = {}
    problems: list[Problem] = []
    for file in files:
        found, wrong = _read_list_file(listing, file)
        things.update((each.name.casefold(), each) for each in found)
        problems += wrong
    return tuple(things.values()), tuple(problems)


@lru_cache(maxsize=128)
def _read_list_file(
    listing: Listing[F, T], found: _ListFile
) -> tuple[tuple[T, ...], tuple[Problem, ...]]:
    """Read a file; remembered until somebody writes it."""
    file = found.file
    try:
        text, data = load_toml_file(
            Path(found.path), file, partial(_make_list_file_layout, listing.struct)
        )
    except Broken as broken:
        return (), broken.problems
    try:
        read = decode_value(data, listing.struct)
    except (ValidationError, OverflowError):
        wrong = find_struct_misfits(data, listing.struct)
        return (), tuple(make_value_problem(file, text, each.path, each.message) for each in wrong)
    things = listing.list_things(read)
    impossible = _find_impossible_things(listing, things)
    return things, tuple(
        make_value_problem(file, text, path, message) for path, message in impossible
    )


def _make_list_file_layout(struct: type[Struct]) -> "Layout":
    from companion.archive.toml.file_shapes import (
        make_price_or_creature_layout,  # only a spoilt file pays for it
    )

    return make_price_or_creature_layout(struct)


def _find_impossible_things(
    listing: Listing[F, T], things: tuple[T, ...]
) -> Iterator[tuple[KeyPath, str]]:
    """An empty name, a name listed twice, and what is wrong with each thing."""
    names: set[str] = set()
    for at, thing in enumerate(things):
        name = thing.name.casefold()
        if not name.strip():
            yield (listing.key, at, "name"), "a name cannot be empty"
        if name in names:
            yield (listing.key, at, "name"), "it is listed twice"
        for key, message in listing.explain(thing):
            yield (listing.key, at, key), message
        names.add(name)


class PriceTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of goods, and the sort that all of them have."""

    schema: Literal[1] = 1
    title: str = ""
    sort: GoodSort = "thing"
    goods: tuple[Good, ...] = ()

    def list_goods(self) -> tuple[Good, ...]:
        return tuple(replace(good, sort=self.sort) for good in self.goods)


def _explain_impossible_good(good: Good) -> Iterator[tuple[str, str]]:
    if (good.slots * 4) % 1:
        yield "slots", "Item Slots are counted in quarters"


class CreatureTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of creatures."""

    schema: Literal[1] = 1
    title: str = ""
    creatures: tuple[Creature, ...] = ()


def _explain_impossible_creature(creature: Creature) -> Iterator[tuple[str, str]]:
    try:
        parse_npc_movements(creature.mv)
    except Malformed as refusal:
        yield "mv", f"{refusal.message} {refusal.hint}"


PRICE_TABLES = Listing(GOODS, PriceTable, "goods", PriceTable.list_goods, _explain_impossible_good)
CREATURE_TABLES = Listing(
    CREATURES,
    CreatureTable,
    "creatures",
    lambda table: table.creatures,
    _explain_impossible_creature,
)
