import re

import pytest

from companion.dice.parser import parse
from companion.refusal import Ambiguous, Impossible, Malformed


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("   ", 1),
        ("x", 1),
        ("2d", 3),
        ("dd6", 2),
        ("d6d6", 3),
        ("2d6+", 5),
        ("2d6 + ", 7),
        ("2d6++1", 5),
        ("2d6**2", 5),
        ("--2", 2),
        ("2 d6", 3),
        ("2d6 3", 5),
        ("2(d6)", 2),
        ("4d6kx", 5),
        ("4d6kh3dl1", 7),
        ("4d6kl3dh1", 7),
        ("4d6 keep highest 3 drop lowest", 20),
        ("d20 advantage kh1", 15),
        ("d20kh1 advantage", 8),
        ("4d6 keep 3", 10),
        ("4kh3", 2),
        ("²d6", 1),
        ("٣d6", 1),
        ("2d6\n", 4),
        ("1.5", 2),
        ("2d6/2", 4),
        ("2d6÷2", 4),
        ("d6r", 4),
        ("d6r>=", 6),
        ("d6r1ro2", 5),
        ("d6!5!6", 5),
        ("d6!!", 4),
        ("d6!>=", 6),
        ("d6! 5", 5),
        ("d6min", 6),
        ("d6min2mi3", 7),
        ("d6max3max4", 7),
        ("5d6c", 5),
        ("5d6c>5cs6", 7),
        ("d66kh1", 4),
        ("d8 enhance", 11),
        ("d8 enhance d6", 12),
        ("(d6", 4),
        ("d6)", 3),
        ("()", 2),
        ("(1,2)", 3),
        ("max 2", 5),
        ("max(d6)", 7),
        ("max(d6,", 8),
        ("max(d6,)", 8),
        ("max(d6, d8", 11),
        ("1 < 2 < 3", 7),
        ("d6 >", 5),
        ("d6 => 3", 5),
        ("d6 []", 5),
        ("d6 [fire", 9),
        ("d6 [a[b]]", 6),
        ("d6 [a] [b]", 8),
        ("[fire]", 1),
        ("event +d6", 8),
        ("event +", 8),
        ("event*2", 6),
        ("event +1 * 2", 10),
        ("events", 6),
        ("2d6 x", 5),
        ("2d6 xd4", 5),
        ("2d6 x2 x3", 5),
        ("6x 2d6 x2", 8),
        ("6x ", 4),
        ("(2d6 x2)", 6),
    ],
)
def test_what_cannot_be_read_names_the_column_and_what_would_do(text: str, column: int) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert re.search(rf"\bcolumn {column}\b", refused.value.message), refused.value.message
    assert text.strip() in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2d6/2", "d3"),
        ("event +d6", "(event +1)+2"),
        ("d6 [fire", "[fire]"),
        ("2d6 3", "2d6+1"),
        ("", "2d6+1"),
        ("2d", "Write 2d6 or 2d20."),
        ("d8 enhance", "Write d8 enhance 1."),
        ("d8 impaired", "Write d8 impair 1."),
        ("4d6 keep 3", "4d6 keep highest"),
        ("4d6 drop", "4d6 drop lowest"),
        ("2d6+1 at least 7", "Try: 2d6+1 >= 7"),
        ("2d6+1  At Most 7", "Try: 2d6+1 <= 7"),
        ("2d6+1 7 or more", "Try: 2d6+1 >= 7"),
        ("7 or less on 2d6", "Try: 2d6 <= 7"),
        ("7+ on 2d6", "Try: 2d6 >= 7"),
        ("2d6 7+", "Try: 2d6 >= 7"),
        ("2d6 more than 7", "Try: 2d6 > 7"),
        ("2d at least 7", "Write 2d6"),
    ],
)
def test_the_hint_shows_what_was_likely_meant(text: str, hint: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert hint in refused.value.hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("3d6x10", "3d6 x10 rolls 10 times, 3d6*10 multiplies."),
        ("(d6+1)x2", "(d6+1) x2 rolls 2 times, (d6+1)*2 multiplies."),
        ("6x4d6", "6x 4d6 rolls 6 times, 6*4d6 multiplies."),
        ("6 x 4d6", "6x 4d6 rolls 6 times, 6*4d6 multiplies."),
        ("2d20 advantage", "Write d20 advantage for one die, or 2d20kh1 to keep one of those."),
        ("2d66", "d66 x2 rolls twice, d66+d66 adds two up."),
        ("2d6 != 7", "d6!5 explodes on a 5, and totals are compared with =, <, >, <= or >=."),
    ],
)
def test_what_may_mean_two_things_is_refused_with_both(text: str, hint: str) -> None:
    with pytest.raises(Ambiguous) as refused:
        parse(text)
    assert text in refused.value.message
    assert refused.value.hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "10001d6",
        "5000d6+5000d6+d6",
        "10d6 x1001",
        "11d6 x1000",
        "d6 x0",
        "event +101",
        "event -60 -60",
        "d1000001",
        "1000000001",
        "d6+99999999999999999999",
        "99999d99999 x99999",
        "+".join(["d6"] * 70),
        "(" * 21 + "d6" + ")" * 21,
        "max(1," * 21 + "d6" + ")" * 21,
        "1000000*1000000*1001",
        "-1000000*1000000*1001",
        "d1000000*d1000000*1001",
        "d1000000!*d1000000",
        "0d6",
        "2d0",
        "4d6kh5",
        "4d6kl5",
        "4d6dh5",
        "4d6dl5",
        "4d6dl4",
        "4d6kh0",
        "4d6dh0",
        "d6dl",
        "4d6dl2dh2",
        "4d6kh2kl2",
        "d6r<=6",
        "d6!>=1",
        "d1!",
        "d20r<=19",
        "d20!>=2",
        "d6r<=5!6",
        "d6r<=3!>=4",
        "d6ro6!<6",
        "d6ro6!>=1",
        "d6r7",
        "d6!7",
        "d6!0",
        "d6r0",
        "d6c>6",
        "d6c<1",
        "d6min7",
        "d6max0",
        "d6min5max4",
        "d7 enhance 1",
        "d% impair 1",
        "(2d6+d3) enhance 1",
        "(2+3) enhance 1",
        "(d66) enhance 1",
        "(d6c>=5) impair 1",
        "d6 [" + "a" * 31 + "]",
    ],
)
def test_what_cannot_be_rolled_is_refused_as_impossible(text: str) -> None:
    with pytest.raises(Impossible) as refused:
        parse(text)
    assert refused.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "10000d6",
        "5000d6+5000d6",
        "10d6 x1000",
        "event +100",
        "d1000000",
        "1000000000",
        "1000000*1000000*1000",
        "4d6kh4",
        "4d6dl3",
        "6d6kh4kl3",
        "d10r<=9",
        "d10!>=2",
        "d20!>=3",
        "d10r<=4!>=6",
        "d6ro<=6",
        "d6c>=1",
        "d6min1max6",
        "d6 [" + "a" * 30 + "]",
        "1" * 9,
    ],
)
def test_the_limits_themselves_are_allowed(text: str) -> None:
    assert str(parse(text)) == text


def test_parentheses_may_stand_twenty_deep() -> None:
    assert str(parse("(" * 20 + "d6" + ")" * 20)) == "d6"


def test_a_text_may_have_two_hundred_characters() -> None:
    assert parse("1+" * 99 + "10").highest == 109
    with pytest.raises(Impossible, match="201 characters"):
        parse("1+" * 100 + "1")


def test_dice_off_the_ladder_are_refused_with_the_ladder() -> None:
    with pytest.raises(Impossible) as refused:
        parse("d7 enhance 1")
    assert "d7" in refused.value.message
    assert refused.value.hint == "These can: d1, d4, d6, d8, d10, d12 and d20."
