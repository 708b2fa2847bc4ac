"""What was found for the Guide alone and waits to be told: tell."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from companion.campaign.changes import Entry
from companion.campaign.history import flag_live_entries
from companion.campaign.secrecy import is_for_guide, names_encounters
from companion.campaign.tables import find_place_table
from companion.commands.context import Ruling, refuse_secret
from companion.commands.record.journal import MAX_ENTRIES_READ
from companion.commands.record.recap import parse_entry
from companion.grammar.context import Context
from companion.grammar.kinds.places import require_guide
from companion.refusal import Impossible
from companion.reports.record import ReadOutReport

_FINDING_WORDS = ("roll", "draw", "encounter")


class Finding(NamedTuple):
    """What was rolled for the Guide alone, or whom a sign foretold that came true."""

    text: str
    is_encounter: bool


def tell_found(context: Context, text: str | None) -> Ruling:
    """Read out the newest thing that was found and not told yet, or say it in other words. Raises
    Impossible if there is nothing to read out."""
    require_guide(
        context, "What was found is the Guide's to tell.", "Try: note six goblins, asleep"
    )
    refuse_secret(context, "What is told")
    campaign, found = context.campaign, next(iter(list_untold(context)), None)
    if text is None and found is None:
        may_roll = campaign.book.clock.encounter and find_place_table(campaign, "encounters")
        way = "Try: encounter. " if may_roll else ""
        raise Impossible(
            "Nothing waits to be told.", f"{way}In your own words: tell six goblins, asleep"
        )
    told = text or (found.text if found else "")
    if text or (found and found.is_encounter):
        campaign = campaign.settle_encounter()
    report = ReadOutReport(day=campaign.now.day, time=campaign.now.time, text=told)
    return Ruling(campaign, report, note=told, outcome="" if text else told)


def list_untold(context: Context) -> tuple[Finding, ...]:
    """What was found in this Turn and not told yet, newest first; an encounter waits until it is
    settled, in whichever Turn."""
    waits = context.campaign.book.clock.encounter
    entries: list[Entry] = []
    is_old = False
    for entry, stands in islice(flag_live_entries(context.read_entries()), MAX_ENTRIES_READ):
        if not stands or entry.kind != "word":
            continue
        entries.append(entry)
        is_old = is_old or _ends_turn(entry)
        if is_old and (not waits or _has_changed_encounter(entry, to=True)):
            break
    untold: list[Finding] = []
    for entry in reversed(entries):
        word, settled = parse_entry(entry).word, _has_changed_encounter(entry, to=False)
        told = settled and word != "done" and entry.seat == "guide"
        if _has_settled_one_of_two(entry):
            newest = max((n for n, each in enumerate(untold) if each.is_encounter), default=-1)
            untold = [each for n, each in enumerate(untold) if n != newest]
        elif told or _ends_turn(entry):
            untold = [each for each in untold if each.is_encounter != told]
        elif untold and word == "tell":
            untold.pop()
        untold += _list_findings(context, entry)
    return tuple(reversed(untold))


def _has_changed_encounter(entry: Entry, *, to: bool) -> bool:
    changes = (each for each in entry.changes if each.path == "campaign/clock/encounter")
    return any(bool(each.after) == to for each in changes)


def _has_settled_one_of_two(entry: Entry) -> bool:
    """True if another encounter waits still."""
    for change in entry.changes:
        if change.path == "campaign/clock/earlier_encounters":
            before, after = change.before, change.after
            return isinstance(before, int) and before > (after if isinstance(after, int) else 0)
    return False


def _ends_turn(entry: Entry) -> bool:
    """True if a Turn began in this entry, or a Turn type was closed. A fight is part of a Turn."""
    paths = [
        change.path.removeprefix("campaign/turns/").split("/")
        for change in entry.changes
        if change.path.startswith("campaign/turns/")
        if change.path.endswith("/number") or change.after is None
    ]
    return any(turn != "initiative" and key[:1] in ([], ["number"]) for turn, *key in paths)


def _list_findings(context: Context, entry: Entry) -> Iterator[Finding]:
    """What was found in an entry."""
    word, rest, _ = parse_entry(entry)
    if word in _FINDING_WORDS and entry.outcome and is_for_guide(entry):
        yield Finding(entry.outcome, names_encounters(context.campaign, rest))
    for change in entry.changes:
        sign = change.before if change.path.startswith("world/signs/") and change.effect else None
        if isinstance(sign, dict) and sign.get("encounter"):
            yield Finding(str(sign["encounter"]), True)
