"""Which words a seat may type: the five roles of the rules, and what a table makes of them."""

from typing import get_args

import pytest

from companion.audience import Seat, SeatWork
from companion.campaign.campaign import Seats
from companion.grammar.command_words import WORDS
from companion.grammar.context import SEATS
from companion.grammar.seat_permissions import (
    GUIDE_WORDS,
    PLAYER_WORDS,
    expand_subjects_in_seat_work,
    list_player_seats_for_word,
    list_seat_words,
    may_seat_type_line_so_begun,
    may_seat_type_word,
)

PLAYERS = [seat for seat in SEATS if seat != "guide"]


def test_a_seat_can_be_given_every_word_that_is_not_the_guides() -> None:
    settled = {*GUIDE_WORDS, *PLAYER_WORDS}
    names = [word.name for word in WORDS if word.name not in settled]
    subjects = [word.subject for word in WORDS if word.subject != "seats"]
    assert set(get_args(SeatWork)) == {*names, *subjects}


def test_a_default_names_no_guide_word() -> None:
    given = [*expand_subjects_in_seat_work(Seats().everyone)]
    for seat in PLAYERS:
        given += list_seat_words(Seats(), seat)
    assert not set(given) & set(GUIDE_WORDS)


@pytest.mark.parametrize(
    ("seat", "word"),
    [
        ("timekeeper", "next"),
        ("timekeeper", "clock"),
        ("timekeeper", "event"),
        ("timekeeper", "encounter"),
        ("quartermaster", "give"),
        ("quartermaster", "supply"),
        ("quartermaster", "light"),
        ("quartermaster", "snuff"),
        ("quartermaster", "coins"),
        ("quartermaster", "buy"),
        ("caller", "declare"),
        ("mapper", "at"),
        ("mapper", "settlement"),
    ],
)
def test_the_roles_of_the_rules_share_the_work(seat: Seat, word: str) -> None:
    assert may_seat_type_word(Seats(), seat, word)
    assert seat in list_player_seats_for_word(Seats(), word)
    assert may_seat_type_word(Seats(), "guide", word)
    assert not may_seat_type_word(Seats(), "note-taker", word)


@pytest.mark.parametrize("seat", PLAYERS)
def test_everybody_looks_notes_and_rolls_dice(seat: Seat) -> None:
    for word in ("note", "roll", "check", "save", "status", "slots", "timers", "log", "help"):
        assert may_seat_type_word(Seats(), seat, word), word


@pytest.mark.parametrize("seat", PLAYERS)
@pytest.mark.parametrize("word", [*GUIDE_WORDS, "npc", "hp", "react", "no-such-word"])
def test_what_is_the_guides_is_no_players(seat: Seat, word: str) -> None:
    everything = Seats(everyone=("nights", "recording"))
    assert not may_seat_type_word(Seats(), seat, word)
    assert not may_seat_type_word(everything, seat, word)
    assert word not in list_seat_words(Seats(), seat)


@pytest.mark.parametrize(
    ("typed", "has"),
    [
        ("at", True),
        ("timers", True),
        ("light", True),
        ("known", True),
        ("request", True),
        ("next", False),
        ("+10m", False),
        ("sign", False),
        ("as", False),
        ("seat", False),
        ("secret", False),
        ("tutorial", False),
        ("no-such-word", False),
    ],
)
def test_the_menu_of_a_seat_has_what_it_may_type_some_line_of(typed: str, has: bool) -> None:
    assert may_seat_type_line_so_begun(Seats(), "mapper", typed) == has
    guide = typed not in ("as", "request", "no-such-word")
    assert may_seat_type_line_so_begun(Seats(), "guide", typed) == guide


def test_where_seats_are_kept_as_is_nobodys() -> None:
    assert not may_seat_type_word(Seats(), "guide", "as")
    assert "as" not in list_seat_words(Seats(), "guide")
    assert may_seat_type_word(Seats(), "guide", "secret")


def test_a_name_of_both_a_subject_and_a_word_is_the_subject() -> None:
    seats = Seats(mapper=("light", "company"))
    assert list_seat_words(seats, "mapper")[:2] == ("light", "snuff")
    assert may_seat_type_word(seats, "mapper", "exhaust")
    assert may_seat_type_word(seats, "mapper", "deplete")


def test_single_words_and_subjects_stand_in_the_order_of_the_file_once_each() -> None:
    seats = Seats(caller=("walk", "declare", "turns"))
    words = list_seat_words(seats, "caller")
    assert words[:3] == ("walk", "declare", "done")
    assert len(words) == len(set(words))
    assert not may_seat_type_word(seats, "caller", "rest")


def test_what_everyone_may_is_every_players() -> None:
    seats = Seats(everyone=("fights",))
    assert all(may_seat_type_word(seats, seat, "attack") for seat in PLAYERS)
    assert not may_seat_type_word(seats, "caller", "note")
    assert list_player_seats_for_word(seats, "attack") == ()
