"""The state of Version 4 at one moment."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.parlour.games.version_4.data import Ability, Colour, Data, Gift, HexKind, Mana, Offer
from companion.parlour.hexes import Place


class Hex(Struct, frozen=True):
    """A hex on the board, with its edges as it lies. `beside` are the numbers of the hexes next to
    it with the two letters of the side between, as `.f`."""

    name: str
    typed_name: str
    at: Place
    edges: str
    kind: HexKind
    colour: Colour | None = None
    get: Gift = Gift()
    offers: tuple[Offer, ...] = ()
    tile: int = 0
    beside: tuple[tuple[int, str], ...] = ()


class Player(Struct, frozen=True):
    """A character: class and mana, the hex they are on, the hexes of their travel tokens."""

    ability: Ability | None = None
    colour: Colour | None = None
    class_name: str = ""
    ready: Mana = ()
    spent: Mana = ()
    coins: int = 0
    army: tuple[int, ...] = ()
    relics: tuple[int, ...] = ()
    tokens: tuple[int, ...] = ()
    at: int = 0
    markers: int = 0


TodoKind: TypeAlias = Literal[
    "recover",
    "gain",
    "lose",
    "pay",
    "worth",
    "toll",
    "coins",
    "fall",
    "dismiss",
    "lose_over",
    "dismiss_over",
    "treasure",
    "creature",
]


class Todo(Struct, frozen=True):
    """Something that is still to be done, or chosen: who, how many, of which colour ("" for any);
    a `worth` counts against it. Where the rules named the amount, a Sorcerer may `burn`; a toll may
    be paid in `coins` instead."""

    kind: TodoKind
    seat: int
    number: int = 0
    colour: str = ""
    may_burn: bool = False
    coins: int = 0


class Auction(Struct, frozen=True):
    """A creature that is bid for: the highest bid so far and whose it is, and those who may still
    bid, the next first."""

    creature: int
    high: int = 0
    leader: int = -1
    waiting: tuple[int, ...] = ()


Phase: TypeAlias = Literal[
    "class",
    "rest",
    "event",
    "auction",
    "begin_move",
    "move",
    "adventure",
    "fight",
    "fallen",
    "end_turn",
    "over",
]


class State(Struct, frozen=True):
    """The table at one moment. `phase` is what comes once nothing is `todo`."""

    data: Data
    players: tuple[Player, ...]
    hexes: tuple[Hex, ...]
    phase: Phase
    seats: tuple[int, ...]
    round: int = 1
    turn: int = 0
    todo: tuple[Todo, ...] = ()
    tile_pile: tuple[int, ...] = ()
    layout: tuple[int, ...] = ()
    creature_pile: tuple[int, ...] = ()
    creature_discards: tuple[int, ...] = ()
    guardian_pile: tuple[int, ...] = ()
    guardian_discards: tuple[int, ...] = ()
    treasure_pile: tuple[int, ...] = ()
    treasure_discards: tuple[int, ...] = ()
    event_pile: tuple[int, ...] = ()
    event_discards: tuple[int, ...] = ()
    dungeons: tuple[int, ...] = ()
    """For each hex: -1 without a marker, 0 with an unknown guardian, else the guardian."""
    auction: Auction | None = None
    steps_left: int = 0
    has_moved: bool = False
    offer_open: bool = False
    move_change: int = 0
    faces: tuple[int, ...] = ()
    lacking: int = 0
    winners: tuple[int, ...] = ()
