"""Tables made for tests, out of data as a TOML file gives it."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from companion.dice.face_sources import HandFaces
from companion.randomtables.draw import draw_from_table
from companion.randomtables.draws_and_odds_encoding import Draw
from companion.randomtables.parser import read_table
from companion.randomtables.table import Facts, FindTable, Table
from companion.refusal import Problem, Unknown

Data: TypeAlias = Mapping[str, object]


def data(*entries: object, **keys: object) -> dict[str, object]:
    """A table's data; each entry is a row, or only its text."""
    held = [entry if isinstance(entry, Mapping) else {"text": entry} for entry in entries]
    return {"schema": 1, "title": "Made", "rows": held, **keys}


def make_table(*entries: object, name: str = "made/table", **keys: object) -> Table:
    """A table without a problem."""
    table, problems = read_table(name, data(*entries, **keys), f"{name}.toml")
    assert problems == ()
    assert table is not None
    return table


def wrong(data: Data) -> tuple[Problem, ...]:
    """What is wrong with a table's data."""
    table, found = read_table("made/table", data, "table.toml")
    assert (table is None) == bool(found)
    return found


def make_finder(*tables: Table) -> FindTable:
    """Finds these tables."""
    by_name = {table.name: table for table in tables}

    def find(name: str) -> Table:
        if name not in by_name:
            raise Unknown(f"There is no table «{name}».")
        return by_name[name]

    return find


def make_reader(*tables: Table) -> Callable[[str], tuple[Table | None, tuple[Problem, ...]]]:
    """Reads these tables, none of which has a problem of its own."""
    find = make_finder(*tables)
    return lambda name: (find(name), ())


def told(table: Table, *faces: int, facts: Facts | None = None, **others: Table) -> str:
    """The text of a draw with these faces; other tables are called `made/<keyword>`."""
    return drawn(table, *faces, facts=facts, **others).text


def drawn(table: Table, *faces: int, facts: Facts | None = None, **others: Table) -> Draw:
    """A draw with these faces, every one of which it takes."""
    find = make_finder(*(other._replace(name=f"made/{name}") for name, other in others.items()))
    hand = HandFaces(faces)
    found = draw_from_table(table, hand, find=find, facts=facts or {})
    hand.finish()
    return found
