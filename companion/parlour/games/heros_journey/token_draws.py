"""Tokens of The Hero's Journey drawn from the bank one by one, with the gifts of both beginnings,
substitutes and the Curse; and tokens that are paid."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import LEAVES, MOONS, NO_TOKENS, SUITS
from companion.parlour.games.heros_journey.event_records import Cursed, TokensChanged
from companion.parlour.games.heros_journey.state import State, Task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    BANK,
    add_tokens,
    list_seats_leftward,
    put_tasks_first,
    put_tokens_on_card,
    replace_hero,
)


def make_draw_task(seat: int, *suits: int) -> Task:
    """The task to draw one token of one of these suits."""
    return Task("draw", seat, suits=suits)


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves by which a token can be drawn from the bank or paid to it."""
    hero, bank = state.heroes[task.seat], state.bank
    match task.kind:
        case "draw" if len(task.suits) > 1:
            return _make_moves_of_suits("any", [suit for suit in task.suits if bank[suit]])
        case "instead":
            others = [suit for suit in range(len(SUITS)) if suit != MOONS and bank[suit]]
            return _make_moves_of_suits("instead", [MOONS, *others])
        case "substitute":
            return _make_moves_of_suits("substitute", [s for s in range(len(SUITS)) if bank[s]])
        case "extra":
            suits = [suit for suit in range(len(SUITS)) if suit != LEAVES and bank[suit]]
            return (*_make_moves_of_suits("extra", suits), ("extra", "none")) if suits else ()
        case "curse":
            most = max(hero.tokens)
            return _make_moves_of_suits(
                "curse", [s for s, n in enumerate(hero.tokens) if n == most and n]
            )
        case "pay":
            return _make_moves_of_suits(
                "pay", [suit for suit in _list_payable_suits(task) if hero.tokens[suit]]
            )
    return ()


def _list_payable_suits(task: Task) -> tuple[int, ...]:
    return task.suits or tuple(range(len(SUITS)))


def _make_moves_of_suits(word: str, suits: list[int]) -> tuple[Move, ...]:
    return tuple([(word, SUITS[suit]) for suit in suits])


def apply_move_of_task(state: State, task: Task, move: Move, _dice: Faces) -> tuple[State, Events]:
    """The state after the tokens of the suit that was named are drawn or paid; and what
    happened."""
    if move == ("extra", "none"):
        return state, ()
    suit = SUITS.index(move[1])
    match task.kind:
        case "draw":
            return _take_token_from_bank(state, task.seat, suit)
        case "instead":
            return put_tasks_first(state, Task("draw", task.seat, suits=(suit,), is_final=True)), ()
        case "substitute":
            return _take_token_from_bank(state, task.number, suit)
        case "extra":
            return _take_token_from_bank(state, task.seat, suit, has_gift=False)
        case "curse":
            number = (state.heroes[task.seat].tokens[suit] + 1) // 2
            return pay_tokens(state, task.seat, suit, number)
    target, *more = task.cards
    state, events = pay_tokens(state, task.seat, suit, 1, to=target)
    if more:
        state = put_tasks_first(state, replace(task, cards=tuple(more)))
    return state, events


def do_task_without_choice(state: State, task: Task, _dice: Faces) -> tuple[State, Events]:
    """A draw whose suit is known: the Novice's gift, a substitute, or the token itself."""
    if task.kind != "draw" or not any(state.bank) or len(task.suits) != 1:
        return state, ()
    suit, hero = task.suits[0], state.heroes[task.seat]
    if suit == MOONS and hero.origin == "rite" and not task.is_final:
        return put_tasks_first(state, Task("instead", task.seat)), ()
    if state.bank[suit]:
        return _take_token_from_bank(state, task.seat, suit)
    lowest = min(each.stage for each in state.heroes)
    chooser = next(
        seat for seat in list_seats_leftward(state, task.seat) if state.heroes[seat].stage == lowest
    )
    return put_tasks_first(state, Task("substitute", chooser, number=task.seat)), ()


def _take_token_from_bank(
    state: State, seat: int, suit: int, *, has_gift: bool = True
) -> tuple[State, Events]:
    """A token out of the bank; a Leaf brings a farm child another; an empty bank brings the
    Curse."""
    hero = state.heroes[seat]
    richer = replace(hero, tokens=add_tokens(hero.tokens, suit))
    state = replace(
        state,
        heroes=replace_element(state.heroes, seat, richer),
        bank=add_tokens(state.bank, suit, -1),
    )
    events: Events = (TokensChanged(seat, "draws", 1, suit),)
    if suit == LEAVES and hero.origin == "harvest" and has_gift:
        state = put_tasks_first(state, Task("extra", seat))
    if not any(state.bank):
        curses = (Task("curse", each) for each in list_seats_leftward(state, seat))
        return put_tasks_first(state, *curses), (*events, Cursed())
    return state, events


def pay_tokens(
    state: State, seat: int, suit: int, number: int, *, to: int = BANK
) -> tuple[State, Events]:
    """Tokens of one suit to the bank, or onto a card."""
    hero = state.heroes[seat]
    state = replace_hero(state, seat, replace(hero, tokens=add_tokens(hero.tokens, suit, -number)))
    if to == BANK:
        state = replace(state, bank=add_tokens(state.bank, suit, number))
    else:
        state = put_tokens_on_card(state, to, add_tokens(NO_TOKENS, suit, number))
    return state, (TokensChanged(seat, "pays", number, suit),)
