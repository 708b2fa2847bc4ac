"""The sample campaign and the tables that come along, spoilt at random the way hands do: whatever
it is, it is told with file and line, in plain words, at the line that was spoilt or near it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import tomli

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.data_folders import get_shipped_folder
from companion.archive.file_texts_and_change_stamps import read_campaign_file_texts
from companion.archive.table_files import Shelf, Tables, is_price_or_creature_table
from companion.refusal import Broken, Problem

CAMPAIGN = read_campaign_file_texts(get_shipped_folder("campaigns") / "greenmire")[0]
TABLES = {
    f"{path.parent.name}/{path.stem}": path.read_text("utf-8")
    for path in sorted(get_shipped_folder("tables").glob("*/*.toml"))
}
NEAR = 3
RAW = re.compile(
    r"^(?:this is not TOML|Invalid|Expected|Illegal|Unclosed|Unterminated|Cannot|Found|Unescaped)"
)


def without_one_of(letters: str) -> Callable[[Random, str], str]:
    """A way to lose one of these letters, if the line has any."""

    def spoil(random: Random, line: str) -> str:
        places = [at for at, letter in enumerate(line) if letter in letters]
        at = random.choice(places) if places else len(line)
        return line[:at] + line[at + 1 :]

    return spoil


def with_one_changed(old: str, new: str) -> Callable[[Random, str], str]:
    """A way to write `new` for one of these letters, if the line has any."""

    def spoil(random: Random, line: str) -> str:
        places = [at for at, letter in enumerate(line) if letter in old]
        if not places:
            return line
        at = random.choice(places)
        return line[:at] + new + line[at + 1 :]

    return spoil


SPOILS: dict[str, Callable[[Random, str], str]] = {
    "a quote dropped": without_one_of("\"'"),
    "a bracket dropped": without_one_of("[]{}"),
    "a comma dropped": without_one_of(","),
    "the = dropped": without_one_of("="),
    "a quote turned curly": with_one_changed('"', "”"),
    "all quotes curly": lambda _, line: line.replace('"', "“"),
    "a colon for =": with_one_changed("=", ":"),
    "a backslash": with_one_changed(" ", "\\m"),
    "the value dropped": lambda _, line: line.partition("=")[0] + "=" if "=" in line else line,
    "the line twice": lambda _, line: f"{line}\n{line}",
    "yes for true": lambda _, line: line.replace("true", "yes").replace("false", "no"),
    "two lines in one": lambda _, line: f"{line} name = 3" if "=" in line else line,
    "a comma behind": lambda _, line: f"{line}," if line else line,
    "a word behind": lambda _, line: f"{line} also" if line else line,
    "a mark of git": lambda _, line: f"<<<<<<< HEAD\n{line}",
    "a remark without #": lambda _, line: f"{line}\nhere they turned back",
    "indented wrongly": lambda _, line: f"\t  {line}",
    "a hard space": with_one_changed(" ", "\u00a0"),
    "a line broken": with_one_changed(" ", "\n"),
}


BELOW = ("the line twice", "a remark without #")
"""What spoils the file on the next line, where the line itself stays right."""


class Spoilt(NamedTuple):
    """A file with one line of it spoilt (from 1), and how."""

    file: str
    text: str
    line: int
    how: str


def spoilt(random: Random, file: str, text: str) -> Spoilt:
    lines = text.split("\n")
    while True:
        how, at = random.choice([*SPOILS]), random.randrange(len(lines))
        changed = SPOILS[how](random, lines[at])
        if changed != lines[at]:
            text = "\n".join([*lines[:at], changed, *lines[at + 1 :]])
            return Spoilt(file, text, at + 1 + (how in BELOW), how)


def told_of_campaign(file: str, text: str) -> tuple[Problem, ...]:
    try:
        parse_campaign({**CAMPAIGN, file: text})
    except Broken as broken:
        return broken.problems
    return ()


def told_of_table(folder: Path, name: str, text: str) -> tuple[Problem, ...]:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    shipped_too = Shelf(get_shipped_folder("tables"), get_shipped_folder("tables"), "tables")
    tables = Tables(Shelf(folder, folder, "mine"), shipped_too)
    if is_price_or_creature_table(name):
        return tables.validate_price_and_creature_tables(name.__eq__)[f"mine/{name}.toml"]
    return tables.read_table(name)[1]


def rounds(seed: int, folder: Path) -> Iterator[tuple[Spoilt, tuple[Problem, ...]]]:
    """A campaign's file and a table spoilt, and what is told of each."""
    random = Random(seed)
    file = random.choice([*CAMPAIGN])
    one = spoilt(random, file, CAMPAIGN[file])
    yield one, told_of_campaign(file, one.text)
    name = random.choice([*TABLES])
    other = spoilt(random, f"mine/{name}.toml", TABLES[name])
    yield other, told_of_table(folder, name, other.text)


def is_toml(text: str) -> bool:
    try:
        tomli.loads(text)
    except tomli.TOMLDecodeError:
        return False
    return True


@pytest.mark.parametrize("begin", range(0, 400, 100))
def test_what_hands_do_to_the_samples_is_told_where_it_is(begin: int, tmp_path: Path) -> None:
    far: Counter[int] = Counter()
    for seed in range(begin, begin + 100):
        for made, problems in rounds(seed, tmp_path):
            if is_toml(made.text):
                continue
            assert problems, made
            for problem in problems:
                assert problem.file == made.file, (seed, made.how, problem)
                assert problem.line, (seed, made.how, problem)
                assert not RAW.match(problem.message), (seed, made.how, problem)
            off = min(abs(problem.line - made.line) for problem in problems)
            far[off] += 1
            assert off <= NEAR, (seed, made.how, made.line, problems)
    assert far[0] / far.total() > 0.98, far
