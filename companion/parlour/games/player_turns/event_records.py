"""What happened in Heroes, Cities and Mines: one value for each thing that the sentences tell."""

from typing import Literal

from companion.parlour.game import Event, SeatEvent
from companion.parlour.games.player_turns.state import Item

CACHE = "a cache"
"""Why coins come in that were told of already."""


class DayBegan(Event, frozen=True, tag="day_began"):
    day: int


class Income(SeatEvent, frozen=True, tag="income"):
    """Coins that a player got (below 0: paid) and for what."""

    coins: int
    why: str


class Built(SeatEvent, frozen=True, tag="built"):
    city: str
    what: str


class Recruited(SeatEvent, frozen=True, tag="recruited"):
    city: str
    number: int


class Hired(SeatEvent, frozen=True, tag="hired"):
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


class Captured(SeatEvent, frozen=True, tag="captured"):
    tile: str


class Besieged(Event, frozen=True, tag="besieged"):
    hero: str
    city: str


class Exchanged(Event, frozen=True, tag="exchanged"):
    hero: str
    mustered: int


class BattleRound(Event, frozen=True, tag="battle_round"):
    """A round: both totals, the units that each side lost and has left, and the Heroes among those
    who fell, with the City."""

    hero: str
    round: int
    attack: int
    defence: int
    attack_lost: int
    defence_lost: int
    attack_left: int = 0
    defence_left: int = 0
    fell: tuple[str, ...] = ()


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


class CityTaken(SeatEvent, frozen=True, tag="city_taken"):
    city: str


class PlayerOut(SeatEvent, frozen=True, tag="out"):
    pass


class Allied(SeatEvent, frozen=True, tag="allied"):
    other: int
    how: Literal["asks", "agrees", "declines", "parts"]


class Voted(SeatEvent, frozen=True, tag="voted"):
    yes: bool


class VoteEnded(Event, frozen=True, tag="vote_ended"):
    """`stays` is the ruleset in force, if the vote fails."""

    ruleset: str
    passed: bool
    stays: str = ""
    face: int = 0


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    renown: tuple[int, ...]
    why: str
