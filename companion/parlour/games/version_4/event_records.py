"""What happened in Version 4: one value for each thing that the sentences tell."""

from typing import Literal

from companion.parlour.game import Event, SeatEvent


class ClassTaken(SeatEvent, frozen=True, tag="class_taken"):
    name: str


class TokenReturned(SeatEvent, frozen=True, tag="token_returned"):
    hex: str


class ManaChanged(SeatEvent, frozen=True, tag="mana"):
    """Mana of one colour recovered, gained, spent or lost."""

    how: Literal["recovers", "gains", "spends", "loses", "burns"]
    number: int
    colour: str


class CoinsChanged(SeatEvent, frozen=True, tag="coins"):
    number: int


class EventDrawn(SeatEvent, frozen=True, tag="event_drawn"):
    card: int


class CreatureShown(Event, frozen=True, tag="creature_shown"):
    creature: int


class Bid(SeatEvent, frozen=True, tag="bid"):
    number: int


class Passed(SeatEvent, frozen=True, tag="passed"):
    """Somebody is out of the auction: by choice, or because the least bid `needs` more than their
    ready mana `has` in worth."""

    needs: int = 0
    has: int = 0


class CreatureJoined(SeatEvent, frozen=True, tag="creature_joined"):
    creature: int


class CreatureLeft(SeatEvent, frozen=True, tag="creature_left"):
    """A creature that nobody took (no seat: -1), or that fell or was dismissed."""

    creature: int
    how: Literal["unsold", "fell", "dismissed"]


class Moved(SeatEvent, frozen=True, tag="moved"):
    hex: str


class TokenPlaced(SeatEvent, frozen=True, tag="token_placed"):
    hex: str


class OfferUsed(SeatEvent, frozen=True, tag="offer_used"):
    name: str


class Explored(SeatEvent, frozen=True, tag="explored"):
    tile: int


class Surveyed(SeatEvent, frozen=True, tag="surveyed"):
    pass


class Idle(SeatEvent, frozen=True, tag="idle"):
    """Nothing can be done in Adventure, so that the turn is over."""

    hex: str


class Fought(SeatEvent, frozen=True, tag="fought"):
    """A guardian met: its dice, both totals, and the worth that is lacking, 0 for none."""

    guardian: int
    faces: tuple[int, ...]
    guardian_total: int
    own_total: int
    lacking: int


class Emptied(SeatEvent, frozen=True, tag="dungeon_emptied"):
    hex: str


class Beaten(SeatEvent, frozen=True, tag="beaten"):
    guardian: int


class TreasureTaken(SeatEvent, frozen=True, tag="treasure_taken"):
    treasure: int


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    renown: tuple[int, ...]
