"""The machine of The Hero's Journey: what is to be done next, by whom, and what follows."""

from types import ModuleType

from msgspec.structs import replace

from companion.dice.face_sources import Faces
from companion.parlour.common_rules_and_sentences import order_seats_from_first
from companion.parlour.game import Events, Move, Result
from companion.parlour.games.heros_journey import token_draws
from companion.parlour.games.heros_journey.data import CHALLENGES, MOONS, SUITS, Data
from companion.parlour.games.heros_journey.event_records import Began, Prophesied, TurnLost
from companion.parlour.games.heros_journey.phases import (
    attempt_needs,
    challenge,
    end_of_game,
    stages,
    trades,
    travel_and_rest,
)
from companion.parlour.games.heros_journey.state import Hero, State, Task
from companion.parlour.games.heros_journey.token_draws import pay_tokens
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    add_tokens,
    draw_top_cards,
    list_seats_leftward,
    move_up_encounter_rows,
    peek_at_ending_card,
    put_heros_card_under_deck,
    put_tasks_first,
    replace_hero,
    shuffle_deck,
)

ROOMS: dict[str, ModuleType] = {
    **dict.fromkeys(("draw", "instead", "substitute", "extra", "curse", "pay"), token_draws),
    **dict.fromkeys(
        ("keep", "leave", "gift", "row", "take_row", "drop", "ripe", "two", "stage"),
        travel_and_rest,
    ),
    **dict.fromkeys(
        (
            "play", "name", "join", "bidding", "raise", "sacrifice", "keep_card", "back",
            "test", "failed", "expend", "outcome", "reshuffle",
        ),
        challenge,
    ),
    **dict.fromkeys(
        ("move_on", "event", "hand", "deck", "battle", "take_card", "betray", "give", "pact"),
        stages,
    ),
    **dict.fromkeys(("ending", "blessing", "calamity", "end_card", "score"), end_of_game),
    **dict.fromkeys(("trade", "offer", "answer"), trades),
}  # fmt: skip
"""The file that knows each kind of task; those of a turn's frame are below."""
_ALWAYS_CHOSEN = frozenset(("action", "trade", "offer", "answer", "play", "name", "origin"))
"""Tasks that somebody must choose for, whatever stands on the table: their ways need not be listed
to know it."""
_NEVER_CHOSEN = frozenset(
    (
        "rite", "deal", "turn", "begin_trades", "end_turn", "leave", "take_row",
        "bidding", "sacrifice", "test", "outcome", "reshuffle", "move_on", "event", "battle",
        "ending", "calamity", "score",
    )
)  # fmt: skip
"""Tasks that leave no choice, whatever stands on the table."""
TRAVEL, REST, CHALLENGE = ("travel",), ("rest",), ("challenge",)
ORIGINS = (("rite",), ("harvest",))
BOTTOM, TOP = ("prophecy", "bottom"), ("prophecy", "top")


def set_up_game(data: Data, players: int, dice: Faces) -> State:
    """The set-up, up to the choice of beginnings."""
    figures = data.figures
    endings = shuffle_deck(data.endings, dice)
    first = dice.face(players) - 1
    own = figures.tokens.to_begin_with
    seats = order_seats_from_first(first, players)
    origins = (Task("origin", seat) for seat in seats)
    rites = (Task("rite", seat) for seat in seats)
    todo = (*origins, *rites, Task("deal", first), Task("turn", first))
    return State(
        data=data,
        heroes=(Hero((own,) * len(SUITS)),) * players,
        bank=(figures.tokens.of_each_suit - own * players,) * len(SUITS),
        seats=seats,
        endings=endings,
        todo=todo,
    )


def get_actor(state: State) -> int:
    """The seat whose task is due next."""
    return state.todo[0].seat


def list_moves(state: State) -> tuple[Move, ...]:
    """All legal moves in The Hero's Journey of the player who must move; none once it is over."""
    return _list_moves_of_first_task(state) if state.todo else ()


_listed: list[tuple[State, tuple[Move, ...]]] = []
"""The state whose choices were listed last, and they: whoever goes on to a decision lists them to
see that it is one, and they are asked for again at once. Measured: a quarter of a game."""


