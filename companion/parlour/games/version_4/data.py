"""The data of Version 4 as its files hold it: classes, tiles, creatures, guardians, cards and
figures."""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from companion.parlour.cards import CardDeck
from companion.values_with_ids import make_slug

Colour: TypeAlias = Literal["purple", "blue", "black", "red", "green", "gold"]
TILE, CREATURE, GUARDIAN = "tile", "creature", "guardian"
TREASURE, EVENT = "treasure", "event"
"""The decks."""
Mana: TypeAlias = tuple[int, ...]
"""Tokens of each colour, in the order of the game's colours."""
Ability: TypeAlias = Literal["match", "study", "harvest", "burn", "forest", "mountain"]
Alignment: TypeAlias = Literal["good", "neutral", "evil"]
HexKind: TypeAlias = Literal["citadel", "town", "enter", "token", "removal", "once", "dungeon"]
_Few: TypeAlias = Annotated[int, Meta(ge=0, le=1_000)]
_Id: TypeAlias = Annotated[int, Meta(ge=1)]
_Edges: TypeAlias = Annotated[str, Meta(pattern="^[.fmw]{6}$")]


class Renown(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts at the end."""

    coins_per_point: Annotated[int, Meta(ge=1)] = 2
    mana: _Few = 1
    strength: _Few = 1
    dungeon: _Few = 3


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """`game.toml`: the figures and switches."""

    title: str
    players: tuple[int, int]
    colours: tuple[Colour, ...]
    renown: Renown
    schema: Literal[1] = 1
    rounds: Annotated[int, Meta(ge=1, le=1_000)] = 12
    reach: Annotated[int, Meta(ge=1, le=10)] = 3
    moves: Annotated[int, Meta(ge=1, le=20)] = 2
    may_stay: bool = False
    layout: Annotated[int, Meta(ge=1, le=20)] = 3
    fight: _Few = 3
    coins: _Few = 2
    travel_tokens: _Few = 8
    rest_recovers: _Few = 1
    tie_wins: bool = False
    explorer_gains: _Few = 1
    match_worth: Annotated[int, Meta(ge=1, le=20)] = 2
    solo_target: _Few = 50


class Class(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    colour: Colour
    mana: _Few
    ability: Ability


class Gift(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a hex, an offer, a guardian or a card gives. `own` is mana of the colour of the tile or
    guardian; `gain` and `recover` are of any colours."""

    coins: _Few = 0
    recover: _Few = 0
    gain: _Few = 0
    own: _Few = 0
    treasure: _Few = 0
    creature: _Few = 0
    purple: _Few = 0
    blue: _Few = 0
    black: _Few = 0
    red: _Few = 0
    green: _Few = 0
    gold: _Few = 0


class Price(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an offer costs: coins, mana of any colours, or of one."""

    coins: _Few = 0
    any: _Few = 0
    purple: _Few = 0
    blue: _Few = 0
    black: _Few = 0
    red: _Few = 0
    green: _Few = 0
    gold: _Few = 0


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    get: Gift
    pay: Price = Price()
    name: str = ""


class Feature(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: HexKind
    edges: _Edges
    get: Gift = Gift()
    offers: tuple[Offer, ...] = ()


class Dungeon(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    edges: _Edges


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile: its feature, and east of that its dungeon."""

    id: _Id
    colour: Colour
    feature: Feature
    dungeon: Dungeon


class Creature(Struct, frozen=True, forbid_unknown_fields=True):
    id: _Id
    name: str
    colour: Colour
    alignment: Alignment
    strength: _Few
    ask: Annotated[int, Meta(ge=1)]


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    level: _Id
    strength: _Few
    dice: Annotated[int, Meta(ge=1, le=20)]
    get: Gift


class Guardian(Struct, frozen=True, forbid_unknown_fields=True):
    id: _Id
    name: str
    colour: Colour
    level: _Id


class Treasure(Struct, frozen=True, forbid_unknown_fields=True):
    """A treasure card: a relic is kept, the others give something at once."""

    id: _Id
    name: str
    kept: bool = False
    fight: _Few = 0
    moves: _Few = 0
    rest_recovers: _Few = 0
    renown: _Few = 0
    get: Gift = Gift()


class EventStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of an event card, for `you` or `each`."""

    who: Literal["you", "each"]
    recover: dict[str, _Few] = {}
    gain: dict[str, _Few] = {}
    coins: _Few = 0
    spend: dict[str, _Few] = {}
    or_coins: _Few = 0
    dismiss_over: _Few | None = None
    lose_over: _Few | None = None


class EventCard(Struct, frozen=True, forbid_unknown_fields=True):
    id: _Id
    name: str
    copies: Annotated[int, Meta(ge=1, le=100)] = 1
    auction: bool = False
    moves: int = 0
    steps: tuple[EventStep, ...] = ()


class Data(Struct, frozen=True, dict=True):
    """All that the files say."""

    figures: Figures
    classes: tuple[Class, ...]
    tiles: tuple[Tile, ...]
    town_offers: tuple[Offer, ...]
    citadel_offers: tuple[Offer, ...]
    creatures: tuple[Creature, ...]
    guardians: tuple[Guardian, ...]
    levels: tuple[Level, ...]
    treasures: tuple[Treasure, ...]
    events: tuple[EventCard, ...]

    @cached_property
    def tiles_by_id(self) -> dict[int, Tile]:
        return {each.id: each for each in self.tiles}

    @cached_property
    def creatures_by_id(self) -> dict[int, Creature]:
        return {each.id: each for each in self.creatures}

    @cached_property
    def typed_words_by_creature(self) -> dict[int, str]:
        return {each.id: make_slug(each.name) for each in self.creatures}

    @cached_property
    def decks(self) -> tuple[CardDeck, ...]:
        """How the cards of each deck are typed: a tile by both its hexes."""
        tiles = {t.id: make_slug(f"{t.feature.name} {t.dungeon.name}") for t in self.tiles}
        return (
            CardDeck(TILE, tiles),
            CardDeck(CREATURE, self.typed_words_by_creature),
            CardDeck(GUARDIAN, {each.id: make_slug(each.name) for each in self.guardians}),
            CardDeck(TREASURE, {each.id: make_slug(each.name) for each in self.treasures}),
            CardDeck(EVENT, {each.id: make_slug(each.name) for each in self.events}),
        )

    @cached_property
    def guardians_by_id(self) -> dict[int, Guardian]:
        return {each.id: each for each in self.guardians}

    @cached_property
    def levels_by_id(self) -> dict[int, Level]:
        return {each.level: each for each in self.levels}

    @cached_property
    def treasures_by_id(self) -> dict[int, Treasure]:
        return {each.id: each for each in self.treasures}

    @cached_property
    def events_by_id(self) -> dict[int, EventCard]:
        return {each.id: each for each in self.events}

    @cached_property
    def colour_positions(self) -> dict[str, int]:
        return {colour: at for at, colour in enumerate(self.figures.colours)}
