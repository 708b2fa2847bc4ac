"""Campaigns at a glance, for a list to choose from, and the problems of the tables that a campaign
needs."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.archive.campaign_folders import OWN_PREFIX, CampaignFolders
from companion.archive.campaign_parsing import parse_campaign
from companion.archive.disk.dot_companion_folder import OWN_FOLDER
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.journal.checkpoint import CHECKPOINT_FILE
from companion.archive.journal.journal_folder import Journal
from companion.archive.rescue.backup_copies import Copies
from companion.archive.table_files import Shelf, Tables, is_price_or_creature_table
from companion.archive.toml.statements import KeyPath, make_value_problem
from companion.campaign.campaign import Campaign
from companion.campaign.facts_and_decks_for_tables import KNOWN_FACTS
from companion.refusal import Broken, Problem, suggest_similar_words


class CampaignSummary(NamedTuple):
    """A campaign at a glance: its folder's `name`, what it is called, where its clock stands, and
    how many `problems` its files have. `last_written` is in seconds since 1970."""

    name: str
    title: str = ""
    now: str = ""
    sample: bool = False
    problems: int = 0
    last_written: float = 0.0

    def describe(self, campaign_folders: CampaignFolders) -> str:
        """The campaign in one line: its title with its day and time, or that it is a sample; of a
        broken one how many problems it has and the command that lists them."""
        if self.problems:
            count = "one problem" if self.problems == 1 else f"{self.problems} problems"
            return f"broken, {count}: {campaign_folders.render_shell_command('check', self.name)}"
        if self.sample:
            return f"{self.title}, a sample: opens as your copy {OWN_PREFIX}{self.name}"
        return f"{self.title}, {self.now}"


def summarize_campaign(folder: Path) -> CampaignSummary:
    """A campaign at a glance; never raises."""
    name, last_written = folder.name, _find_time_of_last_write(folder)
    try:
        campaign = parse_campaign(read_campaign_file_texts(folder)[0])
    except Broken as broken:
        return CampaignSummary(name, problems=len(broken.problems), last_written=last_written)
    except OSError:
        return CampaignSummary(name, problems=1, last_written=last_written)
    book, now = campaign.book, str(campaign.now)
    return CampaignSummary(name, book.name, now, book.sample, last_written=last_written)


def list_campaign_summaries(campaign_folders: CampaignFolders) -> list[CampaignSummary]:
    """The campaigns to choose from: the Guide's own, the last played first and broken ones last,
    then the samples. Of a sample that was opened before only its copy is listed."""
    names = campaign_folders.list_names()
    found = [summarize_campaign(campaign_folders.find_folder(name)) for name in names]
    return sorted(
        (each for each in found if not (each.sample and OWN_PREFIX + each.name in names)),
        key=lambda each: (each.sample, each.problems > 0, -each.last_written, each.name),
    )


def _find_time_of_last_write(folder: Path) -> float:
    places, times = [folder / "campaign.toml", folder / OWN_FOLDER / CHECKPOINT_FILE], [0.0]
    with suppress(OSError):  # a folder that cannot be looked into
        places += (folder / "journal").glob("*.toml")
    for path in places:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


class CopySummary(NamedTuple):
    """A copy at a glance: its name, the day and time it was made, the game's time in it ("" if it
    cannot be read), and how many words came after it (None if that is unknown)."""

    name: str
    made: str
    now: str
    words_since: int | None


def list_backup_summaries(folder: Path) -> list[CopySummary]:
    """The copies of a campaign, newest first, whether or not its folder is there."""
    copies = Copies(folder)
    place = folder if (folder / "journal").is_dir() else copies.place
    last = Journal(place).find_last_entry_number()
    return [
        CopySummary(
            copy.name,
            copy.info.made,
            summarize_campaign(copy.folder).now,
            None if copy.info.last is None else max(0, last - copy.info.last),
        )
        for copy in copies.list_copies()
    ]


def find_problems_of_campaign_tables(
    folder: Path,
    campaign_folders: CampaignFolders,
    texts: Mapping[str, str],
    campaign: Campaign | None,
) -> tuple[Problem, ...]:
    """Everything wrong with a campaign's own tables, with those it names and with what it has drawn
    from them; with its own alone if there is no campaign."""
    tables = campaign_folders.open_tables(folder)
    own = [name for name, _ in Shelf(folder / "tables", folder, "tables").find_table_files()]
    own = [name for name in own if not is_price_or_creature_table(name)]
    pointing = list[Problem]()
    if campaign is not None:
        known = set(tables.list_names())
        for file, path, name in _list_tables_named_in_campaign(campaign):
            if name in known:
                own.append(name)
                continue
            message = f"there is no table «{name}». {suggest_similar_words(name, known)}".rstrip()
            pointing.append(make_value_problem(file, texts[file], path, message))
        pointing += _find_overdrawn_decks(texts, campaign, tables)
    from companion.randomtables.validation import find_problems

    found = find_problems(own, tables.inspect_table, KNOWN_FACTS, tables.list_names())
    return (*pointing, *found, *tables.read_goods()[1], *tables.read_creatures()[1])


def _list_tables_named_in_campaign(campaign: Campaign) -> Iterator[tuple[str, KeyPath, str]]:
    """Every table a campaign names: the file and the key, and the name."""
    world = campaign.world
    for array, sites in (("settlements", world.settlements), ("places", world.places)):
        for at, site in enumerate(sites):
            for key in ("encounters", "local_effects", "rumours", "weather"):
                if name := getattr(site, key):
                    yield "world.toml", (array, at, key), name
    for at, deck in enumerate(campaign.book.decks):
        yield "campaign.toml", ("decks", at, "table"), deck.table
    for at, sign in enumerate(world.signs):
        if sign.table:
            yield "world.toml", ("signs", at, "table"), sign.table


def _find_overdrawn_decks(
    texts: Mapping[str, str], campaign: Campaign, tables: Tables
) -> Iterator[Problem]:
    """Decks with more cards drawn than their table has, or cards of rows it does not have."""
    for at, deck in enumerate(campaign.book.decks):
        table = tables.read_table(deck.table)[0] if deck.table in tables.list_names() else None
        if table is None:
            continue  # that is a problem already
        weights = {row.number: row.weight for row in table.rows}
        for row, times in Counter(deck.drawn).items():
            if times > weights.get(row, 0):
                path = ("decks", at, "drawn")
                has = f"{weights[row]} of row {row}" if row in weights else f"no row {row}"
                message = f"{deck.table} has {has}, and {times} drawn"
                yield make_value_problem("campaign.toml", texts["campaign.toml"], path, message)
