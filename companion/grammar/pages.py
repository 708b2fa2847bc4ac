"""The pages of help: what they say of each word and subject, in pages.toml."""

from functools import cache
from pathlib import Path

import msgspec
import tomli
from msgspec import Struct

from companion.grammar.kind import Completion

_SHOWN = 56
"""Characters of a sentence that a menu shows whole; a longer one ends at its first comma."""


class Subject(Struct, frozen=True, forbid_unknown_fields=True):
    """A subject of several words: its title, and a few sentences about it."""

    title: str
    description: str


class WordPage(Struct, frozen=True, forbid_unknown_fields=True):
    """What help says of a word, with lines that can be typed."""

    summary: str
    examples: tuple[str, ...]


class HelpPages(Struct, frozen=True, forbid_unknown_fields=True):
    """The pages by name; subjects and their words in the order in which help lists them.

    `tonight` has by situation how words that fit it are typed, each with what for, and `work` by
    player's seat those of its usual work; `topics` what people call a page otherwise, by its name.
    """

    tonight: dict[str, dict[str, str]]
    work: dict[str, dict[str, str]]
    topics: dict[str, tuple[str, ...]]
    subjects: dict[str, Subject]
    words: dict[str, WordPage]

    def resolve_topic(self, typed: str) -> str:
        """The page that people call so; what was typed if it is called so nowhere else."""
        return next((page for page, names in self.topics.items() if typed in names), typed)


@cache
def load_pages() -> HelpPages:
    """The pages, read when somebody asks for the first of them."""
    text = Path(__file__).with_name("pages.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomli.loads(text), HelpPages)


@cache
def complete_word(name: str) -> Completion:
    """A word, and the beginning of its summary that stands by itself."""
    summary = load_pages().words[name].summary
    ends = [at for sign in (". ", ": ", "; ", " (") if (at := summary.find(sign)) > 0]
    first = summary[: min(ends, default=len(summary))].rstrip(".")
    return Completion(name, first if len(first) <= _SHOWN else first.partition(", ")[0])
