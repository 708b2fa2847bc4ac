"""Everything wrong with tables, those to roll on and price tables: with those found by name and
those in any file or folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from companion.archive.shelves import shown
from companion.archive.tables import GOODS, Shelf, Tables, of_goods
from companion.campaign.facts import KNOWN
from companion.randomtables.check import problems
from companion.randomtables.names import of_subject
from companion.refusal import Broken, Problem, Unknown, listed
from companion.shell.forms import CSV, csv_row, json_object
from companion.shell.given import Given

COLUMNS = Problem._fields
"""The header of a CSV of problems."""


class Checked(NamedTuple):
    """How many tables and price tables were checked, and what is wrong with them, in file order."""

    tables: int
    price_tables: int
    problems: tuple[Problem, ...]

    def pieces(self, form: str) -> Iterator[str]:
        """The problems one by one."""
        if form in CSV:
            return (csv_row(problem, form) for problem in self.problems)
        return (json_object(problem._asdict()) for problem in self.problems)

    def broken(self) -> Broken:
        """The problems to leave with, and what to do about them."""
        broken = Broken(self.problems)
        files = len({problem.file for problem in self.problems})
        what = "the file" if files == 1 else f"the {files} files"
        broken.hint = f"Mend {what} in an editor and check again."
        return broken

    def told(self) -> str:
        """That they read well."""
        kinds = (_counted(self.tables, "table"), _counted(self.price_tables, "price table"))
        reads = "reads" if self.tables + self.price_tables == 1 else "read"
        told = f"{listed(filter(None, kinds))} {reads} well."
        return told[:1].upper() + told[1:]


def checked(asked: Sequence[str], given: Given) -> Checked:
    """What is wrong with these tables, each a name, a subject, a file or a folder; without any,
    with all that are found. Raises Unknown for what is none of these."""
    if not asked:
        names = (*given.tables.names(), *given.tables.misnamed())
        return _checked(names, given.tables, (), given.tables.price_tables(bool))
    every = [_one_checked(each, given) for each in asked]
    found = [problem for each in every for problem in each.problems]
    return Checked(
        sum(each.tables for each in every),
        sum(each.price_tables for each in every),
        tuple(dict.fromkeys(found)),
    )


def _one_checked(asked: str, given: Given) -> Checked:
    path = Path(asked).resolve()
    if path.is_file():
        only = f"{path.parent.name}/{path.stem}"
        return _files_checked(path.parent.parent, only.__eq__, given)
    if path.is_dir():
        if any(path.glob("*.toml")):
            subject = f"{path.name}/"
            return _files_checked(path.parent, lambda name: name.startswith(subject), given)
        return _files_checked(path, bool, given)
    if prices := given.tables.price_tables(lambda name: asked.casefold() in (GOODS, name)):
        return _checked((), given.tables, (), prices)
    return _checked(_called(asked, given), given.tables, given.tables.names(), {})


def _called(asked: str, given: Given) -> list[str]:
    """The table of this name, else all tables of this subject. Unknown for neither."""
    try:
        return [given.named(asked)]
    except Unknown as refusal:
        with suppress(Unknown):
            return of_subject(asked, given.tables.names())
        raise refusal


def _files_checked(folder: Path, meant: Callable[[str], bool], given: Given) -> Checked:
    """The tables of a folder that are meant; they may refer to any that are there, and to those
    that are found by name."""
    shelf = Shelf(folder, folder, shown(folder))
    tables = given.tables.behind(shelf)
    names = sorted({name for name, _ in shelf.files() if meant(name) and not of_goods(name)})
    prices = Tables(shelf).price_tables(meant)
    if not names and not prices:
        raise Unknown(f"There are no tables in {folder}.", "A table is a file SUBJECT/NAME.toml.")
    return _checked(names, tables, tables.names(), prices)


def _checked(
    names: Sequence[str],
    tables: Tables,
    among: Iterable[str],
    prices: Mapping[str, tuple[Problem, ...]],
) -> Checked:
    wrong = problems(names, tables.looked_through, KNOWN, among)
    return Checked(len(names), len(prices), (*wrong, *chain.from_iterable(prices.values())))


def _counted(number: int, what: str) -> str:
    """So many of them, or nothing where there is none."""
    return f"{number} {what}s" if number > 1 else f"one {what}" if number else ""
