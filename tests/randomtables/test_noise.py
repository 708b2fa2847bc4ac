"""Thousands of files nobody should write: each is a table or a list of problems, at once, and a
table is drawn from or refuses."""

import time
import tomllib
from collections import Counter
from copy import deepcopy
from datetime import date
from random import Random

import pytest

from companion.archive.toml.statements import find_key_lines
from companion.dice.face_sources import Faces, HandFaces, Streams
from companion.randomtables.draw import draw_from
from companion.randomtables.parser import parse_table_despite_problems, read_table
from companion.randomtables.table import Table
from companion.randomtables.validation import find_problems
from companion.refusal import Problem, Refusal, Unknown
from companion.text_cleaning import clean_text
from tests.randomtables.seeds import TABLES, find, names
from tests.rounds import LONG, WHOLE

FILES = 4_000 if WHOLE else 1_500 if LONG else 1_000
KNOWN = {"season": ("winter", "summer"), "time": (), "terrain": ()}
FACTS = [{}, {"season": "winter", "time": "night"}, {"season": "x", "terrain": "hills"}]
GOOD = [(TABLES / f"{name}.toml").read_text("utf-8") for name in names()]
KEYS = "schema title dice rows deck fallback columns modifiers roll weight text sign when add data"
INSIDE = [
    "{",
    "}",
    "{{",
    "}}",
    "{n}",
    "{n = d4}",
    "{2d6}",
    "{2d}",
    "{x/y}",
    "{folk/names}",
    "{who}",
]
INSIDE += ["{noise/it}", "{3 of folk/cards}", "{d4 different of folk/names}"]
INSIDE += ["{9 different of folk/hills}", "{d9 of noise/it}", "{9999 of folk/names}", "{who = "]
INSIDE += [
    "{1000 of noise/it}",
    "{900 of folk/names}",
    "{!r}",
    "{0}",
    "%s",
    "\x1b[31m",
    "\u202e",
    "é",
]
VALUES: list[object] = ["", "x", "d6", "2d6", "d66", "d6!", "d6 x2", "9999d9999", "(2d6)*d6-3"]
VALUES += ["3-", "12+", "3-5", "5-3", "-2--1", "--", 0, 1, -1, 7, 10**30, 1.5, True, False, [], {}]
VALUES += [[1, [2]], {"a": {"b": []}}, date(2024, 1, 1), float("nan"), ["winter", 3], "winter"]
VALUES += [{"winter": "x"}, {"season": ["winter"]}, {"time": "night"}, "x" * 5_000, "{n}" * 300]


def noise(random: Random) -> tuple[dict[str, object], str]:
    """The data of one file, and its text where it has one: a good table with slips of the
    keyboard, one with values and keys taken from anywhere, or nothing of the kind."""
    kind = random.randrange(4)
    if kind == 0:
        text = random.choice(GOOD)
        for _ in range(random.randrange(1, 4)):
            at = random.randrange(len(text) + 1)
            word = random.choice([*INSIDE, *KEYS.split(), "[[rows]]\n", "=", '"', "\n", "", "7"])
            text = text[:at] + word + text[at + random.randrange(4) :]
        try:
            return tomllib.loads(text), text
        except tomllib.TOMLDecodeError:
            return {}, ""
    if kind == 1:
        return {word: something(random, 3) for word in random.sample(KEYS.split(), 5)}, ""
    data = deepcopy(tomllib.loads(random.choice(GOOD)))
    for _ in range(random.randrange(1, 3)):
        spoil(random, data)
    return data, ""


def something(random: Random, depth: int) -> object:
    """Any value."""
    kind = random.randrange(4) if depth else 3
    if kind == 0:
        return [something(random, depth - 1) for _ in range(random.randrange(4))]
    if kind == 1:
        return {word: something(random, depth - 1) for word in random.sample(KEYS.split(), 3)}
    if kind == 2:
        return "".join(random.choices(INSIDE, k=random.randrange(5)))
    return random.choice(VALUES)


def spoil(random: Random, data: dict[str, object]) -> None:
    """Change, take away or add one thing somewhere in a table."""
    rows = data.get("rows")
    place = data
    if isinstance(rows, list) and rows and random.random() < 0.8:
        row = random.choice(rows)
        place = row if isinstance(row, dict) else data
        if random.random() < 0.2:
            rows.append(deepcopy(row))
    key = random.choice([*place, *KEYS.split()])
    before = place.get(key)
    if isinstance(before, str) and random.random() < 0.6:
        at = random.randrange(len(before) + 1)
        place[key] = before[:at] + random.choice(INSIDE) + before[at:]
    elif random.random() < 0.3:
        place.pop(key, None)
    else:
        place[key] = something(random, 2)


