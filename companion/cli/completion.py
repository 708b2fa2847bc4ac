"""What a shell completes after Tab: commands, options, and the names of campaigns and tables.

The scripts, the environment variables and the way through a line are typer's. An option or argument
that takes a name says so by `autocompletion`.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from typer._click.shell_completion import CompletionItem, ShellComplete, add_completion_class
from typer._completion_classes import BashComplete, FishComplete, ZshComplete

from companion.archive.folders import (
    CAMPAIGN_NAME,
    choose_folder,
    get_shipped_folder,
    is_campaign,
    list_campaigns,
)
from companion.archive.tables import Shelf, Tables
from companion.randomtables.table import shorten_name


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


def register_shells() -> None:
    """Let typer answer bash, zsh and fish."""
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell, shell.name)


def list_campaign_names(options: Mapping[str, Any]) -> list[str]:
    """The campaigns there are, the Guide's own and the samples."""
    own = choose_folder("campaigns", _get_folder(options, "campaigns"))
    found = [list_campaigns(get_shipped_folder("campaigns"))]
    found += [list_campaigns(own)] if own.is_dir() else []
    return sorted({name for names in found for name in names})


def list_table_names(options: Mapping[str, Any], incomplete: str) -> list[str]:
    """The tables there are, by their whole names; where a short one is begun, by those too that
    mean one table only."""
    folders = [
        choose_folder("tables", _get_folder(options, "tables")),
        get_shipped_folder("tables"),
    ]
    shelves = [Shelf(folder, folder, "") for folder in folders]
    if (campaign := _find_campaign(options)) is not None:
        shelves.insert(0, Shelf(campaign / "tables", campaign, ""))
    names = Tables(*shelves).list_names()
    if not incomplete or "/" in incomplete:
        return list(names)
    begun = (name for name in names if name.rpartition("/")[2].startswith(incomplete))
    return sorted({*names, *(shorten_name(name, names) for name in begun)})


def _find_campaign(options: Mapping[str, Any]) -> Path | None:
    """The folder of the campaign that `--campaign` names."""
    name = options.get("campaign") or ""
    if not CAMPAIGN_NAME.fullmatch(name):
        return None
    own = choose_folder("campaigns", _get_folder(options, "campaigns"))
    places = (own / name, get_shipped_folder("campaigns") / name)
    return next((place for place in places if is_campaign(place)), None)


def _get_folder(options: Mapping[str, Any], name: str) -> Path | None:
    """A folder chosen by an option, which the shell has not expanded yet."""
    typed = options.get(name)
    return Path(os.path.expandvars(typed)).expanduser() if typed else None
