"""Numbers of several words are read as people say them, and nothing else is taken for one."""

import pytest

from companion.grammar.phrases.phrasebook.number_words import write_long_numbers_in_digits

UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = [
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spell(number: int) -> str:
    """A number below ten thousand in words."""
    if number >= 1000:
        rest = f" {spell(number % 1000)}" if number % 1000 else ""
        return f"{spell(number // 1000)} thousand{rest}"
    if number >= 100:
        rest = f" and {spell(number % 100)}" if number % 100 else ""
        return f"{UNITS[number // 100 - 1]} hundred{rest}"
    if number >= 20:
        tens = TENS[number // 10 - 2]
        return f"{tens}-{UNITS[number % 10 - 1]}" if number % 10 else tens
    return (*UNITS, *TEENS)[number - 1]


def test_every_number_is_read_as_it_is_spelled() -> None:
    for number in range(1, 10_000):
        said = spell(number)
        is_long = " " in said or "-" in said
        written = write_long_numbers_in_digits(f"bree finds {said} pennies, wim none")
        assert written == f"bree finds {number if is_long else said} pennies, wim none"
        bare = write_long_numbers_in_digits(said.replace(" and ", " ").replace("-", " "))
        assert bare == (str(number) if is_long else said)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("a hundred and ten pennies", "110 pennies"),
        ("A thousand two hundred each", "1200 each"),
        ("three thousand, two torches", "3000, two torches"),
        ("two hundred thousand", "200000"),
        ("two hundred and one torch", "200 and one torch"),
        ("two hundred and one torches", "201 torches"),
        ("twenty-five hundred pennies", "2500 pennies"),
        ("a hundred and twenty-foot rope", "a hundred and twenty-foot rope"),
        ("a hundred pennies", "a hundred pennies"),
        ("a hundred and a torch", "a hundred and a torch"),
        ("twenty, five and two", "twenty, five and two"),
        ("twenty one-handed swords", "twenty one-handed swords"),
        ("twenty and one", "twenty and one"),
        ("five hundred and bree ten", "500 and bree ten"),
        ("hundreds of rats", "hundreds of rats"),
        ("the two hundredth torch", "the two hundredth torch"),
    ],
)
def test_nothing_else_is_a_long_number(said: str, written: str) -> None:
    assert write_long_numbers_in_digits(said) == written
