"""What can happen in The Hero's Journey."""

from typing import Literal

from companion.parlour.game import Event
from companion.parlour.heros_journey.figures import Tokens


class Began(Event, frozen=True, tag="began"):
    seat: int
    origin: str


class Prophesied(Event, frozen=True, tag="prophesied"):
    """A Novice looked at an Ending; which one is theirs alone."""

    seat: int
    top: bool


class TokensChanged(Event, frozen=True, tag="tokens"):
    """Tokens of one suit drawn, paid, staked or taken."""

    seat: int
    how: Literal["draws", "pays", "stakes", "takes", "takes back"]
    number: int
    suit: int


class CardMoved(Event, frozen=True, tag="card"):
    """A Mentor or a Place that somebody takes, leaves behind, discards, gives or turns up."""

    seat: int
    how: Literal["takes", "leaves", "discards", "turns up", "gives"]
    card: int
    to: int = -1


class Rested(Event, frozen=True, tag="rested"):
    seat: int
    card: int


class Played(Event, frozen=True, tag="played"):
    """A Challenge card played face up, or Issued; and its suit."""

    seat: int
    card: int
    suit: int
    issued: bool = False


class Bid(Event, frozen=True, tag="bid"):
    """A bid; 0 for a pass."""

    seat: int
    number: int


class CannotOutbid(Event, frozen=True, tag="cannot_outbid"):
    """Somebody is not asked to bid: the least bid `needs` more tokens than they have."""

    seat: int
    needs: int
    has: int


class Tested(Event, frozen=True, tag="tested"):
    seat: int
    suit: int
    has: int
    needs: int


class LaidDown(Event, frozen=True, tag="laid_down"):
    """A Hero has a turn more to lose."""

    seat: int


class Stayed(Event, frozen=True, tag="stayed"):
    """An attempt has failed: the Hero is where it was."""

    seat: int
    stage: int


class TurnLost(Event, frozen=True, tag="turn_lost"):
    seat: int


class MovedOn(Event, frozen=True, tag="moved_on"):
    seat: int
    stage: int


class CoinTossed(Event, frozen=True, tag="coin"):
    seat: int
    found: bool


class BattleFought(Event, frozen=True, tag="battle"):
    totals: tuple[int, ...]
    highest: int
    lowest: int


class Cursed(Event, frozen=True, tag="cursed"):
    pass


class EndingShown(Event, frozen=True, tag="ending_shown"):
    card: int


class Traded(Event, frozen=True, tag="traded"):
    """A trade with the bank (no `other`: -1) or with another Hero."""

    seat: int
    given: Tokens
    taken: Tokens
    other: int = -1
    declined: bool = False


class CardChanged(Event, frozen=True, tag="card_changed"):
    """Somebody has another Challenge card."""

    seat: int


class GameOver(Event, frozen=True, tag="game_over"):
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    why: str
