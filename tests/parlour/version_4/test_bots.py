"""What the steady bot of Version 4 does."""

from msgspec.structs import replace

from companion.dice.faces import LoadedFaces
from companion.parlour.game import Move
from companion.parlour.version_4.bots import play_steadily
from companion.parlour.version_4.figures import HexKind
from companion.parlour.version_4.rules import list_moves
from companion.parlour.version_4.values import Auction, State, Todo
from tests.parlour.making import NO_DICE
from tests.parlour.version_4.making import (
    A,
    B,
    C,
    find_at,
    find_creatures,
    make_player,
    make_state,
    mana,
)


def choose(state: State, *faces: int) -> Move:
    dice = LoadedFaces(faces) if faces else NO_DICE
    return play_steadily(lambda: state, list_moves(state), dice)


def make_auction(bidder: int, high: int, leader: int) -> State:
    """An auction of Wolf, of strength 1, on the turn of A."""
    players = (make_player("Mage"), make_player("Barbarian"), make_player("Ranger"))
    (wolf,) = find_creatures("Wolf")
    return make_state(*players, auction=Auction(wolf, high, leader, waiting=(bidder, leader)))


def test_a_bid_is_the_least_up_to_a_limit_by_the_seat_from_whose_turn_it_is() -> None:
    assert choose(make_auction(A, 0, -1)) == ("bid", "1")
    assert choose(make_auction(A, 1, B)) == ("pass",)
    assert choose(make_auction(B, 1, A)) == ("bid", "2")
    assert choose(make_auction(B, 2, C)) == ("pass",)
    assert choose(make_auction(C, 2, B)) == ("bid", "3")
    assert choose(make_auction(C, 3, A)) == ("pass",)


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


def test_it_recovers_the_colour_of_which_most_is_spent() -> None:
    player = make_player("Mage", ready=mana(blue=3), spent=mana(blue=1, red=2))
    state = make_state(player, todo=(Todo("recover", A, 1),))
    assert choose(state) == ("recover", "red")
