"""A campaign, the whole of it, as frozen values; `file_layout.py` says in which file each part
lies."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from companion.audience import Public, Seat, SeatWork, Secret
from companion.errant.company import Company, Errant, get_errant, replace_errant
from companion.errant.fights import Chase, Combatant, Fight, Met
from companion.errant.negotiation import NegotiationRules
from companion.errant.packs.depletion import Refill, list_empty_items
from companion.errant.reaction import Bands
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.errant.turns.timers import Cadence, Effect
from companion.errant.turns.turns import (
    TURN_LENGTHS,
    OpenMatters,
    Turn,
    TurnCount,
    TurnStack,
    TurnType,
    get_innermost_turn,
)
from companion.errant.world import MAX_ROW, Faction, InflationRules, Npc, Settlement, Sign, Site
from companion.values_with_ids import replace_by_id


class WoundRules(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The house's wounds: whether the next milder one takes the place of one that somebody bears
    already, or the next worse."""

    repeat: Public[Literal["milder", "worse"]] = "milder"


class Rules(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The house rules, each with the reading as its default. Where what is `done` is assumed, an
    action that was declared waits for no outcome. Henchmen take wounds as Errants do where
    `henchmen_wounds` says so."""

    refill: Public[Refill] = "ask"
    done: Public[Literal["asked", "assumed"]] = "asked"
    travel_turn: Public[Span] = TURN_LENGTHS["travel"]
    exploration_turn: Public[Span] = TURN_LENGTHS["exploration"]
    initiative_turn: Public[Span] = TURN_LENGTHS["initiative"]
    downtime_turn: Public[Span] = TURN_LENGTHS["downtime"]
    inflation: Public[InflationRules] = InflationRules()
    henchmen_wounds: Public[bool] = False
    wounds: Public[WoundRules] = WoundRules()
    reaction: Public[Bands] = Bands()
    negotiation: Public[NegotiationRules] = NegotiationRules()

    def get_turn_length(self, turn_type: TurnType) -> Span:
        """How long a Turn of this type usually is."""
        length: Span = getattr(self, f"{turn_type}_turn")
        return length


class Seats(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What each seat may type where it is kept to its own work, by default as the rules share it
    out; `everyone` has what all of them may. The Guide may type everything, and all may look."""

    everyone: Public[tuple[SeatWork, ...]] = ("note", "roll", "check", "save", "fate")
    caller: Public[tuple[SeatWork, ...]] = ("declare", "done", "rest", "press-on", "order")
    mapper: Public[tuple[SeatWork, ...]] = ("at", "settlement")
    note_taker: Public[tuple[SeatWork, ...]] = field(name="note-taker", default=("recording",))
    quartermaster: Public[tuple[SeatWork, ...]] = (
        *("packs", "light", "market"),
        *("supply", "eat", "ride", "hitch"),
    )
    timekeeper: Public[tuple[SeatWork, ...]] = (
        *("turns", "event die", "effects"),
        *("sleep", "watch", "dice"),
    )

    def get_permitted_words(self, seat: Seat) -> tuple[SeatWork, ...]:
        """What a player's seat may type beside what everyone may. The Guide's is no field here."""
        work: tuple[SeatWork, ...] = getattr(self, seat.replace("-", "_"))
        return work


MAX_REQUEST_LENGTH = 300


class Request(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line that a player's seat has asked for, until the Guide grants or denies it, and the Turn
    in which it was asked for."""

    id: Public[str] = ""
    seat: Public[Seat]
    line: Public[Annotated[str, Meta(min_length=1, max_length=MAX_REQUEST_LENGTH)]]
    turn_type: Public[TurnType | None] = None
    turn_number: Public[TurnCount] = 0

    def is_from_other_turn_type(self, turns: TurnStack) -> bool:
        """True if the Turn that is played by now is of another type, or none is open."""
        return self.turn_type is not None and (not turns or turns[-1].type != self.turn_type)


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The game's time, and how many Travel and Downtime Turns the campaign has seen.

    `rest_dice` is what a Rest adds to the next Travel or Exploration Event Die, once. `encounter`
    is true while nobody has settled one that an Event Die brought, and there are as many
    `earlier_encounters` as waited already when another came.
    """

    now: Public[Moment] = Moment(8 * 3600)
    travel_turns: Public[TurnCount] = 0
    downtime_turns: Public[TurnCount] = 0
    rest_dice: Public[Annotated[int, Meta(ge=0, le=20)]] = 0
    plentiful_food: Public[bool] = False
    encounter: Public[bool] = False
    earlier_encounters: Public[TurnCount] = 0

    @property
    def unsettled_encounter_count(self) -> int:
        """How many encounters wait until somebody settles them."""
        return self.encounter + self.earlier_encounters


class Deck(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A table drawn from without putting back, with the numbers of the rows that are out of it, in
    the order drawn. A row of weight 3 is three cards: it may be out three times."""

    id: Secret[str] = ""
    table: Secret[str]
    drawn: Secret[tuple[Annotated[int, Meta(ge=1, le=MAX_ROW)], ...]] = ()


MAX_SYNONYMS = 200
"""Each is looked for in every line that is typed as people talk."""
SynonymText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]


class Book(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`campaign.toml`. `copies` is how many copies of the campaign are kept, one for each of the
    last sessions. `synonyms` are this table's own words for those of the companion."""

    schema: Public[Literal[1]] = 1
    name: Public[str]
    sample: Public[bool] = False
    note: Secret[str] = ""
    copies: Public[Annotated[int, Meta(ge=0, le=1_000)]] = 10
    rules: Public[Rules] = Rules()
    seats: Public[Seats] = Seats()
    clock: Public[Clock] = Clock()
    season: Public[str] = ""
    turns: Public[tuple[Turn, ...]] = ()
    effects: Public[tuple[Effect, ...]] = ()
    every: Public[tuple[Cadence, ...]] = ()
    decks: Secret[tuple[Deck, ...]] = ()
    fight: Public[Fight] = Fight()
    combatants: Public[tuple[Combatant, ...]] = ()
    requests: Public[tuple[Request, ...]] = ()
    chase: Public[Chase] = Chase()
    met: Secret[Met] = Met()
    synonyms: Public[Annotated[dict[SynonymText, SynonymText], Meta(max_length=MAX_SYNONYMS)]] = {}


class World(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`world.toml`."""

    schema: Public[Literal[1]] = 1
    note: Secret[str] = ""
    settlements: Public[tuple[Settlement, ...]] = ()
    places: Public[tuple[Site, ...]] = ()
    factions: Secret[tuple[Faction, ...]] = ()
    npcs: Secret[tuple[Npc, ...]] = ()
    signs: Secret[tuple[Sign, ...]] = ()

    @property
    def sites(self) -> tuple[Site | Settlement, ...]:
        """Everywhere the Company can be at: places and Settlements."""
        return (*self.places, *self.settlements)


class Campaign(Struct, frozen=True, kw_only=True):
    """A whole campaign at one moment."""

    book: Public[Book] = field(name="campaign")
    errants: Public[Company] = ()
    world: Public[World] = World()

    @property
    def now(self) -> Moment:
        return self.book.clock.now

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The open Turns, the outermost first."""
        return self.book.turns

    @property
    def place_here(self) -> str:
        """The id of the place of the innermost Turn; "" if the Company is nowhere."""
        return self.turns[-1].place if self.turns else ""

    @property
    def innermost_turn(self) -> Turn:
        """The Turn that is being played. Raises Impossible if none is open."""
        return get_innermost_turn(self.turns)

    @property
    def open_matters(self) -> OpenMatters:
        """What is open in the innermost Turn; outer Turns do not count. In a fight what is declared
        needs no outcome."""
        turn = self.turns[-1] if self.turns else None
        is_fight = turn is not None and turn.type == "initiative" and bool(self.book.combatants)
        is_asked = self.book.rules.done == "asked" and not is_fight
        return OpenMatters(
            choices=(turn.choice,) if turn and turn.choice else (),
            unresolved_actions=tuple(turn.declared.items()) if turn and is_asked else (),
            empty_items=tuple((e.id, i.id, i.name) for e, i in list_empty_items(self.errants)),
        )

    def with_company(self, company: Company) -> "Campaign":
        return replace(self, errants=company)

    def with_errant(self, errant: Errant) -> "Campaign":
        """The campaign with this Errant in the place of the one with the same id."""
        return self.with_company(replace_errant(self.errants, errant))

    def with_turns(self, turns: tuple[Turn, ...]) -> "Campaign":
        return replace(self, book=replace(self.book, turns=turns))

    def with_innermost_turn(self, turn: Turn) -> "Campaign":
        """The campaign with this Turn in the place of the one that is being played."""
        return self.with_turns((*self.turns[:-1], turn))

    def with_effects(self, effects: tuple[Effect, ...]) -> "Campaign":
        return replace(self, book=replace(self.book, effects=effects))

    def with_cadences(self, every: tuple[Cadence, ...]) -> "Campaign":
        return replace(self, book=replace(self.book, every=every))

    def with_decks(self, decks: tuple[Deck, ...]) -> "Campaign":
        return replace(self, book=replace(self.book, decks=decks))

    def with_fight(self, fight: Fight, combatants: tuple[Combatant, ...]) -> "Campaign":
        """The campaign with this fight going on; without combatants there is none."""
        return replace(self, book=replace(self.book, fight=fight, combatants=combatants))

    def with_requests(self, requests: tuple[Request, ...]) -> "Campaign":
        return replace(self, book=replace(self.book, requests=requests))

    def with_rolled_encounter(self, met: Met) -> "Campaign":
        return replace(self, book=replace(self.book, met=met))

    def with_clock(self, **changes: object) -> "Campaign":
        return replace(self, book=replace(self.book, clock=replace(self.book.clock, **changes)))

    def add_unsettled_encounter(self) -> "Campaign":
        """The campaign with one more encounter that nobody has settled."""
        return self.with_clock(
            encounter=True, earlier_encounters=self.book.clock.unsettled_encounter_count
        )

    def remove_unsettled_encounter(self) -> "Campaign":
        """The campaign with one encounter less to settle."""
        earlier = self.book.clock.earlier_encounters
        return self.with_clock(encounter=earlier > 0, earlier_encounters=max(0, earlier - 1))

    def with_signs(self, signs: tuple[Sign, ...]) -> "Campaign":
        return replace(self, world=replace(self.world, signs=signs))

    def with_npcs(self, npcs: tuple[Npc, ...]) -> "Campaign":
        return replace(self, world=replace(self.world, npcs=npcs))

    def with_npc(self, npc: Npc) -> "Campaign":
        """The campaign with this NPC in the place of the one with the same id."""
        return self.with_npcs(replace_by_id(self.world.npcs, npc))

    def with_settlement(self, settlement: Settlement) -> "Campaign":
        """The campaign with this Settlement, in the place of one of the same id or last."""
        others = self.world.settlements
        at = next((n for n, each in enumerate(others) if each.id == settlement.id), len(others))
        after = (*others[:at], settlement, *others[at + 1 :])
        return replace(self, world=replace(self.world, settlements=after))

    def with_factions(self, factions: tuple[Faction, ...]) -> "Campaign":
        return replace(self, world=replace(self.world, factions=factions))

    def get_errant(self, errant_id: str) -> Errant:
        """The Errant with this id. Raises KeyError if there is none."""
        return get_errant(self.errants, errant_id)

    def get_up_to_date_npc(self, npc: Npc) -> Npc:
        """An NPC as they stand in this campaign; as they are given if nobody has their id."""
        return next((each for each in self.world.npcs if each.id == npc.id), npc)

    def get_place_name(self, place_id: str) -> str:
        """The name of a place or Settlement; its id if there is none of this id."""
        return next((site.name for site in self.world.sites if site.id == place_id), place_id)
