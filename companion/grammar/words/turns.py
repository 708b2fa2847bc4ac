"""The words for Turns, the Event Die, nights and effects."""

from typing import Any

from companion.grammar.registry import Word
from companion.grammar.words.define import form, word

WORDS: tuple[Word[Any], ...] = (
    word("done", "turns", form("[TEXT…]", "turns.declarations:resolve_actions"), short=("ok",)),
    word("out", "turns", form("", "turns.turns:close_turn_type"), short=("o",)),
    word(
        "season",
        "turns",
        form("", "turns.turns:show_season", reads=True),
        form("SEASON", "turns.turns:set_season"),
        usage="season [NAME]",
    ),
    word("rest", "event die", form("", "turns.results:rest_this_turn")),
    word("press-on", "event die", form("", "turns.results:press_on"), short=("p",)),
    word("ignore", "event die", form("", "turns.results:ignore_result"), short=("i",)),
    word("timers", "effects", form("", "turns.effects:show_timers", reads=True), short=("ti",)),
)