def test_random_tables_are_drawn_from_or_refused_and_none_takes_a_second() -> None:
    random = Random("noise")
    stream = Streams("noise").stream("table")
    came: Counter[str] = Counter()
    longest = 0.0
    for number in range(FILES):
        data, text = noise(random)
        began = time.process_time()
        lines = find_key_lines(text) if text else {}
        table, wrong = read_table("noise/it", data, "it.toml", lines)
        assert (table is None) == bool(wrong)
        seen, told = parse_table_despite_problems("noise/it", data, "it.toml", lines)
        assert told == wrong
        for problem in (*wrong, *together(seen)):
            assert clean_text(str(problem)) == str(problem)
            came["problems"] += 1
        if table is None:
            came["wrong"] += 1
        elif number % 5:
            came[drawn(table, stream, FACTS[number % 3])] += 1
        else:
            came[drawn(table, HandFaces([1, 2, 3], then=stream), FACTS[number % 3])] += 1
        longest = max(longest, time.process_time() - began)
    assert longest < 1
    assert came["wrong"] > FILES * 0.3
    assert came["drawn"] > FILES * 0.1
    assert came["refused"] > FILES * 0.001


def together(table: Table | None) -> tuple[Problem, ...]:
    """What is wrong with a table among those it may draw from."""

    def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
        if name != "noise/it":
            return find_any(name), ()
        return table, ()

    return find_problems(["noise/it"], read, KNOWN) if table else ()


OTHERS = {name: find(name) for name in names()}


def find_any(name: str) -> Table:
    if name not in OTHERS:
        raise Unknown(f"There is no table «{name}».")
    return OTHERS[name]


def drawn(table: Table, faces: Faces, facts: dict[str, str]) -> str:
    """Whether a table was drawn from or refused to be."""
    find = {**OTHERS, table.name: table}.get
    try:
        draw_from(table, faces, find=lambda name: find(name) or find_any(name), facts=facts)
    except Refusal:
        return "refused"
    return "drawn"


def timed(data: dict[str, object]) -> tuple[Problem, ...]:
    """What is wrong with a table, which takes no second to find."""
    began = time.process_time()
    table, wrong = read_table("noise/it", data, "it.toml")
    wrong += together(table)
    if table is not None:
        drawn(table, Streams("noise").stream("table"), {})
    assert time.process_time() - began < 1
    return wrong


def table_of(*texts: str, **keys: object) -> dict[str, object]:
    return {"schema": 1, "title": "T", "rows": [{"text": text} for text in texts], **keys}


@pytest.mark.slow
def test_the_largest_tables_take_no_second() -> None:
    assert timed(table_of(*["x" * 99] * 5_000)) == ()
    assert timed(table_of(*[f"{{d{n}}}" for n in range(1, 5_001)])) == ()
    assert timed(table_of(*["{n}"] * 5_000))
    assert timed(table_of(*["{x/y}"] * 5_000))
    assert timed(table_of(*["{2d6}" * 666] * 300))
    assert timed(table_of(*[f"{{x/y{n}}}" for n in range(5_000)]))
    assert timed(table_of(*["{" * 3_999] * 250))
    assert timed(table_of(*["{d6!>=" * 600] * 250))
    assert timed(table_of(*["{1000 of noise/it}"] * 5))
    big = [{"text": "x", "roll": n, "when": {"a": ["b"] * 9}} for n in range(4_500)]
    assert timed(table_of(dice="d4500", rows=big))
    same = [{"text": "x", "roll": "1-6", "when": {"a": str(n)}} for n in range(5_000)]
    assert timed(table_of(dice="d6", rows=same))
    sparse = [{"text": "x", "roll": f"{n * 100}-{n * 100 + 9}"} for n in range(5_000)]
    assert timed(table_of(dice="d1000*d500", rows=sparse))
    assert timed(table_of("x", data={"deep": {}}, **{f"key{n}": 1 for n in range(5_000)}))


def test_what_draws_most_takes_no_second() -> None:
    others = [{"text": "x", "weight": 3} for _ in range(5_000)]
    deck, _ = read_table("folk/deck", table_of(rows=others, deck=True), "deck.toml")
    rolled = [{"text": "x", "roll": f"{n}-{n + 4}"} for n in range(100, 8_900, 5)]
    dice, _ = read_table("folk/dice", table_of(rows=rolled, dice="100d89", fallback="y"), "d.toml")
    assert deck is not None
    assert dice is not None
    for text in ("{1000 different of folk/deck}", "{1000 of folk/deck}", "{900 of folk/dice}"):
        began = time.process_time()
        find = {"folk/deck": deck, "folk/dice": dice}.__getitem__
        table, _ = read_table("noise/it", table_of(text), "it.toml")
        assert table is not None
        draw_from(table, Streams("noise").stream("table"), find=find)
        assert time.process_time() - began < 1
