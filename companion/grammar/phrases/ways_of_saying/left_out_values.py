"""What a phrase leaves out and the campaign knows: who carries the thing, to whom they talk."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.facts_and_decks_for_tables import find_time_of_day
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.company import list_members_present
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.world import Site
from companion.grammar.argument_kinds.company import list_stashes_as_errants
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.journalled_lines import (
    BEGINNING_TURNS,
    find_command_word_of_entry,
    parse_line_of_entry,
)
from companion.grammar.phrases.fights.foes.fighters import find_only_foe_group
from companion.grammar.phrases.people import dispositions
from companion.grammar.phrases.people.pronouns import resolve_pronoun
from companion.grammar.phrases.sentences.noun_phrases import Part

_INSIDE = ("", "ruin", "dungeon", "cave")
"""Terrain of places that are explored inside; most have none."""
_MOST_ENTRIES = 50
_NO_AILMENTS = ("miracle", "sorcery", "arrangement")
"""Kinds of effects of which nobody is cured."""
_HARMING = ("hurt", "attack", "wound", "hazard")
_WORTH = {"penn": 1, "shilling": 10, "guilder": 100}
"""What a coin is worth in pennies, by how its name begins."""
_PLURALS = {"penn": "pennies", "shilling": "shillings"}


class SpokenParts(NamedTuple):
    """The parts of a line, and what is known where it is said."""

    parts: Sequence[Part]
    context: Context

    @property
    def campaign(self) -> Campaign:
        return self.context.campaign

    @property
    def open_type(self) -> str:
        """The type of the open Turn; "" with none open."""
        return self.campaign.turns[-1].type if self.campaign.turns else ""

    @property
    def people(self) -> set[str]:
        """The ids of whoever of the Company is named."""
        return {*self.list_texts_of_kind("person")}

    @property
    def things(self) -> list[str]:
        """The things that are named, but for where they are put."""
        meanings = (part.meanings for part in self.parts)
        named = [each for each in meanings if "thing" in each and "person" not in each]
        return [each["thing"] for each in [e for e in named if "spot" not in e] or named]

    def list_texts_of_kind(self, kind: str) -> list[str]:
        """What the parts of this kind mean, as `attribute`."""
        return [part.meanings[kind] for part in self.parts if kind in part.meanings]


class Implied(Mapping[str, str]):
    """What a line leaves out, by the place that it fills, as CARRIER; found when asked for."""

    def __init__(self, parts: Sequence[Part], context: Context) -> None:
        self._said, self._found = SpokenParts(parts, context), dict[str, str]()

    def __getitem__(self, name: str) -> str:
        if name not in self._found:
            self._found[name] = _FINDERS[name](self._said)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_FINDERS)

    def __len__(self) -> int:
        return len(_FINDERS)


def _list_unnamed_carriers(said: SpokenParts) -> list[str]:
    """Who is here, is not named, and carries all the things that are."""
    things, people = said.things, said.people
    return [
        errant.id
        for errant in said.campaign.errants
        if errant.is_present and errant.id not in people
        if things and all(match_carried_items(errant, thing) for thing in things)
    ]


def _find_stash_of_things(said: SpokenParts) -> str:
    """The stash with all the things that are named, the one of this place first."""
    stashes = list_stashes_as_errants(said.campaign)
    stashes = [stash for stash in stashes if stash.at == said.campaign.place_here] or stashes
    only = stashes[0] if len(stashes) == 1 else None
    return "stash" if only and all(match_carried_items(only, e) for e in said.things) else ""


def _find_npc_talked_with(said: SpokenParts) -> str:
    """The one NPC whom the Company talks with."""
    patient = (npc for npc in said.campaign.world.npcs if npc.patience is not None)  # a few
    known = (npc for npc in patient if npc.met or said.context.is_guide)
    return _get_only_one([npc.id for npc in known if npc.is_in_negotiation])


def _find_npc_spoken_of(said: SpokenParts) -> str:
    """The one NPC whom the Company talks with, or else of whom was spoken last; nobody where others
    are met, with whom a Negotiation begins."""
    if talking := _find_npc_talked_with(said):
        return talking
    npc = None if said.campaign.book.met.npc else resolve_pronoun(said.context)
    return npc.id if npc else ""


def _find_settlement_here(said: SpokenParts) -> str:
    settlements, here = said.campaign.world.settlements, said.campaign.place_here
    return next((each.id for each in settlements if each.id == here), "")


def _find_explored_site(said: SpokenParts) -> str:
    """The place that is named, where Travel Turns are open and it is explored inside; no country
    that one travels through."""
    sites = {each.id: each for each in said.campaign.world.sites}
    site = sites.get(_get_only_one(said.list_texts_of_kind("place")))
    is_inside = isinstance(site, Site) and site.terrain in _INSIDE
    return site.id if site and is_inside and said.open_type == "travel" else ""


def _find_outer_turn_type(said: SpokenParts) -> str:
    return said.campaign.turns[-2].type if said.campaign.turns[1:] else ""


def _find_rider(said: SpokenParts) -> str:
    """The only one who rides, the animal or the cart that is named if there is one."""
    bearers = {*said.list_texts_of_kind("bearer")}
    riders = [each for each in list_members_present(said.campaign.errants) if each.rides]
    riders = [each for each in riders if not bearers or each.rides in bearers]
    return _get_only_one([each.id for each in riders])


def _get_only_one(found: Sequence[str]) -> str:
    return found[0] if len(found) == 1 else ""


def _list_member_ids(said: SpokenParts) -> list[str]:
    return [each.id for each in list_members_present(said.campaign.errants)]


def _find_word_for_consuming(said: SpokenParts) -> str:
    """The word by which whoever is named consumes the thing: what has uses is used, anything else
    is gone; `use`, which is refused, for what they do not carry; "" where nobody is named."""
    drinkers = [each for each in said.campaign.errants if each.id in said.people]
    items = [
        item
        for who in drinkers
        for each in said.things[:1]
        for item in match_carried_items(who, each)
    ]
    if not drinkers:
        return ""
    return "use" if not items or items[0].depletion else "drop"


def _find_npc_met(said: SpokenParts) -> str:
    """Who was met last, the only group that is fought, or of whom was spoken; for the Guide."""
    met = said.campaign.book.met.npc
    npc = find_only_foe_group(said.campaign) or (None if met else resolve_pronoun(said.context))
    return (met or (npc.id if npc else "")) if said.context.is_guide else ""


def _find_ailment(said: SpokenParts) -> str:
    """The only disease, curse or condition of whoever is named; "" for several, or none."""
    found = (each for each in said.campaign.book.effects if each.errant in (said.people or {""}))
    return _get_only_one([each.id for each in found if each.kind not in _NO_AILMENTS])


def _find_face_of_result(said: SpokenParts) -> str:
    """The face of the Event Die that has the result somebody names, in a Turn of the open type."""
    turns, named = said.campaign.turns, said.list_texts_of_kind("result")
    results = EVENT_TABLES.get(turns[-1].type, ()) if turns else ()
    return _get_only_one([f"{face}" for face, each in enumerate(results, 1) if [each] == named])


def _find_shown_face(said: SpokenParts) -> str:
    """The face that the Event Die of the open Turn shows."""
    turn = said.campaign.turns[-1] if said.campaign.turns else None
    return f"{turn.face}" if turn and turn.face else ""


def _find_lit_thing(said: SpokenParts) -> str:
    """The one thing that is named, if somebody's is lit."""
    thing = _get_only_one(said.things)
    lit = (
        item.lit for errant in said.campaign.errants for item in match_carried_items(errant, thing)
    )
    return thing if thing and any(lit) else ""


