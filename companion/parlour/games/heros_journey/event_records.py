"""What happened in The Hero's Journey: one value for each thing that the sentences tell."""

from typing import Literal

from companion.parlour.game import Event, SeatEvent
from companion.parlour.games.heros_journey.data import Tokens


class Began(SeatEvent, frozen=True, tag="began"):
    origin: str


class Prophesied(SeatEvent, frozen=True, tag="prophesied"):
    """A Novice looked at an Ending; which one is theirs alone."""

    top: bool


class TokensChanged(SeatEvent, frozen=True, tag="tokens"):
    """Tokens of one suit drawn, paid, staked or taken."""

    how: Literal["draws", "pays", "stakes", "takes", "takes back"]
    number: int
    suit: int


class CardMoved(SeatEvent, frozen=True, tag="card"):
    """A Mentor or a Place that somebody takes, leaves behind, discards, gives or turns up."""

    how: Literal["takes", "leaves", "discards", "turns up", "gives"]
    card: int
    to: int = -1


class Rested(SeatEvent, frozen=True, tag="rested"):
    card: int


class Played(SeatEvent, frozen=True, tag="played"):
    """A Challenge card played face up, or Issued; and its suit."""

    card: int
    suit: int
    issued: bool = False


class Bid(SeatEvent, frozen=True, tag="bid"):
    """A bid; 0 for a pass."""

    number: int


class CannotOutbid(SeatEvent, frozen=True, tag="cannot_outbid"):
    """Somebody is not asked to bid: the least bid `needs` more tokens than they have."""

    needs: int
    has: int


class Tested(SeatEvent, frozen=True, tag="tested"):
    suit: int
    has: int
    needs: int


class LaidDown(SeatEvent, frozen=True, tag="laid_down"):
    """A Hero has a turn more to lose."""


class Stayed(SeatEvent, frozen=True, tag="stayed"):
    """An attempt has failed: the Hero is where it was."""

    stage: int


class TurnLost(SeatEvent, frozen=True, tag="turn_lost"):
    pass


class MovedOn(SeatEvent, frozen=True, tag="moved_on"):
    stage: int


class CoinTossed(SeatEvent, frozen=True, tag="coin"):
    found: bool


class BattleFought(Event, frozen=True, tag="battle"):
    totals: tuple[int, ...]
    highest: int
    lowest: int


class Cursed(Event, frozen=True, tag="cursed"):
    pass


class EndingShown(Event, frozen=True, tag="ending_shown"):
    card: int


class Traded(SeatEvent, frozen=True, tag="traded"):
    """A trade with the bank (no `other`: -1) or with another Hero."""

    given: Tokens
    taken: Tokens
    other: int = -1
    declined: bool = False


class CardChanged(SeatEvent, frozen=True, tag="card_changed"):
    """Somebody has another Challenge card."""


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    why: str
