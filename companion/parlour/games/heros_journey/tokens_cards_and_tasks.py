"""What the rules of The Hero's Journey share: tokens and resources, the rows of Encounter cards,
and tasks."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.cards import get_shuffling_dice, take_cards
from companion.parlour.cards import take_card as pick_card
from companion.parlour.common_rules_and_sentences import replace_element
from companion.parlour.game import Events
from companion.parlour.games.heros_journey.data import (
    ENDINGS,
    LAST_STAGE,
    MENTORS,
    NO_TOKENS,
    PLACES,
    SUITS,
    Data,
    Tokens,
)
from companion.parlour.games.heros_journey.event_records import CardMoved, TokensChanged
from companion.parlour.games.heros_journey.state import Attempt, Hero, State, Task

ROWS = 3
BANK = -1


def shuffle_deck(cards: tuple[int, ...], dice: Faces) -> tuple[int, ...]:
    """The cards in another order: by a die of as many faces as are left, until one is left."""
    dice, left, order = get_shuffling_dice(dice), list(cards), []
    while len(left) > 1:
        order.append(left.pop(dice.face(len(left)) - 1))
    return (*order, *left)


def add_tokens(tokens: Tokens, suit: int, number: int = 1) -> Tokens:
    """So many tokens more of one suit; fewer below 0."""
    return replace_element(tokens, suit, tokens[suit] + number)


def add_tokens_suit_by_suit(tokens: Tokens, others: Tokens, times: int = 1) -> Tokens:
    """Tokens and others together, suit by suit; those others so many `times`."""
    return tuple([one + times * other for one, other in zip(tokens, others, strict=True)])


def replace_hero(state: State, seat: int, hero: Hero) -> State:
    """The table with this Hero at a seat."""
    return replace(state, heroes=replace_element(state.heroes, seat, hero))


def put_tasks_first(state: State, *tasks: Task) -> State:
    """The table with tasks that come before all others."""
    return replace(state, todo=(*tasks, *state.todo))


def list_seats_leftward(state: State, seat: int, *, own: bool = True) -> list[int]:
    """The seats from one on to the left, round the table."""
    count = len(state.heroes)
    seats = [(seat + step) % count for step in range(count)]
    return seats if own else seats[1:]


def list_stage_suits(state: State, hero: Hero, stage: int) -> tuple[int, ...]:
    """The suits of a Stage; of the first those of the Rite or the Harvest."""
    number = state.data.card_numbers
    if stage == 1:
        return state.data.suits_by_card[number[hero.origin or "rite"]]
    if stage == LAST_STAGE:
        return state.data.suits_by_card[state.endings[0]]
    return state.data.suits_by_card[state.data.stage_cards[stage]]


def count_resources(data: Data, hero: Hero, suit: int) -> int:
    """Tokens of a suit, and the worth of every Encounter card that bears it."""
    worth = data.card_worths_by_suit[suit]
    return hero.tokens[suit] + sum([worth[card] for card in hero.encounter_cards])


def put_heros_card_under_deck(
    state: State, seat: int, card: int, how: str = "discards"
) -> tuple[State, Events]:
    """An Encounter card goes under its own deck."""
    hero = state.heroes[seat]
    hero = replace(
        hero,
        mentors=tuple(each for each in hero.mentors if each != card),
        places=tuple(each for each in hero.places if each != card),
    )
    state = put_card_under_deck(replace_hero(state, seat, hero), card)
    return state, (CardMoved(seat, how, card),)  # type: ignore[arg-type]  # one of its words


def put_card_under_deck(state: State, card: int) -> State:
    """An Encounter card goes under the deck of Mentors or Places."""
    if card in state.data.mentors:
        return replace(state, mentor_deck=(*state.mentor_deck, card))
    return replace(state, place_deck=(*state.place_deck, card))


def draw_top_cards(
    deck: tuple[int, ...], dice: Faces, name: str, number: int = 1
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The top cards of a deck, fewer where there are no more; and what is left."""
    return take_cards(deck, number, dice, name, top=0)


