"""Where campaigns and tables are kept, and how a name finds its folder.

`--campaigns` (or COMPANION_CAMPAIGNS) and `--tables` (or COMPANION_TABLES) choose; without them
it is ./campaigns and ./tables where they are there, else the user's data folder. What is shipped
(the sample campaign, the tables) is found from a wheel, an editable install and a bare checkout.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import ELOOP, ENOENT, ENOTDIR
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import tomli

from companion.archive.archive import Archive
from companion.archive.folders import made_whole
from companion.archive.own_folder import FOR_GIT
from companion.archive.reading import read_campaign
from companion.archive.tables import Shelf, Tables
from companion.archive.texts import must_be_readable, read_texts, text_of
from companion.archive.unwritable import unreadable, unwritable
from companion.refusal import Impossible, Malformed, Unknown, did_you_mean
from companion.text import slug

if TYPE_CHECKING:
    from companion.archive.first_texts import Start
    from companion.errant.errants import Company
    from companion.randomtables.table import Table

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_NOT_THERE = (ENOENT, ENOTDIR, ELOOP)
_HERE = Path(__file__).resolve().parent.parent
OWN = "my-"
SAMPLE = "greenmire"
"""The campaign that is shipped, to look at and to learn with."""


def shipped(what: str) -> Path:
    """A folder that comes with the companion: in a wheel inside the package, in a checkout
    beside it."""
    packaged = _HERE / "_shipped" / what
    return packaged if packaged.is_dir() else _HERE.parent / what


def working_folder() -> Path | None:
    """The folder that the call was made in; None where it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def _kept(what: str, chosen: Path | None) -> Path:
    """The folder of the Guide's own campaigns or tables."""
    if chosen is not None:
        return chosen
    named = os.environ.get(f"COMPANION_{what.upper()}")
    if named:
        return Path(named)
    here = working_folder()
    if here is not None and (here / what).is_dir():
        return here / what
    from platformdirs import user_data_path

    return user_data_path("companion") / what


