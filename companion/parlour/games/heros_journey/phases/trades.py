"""Trades of tokens in The Hero's Journey: with the bank after an action, and offers to other
Heroes."""

from functools import cache, lru_cache
from itertools import combinations_with_replacement

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import MARKET_STAGE, NO_TOKENS, SUITS, Tokens
from companion.parlour.games.heros_journey.event_records import Traded
from companion.parlour.games.heros_journey.state import Hero, Offer, State, Task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    add_tokens,
    add_tokens_suit_by_suit,
    list_seats_leftward,
    put_tasks_first,
    put_tokens_on_card,
    replace_hero,
)

DONE, PROPOSE, CANCEL = ("done",), ("propose",), ("cancel",)
ACCEPT, DECLINE = ("accept",), ("decline",)


def begin_trades(state: State, seat: int) -> State:
    """The trades after an action: at most as many as there are tokens now, which only the Market's
    rate comes to."""
    return replace(state, trades_left=sum(state.heroes[seat].tokens))


def list_offer_moves(state: State, seat: int) -> list[Move]:
    """The moves that begin an offer of a trade, one for each other Hero; none once no offers are
    left."""
    if not state.offers_left:
        return []
    if not any(any(hero.tokens) for hero in state.heroes):
        return []
    return [("offer", str(other + 1)) for other in list_seats_leftward(state, seat, own=False)]


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves that trading allows: with the bank, an offer and its terms, or an answer to one."""
    seat = task.seat
    match task.kind:
        case "trade":
            return (DONE, *_list_trade_moves(state, seat), *list_offer_moves(state, seat))
        case "offer":
            return _list_additions_to_offer(state, seat)
        case "answer":
            offer = _get_current_offer(state)
            can = all(h >= w for h, w in zip(state.heroes[seat].tokens, offer.wanted, strict=True))
            return (ACCEPT, DECLINE) if can else (DECLINE,)
    return ()


def get_bank_rate(state: State, hero: Hero) -> int:
    """How many tokens a Hero pays the bank for one of another suit."""
    trade = state.data.figures.trade
    return trade.market_rate if hero.stage == MARKET_STAGE else trade.rate


def _list_trade_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Tokens to pay, and the suit to take: from the bank, or off a card of the rows."""
    if not state.trades_left:
        return ()
    hero = state.heroes[seat]
    rate = get_bank_rate(state, hero)
    held = tuple([min(tokens, rate) for tokens in hero.tokens])
    moves = _list_payable_trades(held, rate)
    if all(state.bank):
        return moves
    found = [
        SUITS[suit] for suit in range(len(SUITS)) if _find_source_of_token(state, suit) is not None
    ]
    return tuple([move for move in moves if move[-1] in found])


@lru_cache(maxsize=300)  # the same tokens are held again and again
def _list_payable_trades(held: Tokens, rate: int) -> tuple[Move, ...]:
    """The trades that these tokens can pay, for a token of any other suit."""
    own = [suit for suit, tokens in enumerate(held) if tokens]
    moves: list[Move] = []
    for paid in combinations_with_replacement(own, rate):
        if all(held[suit] >= paid.count(suit) for suit in paid):
            moves += _list_trades_for_payment(paid)
    return tuple(moves)


@cache  # the same few ways to pay, whatever else is held
def _list_trades_for_payment(paid: tuple[int, ...]) -> tuple[Move, ...]:
    """The trades of tokens of these suits for one of any other suit."""
    begun = ("trade", *(SUITS[suit] for suit in paid), "for")
    return tuple((*begun, name) for suit, name in enumerate(SUITS) if suit not in paid)


def _find_source_of_token(state: State, suit: int) -> int | None:
    """Where a token of a suit can be taken: -1 for the bank, or a card; None for nowhere."""
    if state.bank[suit]:
        return -1
    rows = (*state.mentor_row, *state.place_row)
    return next((card for card, lying in state.on_cards if lying[suit] and card in rows), None)


def _get_current_offer(state: State) -> Offer:
    assert state.offer is not None
    return state.offer


