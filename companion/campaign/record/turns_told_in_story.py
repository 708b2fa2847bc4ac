"""The Turns that an evening's story tells of: what was declared, drawn and told in each, as it was
left."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.record.encounters_in_journal import DrawnEncounter
from companion.campaign.record.recap import (
    PlayedEntry,
    find_event_die_result_of_turn,
    find_same_turn_in_campaign,
)
from companion.errant.turns.event_die import EventResult
from companion.errant.turns.turns import Turn, TurnType

StoryStep: TypeAlias = Literal[
    "action",
    "forgone",
    "outcome",
    "note",
    "rest",
    "night",
    "encounter",
    "rolled",
    "talk",
    "parting",
]
TurnKey: TypeAlias = tuple[TurnType, int]
"""A Turn of an evening: its type, and which of that type it was, counted from 1."""
NO_TURN: TurnKey = ("initiative", 0)
"""The key of a piece that belongs to no Turn."""


class Piece(NamedTuple):
    """A piece of the story while its Turn may still change. `foretold` is an encounter that a sign
    named, `event_result` the result of the Turn's Event Die at that moment."""

    turn: TurnKey
    step: StoryStep | Literal["foretold", "unnamed"]
    who: str
    text: str
    event_result: EventResult | None = None
    settles: int = 0
    is_secret: bool = False


class PlayedTurns:
    """The Turns of an evening in their last state, and which pieces are in the story already."""

    def __init__(self) -> None:
        self.last_states: dict[TurnKey, Turn] = {}
        self.results: dict[TurnKey, EventResult | None] = {}
        self.forgone_actions: set[Piece] = set()
        self.replaced_actions: set[tuple[int, Piece]] = set()
        self.declaration_numbers: dict[Piece, int] = {}
        self.told_pieces: set[Piece] = set()
        self.found: Piece | None = None
        self.waiting_encounters: dict[TurnKey, DrawnEncounter | None] = {}
        self.told_encounters: dict[TurnKey, str] = {}
        self._numbers: Counter[TurnType] = Counter()

    def note_entry(self, played: PlayedEntry) -> None:
        """Note each Turn that is open after an entry. The result of its die is settled as it falls,
        whoever keeps watch later."""
        _, before, after = played
        for turn in after.turns:
            earlier = find_same_turn_in_campaign(turn, before)
            if earlier is None or turn.type not in self._numbers:
                self._numbers[turn.type] += 1
            key = self.find_turn_key(turn)
            self.last_states[key] = turn
            if key not in self.results or earlier is None or earlier.rolled != turn.rolled:
                self.results[key] = find_event_die_result_of_turn(turn, after)
                self.waiting_encounters.pop(key, None)
                if self.results[key] == "encounter":
                    self.waiting_encounters[key] = None

    def find_turn_key(self, turn: Turn) -> TurnKey:
        """The last Turn of this type."""
        return (turn.type, self._numbers[turn.type])

    def find_waiting_encounter(self, *, drawn: bool | None = None) -> TurnKey | None:
        """The newest encounter that is not told yet, or the newest that was drawn or was not."""
        waiting = reversed(self.waiting_encounters.items())
        return next((key for key, found in waiting if drawn in (None, bool(found))), None)

    def find_drawn_encounter(self, text: str = "", npcs: tuple[str, ...] = ()) -> TurnKey | None:
        """The newest encounter that is not told yet of this text, or with one of these NPCs."""
        waiting = reversed(self.waiting_encounters.items())
        fitting = (
            key
            for key, found in waiting
            if found and (found.text == text or found.includes_any_npc(npcs))
        )
        return next(fitting, None)

    def note_told_encounter(self, key: TurnKey, text: str) -> Piece:
        """Note that everybody knows whom they met in this Turn, in these words if there are any.
        Returns the encounter."""
        self.waiting_encounters.pop(key, None)
        self.told_encounters[key] = text
        return Piece(key, "encounter", "", "")

    def add_if_new(self, piece: Piece) -> bool:
        """True if this was not in the story yet; from now on it is."""
        is_new = piece not in self.told_pieces
        self.told_pieces.add(piece)
        return is_new

    def add_action_to_story(self, action: Piece, number: int) -> Iterator[Piece]:
        """An action that the entry of this number declares, unless it is in the story already."""
        if self.add_if_new(action):
            self.declaration_numbers[action] = number
            yield action

    def withdraw_action(self, action: Piece) -> None:
        """Take an action out of the story: something else was declared instead."""
        if action in self.declaration_numbers:
            self.replaced_actions.add((self.declaration_numbers[action], action))
            self.told_pieces.discard(action)
