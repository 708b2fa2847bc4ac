"""What a shell completes after Tab: commands, options, and the names of campaigns and tables.

The scripts, the environment variables and the way through a line are typer's. An option or argument
that takes a name says so by `autocompletion`.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from typer._click.shell_completion import CompletionItem, ShellComplete, add_completion_class
from typer._completion_classes import BashComplete, FishComplete, ZshComplete

from companion.archive.data_folders import (
    CAMPAIGN_NAME,
    find_user_data_folder,
    get_shipped_folder,
    is_campaign_folder,
    list_campaign_names_in_folder,
)
from companion.archive.table_files import Shelf, Tables
from companion.randomtables.table import shorten_table_name


class _Bash(BashComplete):
    """bash splits a line at `=`, which then is a word of its own."""

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        return [arg for arg in args if arg != "="], incomplete


class _WholeWords(ShellComplete):
    """Others replace the whole word: after `--campaign=m` the option is said again."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        option, equals, _ = incomplete.partition("=")
        if equals and option.startswith("-"):
            for item in found:
                item.value = f"{option}={item.value}"
        return found


class _Zsh(_WholeWords, ZshComplete):
    pass


class _Fish(_WholeWords, FishComplete):
    pass


def register_shell_completion() -> None:
    """Let typer answer bash, zsh and fish."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell, shell.name)


def list_campaign_names(options: Mapping[str, Any]) -> list[str]:
    """The campaigns there are, the Guide's own and the samples."""
    folders = (_choose_folder(options, "campaigns"), get_shipped_folder("campaigns"))
    with suppress(OSError, ValueError):  # a folder that cannot be read has no names
        there = [folder for folder in folders if folder.is_dir()]
        return sorted({name for folder in there for name in list_campaign_names_in_folder(folder)})
    return []


def list_table_names(options: Mapping[str, Any], incomplete: str) -> list[str]:
    """The tables there are, by their whole names; where a short one is begun, by those too that
    mean one table only."""
    folders = (_choose_folder(options, "tables"), get_shipped_folder("tables"))
    shelves = [Shelf(folder, folder, "") for folder in folders]
    with suppress(OSError, ValueError):
        if (campaign := _find_campaign_folder(options)) is not None:
            shelves.insert(0, Shelf(campaign / "tables", campaign, ""))
        names = Tables(*shelves).list_names()
        if not incomplete or "/" in incomplete:
            return list(names)
        begun = (name for name in names if name.rpartition("/")[2].startswith(incomplete))
        return sorted({*names, *(shorten_table_name(name, names) for name in begun)})
    return []


def _find_campaign_folder(options: Mapping[str, Any]) -> Path | None:
    """The folder of the campaign that `--campaign` names."""
    name = options.get("campaign") or ""
    if not CAMPAIGN_NAME.fullmatch(name):
        return None
    folders = (_choose_folder(options, "campaigns"), get_shipped_folder("campaigns"))
    return next((folder / name for folder in folders if is_campaign_folder(folder / name)), None)


def _choose_folder(options: Mapping[str, Any], kind: str) -> Path:
    """The folder of campaigns or of tables. That of an option is not expanded by the shell yet."""
    typed = options.get(kind)
    return find_user_data_folder(
        kind, Path(os.path.expandvars(typed)).expanduser() if typed else None
    )
