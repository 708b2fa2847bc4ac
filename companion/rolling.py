"""Rolling from the shell: dice or a table, many times, in a form for people or programs."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from companion.dice.faces import Streams
from companion.dice.notation import looks_like_dice, parse
from companion.dice.rolls import roll
from companion.text import clean

Rolled: TypeAlias = dict[str, object]


def rolled_lines(what: str, times: int, seed: str, form: str, tables: Path | None) -> Iterator[str]:
    """Each roll as a line; with `json` all of them as one list. The seed gives the same again."""
    roll_once = _dice(what, seed) if looks_like_dice(what) else _table(what, seed, tables)
    rolls = (roll_once() for _ in range(times))
    if form == "json":
        yield json.dumps([rolled for rolled, _ in rolls], ensure_ascii=False) + "\n"
        return
    for rolled, text in rolls:
        yield (json.dumps(rolled, ensure_ascii=False) if form == "jsonl" else clean(text)) + "\n"


def _dice(what: str, seed: str) -> Callable[[], tuple[Rolled, str]]:
    notation = parse(what)
    faces = Streams(seed).stream("dice")

    def once() -> tuple[Rolled, str]:
        rolled = roll(notation, faces)
        shown = " ".join(
            str(face) if kept else f"({face})"
            for face, kept in zip(rolled.faces, rolled.kept, strict=True)
        )
        data = _as_data(str(notation), None, rolled.total, None, rolled.faces, rolled.kept, seed)
        return data, f"{rolled.total}  [{shown}]" if shown else str(rolled.total)

    return once


def _table(what: str, seed: str, tables: Path | None) -> Callable[[], tuple[Rolled, str]]:
    from companion.archive.shelves import Shelves
    from companion.randomtables.draw import draw
    from companion.randomtables.names import table_named

    shelves = Shelves(tables=tables)
    table = shelves.table(table_named(what, shelves.table_names()))
    faces = Streams(seed).stream("table")

    def once() -> tuple[Rolled, str]:
        drawn = draw(table, faces)
        kept = (True,) * len(drawn.faces)
        data = _as_data(
            str(table.dice), table.name, drawn.total, drawn.text, drawn.faces, kept, seed
        )
        return data, drawn.text

    return once


def _as_data(
    notation: str,
    table: str | None,
    total: int,
    text: str | None,
    faces: tuple[int, ...],
    kept: tuple[bool, ...],
    seed: str,
) -> Rolled:
    """The fields scripts may count on."""
    return {
        "kind": "roll",
        "notation": notation,
        "table": table,
        "total": total,
        "text": text,
        "faces": faces,
        "kept": kept,
        "entered": False,
        "seed": seed,
    }
