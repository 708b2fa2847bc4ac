"""The folders that hold campaigns and tables on this computer, and the names of the campaigns in
one.

Only the standard library is imported: the shell asks for names at every Tab.
"""

import os
import re
from errno import ELOOP, ENOENT, ENOTDIR
from pathlib import Path

CAMPAIGN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
OUTSIDE_MESSAGE = "it is a link that leads out of the campaign's folder"
_MISSING_ERRNOS = (ENOENT, ENOTDIR, ELOOP)
_PACKAGE = Path(__file__).resolve().parent.parent


def get_shipped_folder(what: str) -> Path:
    """A folder that comes with the companion: inside the package in a wheel, beside it in a
    checkout."""
    packaged = _PACKAGE / "_shipped" / what
    return packaged if packaged.is_dir() else _PACKAGE.parent / what


def find_working_folder() -> Path | None:
    """The folder that the call was made in; None where it is gone."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return None


def format_folder_path(folder: Path) -> str:
    """A folder as problems name it: from here where it lies below, else whole."""
    here = find_working_folder()
    if here is None or not folder.is_relative_to(here):
        return str(folder)
    return str(folder.relative_to(here))


def find_user_data_folder(what: str, chosen: Path | None) -> Path:
    """The folder of the Guide's own campaigns or tables."""
    if chosen is not None:
        return chosen
    named = os.environ.get(f"COMPANION_{what.upper()}")
    if named:
        return Path(named)
    here = find_working_folder()
    if here is not None and (here / what).is_dir():
        return here / what
    from platformdirs import user_data_path

    return user_data_path("companion") / what


def is_campaign_folder(folder: Path) -> bool:
    """True for a folder with a campaign.toml, whatever that is: a pipe or a folder called so is
    told as broken, and so is a folder that cannot be looked into."""
    try:
        (folder / "campaign.toml").lstat()
    except OSError as error:
        return error.errno not in _MISSING_ERRNOS
    return True


def list_campaign_names_in_folder(place: Path) -> list[str]:
    """The names of the campaigns in a folder. Raises OSError where it cannot be read."""
    names = os.listdir(place)  # noqa: PTH208 (names alone)
    return [
        name for name in names if CAMPAIGN_NAME.fullmatch(name) and is_campaign_folder(place / name)
    ]


def leads_out_of_folder_by_link(path: Path, folder: Path) -> bool:
    """Whether what lies in a campaign's folder is, or lies behind, a link that leads out of it."""
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return True