def _find_undo_line(said: SpokenParts, tells: Callable[[Entry], bool], otherwise: str) -> str:
    """The line that takes back the last entry of this kind, and nothing else; `otherwise` where
    there is none lately."""
    last = islice(flag_entries_not_undone(said.context.read_entries()), _MOST_ENTRIES)
    entries = takewhile(lambda each: not _is_entry_of_turn_begin(each[0]), last)
    found = [(entry.number, tells(entry)) for entry, stands in entries if stands]
    if found and found[0][1]:
        return "undo"
    return next((f"undo {number}" for number, is_one in found if is_one), otherwise)


def _find_waking_line(said: SpokenParts) -> str:
    """The next Turn where those who sleep wake up in it: "" while it is still night."""
    campaign, turn = said.campaign, said.campaign.turns[-1] if said.campaign.turns else None
    if turn is None or not turn.asleep:
        return ""
    length = turn.span or campaign.book.rules.get_turn_length(turn.type)
    return "" if find_time_of_day(campaign.now + length) == "night" else "next"


def _is_entry_of_turn_begin(entry: Entry) -> bool:
    """True for the line by which the open Turn began: what was done before it is told by number."""
    return entry.kind == "word" and find_command_word_of_entry(entry) in BEGINNING_TURNS


def _is_entry_of_harm(entry: Entry) -> bool:
    """True for harm that was said openly."""
    found = parse_line_of_entry(entry) if entry.kind == "word" else None
    return found is not None and found.line.word in _HARMING and not found.is_secret


