"""The catalogue of goods, read from `tables/goods/`: the price tables that come along, then the
Guide's own, then the campaign's, each of which may add goods or stand in the place of others."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from companion.archive.reading import cleaned, line_of, problems_in, told
from companion.archive.tables import GOODS, Shelf
from companion.archive.toml_files import Said, said_by
from companion.campaign.plain import typed
from companion.errant.goods import Good, Goods, Sort, overridden
from companion.refusal import Broken, Problem
from companion.text import clean

if TYPE_CHECKING:
    from companion.archive.toml_layouts import Layout

_Read: TypeAlias = tuple[Goods, tuple[Problem, ...]]


class PriceTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of goods: what they are, and of which sort all of them are."""

    schema: Literal[1] = 1
    title: str = ""
    sort: Sort = "thing"
    goods: tuple[Good, ...] = ()


def read_goods(shelves: Sequence[Shelf]) -> _Read:
    """Every good of these shelves, of which those named first stand before the others, and what is
    wrong with files that could not be read."""
    goods: Goods = ()
    problems: tuple[Problem, ...] = ()
    for shelf in reversed(shelves):
        read = [_read(path, file, _stamp(path)) for _, file, path in _files(shelf)]
        goods = overridden(goods, chain.from_iterable(found for found, _ in read))
        problems = (*problems, *chain.from_iterable(wrong for _, wrong in read))
    return goods, problems


def price_tables(
    shelves: Sequence[Shelf], meant: Callable[[str], bool]
) -> dict[str, tuple[Problem, ...]]:
    """Every price table whose name, `goods/NAME`, is meant: by its file, what is wrong with it."""
    return {
        file: _read(path, file, _stamp(path))[1]
        for shelf in reversed(shelves)
        for name, file, path in _files(shelf)
        if meant(name)
    }


def catalogue(shelves: Sequence[Shelf]) -> Goods:
    """The same, where nothing is wrong. Raises Broken with every problem there is."""
    goods, problems = read_goods(shelves)
    if problems:
        raise Broken(problems)
    return goods


def _files(shelf: Shelf) -> Iterator[tuple[str, str, Path]]:
    """Every price table of a shelf: its name, how its file is told, and where that is."""
    for name, path in shelf.files(only=GOODS):
        yield name, f"{shelf.said}/{clean(name)}.toml", path


def _stamp(path: Path) -> tuple[int, int]:
    try:
        looked = path.stat()
    except OSError:
        return 0, 0
    return looked.st_mtime_ns, looked.st_size


@lru_cache(maxsize=128)
def _read(path: Path, file: str, _stamp: tuple[int, int]) -> _Read:
    """A file of goods, read once for as long as it is not written again."""
    said = said_by(path, file, _layout)
    if not isinstance(said, Said):
        return (), said
    try:
        data = cleaned(said.data)
        table = typed(data, PriceTable)
    except RecursionError:
        return (), (Problem(file, 0, "", "it is nested too deeply to be read"),)
    except (ValidationError, ValueError, OverflowError):
        return (), tuple(_problems(cleaned(said.data), said.text, file))
    wrong = tuple(_doubled(table, said.text, file))
    return tuple(replace(good, sort=table.sort) for good in table.goods), wrong


def _layout() -> "Layout":
    from companion.archive.toml_layouts import layout_of_prices  # only a spoilt file pays for it

    return layout_of_prices(PriceTable, told)


def _problems(data: object, text: str, file: str) -> Iterator[Problem]:
    for path, message in problems_in(data, PriceTable):
        yield Problem(file, line_of(text, path), told(path), message)


def _doubled(table: PriceTable, text: str, file: str) -> Iterator[Problem]:
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
                yield Problem(file, line_of(text, path), told(path), wrong)
        names.add(good.name.casefold())
