"""The findings that wait: what was rolled for the Guide alone and not told yet, read from the
newest entries."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.record.encounters_in_journal import (
    DrawnEncounter,
    did_line_draw_table_row,
    list_ids_of_npcs_made,
    list_ids_of_npcs_played,
)
from companion.campaign.record.recap import find_event_die_result_of_turn
from companion.campaign.secrecy import (
    is_entry_for_guide_alone,
    is_table_hidden_from_players,
    may_line_draw_encounter,
)
from companion.campaign.undoable_entries import MAX_ENTRIES_READ, flag_entries_not_undone
from companion.commands.record.recap import parse_journal_entry_line
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.world import Faction, Npc
from companion.grammar.context import Context
from companion.values_with_ids import pair_changed_values

_FINDING_WORDS = ("roll", "draw", "encounter")
_REPLACING_WORDS = ("ignore", "becomes")
_SIGN = ("sign",)
"""The names of what a new sign gives to read out."""


class Finding(NamedTuple):
    """What was rolled for the Guide alone, whom a sign foretold that came true, or what a new sign
    gives to read out. `names` are what it is called, the plainest first; of those of one name each
    keeps its `number` as long as any of them waits. `npcs` are the ids of those who were made with
    it, `entry` is the number of the entry it was found in."""

    text: str
    is_encounter: bool
    names: tuple[str, ...] = ()
    npcs: tuple[str, ...] = ()
    number: int = 1
    entry: int = 0

    @property
    def encounter(self) -> DrawnEncounter:
        """The encounter that it is, or may be taken for."""
        return DrawnEncounter(self.text, self.npcs)


class _Findings(NamedTuple):
    """What waits to be told, oldest first; whether the encounter that the last Event Die may have
    brought was settled while others waited; and what the signs of earlier Turns give to read
    out."""

    untold: list[Finding]
    is_last_settled: bool
    signs: list[Finding]


def is_part_of_waiting_encounter(context: Context, who: Npc | Faction) -> bool:
    """True for somebody who was made with an encounter that waits, or whose name is in it."""
    return any(
        each.encounter.includes_npc(who.id, who.name) for each in list_drawn_encounters(context)
    )


def changes_only_people_outside_encounter(context: Context, after: Campaign) -> bool:
    """True for a word that left the campaign like this and concerns only people whom the Company
    has not met in a waiting encounter. False in the Turn of an encounter that nobody has drawn:
    people play it out with whomever they please."""
    before = context.campaign
    turn = next((turn for turn in reversed(before.turns) if turn.type in EVENT_TABLES), None)
    is_now = turn is not None and find_event_die_result_of_turn(turn, before) == "encounter"
    if is_now and not is_every_encounter_drawn(context):
        return False
    fighting = {each.id for each in after.book.combatants if each.npc}
    changed = {now.id for _, now in pair_changed_values(before.world.npcs, after.world.npcs) if now}
    people = [npc for npc in after.world.npcs if npc.id in fighting | changed]
    return bool(people) and not any(is_part_of_waiting_encounter(context, each) for each in people)


def list_drawn_encounters(context: Context) -> tuple[Finding, ...]:
    """The encounters that were drawn and wait, newest first."""
    return tuple(each for each in list_untold_findings(context) if each.is_encounter)


def is_every_encounter_drawn(context: Context) -> bool:
    """True if everybody whom the Company has met, and not settled with, was drawn or foretold."""
    clock = context.campaign.book.clock
    return clock.encounter and len(list_drawn_encounters(context)) > clock.earlier_encounters


def list_untold_findings(context: Context) -> tuple[Finding, ...]:
    """What was found in this Turn and not told yet, newest first; an encounter waits until it is
    settled, in whichever Turn."""
    return tuple(reversed(read_newest_findings(context).untold))


def drop_encounter_of_turn(context: Context, campaign: Campaign) -> Campaign:
    """The campaign without the encounter that the Event Die of this Turn brought, unless it brought
    none or the encounter is settled: then those that wait are of earlier Turns."""
    before = context.campaign
    is_encounter = find_event_die_result_of_turn(before.innermost_turn, before) == "encounter"
    if not is_encounter or read_newest_findings(context).is_last_settled:
        return campaign
    return campaign.remove_unsettled_encounter()


def list_untold_earlier_signs(context: Context) -> list[Finding]:
    """What the signs that wait since an earlier Turn give to read out, and nobody has told."""
    clues = {sign.clue for sign in context.campaign.world.signs}
    signs = read_newest_findings(context, earlier=True).signs if any(clues) else []
    return [each for each in signs if each.text in clues]


def read_newest_findings(context: Context, *, earlier: bool = False) -> _Findings:
    """What the newest entries found, also those of `earlier` Turns."""
    waits = context.campaign.book.clock.encounter
    entries: list[Entry] = []
    is_old = False
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), MAX_ENTRIES_READ):
        if not stands or entry.kind != "word":
            continue
        entries.append(entry)
        is_old = is_old or _ends_turn(entry)
        if is_old and not earlier and (not waits or _has_encounter_waiting_changed(entry, to=True)):
            break
    untold: list[Finding] = []
    signs: list[Finding] = []
    numbers = Counter[str]()
    rolled = drawn = 0
    is_last_settled = False
    for entry in reversed(entries):
        word, settled = (
            parse_journal_entry_line(entry).word,
            _has_encounter_waiting_changed(entry, to=False),
        )
        told = settled and word != "done" and entry.seat == "guide"
        if waited := _count_settled_of_several(entry):
            removed = _remove_settled_encounter(untold, entry, waited, rolled)
            is_last_settled |= drawn == (removed.entry if removed else 0)
        elif told or _ends_turn(entry):
            signs += [each for each in untold if each.names == _SIGN and not told]
            untold = [each for each in untold if each.is_encounter != told]
        elif untold and word == "tell":
            texts = [each.text for each in untold]
            named = entry.outcome in texts
            del untold[len(texts) - 1 - texts[::-1].index(entry.outcome) if named else -1]
        if word == "tell":
            signs = [each for each in signs if each.text != entry.outcome]
        if _rolls_event_die(entry):
            rolled, drawn, is_last_settled = entry.number, 0, False
        for found in _list_findings_of_entry(context, entry):
            name = found.names[0]
            wait = any(each.names[0] == name for each in untold)
            numbers[name] = numbers[name] + 1 if wait else 1
            untold.append(found._replace(number=numbers[name], entry=entry.number))
            if found.is_encounter and not drawn:
                drawn = entry.number  # the first after an Event Die is of its encounter
    return _Findings(untold, is_last_settled, signs)


def _remove_settled_encounter(
    untold: list[Finding], entry: Entry, waited: int, rolled: int
) -> Finding | None:
    """Remove the encounter that an entry settled, of as many as `waited`: the one that was read
    out, or those who were played; for the Guide's own words one that nobody had drawn; else the
    newest. A result that did not
    happen takes none with it that was found before its die was `rolled`. Returns the one that was
    removed, if any."""
    word = parse_journal_entry_line(entry).word
    places = [n for n, each in enumerate(untold) if each.is_encounter]
    if word in _REPLACING_WORDS:
        places = [n for n in places if untold[n].entry >= rolled]
    played = list_ids_of_npcs_played(entry)
    places = [n for n in places if untold[n].encounter.includes_any_npc(played)] or places
    read_out = [n for n in places if entry.outcome and untold[n].text == entry.outcome]
    is_own_words = word in ("tell", "done") and not read_out
    if not places or (is_own_words and waited > len(places)):
        return None
    return untold.pop((read_out or places)[-1])


def _rolls_event_die(entry: Entry) -> bool:
    """True if an Event Die fell in this entry, or a Turn began."""
    paths = [c.path.split("/") for c in entry.changes if c.path.startswith("campaign/turns/")]
    return any(
        turn != "initiative" and key in ([], ["rolled"], ["number"]) for _, _, turn, *key in paths
    )


def _has_encounter_waiting_changed(entry: Entry, *, to: bool) -> bool:
    changes = (each for each in entry.changes if each.path == "campaign/clock/encounter")
    return any(bool(each.after) == to for each in changes)


def _count_settled_of_several(entry: Entry) -> int:
    """How many encounters waited, if an entry settled one and another waits still; else 0."""
    for change in entry.changes:
        if change.path == "campaign/clock/earlier_encounters":
            before, after = change.before, change.after
            if isinstance(before, int) and before > (after if isinstance(after, int) else 0):
                return before + 1
    return 0


def _ends_turn(entry: Entry) -> bool:
    """True if a Turn began in this entry, or a Turn type was closed. A fight is part of a Turn."""
    paths = [
        change.path.removeprefix("campaign/turns/").split("/")
        for change in entry.changes
        if change.path.startswith("campaign/turns/")
        if change.path.endswith("/number") or change.after is None
    ]
    return any(turn != "initiative" and key[:1] in ([], ["number"]) for turn, *key in paths)


def _list_findings_of_entry(context: Context, entry: Entry) -> Iterator[Finding]:
    """What an entry drew for the Guide alone that players may be told: rows of tables, signs."""
    word, rest, _ = parse_journal_entry_line(entry)
    is_found = word in _FINDING_WORDS and is_entry_for_guide_alone(entry)
    if is_found and did_line_draw_table_row(word, rest, entry.outcome):
        is_encounter = _is_encounter_roll(context.campaign, word, rest)
        names = _list_names_of_roll(rest, is_encounter=is_encounter)
        yield Finding(entry.outcome, is_encounter, names, list_ids_of_npcs_made(entry))
    for change in entry.changes:
        new = change.after if change.path.startswith("world/signs/") and change.effect else None
        if isinstance(new, dict) and new.get("clue"):
            yield Finding(str(new["clue"]), False, _SIGN)
        sign = change.before if change.path.startswith("world/signs/") and change.effect else None
        if isinstance(sign, dict) and sign.get("encounter"):
            yield Finding(str(sign["encounter"]), True, ("encounter", "sign"))


def _is_encounter_roll(campaign: Campaign, word: str, rest: str) -> bool:
    """True for a line that says whom they meet: any other table may be rolled on secretly."""
    tables = (each.strip('"') for each in rest.split())
    is_hidden = any(is_table_hidden_from_players(campaign, each, guide=True) for each in tables)
    return (word == "encounter" or is_hidden) and may_line_draw_encounter(campaign, rest)


def _list_names_of_roll(rest: str, *, is_encounter: bool) -> tuple[str, ...]:
    """What people may call a roll: by its kind, or by its table."""
    table = next((word.strip('"') for word in rest.split() if "=" not in word), "")
    short = table.rpartition("/")[2]
    kind = "encounter" if is_encounter else "effects" if short.endswith("effects") else short
    return tuple(dict.fromkeys(filter(None, (kind, short))))
