"""Moving on to the next Stage of The Hero's Journey, and the Event of each Stage."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import (
    JOURNEY_STAGE,
    KNOTS,
    LAST_STAGE,
    LEAVES,
    MENTORS,
    MOONS,
    NO_TOKENS,
    PLACES,
    SUITS,
    SUNS,
    WAVES,
    WYRMS,
)
from companion.parlour.games.heros_journey.event_records import (
    BattleFought,
    CardChanged,
    CardMoved,
    CoinTossed,
    EndingShown,
    LaidDown,
    MovedOn,
    TokensChanged,
)
from companion.parlour.games.heros_journey.state import State, Task
from companion.parlour.games.heros_journey.token_draws import make_draw_task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    BANK,
    add_tokens,
    draw_top_cards,
    list_seats_leftward,
    move_up_encounter_rows,
    peek_at_ending_card,
    put_card_under_deck,
    put_tasks_first,
    put_tokens_on_card,
    replace_hero,
    shuffle_deck,
    take_encounter_card,
)

LEFT, RIGHT, NO = ("left",), ("right",), ("no",)
HANDS = (LEFT, RIGHT)
PACT_PRICE = (SUNS, SUNS, MOONS, MOONS)
KNOTS_AT_MARKET = 3


def put_next_stage_tasks_first(state: State, seat: int) -> State:
    """The next Stage and its Event. On leaving the Journey one of two Places is left first."""
    hero = state.heroes[seat]
    tasks = [Task("event", seat)]
    if hero.stage == JOURNEY_STAGE and len(hero.places) > 1:
        tasks.insert(0, Task("drop", seat, cards=hero.places))
    return put_tasks_first(state, *tasks)


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves that a task of a Stage's Event allows: a hand, a deck, a card, whom to give to."""
    data, seat = state.data, task.seat
    match task.kind:
        case "hand":
            return HANDS
        case "deck":
            found: list[Move] = [("mentors",)] if state.mentor_deck else []
            return (*found, ("places",)) if state.place_deck else tuple(found)
        case "take_card":
            cards = sorted(state.challenge_deck)
            return tuple(("take", data.cards[card].id) for card in cards)
        case "betray":
            return tuple(
                ("give", data.cards[card].id, "to", str(other + 1))
                for card in _list_highest_mentors(state, seat)
                for other in list_seats_leftward(state, seat, own=False)
            )
        case "give":
            suit = SUITS[task.suits[0]]
            others = list_seats_leftward(state, seat, own=False)
            return tuple(("give", suit, "to", str(other + 1)) for other in others)
        case "pact":
            return (*_list_pact_moves(state, seat), NO)
    return ()


def _list_highest_mentors(state: State, seat: int) -> list[int]:
    mentors, worth = state.heroes[seat].mentors, state.data.card_worths
    return [card for card in mentors if worth[card] == max(worth[each] for each in mentors)]


def _list_pact_moves(state: State, seat: int) -> list[Move]:
    hero, cards = state.heroes[seat], state.data.cards
    if hero.tokens[SUNS] < PACT_PRICE.count(SUNS) or hero.tokens[MOONS] < PACT_PRICE.count(MOONS):
        return []
    return [
        ("pact", cards[own].id, "for", cards[other].id)
        for own in hero.mentors
        for other in state.mentor_row
    ]


