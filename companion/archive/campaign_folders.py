"""Finds, opens and creates campaigns by their names, in the folders of campaigns, and opens their
tables.

`--campaigns` (or COMPANION_CAMPAIGNS) and `--tables` (or COMPANION_TABLES) choose; without them it
is ./campaigns and ./tables if they are there, else the user's data folder. The shipped sample
campaign and tables are found from a wheel, an editable install and a bare checkout.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import tomli

from companion.archive.campaign_storage import Archive
from companion.archive.data_folders import (
    CAMPAIGN_NAME,
    find_user_data_folder,
    format_folder_path,
    get_shipped_folder,
    is_campaign_folder,
    list_campaign_names_in_folder,
)
from companion.archive.disk.atomic_writes import make_read_error, make_write_error
from companion.archive.file_texts_and_change_stamps import (
    TooLarge,
    list_folders_companion_writes_in,
    read_text_file,
)
from companion.archive.table_files import Shelf, Tables
from companion.campaign.file_layout import list_top_file_names
from companion.refusal import Broken, Impossible, Malformed, Unknown, suggest_similar_words
from companion.values_with_ids import make_slug

if TYPE_CHECKING:
    from companion.archive.new_campaigns import StartType
    from companion.errant.company import Company

OWN_PREFIX = "my-"
SAMPLE_NAME = "greenmire"
"""The campaign that is shipped, to look at and to learn with."""


class CampaignFolders:
    """The folders that names are looked up in."""

    def __init__(self, campaigns: Path | None = None, tables: Path | None = None) -> None:
        self.campaigns = find_user_data_folder("campaigns", campaigns)
        self._chosen_campaigns = campaigns
        self._chosen_tables = tables

    def render_shell_command(self, command: str, name: str) -> str:
        """The command at the shell that does this with a campaign here: `companion check mire`,
        with the folder of campaigns if it was chosen by option."""
        if self._chosen_campaigns is None:
            return f"companion {command} {name}"
        from shlex import quote

        return f"companion {command} {name} --campaigns {quote(str(self._chosen_campaigns))}"

    def list_names(self) -> list[str]:
        """The names of the Guide's own campaigns and the samples, in order."""
        shipped = get_shipped_folder("campaigns")
        return sorted({*_list_campaign_names_in(self.campaigns), *_list_campaign_names_in(shipped)})

    def require_folder(self, name: str) -> Path:
        """The folder of a campaign. Raises as `find_folder` does, and Impossible if it cannot be
        looked into."""
        folder = self.find_folder(name)
        try:
            (folder / "campaign.toml").lstat()
        except OSError as error:
            raise make_read_error(error) from error
        return folder

    def find_folder(self, name: str) -> Path:
        """The folder of a campaign. Raises Malformed for what is no name, Unknown if there is
        none."""
        own = self.get_path_of_own_campaign(name)
        for folder in (own, get_shipped_folder("campaigns") / name):
            if is_campaign_folder(folder):
                return folder
        if self.has_copies(name):
            hint = f"There are copies of it: {self.render_shell_command('restore', name)}"
        else:
            new = self.render_shell_command("new", name)
            hint = suggest_similar_words(name, self.list_names()) or f"Try: {new}"
        raise Unknown(f"There is no campaign «{name}» in {self.campaigns}.", hint)

    def get_path_of_own_campaign(self, name: str) -> Path:
        """The folder that a campaign of the Guide's own has, or would have. Raises Malformed for
        what is no name of a campaign."""
        if not CAMPAIGN_NAME.fullmatch(name):
            raise Malformed(
                f"«{name}» is no name of a campaign.",
                "A name is letters, digits and hyphens; choose the folder with --campaigns.",
            )
        return self.campaigns / name

    def list_restore_commands(self) -> list[str]:
        """The commands that bring back each campaign that is gone and has copies."""
        places = self.campaigns.glob(".copies/*")
        names = (place.name for place in places if not (self.campaigns / place.name).exists())
        gone = sorted(name for name in names if self.has_copies(name))
        return [self.render_shell_command("restore", name) for name in gone]

    def has_copies(self, name: str) -> bool:
        """True if there are copies of a campaign of this name, which itself may be gone."""
        from companion.archive.rescue.backup_copies import Copies

        return CAMPAIGN_NAME.fullmatch(name) is not None and bool(
            Copies(self.get_path_of_own_campaign(name)).list_copies()
        )

    def find_folder_with_remains(self, name: str) -> Path:
        """The folder of a campaign, even one without a campaign.toml that has something else in it.
        Raises as `require_campaign_folder` does."""
        own = self.get_path_of_own_campaign(name)
        remains = (
            own / each for each in (*list_top_file_names(), *list_folders_companion_writes_in())
        )
        return own if any(map(os.path.lexists, remains)) else self.require_folder(name)

    def open_campaign(
        self, name: str, *, seed: str | None = None, dry_run: bool = False
    ) -> Archive:
        """Open a campaign; a sample is opened as the Guide's own copy, made the first time. Raises
        Broken with the command that tells how to mend it."""
        folder, gone = self.require_folder(name), ""
        with add_repair_hints_to_refusals(folder, self):
            if is_sample(folder):
                own = self.campaigns / f"{OWN_PREFIX}{name}"
                if not is_campaign_folder(own) and not dry_run:
                    gone = self._copy_sample(folder, own)
                folder = own if is_campaign_folder(own) else folder
            archive = Archive(folder, seed=seed, dry_run=dry_run)
        if gone:
            command = self.render_shell_command("restore", gone)
            archive.warn(f"{folder.name} was gone, and is begun anew. As it was: {command}")
        return archive

    def _copy_sample(self, sample: Path, own: Path) -> str:
        """Make the Guide's own copy of a sample, unless another process does so meanwhile. If there
        was one that is gone, its copies get another name, which is returned."""
        from companion.archive.new_campaigns import copy_campaign
        from companion.archive.rescue.backup_copies import Copies

        try:
            gone = Copies(own).rename_copies_of_gone_campaign()
        except OSError as error:
            raise make_write_error(error) from error
        try:
            copy_campaign(sample, own)
        except Impossible:
            if not is_campaign_folder(own):
                raise
        return gone

    @contextmanager
    def open_throwaway_sample(self, seed: str) -> Iterator[Archive]:
        """Open the sample as a copy that is removed afterwards. Raises DiskError if no copy can be
        made."""
        from tempfile import TemporaryDirectory

        from companion.archive.new_campaigns import copy_campaign

        try:
            place = TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True)
        except OSError as error:
            raise make_write_error(error) from error
        with place as folder:
            sample = get_shipped_folder("campaigns") / SAMPLE_NAME
            yield Archive(copy_campaign(sample, Path(folder) / SAMPLE_NAME), seed=seed)

    def create_campaign(
        self,
        name: str,
        sample: str | None = None,
        *,
        company: "Company" = (),
        begins: "StartType | None" = None,
    ) -> Path:
        """Make a campaign in a folder named after it: with this Company and type of Turn alone, or
        copied from another."""
        from companion.archive import new_campaigns

        name = new_campaigns.parse_campaign_name(name)
        to = self.require_free_folder(name)
        if sample is None:
            texts = new_campaigns.render_files_of_new_campaign(name, company, begins)
            return new_campaigns.write_new_campaign(to, texts)
        folder = self.require_folder(sample)
        with add_repair_hints_to_refusals(folder, self):
            return new_campaigns.copy_campaign(folder, to, name)

    def require_free_folder(self, name: str) -> Path:
        """The folder a new campaign of this name will have. Raises Impossible for a name that is
        taken."""
        from companion.archive.new_campaigns import require_free_campaign_folder

        to = self.campaigns / make_slug(name)
        for folder in (to, get_shipped_folder("campaigns") / to.name):
            require_free_campaign_folder(folder)
        if self.has_copies(to.name):
            command = self.render_shell_command("restore", to.name)
            raise Impossible(
                f"There was a campaign «{to.name}», and copies of it are there.",
                f"To have it back: {command}. Else choose another name.",
            )
        return to

    def open_tables(self, folder: Path | None = None) -> Tables:
        """The tables of the campaign in this folder, if one is given, then the Guide's own, then
        those shipped."""
        shipped = get_shipped_folder("tables")
        shelves = (self._find_own_tables, Shelf(shipped, shipped, "tables"))
        if folder is None:
            return Tables(*shelves)
        return Tables(Shelf(folder / "tables", folder, "tables"), *shelves)

    def _find_own_tables(self) -> Shelf:
        own = find_user_data_folder("tables", self._chosen_tables)
        return Shelf(own, own, format_folder_path(own))


