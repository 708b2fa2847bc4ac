"""A campaign that is shared with the table: who is there, and what the Guide has decided about the
seats. It is no part of the campaign, and in no journal."""

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.audience import Seat

Place: TypeAlias = Seat | Literal["screen"]
"""Where somebody can be: at a seat, or in front of the player screen, where nobody types."""
MAX_PLAYER_NAME = 40


class Presence(Struct, frozen=True, omit_defaults=True):
    """Somebody's pages at a place: how many are open, and from which addresses."""

    place: Place
    pages: int = 1
    addresses: tuple[str, ...] = ()


class Order(Struct, frozen=True, omit_defaults=True):
    """What the Guide has decided about a place: the name of whoever sits there; whether they may
    type; how often its pages were sent away."""

    name: str = ""
    is_muted: bool = False
    sent_away: int = 0


Orders: TypeAlias = dict[Place, Order]
"""What was decided about each place; nothing of one that is left out."""


class Sharing(NamedTuple):
    """What is known of the sharing of a campaign, whose folder has this name: whether somebody does
    it now, at which address, who is there, and the Guide's orders."""

    campaign: str
    orders: Orders
    is_shared: bool = False
    address: str = ""
    present: tuple[Presence, ...] = ()

    def get_guide_order_for_place(self, place: Place) -> Order:
        """What was decided about a place."""
        return self.orders.get(place, Order())

    def change_guide_order(self, place: Place, **changes: object) -> Orders:
        """All orders, with these fields of one changed."""
        return {**self.orders, place: replace(self.get_guide_order_for_place(place), **changes)}
