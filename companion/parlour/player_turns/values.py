"""Heroes, Cities and Mines as data: the files, the table at one moment, and what can happen."""

import re
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from companion.dice.faces import Faces
from companion.parlour.cards import CardDeck
from companion.parlour.game import Event
from companion.text import make_slug

ItemType: TypeAlias = Literal["main-hand", "off-hand", "amulet"]
ITEM = "item"
"""The deck."""
ITEM_TYPES: tuple[ItemType, ...] = ("main-hand", "off-hand", "amulet")
Ruleset: TypeAlias = Literal["cards", "dice"]
TokenKind: TypeAlias = Literal["item", "resource", "monster", "mine"]
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


def parse_pool(text: str) -> DicePool:
    """`2d6+6` as dice."""
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
    def pools(self) -> Pools:
        dice = self.figures.dice
        return Pools(*map(parse_pool, (dice.movement, dice.hero, dice.city, dice.troop)))

    @cached_property
    def decks(self) -> tuple[CardDeck, ...]:
        """How the Items of the deck are typed."""
        return (CardDeck(ITEM, dict(enumerate(make_slug(each.name) for each in self.items.cards))),)

    @cached_property
    def item_pools(self) -> dict[tuple[ItemType, int], DicePool]:
        """What an Item adds, by its type and its rarity from 1."""
        return {
            (kind, rarity): parse_pool(text)
            for kind in ITEM_TYPES
            for rarity, text in enumerate(self.items.adds[kind], 1)
        }

    @cached_property
    def steps(self) -> tuple[tuple[tuple[str, int], ...], ...]:
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

    def name_tile(self, tile: int) -> str:
        return f"{tile % self.board.width + 1},{tile // self.board.width + 1}"


class Item(NamedTuple):
    """An Item: its type, its rarity from 1, and the number of its card, -1 for none."""

    type: ItemType
    rarity: int
    card: int = -1


class Hero(Struct, frozen=True):
    name: str
    owner: int
    tile: int
    army: int = 0
    items: tuple[Item, ...] = ()
    acted: bool = False

    @property
    def word(self) -> str:
        return make_slug(self.name)


class City(Struct, frozen=True):
    """A City; the cities of a player are in the order in which they were taken by `since`."""

    name: str
    tile: int
    owner: int
    since: int
    tier: int = 0
    ramparts: bool = True
    purse: int = 0
    recruits: int = 0
    armory: tuple[Item, ...] = ()
    under_siege: bool = False
    has_built: bool = False

    @property
    def word(self) -> str:
        return make_slug(self.name)


DefenceKind: TypeAlias = Literal["monsters", "guardians", "hero", "city"]


class Battle(Struct, frozen=True):
    """A Battle between rounds. `attacker` is the number of a hero who stands or has `fallen`;
    `defenders` are those of heroes who defend, `down` of those who fell; `target` is the hero, the
    City or the Mine that it is about. `number` came to the fight, `troops` still stand."""

    attacker: int
    kind: DefenceKind
    tile: int
    troops: int
    number: int
    army: int
    fallen: bool = False
    target: int = -1
    defenders: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    city_stands: bool = False
    round: int = 1


Phase: TypeAlias = Literal[
    "unpaid", "orders", "hero", "begin", "act", "join", "battle", "answer", "ballot", "over"
]


