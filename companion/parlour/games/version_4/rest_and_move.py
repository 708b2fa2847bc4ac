"""The phases Rest and Move of Version 4: travel tokens, steps, and what towns and other hexes
offer."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.parlour.game import Event, Events, Move
from companion.parlour.games.version_4.board import can_cross_side, list_reachable_hexes
from companion.parlour.games.version_4.data import Offer
from companion.parlour.games.version_4.event_records import (
    CoinsChanged,
    Moved,
    OfferUsed,
    TokenPlaced,
    TokenReturned,
)
from companion.parlour.games.version_4.mana import count_mana, replace_player
from companion.parlour.games.version_4.owed_tasks import add_owed_tasks, list_gift_tasks
from companion.parlour.games.version_4.state import Player, State, Todo
from companion.values_with_ids import make_slug

STOP = ("stop",)


def rest_player(state: State, seat: int) -> tuple[State, Events]:
    """Tokens come back, but for those that stay for good; mana is recovered."""
    player = state.players[seat]
    events: list[Event] = []
    owed: list[Todo] = []
    kept = []
    for at in sorted(player.tokens):
        place = state.hexes[at]
        if place.kind == "once":
            kept.append(at)
            continue
        events.append(TokenReturned(seat, place.name))
        if place.kind == "removal":
            owed += list_gift_tasks(state, seat, place.get, place.colour)
    study = player.ability == "study"
    relics = sum(state.data.treasures_by_id[each].rest_recovers for each in player.relics)
    owed.append(Todo("recover", seat, state.data.figures.rest_recovers + study + relics))
    state = replace_player(state, seat, replace(player, tokens=tuple(kept)))
    return add_owed_tasks(state, *owed), tuple(events)


def begin_or_skip_move_phase(state: State, seat: int) -> State:
    """The state as a player's Move phase begins, with all its steps; the Adventure phase at once
    where no step can be taken."""
    player = state.players[seat]
    relics = sum(state.data.treasures_by_id[each].moves for each in player.relics)
    steps = max(1, state.data.figures.moves + relics + state.move_change)
    can_step = bool(list_reachable_hexes(state, player.at, player.ability))
    return replace(
        state,
        phase="move" if can_step else "adventure",
        steps_left=steps,
        has_moved=False,
        offer_open=False,
        move_change=0,
    )


def list_moves_of_move_phase(state: State, seat: int) -> Iterator[Move]:
    """Steps, with a token and without one; offers of the hex that was entered; and to stop."""
    player = state.players[seat]
    if state.offer_open:
        for offer in state.hexes[player.at].offers:
            if can_use_offer(state, seat, offer):
                yield ("use", get_typed_offer_name(state, offer))
    if state.steps_left:
        for at in list_reachable_hexes(state, player.at, player.ability):
            yield ("go", state.hexes[at].typed_name)
            if can_place_token(state, seat, at):
                yield ("go", state.hexes[at].typed_name, "token")
    if state.has_moved or state.data.figures.may_stay:
        yield STOP


def count_toll(state: State, seat: int, at: int) -> int:
    """The mana that a token there costs: one for each opponents' token."""
    others = (player for other, player in enumerate(state.players) if other != seat)
    return sum(at in player.tokens for player in others)


def can_place_token(state: State, seat: int, at: int) -> bool:
    """True if a travel token can be placed on a hex."""
    player = state.players[seat]
    if at == 0 or at in player.tokens:
        return False
    if len(player.tokens) >= state.data.figures.travel_tokens:
        return False
    toll = count_toll(state, seat, at)
    can_burn = player.ability == "burn" and count_mana(player) > 0
    return sum(player.ready) >= toll or can_burn


def enter_hex(state: State, seat: int, at: int, *, marks: bool) -> tuple[State, Events]:
    """One step; the Move is over after forest or mountain. A token is paid for, and the hex gives
    what it has for one."""
    player = state.players[seat]
    letters = next(letters for other, letters in state.hexes[player.at].beside if other == at)
    steps = state.steps_left - 1 if can_cross_side(letters, None) else 0
    place = state.hexes[at]
    player = replace(player, at=at)
    events: Events = (Moved(seat, place.name),)
    owed: tuple[Todo, ...] = ()
    if marks:
        toll = count_toll(state, seat, at)
        owed = (Todo("pay", seat, toll, may_burn=True),) if toll else ()
        if place.kind in ("token", "once"):
            owed += list_gift_tasks(state, seat, place.get, place.colour)
        player = replace(player, tokens=(*player.tokens, at))
        events = (*events, TokenPlaced(seat, place.name))
    state = add_owed_tasks(replace_player(state, seat, player), *owed)
    return replace(state, steps_left=steps, has_moved=True, offer_open=True), events


def get_typed_offer_name(state: State, offer: Offer) -> str:
    """How an offer is typed: its name, or that of its hex."""
    if offer.name:
        return make_slug(offer.name)
    return next(each.typed_name for each in state.hexes if offer in each.offers)


def can_use_offer(state: State, seat: int, offer: Offer) -> bool:
    """True if an offer can be paid, and would change something."""
    player, price, gift = state.players[seat], offer.pay, offer.get
    if player.coins < price.coins or not _can_pay_mana(state, player, offer):
        return False
    if gift.creature and not (state.creature_pile or state.creature_discards):
        return False
    gains = gift.coins or gift.gain or gift.own or gift.treasure or gift.creature
    named = any(getattr(gift, colour) for colour in state.data.figures.colours)
    will_spend = price.any or any(getattr(price, c) for c in state.data.figures.colours)
    return bool(gains or named or (gift.recover and (sum(player.spent) or will_spend)))


def _can_pay_mana(state: State, player: Player, offer: Offer) -> bool:
    price, burns = offer.pay, player.ability == "burn"
    if price.any and sum(player.ready) < price.any and not (burns and count_mana(player)):
        return False
    for at, colour in enumerate(state.data.figures.colours):
        wanted = getattr(price, colour)
        if wanted and player.ready[at] < wanted:
            return burns and player.ready[at] + player.spent[at] > 0
    return True


def use_offer(state: State, seat: int, name: str) -> tuple[State, Events]:
    """Pay for an offer of the hex, and get it."""
    player = state.players[seat]
    place = state.hexes[player.at]
    offer = next(each for each in place.offers if get_typed_offer_name(state, each) == name)
    events: Events = (OfferUsed(seat, name),)
    if offer.pay.coins:
        player = replace(player, coins=player.coins - offer.pay.coins)
        events = (*events, CoinsChanged(seat, -offer.pay.coins))
    colours = state.data.figures.colours
    prices = [("", offer.pay.any), *((each, getattr(offer.pay, each)) for each in colours)]
    owed = [Todo("pay", seat, number, colour, may_burn=True) for colour, number in prices if number]
    state = add_owed_tasks(
        replace_player(state, seat, player),
        *owed,
        *list_gift_tasks(state, seat, offer.get, place.colour),
    )
    return replace(state, offer_open=False), events
