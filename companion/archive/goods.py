"""The catalogue of goods, read from `tables/goods/`: the shipped price tables, then the Guide's
own, then the campaign's, each of which may add goods or replace others."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.archive.tables import GOODS, Shelf
from companion.archive.toml.lines import make_problem
from companion.archive.toml.load import load_toml
from companion.archive.toml.misfits import find_misfits
from companion.campaign.encoding import decode
from companion.errant.goods import Good, Goods, GoodSort, override_goods
from companion.refusal import Broken, Problem
from companion.text import clean_text

if TYPE_CHECKING:
    from companion.archive.toml.layouts import Layout

_ReadGoods: TypeAlias = tuple[Goods, tuple[Problem, ...]]


class PriceTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of goods, and the sort that all of them have."""

    schema: Literal[1] = 1
    title: str = ""
    sort: GoodSort = "thing"
    goods: tuple[Good, ...] = ()


def read_goods(shelves: Sequence[Shelf]) -> _ReadGoods:
    """The goods of these shelves, of which those named first take precedence, and what is wrong
    with files that cannot be read."""
    goods: Goods = ()
    problems: list[Problem] = []
    for shelf in reversed(shelves):
        read = [result for _, _, result in _read_price_tables(shelf)]
        goods = override_goods(goods, chain.from_iterable(found for found, _ in read))
        problems += chain.from_iterable(wrong for _, wrong in read)
    return goods, tuple(problems)


def validate_price_tables(
    shelves: Sequence[Shelf], is_selected: Callable[[str], bool]
) -> dict[str, tuple[Problem, ...]]:
    """What is wrong with the selected price tables, each named `goods/NAME`, by their files."""
    return {
        file: problems
        for shelf in reversed(shelves)
        for name, file, (_, problems) in _read_price_tables(shelf)
        if is_selected(name)
    }


def _read_price_tables(shelf: Shelf) -> Iterator[tuple[str, str, _ReadGoods]]:
    """Every price table of a shelf: its name, its file as problems name it, and its goods."""
    for name, path in shelf.find_files(only=GOODS):
        file = f"{shelf.prefix}/{clean_text(name)}.toml"
        yield name, file, _read_price_table(path, file, _read_stamp(path))


def _read_stamp(path: Path) -> tuple[int, int]:
    try:
        looked = path.stat()
    except OSError:
        return 0, 0
    return looked.st_mtime_ns, looked.st_size


@lru_cache(maxsize=128)
def _read_price_table(path: Path, file: str, _stamp: tuple[int, int]) -> _ReadGoods:
    """Read a price table; remembered until somebody writes it."""
    try:
        text, data = load_toml(path, file, _make_layout)
    except Broken as broken:
        return (), broken.problems
    try:
        table = decode(data, PriceTable)
    except (ValidationError, OverflowError):
        wrong = find_misfits(data, PriceTable)
        return (), tuple(make_problem(file, text, each.path, each.message) for each in wrong)
    impossible = tuple(_find_impossible_goods(table, text, file))
    return tuple(replace(good, sort=table.sort) for good in table.goods), impossible


def _make_layout() -> "Layout":
    from companion.archive.toml.layouts import make_price_layout  # only a spoilt file pays for it

    return make_price_layout(PriceTable)


def _find_impossible_goods(table: PriceTable, text: str, file: str) -> Iterator[Problem]:
    """What no type forbids: an empty name, a name listed twice, slots that are no quarters."""
    names: set[str] = set()
    for at, good in enumerate(table.goods):
        name = good.name.casefold()
        for key, is_wrong, message in (
            ("name", not name.strip(), "a name cannot be empty"),
            ("name", name in names, "it is listed twice"),
            ("slots", (good.slots * 4) % 1, "Item Slots are counted in quarters"),
        ):
            if is_wrong:
                yield make_problem(file, text, ("goods", at, key), message)
        names.add(name)
