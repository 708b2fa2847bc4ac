"""What can happen in Version 4."""

from typing import Literal

from companion.parlour.game import Event


class ClassTaken(Event, frozen=True, tag="class_taken"):
    seat: int
    name: str


class TokenReturned(Event, frozen=True, tag="token_returned"):
    seat: int
    hex: str


class ManaChanged(Event, frozen=True, tag="mana"):
    """Mana of one colour recovered, gained, spent or lost."""

    seat: int
    how: Literal["recovers", "gains", "spends", "loses", "burns"]
    number: int
    colour: str


class CoinsChanged(Event, frozen=True, tag="coins"):
    seat: int
    number: int


class EventDrawn(Event, frozen=True, tag="event_drawn"):
    seat: int
    card: int


class CreatureShown(Event, frozen=True, tag="creature_shown"):
    creature: int


class Bid(Event, frozen=True, tag="bid"):
    seat: int
    number: int


class Passed(Event, frozen=True, tag="passed"):
    """Somebody is out of the auction: by choice, or because the least bid `needs` more than their
    ready mana `has` in worth."""

    seat: int
    needs: int = 0
    has: int = 0


class CreatureJoined(Event, frozen=True, tag="creature_joined"):
    seat: int
    creature: int


class CreatureLeft(Event, frozen=True, tag="creature_left"):
    """A creature that nobody took (no seat: -1), or that fell or was dismissed."""

    seat: int
    creature: int
    how: Literal["unsold", "fell", "dismissed"]


class Moved(Event, frozen=True, tag="moved"):
    seat: int
    hex: str


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    seat: int
    hex: str


class OfferUsed(Event, frozen=True, tag="offer_used"):
    seat: int
    name: str


class Explored(Event, frozen=True, tag="explored"):
    seat: int
    tile: int


class Surveyed(Event, frozen=True, tag="surveyed"):
    seat: int


class Idle(Event, frozen=True, tag="idle"):
    """Nothing can be done in Adventure, so that the turn is over."""

    seat: int
    hex: str


class Fought(Event, frozen=True, tag="fought"):
    """A guardian met: its dice, both totals, and the worth that is lacking, 0 for none."""

    seat: int
    guardian: int
    faces: tuple[int, ...]
    guardian_total: int
    own_total: int
    lacking: int


class Emptied(Event, frozen=True, tag="dungeon_emptied"):
    seat: int
    hex: str


class Beaten(Event, frozen=True, tag="beaten"):
    seat: int
    guardian: int


class TreasureTaken(Event, frozen=True, tag="treasure_taken"):
    seat: int
    treasure: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    renown: tuple[int, ...]