def apply_move_of_task(state: State, task: Task, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after a choice in a Stage's Event; and what happened."""
    seat = task.seat
    match task.kind:
        case "hand":
            found = dice.face(len(HANDS)) - 1 == HANDS.index(move)
            tasks = (make_draw_task(seat, LEAVES), make_draw_task(seat, WAVES)) if found else ()
            return put_tasks_first(state, *tasks), (CoinTossed(seat, found),)
        case "deck":
            return _turn_up_battle_card(state, seat, move[0], dice)
        case "take_card":
            return _swap_challenge_card(state, seat, state.data.card_numbers[move[1]], dice)
        case "betray":
            return _give_mentor(state, seat, state.data.card_numbers[move[1]], int(move[3]) - 1)
        case "give":
            return _give_token_away(state, seat, task.suits[0], int(move[3]) - 1)
    return (state, ()) if move == NO else _make_pact(state, seat, move)


def do_task_without_choice(state: State, task: Task, dice: Faces) -> tuple[State, Events]:
    """The state after a task that leaves no choice: moving to the next Stage, or its Event."""
    match task.kind:
        case "move_on":
            return put_next_stage_tasks_first(state, task.seat), ()
        case "event":
            return _arrive_at_next_stage(state, task.seat, dice)
        case "battle":
            return _end_battle(state, task.seat, dice)
        case "betray":
            return _give_all_tokens(state, task.seat), ()
    return state, ()


def _arrive_at_next_stage(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The Stage goes up by one, and its Event begins."""
    hero = state.heroes[seat]
    stage = hero.stage + 1
    state = replace_hero(state, seat, replace(hero, stage=stage))
    events: Events = (MovedOn(seat, stage),)
    match stage:
        case 2:
            return put_tasks_first(state, Task("hand", seat)), events
        case 3:
            state, more = _take_nearest_place(state, seat, dice)
            return state, (*events, *more)
        case 4:
            decks = (Task("deck", each) for each in list_seats_leftward(state, seat))
            return put_tasks_first(replace(state, shown=()), *decks, Task("battle", seat)), events
        case 5:
            return _gain_tokens_of_discovery(state, seat), events
        case 6:
            is_rich = hero.tokens[KNOTS] >= KNOTS_AT_MARKET
            return put_tasks_first(
                state, *([make_draw_task(seat, KNOTS)] if is_rich else [])
            ), events
        case 7:
            state, more = _meet_by_chance(state, seat, dice)
            return state, (*events, *more)
        case 8:
            return put_tasks_first(state, Task("betray", seat)), events
        case 9:
            if not state.ending_known:
                state = peek_at_ending_card(state, dice, is_top=True)
            known = () if state.ending_known else (EndingShown(state.endings[0]),)
            return put_tasks_first(replace(state, ending_known=True), Task("pact", seat)), (
                *events,
                *known,
            )
    assert stage == LAST_STAGE
    if state.arrived >= 0:
        return state, events
    return put_tasks_first(replace(state, arrived=seat), Task("ending", seat)), events


def _take_nearest_place(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The Place of the Wanderer's row, for nothing."""
    if not state.place_row:
        return state, ()
    state, events = take_encounter_card(state, seat, state.place_row[0])
    return move_up_encounter_rows(
        replace(state, place_row=(BANK, *state.place_row[1:])), dice
    ), events


def _gain_tokens_of_discovery(state: State, seat: int) -> State:
    """Tokens by the Challenge card in hand, and another card out of the Deck."""
    card = state.heroes[seat].hand[0]
    suits = state.data.suits_by_card[card]
    draws = (
        [make_draw_task(seat, *suits)] * 2
        if suits
        else [make_draw_task(seat, *range(len(SUITS)))] * 3
    )
    return put_tasks_first(state, *draws, Task("take_card", seat))


def _swap_challenge_card(state: State, seat: int, card: int, dice: Faces) -> tuple[State, Events]:
    """A card of the Deck for the one in hand, which goes in; the Deck is shuffled."""
    hero = state.heroes[seat]
    deck = list(state.challenge_deck)
    deck.remove(card)
    state = replace_hero(state, seat, replace(hero, hand=(card,)))
    shuffled = shuffle_deck((*deck, *hero.hand), dice)
    return replace(state, challenge_deck=shuffled), (CardChanged(seat),)


def _turn_up_battle_card(state: State, seat: int, deck: str, dice: Faces) -> tuple[State, Events]:
    """The top card of an Encounter deck, for a Battle."""
    if deck == "mentors":
        (card,), left = draw_top_cards(state.mentor_deck, dice, MENTORS)
        state = replace(state, mentor_deck=left)
    else:
        (card,), left = draw_top_cards(state.place_deck, dice, PLACES)
        state = replace(state, place_deck=left)
    state = replace(state, shown=(*state.shown, (seat, card)))
    return state, (CardMoved(seat, "turns up", card),)


def _end_battle(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """Who stands highest draws a Wyrm and a Knot; who stands lowest loses a turn. The cards go
    back, and both decks are shuffled."""
    shown = dict(state.shown)
    order = list_seats_leftward(state, seat)

    def count_tokens(each: int) -> int:
        tokens = state.heroes[each].tokens
        return tokens[WYRMS] + tokens[KNOTS]

    totals = {
        each: (state.data.card_worths[shown[each]] if each in shown else 0) + count_tokens(each)
        for each in order
    }
    ranked = sorted(order, key=lambda e: (-totals[e], -count_tokens(e), order.index(e)))
    highest, lowest = ranked[0], ranked[-1]
    for card in shown.values():
        state = put_card_under_deck(state, card)
    mentors = shuffle_deck(state.mentor_deck, dice)
    places = shuffle_deck(state.place_deck, dice)
    state = replace(state, shown=(), mentor_deck=mentors, place_deck=places)
    loser = state.heroes[lowest]
    state = replace_hero(state, lowest, replace(loser, lost=loser.lost + 1))
    state = put_tasks_first(state, make_draw_task(highest, WYRMS), make_draw_task(highest, KNOTS))
    told = tuple(totals[each] for each in range(len(state.heroes)))
    return state, (BattleFought(told, highest, lowest), LaidDown(lowest))


def _meet_by_chance(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The top Mentor and the top Place of the decks; one of two Places is discarded."""
    events: Events = ()
    mentors, mentor_deck = draw_top_cards(state.mentor_deck, dice, MENTORS)
    places, place_deck = draw_top_cards(state.place_deck, dice, PLACES)
    state = replace(state, mentor_deck=mentor_deck, place_deck=place_deck)
    for card in (*mentors, *places):
        state, more = take_encounter_card(state, seat, card)
        events = (*events, *more)
    places = state.heroes[seat].places
    if len(places) > 1:
        state = put_tasks_first(state, Task("drop", seat, cards=places))
    return state, events


def _give_mentor(state: State, seat: int, card: int, other: int) -> tuple[State, Events]:
    hero, friend = state.heroes[seat], state.heroes[other]
    hero = replace(hero, mentors=tuple(each for each in hero.mentors if each != card))
    state = replace_hero(state, seat, hero)
    state = replace_hero(state, other, replace(friend, mentors=(*friend.mentors, card)))
    return state, (CardMoved(seat, "gives", card, other),)


def _give_all_tokens(state: State, seat: int) -> State:
    """Without a Mentor: every Wyrm and every Knot goes to other Heroes, one by one."""
    tokens = state.heroes[seat].tokens
    given = [suit for suit in (WYRMS, KNOTS) for _ in range(tokens[suit])]
    return put_tasks_first(state, *(Task("give", seat, suits=(suit,)) for suit in given))


def _give_token_away(state: State, seat: int, suit: int, other: int) -> tuple[State, Events]:
    hero, friend = state.heroes[seat], state.heroes[other]
    state = replace_hero(state, seat, replace(hero, tokens=add_tokens(hero.tokens, suit, -1)))
    state = replace_hero(state, other, replace(friend, tokens=add_tokens(friend.tokens, suit)))
    return state, (TokensChanged(seat, "pays", 1, suit), TokensChanged(other, "takes", 1, suit))


def _make_pact(state: State, seat: int, move: Move) -> tuple[State, Events]:
    """Two Suns and two Moons lie on an old Mentor, who takes the place of another in the rows."""
    old, new = state.data.card_numbers[move[1]], state.data.card_numbers[move[3]]
    hero = state.heroes[seat]
    tokens, laid = hero.tokens, NO_TOKENS
    for suit in PACT_PRICE:
        tokens, laid = add_tokens(tokens, suit, -1), add_tokens(laid, suit)
    mentors = tuple(each for each in hero.mentors if each != old)
    state = replace_hero(state, seat, replace(hero, tokens=tokens, mentors=mentors))
    row = tuple(old if each == new else each for each in state.mentor_row)
    state, events = take_encounter_card(replace(state, mentor_row=row), seat, new)
    return put_tokens_on_card(state, old, laid), (CardMoved(seat, "leaves", old), *events)
