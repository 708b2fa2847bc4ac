"""The data of Heroes, Cities and Mines as its files hold it: the board, cards, prices, dice and
figures."""

import re
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from companion.dice.face_sources import Faces
from companion.parlour.cards import CardDeck
from companion.values_with_ids import make_slug

ItemType: TypeAlias = Literal["main-hand", "off-hand", "amulet"]
ITEM = "item"
"""The deck."""
ITEM_TYPES: tuple[ItemType, ...] = ("main-hand", "off-hand", "amulet")
Ruleset: TypeAlias = Literal["cards", "dice"]
_Few: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
Dice: TypeAlias = Annotated[str, Meta(pattern=r"^(\d{1,2})?d\d{1,3}(\+\d{1,3})?$")]
_DICE = re.compile(r"(\d*)d(\d+)(?:\+(\d+))?")


class DicePool(NamedTuple):
    """So many dice of one kind, and what is added to them."""

    number: int
    sides: int
    plus: int = 0

    @property
    def mean(self) -> float:
        return self.number * (self.sides + 1) / 2 + self.plus

    def roll(self, dice: Faces) -> int:
        """The total, face by face."""
        total = self.plus
        for _ in range(self.number):
            total += dice.face(self.sides)
        return total


def parse_dice_pool(text: str) -> DicePool:
    """The dice and the number in `2d6+6`."""
    found = _DICE.fullmatch(text)
    assert found is not None
    return DicePool(int(found[1] or 1), int(found[2]), int(found[3] or 0))


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    item: _Few = 3
    resource: _Few = 4
    monster: _Few = 4
    mine: _Few = 3


class DiceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    movement: Dice = "d10+10"
    hero: Dice = "2d6+6"
    city: Dice = "3d3+9"
    troop: Dice = "d6"
    hit: Annotated[int, Meta(ge=1, le=1_000)] = 10


class Beginning(Struct, frozen=True, forbid_unknown_fields=True):
    coins: _Few = 8
    recruits: _Few = 6
    army: _Few = 4
    later_coins: _Few = 0
    tokens: Tokens = Tokens()


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    recruit: Annotated[int, Meta(ge=1)] = 2
    bribe: Annotated[int, Meta(ge=1)] = 3
    ramparts: _Few = 5
    hero: _Few = 6
    wage: _Few = 1
    siege: _Few = 15


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    heroes: Annotated[int, Meta(ge=1, le=20)] = 3
    exchanges: _Few = 8


class Renown(Struct, frozen=True, forbid_unknown_fields=True):
    mine: _Few = 3
    hero: _Few = 2
    troops: Annotated[int, Meta(ge=1)] = 3
    coins: Annotated[int, Meta(ge=1)] = 4


class Tier(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    income: _Few
    renown: _Few
    guardians: Dice
    price: _Few = 0


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table that the P die is rolled on."""

    roll: tuple[int, int]
    result: str
    number: Dice = "d1"


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """`game.toml`."""

    title: str
    seats: tuple[int, int]
    tiers: Annotated[tuple[Tier, ...], Meta(min_length=1)]
    monsters: tuple[Row, ...]
    mines: tuple[Row, ...]
    caches: tuple[Row, ...]
    types: tuple[Row, ...]
    upgrades: tuple[Row, ...]
    arrivals: tuple[Row, ...]
    tied: tuple[Row, ...]
    schema: Literal[1] = 1
    days: Annotated[int, Meta(ge=1, le=1_000)] = 12
    alliances: bool = True
    items: Ruleset = "cards"
    dice: DiceFigures = DiceFigures()
    begin: Beginning = Beginning()
    prices: Prices = Prices()
    limits: Limits = Limits()
    renown: Renown = Renown()


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """`board.toml`. Places are counted from 1, from the left and from the top."""

    width: Annotated[int, Meta(ge=3, le=30)]
    height: Annotated[int, Meta(ge=3, le=30)]
    capitals: dict[str, tuple[tuple[int, int], ...]]
    neighbours: Literal[4, 8] = 4
    schema: Literal[1] = 1


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    type: ItemType
    dice: Dice


class ItemFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """`items.toml`."""

    rarities: tuple[str, ...]
    rare_from: tuple[int, ...]
    adds: dict[str, tuple[Dice, ...]]
    cards: tuple[Card, ...]
    schema: Literal[1] = 1


class NameLists(Struct, frozen=True, forbid_unknown_fields=True):
    """`names.toml`."""

    heroes: Annotated[tuple[str, ...], Meta(min_length=1)]
    cities: Annotated[tuple[str, ...], Meta(min_length=4)]
    schema: Literal[1] = 1


class Pools(NamedTuple):
    """The dice of a Battle and of movement."""

    movement: DicePool
    hero: DicePool
    city: DicePool
    troop: DicePool


class Data(Struct, frozen=True, dict=True):
    """All that the files say."""

    figures: Figures
    board: Board
    items: ItemFigures
    names: NameLists

    @cached_property
    def dice_pools(self) -> Pools:
        dice = self.figures.dice
        return Pools(*map(parse_dice_pool, (dice.movement, dice.hero, dice.city, dice.troop)))

    @cached_property
    def decks(self) -> tuple[CardDeck, ...]:
        """How the Items of the deck are typed."""
        return (CardDeck(ITEM, dict(enumerate(make_slug(each.name) for each in self.items.cards))),)

    @cached_property
    def item_bonus_dice(self) -> dict[tuple[ItemType, int], DicePool]:
        """What an Item adds, by its type and its rarity from 1."""
        return {
            (kind, rarity): parse_dice_pool(text)
            for kind in ITEM_TYPES
            for rarity, text in enumerate(self.items.adds[kind], 1)
        }

    @cached_property
    def steps_from_tiles(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """For each Tile the directions one can go in, and the Tile there."""
        width, height = self.board.width, self.board.height
        ways = [("n", 0, -1), ("e", 1, 0), ("s", 0, 1), ("w", -1, 0)]
        if self.board.neighbours == 8:
            ways += [("ne", 1, -1), ("se", 1, 1), ("sw", -1, 1), ("nw", -1, -1)]
        return tuple(
            tuple(
                (name, (y + down) * width + x + right)
                for name, right, down in ways
                if 0 <= x + right < width and 0 <= y + down < height
            )
            for y in range(height)
            for x in range(width)
        )

    def find_tile(self, x: int, y: int) -> int:
        """The number of the Tile [x, y], in reading order."""
        return (y - 1) * self.board.width + x - 1

    def format_tile_coordinates(self, tile: int) -> str:
        return f"{tile % self.board.width + 1},{tile // self.board.width + 1}"
