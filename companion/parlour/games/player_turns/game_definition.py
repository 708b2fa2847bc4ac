"""Heroes, Cities and Mines, as the parlour knows it."""

from companion.parlour.common_rules_and_sentences import hide_pile_order
from companion.parlour.game import Event, Game
from companion.parlour.games.player_turns.bots import choose_move_sensibly
from companion.parlour.games.player_turns.data_loading import NAME, load_data
from companion.parlour.games.player_turns.event_records import Stepped
from companion.parlour.games.player_turns.rules import (
    apply_move,
    get_actor,
    get_result,
    list_moves,
    set_up_game,
)
from companion.parlour.games.player_turns.state import State
from companion.parlour.games.player_turns.wording.board_drawing import (
    LOOKS,
    draw_table,
    draw_table_as_svg,
)
from companion.parlour.games.player_turns.wording.refusal_reasons import (
    describe_refusal_reason,
    find_refusal_reason,
)
from companion.parlour.games.player_turns.wording.sentences import (
    describe_choice,
    describe_event,
    describe_move,
    describe_result,
)
from companion.parlour.games.player_turns.wording.things_to_look_up import (
    describe_things_to_look_up,
)
from companion.parlour.games.player_turns.wording.word_list import WORDS


def hide_deck(state: State, _seat: int) -> State:
    """The table without the order of the Item Deck: all else lies open."""
    return hide_pile_order(state, "deck")


def is_next_step_of_same_hero(one: Event, other: Event) -> bool:
    """True for a step of the same Hero after another."""
    return isinstance(one, Stepped) and isinstance(other, Stepped) and one.hero == other.hero


GAME = Game(
    name=NAME,
    title="Heroes, Cities and Mines",
    players=(2, 4),
    load=load_data,
    begin=set_up_game,
    list_legal_moves=list_moves,
    apply=apply_move,
    name_cards=lambda data: data.decks,
    actor=get_actor,
    hide=hide_deck,
    result=get_result,
    count_rounds=lambda state: state.day,
    describe_event=describe_event,
    describe_move=describe_move,
    describe_choice=describe_choice,
    describe_result=describe_result,
    find_refusal_reason=find_refusal_reason,
    describe_refusal_reason=describe_refusal_reason,
    words=WORDS,
    get_phase=lambda state: state.phase,
    list_things=describe_things_to_look_up,
    draw_table=draw_table,
    looks=LOOKS,
    outline=draw_table_as_svg,
    bots={"steady": choose_move_sensibly},
    goes_on=is_next_step_of_same_hero,
    steps=("n", "e", "s", "w", "ne", "se", "sw", "nw"),
)
