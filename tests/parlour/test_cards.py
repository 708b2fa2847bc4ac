"""Cards of a table's own: named behind a move, or with `deal` before the first one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dice.face_sources import LoadedFaces, Streams
from companion.parlour.cards import (
    CardDeck,
    TypedDraws,
    draw_card,
    resolve_typed_card,
    shuffle_cards,
)
from companion.parlour.game import Game
from companion.parlour.match_in_play import Match
from companion.parlour.saved_games import Saves
from companion.parlour.typed_line_answers import Table
from companion.parlour.typed_moves import format_move
from companion.refusal import Ambiguous, Impossible, Refusal, Unknown
from tests.parlour.making import ANN, BO, BY_GAME, GAMES, SHIPPED, STEADY, make_match
from tests.rounds import rounds

DECKS = (
    CardDeck("beast", {1: "wolf", 2: "the-old-bear", 3: "owl"}),
    CardDeck("coin", {1: "2-gold", 2: "2-gold", 3: "2-gold-1-silk", 4: "owl"}),
)


def play_until(match: Match, word: str, bot: str = "steady") -> None:
    """Let a bot move for everybody until a move of this word is legal."""
    while (word,) not in match.legal_moves:
        match.make_typed_move(format_move(match.choose_bot_move(bot)))


def make_hand(*cards: str, faces: tuple[int, ...] = ()) -> TypedDraws:
    return TypedDraws(faces, cards, DECKS, Streams("7").stream("test"))


def test_named_cards_are_drawn_first_and_in_their_order() -> None:
    dice = make_hand("owl", "wolf")
    pile: tuple[int, ...] = (1, 2, 3)
    drawn = []
    for _ in range(3):
        card, pile, _ = draw_card(pile, (), dice, "beast")
        drawn.append(card)
    assert drawn == [3, 1, 2]
    dice.require_no_faces_left()


def test_a_pile_takes_the_first_named_card_of_its_own() -> None:
    dice = make_hand("2-gold", "wolf")
    assert draw_card((3, 1, 2), (), dice, "beast") == (1, (3, 2), ())
    assert draw_card((1, 3, 4), (), dice, "coin")[0] == 1


def test_a_card_named_is_found_among_the_discards_once_they_are_the_pile() -> None:
    assert draw_card((), (1, 2, 3), make_hand("wolf"), "beast")[0] == 1


def test_faces_typed_are_for_dice_and_not_for_the_shuffle() -> None:
    dice = make_hand(faces=(6,))
    shuffle_cards((1, 2, 3), dice)
    assert dice.face(6) == 6


def test_a_card_that_no_pile_holds_is_refused_with_what_could_be_drawn() -> None:
    with pytest.raises(Impossible, match="wolf") as refused:
        draw_card((2, 3), (), make_hand("wolf"), "beast")
    assert "the-old-bear" in refused.value.hint


def test_what_could_be_drawn_of_a_secret_deck_is_not_told() -> None:
    decks = (CardDeck("beast", DECKS[0].words, is_secret=True),)
    with pytest.raises(Impossible) as refused:
        draw_card((2, 3), (), TypedDraws((), ("wolf",), decks, LoadedFaces(())), "beast")
    assert "bear" not in refused.value.hint


def test_cards_that_were_not_drawn_are_refused() -> None:
    with pytest.raises(Impossible, match="wolf"):
        make_hand("wolf").require_no_faces_left()


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("wolf", "wolf"), ("w", "wolf"), ("The old bear", "the-old-bear"), ("bear", "the-old-bear"),
        ("2-gold", "2-gold"), ("2-gold-1", "2-gold-1-silk"), ("owl", "owl"),
    ],
)  # fmt: skip
def test_a_beginning_that_fits_one_card_is_enough(typed: str, card: str) -> None:
    assert resolve_typed_card(typed, DECKS) == card


def test_what_fits_none_or_several_cards_is_refused() -> None:
    with pytest.raises(Unknown):
        resolve_typed_card("dodo", DECKS)
    with pytest.raises(Ambiguous, match="2-gold-1-silk"):
        resolve_typed_card("2-g", DECKS)


@pytest.mark.parametrize("line", ["stop =dragon", "stop = Dragon", "sto  =dragon"])
def test_the_monster_that_comes_is_the_one_that_was_drawn(line: str) -> None:
    match = make_match("errantry", ANN)
    dragon = next(each.id for each in match.data.monsters if each.name == "Dragon")
    play_until(match, "stop", bot="random")
    assert dragon not in match.state.monsters
    match.make_typed_move(line)
    assert match.lines[-1] == "stop =dragon"
    assert dragon in match.state.monsters
    match.undo()
    assert dragon not in match.state.monsters


def test_an_auction_is_about_the_creature_that_was_drawn() -> None:
    match = make_match("version-4")
    match.make_typed_move("class paladin")
    match.make_typed_move("class mage =word on the road, unicorn")
    assert match.lines[-1] == "class mage =word-on-the-road,unicorn"
    assert match.state.auction.creature == 1


def test_the_challenge_card_drawn_is_in_hand_and_the_ending_shown_is_the_one() -> None:
    match = make_match("heros-journey")
    play_until(match, "challenge")
    card = match.state.data.cards[match.state.challenge_deck[-1]].id
    match.make_typed_move(f"challenge ={card}")
    seat = match.game.actor(match.state)
    assert match.state.data.card_numbers[card] in match.state.heroes[seat].hand


def test_an_item_is_the_card_that_was_drawn() -> None:
    match = make_match("player-turns", seed="2")
    before = len(match.state.deck)
    while len(match.state.deck) == before:
        match.make_typed_move(format_move(match.choose_bot_move("steady")))
    last = match.undo()[0]
    match.make_typed_move(f"{last} =saint's toe")
    cards = match.data.items.cards
    assert "Saint's toe" not in [cards[at].name for at in match.state.deck]


def test_the_set_up_is_dealt_by_hand_before_the_first_move(tmp_path: Path) -> None:
    match = make_match("errantry")
    match.make_typed_move("deal =2,boots,rope,sword,mail,24,smithy".replace("24,smithy", "weir"))
    wares = match.data.wares_by_id
    assert [wares[each].name for each in match.state.market] == ["Boots", "Rope", "Sword", "Mail"]
    assert match.actor == BO
    assert len(match.lines) == 1
    saves = Saves(tmp_path, (SHIPPED,))
    saves.write("friday", match)
    assert saves.read("friday").state == match.state
    dealt = match.state
    match.make_typed_move(format_move(match.choose_bot_move("random")))
    with pytest.raises(Impossible, match="first move"):
        match.make_typed_move("deal =boots")
    match.undo()
    assert match.state == dealt
    match.make_typed_move("deal =rope")
    assert len(match.lines) == 1
    match.undo()
    assert match.state == make_match("errantry").state


def test_a_deal_that_cannot_be_leaves_the_table_as_it_was() -> None:
    match = make_match("errantry")
    before = match.state
    for wrong in ("deal", "deal =", "deal =dragon", "deal =boots,boots", "deal boots"):
        with pytest.raises(Refusal):
            match.make_typed_move(wrong)
        assert match.state == before
        assert match.lines == []


def test_people_deal_though_a_bot_moved_first_and_take_it_back(tmp_path: Path) -> None:
    table = Table(make_match("errantry", STEADY, ANN), "friday", Saves(tmp_path, (SHIPPED,)))
    table.play_bots_and_draw()
    answer = table.answer_line("deal =1,boots")
    assert answer is not None
    assert answer.refusal is None
    assert table.match.lines[0] == "deal =1,boots"
    assert table.match.actor == ANN
    undone = table.answer_line("undo")
    assert undone is not None
    assert undone.refusal is None
    assert not any(line.startswith("deal") for line in table.match.lines)
    assert table.match.actor == ANN


@BY_GAME
def test_every_card_has_a_word_that_names_it_alone(game: Game) -> None:
    decks = game.name_cards(game.load((SHIPPED,)))
    for deck in decks:
        for word in deck.words.values():
            assert resolve_typed_card(word, decks) == word
            assert not word.replace(",", "").isdecimal()


@rounds(60, short=6)
@given(data=st.data(), seed=st.integers(0, 10_000).map(str))
def test_a_named_card_is_drawn_or_refused_and_leads_back(data: st.DataObject, seed: str) -> None:
    game = data.draw(st.sampled_from(GAMES), label="game")
    match = make_match(game.name, ANN, BO, seed=seed)
    decks = game.name_cards(match.data)
    words = sorted({word for deck in decks for word in deck.words.values()})
    for _ in range(data.draw(st.integers(1, 40), label="moves")):
        if match.result is not None:
            break
        move = format_move(match.choose_bot_move("random"))
        before = match.state
        try:
            match.make_typed_move(f"{move} ={data.draw(st.sampled_from(words), label='card')}")
        except Refusal:
            assert match.state == before
            match.make_typed_move(move)
    again = make_match(game.name, ANN, BO, seed=seed)
    for line in match.lines:
        again.make_typed_move(line)
    assert again.state == match.state


def test_the_rows_and_the_ending_of_the_journey_are_those_on_the_table() -> None:
    match = make_match("heros-journey")
    match.make_typed_move("harvest")
    match.make_typed_move("harvest =ace of moons, excuse, sailor, bard, mill")
    state, number = match.state, match.data.card_numbers
    seats = (state.seats[0], state.seats[1])
    hands = {state.heroes[seat].hand for seat in seats}
    assert hands == {(number["ace-of-moons"],), (number["excuse"],)}
    assert state.mentor_row[:2] == (number["sailor"], number["bard"])
    assert state.place_row[0] == number["mill"]


@pytest.mark.parametrize(("prophecy", "at"), [("bottom", -1), ("top", 0)])
def test_a_prophecy_shows_the_ending_that_was_turned_up(prophecy: str, at: int) -> None:
    for ending in ("end", "calamity", "windfall"):
        match = make_match("heros-journey")
        match.make_typed_move("rite")
        match.make_typed_move("harvest")
        match.make_typed_move(f"prophecy {prophecy} ={ending}")
        assert match.state.endings[at] == match.data.card_numbers[ending]
        assert len(set(match.state.endings)) == 3
