"""Campaigns looked at from outside: what they are, and whether their tables are what they need."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.copies import Copies
from companion.archive.reading import KeyPath, line_of, read_campaign, told
from companion.archive.sessions import Journal
from companion.archive.shelves import OWN, Shelves, own_tables
from companion.archive.tables import Tables, of_goods
from companion.archive.texts import read_texts
from companion.campaign.campaign import Campaign
from companion.campaign.facts import KNOWN
from companion.refusal import Broken, Problem, did_you_mean


class Summary(NamedTuple):
    """A campaign at a glance: its folder's `name`, what it is called, where its clock stands, and
    how many `problems` its files have. `played` is when anything of it was last written, in
    seconds since 1970."""

    name: str
    title: str = ""
    now: str = ""
    sample: bool = False
    problems: int = 0
    played: float = 0.0

    def told(self, shelves: Shelves) -> str:
        """What it is and where its clock stands; that it is a sample, or broken."""
        if self.problems:
            count = "one problem" if self.problems == 1 else f"{self.problems} problems"
            return f"broken, {count}: {shelves.at_the_shell('check', self.name)}"
        if self.sample:
            return f"{self.title}, a sample: opens as your copy {OWN}{self.name}"
        return f"{self.title}, {self.now}"


def summary(folder: Path) -> Summary:
    """A campaign at a glance; never raises."""
    played = _played(folder)
    try:
        campaign = read_campaign(read_texts(folder)[0])
    except Broken as broken:
        return Summary(folder.name, problems=len(broken.problems), played=played)
    except OSError:
        return Summary(folder.name, problems=1, played=played)
    book = campaign.campaign
    return Summary(folder.name, book.name, str(campaign.now), book.sample, played=played)


def summaries(shelves: Shelves) -> list[Summary]:
    """The campaigns there are to play: the Guide's own, the last played first and what is broken
    after them, then the samples; a sample that was opened before is there as its copy alone."""
    names = shelves.names()
    found = [summary(shelves.find(name)) for name in names]
    return sorted(
        (each for each in found if not (each.sample and OWN + each.name in names)),
        key=lambda each: (each.sample, each.problems > 0, -each.played, each.name),
    )


def _played(folder: Path) -> float:
    places = [folder / "campaign.toml", folder / ".companion" / "applied"]
    with suppress(OSError):  # a folder that cannot be looked into
        places += (folder / "journal").glob("*.toml")
    return max(map(_written, places))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


class Kept(NamedTuple):
    """A copy at a glance: its name, the day and time it was made, the game's time it holds (""
    where it does not read), and how many words came after it (None where that is not known)."""

    name: str
    made: str
    now: str
    words: int | None


def kept(folder: Path) -> list[Kept]:
    """The copies there are of a campaign, newest first, whether or not its folder is there."""
    copies = Copies(folder)
    place = folder if (folder / "journal").is_dir() else copies.place
    last = Journal(place).last_number()
    return [
        Kept(
            copy.name,
            copy.about.made,
            summary(copy.folder).now,
            None if copy.about.last is None else max(0, last - copy.about.last),
        )
        for copy in copies.there()
    ]


def table_problems(
    folder: Path, shelves: Shelves, texts: Mapping[str, str], campaign: Campaign | None
) -> tuple[Problem, ...]:
    """Everything wrong with a campaign's own tables, with those it points at and with what it has
    drawn from them; with its own alone where its files do not read as a campaign."""
    tables = shelves.of(folder)
    own = [name for name, _ in own_tables(folder).files()]
    own = [name for name in own if not of_goods(name)]
    if campaign is None:
        return (*_of_tables(own, tables), *tables.goods_problems())
    missing, known = [], set(tables.names())
    for file, path, name in _tables_named(campaign):
        if name in known:
            own.append(name)
            continue
        message = f"there is no table «{name}». {did_you_mean(name, known)}".rstrip()
        missing.append(Problem(file, line_of(texts[file], path), told(path), message))
    overdrawn = _overdrawn(texts, campaign, tables)
    return (*missing, *overdrawn, *_of_tables(own, tables), *tables.goods_problems())


def _tables_named(campaign: Campaign) -> Iterator[tuple[str, KeyPath, str]]:
    """Every table a campaign names: the file and the key it is named in, and its name."""
    world = campaign.world
    for array, sites in (("settlements", world.settlements), ("places", world.places)):
        for at, site in enumerate(sites):
            for key in ("encounters", "local_effects", "rumours", "weather"):
                if name := getattr(site, key):
                    yield "world.toml", (array, at, key), name
    for at, deck in enumerate(campaign.campaign.decks):
        yield "campaign.toml", ("decks", at, "table"), deck.table
    for at, sign in enumerate(world.signs):
        if sign.table:
            yield "world.toml", ("signs", at, "table"), sign.table


def _overdrawn(texts: Mapping[str, str], campaign: Campaign, tables: Tables) -> Iterator[Problem]:
    """Decks that are drawn from more often than their table has cards, or of rows it has not."""
    for at, deck in enumerate(campaign.campaign.decks):
        table = tables.read(deck.table)[0] if deck.table in tables.names() else None
        if table is None:
            continue  # that it is not there, or is broken, is told of already
        weights = {row.number: row.weight for row in table.rows}
        for row, times in Counter(deck.drawn).items():
            if times > weights.get(row, 0):
                path = ("decks", at, "drawn")
                has = f"{weights[row]} of row {row}" if row in weights else f"no row {row}"
                message = f"{deck.table} has {has}, and {times} drawn"
                yield Problem(
                    "campaign.toml", line_of(texts["campaign.toml"], path), told(path), message
                )


def _of_tables(names: Iterable[str], tables: Tables) -> tuple[Problem, ...]:
    """What is wrong with these tables, each of which is there."""
    from companion.randomtables.check import problems

    return problems(names, tables.looked_through, KNOWN, tables.names())
