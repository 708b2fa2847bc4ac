"""What a table says to whoever plays: why a move is refused, who won and with what, and help."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.parlour.game import Game, Lacks, Move, NotNow
from companion.parlour.games.heros_journey.word_list import CannotAttempt, NotHeld
from companion.parlour.games.player_turns.state import Battle
from companion.parlour.games.player_turns.wording.sentences import describe_choice
from companion.parlour.typed_line_answers import Answer, Table
from companion.parlour.typed_moves import (
    NoMove,
    read_move,
    read_move_without_first_word,
    split_line_into_moves,
    split_off_first_step,
)
from companion.parlour.wording.json_answers import encode_answer
from companion.refusal import Ambiguous
from tests.parlour.making import BY_GAME, sit_down


def answer(table: Table, line: str) -> Answer:
    found = table.answer_line(line)
    assert found is not None
    return found


def get_reason(found: Answer) -> Any:
    assert isinstance(found.refusal, NoMove)
    return found.refusal.reason


@pytest.mark.parametrize(
    ("name", "line", "tag"),
    [
        ("errantry", "lay 99 0,2 nw", "no_such"),
        ("errantry", "buy rope", "not_now"),
        ("version-4", "crawl", "not_now"),
        ("player-turns", "n", "not_now"),
        ("player-turns", "recruit 99 ashby", "lacks"),
        ("heros-journey", "travel", "not_now"),
    ],
)
def test_a_refusal_says_why_and_what_is_asked(
    name: str, line: str, tag: str, tmp_path: Path
) -> None:
    table = sit_down(name, tmp_path)
    found = answer(table, line)
    assert get_reason(found).__struct_config__.tag == tag
    assert found.moves[0].startswith(f"{table.match.actor.name}: ")
    told = msgspec.json.decode(encode_answer(line, table, found))
    assert told["refusal"]["reason"]["reason"] == tag


def begin_journey(tmp_path: Path) -> Table:
    """Ann's first action: she began on the Harvest, with a token of each suit."""
    table = sit_down("heros-journey", tmp_path)
    while table.match.game.get_phase(table.match.state) != "action":
        answer(table, "harvest")
    return table


def test_a_challenge_says_what_it_lacks(tmp_path: Path) -> None:
    """The stake leaves nothing: the Origin takes 2, with both waves and leaves among them."""
    table = begin_journey(tmp_path)
    found = answer(table, "challenge")
    reason = get_reason(found)
    assert isinstance(reason, CannotAttempt)
    assert (reason.stage, reason.shortfall.missing) == (2, (2, 3))
    assert "after the stake for the Origin you have no waves or leaves" in " ".join(found.lines)


def test_a_suit_is_named_as_one_token_or_as_many(tmp_path: Path) -> None:
    table = begin_journey(tmp_path)
    rephrase, state = table.match.game.rephrase, table.match.state
    traded = rephrase(state, ("trade", "wyrm", "leaf", "for", "moon"))
    assert traded == (("trade", "leaves", "wyrms", "for", "moons"),)
    assert rephrase(state, traded[0]) == traded
    legal = (("expend", "suns"), ("expend", "wyrms"))
    steps = table.match.game.steps
    assert split_off_first_step("expend wyrms suns wyrms", legal, steps) == (
        "expend wyrms",
        "expend suns wyrms",
    )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pay w", "pay waves"),
        ("pay 2y k", "pay wyrms wyrms knots"),
        ("trade 2y l for m", "trade leaves wyrms wyrms for moons"),
        ("give s to 2", "give suns to 2"),
        ("add k", "add knots"),
        ("match m", "match m"),
        ("keep s", "keep s"),
    ],
)
def test_a_suit_has_a_letter_where_suits_are_named(typed: str, meant: str, tmp_path: Path) -> None:
    table = begin_journey(tmp_path)
    rephrase = table.match.game.rephrase
    assert rephrase(table.match.state, tuple(typed.split())) == (tuple(meant.split()),)


def test_moves_say_what_they_take(tmp_path: Path) -> None:
    table = sit_down("heros-journey", tmp_path)
    answer(table, "rite")
    while table.match.game.get_phase(table.match.state) != "prophecy":
        answer(table, "harvest")
    state, describe = table.match.state, table.match.game.describe_move
    assert describe(state, ("prophecy", "bottom")) == "one that will not be"
    assert describe(state, ("prophecy", "top")) == "the one that will be, for 3 Moons"
    hero = replace(state.heroes[0], tokens=(3,) * 6, stage=1, origin="harvest")
    trying = replace(state, heroes=(hero, hero), todo=(replace(state.todo[0], kind="action"),))
    told = describe(trying, ("challenge",))
    assert (
        told
        == "stake wave and leaf; the Origin takes 2, and 4 are left; then a test: 1 of one suit"
    )


