"""A campaign looked at from outside: what it is, and everything that is wrong with it."""

from collections.abc import Iterator
from pathlib import Path

from companion.archive.reading import read_campaign
from companion.archive.sessions import Journal
from companion.archive.shelves import Shelves
from companion.archive.texts import read_texts
from companion.campaign.campaign import Campaign
from companion.refusal import Broken, Problem, Unknown


def summary(folder: Path) -> str:
    """A campaign in one line: its name and where its clock stands, or that it is broken."""
    try:
        campaign = read_campaign(read_texts(folder)[0])
    except Broken as broken:
        return f"(broken: {len(broken.problems)} problems; try: companion check {folder.name})"
    sample = " (sample)" if campaign.campaign.sample else ""
    return f"{campaign.campaign.name}{sample}, {campaign.now}"


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
