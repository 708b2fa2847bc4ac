"""What happened in Errantry: one value for each thing that the sentences tell."""

from companion.parlour.game import Event, SeatEvent
from companion.parlour.games.errantry.data import Resources


class Laid(SeatEvent, frozen=True, tag="laid"):
    tile: int
    hexes: tuple[str, str]


class Stood(SeatEvent, frozen=True, tag="stood"):
    hex: str


class DayBegan(Event, frozen=True, tag="day_began"):
    day: int


class PlaceTaken(SeatEvent, frozen=True, tag="place_taken"):
    place: int


class TokenReturned(SeatEvent, frozen=True, tag="token_returned"):
    hex: str


class Mana(SeatEvent, frozen=True, tag="mana"):
    """Mana recovered, gained (below 0: lost)."""

    recovered: int = 0
    gained: int = 0


class Got(SeatEvent, frozen=True, tag="resources"):
    resources: Resources


class Moved(SeatEvent, frozen=True, tag="moved"):
    hex: str


class TokenPlaced(SeatEvent, frozen=True, tag="token_placed"):
    hex: str
    paid: int


class ErrandEnded(SeatEvent, frozen=True, tag="errand_ended"):
    trophies: int
    treasures: int


class Fought(SeatEvent, frozen=True, tag="fought"):
    """A combat as the dice fell; `need` is the mana that the hero lacks, 0 for none."""

    monster: int
    faces: tuple[int, ...]
    monster_total: int
    hero_total: int
    need: int


class Won(SeatEvent, frozen=True, tag="won"):
    monster: int
    treasures: tuple[int, ...]
    paid: int = 0
    held: int = 0
    """Trophies that the hero holds now."""


class Lost(SeatEvent, frozen=True, tag="lost"):
    """A combat lost: the trophies and treasure cards that are gone, and the hexes from which tokens
    come back."""

    monster: int
    trophies: tuple[int, ...]
    treasures: tuple[int, ...]
    tokens: tuple[str, ...] = ()


class Bought(SeatEvent, frozen=True, tag="bought"):
    item: int


class Sold(SeatEvent, frozen=True, tag="sold"):
    item: int
    resources: Resources


class Dealt(Event, frozen=True, tag="dealt"):
    item: int


class MonsterAppeared(Event, frozen=True, tag="monster_appeared"):
    monster: int
    hex: str


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    why: str
