"""Errantry as data: what the files say, the table at one moment, and what can happen."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.parlour.cards import CardDeck
from companion.parlour.game import Event
from companion.parlour.hexes import Place
from companion.text import make_slug

Terrain: TypeAlias = Literal["plain", "hill", "wood", "marsh"]
Cross: TypeAlias = Literal["", "open", "any"]
Resource: TypeAlias = Literal["gold", "silk", "gems"]
RESOURCES: tuple[Resource, ...] = ("gold", "silk", "gems")
TILE, MONSTER, TREASURE, ITEM = "tile", "monster", "treasure", "item"
"""The decks."""
_Few: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
_Edges: TypeAlias = Annotated[str, Meta(pattern="^[rw.]{6}$")]


class Resources(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Resource tokens, what a treasure card shows, or a price."""

    gold: _Few = 0
    silk: _Few = 0
    gems: _Few = 0

    def add(self, other: "Resources", times: int = 1) -> "Resources":
        """These and so many times others; below 0 where others are taken that are not there."""
        return Resources(
            self.gold + times * other.gold,
            self.silk + times * other.silk,
            self.gems + times * other.gems,
        )

    def covers(self, price: "Resources") -> bool:
        """True if a price can be paid with these."""
        return self.gold >= price.gold and self.silk >= price.silk and self.gems >= price.gems

    def __bool__(self) -> bool:
        return bool(self.gold or self.silk or self.gems)


class Effect(Resources, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hex gives: mana recovered, gained or lost, and resources."""

    recover: _Few = 0
    gain: _Few = 0
    lose: _Few = 0


class TileHex(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two hexes of a tile, as the tile lies with its second hex east of the first."""

    name: str
    terrain: Terrain
    edges: _Edges
    strength: _Few = 0
    mark: Effect | None = None
    rest: Effect | None = None
    errand: Effect | None = None


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    id: int
    hexes: tuple[TileHex, TileHex]


class Monster(Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[int, Meta(ge=1)]
    name: str
    level: Annotated[int, Meta(ge=1)]
    strength: _Few
    dice: Annotated[int, Meta(ge=1, le=20)]
    terrain: Terrain


class Treasure(Struct, frozen=True, forbid_unknown_fields=True):
    id: Annotated[int, Meta(ge=1)]
    gold: _Few = 0
    silk: _Few = 0
    gems: _Few = 0

    @property
    def resources(self) -> Resources:
        return Resources(self.gold, self.silk, self.gems)


def _name_treasure(card: Treasure) -> str:
    """`2-gold-1-silk`."""
    shown = ((getattr(card, each), each) for each in RESOURCES)
    return "-".join(f"{number}-{each}" for number, each in shown if number) or "nothing"


class Ware(Struct, frozen=True, forbid_unknown_fields=True):
    """An item. `circled` is what it is sold for once the turn of its purchase is over."""

    id: Annotated[int, Meta(ge=1)]
    name: str
    cost: Resources
    circled: Resources
    strength: _Few = 0
    moves: _Few = 0
    rest_recovers: _Few = 0
    fewer_dice: _Few = 0
    toll_off: _Few = 0
    cross: Cross = ""
    keeps_treasure: bool = False


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """`game.toml`: the figures and switches."""

    title: str
    players: tuple[int, int]
    tiles_each: tuple[int, ...]
    sort_worth: Resources
    schema: Literal[1] = 1
    moves: Annotated[int, Meta(ge=1, le=20)] = 3
    strength: _Few = 5
    mana: _Few = 4
    movement_tokens: _Few = 5
    market: _Few = 4
    buys: _Few = 2
    boxes: Annotated[int, Meta(ge=1, le=20)] = 4
    box_cards: Annotated[int, Meta(ge=1, le=20)] = 2
    trophies_to_win: Annotated[int, Meta(ge=1, le=20)] = 3
    monsters_a_day: _Few = 1
    rest_recovers: _Few = 1
    tie_wins: bool = False
    last_day: Annotated[int, Meta(ge=1, le=1_000)] = 30


class Data(Struct, frozen=True, dict=True):
    """All that the files say."""

    figures: Figures
    tiles: tuple[Tile, ...]
    monsters: tuple[Monster, ...]
    treasures: tuple[Treasure, ...]
    wares: tuple[Ware, ...]

    @cached_property
    def tile(self) -> dict[int, Tile]:
        return {each.id: each for each in self.tiles}

    @cached_property
    def monster(self) -> dict[int, Monster]:
        return {each.id: each for each in self.monsters}

    @cached_property
    def treasure(self) -> dict[int, Treasure]:
        return {each.id: each for each in self.treasures}

    @cached_property
    def ware(self) -> dict[int, Ware]:
        return {each.id: each for each in self.wares}

    @cached_property
    def ware_words(self) -> dict[int, str]:
        """How each item is typed."""
        return {each.id: make_slug(each.name) for each in self.wares}

    @cached_property
    def decks(self) -> tuple[CardDeck, ...]:
        """How cards are typed: a tile by both its hexes, treasure by what it is."""
        return (
            CardDeck(
                TILE, {t.id: make_slug(" ".join(h.name for h in t.hexes)) for t in self.tiles}
            ),
            CardDeck(MONSTER, {each.id: make_slug(each.name) for each in self.monsters}),
            CardDeck(TREASURE, {each.id: _name_treasure(each) for each in self.treasures}),
            CardDeck(ITEM, self.ware_words),
        )

    def value_of(self, resources: Resources) -> int:
        """What resources are worth, as treasure cards are sorted."""
        worth = self.figures.sort_worth
        return (
            resources.gold * worth.gold + resources.silk * worth.silk + resources.gems * worth.gems
        )

    @cached_property
    def treasure_rank(self) -> dict[int, tuple[int, int]]:
        """The key that sorts a treasure card: its value, then its id."""
        return {each.id: (self.value_of(each.resources), each.id) for each in self.treasures}


class Hex(Struct, frozen=True):
    """A hex on the map, with the `word` that is typed for it and its edges as it lies; `owner` is
    the seat that laid it, -1 for the Citadel. `roads` are the numbers of the hexes that a road
    leads to, `fields` those behind an open side, `wilds` those behind an impassable one."""

    name: str
    word: str
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
    def mana(self) -> int:
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


class Lost(Event, frozen=True, tag="lost"):
    seat: int
    monster: int
    trophies: int
    treasures: int


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
