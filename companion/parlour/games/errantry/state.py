"""The state of a game of Errantry at one moment."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.parlour.games.errantry.data import Data, Effect, Resources, Terrain
from companion.parlour.hexes import Place


class Hex(Struct, frozen=True):
    """A hex on the map, with the `typed_name` by which it is typed and its edges as it lies;
    `owner` is the seat that laid it, -1 for the Citadel. `roads` are the numbers of the hexes that
    a road leads to, `fields` those behind an open side, `wilds` those behind an impassable one."""

    name: str
    typed_name: str
    at: Place
    edges: str
    terrain: Terrain | None = None
    strength: int = 0
    mark: Effect | None = None
    rest: Effect | None = None
    errand: Effect | None = None
    owner: int = -1
    roads: tuple[int, ...] = ()
    fields: tuple[int, ...] = ()
    wilds: tuple[int, ...] = ()


class Hero(Struct, frozen=True):
    """A hero: the number of the hex they are on, their mana, and the hexes of their movement
    tokens; trophies, treasures and items by their ids. `bought` are the items of this turn."""

    at: int = 0
    ready: int = 0
    spent: int = 0
    tokens: tuple[int, ...] = ()
    trophies: tuple[int, ...] = ()
    treasures: tuple[int, ...] = ()
    resources: Resources = Resources()
    items: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()

    @property
    def total_mana(self) -> int:
        return self.ready + self.spent


Phase: TypeAlias = Literal[
    "lay", "stand", "order", "rest", "move", "challenge", "combat", "market", "over"
]


class State(Struct, frozen=True):
    """The table at one moment.

    `order` is that of the day (in the set-up that of laying), `places` who takes which place of the
    next, -1 for nobody; `turn` counts along the order. `monsters` has the monster of each hex, 0
    for none. `crossed` are the items that have crossed a side in this Move, `taken` is whether the
    hero moved through the whole Move; `need` is the mana that a combat lacks.
    """

    data: Data
    heroes: tuple[Hero, ...]
    hexes: tuple[Hex, ...]
    monsters: tuple[int, ...]
    phase: Phase
    order: tuple[int, ...]
    tile_pile: tuple[int, ...] = ()
    monster_pile: tuple[int, ...] = ()
    monster_discards: tuple[int, ...] = ()
    treasure_pile: tuple[int, ...] = ()
    treasure_discards: tuple[int, ...] = ()
    item_pile: tuple[int, ...] = ()
    item_discards: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    market: tuple[int, ...] = ()
    day: int = 0
    turn: int = 0
    places: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    steps_left: int = 0
    crossed: tuple[int, ...] = ()
    purchases: int = 0
    need: int = 0
    winners: tuple[int, ...] = ()
    why: str = ""
