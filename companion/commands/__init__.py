"""The words of the prompt, one file a subject; importing this room registers all of them."""

from importlib import import_module

from companion.commands.context import WORDS

__all__ = ["WORDS"]

ROOMS = (
    "turns.declarations",
    "turns.turns",
    "turns.event_die",
    "turns.results",
    "people.errants",
    "checks.checks",
    "people.npcs",
    "people.negotiation",
    "people.factions",
    "turns.effects",
    "turns.nights",
    "turns.places",
    "record.undo",
    "tables.rolling",
    "tables.odds",
    "tables.decks",
    "tables.tables",
)
"""The files that register words."""

for room in ROOMS:
    import_module(f"{__name__}.{room}")