def test_letters_are_typed_at_the_table(tmp_path: Path) -> None:
    table = begin_journey(tmp_path)
    other = next(move[1] for move in table.match.legal_moves if move[0] == "offer")
    for line in (f"offer {other}", "add k y", "want w", "propose"):
        assert answer(table, line).refusal is None, line
    offer = table.match.state.offer
    assert (offer.given, offer.wanted) == ((0, 0, 0, 0, 1, 1), (0, 0, 1, 0, 0, 0))
    assert table.match.lines[-4:] == ["add knots", "add wyrms", "want waves", "propose"]


def test_what_is_expended_can_be_named_at_once(tmp_path: Path) -> None:
    table = begin_journey(tmp_path)
    state = table.match.state
    failed = replace(state, todo=(replace(state.todo[0], kind="failed", number=2), *state.todo))
    parts = table.match.game.rephrase(failed, ("expend", "wyrm", "suns"))
    assert parts == (("expend",), ("expend", "wyrms", "suns"))
    find_refusal_reason = table.match.game.find_refusal_reason
    assert find_refusal_reason(failed, ("lie", "down")) is None
    poor = replace(failed, todo=(replace(failed.todo[0], number=30), *state.todo))
    assert find_refusal_reason(poor, ("expend",)) == Lacks("of tokens and cards", 30, 6)
    assert find_refusal_reason(replace(failed, todo=state.todo), ("drop", "sea")) == NotHeld("sea")


@BY_GAME
@pytest.mark.parametrize("width", [40, 80])
def test_a_game_that_is_over_says_who_won_and_with_what(
    game: Game, width: int, tmp_path: Path
) -> None:
    table = sit_down(game, tmp_path, width=width)
    while table.match.result is None:
        table.match.make_typed_move(" ".join(table.match.choose_bot_move("steady")))
    table.saves.write("friday", table.match)
    again = Table(table.saves.read("friday"), "friday", table.saves, width)
    result = again.match.result
    assert result is not None
    for scores, parts in zip(result.scores, result.parts, strict=bool(result.parts)):
        assert sum(parts.values()) == next(iter(scores.values()))
    lines = again.list_moves()
    assert lines == table.list_moves()
    assert max(len(line) for line in lines) <= width
    winners = [("Ann", "Bo")[seat] for seat in result.winners]
    assert all(name in lines[0] for name in winners)
    for name in ("Ann", "Bo"):
        assert any(line.startswith(f"  {name}: ") for line in lines)
    assert answer(again, "moves").lines == lines


@BY_GAME
@pytest.mark.parametrize("width", [40, 80])
def test_help_is_of_this_game_and_fits(game: Game, width: int, tmp_path: Path) -> None:
    table = sit_down(game, tmp_path, width=width)
    lines = answer(table, "help").lines
    assert answer(table, "?").lines == lines
    assert max(len(line) for line in lines) <= width
    text = " ".join(lines)
    assert game.title in text
    for word in game.words:
        told = answer(table, f"help {word}")
        assert told.refusal is None
        assert max(len(line) for line in told.lines) <= width
    assert [look for look in game.looks if look not in text] == []


@BY_GAME
def test_every_move_begins_with_a_word_of_the_help(game: Game, tmp_path: Path) -> None:
    """And with one that is not said to belong to another moment."""
    table = sit_down(game, tmp_path)
    match = table.match
    for number in range(400):
        if match.result is not None:
            break
        phase = game.get_phase(match.state)
        for move in match.legal_moves:
            word = game.words[move[0]]
            assert not word.phases or phase in word.phases, (move, phase)
        match.make_typed_move(" ".join(match.choose_bot_move(("random", "steady")[number % 2])))


@BY_GAME
@pytest.mark.parametrize("width", [40, 80])
def test_what_can_be_looked_up_fits(game: Game, width: int, tmp_path: Path) -> None:
    table = sit_down(game, tmp_path, width=width)
    for _ in range(30):
        table.match.make_typed_move(" ".join(table.match.choose_bot_move("steady")))
    things = game.list_things(table.get_visible_state(), table.match.names)
    assert len(things) > 10
    for name in things:
        found = answer(table, f"look {name}")
        assert found.refusal is None, name
        assert max(len(line) for line in found.lines) <= width
    for word in game.looks:
        assert max(len(line) for line in answer(table, word).lines) <= width


@BY_GAME
def test_exit_is_the_door(game: Game, tmp_path: Path) -> None:
    assert answer(sit_down(game, tmp_path), "exit").is_quit


def test_nothing_of_a_line_is_done_if_its_first_move_fails(tmp_path: Path) -> None:
    table = sit_down("errantry", tmp_path)
    found = answer(table, "fly; lay 12 0,2 nw")
    assert found.lines[0].startswith("Not done: «fly; lay 12 0,2 nw».")
    assert table.match.lines == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("aldous", ("hero", "aldous")),
        ("ald =9", ("hero", "aldous")),
        ("3", ("join", "3")),
        ("mule", ("fall", "mule")),
        ("ber", None),
        ("al", None),
        ("7", None),
    ],
)
def test_an_answer_needs_no_first_word_where_it_can_mean_one_move(
    typed: str, meant: Move | None
) -> None:
    legal = (
        ("hero", "aldous"), ("hero", "berenice"), ("hero", "bertram"), ("done",),
        ("join", "2"), ("join", "3"), ("fall", "mule"), ("fall", "mule", "all"),
    )  # fmt: skip
    found = read_move_without_first_word(typed, legal)
    assert (found.move if found else None) == meant


