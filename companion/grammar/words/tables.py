"""The words for tables, the record, and the companion's own."""

from typing import Any

from companion.grammar.registry import Word

WORDS: tuple[Word[Any], ...] = ()
