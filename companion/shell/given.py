"""What a call is given beside what it asks for: where tables are found, what holds, the dice."""

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.dice.faces import Faces, Streams

if TYPE_CHECKING:
    from companion.archive.archive import Archive
    from companion.archive.shelves import Shelves
    from companion.archive.tables import Tables
    from companion.randomtables.table import Table


class Given:
    """The options of a call. What a campaign holds is looked up when a table first asks for it:
    dice pay for none of it.

    `seed` is that of this run's dice, whether `chosen_seed` or not. What the call `said` to hold
    stands before what the campaign knows.
    """

    def __init__(
        self,
        seed: str | None,
        said: Mapping[str, str],
        campaign: str | None,
        campaigns: Path | None,
        tables: Path | None,
    ) -> None:
        self.seed = seed if seed is not None else os.urandom(8).hex()
        self.chosen_seed = seed
        self.said = said
        self.campaign = campaign
        self._streams = Streams(self.seed)
        self._folders = campaigns, tables
        self._read: dict[str, Table] = {}

    def faces(self, stream: str) -> Faces:
        """A stream of this run's dice."""
        return self._streams.stream(stream)

    @cached_property
    def shelves(self) -> "Shelves":
        """Where campaigns and tables are kept."""
        from companion.archive.shelves import Shelves

        return Shelves(*self._folders)

    @cached_property
    def _opened(self) -> "Archive | None":
        """The campaign, to look at only."""
        if not self.campaign:
            return None
        from companion.archive.cure import open_campaign

        return open_campaign(self.campaign, self.shelves, dry_run=True)

    @cached_property
    def tables(self) -> "Tables":
        """The tables there are, those of the campaign first."""
        return self.shelves.of(self._opened.folder if self._opened else None)

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """What holds: what the call said, and what else the campaign knows."""
        if self._opened is None:
            return self.said
        from companion.campaign.facts import facts

        return {**facts(self._opened.campaign), **self.said}

    def named(self, typed: str) -> str:
        """The whole name of a table, whose subject may be left out where only one is called so; of
        a campaign also `encounters` and the like, as the place has them where it is played."""
        from companion.randomtables.names import table_named

        if self._opened is not None:
            from companion.campaign.place_tables import table_of_the_place

            if of_the_place := table_of_the_place(self._opened.campaign, typed):
                return of_the_place
        return table_named(typed, self.tables.names())

    def find(self, name: str) -> "Table":
        """A table by its whole name, read once."""
        if name not in self._read:
            self._read[name] = self.tables.table(name)
        return self._read[name]

    def table(self, typed: str) -> "Table":
        """A table by its name."""
        return self.find(self.named(typed))
