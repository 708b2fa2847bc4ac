"""The news after an undo or a redo, in which no time goes on: how things stand now, and no old
news."""

from collections.abc import Sequence

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry, EntryKind
from companion.campaign.news_of_changes import (
    BecameKnown,
    BecameUnknown,
    EncumbranceNews,
    LightChanged,
    NewsItem,
    NightAhead,
    NightBroken,
    list_newly_known_names,
    list_news_of_changes,
)
from companion.campaign.undo_and_redo import pair_entries_with_campaigns
from companion.campaign.undoable_entries import flag_entries_not_undone

_STANDING = (LightChanged, EncumbranceNews, NightAhead, NightBroken)
"""News that tell how it stands now: the light, the loads and the night ahead."""


def list_news_of_undo_or_redo(
    before: Campaign, after: Campaign, kind: EntryKind
) -> tuple[NewsItem, ...]:
    """The news of an undo or a redo, in which no time goes on: how it stands now, and whom the
    players know of no more or again. What a word hid by itself stays hidden."""
    is_undo = kind == "undo"
    names = list_newly_known_names(*((after, before) if is_undo else (before, after)))
    known = (BecameUnknown(name) if is_undo else BecameKnown(name) for name in names)
    standing = (each for each in list_news_of_changes(before, after) if isinstance(each, _STANDING))
    return (*known, *standing)


MAX_RETRACED = 200
"""Entries that are gone through one by one; of more, only how it stands is told."""


def list_news_including_undos(
    before: Campaign, after: Campaign, backwards: Sequence[Entry]
) -> tuple[NewsItem, ...]:
    """The news of what others did at once, newest entry first, with an undo or a redo among it: the
    news of each word that still stands, and then how it all stands."""
    standing = [each for each in list_news_of_changes(before, after) if isinstance(each, _STANDING)]
    if len(backwards) > MAX_RETRACED:
        return tuple(standing)
    live = {entry.name for entry, stands in flag_entries_not_undone(backwards) if stands}
    forgotten = set(list_newly_known_names(after, before))
    found: list[list[NewsItem]] = []
    for entry, was, now in pair_entries_with_campaigns(after, backwards):
        if entry.kind in ("undo", "redo"):
            news = list_news_of_undo_or_redo(was, now, entry.kind)
        else:
            news = list_news_of_changes(was, now, entry.changes) if entry.name in live else ()
        found.append(
            [
                each
                for each in news
                if not isinstance(each, _STANDING)
                and not (isinstance(each, BecameUnknown) and each.name not in forgotten)
            ]
        )
    return (*(each for news in reversed(found) for each in news), *standing)
