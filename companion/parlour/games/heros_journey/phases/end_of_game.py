"""The Ending of The Hero's Journey: its Event, the last turns and the scores."""

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import list_seats_with_highest_key
from companion.parlour.game import Events, Move
from companion.parlour.games.heros_journey.data import (
    CHALLENGES,
    KNOTS,
    LEAVES,
    MOONS,
    SUITS,
    WYRMS,
)
from companion.parlour.games.heros_journey.event_records import GameOver, Played
from companion.parlour.games.heros_journey.state import State, Task
from companion.parlour.games.heros_journey.token_draws import make_draw_task
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    BANK,
    draw_top_cards,
    list_seats_leftward,
    put_heros_card_under_deck,
    put_tasks_first,
)

OWN, TOP, DRAW, NO = ("own",), ("top",), ("draw",), ("no",)
_NOT_WYRMS = tuple(suit for suit in range(len(SUITS)) if suit != WYRMS)
_NOT_KNOTS = tuple(suit for suit in range(len(SUITS)) if suit != KNOTS)
_BLESSING_MOONS = 2


def get_id_of_ending(state: State) -> str:
    """The id of the Ending that is played."""
    return state.data.cards[state.endings[0]].id


def list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    """The moves that a task of the Ending allows: a blessing, or which Challenge card ends it."""
    match task.kind:
        case "blessing":
            return DRAW, NO
        case "end_card":
            return (OWN, TOP) if state.challenge_deck else (OWN,)
    return ()


def apply_move_of_task(state: State, task: Task, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after a choice at the Ending: a blessing, or a Challenge card; and what
    happened."""
    seat = task.seat
    if task.kind == "blessing":
        if move == NO:
            return state, ()
        is_novice = state.heroes[seat].origin == "rite"
        draws = (
            [make_draw_task(seat, MOONS)] * _BLESSING_MOONS
            if is_novice
            else [make_draw_task(seat, LEAVES)]
        )
        return put_tasks_first(state, *draws), ()
    if move == TOP:
        (card,), left = draw_top_cards(state.challenge_deck, dice, CHALLENGES)
        state = replace(state, challenge_deck=left)
    else:
        card = state.heroes[seat].hand[0]
    suit = state.data.suits_by_card[card][0] if state.data.suits_by_card[card] else -1
    return replace(state, shown=(*state.shown, (seat, card))), (Played(seat, card, suit),)


def do_task_without_choice(state: State, task: Task, _dice: Faces) -> tuple[State, Events]:
    """The state after a task of the Ending that leaves no choice: its Event, or the scores."""
    match task.kind:
        case "ending":
            return _begin_ending(state, task.seat)
        case "calamity":
            return _suffer_calamity(state, task.seat)
        case "score":
            return end_game(state, "ending")
    return state, ()


def _begin_ending(state: State, seat: int) -> tuple[State, Events]:
    match get_id_of_ending(state):
        case "calamity":
            tasks = [Task("calamity", each) for each in list_seats_leftward(state, seat)]
        case "windfall":
            seats = list_seats_leftward(state, seat)
            tasks = [task for each in seats for task in _list_windfalls(state, each)]
        case _:
            tasks = [Task("blessing", seat)]
    return put_tasks_first(state, *tasks), ()


def _list_windfalls(state: State, seat: int) -> list[Task]:
    """Two tokens of any suits but Knots for each Encounter card that bears knots."""
    hero = state.heroes[seat]
    cards = sum(KNOTS in state.data.suits_by_card[card] for card in hero.encounter_cards)
    return [make_draw_task(seat, *_NOT_KNOTS)] * (2 * cards)


def _suffer_calamity(state: State, seat: int) -> tuple[State, Events]:
    """Encounter cards without wyrms are gone, and half the tokens that are no Wyrms."""
    events: Events = ()
    for card in state.heroes[seat].encounter_cards:
        if WYRMS not in state.data.suits_by_card[card]:
            state, more = put_heros_card_under_deck(state, seat, card)
            events = (*events, *more)
    others = sum(state.heroes[seat].tokens[suit] for suit in _NOT_WYRMS)
    lost = (others + 1) // 2
    if lost:
        state = put_tasks_first(state, Task("pay", seat, suits=_NOT_WYRMS, cards=(BANK,) * lost))
    return state, events


def begin_scoring(state: State) -> State:
    """At the End each shows a card first; then the scores are counted."""
    shows: list[Task] = []
    if state.arrived >= 0 and get_id_of_ending(state) == "end":
        shows = [Task("end_card", seat) for seat in list_seats_leftward(state, state.arrived)]
    state = replace(state, shown=(), todo=())
    return put_tasks_first(state, *shows, Task("score", 0))


def count_worth_of_cards(state: State, seat: int) -> int:
    """The worth of a Hero's Encounter cards, doubled where the Ending says so."""
    hero, data = state.heroes[seat], state.data
    doubled: set[int] = set()
    if state.arrived >= 0:
        ending = get_id_of_ending(state)
        if ending == "windfall":
            doubled = {card for card in hero.encounter_cards if KNOTS in data.suits_by_card[card]}
        elif ending == "end":
            shown = dict(state.shown).get(seat, -1)
            suits = data.suits_by_card[shown] if shown >= 0 else ()
            doubled = {
                card
                for card in hero.encounter_cards
                if shown == data.excuse_card or set(suits) & set(data.suits_by_card[card])
            }
    return sum(data.card_worths[card] * (1 + (card in doubled)) for card in hero.encounter_cards)


def count_score(state: State, seat: int) -> int:
    """Tokens, and more for one of every suit, times the Stage; and the Encounter cards."""
    return sum(compute_score_parts(state, seat).values())


def compute_score_parts(state: State, seat: int) -> dict[str, int]:
    """A Hero's final score by its parts: tokens, knots again, every suit, cards."""
    hero = state.heroes[seat]
    is_windfall = state.arrived >= 0 and get_id_of_ending(state) == "windfall"
    bonus = state.data.figures.score.all_suits if all(hero.tokens) else 0
    return {
        "tokens": sum(hero.tokens) * hero.stage,
        "knots again": hero.tokens[KNOTS] * hero.stage * is_windfall,
        "every suit": bonus * hero.stage,
        "cards": count_worth_of_cards(state, seat),
    }


def end_game(state: State, why: str) -> tuple[State, Events]:
    """The highest score wins; then the higher Stage, more tokens, the higher worth of cards."""
    scores = tuple(count_score(state, seat) for seat in range(len(state.heroes)))

    winners = list_seats_with_highest_key(
        [
            (scores[seat], hero.stage, sum(hero.tokens), count_worth_of_cards(state, seat))
            for seat, hero in enumerate(state.heroes)
        ]
    )
    state = replace(state, winners=winners, scores=scores, why=why, todo=())
    return state, (GameOver(winners, scores, why),)
