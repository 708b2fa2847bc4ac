"""The Hero's Journey, as the parlour knows it."""

from msgspec.structs import replace

from companion.parlour.common_rules_and_sentences import hide_pile_order
from companion.parlour.game import Game
from companion.parlour.games.heros_journey.board_drawing import LOOKS, draw_table, draw_table_as_svg
from companion.parlour.games.heros_journey.bots import (
    choose_move_mostly_passing,
    choose_move_sensibly,
)
from companion.parlour.games.heros_journey.data_loading import DECK, NAME, load_data
from companion.parlour.games.heros_journey.rules import (
    apply_move,
    get_actor,
    get_result,
    list_moves,
    set_up_game,
)
from companion.parlour.games.heros_journey.sentences import (
    describe_choice,
    describe_event,
    describe_move,
    describe_result,
    describe_things_to_look_up,
)
from companion.parlour.games.heros_journey.shorthand import expand_shorthand
from companion.parlour.games.heros_journey.state import State
from companion.parlour.games.heros_journey.word_list import (
    WORDS,
    describe_refusal_reason,
    find_refusal_reason,
    get_kind_of_next_task,
)

HIDDEN = -1


def hide_secrets(state: State, seat: int) -> State:
    """The table as a Hero sees it: the order of no deck, nobody else's Challenge card or Prophecy,
    and no Ending before it is known."""
    heroes = tuple(
        hero
        if other == seat
        else replace(hero, hand=(HIDDEN,) * len(hero.hand), prophecy=HIDDEN, is_true=False)
        for other, hero in enumerate(state.heroes)
    )
    task = state.todo[0] if state.todo else None
    looks_through = task is not None and task.kind == "take_card" and task.seat == seat
    deck = tuple(sorted(state.challenge_deck)) if looks_through else ()
    own = state.heroes[seat]
    knows = state.ending_known or own.is_true
    return replace(
        hide_pile_order(state, "mentor_deck", "place_deck"),
        heroes=heroes,
        challenge_deck=deck or (HIDDEN,) * len(state.challenge_deck),
        endings=state.endings if state.ending_known else _list_endings_seen(state, knows=knows),
    )


def _list_endings_seen(state: State, *, knows: bool) -> tuple[int, ...]:
    """The Endings, in an order that tells nothing but the top one to a Prophet."""
    top, *others = state.endings
    return (top, *sorted(others)) if knows else tuple(sorted(state.endings))


GAME = Game(
    name=NAME,
    title="The Hero's Journey",
    players=(2, 4),
    load=load_data,
    begin=set_up_game,
    list_legal_moves=list_moves,
    apply=apply_move,
    name_cards=lambda data: data.decks,
    actor=get_actor,
    hide=hide_secrets,
    result=get_result,
    count_rounds=lambda state: state.round,
    describe_event=describe_event,
    describe_move=describe_move,
    describe_choice=describe_choice,
    describe_result=describe_result,
    find_refusal_reason=find_refusal_reason,
    describe_refusal_reason=describe_refusal_reason,
    words=WORDS,
    get_phase=get_kind_of_next_task,
    list_things=describe_things_to_look_up,
    rephrase=expand_shorthand,
    draw_table=draw_table,
    looks=LOOKS,
    outline=draw_table_as_svg,
    bots={"random": choose_move_mostly_passing, "steady": choose_move_sensibly},
    shared=(DECK,),
    has_secrets=True,
    steps=("pay", "expend", "add", "want"),
    amounts=("pay", "expend"),
)
