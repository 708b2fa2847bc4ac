"""What the steady bot of Version 4 does."""

from msgspec.structs import replace

from companion.dice.face_sources import LoadedFaces
from companion.parlour.game import Move
from companion.parlour.games.version_4.bots import choose_move_sensibly
from companion.parlour.games.version_4.data import HexKind
from companion.parlour.games.version_4.rules import list_moves
from companion.parlour.games.version_4.state import Auction, State, Todo
from tests.parlour.games.version_4.making import (
    A,
    B,
    C,
    find_at,
    find_creatures,
    make_player,
    make_state,
    mana,
)
from tests.parlour.making import NO_DICE


def choose(state: State, *faces: int) -> Move:
    dice = LoadedFaces(faces) if faces else NO_DICE
    return choose_move_sensibly(lambda: state, list_moves(state), dice)


def list_limits(round_number: int, turn: int = A) -> list[int]:
    """How high three players go for Wolf, of strength 1, in a round."""
    players = (make_player("Mage"), make_player("Barbarian"), make_player("Ranger"))
    (wolf,) = find_creatures("Wolf")
    limits = []
    for bidder in (A, B, C):
        leader = (bidder + 1) % len(players)
        waiting = (bidder, leader)
        limits.append(0)
        for high in range(3):
            auction = Auction(wolf, high, leader if high else -1, waiting)
            state = make_state(*players, auction=auction, round=round_number, turn=turn)
            if choose(state) == ("bid", str(high + 1)):
                limits[-1] = high + 1
    return limits


def test_a_bid_is_the_least_up_to_a_limit_by_seat_and_round() -> None:
    assert list_limits(1) == [2, 3, 1]
    assert list_limits(2) == [3, 1, 2]
    assert list_limits(3) == [1, 2, 3]
    assert list_limits(1, turn=B) == [1, 2, 3]


def step_from(here: str, *others: str, kind: HexKind, recover: int) -> Move:
    """A Mage on the example map with nothing to crawl or explore, where opponents' tokens lie on
    Gallows, which gives so much."""
    mage = make_player("Mage", here)
    rivals = [make_player(other, tokens=(find_at("Gallows"),)) for other in others]
    state = make_state(mage, *rivals)
    gallows = state.hexes[find_at("Gallows")]
    other = replace(gallows, kind=kind, get=replace(gallows.get, recover=recover))
    hexes = tuple(other if each == gallows else each for each in state.hexes)
    figures = replace(state.data.figures, reach=0)
    data = replace(state.data, figures=figures)
    return choose(replace(state, data=data, hexes=hexes, dungeons=(-1,) * len(hexes)), 1)


def test_a_token_is_left_where_it_gives_more_than_it_costs() -> None:
    left = ("go", "gallows", "token")
    assert step_from("College", kind="token", recover=1) == left
    assert step_from("College", "Ranger", kind="token", recover=2) == left
    assert step_from("College", "Ranger", kind="token", recover=1) != left
    assert step_from("College", "Ranger", "Paladin", kind="removal", recover=2) != left
    assert step_from("College", "Ranger", "Paladin", kind="once", recover=1) == left


def test_where_nothing_is_to_be_done_it_goes_to_hexes_with_offers() -> None:
    assert step_from("Catacomb", kind="enter", recover=0) == ("go", "gallows")
    assert step_from("Gallows", "Ranger", kind="token", recover=1) == ("go", "college")


def test_it_goes_where_its_own_hex_lets_it_explore() -> None:
    def choose_with_a_way_out_of(name: str) -> Move:
        state = make_state(make_player("Mage", "College", tokens=(find_at("Gallows"),)))
        barred = (
            each if each.name == name else replace(each, edges="ffffff") for each in state.hexes
        )
        return choose(replace(state, hexes=tuple(barred), dungeons=(-1,) * len(state.hexes)))

    assert choose_with_a_way_out_of("Catacomb")[:2] == ("go", "gallows")
    assert choose_with_a_way_out_of("Abbey") == ("go", "citadel")


def test_it_recovers_any_colour_and_gains_the_one_it_has_most_of() -> None:
    player = make_player("Mage", ready=mana(blue=3), spent=mana(blue=1, red=2))
    to_recover = make_state(player, todo=(Todo("recover", A, 1),))
    assert choose(to_recover, 1) == ("recover", "blue")
    assert choose(to_recover, 2) == ("recover", "red")
    assert choose(make_state(player, todo=(Todo("gain", A, 1),))) == ("gain", "blue")
