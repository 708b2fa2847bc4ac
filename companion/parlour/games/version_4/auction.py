"""Auctions in Version 4: a creature goes to whoever bids the most mana for it."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import draw_card
from companion.parlour.game import Events, Move
from companion.parlour.games.version_4.data import CREATURE
from companion.parlour.games.version_4.event_records import (
    Bid,
    CreatureJoined,
    CreatureLeft,
    CreatureShown,
    Passed,
)
from companion.parlour.games.version_4.mana import measure_mana_worth, replace_player
from companion.parlour.games.version_4.owed_tasks import add_owed_tasks
from companion.parlour.games.version_4.state import Auction, State, Todo

PASS = ("pass",)


def begin_auction(state: State, dice: Faces) -> tuple[State, Events]:
    """A creature is shown; nothing happens where there is none. The one whose turn it is bids
    first."""
    found, pile, discards = draw_card(state.creature_pile, state.creature_discards, dice, CREATURE)
    if found is None:
        return state, ()
    seats = state.seats[state.turn :] + state.seats[: state.turn]
    auction = Auction(found, waiting=seats)
    state = replace(state, creature_pile=pile, creature_discards=discards, auction=auction)
    return state, (CreatureShown(found),)


def list_bid_moves(state: State, auction: Auction) -> tuple[Move, ...]:
    """What the next bidder can bid: more than the last, as much as their ready mana is worth; a
    Paladin may match the bid of another for a good creature."""
    least, most = _find_lowest_and_highest_bid(state, auction)
    return (*(("bid", str(number)) for number in range(least, most + 1)), PASS)


def _find_lowest_and_highest_bid(state: State, auction: Auction) -> tuple[int, int]:
    """The least that the next bidder must bid, and the most they can pay."""
    seat = auction.waiting[0]
    player, creature = state.players[seat], state.data.creatures_by_id[auction.creature]
    least = auction.high + 1 if auction.high else creature.ask
    can_match = player.ability == "match" and creature.alignment == "good"
    if auction.high and can_match and auction.leader != seat:
        least = auction.high
    return least, measure_mana_worth(state.data, player, creature.colour)


def make_bid(state: State, auction: Auction, move: Move) -> tuple[State, Events]:
    """Bid, and wait for the others; or pass, and be out."""
    seat, *others = auction.waiting
    if move == PASS:
        least, most = _find_lowest_and_highest_bid(state, auction)
        passed = Passed(seat, least, most) if least > most else Passed(seat)
        after = replace(auction, waiting=tuple(others))
        return replace(state, auction=after), (passed,)
    number = int(move[1])
    after = replace(auction, high=number, leader=seat, waiting=(*others, seat))
    return replace(state, auction=after), (Bid(seat, number),)


def is_auction_over(auction: Auction) -> bool:
    """True if nobody but the highest bidder is left, or nobody at all."""
    return all(seat == auction.leader for seat in auction.waiting)


def end_auction(state: State, auction: Auction) -> tuple[State, Events]:
    """The highest bidder owes the bid and has the creature; without a bid it is discarded."""
    state = replace(state, auction=None)
    if auction.leader < 0:
        discards = (*state.creature_discards, auction.creature)
        left = CreatureLeft(-1, auction.creature, "unsold")
        return replace(state, creature_discards=discards), (left,)
    seat = auction.leader
    player = state.players[seat]
    state = replace_player(state, seat, replace(player, army=(*player.army, auction.creature)))
    colour = state.data.creatures_by_id[auction.creature].colour
    owed = Todo("worth", seat, auction.high, colour)
    return add_owed_tasks(state, owed), (CreatureJoined(seat, auction.creature),)
