"""The state of Heroes, Cities and Mines at one moment."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from companion.parlour.games.player_turns.data import Data, ItemType, Ruleset
from companion.values_with_ids import make_slug


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
    def typed_name(self) -> str:
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
    def typed_name(self) -> str:
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
    def players_in_game(self) -> tuple[int, ...]:
        """The players who are not out, in turn order."""
        return tuple(seat for seat in self.seats if self.owns_city(seat))