def test_a_bare_answer_is_played_and_a_word_of_the_game_never_is_one(tmp_path: Path) -> None:
    table = sit_down("version-4", tmp_path)
    assert get_reason(answer(table, "crawl")) == NotNow("in Adventure, after the Move")
    assert answer(table, "ranger").refusal is None
    assert table.match.lines == ["class ranger"]


def test_a_card_is_named_by_a_part_of_its_name() -> None:
    legal = (("play", "ace-of-wyrms"), ("play", "ace-of-suns"), ("play", "excuse"))
    assert read_move("play wyrms", legal).move == ("play", "ace-of-wyrms")
    with pytest.raises(Ambiguous):
        read_move("play ace", legal)
    with pytest.raises(NoMove):
        read_move("play moons", legal)


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("version-4", "pay 2 purple", ["pay purple purple"]),
        ("version-4", "recover 2p red", ["recover p p red"]),
        ("version-4", "bid 4", ["bid 4"]),
        ("heros-journey", "play ace of wyrms", ["play ace-of-wyrms"]),
        ("heros-journey", "travel to wanderer", ["travel", "to wanderer"]),
        ("heros-journey", "travel wanderer", ["travel", "to wanderer"]),
        ("heros-journey", "travel", ["travel"]),
    ],
)
def test_what_is_said_in_other_words(
    game: str, typed: str, meant: list[str], tmp_path: Path
) -> None:
    match = sit_down(game, tmp_path).match
    parts = match.game.rephrase(match.state, tuple(typed.split()))
    assert [" ".join(part) for part in parts] == meant


@pytest.mark.parametrize(
    ("game", "line", "told"),
    [
        ("heros-journey", "look rite", "rite: "),
        ("heros-journey", "look excuse", "The Excuse: a Challenge of the suit that whoever"),
        ("heros-journey", "look ace of suns", "Ace of Suns: a Challenge of suns."),
        ("player-turns", "look estate", "Estate: a tier of Cities, 4 coins a Day, 13 renown, 10"),
        ("version-4", "look crawl", "crawl: "),
        ("version-4", "look blue tide", "each recovers 1 blue; whose turn it is gains 1 blue."),
    ],
)
def test_words_cards_and_tiers_can_be_looked_up(
    game: str, line: str, told: str, tmp_path: Path
) -> None:
    assert told in " ".join(answer(sit_down(game, tmp_path), line).lines)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("pick coins, s s", ["pick coins", "s s"]),
        ("stop; go mill, weir token then done", ["stop", "go mill", "weir token", "done"]),
        ("lay 8 -2,0 e", ["lay 8 -2,0 e"]),
        ("lay 8 -2, 0 e", ["lay 8 -2, 0 e"]),
        ("class mage =word on the road, unicorn", ["class mage =word on the road, unicorn"]),
        ("rest, fight =3, wolf; done", ["rest", "fight =3, wolf", "done"]),
    ],
)
def test_moves_of_a_line_stand_between_semicolons_or_commas(line: str, parts: list[str]) -> None:
    assert split_line_into_moves(line) == parts


def test_east_is_never_the_beginning_of_end() -> None:
    with pytest.raises(NoMove):
        read_move("e", (("end",), ("n",), ("engage", "monster")), ("n", "e", "s", "w"))


def test_a_battle_says_how_strong_both_armies_are(tmp_path: Path) -> None:
    table = sit_down("player-turns", tmp_path)
    match = table.match
    for _ in range(3_000):
        if match.result is not None or match.state.phase == "battle":
            break
        match.make_typed_move(" ".join(match.choose_bot_move("random")))
    state = match.state
    assert state.phase == "battle"
    battle: Battle = state.battle
    assert f"an army of {battle.army}" in describe_choice(state, match.names)


def test_a_word_of_another_moment_says_when_it_is_for(tmp_path: Path) -> None:
    table = sit_down("version-4", tmp_path)
    assert get_reason(answer(table, "crawl")) == NotNow("in Adventure, after the Move")


def test_a_tile_is_not_the_one_across_the_middle() -> None:
    legal = (("explore", "7", "-2,1", "nw"),)
    with pytest.raises(NoMove):
        read_move("explore 7 2,1 nw", legal)
    assert read_move("explore 7 -2,1 nw", legal).move == legal[0]


def test_a_later_part_of_a_name_will_do() -> None:
    legal = (("play", "ace-of-wyrms"),)
    assert read_move("play wyrms", legal).move == legal[0]
