"""The state of The Hero's Journey at one moment."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.parlour.games.heros_journey.data import NO_TOKENS, Data, Origin, Tokens


class Hero(Struct, frozen=True):
    """A Hero. `hand` are their Challenge cards, one between actions; `lost` the turns to lose;
    `prophecy` is the Ending that they saw, and `is_true` whether it is the one that comes."""

    tokens: Tokens
    stage: int = 1
    mentors: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    lost: int = 0
    origin: Origin = ""
    prophecy: int = -1
    is_true: bool = False

    @property
    def encounter_cards(self) -> tuple[int, ...]:
        return (*self.mentors, *self.places)


TaskKind: TypeAlias = Literal[
    "origin", "rite", "prophecy", "deal", "turn", "action", "keep", "leave", "gift", "row", "pay",
    "take_row", "drop", "draw", "instead", "substitute", "extra", "curse", "ripe", "two", "stage",
    "play", "name", "join", "bidding", "raise", "sacrifice", "keep_card", "back", "test", "failed",
    "expend", "outcome", "reshuffle", "move_on", "event", "hand", "deck", "battle", "take_card",
    "betray", "give", "pact", "ending", "blessing", "calamity", "trade", "offer", "answer",
    "begin_trades", "end_turn", "end_card", "score",
]  # fmt: skip


class Task(Struct, frozen=True):
    """Something still to be done: by whom, how many or how much, with which suits and cards."""

    kind: TaskKind
    seat: int
    number: int = 0
    suits: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    is_final: bool = False
    """Of a draw: no gift and no substitute changes it any more."""


class Attempt(Struct, frozen=True):
    """An attempt at the next Stage by a Challenge.

    The suits staked, the card played and the suit that an Excuse stands for; the Challengers, the
    highest bid and whose it is, how many have passed in a row and who spoke last; the card Issued
    with its suit, and whether the attempting Hero met the test.
    """

    seat: int
    stake: tuple[int, ...]
    played: int = -1
    named: int = -1
    challengers: tuple[int, ...] = ()
    high: int = 0
    leader: int = -1
    passed: int = 0
    spoke: int = -1
    issued: int = -1
    suit: int = -1
    met: bool = False


class Offer(Struct, frozen=True):
    """A trade that one Hero offers another: tokens for tokens."""

    to: int
    given: Tokens = NO_TOKENS
    wanted: Tokens = NO_TOKENS


class State(Struct, frozen=True):
    """The table at one moment. Decks have their top card first; `on_cards` are the tokens that lie
    on face-up cards. `todo` is what is still to be done, the next first. `arrived` is who came to
    the Ending first, -1 for nobody; `ended` says that no more turns follow but the last ones."""

    data: Data
    heroes: tuple[Hero, ...]
    bank: Tokens
    seats: tuple[int, ...]
    endings: tuple[int, ...]
    todo: tuple[Task, ...]
    mentor_row: tuple[int, ...] = ()
    place_row: tuple[int, ...] = ()
    mentor_deck: tuple[int, ...] = ()
    place_deck: tuple[int, ...] = ()
    challenge_deck: tuple[int, ...] = ()
    on_cards: tuple[tuple[int, Tokens], ...] = ()
    ending_known: bool = False
    turn: int = 0
    round: int = 1
    attempt: Attempt | None = None
    shown: tuple[tuple[int, int], ...] = ()
    """Who has turned up which card, in a Battle or at the End."""
    offers_left: int = 0
    trades_left: int = 0
    offer: Offer | None = None
    arrived: int = -1
    last_turns: int = -1
    winners: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    why: str = ""

    @property
    def is_over(self) -> bool:
        return bool(self.why)
