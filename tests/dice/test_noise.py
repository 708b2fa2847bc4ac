"""Ten thousand texts nobody should type: each is a roll or a refusal, at once."""

import string
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.dice.expressions_in_arguments import looks_like_dice
from companion.dice.face_sources import Streams
from companion.dice.parser import parse
from companion.dice.rolls import roll
from companion.refusal import Refusal

DICE = ["d6", "2d6", "10d10", "d%", "d66", "100d20", "9999d9", "d1000000", "d0", "d1", "event"]
AFTER = ["kh", "kl2", "dh1", "dl", "k3", "r1", "r<=2", "rr1", "ro1", "!", "!5", "!>=5", "min2"]
AFTER += ["max5", "mi2", "ma5", "c>=5", "cs5", "count<3", "enhance 1", "impair 2", "[fire]"]
BETWEEN = ["+", "-", "*", "×", "/", ">=", "<", "=", ">", "<=", "!=", ",", " ", ""]
OTHERS = ["max(", "min(", "(", ")", "x6", "x3", "6x", "3", "0", "1000000000", "[", "]"]
OTHERS += [".", "é", "²", "\t", "\n", "enhance", "d", "%"]
WORDS = DICE + AFTER + BETWEEN + OTHERS


def noise(random: Random) -> str:
    """One text: words of the grammar in an order that is nearly right, or in none; a notation
    with slips of the keyboard; or nothing of the kind."""
    kind = random.randrange(5)
    if kind == 0:
        anything = [random.choice(string.printable), chr(random.randrange(0x3000)), "\U0001f3b2"]
        return "".join(random.choices(anything, k=random.randrange(60)))
    if kind == 1:
        return random.choice(["", " "]).join(random.choices(WORDS, k=random.randrange(1, 16)))
    if kind == 2:
        text = random.choice(["4d6kh3+2d8! x6", "max(2d6, d12) [fire]*2", "(d8+d6) enhance 1 >= 7"])
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice([*WORDS, ""]) + text[at + random.randrange(3) :]
        return text
    parts = [
        "".join([random.choice(DICE), *random.choices(AFTER, k=random.randrange(3))])
        for _ in range(random.randrange(1, 4))
    ]
    return random.choice(BETWEEN).join(parts) + random.choice(["", " x3", ")"])


def test_ten_thousand_random_texts_are_rolled_or_refused_and_none_takes_a_second() -> None:
    random = Random("noise")
    faces = Streams("noise").stream("dice")
    rolled = 0
    refused: set[str] = set()
    for text in (noise(random) for _ in range(10_000)):
        began = time.process_time()
        try:
            notation = parse(text)
            roll(notation, faces)
            looks_like_dice(text)
            assert parse(str(notation)) == notation, text
            rolled += 1
        except Refusal as refusal:
            refused.add(refusal.kind)
        assert time.process_time() - began < 1, text
    assert rolled > 500
    assert refused == {"malformed", "impossible", "ambiguous"}


def bombs() -> Iterator[str]:
    yield from ("10000d10r<=9", "10000d10!>=2", "5000d10r<=5!>=7kh1", "10000d1000000!>=100001")
    yield from ("9999999999d9999999999", "999d999!" * 20, "(" * 200, "max(" * 50, "1*" * 100)
    yield from ("d6" + "!" * 190, "-" * 200, "d6" + " enhance 999999999" * 10, "[" * 200)
    yield from ("*".join(["999999999"] * 20), "9" * 200, "10d10!>=2 x1000")


def test_the_largest_dice_that_are_allowed_and_bombs_take_less_than_a_second() -> None:
    faces = Streams("bombs").stream("dice")
    for text in bombs():
        began = time.process_time()
        with suppress(Refusal):
            notation = parse(text)
            for _ in range(notation.times):
                roll(notation, faces)
        assert time.process_time() - began < 1, text


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    looks_like_dice(text)
    with suppress(Refusal):
        notation = parse(text)
        assert parse(str(notation)) == notation
