"""What other processes did meanwhile: words of other prompts and scripts, and edits by hand."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import NamedTuple

from companion.audience import Seat
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change, Entry, RevertedValue
from companion.campaign.diff import (
    apply_changes_if_unchanged,
    has_dependent_changes,
    invert_changes,
)
from companion.campaign.file_layout import split_change_path
from companion.campaign.record.losses_read_from_entry import (
    list_harm_to_company,
    list_items_gone_unrefilled,
    list_losses_of_entry,
    list_worn_down_things,
)
from companion.campaign.reverted_values import list_reverted_secrets, list_reverted_values
from companion.campaign.secrecy import (
    filter_public_changes,
    is_entry_for_guide_alone,
    may_seat_see_entry,
    prepare_outcome_for_seat,
)
from companion.campaign.turns.event_die import find_table_for_result, find_waiting_sign
from companion.campaign.undo_and_redo import pair_entries_with_campaigns
from companion.campaign.undoable_entries import MAX_ENTRIES_READ
from companion.commands.record.recap import parse_journal_entry_line
from companion.errant.happenings import EffectBegan, EffectEnded, Happening
from companion.errant.negotiation import ENDED_BY_PATIENCE
from companion.randomtables.table import shorten_table_name
from companion.reports.journal import (
    ExternalChangesReport,
    ExternalResult,
    ExternalSecret,
    ExternalTalk,
    ExternalWord,
    Waiting,
)

_RESULTS_FOR_GUIDE = ("encounter", "encounter_sign", "local_effect", "intimation")
"""Results of the Event Die of which the Guide knows more than the players."""
_WEARING_WORDS = ("burn", "deplete", "eat")
"""Words that use things up as the Event Die and the time do."""
_MEETING_WORDS = ("react", "talk")
"""Words whose lines are the Guide's, and of which everybody hears with whom they are."""
_HARMING_WORDS = ("hurt", "hazard", "attack")
"""Words that do harm, of which wounds may come."""
_REMOVING_WORDS = ("let-go", "drop", "errant")
"""Words whose lines say by themselves what of it is gone."""
_PLAIN_WORDS = ("hp", "errant")
"""Words whose lines say by themselves what becomes of somebody."""
_GRANTING = re.compile(r"grant( \S+)?")
"""What the Guide types to play a line that a seat has asked for."""


class ExternalChanges(NamedTuple):
    """The Report, and the changes it is about."""

    report: ExternalChangesReport
    changes: tuple[Change, ...]

    def __bool__(self) -> bool:
        report = self.report
        return bool(report.words or report.secretly or report.talks or self.changes)


def find_external_changes(
    entries: tuple[Entry, ...],
    changes: tuple[Change, ...],
    journal: Callable[[], Iterator[Entry]],
    campaign: Campaign,
    list_tables: Callable[[], tuple[str, ...]],
    *,
    seat: Seat,
    unknown: Collection[str] = (),
) -> ExternalChanges:
    """The words of others, oldest first, and the changes that none of them explains: hand edits. A
    player sees nothing that is for the Guide alone, but a step over what was typed at their seat,
    and no change under `unknown` paths, those of places the players do not know. The `journal`,
    newest entry first, is read if something was taken back. The tables that a result asks for are
    those of the place in `campaign`."""
    guide = seat == "guide"
    words = [
        prepare_outcome_for_seat(entry, guide=guide) for entry in entries if entry.kind != "edit"
    ]
    reverted = _find_entries_called({name for entry in words for name in entry.takes_back}, journal)
    seen = {name: entry for name, entry in reverted.items() if may_seat_see_entry(entry, seat)}
    hidden: list[Entry] = []
    secret = [entry for entry in words if is_entry_for_guide_alone(entry)]
    if not guide:
        hidden = [entry for entry in secret if seen.keys().isdisjoint(entry.takes_back)]
        secret = []
        words = [entry for entry in words if entry not in hidden]
    by_hand = _list_changes_not_built_on(changes, [*words, *hidden])
    if not guide:
        changes = tuple(filter_public_changes(_list_changes_not_built_on(changes, hidden), unknown))
    edits = by_hand if guide else tuple(filter_public_changes(by_hand, unknown))
    backwards = islice(reversed(entries), MAX_ENTRIES_READ)
    retraced = {
        e.number: (was, now) for e, was, now in pair_entries_with_campaigns(campaign, backwards)
    }
    plentiful = campaign.book.clock.plentiful_food
    build = partial(_build_external_word, seen=seen, retraced=retraced, plentiful=plentiful)
    report = ExternalChangesReport(
        words=tuple(build(entry) for entry in words if entry not in secret),
        secretly=tuple(map(build, secret)),
        edits=edits if guide else (),
        files=tuple(sorted({split_change_path(change.path)[0] for change in edits})),
        results=tuple(_list_event_die_results(words, campaign, list_tables)) if guide else (),
        restored=tuple(
            ExternalSecret(entry.number, found)
            for entry in (words if guide else ())
            if entry.number in retraced and _may_change_npc_feelings(entry)
            if (found := list_reverted_secrets(*retraced[entry.number]))
        ),
        talks=tuple(_list_hidden_talks(hidden, reverted, campaign)),
        edited=_list_edited_values(campaign, by_hand) if edits else (),
    )
    return ExternalChanges(report, changes)


def _may_change_npc_feelings(entry: Entry) -> bool:
    """True for a step back or forward, and for an exchange, after which the Guide asks how an NPC
    takes to the Company now."""
    return bool(entry.takes_back) or parse_journal_entry_line(entry).word == "talk"


