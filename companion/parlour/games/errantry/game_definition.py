"""Errantry, as the parlour knows it."""

from companion.parlour.common_rules_and_sentences import hide_pile_order
from companion.parlour.game import Game
from companion.parlour.games.errantry.board_drawing import LOOKS, draw_table, draw_table_as_svg
from companion.parlour.games.errantry.bots import choose_move_sensibly
from companion.parlour.games.errantry.data_loading import NAME, load_data
from companion.parlour.games.errantry.rules import (
    apply_move,
    get_actor,
    get_result,
    list_moves,
    set_up_game,
)
from companion.parlour.games.errantry.sentences import (
    describe_choice,
    describe_event,
    describe_move,
    describe_result,
    describe_things_to_look_up,
)
from companion.parlour.games.errantry.state import State
from companion.parlour.games.errantry.word_list import (
    WORDS,
    describe_refusal_reason,
    find_refusal_reason,
    join_typed_coordinates,
)


def hide_piles(state: State, _seat: int) -> State:
    """The table without the order of the piles: all else lies open."""
    return hide_pile_order(state, "tile_pile", "monster_pile", "treasure_pile", "item_pile")


GAME = Game(
    name=NAME,
    title="Errantry",
    players=(1, 6),
    load=load_data,
    begin=set_up_game,
    list_legal_moves=list_moves,
    apply=apply_move,
    name_cards=lambda data: data.decks,
    actor=get_actor,
    hide=hide_piles,
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
    rephrase=join_typed_coordinates,
    draw_table=draw_table,
    looks=LOOKS,
    outline=draw_table_as_svg,
    bots={"steady": choose_move_sensibly},
    steps=("go",),
)
