"""Attempts at the next Stage of The Hero's Journey: by a Matching card, or by a Challenge with its
bids and tests."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import CHALLENGES, SUITS
from companion.parlour.games.heros_journey.event_records import (
    Bid,
    CannotOutbid,
    CardChanged,
    LaidDown,
    Played,
    TokensChanged,
)
from companion.parlour.games.heros_journey.phases.challenge_outcome import (
    end_attempt,
    expend_token_or_card,
    return_issued_card_and_deal,
    test_hero,
)
from companion.parlour.games.heros_journey.state import Attempt, Hero, State, Task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    BANK,
    add_tokens,
    draw_top_cards,
    get_current_attempt,
    list_seats_leftward,
    list_stage_suits,
    put_tasks_first,
    replace_hero,
)

PASS, EXPEND, LIE_DOWN = ("pass",), ("expend",), ("lie", "down")
BACK, DISCARD = ("back",), ("discard",)


def begin_attempt(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The stake lies on the next Stage, and a second Challenge card is drawn."""
    hero = state.heroes[seat]
    suits = list_stage_suits(state, hero, hero.stage + 1)
    tokens = hero.tokens
    for suit in suits:
        tokens = add_tokens(tokens, suit, -1)
    drawn, deck = draw_top_cards(state.challenge_deck, dice, CHALLENGES)
    hero = replace(hero, tokens=tokens, hand=(*hero.hand, *drawn))
    state = replace(
        replace_hero(state, seat, hero), challenge_deck=deck, attempt=Attempt(seat, suits)
    )
    joins = (Task("join", other) for other in list_seats_leftward(state, seat, own=False))
    tasks = (Task("play", seat), *joins, Task("bidding", seat), Task("outcome", seat))
    return put_tasks_first(state, *tasks), tuple(
        TokensChanged(seat, "stakes", 1, suit) for suit in suits
    )


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves that a task of an attempt allows: which card to play, suit to name, or bid to
    make."""
    hero, data = state.heroes[task.seat], state.data
    match task.kind:
        case "play":
            return tuple(("play", data.cards[card].id) for card in hero.hand)
        case "name":
            return tuple(("name", suit) for suit in SUITS)
        case "join":
            attempt = get_current_attempt(state)
            may_join = hero.stage <= state.heroes[attempt.seat].stage
            bids = _list_bid_moves(attempt, hero)
            return (*bids, PASS) if may_join and bids else ()
        case "raise":
            bids = _list_bid_moves(get_current_attempt(state), hero)
            return (*bids, PASS) if bids else ()
        case "keep_card":
            return tuple(("keep", data.cards[card].id) for card in hero.hand)
        case "back":
            return BACK, DISCARD
        case "failed":
            reach = sum(hero.tokens) + sum(data.card_worths[card] for card in hero.encounter_cards)
            return (EXPEND, LIE_DOWN) if reach >= task.number else (LIE_DOWN,)
        case "expend":
            tokens = (("expend", SUITS[suit]) for suit, n in enumerate(hero.tokens) if n)
            return (*tokens, *(("expend", data.cards[card].id) for card in hero.encounter_cards))
    return ()


def _list_bid_moves(attempt: Attempt, hero: Hero) -> tuple[Move, ...]:
    return tuple(("bid", str(n)) for n in range(attempt.high + 1, sum(hero.tokens) + 1))


def apply_move_of_task(state: State, task: Task, move: Move, _dice: Faces) -> tuple[State, Events]:
    """The state after a choice in an attempt: a card, a suit or a bid; and what happened."""
    seat, attempt = task.seat, get_current_attempt(state)
    match task.kind:
        case "play":
            return _play_card(state, seat, state.data.card_numbers[move[1]])
        case "name":
            return _announce_suit(state, task, SUITS.index(move[1]))
        case "join":
            if move == PASS:
                return state, (Bid(seat, 0),)
            joined = replace(attempt, challengers=(*attempt.challengers, seat))
            return _raise_bid(state, joined, seat, int(move[1]))
        case "raise":
            if move == PASS:
                passed = replace(attempt, passed=attempt.passed + 1)
                return replace(state, attempt=passed), (Bid(seat, 0),)
            return _raise_bid(state, attempt, seat, int(move[1]))
        case "keep_card":
            return _keep_one_card(state, seat, state.data.card_numbers[move[1]])
        case "back":
            return (state, ()) if move == BACK else _return_card(state, seat)
        case "failed":
            if move == EXPEND:
                return put_tasks_first(state, Task("expend", seat, number=task.number)), ()
            hero = state.heroes[seat]
            return replace_hero(state, seat, replace(hero, lost=hero.lost + 1)), (LaidDown(seat),)
    return expend_token_or_card(state, task, move[1])


def _raise_bid(state: State, attempt: Attempt, seat: int, number: int) -> tuple[State, Events]:
    after = replace(attempt, high=number, leader=seat, passed=0)
    return replace(state, attempt=after), (Bid(seat, number),)


def _play_card(state: State, seat: int, card: int) -> tuple[State, Events]:
    """One of two Challenge cards lies face up."""
    hero = state.heroes[seat]
    hand = list(hero.hand)
    hand.remove(card)
    attempt = replace(get_current_attempt(state), played=card)
    state = replace(replace_hero(state, seat, replace(hero, hand=tuple(hand))), attempt=attempt)
    if card == state.data.excuse_card:
        return put_tasks_first(state, Task("name", seat)), ()
    suit = state.data.suits_by_card[card][0]
    return _announce_suit(state, Task("name", seat), suit)


def _announce_suit(state: State, task: Task, suit: int) -> tuple[State, Events]:
    """The suit of the card that was played, or of the one that is Issued."""
    attempt = get_current_attempt(state)
    if task.is_final:
        state = replace(state, attempt=replace(attempt, suit=suit))
        return state, (Played(task.seat, attempt.issued, suit, issued=True),)
    state = replace(state, attempt=replace(attempt, named=suit))
    return state, (Played(task.seat, attempt.played, suit),)


def do_task_without_choice(state: State, task: Task, dice: Faces) -> tuple[State, Events]:
    """The state after a task of an attempt that leaves no choice: bidding, tests, the outcome."""
    match task.kind:
        case "bidding":
            return _go_on_bidding(state), ()
        case "raise":  # nothing higher can be bid
            attempt = get_current_attempt(state)
            has = sum(state.heroes[task.seat].tokens)
            after = replace(state, attempt=replace(attempt, passed=attempt.passed + 1))
            return after, (CannotOutbid(task.seat, attempt.high + 1, has),)
        case "sacrifice":
            return _issue_challenge(state)
        case "test":
            return test_hero(state, task.seat)
        case "outcome":
            return end_attempt(state)
        case "reshuffle":
            return return_issued_card_and_deal(state, dice)
    return state, ()


def _go_on_bidding(state: State) -> State:
    """The next who may raise; once all others have passed in a row the highest bidder pays."""
    attempt = get_current_attempt(state)
    if not attempt.challengers:
        return put_tasks_first(state, Task("sacrifice", attempt.seat))
    inside = [attempt.seat, *attempt.challengers]
    if attempt.passed >= len(inside) - 1:
        pay = Task("pay", attempt.leader, cards=(BANK,) * attempt.high)
        return put_tasks_first(state, pay, Task("sacrifice", attempt.leader))
    speaker = _find_next_bidder(state, attempt, inside)
    state = replace(state, attempt=replace(attempt, spoke=speaker))
    return put_tasks_first(state, Task("raise", speaker), Task("bidding", attempt.seat))


def _find_next_bidder(state: State, attempt: Attempt, inside: list[int]) -> int:
    """Who may raise next: round by round from the attempting Hero to the left, but for whoever
    holds the highest bid."""
    order = [seat for seat in list_seats_leftward(state, attempt.seat) if seat in inside]
    first = order.index(attempt.spoke) + 1 if attempt.spoke in order else 0
    return next(seat for seat in order[first:] + order[:first] if seat != attempt.leader)


def _issue_challenge(state: State) -> tuple[State, Events]:
    """The winner's card is Issued; the losers' cards go back or into the Deck; all are tested."""
    attempt = get_current_attempt(state)
    seat = attempt.seat
    is_own = attempt.leader in (-1, seat)
    winner = seat if is_own else attempt.leader
    if is_own:
        attempt = replace(attempt, issued=attempt.played, suit=attempt.named)
        named: list[Task] = []
    else:
        card = state.heroes[winner].hand[0]
        attempt = replace(attempt, issued=card)
        hero = replace(state.heroes[winner], hand=())
        state = replace_hero(state, winner, hero)
        own = state.heroes[seat]
        state = replace_hero(state, seat, replace(own, hand=(*own.hand, attempt.played)))
        named = [Task("name", winner, is_final=True)] if card == state.data.excuse_card else []
        if not named:
            attempt = replace(attempt, suit=state.data.suits_by_card[card][0])
    state = replace(state, attempt=attempt)
    backs = [Task("back", each) for each in _list_challengers(state) if each != winner]
    keeps = [] if is_own else [Task("keep_card", seat)]
    tests = (Task("test", each) for each in (seat, *_list_challengers(state)))
    events = () if named else (Played(winner, attempt.issued, attempt.suit, issued=True),)
    return put_tasks_first(state, *named, *backs, *keeps, *tests), events


def _list_challengers(state: State) -> list[int]:
    attempt = get_current_attempt(state)
    left = list_seats_leftward(state, attempt.seat, own=False)
    return [seat for seat in left if seat in attempt.challengers]


def _keep_one_card(state: State, seat: int, card: int) -> tuple[State, Events]:
    """The outbid Hero keeps one of two cards; the other goes into the Deck."""
    hero = state.heroes[seat]
    others = list(hero.hand)
    others.remove(card)
    state = replace_hero(state, seat, replace(hero, hand=(card,)))
    return replace(state, challenge_deck=(*state.challenge_deck, *others)), (CardChanged(seat),)


def _return_card(state: State, seat: int) -> tuple[State, Events]:
    """A losing Challenger's card goes into the Deck, unseen."""
    hero = state.heroes[seat]
    state = replace(state, challenge_deck=(*state.challenge_deck, *hero.hand))
    return replace_hero(state, seat, replace(hero, hand=())), (CardChanged(seat),)
