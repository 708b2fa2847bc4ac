"""Bots for The Hero's Journey: one that plays at random but bids and trades seldom, and one that
plays as a sensible beginner does."""

from companion.dice.face_sources import Faces
from companion.parlour.bots import pick_move_randomly
from companion.parlour.game import Look, Move
from companion.parlour.games.heros_journey.data import LAST_STAGE, SUITS
from companion.parlour.games.heros_journey.phases.travel_and_rest import ROW_NAMES
from companion.parlour.games.heros_journey.state import Hero, State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    count_resources,
    get_cards_of_row,
    list_stage_suits,
)

_TEN, _HUNDRED = 10, 100
_PASSES, _TRADES, _TRIES = 6, 15, 3
"""How often a random bot passes, of ten, and trades, of a hundred; a steady one tries its luck one
time in so many."""
_TOO_MUCH = 3
"""What a steady bot will not expend to keep its turn."""
_LOW_BID = 2
_RICH = 10
"""Tokens from which a journey is tried where the bank has nothing that is wanted."""


def choose_move_mostly_passing(_look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Any legal move, but passes more often than not, trades seldom, and declines."""
    if moves[-1] == ("pass",) and dice.face(_TEN) <= _PASSES:
        return moves[-1]
    if moves[-1] == ("decline",):
        return moves[-1]
    found = _drop_trade_offers(moves)
    if found[0] == ("done",):
        trades = found[1:]
        return (
            pick_move_randomly(trades, dice)
            if trades and dice.face(_HUNDRED) <= _TRADES
            else found[0]
        )
    return pick_move_randomly(found, dice)


def _drop_trade_offers(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves before the offers, which stand last."""
    end = len(moves)
    while moves[end - 1][0] == "offer":
        end -= 1
    return moves[:end]


def choose_move_sensibly(look: Look, moves: tuple[Move, ...], dice: Faces) -> Move:
    """Match where it can, attempt what it would meet, else gather for the next Stage."""
    state = look()
    task = state.todo[0]
    hero = state.heroes[task.seat]
    match task.kind:
        case "action":
            return _choose_action(state, hero, moves, dice)
        case "answer":
            return moves[-1]
        case "trade" | "blessing" | "prophecy":
            return moves[0]  # a trade costs more tokens than it brings, and they are the score
        case "failed":
            return moves[0] if task.number <= _TOO_MUCH else moves[-1]
        case "join":
            return _choose_bid(state, hero, moves)
        case "raise":
            return moves[-1]
        case "row":
            return _choose_row(state, hero, moves)
        case "play" | "take_card" | "keep_card":
            return max(moves, key=lambda move: _rate_challenge_card(state, hero, move[1]))
    if moves[0][-1] in SUITS and task.kind != "give":
        return _choose_suit(state, hero, moves, pays=task.kind in ("pay", "curse", "expend"))
    if task.kind in ("ripe", "keep"):
        return max(moves, key=lambda move: _rate_encounter_card(state, hero, move[1]))
    if task.kind == "pact":
        return moves[-1]
    if task.kind == "drop":
        return min(moves, key=lambda move: _rate_encounter_card(state, hero, move[1]))
    return pick_move_randomly(moves, dice)


def _choose_action(state: State, hero: Hero, moves: tuple[Move, ...], dice: Faces) -> Move:
    """The surest way on; else what is lacking."""
    if moves[0][0] == "match":
        return min(
            (move for move in moves if move[0] == "match"),
            key=lambda move: _rate_encounter_card(state, hero, move[1]),
        )
    if ("challenge",) in moves:
        would_meet = any(
            _rate_challenge_card(state, hero, state.data.cards[card].id) >= hero.stage
            for card in hero.hand
            if card >= 0
        )
        if would_meet or dice.face(_TRIES) == 1:
            return ("challenge",)
    if ("travel",) in moves and _should_travel(state, hero):
        return ("travel",)
    return ("rest",)


def _should_travel(state: State, hero: Hero) -> bool:
    """True without company, where a card lies that leads on, and where resting brings nothing that
    is wanted."""
    if not hero.encounter_cards or _find_row_that_leads_on(state, hero) >= 0:
        return True
    wanted = _list_next_suits(state, hero)
    is_dry = bool(wanted) and not any(state.bank[suit] for suit in wanted)
    return is_dry and sum(hero.tokens) > _RICH


def _list_next_suits(state: State, hero: Hero) -> tuple[int, ...]:
    """The suits of the next Stage; of the Ending, where it is not known, none."""
    if hero.stage + 1 < LAST_STAGE or state.ending_known:
        return list_stage_suits(state, hero, min(hero.stage + 1, LAST_STAGE))
    return ()


def _find_row_that_leads_on(state: State, hero: Hero) -> int:
    """The cheapest row with a card that leads on, where it can be paid; -1 for none."""
    wanted = set(_list_next_suits(state, hero))
    prices = state.data.figures.travel.prices
    if not wanted:
        return -1
    held = max(
        (_rate_encounter_card(state, hero, state.data.cards[c].id) for c in hero.encounter_cards),
        default=0,
    )
    for row in range(len(ROW_NAMES)):
        cards = [card for card in get_cards_of_row(state, row) if card >= 0]
        matches = any(
            wanted <= set(state.data.suits_by_card[card])
            and (
                len(wanted) > 1
                or _rate_encounter_card(state, hero, state.data.cards[card].id) > held
            )
            for card in cards
        )
        if matches and sum(hero.tokens) >= prices[row]:
            return row
    return -1


def _choose_row(state: State, hero: Hero, moves: tuple[Move, ...]) -> Move:
    wanted = ("to", ROW_NAMES[max(0, _find_row_that_leads_on(state, hero))])
    return wanted if wanted in moves else moves[0]


def _rate_challenge_card(state: State, hero: Hero, card_id: str) -> int:
    """The resources of the suit of a Challenge card; of the Excuse those of the best suit."""
    suits = state.data.suits_by_card[state.data.card_numbers[card_id]]
    return max(count_resources(state.data, hero, suit) for suit in suits or range(len(SUITS)))


def _rate_encounter_card(state: State, hero: Hero, card_id: str) -> int:
    """The worth of an Encounter card, and more for the suits of the next Stage."""
    if card_id not in state.data.card_numbers:
        return 0
    card = state.data.card_numbers[card_id]
    wanted = set(_list_next_suits(state, hero))
    return state.data.card_worths[card] + 5 * len(wanted & set(state.data.suits_by_card[card]))


def _choose_suit(state: State, hero: Hero, moves: tuple[Move, ...], *, pays: bool) -> Move:
    """Take what the next Stage wants and what it has least of; pay what it has most of and does
    not need."""
    wanted = _list_next_suits(state, hero)

    def rate_need_for_suit(move: Move) -> tuple[bool, int]:
        if move[-1] not in SUITS:
            return (False, _TEN * _TEN)
        suit = SUITS.index(move[-1])
        return (suit in wanted, -hero.tokens[suit])

    return min(moves, key=rate_need_for_suit) if pays else max(moves, key=rate_need_for_suit)


def _choose_bid(state: State, hero: Hero, moves: tuple[Move, ...]) -> Move:
    """A low bid where its own card would be met; else none."""
    own = [card for card in hero.hand if card >= 0]
    meets = any(
        _rate_challenge_card(state, hero, state.data.cards[card].id) >= hero.stage for card in own
    )
    is_low = moves[0][0] == "bid" and int(moves[0][1]) <= _LOW_BID
    return moves[0] if meets and is_low else moves[-1]
