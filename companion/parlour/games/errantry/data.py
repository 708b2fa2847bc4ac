"""The data of Errantry as its files hold it: tiles, monsters, treasure, wares and figures."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.parlour.cards import CardDeck
from companion.values_with_ids import make_slug

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
        return self.gold >= price.gold and self.silk >= price.silk and self.gems >= price.gems

    def __bool__(self) -> bool:
        return bool(self.gold or self.silk or self.gems)


class Effect(Resources, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hex gives: mana recovered, gained or lost, and resources."""

    recover: _Few = 0
    gain: _Few = 0
    lose: _Few = 0

    def __bool__(self) -> bool:
        has_mana = self.recover or self.gain or self.lose
        return bool(has_mana) or Resources.__bool__(self)


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


def _make_word_of_treasure(card: Treasure) -> str:
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
    def tiles_by_id(self) -> dict[int, Tile]:
        return {each.id: each for each in self.tiles}

    @cached_property
    def monsters_by_id(self) -> dict[int, Monster]:
        return {each.id: each for each in self.monsters}

    @cached_property
    def treasures_by_id(self) -> dict[int, Treasure]:
        return {each.id: each for each in self.treasures}

    @cached_property
    def wares_by_id(self) -> dict[int, Ware]:
        return {each.id: each for each in self.wares}

    @cached_property
    def typed_words_by_ware(self) -> dict[int, str]:
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
            CardDeck(TREASURE, {each.id: _make_word_of_treasure(each) for each in self.treasures}),
            CardDeck(ITEM, self.typed_words_by_ware),
        )

    def compute_worth_of_resources(self, resources: Resources) -> int:
        """What resources are worth, as treasure cards are sorted."""
        worth = self.figures.sort_worth
        return (
            resources.gold * worth.gold + resources.silk * worth.silk + resources.gems * worth.gems
        )

    @cached_property
    def treasure_sort_keys(self) -> dict[int, tuple[int, int]]:
        """The key that sorts a treasure card: its value, then its id."""
        return {
            each.id: (self.compute_worth_of_resources(each.resources), each.id)
            for each in self.treasures
        }