class Shelves:
    """The folders that names are looked up in."""

    def __init__(self, campaigns: Path | None = None, tables: Path | None = None) -> None:
        self.campaigns = _kept("campaigns", campaigns)
        self._chosen_campaigns = campaigns
        self._chosen_tables = tables

    def at_the_shell(self, command: str, name: str) -> str:
        """What is typed at the shell to do this with a campaign here: `companion check mire`, with
        the folder of campaigns where one was chosen by option."""
        if self._chosen_campaigns is None:
            return f"companion {command} {name}"
        from shlex import quote

        return f"companion {command} {name} --campaigns {quote(str(self._chosen_campaigns))}"

    def names(self) -> list[str]:
        """The campaigns there are, the Guide's own and the samples."""
        return sorted({*_names_in(self.campaigns), *_names_in(shipped("campaigns"))})

    def folder(self, name: str) -> Path:
        """The folder of a campaign. Raises as `find` does, and Impossible where it cannot be
        looked into."""
        folder = self.find(name)
        try:
            (folder / "campaign.toml").lstat()
        except OSError as error:
            raise unreadable(error) from error
        return folder

    def find(self, name: str) -> Path:
        """The folder of a campaign, open or not. Raises Malformed for what is no name, and Unknown
        where there is none."""
        own = self.place(name)
        for folder in (own, shipped("campaigns") / name):
            if is_campaign(folder):
                return folder
        raise Unknown(f"There is no campaign «{name}» in {self.campaigns}.", self._way(own))

    def place(self, name: str) -> Path:
        """Where a campaign of the Guide's own lies, or would. Malformed for what is no name."""
        if not _NAME.fullmatch(name):
            raise Malformed(
                f"«{name}» is no name of a campaign.",
                "A name is letters, digits and hyphens; choose the folder with --campaigns.",
            )
        return self.campaigns / name

    def ways_back(self) -> list[str]:
        """What brings back each campaign that is gone, and of which there are copies."""
        places = self.campaigns.glob(".copies/*")
        names = (place.name for place in places if not (self.campaigns / place.name).exists())
        gone = sorted(name for name in names if self.are_copies(name))
        return [self.at_the_shell("restore", name) for name in gone]

    def are_copies(self, name: str) -> bool:
        """Whether there are copies of a campaign of this name, which itself may be gone."""
        from companion.archive.copies import Copies

        return _NAME.fullmatch(name) is not None and bool(Copies(self.place(name)).there())

    def what_is_left(self, name: str) -> Path:
        """The folder of a campaign, also where its campaign.toml is gone and something else is
        there. Raises as `folder` does."""
        own = self.place(name)
        left = (own / each for each in ("world.toml", "errants", "journal", ".companion"))
        return own if any(map(os.path.lexists, left)) else self.folder(name)

    def _way(self, own: Path) -> str:
        """What to do about a campaign that is not there."""
        if self.are_copies(own.name):
            return f"There are copies of it: {self.at_the_shell('restore', own.name)}"
        new = self.at_the_shell("new", own.name)
        return did_you_mean(own.name, self.names()) or f"Try: {new}"

    def open(self, name: str, *, seed: str | None = None, dry_run: bool = False) -> Archive:
        """Open a campaign; a sample is opened as the Guide's own copy, made the first time."""
        folder = self.folder(name)
        if is_sample(folder):
            own = self.campaigns / f"{OWN}{name}"
            if is_campaign(own):
                folder = own
            elif not dry_run:
                return self._first_opened(folder, own, seed)
        return Archive(folder, seed=seed, dry_run=dry_run)

    def _first_opened(self, sample: Path, own: Path, seed: str | None) -> Archive:
        """The Guide's own copy of a sample, made and opened. Where they had one that is gone, its
        copies are told of, by the name that they have from now on."""
        from companion.archive.copies import Copies

        try:
            gone = Copies(own).retired()
        except OSError as error:
            raise unwritable(error) from error
        archive = Archive(self._first_copy(sample, own), seed=seed)
        if gone:
            way = self.at_the_shell("restore", gone)
            archive.tell(f"{own.name} was gone, and is begun anew. As it was: {way}")
        return archive

    def _first_copy(self, sample: Path, own: Path) -> Path:
        """The Guide's own copy of a sample, whoever makes it: another process may be doing so."""
        try:
            return self.copy(sample, own)
        except Impossible:
            if is_campaign(own):
                return own
            raise

    @contextmanager
    def sample_to_throw_away(self, seed: str) -> Iterator[Archive]:
        """The sample opened as a copy that goes away afterwards. Raises Unwritable where none can
        be made."""
        from tempfile import TemporaryDirectory

        try:
            place = TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True)
        except OSError as error:
            raise unwritable(error) from error
        with place as folder:
            copy = self.copy(shipped("campaigns") / SAMPLE, Path(folder) / SAMPLE)
            yield Archive(copy, seed=seed)

    def copy(self, sample: Path, to: Path, name: str | None = None) -> Path:
        """A campaign copied with its tables and without its journal, no longer a sample. Impossible
        where there is one already, Broken with its problems where it does not load; half a copy is
        never left."""
        from companion.archive.toml_text import set_key

        if to.exists():
            raise _taken(to)
        texts, _ = read_texts(sample)
        read_campaign(texts)
        book = set_key(texts["campaign.toml"], (), "sample", None, ()).text
        if name is not None:
            book = set_key(book, (), "name", name, ("schema", "name")).text
        return self._made(to, {**texts, "campaign.toml": book}, own_tables(sample).files())

    def new(
        self,
        name: str,
        sample: str | None = None,
        *,
        company: "Company" = (),
        begins: "Start | None" = None,
    ) -> Path:
        """A new campaign, empty but for who plays and the Turns it begins with, or copied from
        another; its folder is named after it."""
        from companion.archive.first_texts import first_texts, title

        name = title(name)
        to = self.free_folder(name)
        if sample is not None:
            from companion.archive.cure import cure_named  # which builds on this

            folder = self.folder(sample)
            with cure_named(folder, self):
                return self.copy(folder, to, name)
        return self._made(to, first_texts(name, company, begins))

    def free_folder(self, name: str) -> Path:
        """The folder a new campaign of this name will have. Impossible where the name is taken."""
        to = self.campaigns / slug(name)
        if to.exists() or (shipped("campaigns") / to.name).exists():
            raise _taken(to)
        if self.are_copies(to.name):
            way = self.at_the_shell("restore", to.name)
            raise Impossible(
                f"There was a campaign «{to.name}», and copies of it are there.",
                f"To have it back: {way}. Else choose another name.",
            )
        return to

    def _made(
        self, to: Path, texts: Mapping[str, str], tables: Iterable[tuple[str, Path]] = ()
    ) -> Path:
        must_be_readable(texts)
        files = {file: text.encode() for file, text in texts.items()}
        try:
            for name, path in ((name, path) for name, path in tables if path.is_file()):
                files[f"tables/{name}.toml"] = path.read_bytes()
            made_whole(to, {**files, **FOR_GIT}, ["errants"])
        except OSError as error:
            raise unwritable(error) from error
        return to

    def of(self, folder: Path | None = None) -> Tables:
        """The tables there are: those of the campaign in this folder first, if it is one that is
        meant, then the Guide's own, then those shipped."""
        kept, comes_along = _kept("tables", self._chosen_tables), shipped("tables")
        shelves = [Shelf(kept, kept, shown(kept)), Shelf(comes_along, comes_along, "tables")]
        if folder is not None:
            shelves.insert(0, own_tables(folder))
        return Tables(*shelves)

    @cached_property
    def _tables(self) -> Tables:
        return self.of()

    def table_names(self) -> tuple[str, ...]:
        """The names of all tables, those of a campaign aside."""
        return self._tables.names()

    def table(self, name: str) -> "Table":
        """A table by its whole name. Unknown where there is none; Broken with its problems."""
        return self._tables.table(name)


def own_tables(folder: Path) -> Shelf:
    """The tables of a campaign, none of which may lie outside its folder."""
    return Shelf(folder / "tables", folder, "tables")


def shown(folder: Path) -> str:
    """A folder as problems name it: from here where it lies below, else whole."""
    here = working_folder()
    if here is None or not folder.is_relative_to(here):
        return str(folder)
    return str(folder.relative_to(here))


def _taken(to: Path) -> Impossible:
    return Impossible(f"There is a campaign «{to.name}» already.", "Choose another name.")


def is_campaign(folder: Path) -> bool:
    """True for a folder with a campaign.toml, whatever that is: a pipe or a folder called so is
    told as broken, and so is a folder that cannot be looked into."""
    try:
        (folder / "campaign.toml").lstat()
    except OSError as error:
        return error.errno not in _NOT_THERE
    return True


def _names_in(place: Path) -> Iterator[str]:
    """The names of the campaigns in a folder; none where there is no such folder. Raises Impossible
    where it cannot be read."""
    try:
        names = [path.name for path in place.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise unreadable(error) from error
    for name in names:
        if _NAME.fullmatch(name) and is_campaign(place / name):
            yield name


def is_sample(folder: Path) -> bool:
    """Whether this is a campaign that is never written."""
    book = folder / "campaign.toml"
    try:
        if not book.is_file():
            return False
        return tomli.loads(text_of(book).removeprefix("\ufeff")).get("sample") is True
    except (OSError, ValueError, RecursionError):
        return False