def _list_campaign_names_in(place: Path) -> list[str]:
    """The names of the campaigns in a folder, if there is one. Raises Impossible if it cannot be
    read."""
    try:
        return list_campaign_names_in_folder(place)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise make_read_error(error) from error


def is_sample(folder: Path) -> bool:
    """True for a sample: a campaign that is never written."""
    book = folder / "campaign.toml"
    try:
        if not book.is_file():
            return False
        return tomli.loads(read_text_file(book).removeprefix("\ufeff")).get("sample") is True
    except (OSError, ValueError, RecursionError):
        return False


@contextmanager
def add_repair_hints_to_refusals(folder: Path, campaign_folders: CampaignFolders) -> Iterator[None]:
    """A context in which a campaign is read. Broken gets a hint with the command that tells how to
    mend each problem; TooLarge for journalled words gets the one that repairs. For a sample they
    name the Guide's own copy."""
    try:
        yield
    except Broken as broken:
        name = _name_copy_of_sample(folder)
        broken.hint = f"How to mend it: {campaign_folders.render_shell_command('check', name)}"
        broken.list_all = campaign_folders.render_shell_command("check", f"{name} --all")
        raise
    except TooLarge as refusal:
        if refusal.journalled:
            command = campaign_folders.render_shell_command(
                "check", f"{_name_copy_of_sample(folder)} --repair"
            )
            refusal.hint += f" Or have it as the companion last wrote it: {command}"
        raise


def _name_copy_of_sample(folder: Path) -> str:
    return f"{OWN_PREFIX}{folder.name}" if is_sample(folder) else folder.name
