"""The catalogue of goods, read from `tables/goods/`: the price tables that come along, then the
Guide's own, then the campaign's, each of which may add goods or stand in the place of others."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.archive.table_shelf import GOODS, Shelf
from companion.archive.toml.lines import make_problem, render_key_path
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
    """One file of goods: what they are, and of which sort all of them are."""

    schema: Literal[1] = 1
    title: str = ""
    sort: GoodSort = "thing"
    goods: tuple[Good, ...] = ()


def read_goods(shelves: Sequence[Shelf]) -> _ReadGoods:
    """Every good of these shelves, of which those named first stand before the others, and what is
    wrong with files that could not be read."""
    goods: Goods = ()
    problems: tuple[Problem, ...] = ()
    for shelf in reversed(shelves):
        read = [
            _read_price_table(path, file, _read_stamp(path)) for _, file, path in _list_files(shelf)
        ]
        goods = override_goods(goods, chain.from_iterable(found for found, _ in read))
        problems = (*problems, *chain.from_iterable(wrong for _, wrong in read))
    return goods, problems


def validate_price_tables(
    shelves: Sequence[Shelf], meant: Callable[[str], bool]
) -> dict[str, tuple[Problem, ...]]:
    """Every price table whose name, `goods/NAME`, is meant: by its file, what is wrong with it."""
    return {
        file: _read_price_table(path, file, _read_stamp(path))[1]
        for shelf in reversed(shelves)
        for name, file, path in _list_files(shelf)
        if meant(name)
    }


def read_catalogue(shelves: Sequence[Shelf]) -> Goods:
    """The same, where nothing is wrong. Raises Broken with every problem there is."""
    goods, problems = read_goods(shelves)
    if problems:
        raise Broken(problems)
    return goods


def _list_files(shelf: Shelf) -> Iterator[tuple[str, str, Path]]:
    """Every price table of a shelf: its name, how its file is told, and where that is."""
    for name, path in shelf.find_files(only=GOODS):
        yield name, f"{shelf.prefix}/{clean_text(name)}.toml", path


def _read_stamp(path: Path) -> tuple[int, int]:
    try:
        looked = path.stat()
    except OSError:
        return 0, 0
    return looked.st_mtime_ns, looked.st_size


@lru_cache(maxsize=128)
def _read_price_table(path: Path, file: str, _stamp: tuple[int, int]) -> _ReadGoods:
    """A file of goods, read once for as long as it is not written again."""
    try:
        text, data = load_toml(path, file, _make_layout)
    except Broken as broken:
        return (), broken.problems
    try:
        table = decode(data, PriceTable)
    except (ValidationError, OverflowError):
        wrong = find_misfits(data, PriceTable)
        return (), tuple(make_problem(file, text, path, message) for path, message in wrong)
    impossible = tuple(_find_impossible_goods(table, text, file))
    return tuple(replace(good, sort=table.sort) for good in table.goods), impossible


def _make_layout() -> "Layout":
    from companion.archive.toml.layouts import make_price_layout  # only a spoilt file pays for it

    return make_price_layout(PriceTable, render_key_path)


def _find_impossible_goods(table: PriceTable, text: str, file: str) -> Iterator[Problem]:
    """What no type says: a good without a name, or one listed twice, sizes that are no quarters."""
    names: set[str] = set()
    for at, good in enumerate(table.goods):
        for key, wrong in (
            ("name", "a name cannot be empty" if not good.name.strip() else ""),
            ("name", "it is listed twice" if good.name.casefold() in names else ""),
            ("slots", "Item Slots are counted in quarters" if (good.slots * 4) % 1 else ""),
        ):
            if wrong:
                path = ("goods", at, key)
                yield make_problem(file, text, path, wrong)
        names.add(good.name.casefold())
