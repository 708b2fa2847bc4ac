"""The Hero's Journey as data: the deck, the table at one moment, and what can happen."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.parlour.cards import CardDeck
from companion.parlour.game import Event

Tokens: TypeAlias = tuple[int, ...]
"""Tokens of each suit, in the order of the suits."""
Suit: TypeAlias = Literal["moons", "suns", "waves", "leaves", "wyrms", "knots"]
Origin: TypeAlias = Literal["", "rite", "harvest"]
_Few: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
MOONS, SUNS, WAVES, LEAVES, WYRMS, KNOTS = range(6)
SUITS: tuple[Suit, ...] = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
NO_TOKENS: Tokens = (0,) * len(SUITS)
LAST_STAGE = 10
JOURNEY_STAGE, MARKET_STAGE = 3, 6
MENTORS, PLACES, CHALLENGES, ENDINGS = "mentors", "places", "challenges", "endings"
"""The decks."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Decktet."""

    id: str
    name: str
    rank: str
    suits: tuple[Suit, ...]
    kinds: tuple[Literal["personality", "location", "event"], ...]


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.toml`."""

    title: str
    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    schema: Literal[1] = 1


class TokenFigures(Struct, frozen=True, forbid_unknown_fields=True):
    of_each_suit: Annotated[int, Meta(ge=4, le=100)] = 12
    to_begin_with: Annotated[int, Meta(ge=1, le=4)] = 1


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    pawn: _Few = 1
    court: _Few = 1
    crown: _Few = 10


class Rite(Struct, frozen=True, forbid_unknown_fields=True):
    moons: _Few = 2
    prophecy_price: _Few = 3


class Harvest(Struct, frozen=True, forbid_unknown_fields=True):
    leaf_bonus: _Few = 1


class Beginnings(Struct, frozen=True, forbid_unknown_fields=True):
    rite: Rite = Rite()
    harvest: Harvest = Harvest()


class Stages(Struct, frozen=True, forbid_unknown_fields=True):
    line: tuple[str, ...]
    endings: tuple[str, ...]


class Travel(Struct, frozen=True, forbid_unknown_fields=True):
    prices: tuple[int, int, int] = (1, 3, 5)


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    rate: Annotated[int, Meta(ge=1, le=3)] = 2
    market_rate: Annotated[int, Meta(ge=1, le=3)] = 1


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    all_suits: _Few = 6


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """`game.toml`."""

    title: str
    about: str
    seats: tuple[int, int]
    stages: Stages
    schema: Literal[1] = 1
    max_rounds: Annotated[int, Meta(ge=1, le=10_000)] = 200
    offers_a_turn: _Few = 6
    tokens: TokenFigures = TokenFigures()
    worth: Worth = Worth()
    beginnings: Beginnings = Beginnings()
    travel: Travel = Travel()
    trade: Trade = Trade()
    score: Score = Score()


class Data(Struct, frozen=True, dict=True):
    """All that the files say. Cards go by their number in the deck."""

    figures: Figures
    deck: Deck

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deck.cards

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each card, by its id."""
        return {card.id: at for at, card in enumerate(self.cards)}

    @cached_property
    def suits_of(self) -> tuple[tuple[int, ...], ...]:
        """The suits of each card, by their positions."""
        return tuple(tuple(SUITS.index(suit) for suit in card.suits) for card in self.cards)

    @cached_property
    def worth(self) -> tuple[int, ...]:
        """What each card counts as; 0 for a Challenge."""
        named = {"pawn": self.figures.worth.pawn, "court": self.figures.worth.court}
        named |= {"crown": self.figures.worth.crown, "ace": 0, "excuse": 0}
        return tuple(
            named[card.rank] if card.rank in named else int(card.rank) for card in self.cards
        )

    @cached_property
    def mentors(self) -> tuple[int, ...]:
        return tuple(n for n, card in enumerate(self.cards) if "personality" in card.kinds)

    @cached_property
    def places(self) -> tuple[int, ...]:
        return tuple(n for n, card in enumerate(self.cards) if card.kinds == ("location",))

    @cached_property
    def challenges(self) -> tuple[int, ...]:
        return tuple(n for n, card in enumerate(self.cards) if card.rank in ("ace", "excuse"))

    @cached_property
    def decks(self) -> tuple[CardDeck, ...]:
        """How the cards of each deck are typed; which Challenges and Endings lie in it is nobody's
        to know."""
        ids = [card.id for card in self.cards]
        return (
            CardDeck(MENTORS, {at: ids[at] for at in self.mentors}),
            CardDeck(PLACES, {at: ids[at] for at in self.places}),
            CardDeck(CHALLENGES, {at: ids[at] for at in self.challenges}, is_secret=True),
            CardDeck(ENDINGS, {at: ids[at] for at in self.endings}, is_secret=True),
        )

    @cached_property
    def excuse(self) -> int:
        return next(n for n, card in enumerate(self.cards) if card.rank == "excuse")

    @cached_property
    def stage_cards(self) -> dict[int, int]:
        """The card of each Stage from 2 to 9."""
        return {n: self.number[card] for n, card in enumerate(self.figures.stages.line, 2)}

    @cached_property
    def endings(self) -> tuple[int, ...]:
        return tuple(self.number[card] for card in self.figures.stages.endings)


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
    def encounters(self) -> tuple[int, ...]:
        return (*self.mentors, *self.places)


TaskKind: TypeAlias = Literal[
    "origin", "rite", "prophecy", "deal", "turn", "action", "keep", "leave", "gift", "row", "pay",
    "take_row", "drop", "draw", "instead", "substitute", "extra", "curse", "ripe", "two", "stage",
    "play", "name", "join", "bidding", "raise", "sacrifice", "keep_card", "back", "test", "failed",
    "expend", "outcome", "reshuffle", "move_on", "event", "hand", "deck", "battle", "take_card",
    "betray", "give", "pact", "ending", "blessing", "calamity", "trade", "offer", "answer",
    "end_turn", "end_card", "score",
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


class Began(Event, frozen=True, tag="began"):
    seat: int
    origin: str


class Prophesied(Event, frozen=True, tag="prophesied"):
    """A Novice looked at an Ending; which one is theirs alone."""

    seat: int
    top: bool


class TokensChanged(Event, frozen=True, tag="tokens"):
    """Tokens of one suit drawn, paid, staked or taken."""

    seat: int
    how: Literal["draws", "pays", "stakes", "takes", "takes back"]
    number: int
    suit: int


class CardMoved(Event, frozen=True, tag="card"):
    """A Mentor or a Place that somebody takes, leaves behind, discards, gives or turns up."""

    seat: int
    how: Literal["takes", "leaves", "discards", "turns up", "gives"]
    card: int
    to: int = -1


class Rested(Event, frozen=True, tag="rested"):
    seat: int
    card: int


class Played(Event, frozen=True, tag="played"):
    """A Challenge card played face up, or Issued; and its suit."""

    seat: int
    card: int
    suit: int
    issued: bool = False


class Bid(Event, frozen=True, tag="bid"):
    """A bid; 0 for a pass."""

    seat: int
    number: int


class Tested(Event, frozen=True, tag="tested"):
    seat: int
    suit: int
    has: int
    needs: int


class LaidDown(Event, frozen=True, tag="laid_down"):
    """A Hero has a turn more to lose."""

    seat: int


class TurnLost(Event, frozen=True, tag="turn_lost"):
    seat: int


class MovedOn(Event, frozen=True, tag="moved_on"):
    seat: int
    stage: int


class CoinTossed(Event, frozen=True, tag="coin"):
    seat: int
    found: bool


class BattleFought(Event, frozen=True, tag="battle"):
    totals: tuple[int, ...]
    highest: int
    lowest: int


class Cursed(Event, frozen=True, tag="cursed"):
    pass


class EndingShown(Event, frozen=True, tag="ending_shown"):
    card: int


class Traded(Event, frozen=True, tag="traded"):
    """A trade with the bank (no `other`: -1) or with another Hero."""

    seat: int
    given: Tokens
    taken: Tokens
    other: int = -1
    declined: bool = False


class CardChanged(Event, frozen=True, tag="card_changed"):
    """Somebody has another Challenge card."""

    seat: int


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    why: str
