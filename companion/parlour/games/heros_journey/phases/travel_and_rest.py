"""The actions Travel and Rest of The Hero's Journey, and Places that are too many."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import JOURNEY_STAGE, SUITS
from companion.parlour.games.heros_journey.event_records import Rested
from companion.parlour.games.heros_journey.state import Hero, State, Task
from companion.parlour.games.heros_journey.token_draws import make_draw_task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    BANK,
    ROWS,
    get_cards_of_row,
    list_stage_suits,
    move_up_encounter_rows,
    put_heros_card_under_deck,
    put_tasks_first,
    take_encounter_card,
)

ROW_NAMES = ("wanderer", "traveler", "seeker")
NONE = "none"


def can_travel(state: State, seat: int) -> bool:
    """True while the rows hold a card, for a Hero who can pay a token: one more for each Mentor
    left behind, while the bank has any."""
    hero = state.heroes[seat]
    gifts = len(hero.mentors) if any(state.bank) else 0
    return bool(state.mentor_row or state.place_row) and sum(hero.tokens) + gifts >= 1


def begin_travel(state: State, seat: int) -> State:
    """The tasks of Travel: whom to keep, then which row to take."""
    return put_tasks_first(state, Task("keep", seat), Task("row", seat))


def begin_rest(state: State, seat: int) -> State:
    """The task of a Rest: which ripe card to gain from."""
    return put_tasks_first(state, Task("ripe", seat))


def list_ripe_encounter_cards(state: State, hero: Hero) -> list[int]:
    """A Hero's ripe Encounter cards: their worth is not above the Hero's Stage."""
    return [card for card in hero.encounter_cards if state.data.card_worths[card] <= hero.stage]


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves that a task of Travel or Rest allows: whom to keep, which row, which ripe card."""
    hero, data = state.heroes[task.seat], state.data
    match task.kind:
        case "keep":
            return tuple(("keep", name) for name in _list_keepable_mentors(state, hero))
        case "gift":
            suits = data.suits_by_card[task.cards[0]]
            return tuple(("gift", SUITS[suit]) for suit in suits) if any(state.bank) else ()
        case "row":
            return tuple(("to", ROW_NAMES[row]) for row in _list_affordable_rows(state, hero))
        case "ripe":
            return tuple(
                ("ripe", data.cards[card].id) for card in list_ripe_encounter_cards(state, hero)
            )
        case "two":
            return tuple(("two", SUITS[suit]) for suit in task.suits)
        case "stage":
            return tuple(("stage", SUITS[suit]) for suit in task.suits)
        case "drop":
            return tuple(("drop", data.cards[card].id) for card in task.cards)
    return ()


def _list_keepable_mentors(state: State, hero: Hero) -> list[str]:
    """The Mentors that can be kept, so that a token can still be paid; and nobody."""
    if not hero.mentors:
        return []
    gifts = len(hero.mentors) if any(state.bank) else 0
    names = [state.data.cards[card].id for card in hero.mentors]
    keepable = names if sum(hero.tokens) + gifts - bool(gifts) >= 1 else []
    return [*keepable, NONE]


def _list_affordable_rows(state: State, hero: Hero) -> list[int]:
    """The rows with a card whose price can be paid."""
    prices = state.data.figures.travel.prices
    return [
        row
        for row in range(ROWS)
        if max(get_cards_of_row(state, row)) >= 0 and sum(hero.tokens) >= prices[row]
    ]


