"""Campaigns looked at from outside: what they are, and everything that is wrong with them."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.archive.reading import read_campaign
from companion.archive.sessions import Journal
from companion.archive.shelves import OWN, Shelves
from companion.archive.texts import read_texts
from companion.campaign.campaign import Campaign
from companion.refusal import Broken, Problem, Unknown


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
    found = [summary(shelves.folder(name)) for name in names]
    return sorted(
        (each for each in found if not (each.sample and OWN + each.name in names)),
        key=lambda each: (each.sample, each.problems > 0, -each.played, each.name),
    )


def _played(folder: Path) -> float:
    places = [folder / "campaign.toml", folder / ".companion" / "applied"]
    return max(map(_written, [*places, *(folder / "journal").glob("*.toml")]))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def problems_of(folder: Path, shelves: Shelves) -> tuple[Problem, ...]:
    """Everything wrong with a campaign's files, its journal and the tables it points at."""
    try:
        campaign = read_campaign(read_texts(folder)[0])
    except Broken as broken:
        return (*broken.problems, *_of_journal(folder))
    return (*_of_tables(campaign, shelves), *_of_journal(folder))


def _of_journal(folder: Path) -> Iterator[Problem]:
    past = Journal(folder).past({})
    yield from past.problems
    for name in past.torn:
        yield Problem(f"journal/{name}", 0, "", "the last entry was never finished")


def _of_tables(campaign: Campaign, shelves: Shelves) -> Iterator[Problem]:
    for site in campaign.world.sites:
        for key, name in (("encounters", site.encounters), ("local_effects", site.local_effects)):
            try:
                if name:
                    shelves.table(name)
            except Unknown as unknown:
                yield Problem("world.toml", 0, f"{site.id}.{key}", str(unknown))
            except Broken as broken:
                yield from broken.problems
