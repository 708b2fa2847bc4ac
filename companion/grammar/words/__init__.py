"""Every word, and the forms in which it can be typed. A form names the function of `commands/` that
answers it, which is imported when the word is said."""

from companion.grammar.registry import Registry
from companion.grammar.words import packs, people, tables, turns

WORDS = Registry((*turns.WORDS, *packs.WORDS, *people.WORDS, *tables.WORDS))