def _list_additions_to_offer(state: State, seat: int) -> tuple[Move, ...]:
    """What can be added to an offer."""
    offer = _get_current_offer(state)
    own, theirs = state.heroes[seat].tokens, state.heroes[offer.to].tokens
    gives = (("add", SUITS[s]) for s, n in enumerate(own) if n > offer.given[s])
    wants = (("want", SUITS[s]) for s, n in enumerate(theirs) if n > offer.wanted[s])
    ready = (PROPOSE,) if any(offer.given) or any(offer.wanted) else ()
    return (*ready, *gives, *wants, CANCEL)


def apply_move_of_task(state: State, task: Task, move: Move, _dice: Faces) -> tuple[State, Events]:
    """The state after a trade with the bank, or a step of an offer; and what happened."""
    seat = task.seat
    match move[0]:
        case "done":
            return state, ()
        case "trade":
            state, events = _trade_with_bank_or_card(state, seat, move)
            return put_tasks_first(state, task), events
        case "offer":
            return begin_offer(put_tasks_first(state, task), seat, move), ()
        case "add" | "want":
            return _add_to_offer(state, task, move), ()
        case "cancel":
            return replace(state, offer=None), ()
        case "propose":
            return put_tasks_first(
                state, Task("answer", _get_current_offer(state).to, number=seat)
            ), ()
    return _answer_offer(state, task, agrees=move == ACCEPT)


def begin_offer(state: State, seat: int, move: Move) -> State:
    """Begin an offer of a trade to another Hero, whose terms are chosen next."""
    offer = Offer(int(move[1]) - 1)
    state = replace(state, offer=offer, offers_left=state.offers_left - 1)
    return put_tasks_first(state, Task("offer", seat))


def _add_to_offer(state: State, task: Task, move: Move) -> State:
    offer, suit = _get_current_offer(state), SUITS.index(move[1])
    if move[0] == "add":
        offer = replace(offer, given=add_tokens(offer.given, suit))
    else:
        offer = replace(offer, wanted=add_tokens(offer.wanted, suit))
    return put_tasks_first(replace(state, offer=offer), task)


def _answer_offer(state: State, task: Task, *, agrees: bool) -> tuple[State, Events]:
    """Only tokens change hands."""
    offer, asker, seat = _get_current_offer(state), task.number, task.seat
    state = replace(state, offer=None)
    told = Traded(asker, offer.given, offer.wanted, seat, declined=not agrees)
    if agrees:
        one, other = state.heroes[asker], state.heroes[seat]
        state = replace_hero(
            state, asker, replace(one, tokens=_apply_offer_to_tokens(one.tokens, offer, 1))
        )
        state = replace_hero(
            state, seat, replace(other, tokens=_apply_offer_to_tokens(other.tokens, offer, -1))
        )
    return state, (told,)


def _apply_offer_to_tokens(tokens: Tokens, offer: Offer, sign: int) -> Tokens:
    return add_tokens_suit_by_suit(
        add_tokens_suit_by_suit(tokens, offer.wanted, sign), offer.given, -sign
    )


def _trade_with_bank_or_card(state: State, seat: int, move: Move) -> tuple[State, Events]:
    """Pay to the bank, and take one token from it or off a card."""
    *paid, _, wanted = (SUITS.index(w) if w in SUITS else -1 for w in move[1:])
    source = _find_source_of_token(state, wanted)
    assert source is not None
    hero = state.heroes[seat]
    given = NO_TOKENS
    for suit in paid:
        given = add_tokens(given, suit)
    taken = add_tokens(NO_TOKENS, wanted)
    tokens = add_tokens_suit_by_suit(add_tokens_suit_by_suit(hero.tokens, given, -1), taken)
    state = replace_hero(state, seat, replace(hero, tokens=tokens))
    state = replace(
        state, bank=add_tokens_suit_by_suit(state.bank, given), trades_left=state.trades_left - 1
    )
    if source < 0:
        state = replace(state, bank=add_tokens(state.bank, wanted, -1))
    else:
        state = put_tokens_on_card(state, source, add_tokens(NO_TOKENS, wanted, -1))
    return state, (Traded(seat, given, taken),)
