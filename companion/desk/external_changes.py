"""The answer about what others did: entries of other prompts and scripts, and hand edits. Only a
prompt or a page asks for it."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from companion.archive.campaign_storage import Archive
from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.diff import diff_campaigns
from companion.campaign.news_of_changes import list_news_of_changes
from companion.campaign.places_known_to_players import list_paths_of_touched_unknown_sites
from companion.campaign.undo_news import list_news_including_undos
from companion.commands.record.changes_by_others import find_external_changes
from companion.reports.journal import ExternalChangesReport
from companion.reports.reply import Reply


class ChangeNotYetTold(NamedTuple):
    """What others did at once: the campaign before and after, and the last entry at each time."""

    before: Campaign
    after: Campaign
    last: int
    newest: int


def make_no_change(campaign: Campaign) -> ChangeNotYetTold:
    """A step in which nobody did anything."""
    return ChangeNotYetTold(campaign, campaign, 0, 0)


def tell_that_files_load_again(reply: Reply | None) -> Reply:
    """This answer, or a new one, with the Report that what could not be read can be now."""
    mended = ExternalChangesReport(words=(), secretly=(), files=(), edits=(), mended=True)
    return replace(reply or Reply(line="", ok=True), report=mended)


def add_change_not_yet_told(steps: list[ChangeNotYetTold], step: ChangeNotYetTold) -> None:
    """Add a step to those that nobody has heard of: as one with the last if it goes on from it."""
    if steps and steps[-1].after is step.before:
        first = steps.pop()
        step = step._replace(before=first.before, last=first.last)
    steps.append(step)


def build_external_changes_reply(
    step: ChangeNotYetTold,
    archive: Archive,
    list_tables: Callable[[], tuple[str, ...]],
    collect_warnings: Callable[[], tuple[str, ...]],
    seat: Seat,
) -> Reply | None:
    """What this seat hears of what others did, and the warnings; None for neither."""
    before, after, last, newest = step
    changes = diff_campaigns(before, after) if after is not before else ()
    entries = archive.read_entries_after(last)[::-1] if newest > last else ()
    entries = tuple(entry for entry in entries if entry.number <= newest)
    unknown = list_paths_of_touched_unknown_sites(before, after, changes)
    seen = find_external_changes(
        entries, changes, archive.read_entries, after, list_tables, seat=seat, unknown=unknown
    )
    if any(entry.takes_back for entry in entries):
        heard = list_news_including_undos(before, after, entries[::-1])
    else:
        heard = list_news_of_changes(before, after)
    warnings = collect_warnings()
    if not (seen or heard or warnings):
        return None
    return Reply(
        line="",
        ok=True,
        report=seen.report,
        changes=seen.changes,
        unknown_paths=unknown,
        news=heard,
        warnings=warnings,
    )
