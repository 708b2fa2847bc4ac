"""The words for the Company, Checks, NPCs and Factions."""

from typing import Any

from companion.grammar.registry import Word

WORDS: tuple[Word[Any], ...] = ()
