"""The words for light, packs and the market."""

from typing import Any

from companion.grammar.registry import Word
from companion.grammar.words.define import form, word

WORDS: tuple[Word[Any], ...] = (
    word(
        "light",
        "light",
        form("", "packs.light:show_light", reads=True),
        form("UNLIT", "packs.light:light_item"),
        short=("l",),
    ),
    word("snuff", "light", form("LIT", "packs.light:snuff_item")),
    word("leave", "light", form("LIT [SPOT]", "packs.light:leave_item")),
    word("burn", "light", form("", "packs.light:mark_off_burn"), short=("b",)),
    word("deplete", "light", form("", "packs.light:mark_off_depletion")),
)
