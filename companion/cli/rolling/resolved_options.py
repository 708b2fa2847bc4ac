"""The options of a call resolved into objects: its dice, facts, campaign and tables."""

import os
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import exit_with_wrong_usage
from companion.dice.face_sources import Streams

if TYPE_CHECKING:
    from companion.archive.campaign_folders import CampaignFolders
    from companion.archive.campaign_storage import Archive
    from companion.archive.table_files import Tables
    from companion.randomtables.table import FindTable, Table


def parse_table_facts(given: Sequence[str] | None) -> dict[str, str]:
    """Facts by name, from `--with season=winter`. Raises Unknown for a fact that no table asks."""
    if not given:
        return {}
    from companion.grammar.option_and_number_parsing import take_table_facts

    found, left = take_table_facts(tuple(given))
    if left:
        exit_with_wrong_usage(f"--with says what holds, as in season=winter, not «{left[0]}».")
    return found


class CallOptions:
    """The options of a call. The campaign is opened when a table needs it; dice never do.

    `seed` is that of this run's dice, `explicit_seed` the one that was given. `explicit_facts` are
    the facts that were given; they come before those of the campaign.
    """

    def __init__(
        self,
        seed: str | None,
        facts: Sequence[str] | None,
        campaign: str | None,
        campaigns: Path | None,
        tables: Path | None,
    ) -> None:
        self.seed = seed if seed is not None else os.urandom(8).hex()
        self.explicit_seed = seed
        self.explicit_facts = parse_table_facts(facts)
        self.campaign = campaign
        self.streams = Streams(self.seed)
        self._folders = campaigns, tables
        self.find_table: FindTable = cache(lambda name: self.tables.load_table(name))

    @cached_property
    def campaign_folders(self) -> "CampaignFolders":
        """Where campaigns and tables are."""
        from companion.archive.campaign_folders import CampaignFolders

        return CampaignFolders(*self._folders)

    @cached_property
    def _archive(self) -> "Archive | None":
        """The campaign, for reading."""
        if not self.campaign:
            return None
        return self.campaign_folders.open_campaign(self.campaign, dry_run=True)

    @cached_property
    def tables(self) -> "Tables":
        """The tables there are, those of the campaign first."""
        return self.campaign_folders.open_tables(self._archive.folder if self._archive else None)

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """The given facts, and the others that the campaign knows."""
        if self._archive is None:
            return self.explicit_facts
        from companion.campaign.facts_and_decks_for_tables import gather_table_facts

        return {**gather_table_facts(self._archive.campaign), **self.explicit_facts}

    def resolve_table_name(self, typed: str) -> str:
        """The whole name of a table. The folder may be left out if only one has the name. With a
        campaign, `encounters` and the like are the tables of its place."""
        from companion.randomtables.table import resolve_table_name

        if self._archive is not None:
            from companion.campaign.facts_and_decks_for_tables import find_table_of_current_place

            if place_table := find_table_of_current_place(self._archive.campaign, typed):
                return place_table
        return resolve_table_name(typed, self.tables.list_names())

    def resolve_table(self, typed: str) -> "Table":
        """A table by its name, whole or not."""
        return self.find_table(self.resolve_table_name(typed))
