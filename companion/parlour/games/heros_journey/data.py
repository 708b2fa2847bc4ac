"""The data of The Hero's Journey as its files hold it: cards, suits, Stages and figures."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.parlour.cards import CardDeck

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
    def card_numbers(self) -> dict[str, int]:
        return {card.id: at for at, card in enumerate(self.cards)}

    @cached_property
    def suits_by_card(self) -> tuple[tuple[int, ...], ...]:
        """The suits of each card, by their positions."""
        return tuple(tuple(SUITS.index(suit) for suit in card.suits) for card in self.cards)

    @cached_property
    def card_worths(self) -> tuple[int, ...]:
        """What each card counts as; 0 for a Challenge."""
        named = {"pawn": self.figures.worth.pawn, "court": self.figures.worth.court}
        named |= {"crown": self.figures.worth.crown, "ace": 0, "excuse": 0}
        return tuple(
            named[card.rank] if card.rank in named else int(card.rank) for card in self.cards
        )

    @cached_property
    def card_worths_by_suit(self) -> tuple[tuple[int, ...], ...]:
        """By suit, what each card counts as if it bears it; else 0."""
        cards = tuple(zip(self.card_worths, self.suits_by_card, strict=True))
        return tuple(
            tuple(worth if suit in suits else 0 for worth, suits in cards)
            for suit in range(len(SUITS))
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
    def excuse_card(self) -> int:
        return next(n for n, card in enumerate(self.cards) if card.rank == "excuse")

    @cached_property
    def stage_cards(self) -> dict[int, int]:
        """The card of each Stage from 2 to 9."""
        return {n: self.card_numbers[card] for n, card in enumerate(self.figures.stages.line, 2)}

    @cached_property
    def cards_matching_stage(self) -> dict[int, tuple[int, ...]]:
        """The Mentors and Places that match each Stage from 2 to 9: they bear all its suits."""
        return {
            stage: tuple(
                card
                for card in (*self.mentors, *self.places)
                if set(self.suits_by_card[stage_card]) <= set(self.suits_by_card[card])
            )
            for stage, stage_card in self.stage_cards.items()
        }

    @cached_property
    def endings(self) -> tuple[int, ...]:
        return tuple(self.card_numbers[card] for card in self.figures.stages.endings)