def _list_event_die_results(
    words: list[Entry], campaign: Campaign, list_tables: Callable[[], tuple[str, ...]]
) -> Iterator[ExternalResult]:
    """What the Event Dice of others found for the Guide alone, oldest first."""
    turn = campaign.turns[-1] if campaign.turns else None
    for entry in words:
        result = entry.outcome.partition(" ")[2]
        if turn is None or result not in _RESULTS_FOR_GUIDE:
            continue
        ended = (change.before for change in entry.changes if change.path.startswith("world/signs"))
        sign = next((block for block in ended if isinstance(block, dict)), None)
        waiting = find_waiting_sign(campaign, turn.type, turn.place)
        if result == "encounter" and sign is not None:
            yield ExternalResult(entry.number, result, str(sign.get("encounter", "")))
        elif result == "encounter_sign" and waiting is not None:
            yield ExternalResult(entry.number, result, waiting.encounter, waiting.clue)
        elif table := find_table_for_result(campaign, result):
            yield ExternalResult(
                entry.number, result, table=shorten_table_name(table, list_tables())
            )


def _list_edited_values(
    campaign: Campaign, by_hand: tuple[Change, ...]
) -> tuple[RevertedValue, ...]:
    """What everybody may see of the changes by hand; nothing if something stands on them."""
    before, clash = apply_changes_if_unchanged(campaign, invert_changes(by_hand))
    return () if clash else list_reverted_values(before, campaign)


def _list_changes_not_built_on(
    changes: tuple[Change, ...], entries: list[Entry]
) -> tuple[Change, ...]:
    return tuple(
        c for c in changes if not any(has_dependent_changes((c,), e.changes) for e in entries)
    )


def _find_entries_called(
    names: set[str], journal: Callable[[], Iterator[Entry]]
) -> dict[str, Entry]:
    """The entries of these names; without those of long ago."""
    found: dict[str, Entry] = {}
    for entry in islice(journal() if names else (), MAX_ENTRIES_READ):
        if entry.name in names:
            found[entry.name] = entry
            if len(found) == len(names):
                break
    return found


def _list_hidden_talks(
    hidden: list[Entry], reverted: Mapping[str, Entry], campaign: Campaign
) -> Iterator[ExternalTalk]:
    """What a player hears of talks whose lines are hidden, with NPCs whom the players know of; and
    of those that were taken back or done again."""
    met = {npc.id: npc.name for npc in campaign.world.npcs if npc.met}
    for entry in hidden:
        names = [name for name in entry.takes_back if name in reverted]
        for each in [reverted[name] for name in names] if entry.takes_back else [entry]:
            word, _, is_secret = parse_journal_entry_line(each)
            paths = [change.path.split("/") for change in each.changes]
            who = next((path[2] for path in paths if path[:2] == ["world", "npcs"]), "")
            if is_secret or who not in met or word not in _MEETING_WORDS:
                continue
            outcome = each.outcome if word == "talk" else ""
            if word == "talk" and not outcome:
                continue  # the Guide sets how they take it, or how long
            worn = (f"world/npcs/{who}/ended", ENDED_BY_PATIENCE)
            ended = any((change.path, change.after) == worn for change in each.changes)
            step = entry.kind if entry.kind in ("undo", "redo") else ""
            yield ExternalTalk(entry.seat, entry.number, met[who], outcome, ended, step)


def _build_external_word(
    entry: Entry,
    seen: Mapping[str, Entry],
    retraced: Mapping[int, tuple[Campaign, Campaign]],
    *,
    plentiful: bool,
) -> ExternalWord:
    """A word for the Report, with those of the entries `seen` that it took back and what that gave
    back, and with what it used up if a die or the time did that: what a line does by itself need
    not be told. What befell somebody's body is told of every word."""
    word = parse_journal_entry_line(entry).word if entry.kind == "word" else ""
    passes = any(c.effect or c.path.startswith("campaign/clock/") for c in entry.changes)
    of = [seen[name] for name in entry.takes_back if name in seen]
    pair, happened = retraced.get(entry.number), tuple[Happening, ...]()
    restored = list_reverted_values(*pair) if pair and entry.takes_back else ()
    if word in _WEARING_WORDS or (word and passes):
        wear = list_worn_down_things(*pair) if pair else ()
        happened = (*wear, *list_losses_of_entry(entry, word, plentiful=plentiful))
    elif pair and word and word not in _REMOVING_WORDS:
        happened = tuple(list_items_gone_unrefilled(*pair))
    if pair and word and word not in _PLAIN_WORDS:
        damage = entry.outcome if word == "hurt" else ""
        happened += tuple(list_harm_to_company(*pair, int(damage) if damage.isdecimal() else 0))
    if word in _HARMING_WORDS and not passes:  # what the dead leave behind is not used up
        losses = list_losses_of_entry(entry, word, plentiful=plentiful)
        happened += tuple(h for h in losses if isinstance(h, EffectBegan | EffectEnded))
    return ExternalWord(
        seat=entry.seat,
        line=entry.line,
        number=entry.number,
        of=tuple(each.line for each in of),
        of_numbers=tuple(each.number for each in of),
        told=tuple(each.outcome for each in of if parse_journal_entry_line(each).word == "tell"),
        outcome="" if word == "hurt" and happened else entry.outcome,
        granted=entry.seat != "guide" and _GRANTING.fullmatch(entry.typed) is not None,
        happened=happened,
        restored=restored,
        is_step=bool(entry.takes_back),
        is_redo=entry.kind == "redo",
        waits=_find_what_result_leaves_open(entry, pair[1]) if word and pair else "",
    )


def _find_what_result_leaves_open(entry: Entry, after: Campaign) -> Waiting:
    """What the result of an Event Die leaves open."""
    result = entry.outcome.partition(" ")[2]
    if result == "rest" and after.open_matters.choices:
        return "rest"
    return "encounter" if result == "encounter" else ""
