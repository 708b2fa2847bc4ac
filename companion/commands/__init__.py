"""The words of the prompt, one file a subject; importing this registers them all, in the order
in which help tells of them."""

from companion.commands import (  # noqa: F401, I001 (imported for what they register, in this order)
    declaring,
    turns,
    season,
    events,
    settling,
    lights,
    packs,
    market,
    trading,
    inflation,
    company,
    lasting,
    nights,
    stepping,
    rolling,
    odds,
    decks,
    tables,
    recording,
    retelling,
    exporting,
    looking,
    seats,
)
from companion.commands.sitting import WORDS

__all__ = ["WORDS"]