class State(Struct, frozen=True):
    """The table at one moment.

    `seats` are the players in turn order. Of tokens there is a number for each Tile; `mines` are
    Tiles with their owners (-1 for nobody), `dropped` Items with their Tiles. In a Hero's turn
    `hero` is their number, `left` the movement, `came_from` the Tile before, and the Tile is
    `fresh` while a Mine there costs nothing more. `joining` is how many would join; `asked` are the
    pairs that have spoken of an alliance today, `parting` those whose alliance ends tomorrow.
    """

    data: Data
    players: int
    seats: tuple[int, ...]
    heroes: tuple[Hero, ...]
    cities: tuple[City, ...]
    monsters: tuple[int, ...]
    caches: tuple[int, ...]
    finds: tuple[int, ...]
    mines: tuple[tuple[int, int], ...]
    phase: Phase
    deck: tuple[int, ...]
    ruleset: Ruleset
    dropped: tuple[tuple[int, Item], ...] = ()
    day: int = 0
    turn: int = 0
    unpaid: int = 0
    hero: int = -1
    left: int = 0
    came_from: int = -1
    fresh: bool = False
    exchanges: int = 0
    joining: int = 0
    join_price: int = 0
    battle: Battle | None = None
    allies: tuple[tuple[int, int], ...] = ()
    parting: tuple[tuple[int, int], ...] = ()
    asked: tuple[tuple[int, int], ...] = ()
    proposal: tuple[int, int] = (-1, -1)
    back_to: Phase = "orders"
    has_voted: bool = False
    votes: tuple[bool, ...] = ()
    ballot: Ruleset = "cards"
    voters: tuple[int, ...] = ()
    hired: int = 0
    taken: int = 0
    winners: tuple[int, ...] = ()
    why: str = ""

    def owns_city(self, seat: int) -> bool:
        return any(city.owner == seat for city in self.cities)

    @property
    def standing(self) -> tuple[int, ...]:
        """The players who are not out, in turn order."""
        return tuple(seat for seat in self.seats if self.owns_city(seat))


class DayBegan(Event, frozen=True, tag="day_began"):
    day: int


class Income(Event, frozen=True, tag="income"):
    """Coins that a player got (below 0: paid) and for what."""

    seat: int
    coins: int
    why: str


class Built(Event, frozen=True, tag="built"):
    seat: int
    city: str
    what: str


class Recruited(Event, frozen=True, tag="recruited"):
    seat: int
    city: str
    number: int


class Hired(Event, frozen=True, tag="hired"):
    seat: int
    hero: str
    city: str


class Arrived(Event, frozen=True, tag="arrived"):
    kind: str
    tile: str


class Rolled(Event, frozen=True, tag="rolled"):
    """A Hero's movement."""

    hero: str
    movement: int


class Stepped(Event, frozen=True, tag="stepped"):
    hero: str
    tile: str
    left: int


class Met(Event, frozen=True, tag="met"):
    """A row of a table: who or what was met, and how many."""

    hero: str
    what: str
    result: str
    number: int


class Joined(Event, frozen=True, tag="joined"):
    hero: str
    number: int


class ItemTaken(Event, frozen=True, tag="item_taken"):
    hero: str
    item: Item
    how: Literal["found", "took", "stored"] = "found"


class Captured(Event, frozen=True, tag="captured"):
    seat: int
    tile: str


class Besieged(Event, frozen=True, tag="besieged"):
    hero: str
    city: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    hero: str
    mustered: int


class BattleRound(Event, frozen=True, tag="battle_round"):
    """A round: both totals, and the units that each side lost."""

    hero: str
    round: int
    attack: int
    defence: int
    attack_lost: int
    defence_lost: int


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    hero: str
    kind: str
    won: bool
    gave_up: bool = False


class Fainted(Event, frozen=True, tag="fainted"):
    hero: str
    army: int


class Died(Event, frozen=True, tag="died"):
    hero: str
    leaves_monster: bool


class CityTaken(Event, frozen=True, tag="city_taken"):
    seat: int
    city: str


class PlayerOut(Event, frozen=True, tag="out"):
    seat: int


class Allied(Event, frozen=True, tag="allied"):
    seat: int
    other: int
    how: Literal["asks", "agrees", "declines", "parts"]


class Voted(Event, frozen=True, tag="voted"):
    seat: int
    yes: bool


class VoteEnded(Event, frozen=True, tag="vote_ended"):
    ruleset: str
    passed: bool
    face: int = 0


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    renown: tuple[int, ...]
    why: str
