"""What can happen in Errantry."""

from companion.parlour.errantry.figures import Resources
from companion.parlour.game import Event


class Laid(Event, frozen=True, tag="laid"):
    seat: int
    tile: int
    hexes: tuple[str, str]


class Stood(Event, frozen=True, tag="stood"):
    seat: int
    hex: str


class DayBegan(Event, frozen=True, tag="day_began"):
    day: int


class PlaceTaken(Event, frozen=True, tag="place_taken"):
    seat: int
    place: int


class TokenReturned(Event, frozen=True, tag="token_returned"):
    seat: int
    hex: str


class Mana(Event, frozen=True, tag="mana"):
    """Mana recovered, gained (below 0: lost)."""

    seat: int
    recovered: int = 0
    gained: int = 0


class Got(Event, frozen=True, tag="resources"):
    seat: int
    resources: Resources


class Moved(Event, frozen=True, tag="moved"):
    seat: int
    hex: str


class TokenPlaced(Event, frozen=True, tag="token_placed"):
    seat: int
    hex: str
    paid: int


class ErrandEnded(Event, frozen=True, tag="errand_ended"):
    seat: int
    trophies: int
    treasures: int


class Fought(Event, frozen=True, tag="fought"):
    """A combat as the dice fell; `need` is the mana that the hero lacks, 0 for none."""

    seat: int
    monster: int
    faces: tuple[int, ...]
    monster_total: int
    hero_total: int
    need: int


class Won(Event, frozen=True, tag="won"):
    seat: int
    monster: int
    treasures: tuple[int, ...]
    paid: int = 0
    held: int = 0
    """Trophies that the hero holds now."""


class Lost(Event, frozen=True, tag="lost"):
    """A combat lost: the trophies and treasure cards that are gone, and the hexes from which tokens
    come back."""

    seat: int
    monster: int
    trophies: tuple[int, ...]
    treasures: tuple[int, ...]
    tokens: tuple[str, ...] = ()


class Bought(Event, frozen=True, tag="bought"):
    seat: int
    item: int


class Sold(Event, frozen=True, tag="sold"):
    seat: int
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
