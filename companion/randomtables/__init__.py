"""Random tables: read from plain data, checked before play, drawn from with every face kept.

This is the door for scripts; each name is fetched when it is first asked for. What it refuses it
raises as a `companion.refusal.Refusal`, and what is wrong in a file comes back as
`companion.refusal.Problem` values. Nothing here needs more than the standard library.
docs/tables.md has the format.

>>> import tomllib
>>> from companion.dice import Streams
>>> from companion.randomtables import draw_from, problems, read_table, told
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
>>> list(told(table, faces, 3, lambda drawn: drawn.total))
[7, 7, 2]
>>> problems([table.name], lambda name: (table, wrong), known={})
()
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.randomtables.check import problems
    from companion.randomtables.draw import Draw
    from companion.randomtables.draw import draw as draw_from
    from companion.randomtables.many import told
    from companion.randomtables.odds import TableOdds, table_odds
    from companion.randomtables.table import Modifier, Row, Table, read_table

__all__ = [
    "Draw",
    "Modifier",
    "Row",
    "Table",
    "TableOdds",
    "draw_from",
    "problems",
    "read_table",
    "table_odds",
    "told",
]

_HOMES = {
    "Draw": "draw.Draw",
    "Modifier": "table.Modifier",
    "Row": "table.Row",
    "Table": "table.Table",
    "TableOdds": "odds.TableOdds",
    "draw_from": "draw.draw",
    "problems": "check.problems",
    "read_table": "table.read_table",
    "table_odds": "odds.table_odds",
    "told": "many.told",
}
"""Where each name lives. None is called as a module is: that would hide it once it is imported."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, there = _HOMES[name].partition(".")
    found: object = getattr(import_module(f"{__name__}.{module}"), there)
    globals()[name] = found
    return found