def _list_moves_of_first_task(state: State) -> tuple[Move, ...]:
    """What can be chosen in the first task of a state."""
    if not _listed or _listed[0][0] is not state:
        _listed[:] = [(state, _list_moves_of_task(state, state.todo[0]))]
    return _listed[0][1]


def _list_moves_of_task(state: State, task: Task) -> tuple[Move, ...]:
    room = ROOMS.get(task.kind)
    if room is not None:
        found: tuple[Move, ...] = room.list_moves_of_task(state, task)
        return found
    hero = state.heroes[task.seat]
    match task.kind:
        case "origin":
            return ORIGINS
        case "prophecy":
            price = state.data.figures.beginnings.rite.prophecy_price
            return (BOTTOM, TOP) if hero.tokens[MOONS] >= price else (BOTTOM,)
        case "action":
            return _list_action_moves(state, task.seat)
    return ()


def _list_action_moves(state: State, seat: int) -> tuple[Move, ...]:
    hero = state.heroes[seat]
    found: list[Move] = [
        ("match", state.data.cards[card].id)
        for card in attempt_needs.list_matching_cards(state, hero)
    ]
    if attempt_needs.can_attempt(state, hero):
        found.append(CHALLENGE)
    if travel_and_rest.can_travel(state, seat):
        found.append(TRAVEL)
    return (*found, REST, *trades.list_offer_moves(state, seat))


def apply_move(state: State, move: Move, dice: Faces) -> tuple[State, Events]:
    """The state after a legal move, and what happened up to the next decision."""
    task, rest = state.todo[0], state.todo[1:]
    state, events = _apply_move_of_task(replace(state, todo=rest), task, move, dice)
    state, more = _run_until_decision(state, dice)
    return state, (*events, *more)


def _apply_move_of_task(state: State, task: Task, move: Move, dice: Faces) -> tuple[State, Events]:
    """Apply a move that answers the first task."""
    room = ROOMS.get(task.kind)
    if room is not None:
        found: tuple[State, Events] = room.apply_move_of_task(state, task, move, dice)
        return found
    seat = task.seat
    match task.kind:
        case "origin":
            origin = "rite" if move == ORIGINS[0] else "harvest"
            hero = replace(state.heroes[seat], origin=origin)
            return replace_hero(state, seat, hero), (Began(seat, origin),)
        case "prophecy":
            state = peek_at_ending_card(state, dice, is_top=move == TOP)
            return _prophesy(state, seat, is_top=move == TOP)
    return _apply_action(state, task, move, dice)


def _apply_action(state: State, task: Task, move: Move, dice: Faces) -> tuple[State, Events]:
    """An action, or an offer before it."""
    seat = task.seat
    match move[0]:
        case "travel":
            return travel_and_rest.begin_travel(state, seat), ()
        case "rest":
            return travel_and_rest.begin_rest(state, seat), ()
        case "challenge":
            return challenge.begin_attempt(state, seat, dice)
        case "match":
            state = put_tasks_first(state, Task("move_on", seat))
            return put_heros_card_under_deck(state, seat, state.data.card_numbers[move[1]])
    return trades.begin_offer(put_tasks_first(state, task), seat, move), ()


def _prophesy(state: State, seat: int, *, is_top: bool) -> tuple[State, Events]:
    """A look at the Ending that will be, for Moons, or at one that will not, for nothing."""
    card = state.endings[0 if is_top else -1]
    hero = replace(state.heroes[seat], prophecy=card, is_true=is_top)
    state = replace_hero(state, seat, hero)
    told = Prophesied(seat, is_top)
    if not is_top:
        return state, (told,)
    price = state.data.figures.beginnings.rite.prophecy_price
    state, events = pay_tokens(state, seat, MOONS, price)
    return state, (*events, told)


