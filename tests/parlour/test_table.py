"""The table: lines that are answered, what is taken back, and what fits on the paper."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.parlour.game import Game, find_game, make_forced_moves
from companion.parlour.games.heros_journey.sentences import describe_move
from companion.parlour.games.heros_journey.state import Offer
from companion.parlour.games.player_turns.event_records import CACHE, Income, Stepped
from companion.parlour.games.player_turns.wording.sentences import describe_event
from companion.parlour.games.version_4.board import list_tile_placements
from companion.parlour.games.version_4.event_records import EventDrawn
from companion.parlour.games.version_4.state import Todo
from companion.parlour.games.version_4.wording.sentences import describe_event as describe_version_4
from companion.parlour.match_in_play import Match, Player
from companion.parlour.saved_games import Saves
from companion.parlour.typed_line_answers import Answer, Table
from companion.parlour.typed_moves import split_off_first_step
from tests.parlour.making import ANN, BO, BY_GAME, NO_DICE, SHIPPED, STEADY, make_match, sit_down


def begin(game: Game | str, tmp_path: Path, *players: Player, width: int = 80) -> Table:
    table = sit_down(game, tmp_path, *players, width=width)
    table.play_bots_and_draw()
    return table


def play_moves(table: Table, moves: int) -> None:
    for _ in range(moves):
        if table.match.result is not None:
            return
        answer = table.answer_line(" ".join(table.match.choose_bot_move("random")))
        assert answer is not None
        assert answer.refusal is None


@BY_GAME
@pytest.mark.parametrize("back", [1, 2, 5])
@pytest.mark.parametrize("players", [(ANN, STEADY), (STEADY, ANN)])
def test_after_undo_it_is_a_persons_turn(
    game: Game, back: int, players: tuple[Player, ...], tmp_path: Path
) -> None:
    table = begin(game, tmp_path, *players)
    play_moves(table, 8)
    answer = table.answer_line(f"undo {back}")
    assert answer is not None
    assert answer.refusal is None
    assert table.match.actor == ANN
    assert " ".join(answer.lines).count("«") == back


@BY_GAME
def test_moves_of_others_are_taken_back_by_number_only(game: Game, tmp_path: Path) -> None:
    table = begin(game, tmp_path, ANN, BO)
    movers = [table.match.actor]
    play_moves(table, 1)
    while table.match.actor == movers[-1]:
        movers.append(table.match.actor)
        play_moves(table, 1)
    first, second = movers[-1], table.match.actor
    hers = table.match.lines[-1]
    play_moves(table, 1)
    answer = table.answer_line("undo 2")
    assert answer is not None
    assert table.match.actor == first
    assert answer.lines[0] == f"Taken back: «{hers}» and 1 of {second.name}'s moves."


@BY_GAME
def test_more_moves_than_people_made_are_not_taken_back(game: Game, tmp_path: Path) -> None:
    table = begin(game, tmp_path, STEADY, ANN)
    before = list(table.match.lines)
    answer = table.answer_line("undo")
    assert answer is not None
    assert answer.refusal is not None
    assert table.match.lines == before


def test_leave_with_a_number_is_a_move_and_never_the_door(tmp_path: Path) -> None:
    table = begin("player-turns", tmp_path, ANN, STEADY)
    answer = table.answer_line("leave 3")
    assert answer is not None
    assert answer.refusal is not None
    assert not answer.is_quit
    for word in ("leave", "quit"):
        left = table.answer_line(word)
        assert left is not None
        assert left.is_quit


@BY_GAME
def test_sentences_and_moves_fit_on_the_paper(game: Game, tmp_path: Path) -> None:
    table = begin(game, tmp_path, ANN, STEADY, width=40)
    for _ in range(12):
        if table.match.result is not None:
            break
        answer = table.answer_line(" ".join(table.match.choose_bot_move("random")))
        assert answer is not None
        assert [line for line in (*answer.lines, *answer.moves) if len(line) > 40] == []


def test_who_answers_an_offer_reads_what_it_is(tmp_path: Path) -> None:
    table = begin("heros-journey", tmp_path, ANN, BO)
    offer = Offer(to=1, given=(2, 0, 0, 0, 0, 0), wanted=(0, 0, 1, 0, 0, 0))
    state = replace(table.match.state, offer=offer)
    assert describe_move(state, ("propose",)) == "give 2 moons, get 1 wave"
    assert describe_move(state, ("accept",)) == "give 1 wave, get 2 moons"


def answer_line(table: Table, line: str) -> Answer:
    answer = table.answer_line(line)
    assert answer is not None
    return answer


def walk(game: str, tmp_path: Path, steps: str) -> tuple[Table, Table]:
    """Two tables at the same moment of a Move, in which these steps can be made."""
    tables = []
    for name in ("one", "other"):
        table = begin(game, tmp_path / name, ANN)
        while not any(move[0] == steps for move in table.match.legal_moves):
            play_moves(table, 1)
        tables.append(table)
    return tables[0], tables[1]


@pytest.mark.parametrize("game", ["errantry", "version-4"])
@pytest.mark.parametrize("token", ["", " token"])
def test_a_path_is_as_many_moves_as_it_has_steps(game: str, token: str, tmp_path: Path) -> None:
    path, single = walk(game, tmp_path, "go")
    first = next(m[1] for m in single.match.legal_moves if len(m) == 1 + len(f"x{token}".split()))
    answer_line(single, f"go {first}{token}")
    second = next(move[1] for move in single.match.legal_moves if move[0] == "go")
    answer_line(single, f"go {second}")
    answer = answer_line(path, f"go {first}{token} {second}")
    assert answer.refusal is None
    assert path.match.lines == single.match.lines
    assert path.match.lines[-2:] == [f"go {first}{token}", f"go {second}"]
    assert path.match.state == single.match.state
    assert path.saves.read("friday").lines == path.match.lines


def test_a_path_of_directions_goes_on_until_it_is_refused(tmp_path: Path) -> None:
    table = begin("player-turns", tmp_path, ANN, BO)
    while ("n",) not in table.match.legal_moves:
        play_moves(table, 1)
    before = len(table.match.lines)
    answer = answer_line(table, "n s n s fly")
    assert answer.refusal is not None
    made = table.match.lines[before:]
    assert made == ["n", "s", "n", "s"][: len(made)]
    assert made
    left = " ".join(["n", "s", "n", "s", "fly"][len(made) :])
    assert f"«{left}» is no move now." in " ".join(answer.lines)
    assert table.saves.read("friday").lines == table.match.lines


@pytest.mark.parametrize("between", ["; map;", ";", " then"])
def test_several_moves_in_one_line_are_saved_one_by_one(between: str, tmp_path: Path) -> None:
    table = begin("errantry", tmp_path, ANN)
    answer = answer_line(table, f"lay 12 0,2 nw{between} lay 7 1,1 e")
    assert answer.refusal is None
    assert table.match.lines == ["lay 12 0,2 nw", "lay 7 1,1 e"]
    assert [event.seat for event in answer.events] == [0, 0]  # type: ignore[attr-defined]


def test_moves_before_a_refused_one_stand(tmp_path: Path) -> None:
    table = begin("errantry", tmp_path, ANN)
    answer = answer_line(table, "lay 12 0,2 nw; fly; lay 7 1,1 e")
    assert answer.refusal is not None
    assert table.match.lines == ["lay 12 0,2 nw"]
    assert "Not done: «fly; lay 7 1,1 e»." in " ".join(answer.lines)
    assert answer.moves


def test_a_line_makes_no_moves_for_the_next_player(tmp_path: Path) -> None:
    table = begin("version-4", tmp_path, ANN, BO)
    first = table.match.actor
    answer = answer_line(table, "class paladin; class mage")
    assert answer.refusal is not None
    assert table.match.lines == ["class paladin"]
    assert table.match.actor != first


def test_faces_behind_a_path_are_those_of_its_last_step() -> None:
    legal = (("go", "mill"), ("go", "mill", "token"), ("go", "weir"))
    assert split_off_first_step("go mill weir =3,5", legal, ("go",)) == ("go mill", "go weir =3,5")
    assert split_off_first_step("go mill tok weir", legal, ("go",)) == ("go mill tok", "go weir")
    assert split_off_first_step("go mill =x,,", legal, ("go",)) == ("go mill =x,,", "")


def test_a_path_goes_on_after_another_move() -> None:
    legal = (("pick", "coins"), ("pick", "unknown"), ("s",))
    path = split_off_first_step("pick coins s s pick coins", legal, ("n", "s"))
    assert path == ("pick coins", "s s pick coins")
    assert split_off_first_step("pick coins unknown", legal, ("n", "s")) == (
        "pick coins unknown",
        "",
    )


@BY_GAME
@pytest.mark.parametrize("seed", ["1", "2"])
def test_every_choice_says_whose_it_is_and_what_is_asked(
    game: Game, seed: str, tmp_path: Path
) -> None:
    match = Match(game, game.load((SHIPPED,)), (ANN, BO), seed)
    table = Table(match, "friday", Saves(tmp_path, (SHIPPED,)))
    for number in range(300):
        if match.result is not None:
            break
        asked = game.describe_choice(table.get_visible_state(), match.names)
        assert asked.endswith((".", "?"))
        lines = table.list_moves()
        assert lines[0].startswith(f"{match.actor.name}: {asked[:20]}")
        assert len(lines) <= 40
        match.make_typed_move(" ".join(match.choose_bot_move(("random", "steady")[number % 2])))


def test_moves_that_differ_in_a_number_stand_in_one_line(tmp_path: Path) -> None:
    table = begin("player-turns", tmp_path, ANN, BO)
    lines = table.list_moves()
    assert "  recruit 1 to 4 ashby  (2 coins to 8 coins)" in lines
    assert not any("recruit 2" in line for line in lines[2:])
    everything = answer_line(table, "moves")
    assert any("recruit 2 ashby" in line for line in everything.lines)


def test_many_ways_are_listed_by_what_they_begin_with(tmp_path: Path) -> None:
    table = begin("errantry", tmp_path, ANN)
    lines = table.list_moves()
    tiles = table.match.state.hand
    for tile in tiles:
        names = " and ".join(each.name for each in table.match.data.tiles_by_id[tile].hexes)
        assert any(line.startswith(f"  lay {tile} …  ({names}; ") for line in lines)
    assert len(lines) < 12


def test_several_tokens_are_paid_in_one_line() -> None:
    legal = (("pay", "suns"), ("pay", "moons"))
    for name in ("heros-journey", "version-4"):
        assert split_off_first_step("pay suns suns moons", legal, find_game(name).steps) == (
            "pay suns",
            "pay suns moons",
        )


@BY_GAME
def test_what_is_left_of_a_line_when_the_turn_is_over_is_no_move_of_the_next(
    game: Game, tmp_path: Path
) -> None:
    table = begin(game, tmp_path, ANN, STEADY)
    ends = 0
    while ends < 2 and table.match.result is None:
        day = game.count_rounds(table.match.state)
        typed = " ".join(table.match.choose_bot_move("random"))
        answer = answer_line(table, f"{typed}; go nowhere")
        assert answer.refusal is not None
        is_over = game.count_rounds(table.match.state) > day > 0 and table.match.result is None
        assert ("turn was over" in answer.refusal.message) == is_over
        ends += is_over
    assert ends


@BY_GAME
def test_what_only_looks_may_follow_the_end_of_a_turn(game: Game, tmp_path: Path) -> None:
    table = begin(game, tmp_path, ANN, STEADY)
    for _ in range(40):
        if table.match.result is not None:
            break
        answer = answer_line(table, f"{' '.join(table.match.choose_bot_move('random'))}; table")
        assert answer.refusal is None


def test_of_a_bots_way_only_the_last_step_is_told(tmp_path: Path) -> None:
    table = begin("player-turns", tmp_path, ANN, STEADY)
    steps = 0
    while steps < 9:
        answer = answer_line(table, " ".join(table.match.choose_bot_move("steady")))
        ways = [line.split(" goes to ")[0] for line in answer.lines]
        walks = [" goes to " in line for line in answer.lines]
        pairs = zip(pairwise(ways), pairwise(walks), strict=True)
        assert not any(all(both) and one == other for (one, other), both in pairs)
        steps += sum(isinstance(each, Stepped) for each in answer.events)


def test_coins_of_a_cache_are_told_once() -> None:
    state = make_match("player-turns").state
    told = describe_event(state, Income(0, 3, CACHE), ("Ann", "Bo"))
    assert told == ""


def test_a_step_says_whether_land_can_be_explored_from_there(tmp_path: Path) -> None:
    table = begin("version-4", tmp_path, ANN, STEADY)
    told = 0
    for _ in range(60):
        state, legal = table.match.state, table.match.legal_moves
        for move in legal:
            if move[0] == "go" and len(move) == 2:
                at = next(n for n, each in enumerate(state.hexes) if each.typed_name == move[1])
                ability = state.players[table.match.game.actor(state)].ability
                can = any(list_tile_placements(state, at, ability))
                assert ("land to explore" in table.match.game.describe_move(state, move)) == can
                told += 1
        play_moves(table, 1)
    assert told


def test_an_event_card_names_whose_turn_it_is() -> None:
    state = make_match("version-4").state
    told = describe_version_4(state, EventDrawn(1, 2), ("Ann", "Bo"))
    assert told == "Bo's turn: Purple Tide: each recovers 1 purple; Bo gains 1 purple."


def test_tokens_that_were_paid_by_themselves_are_not_called_undone(tmp_path: Path) -> None:
    table = begin("version-4", tmp_path, ANN)
    table.match.make_typed_move("class ranger")
    worth = Todo("worth", 0, 3, "purple")
    player = replace(table.match.state.players[0], ready=(0, 0, 0, 0, 2, 2))
    state = replace(table.match.state, players=(player,), todo=(worth,), phase="end_turn")
    table.match._step = make_forced_moves(table.match.game, state, NO_DICE)
    answer = answer_line(table, "pay gold gold green green")
    assert answer.refusal is None
    assert any("owed no more" in line for line in answer.lines)
