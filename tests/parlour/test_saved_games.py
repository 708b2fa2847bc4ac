"""Saved games: small, readable, played again, and told with their line where they cannot be."""

from pathlib import Path

import pytest

from companion.parlour.game import find_game
from companion.parlour.match_in_play import Match, parse_players
from companion.parlour.saved_games import Saves, require_new_save_name
from companion.refusal import Broken, Impossible, Malformed, Refusal, Unknown
from tests.parlour.making import ANN, SHIPPED, STEADY, make_match

ERRANTRY = find_game("errantry")


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "parlour", (SHIPPED,))


def play_some(moves: int = 0) -> Match:
    match = make_match("errantry", ANN, STEADY)
    for _ in range(moves):
        match.make_typed_move(" ".join(match.choose_bot_move("random")))
    return match


def save(saves: Saves, moves: int = 6) -> Path:
    saves.write("friday", play_some(moves))
    return saves.find_path("friday")


def test_a_save_is_the_set_up_the_seed_and_the_moves(saves: Saves) -> None:
    text = save(saves).read_text("utf-8")
    assert text.startswith('schema = 1\ngame = "errantry"\nseed = "7"\n')
    assert text.count("\n") < 25


def test_a_game_that_is_read_stands_where_it_stood(saves: Saves) -> None:
    match = play_some(moves=20)
    saves.write("friday", match)
    again = saves.read("friday")
    assert again.state == match.state
    assert again.lines == match.lines
    assert again.players == match.players
    assert saves.list_names() == ["friday"]


def test_faces_rolled_by_hand_are_kept(saves: Saves) -> None:
    match = play_some()
    while not any(move[0] == "fight" for move in match.legal_moves):
        match.make_typed_move(" ".join(match.choose_bot_move("steady")))
    monsters = match.state.data.monsters_by_id[match.state.monsters[hero_at(match)]].dice
    match.make_typed_move(f"fight ={','.join(['1'] * monsters)}")
    saves.write("friday", match)
    assert saves.read("friday").state == match.state
    assert saves.read("friday").lines[-1].startswith("fight =1")


def hero_at(match: Match) -> int:
    seat = match.game.actor(match.state)
    at: int = match.state.heroes[seat].at
    return at


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('game = "errantry"', 'game = "chess"', "no game «chess»"),
        ('bot = "steady"', 'bot = "deep"', "no bot «deep»"),
        ("moves = [", 'moves = [\n    "fly to the moon",', "move 1 cannot be made"),
        ("schema = 1", "schema = 1\nwinner = true", "winner"),
        ("moves = [", "moves = [ [", "friday.toml"),
    ],
)
def test_a_save_that_somebody_broke_is_told(saves: Saves, old: str, new: str, told: str) -> None:
    path = save(saves)
    before = path.read_text("utf-8").replace(old, new)
    path.write_text(before, "utf-8")
    with pytest.raises(Broken) as broken:
        saves.read("friday")
    assert told in str(broken.value.problems)
    assert path.read_text("utf-8") == before


def test_an_illegal_move_is_told_with_its_line(saves: Saves) -> None:
    path = save(saves)
    lines = path.read_text("utf-8").split("\n")
    at = next(n for n, line in enumerate(lines) if '"stand' in line)
    lines[at] = '    "stand nowhere",'
    path.write_text("\n".join(lines), "utf-8")
    with pytest.raises(Broken) as broken:
        saves.read("friday")
    assert broken.value.problems[0].line == at + 1


@pytest.mark.parametrize("kept", [1, 10, 70, 120, -3, -12])
def test_a_save_that_was_cut_off_is_told_and_left_as_it_is(saves: Saves, kept: int) -> None:
    path = save(saves)
    before = path.read_bytes()[:kept]
    path.write_bytes(before)
    with pytest.raises(Broken) as broken:
        saves.read("friday")
    problem = broken.value.problems[0]
    assert problem.line is not None
    assert 1 <= problem.line <= before.count(b"\n") + 1
    assert path.read_bytes() == before


def test_data_that_changed_since_is_named_where_a_move_no_longer_fits(
    saves: Saves, tmp_path: Path
) -> None:
    path = save(saves)
    before = path.read_text("utf-8")
    own = tmp_path / "own" / "parlour" / "errantry"
    own.mkdir(parents=True)
    tiles = (SHIPPED / "parlour" / "errantry" / "tiles.toml").read_text("utf-8")
    (own / "tiles.toml").write_text(tiles.replace("id = 1\n", "id = 101\n"), "utf-8")
    (own / "tiles.toml").write_text(tiles.replace('"r', '"w').replace("id = ", "id = 9"), "utf-8")
    changed = Saves(saves.folder, (tmp_path / "own", SHIPPED))
    with pytest.raises(Broken) as broken:
        changed.read("friday")
    (problem,) = broken.value.problems
    assert "have changed" in str(problem)
    assert problem.line is not None
    assert before.split("\n")[problem.line - 1].strip().startswith('"')
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize("name", ["", "../x", "Friday night", "a/b", ".hidden", "x" * 65])
def test_names_stay_in_their_folder(saves: Saves, name: str) -> None:
    with pytest.raises(Malformed):
        saves.find_path(name)


def test_a_name_nobody_saved_is_unknown(saves: Saves) -> None:
    with pytest.raises(Unknown):
        saves.read("monday")
    save(saves)
    with pytest.raises(Impossible):
        require_new_save_name(saves, "friday")
    assert saves.find_free_name("friday") == "friday-2"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "no name"),
        ("a,b,c,d,e,f,g,h,i", "1 to 6 players"),
        ("Ann,ann", "Two players"),
        ("Ann,bot:deep", "no bot"),
        (f"{'x' * 41}", "no name"),
        ("\x1b[2J", "no name"),
    ],
)
def test_players_that_cannot_sit_down(typed: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        parse_players(ERRANTRY, typed.split(","))


def test_bots_of_one_kind_have_names_of_their_own() -> None:
    names = [each.name for each in parse_players(ERRANTRY, ["bot:steady", "bot:steady", "Ann"])]
    assert names == ["steady", "steady-2", "Ann"]