def _run_until_decision(state: State, dice: Faces) -> tuple[State, Events]:
    """Do all that needs no decision, up to the next that does."""
    events: Events = ()
    while state.todo:
        task = state.todo[0]
        if task.kind in _ALWAYS_CHOSEN:
            break
        if task.kind not in _NEVER_CHOSEN and _list_moves_of_first_task(state):
            break
        state = replace(state, todo=state.todo[1:])
        room = ROOMS.get(task.kind)
        state, more = (
            room.do_task_without_choice(state, task, dice) if room else _run_task(state, task, dice)
        )
        events = (*events, *more)
    return state, events


def _run_task(state: State, task: Task, dice: Faces) -> tuple[State, Events]:
    """The frame of the game: the Novices' Moons, the deal, and turns that begin and end."""
    seat = task.seat
    match task.kind:
        case "rite":
            return _bless_novice(state, seat), ()
        case "deal":
            return _deal_cards(state, dice), ()
        case "turn":
            return _begin_turn(state, seat)
        case "begin_trades":
            return trades.begin_trades(state, seat), ()
        case "end_turn":
            return _end_turn(state, seat, dice)
    return state, ()


def _bless_novice(state: State, seat: int) -> State:
    """A Hero of the Rite has more Moons, and a Prophecy."""
    hero = state.heroes[seat]
    if hero.origin != "rite":
        return state
    moons = state.data.figures.beginnings.rite.moons
    state = replace_hero(state, seat, replace(hero, tokens=add_tokens(hero.tokens, MOONS, moons)))
    state = replace(state, bank=add_tokens(state.bank, MOONS, -moons))
    return put_tasks_first(state, Task("prophecy", seat))


def _deal_cards(state: State, dice: Faces) -> State:
    """Challenge cards for all, and the rows of Encounter cards."""
    deck = shuffle_deck(state.data.challenges, dice)
    for seat in range(len(state.heroes)):
        dealt, deck = draw_top_cards(deck, dice, CHALLENGES)
        state = replace_hero(state, seat, replace(state.heroes[seat], hand=dealt))
    mentors = shuffle_deck(state.data.mentors, dice)
    places = shuffle_deck(state.data.places, dice)
    state = replace(state, challenge_deck=deck, mentor_deck=mentors, place_deck=places)
    return move_up_encounter_rows(state, dice)


def _begin_turn(state: State, seat: int) -> tuple[State, Events]:
    """A turn to lose is lost; else an action and trades."""
    hero = state.heroes[seat]
    if hero.lost:
        state = replace_hero(state, seat, replace(hero, lost=hero.lost - 1))
        return put_tasks_first(state, Task("end_turn", seat)), (TurnLost(seat),)
    state = replace(state, offers_left=state.data.figures.offers_a_turn)
    action, trade = Task("action", seat), Task("trade", seat)
    return put_tasks_first(
        state, action, Task("begin_trades", seat), trade, Task("end_turn", seat)
    ), ()


def _end_turn(state: State, seat: int, dice: Faces) -> tuple[State, Events]:
    """The next seat to the left; after somebody came to the Ending, one last turn for each other;
    after the last round the scores as they stand."""
    state = move_up_encounter_rows(state, dice)
    if state.arrived >= 0:
        left = len(state.heroes) - 1 if state.last_turns < 0 else state.last_turns - 1
        state = replace(state, last_turns=left)
        if not left:
            return end_of_game.begin_scoring(state), ()
    is_last = seat == state.seats[-1]
    if is_last and state.round == state.data.figures.max_rounds and state.arrived < 0:
        return end_of_game.end_game(state, "rounds")
    turn = 0 if is_last else state.turn + 1
    state = replace(state, turn=turn, round=state.round + is_last)
    return put_tasks_first(state, Task("turn", list_seats_leftward(state, seat, own=False)[0])), ()


def get_result(state: State) -> Result | None:
    """How a game of The Hero's Journey ended, with the scores; None while it goes on."""
    if not state.is_over:
        return None
    scores = tuple(
        {"score": score, "stage": hero.stage, "tokens": sum(hero.tokens)}
        for score, hero in zip(state.scores, state.heroes, strict=True)
    )
    parts = tuple(end_of_game.compute_score_parts(state, seat) for seat in range(len(state.heroes)))
    return Result(state.winners, state.why, scores, parts)