def apply_move_of_task(state: State, task: Task, move: Move, _dice: Faces) -> tuple[State, Events]:
    """The state after a choice in Travel or Rest; and what happened."""
    seat, data = task.seat, state.data
    match task.kind:
        case "keep":
            hero = state.heroes[seat]
            left = [card for card in hero.mentors if data.cards[card].id != move[1]]
            return put_tasks_first(
                state, *(Task("leave", seat, cards=(card,)) for card in left)
            ), ()
        case "gift":
            return put_tasks_first(state, make_draw_task(seat, SUITS.index(move[1]))), ()
        case "row":
            return _pay_row(state, seat, ROW_NAMES.index(move[1])), ()
        case "ripe":
            return _rest_with_ripe_card(state, seat, data.card_numbers[move[1]])
        case "two":
            twice = SUITS.index(move[1])
            other = next(suit for suit in task.suits if suit != twice)
            return put_tasks_first(
                state,
                make_draw_task(seat, twice),
                make_draw_task(seat, twice),
                make_draw_task(seat, other),
            ), ()
        case "stage":
            suit = SUITS.index(move[1])
            tasks = [make_draw_task(seat, suit)]
            if task.number > 1:
                left_suits = tuple(each for each in task.suits if each != suit)
                tasks.append(Task("stage", seat, number=task.number - 1, suits=left_suits))
            return put_tasks_first(state, *tasks), ()
    return put_heros_card_under_deck(state, seat, data.card_numbers[move[1]])


def do_task_without_choice(state: State, task: Task, dice: Faces) -> tuple[State, Events]:
    """The state after a task of Travel or Rest that leaves no choice: a card is left behind, a row
    is taken, no row can be paid, no card is ripe."""
    seat = task.seat
    match task.kind:
        case "leave":
            state, events = put_heros_card_under_deck(state, seat, task.cards[0], "leaves")
            return put_tasks_first(state, Task("gift", seat, cards=task.cards)), events
        case "take_row":
            return _take_cards_of_row(state, seat, task.number, dice)
        case "row":
            return move_up_encounter_rows(state, dice), ()
        case "ripe":
            return _rest_without_ripe_card(state, seat)
    return state, ()


def _pay_row(state: State, seat: int, row: int) -> State:
    """Pay for a row: a token onto each card of the rows above it, the last to the bank."""
    above = [card for each in range(row) for card in get_cards_of_row(state, each)]
    prices = state.data.figures.travel.prices
    targets = (*above, *[BANK] * (prices[row] - len(above)))
    pay = Task("pay", seat, cards=targets)
    return put_tasks_first(state, pay, Task("take_row", seat, number=row))


def _take_cards_of_row(state: State, seat: int, row: int, dice: Faces) -> tuple[State, Events]:
    """The Mentor and the Place of a row; the rows close up, and old Places that are too many go."""
    mentor, place = get_cards_of_row(state, row)
    old = state.heroes[seat].places
    events: Events = ()
    for card in (mentor, place):
        if card >= 0:
            state, more = take_encounter_card(state, seat, card)
            events = (*events, *more)
    mentors = tuple(BANK if at == row else card for at, card in enumerate(state.mentor_row))
    places = tuple(BANK if at == row else card for at, card in enumerate(state.place_row))
    state = move_up_encounter_rows(replace(state, mentor_row=mentors, place_row=places), dice)
    if place < 0:
        return state, events
    if state.heroes[seat].stage == JOURNEY_STAGE:
        too_many = len(old) - 1
        tasks = [Task("drop", seat, cards=old)] if too_many > 0 else []
        return put_tasks_first(state, *tasks), events
    for card in old:
        state, more = put_heros_card_under_deck(state, seat, card)
        events = (*events, *more)
    return state, events


def _rest_with_ripe_card(state: State, seat: int, card: int) -> tuple[State, Events]:
    """A ripe card gives three tokens, and the Stage one."""
    suits = state.data.suits_by_card[card]
    hero = state.heroes[seat]
    stage = Task("stage", seat, number=1, suits=list_stage_suits(state, hero, hero.stage))
    if len(suits) == 2:
        state = put_tasks_first(state, Task("two", seat, suits=suits), stage)
    else:
        state = put_tasks_first(state, *(make_draw_task(seat, suit) for suit in suits), stage)
    return state, (Rested(seat, card),)


def _rest_without_ripe_card(state: State, seat: int) -> tuple[State, Events]:
    """Without a ripe card: one of each suit of the Stage; of three suits two."""
    hero = state.heroes[seat]
    suits = list_stage_suits(state, hero, hero.stage)
    rested = (Rested(seat, -1),)
    if len(suits) > 2:
        return put_tasks_first(state, Task("stage", seat, number=2, suits=suits)), rested
    return put_tasks_first(state, *(make_draw_task(seat, suit) for suit in suits)), rested
