"""What the rules of The Hero's Journey share: tokens and resources, the rows of Encounter cards,
and tasks."""

from typing import TypeAlias

from msgspec.structs import replace

from companion.dice.faces import Faces
from companion.parlour.game import Event
from companion.parlour.heros_journey.values import (
    LAST_STAGE,
    NO_TOKENS,
    SUITS,
    Card,
    CardMoved,
    Data,
    Hero,
    State,
    Task,
    Tokens,
    TokensChanged,
)

Events: TypeAlias = tuple[Event, ...]
ROWS = 3
BANK = -1


def shuffle_deck(cards: tuple[int, ...], dice: Faces) -> tuple[int, ...]:
    """The cards in another order: by a die of as many faces as are left, until one is left."""
    left, order = list(cards), []
    while len(left) > 1:
        order.append(left.pop(dice.face(len(left)) - 1))
    return (*order, *left)


def add(tokens: Tokens, suit: int, number: int = 1) -> Tokens:
    return (*tokens[:suit], tokens[suit] + number, *tokens[suit + 1 :])


def add_all(tokens: Tokens, others: Tokens, times: int = 1) -> Tokens:
    return tuple(one + times * other for one, other in zip(tokens, others, strict=True))


def put_hero(state: State, seat: int, hero: Hero) -> State:
    return replace(state, heroes=(*state.heroes[:seat], hero, *state.heroes[seat + 1 :]))


def push(state: State, *tasks: Task) -> State:
    """The table with tasks that come before all others."""
    return replace(state, todo=(*tasks, *state.todo))


def list_left(state: State, seat: int, *, own: bool = True) -> list[int]:
    """The seats from one on to the left, round the table."""
    count = len(state.heroes)
    seats = [(seat + step) % count for step in range(count)]
    return seats if own else seats[1:]


def get_stage_card(state: State, stage: int) -> Card | None:
    """The card of a Stage from 2 on; the Ending for the last. None for the beginning."""
    cards = state.data.cards
    if stage == LAST_STAGE:
        return cards[state.endings[0]]
    return cards[state.data.stage_cards[stage]] if stage > 1 else None


def list_stage_suits(state: State, hero: Hero, stage: int) -> tuple[int, ...]:
    """The suits of a Stage; of the first those of the Rite or the Harvest."""
    number = state.data.number
    if stage == 1:
        return state.data.suits_of[number[hero.origin or "rite"]]
    if stage == LAST_STAGE:
        return state.data.suits_of[state.endings[0]]
    return state.data.suits_of[state.data.stage_cards[stage]]


def count_resources(data: Data, hero: Hero, suit: int) -> int:
    """Tokens of a suit, and the worth of every Encounter card that bears it."""
    cards = sum(data.worth[card] for card in hero.encounters if suit in data.suits_of[card])
    return hero.tokens[suit] + cards


def discard(state: State, seat: int, card: int, how: str = "discards") -> tuple[State, Events]:
    """An Encounter card goes under its own deck."""
    hero = state.heroes[seat]
    hero = replace(
        hero,
        mentors=tuple(each for each in hero.mentors if each != card),
        places=tuple(each for each in hero.places if each != card),
    )
    state = put_under(put_hero(state, seat, hero), card)
    return state, (CardMoved(seat, how, card),)  # type: ignore[arg-type]  # one of its words


def put_under(state: State, card: int) -> State:
    if card in state.data.mentors:
        return replace(state, mentor_deck=(*state.mentor_deck, card))
    return replace(state, place_deck=(*state.place_deck, card))


def close_up(state: State) -> State:
    """Cards move up in their own column, and the decks fill the lowest places."""
    mentors = tuple(card for card in state.mentor_row if card >= 0)
    places = tuple(card for card in state.place_row if card >= 0)
    new_mentors, new_places = ROWS - len(mentors), ROWS - len(places)
    return replace(
        state,
        mentor_row=(*mentors, *state.mentor_deck[:new_mentors]),
        mentor_deck=state.mentor_deck[new_mentors:],
        place_row=(*places, *state.place_deck[:new_places]),
        place_deck=state.place_deck[new_places:],
    )


def get_row(state: State, row: int) -> tuple[int, int]:
    """The Mentor and the Place of a row; -1 where there is none."""
    mentor = state.mentor_row[row] if row < len(state.mentor_row) else BANK
    place = state.place_row[row] if row < len(state.place_row) else BANK
    return mentor, place


def get_on_card(state: State, card: int) -> Tokens:
    """The tokens that lie on a card."""
    return dict(state.on_cards).get(card, NO_TOKENS)


def put_on_card(state: State, card: int, tokens: Tokens) -> State:
    """So many tokens more on a card."""
    lying = dict(state.on_cards)
    lying[card] = add_all(lying.get(card, NO_TOKENS), tokens)
    kept = tuple(sorted((at, each) for at, each in lying.items() if any(each)))
    return replace(state, on_cards=kept)


def take_card(state: State, seat: int, card: int) -> tuple[State, Events]:
    """A Hero takes a card of the rows or of a deck, and the tokens that lie on it."""
    tokens = get_on_card(state, card)
    hero = state.heroes[seat]
    is_mentor = card in state.data.mentors
    hero = replace(
        hero,
        tokens=add_all(hero.tokens, tokens),
        mentors=(*hero.mentors, card) if is_mentor else hero.mentors,
        places=hero.places if is_mentor else (*hero.places, card),
    )
    on_cards = tuple(each for each in state.on_cards if each[0] != card)
    state = replace(put_hero(state, seat, hero), on_cards=on_cards)
    taken = (TokensChanged(seat, "takes", n, suit) for suit, n in enumerate(tokens) if n)
    return state, (CardMoved(seat, "takes", card), *taken)


SINGLE = ("moon", "sun", "wave", "leaf", "wyrm", "knot")
"""One token of each suit."""


def format_tokens(tokens: Tokens) -> str:
    """`2 moons, 1 sun`."""
    found = ((n, suit) for suit, n in enumerate(tokens) if n)
    return ", ".join(f"{n} {SINGLE[at] if n == 1 else SUITS[at]}" for n, at in found) or "nothing"
