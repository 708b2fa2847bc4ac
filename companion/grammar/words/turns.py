"""The words for Turns, the Event Die, nights and effects."""

from typing import Any

from companion.grammar.registry import Word

WORDS: tuple[Word[Any], ...] = ()