def _compute_new_disposition(said: SpokenParts, sign: int) -> str:
    """What the disposition of a named NPC becomes, raised or lowered by a number, or else by 1."""
    slug = _get_only_one(said.list_texts_of_kind("npc"))
    both = [part.meanings for part in said.parts if part.meanings.keys() & {"npc", "number"}]
    number, *others = [int(each["number"]) for each in both if "number" in each] or [1]
    if others or not said.context.is_guide:
        return ""
    return dispositions.compute_changed_disposition(slug, said.campaign, sign * number)


def _convert_coins_to_smaller(said: SpokenParts, unit: str) -> str:
    """The only sum that is named in smaller coins; "" where it does not come out even."""
    number, _, coin = _get_only_one(said.list_texts_of_kind("coins")).partition(" ")
    worth = next((_WORTH[each] for each in _WORTH if coin.startswith(each)), 0)
    count, left = divmod(int(number) * worth if number.isdecimal() else 0, _WORTH[unit])
    is_changed = bool(count) and not left and worth > _WORTH[unit]
    return f"{count} {_PLURALS[unit]}" if is_changed else ""


_FINDERS: Mapping[str, Callable[[SpokenParts], str]] = {
    "OPENTYPE": lambda said: said.open_type,
    "EXPLORING": lambda said: said.open_type if said.open_type == "exploration" else "",
    "OUTERTYPE": _find_outer_turn_type,
    "EVERYBODY": lambda said: " ".join(_list_member_ids(said)),
    "STASHED": _find_stash_of_things,
    "LITTHING": _find_lit_thing,
    "RIDER": _find_rider,
    "RESULTFACE": _find_face_of_result,
    "SHOWN": _find_shown_face,
    "SAME": lambda said: _get_only_one(said.list_texts_of_kind("attribute")),
    "CARRIER": lambda said: _get_only_one(_list_unnamed_carriers(said)),
    "CARRIERS": lambda said: " ".join(_list_unnamed_carriers(said)),
    "CONSUME": _find_word_for_consuming,
    "HERE": lambda said: said.campaign.place_here,
    "BUYER": lambda said: next(iter(_list_member_ids(said)), ""),
    "MEMBERS": lambda said: f"{len(_list_member_ids(said))}",
    "MARKET": _find_settlement_here,
    "SITE": _find_explored_site,
    "MET": _find_npc_met,
    "REACTION": lambda said: dispositions.write_reaction_line(_find_npc_met(said), said.campaign),
    "ENDFIGHT": lambda said: "out" if said.open_type == "initiative" else "",
    "STATE": lambda said: "fight" if said.campaign.book.combatants else "company",
    "DOWNTIME": lambda said: said.open_type if said.open_type == "downtime" else "",
    "TRAVELLING": lambda said: said.open_type if said.open_type == "travel" else "",
    "ARRIVING": lambda said: "encounter" if said.campaign.book.clock.encounter else "",
    "ENDMONTH": lambda said: "out" if said.open_type == "downtime" else "",
    "BEGINMONTH": lambda said: "downtime" if said.open_type == "travel" else "zoom downtime",
    "MONTH": lambda said: "next" if said.open_type == "downtime" else "downtime",
    "MONTHDONE": lambda said: "next" if said.open_type == "downtime" else "",
    "AILMENT": _find_ailment,
    "TALKING": _find_npc_talked_with,
    "FAREWELL": lambda s: f"talk {npc} end" if (npc := _find_npc_talked_with(s)) else "quit",
    "ADDRESSED": _find_npc_spoken_of,
    "NOTEUNDO": lambda said: _find_undo_line(said, lambda entry: bool(entry.note), "log notes"),
    "HARMUNDO": lambda said: _find_undo_line(said, _is_entry_of_harm, "log"),
    "MORNING": _find_waking_line,
    "UPTOP": lambda said: "out" if said.open_type == "exploration" else "",
    "SHILLINGS": lambda said: _convert_coins_to_smaller(said, "shilling"),
    "PENNIES": lambda said: _convert_coins_to_smaller(said, "penn"),
    "RAISED": lambda said: _compute_new_disposition(said, 1),
    "LOWERED": lambda said: _compute_new_disposition(said, -1),
}
"""What finds each of them: "" where it is not known, or not one alone."""
