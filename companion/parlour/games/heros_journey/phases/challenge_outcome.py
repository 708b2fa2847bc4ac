"""What a Challenge of The Hero's Journey comes to: the tests, what is expended after a failed one,
the stake, and the Challenge Deck."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Event, Events
from companion.parlour.games.heros_journey.data import CHALLENGES, SUITS
from companion.parlour.games.heros_journey.event_records import Stayed, Tested, TokensChanged
from companion.parlour.games.heros_journey.state import State, Task
from companion.parlour.games.heros_journey.token_draws import make_draw_task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    add_tokens,
    count_resources,
    draw_top_cards,
    get_current_attempt,
    list_seats_leftward,
    put_heros_card_under_deck,
    put_tasks_first,
    replace_hero,
    shuffle_deck,
)


def test_hero(state: State, seat: int) -> tuple[State, Events]:
    """Resources of the Issued suit against the own Stage."""
    attempt, hero = get_current_attempt(state), state.heroes[seat]
    has, needs = count_resources(state.data, hero, attempt.suit), hero.stage
    tested = Tested(seat, attempt.suit, has, needs)
    if has < needs:
        return put_tasks_first(state, Task("failed", seat, number=needs - has)), (tested,)
    if seat == attempt.seat:
        state = replace(state, attempt=replace(attempt, met=True))
    return put_tasks_first(state, make_draw_task(seat, attempt.suit)), (tested,)


def expend_token_or_card(state: State, task: Task, what: str) -> tuple[State, Events]:
    """A token or an Encounter card, until enough is expended."""
    seat = task.seat
    events: Events
    if what in SUITS:
        suit = SUITS.index(what)
        hero = state.heroes[seat]
        state = replace_hero(state, seat, replace(hero, tokens=add_tokens(hero.tokens, suit, -1)))
        state = replace(state, bank=add_tokens(state.bank, suit))
        worth, events = 1, (TokensChanged(seat, "pays", 1, suit),)
    else:
        card = state.data.card_numbers[what]
        worth = state.data.card_worths[card]
        state, events = put_heros_card_under_deck(state, seat, card)
    if task.number > worth:
        state = put_tasks_first(state, replace(task, number=task.number - worth))
    return state, events


def end_attempt(state: State) -> tuple[State, Events]:
    """The stake goes to the bank and the Hero moves on; or it comes back."""
    attempt = get_current_attempt(state)
    seat = attempt.seat
    tasks = [Task("reshuffle", seat)]
    events: list[Event] = []
    if attempt.met:
        for suit in attempt.stake:
            state = replace(state, bank=add_tokens(state.bank, suit))
        tasks.append(Task("move_on", seat))
    else:
        hero = state.heroes[seat]
        tokens = hero.tokens
        for suit in attempt.stake:
            tokens = add_tokens(tokens, suit)
            events.append(TokensChanged(seat, "takes back", 1, suit))
        state = replace_hero(state, seat, replace(hero, tokens=tokens))
        events.append(Stayed(seat, hero.stage))
    return put_tasks_first(state, *tasks), tuple(events)


def return_issued_card_and_deal(state: State, dice: Faces) -> tuple[State, Events]:
    """The Issued card goes into the Deck, which is shuffled; who has no card is dealt one."""
    attempt = get_current_attempt(state)
    deck = shuffle_deck((*state.challenge_deck, attempt.issued), dice)
    state = replace(state, attempt=None)
    for seat in list_seats_leftward(state, attempt.seat):
        if not state.heroes[seat].hand:
            dealt, deck = draw_top_cards(deck, dice, CHALLENGES)
            state = replace_hero(state, seat, replace(state.heroes[seat], hand=dealt))
    return replace(state, challenge_deck=deck), ()
