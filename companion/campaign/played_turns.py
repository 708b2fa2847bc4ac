"""The Turns of an evening, each as it was left, and the pieces of its story that hang on them."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.recap import PlayedEntry, find_event_result, find_same_turn
from companion.errant.event_die import EventResult
from companion.errant.turns import Turn, TurnType

TurnKey: TypeAlias = tuple[TurnType, int]
"""A Turn of an evening: its type, and which of that type it was, counted from 1."""
NO_TURN: TurnKey = ("initiative", 0)
"""Where a piece hangs on no Turn."""


class StoryPiece(NamedTuple):
    """A piece of the story before it is known how its Turn was left. `foretold` is an encounter
    that a sign named, `event_result` what the Event Die of the Turn had come to then."""

    turn: TurnKey
    step: Literal[
        "action", "outcome", "note", "rest", "foretold", "encounter", "rolled", "talk", "parting"
    ]
    who: str
    text: str
    event_result: EventResult | None = None
    settles: int = 0
    is_secret: bool = False


class PlayedTurns:
    """The Turns of an evening, each as it was left, and what of them is in the story already."""

    def __init__(self) -> None:
        self.last_states: dict[TurnKey, Turn] = {}
        self.results: dict[TurnKey, EventResult | None] = {}
        self.forgone_actions: set[StoryPiece] = set()
        self.replaced_actions: set[tuple[int, StoryPiece]] = set()
        self.declaration_numbers: dict[StoryPiece, int] = {}
        self._told_pieces: set[StoryPiece] = set()
        self._numbers: dict[TurnType, int] = {}

    def follow_entry(self, played: PlayedEntry) -> None:
        """Take in each Turn that is open after an entry. What its die means is settled as it falls,
        whoever keeps watch later."""
        _, before, after = played
        for turn in after.turns:
            earlier = find_same_turn(turn, before)
            if earlier is None or turn.type not in self._numbers:
                self._numbers[turn.type] = self._numbers.get(turn.type, 0) + 1
            key = self.find_key(turn)
            self.last_states[key] = turn
            if key not in self.results or earlier is None or earlier.rolled != turn.rolled:
                self.results[key] = find_event_result(turn, after)

    def find_key(self, turn: Turn) -> TurnKey:
        """The last Turn of this type."""
        return (turn.type, self._numbers.get(turn.type, 0))

    def add_if_new(self, piece: StoryPiece) -> bool:
        """True if this was not in the story yet; from now on it is."""
        known = piece in self._told_pieces
        self._told_pieces.add(piece)
        return not known

    def declare_action(self, action: StoryPiece, number: int) -> Iterator[StoryPiece]:
        """An action that this entry declares, unless it is in the story already."""
        if self.add_if_new(action):
            self.declaration_numbers[action] = number
            yield action

    def replace_action(self, action: StoryPiece) -> None:
        """Take an action out of the story: something else was declared instead."""
        if action in self.declaration_numbers:
            self.replaced_actions.add((self.declaration_numbers[action], action))
            self._told_pieces.discard(action)

    def settle_actions(self, actions: list[StoryPiece]) -> None:
        """Actions had their outcome: declared again, they are done again."""
        self._told_pieces.difference_update(actions)