def peek_at_ending_card(state: State, dice: Faces, *, is_top: bool) -> State:
    """The Ending on top or at the bottom is looked at; what a Prophecy has shown lies there."""
    knows_top = any(hero.is_true for hero in state.heroes)
    knows_bottom = any(hero.prophecy >= 0 and not hero.is_true for hero in state.heroes)
    if knows_top if is_top else knows_bottom:
        return state
    endings = state.endings
    top = endings[:1] if knows_top else ()
    bottom = endings[-1:] if knows_bottom else ()
    unknown = endings[len(top) : len(endings) - len(bottom)]
    card, rest = pick_card(unknown, dice, ENDINGS, 0 if is_top else -1)
    order = (card, *rest) if is_top else (*rest, card)
    return replace(state, endings=(*top, *order, *bottom))


def move_up_encounter_rows(state: State, dice: Faces) -> State:
    """Cards move up in their own column, and the decks fill the lowest places."""
    rows = (*state.mentor_row, *state.place_row)
    if len(rows) == 2 * ROWS and min(rows) >= 0:
        return state
    mentors = tuple(card for card in state.mentor_row if card >= 0)
    places = tuple(card for card in state.place_row if card >= 0)
    new_mentors, mentor_deck = draw_top_cards(state.mentor_deck, dice, MENTORS, ROWS - len(mentors))
    new_places, place_deck = draw_top_cards(state.place_deck, dice, PLACES, ROWS - len(places))
    return replace(
        state,
        mentor_row=(*mentors, *new_mentors),
        mentor_deck=mentor_deck,
        place_row=(*places, *new_places),
        place_deck=place_deck,
    )


def get_cards_of_row(state: State, row: int) -> tuple[int, int]:
    """The Mentor and the Place of a row; -1 where there is none."""
    mentor = state.mentor_row[row] if row < len(state.mentor_row) else BANK
    place = state.place_row[row] if row < len(state.place_row) else BANK
    return mentor, place


def get_tokens_on_card(state: State, card: int) -> Tokens:
    """The tokens that lie on a card."""
    return dict(state.on_cards).get(card, NO_TOKENS)


def put_tokens_on_card(state: State, card: int, tokens: Tokens) -> State:
    """So many tokens more on a card."""
    lying = dict(state.on_cards)
    lying[card] = add_tokens_suit_by_suit(lying.get(card, NO_TOKENS), tokens)
    kept = tuple(sorted((at, each) for at, each in lying.items() if any(each)))
    return replace(state, on_cards=kept)


def take_encounter_card(state: State, seat: int, card: int) -> tuple[State, Events]:
    """A Hero takes a card of the rows or of a deck, and the tokens that lie on it."""
    tokens = get_tokens_on_card(state, card)
    hero = state.heroes[seat]
    is_mentor = card in state.data.mentors
    hero = replace(
        hero,
        tokens=add_tokens_suit_by_suit(hero.tokens, tokens),
        mentors=(*hero.mentors, card) if is_mentor else hero.mentors,
        places=hero.places if is_mentor else (*hero.places, card),
    )
    on_cards = tuple(each for each in state.on_cards if each[0] != card)
    state = replace(replace_hero(state, seat, hero), on_cards=on_cards)
    taken = (TokensChanged(seat, "takes", n, suit) for suit, n in enumerate(tokens) if n)
    return state, (CardMoved(seat, "takes", card), *taken)


SINGLE = ("moon", "sun", "wave", "leaf", "wyrm", "knot")
"""One token of each suit."""


def format_tokens(tokens: Tokens) -> str:
    """Tokens counted by suit, in words: `2 moons, 1 sun`."""
    found = ((n, suit) for suit, n in enumerate(tokens) if n)
    return ", ".join(f"{n} {SINGLE[at] if n == 1 else SUITS[at]}" for n, at in found) or "nothing"


def get_current_attempt(state: State) -> Attempt:
    """The attempt that goes on; there is one."""
    assert state.attempt is not None
    return state.attempt
