"""The recorded file of seeds: what tables under `recorded/` gave when it was first written down.

A seed gives the same draws for ever, so neither `seeds.jsonl` nor a table of `recorded/` ever
changes. New tables are added beside the old ones and recorded after them by
`python -m tests.randomtables.seeds`, which touches no line that is there.
"""

import json
import tomllib
from itertools import product
from pathlib import Path
from typing import TypedDict

from companion.dice.face_sources import Streams
from companion.randomtables.draw import draw_from
from companion.randomtables.parser import read_table
from companion.randomtables.table import Table
from companion.refusal import Problem

HERE = Path(__file__).parent
RECORDED = HERE / "seeds.jsonl"
TABLES = HERE / "recorded"
TIMES = 8
FACTS: list[dict[str, str]] = [
    {},
    {"season": "winter", "time": "night"},
    {"season": "Summer", "time": "day", "terrain": "hills"},
]


class Record(TypedDict):
    """One line of the file: draws that follow each other out of a seed, decks going on."""

    seed: str
    table: str
    facts: dict[str, str]
    texts: list[str]
    signs: list[str]
    totals: list[int | None]
    rows: list[int | None]
    faces: list[list[int]]
    kept: list[list[int]]
    values: list[dict[str, int | str]]
    out: dict[str, list[int]]


def names() -> list[str]:
    """The recorded tables."""
    found = (f"{path.parent.name}/{path.stem}" for path in TABLES.glob("*/*.toml"))
    return sorted(name for name in found if not name.startswith("goods/"))


def read(name: str) -> tuple[Table | None, tuple[Problem, ...]]:
    """One of them, as `check.problems` asks for it."""
    text = (TABLES / f"{name}.toml").read_text("utf-8")
    return read_table(name, tomllib.loads(text), f"{name}.toml")


def find(name: str) -> Table:
    """One of them."""
    table, _ = read(name)
    assert table is not None
    return table


def record(seed: str, name: str, facts: dict[str, str]) -> Record:
    """The first draws from a table out of the stream that `companion roll` takes."""
    stream = Streams(seed).stream("table")
    found = []
    out: dict[str, tuple[int, ...]] = {}
    for _ in range(TIMES):
        found.append(draw_from(find(name), stream, find=find, facts=facts, out=out))
        out = dict(found[-1].out)
    return {
        "seed": seed,
        "table": name,
        "facts": facts,
        "texts": [drawn.text for drawn in found],
        "signs": [drawn.sign for drawn in found],
        "totals": [drawn.total for drawn in found],
        "rows": [drawn.row.number if drawn.row else None for drawn in found],
        "faces": [list(drawn.faces) for drawn in found],
        "kept": [list(map(int, drawn.kept)) for drawn in found],
        "values": [dict(drawn.values) for drawn in found],
        "out": {table: list(rows) for table, rows in out.items()},
    }


def recorded() -> list[Record]:
    """What stands in the file."""
    return [json.loads(line) for line in RECORDED.read_text("utf-8").splitlines()]


def main() -> None:
    """Write down the tables that are not in the file yet, at its end."""
    there = {line["table"] for line in recorded()} if RECORDED.exists() else set()
    with RECORDED.open("a", encoding="utf-8") as file:
        for name, facts, seed in product(names(), FACTS, ("seed 1", "seed 2", "seed 3")):
            if name not in there:
                line = json.dumps(record(seed, name, facts), ensure_ascii=False)
                file.write(f"{line}\n")


if __name__ == "__main__":
    main()
