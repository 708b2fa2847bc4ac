"""Version 4, as the parlour knows it."""

from companion.parlour.common_rules_and_sentences import hide_pile_order
from companion.parlour.game import Game
from companion.parlour.games.version_4.bots import choose_move_sensibly
from companion.parlour.games.version_4.data_loading import NAME, load_data
from companion.parlour.games.version_4.renown import get_result
from companion.parlour.games.version_4.rules import apply_move, get_actor, list_moves, set_up_game
from companion.parlour.games.version_4.state import State
from companion.parlour.games.version_4.wording.board_drawing import (
    LOOKS,
    draw_table,
    draw_table_as_svg,
)
from companion.parlour.games.version_4.wording.sentences import (
    describe_choice,
    describe_event,
    describe_move,
    describe_result,
)
from companion.parlour.games.version_4.wording.things_to_look_up import describe_things_to_look_up
from companion.parlour.games.version_4.wording.word_list import (
    WORDS,
    describe_refusal_reason,
    find_refusal_reason,
    get_next_task_or_phase,
    write_typed_move_in_full,
)


def hide_piles(state: State, _seat: int) -> State:
    """The table without the order of the piles: all else lies open."""
    piles = ("tile", "creature", "guardian", "treasure", "event")
    return hide_pile_order(state, *(f"{each}_pile" for each in piles))


GAME = Game(
    name=NAME,
    title="Version 4",
    players=(1, 6),
    load=load_data,
    begin=set_up_game,
    list_legal_moves=list_moves,
    apply=apply_move,
    name_cards=lambda data: data.decks,
    actor=get_actor,
    hide=hide_piles,
    result=get_result,
    count_rounds=lambda state: state.round,
    describe_event=describe_event,
    describe_move=describe_move,
    describe_choice=describe_choice,
    describe_result=describe_result,
    find_refusal_reason=find_refusal_reason,
    describe_refusal_reason=describe_refusal_reason,
    words=WORDS,
    get_phase=get_next_task_or_phase,
    list_things=describe_things_to_look_up,
    rephrase=write_typed_move_in_full,
    draw_table=draw_table,
    looks=LOOKS,
    outline=draw_table_as_svg,
    bots={"steady": choose_move_sensibly},
    steps=("go", "pay", "recover", "gain"),
    amounts=("pay", "recover", "gain"),
)
