"""The Turns of an evening, each as it was left, and the pieces of its story that hang on them."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.chronicle import Standing, result_in, same_turn
from companion.errant.event_die import Result
from companion.errant.turns import Turn, TurnType

TurnKey: TypeAlias = tuple[TurnType, int]
"""A Turn of an evening: its type, and which of that type it was, counted from 1."""
NOWHERE: TurnKey = ("initiative", 0)
"""Where a piece hangs on no Turn."""


class Piece(NamedTuple):
    """A piece of the story before it is known how its Turn was left: `foretold` is an encounter
    that a sign named, `asked` what the Event Die of the Turn had come to then."""

    turn: TurnKey
    step: Literal[
        "action", "outcome", "note", "rest", "foretold", "encounter", "rolled", "talk", "parting"
    ]
    who: str
    text: str
    asked: Result | None = None
    of: int = 0
    secretly: bool = False


class PlayedTurns:
    """The Turns of an evening, each as it was left, and what of them is in the story already."""

    def __init__(self) -> None:
        self.left: dict[TurnKey, Turn] = {}
        self.results: dict[TurnKey, Result | None] = {}
        self.forgone: set[Piece] = set()
        self.replaced: set[tuple[int, Piece]] = set()
        self.declared_in: dict[Piece, int] = {}
        self._in_the_story: set[Piece] = set()
        self._numbers: dict[TurnType, int] = {}

    def go_on(self, standing: Standing) -> None:
        """What an entry leaves of each Turn that is open after it. What its die came to is what it
        meant when it fell, whoever watched later."""
        _, before, after = standing
        for turn in after.turns:
            earlier = same_turn(turn, before)
            if earlier is None or turn.type not in self._numbers:
                self._numbers[turn.type] = self._numbers.get(turn.type, 0) + 1
            key = self.key(turn)
            self.left[key] = turn
            if key not in self.results or earlier is None or earlier.rolled != turn.rolled:
                self.results[key] = result_in(turn, after)

    def key(self, turn: Turn) -> TurnKey:
        """The Turn of this type that was gone on with last."""
        return (turn.type, self._numbers.get(turn.type, 0))

    def is_new(self, piece: Piece) -> bool:
        """Whether this is not in the story yet; from now on it is."""
        known = piece in self._in_the_story
        self._in_the_story.add(piece)
        return not known

    def declare(self, action: Piece, number: int) -> Iterator[Piece]:
        """An action, where it is not in the story yet, as this entry has it."""
        if self.is_new(action):
            self.declared_in[action] = number
            yield action

    def replace(self, action: Piece) -> None:
        """Something else was declared instead."""
        if action in self.declared_in:
            self.replaced.add((self.declared_in[action], action))
            self._in_the_story.discard(action)

    def settle(self, actions: list[Piece]) -> None:
        """What was declared had its outcome: declared again, it is done again."""
        self._in_the_story.difference_update(actions)
