"""Every word, and the forms in which it can be typed. A form names the function of `commands/` that
answers it, which is imported when the word is said."""

from typing import Any

from companion.grammar.registry import Word
from companion.grammar.words import packs, people, tables, turns

TABLE: tuple[Word[Any], ...] = (*turns.WORDS, *packs.WORDS, *people.WORDS, *tables.WORDS)
