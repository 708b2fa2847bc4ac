"""The small signs among a line's arguments."""

import pytest

from companion.grammar.option_and_number_parsing import (
    MAX_NUMBER,
    find_begun_word,
    parse_value_or_change,
    parse_whole_number,
    take_argument_after_word,
    take_dice_faces,
    take_keyword,
    take_leading_count,
    take_repeat_count,
    take_signed_numbers,
)
from companion.refusal import Malformed


@pytest.mark.parametrize(("typed", "number"), [("7", 7), ("+7", 7), ("-7", -7), ("007", 7)])
def test_a_whole_number_has_a_sign_or_none(typed: str, number: int) -> None:
    assert parse_whole_number(typed) == number


@pytest.mark.parametrize("typed", ["", "one", "1.5", "1e3", "²", "--1", "+", " 1", "9" * 13])
def test_anything_else_is_no_whole_number(typed: str) -> None:
    with pytest.raises(Malformed, match="is no number of Turns"):
        parse_whole_number(typed, what="number of Turns")


def test_nothing_between_quotes_is_no_setting() -> None:
    with pytest.raises(Malformed):
        parse_value_or_change("", 0, 9, what="number of HP")


def test_a_number_that_is_too_large_is_refused_with_the_largest() -> None:
    assert parse_whole_number(str(MAX_NUMBER)) == MAX_NUMBER
    with pytest.raises(Malformed) as refusal:
        parse_whole_number(str(-MAX_NUMBER - 1))
    assert refusal.value.hint == "At most 1,000,000,000."


def test_faces_rolled_by_hand() -> None:
    assert take_dice_faces(("search", "=2,5", "on")) == ((2, 5), ("search", "on"))
    assert take_dice_faces(("=3;4",)) == ((3, 4), ())
    assert take_dice_faces(("search",)) == (None, ("search",))


@pytest.mark.parametrize("arguments", [("=",), ("=a",), ("=1,",), ("=1", "=2")])
def test_faces_that_are_none_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        take_dice_faces(arguments)


def test_every_signed_number_is_taken() -> None:
    assert take_signed_numbers(("+1", "creep", "-2", "+x")) == ((1, -2), ("creep", "+x"))


def test_how_many() -> None:
    assert take_repeat_count(("torch", "x3", "hand")) == (3, ("torch", "hand"))
    assert take_repeat_count(("torch", "×12")) == (12, ("torch",))
    assert take_repeat_count(("torch",)) == (None, ("torch",))
    assert take_repeat_count(("torch", "xylophone")) == (None, ("torch", "xylophone"))
    with pytest.raises(Malformed, match="«x0» is none at all"):
        take_repeat_count(("torch", "x0"))


@pytest.mark.parametrize("typed", ["x-1", "x1.5", "x1,5", "X+2", "×9999999999999"])
def test_things_are_counted_in_whole_numbers(typed: str) -> None:
    with pytest.raises(Malformed, match="is no number to count by"):
        take_repeat_count(("torch", typed))
    with pytest.raises(Malformed, match="is no number to count by"):
        take_leading_count((typed[1:], "torches"))


def test_how_many_may_come_first() -> None:
    assert take_leading_count(("3", "torches")) == (3, ("torches",))
    assert take_leading_count(("torch", "3")) == (None, ("torch", "3"))
    assert take_leading_count(("50'", "rope")) == (None, ("50'", "rope"))
    assert take_leading_count(("3",)) == (None, ("3",))
    with pytest.raises(Malformed, match="«0» is none at all"):
        take_leading_count(("0", "torches"))


def test_what_follows_a_word() -> None:
    assert take_argument_after_word(("go", "AT", "chapel"), "at") == ("chapel", ("go",))
    assert take_argument_after_word(("go",), "at") == (None, ("go",))
    with pytest.raises(Malformed, match="must follow «at»"):
        take_argument_after_word(("go", "at"), "at")


def test_a_flag_is_found_wherever_it_stands() -> None:
    assert take_keyword(("Hob", "RETAINER", "phys", "9"), "retainer", "animal") == (
        "retainer",
        ("Hob", "phys", "9"),
    )
    assert take_keyword(("Hob",), "retainer") == (None, ("Hob",))


@pytest.mark.parametrize(
    "arguments", [("=2,", "5"), ("=", "2,5"), ("=", "2,", "5"), ("=2,5",), ("=2;5",)]
)
def test_a_space_among_faces_does_no_harm(arguments: tuple[str, ...]) -> None:
    assert take_dice_faces(("listen", *arguments, "well")) == ((2, 5), ("listen", "well"))


@pytest.mark.parametrize(
    ("arguments", "way"),
    [(("=6", "2", "4"), "=6,2,4"), (("=2,5", "4"), "=2,5,4"), (("=",), "=5 or =2,5")],
)
def test_faces_without_commas_are_refused_with_how_to_write_them(
    arguments: tuple[str, ...], way: str
) -> None:
    with pytest.raises(Malformed) as refused:
        take_dice_faces(arguments)
    assert way in refused.value.hint


@pytest.mark.parametrize(
    ("arguments", "way"), [(("=3,4,",), "=3,4"), (("=,3",), "=3"), (("=3,,4",), "=3,4")]
)
def test_a_comma_too_many_is_told(arguments: tuple[str, ...], way: str) -> None:
    with pytest.raises(Malformed, match="a comma too many") as refused:
        take_dice_faces(arguments)
    assert refused.value.hint == f"Try: {way}"


@pytest.mark.parametrize("arguments", [("=3", ",4"), ("=3", ",", "4"), ("=3,", "4")])
def test_a_comma_may_stand_alone(arguments: tuple[str, ...]) -> None:
    assert take_dice_faces(arguments) == ((3, 4), ())


def test_numbers_that_begin_an_action_are_no_faces() -> None:
    assert take_dice_faces(("=2", "3", "of", "us", "climb")) == ((2,), ("3", "of", "us", "climb"))


def test_an_empty_argument_after_the_faces_is_no_face() -> None:
    assert take_dice_faces(("=3", "")) == ((3,), ("",))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("giv", "giving"),
        ("GIVING", "giving"),
        ("ba", ""),
        ("ban", "banal"),
        ("g", ""),
        ("gift", ""),
    ],
)
def test_a_word_is_known_by_a_beginning_of_two_letters(typed: str, meant: str) -> None:
    assert find_begun_word(typed, ("giving", "banal", "base")) == meant


def test_the_shorter_of_two_words_is_meant_where_all_of_it_is_typed() -> None:
    assert find_begun_word("again", ("again", "against")) == "again"
