"""Random tables: parsed from plain data, validated before play, drawn from with every face kept.

Scripts import the names below from here. Each is imported when it is first used. What cannot be
done is raised as a `companion.refusal.Refusal`; what is wrong in a file is returned as
`companion.refusal.Problem` values. Only the standard library is needed. docs/tables.md has the
format.

>>> import tomllib
>>> from companion.dice import Streams
>>> from companion.randomtables import draw_from, find_problems
>>> from companion.randomtables import read_table, map_draws
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
    from companion.randomtables.draw import draw_from, map_draws
    from companion.randomtables.draws_and_odds_encoding import Draw
    from companion.randomtables.odds import TableOdds, compute_table_odds
    from companion.randomtables.parser import read_table
    from companion.randomtables.table import Modifier, Row, Table
    from companion.randomtables.validation import find_problems

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

_MODULES = ("table", "parser", "draw", "draws_and_odds_encoding", "validation", "odds")


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module in _MODULES if name in __all__ else ():
        found: object = getattr(import_module(f"{__name__}.{module}"), name, None)
        if found is not None:
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
