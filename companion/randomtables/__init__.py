"""Random tables: read from plain data, checked before play, drawn from with every face kept.

This is the door for scripts; each name is fetched when it is first asked for. What it refuses it
raises as a `companion.refusal.Refusal`, and what is wrong in a file comes back as
`companion.refusal.Problem` values. Nothing here needs more than the standard library.
docs/tables.md has the format.

>>> import tomllib
>>> from companion.dice import Streams
>>> from companion.randomtables import draw_from, find_problems, map_draws, read_table
>>> ferryman = tomllib.loads('''
... schema = 1
... title = "What the ferryman wants"
... dice = "2d6"
... [[rows]]
... roll = "2-6"
... text = "Nothing today."
... data = { mood = "afraid" }
... [[rows]]
... roll = "7+"
... text = "{n = d4} shillings a head, and {n} more for the mule."
... ''')
>>> table, wrong = read_table("river/ferryman", ferryman, "ferryman.toml")
>>> wrong
()
>>> faces = Streams("my seed").stream("table")
>>> drawn = draw_from(table, faces)
>>> drawn.total, drawn.faces, drawn.row.number, drawn.text
(8, (2, 6, 4), 2, '4 shillings a head, and 4 more for the mule.')
>>> list(map_draws(table, faces, 3, lambda drawn: drawn.total))
[7, 7, 2]
>>> find_problems([table.name], lambda name: (table, wrong), known={})
()
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.randomtables.draw import Draw, draw_from, map_draws
    from companion.randomtables.odds import TableOdds, compute_table_odds
    from companion.randomtables.table import Modifier, Row, Table, read_table
    from companion.randomtables.validate import find_problems

__all__ = [
    "Draw",
    "Modifier",
    "Row",
    "Table",
    "TableOdds",
    "compute_table_odds",
    "draw_from",
    "find_problems",
    "map_draws",
    "read_table",
]

_HOMES = {
    "Draw": "draw",
    "Modifier": "table",
    "Row": "table",
    "Table": "table",
    "TableOdds": "odds",
    "draw_from": "draw",
    "find_problems": "validate",
    "read_table": "table",
    "compute_table_odds": "odds",
    "map_draws": "draw",
}
"""Where each name lives. None is called as a module is: that would hide it once it is imported."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
