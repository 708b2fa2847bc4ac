"""The pages of help: what they say of each word and subject, in help_pages.toml."""

from functools import cache
from pathlib import Path

import msgspec
import tomli
from msgspec import Struct

from companion.grammar.argument_kind import Completion
from companion.refusal import join_choices

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


class PointerToOtherPage(Struct, frozen=True, forbid_unknown_fields=True):
    """What has no page of its own: what it is `called`, the page that is shown for it, and a
    sentence about where it is done, with the `lines` that do it."""

    called: tuple[str, ...]
    page: str
    sentence: str
    lines: tuple[str, ...]

    @property
    def description(self) -> str:
        """The sentence, with its lines."""
        return f"{self.sentence}: {join_choices(self.lines)}."


class HelpPages(Struct, frozen=True, forbid_unknown_fields=True):
    """The pages by name; subjects and their words in the order in which help lists them.

    `tonight` has by situation how words that fit it are typed, each with what for, and `work` by
    player's seat those of its usual work; `topics` what people call a page otherwise, by its name,
    and `elsewhere` what they ask about that is done with words of other pages; `looks` has by
    subject the lines that show how things stand.
    """

    tonight: dict[str, dict[str, str]]
    work: dict[str, dict[str, str]]
    topics: dict[str, tuple[str, ...]]
    looks: dict[str, tuple[str, ...]]
    elsewhere: tuple[PointerToOtherPage, ...]
    subjects: dict[str, Subject]
    words: dict[str, WordPage]

    def resolve_topic(self, typed: str) -> str:
        """The page that people call so; what was typed if it is called so nowhere else."""
        return next((page for page, names in self.topics.items() if typed in names), typed)

    def find_pointer_to_other_page(self, typed: str) -> PointerToOtherPage | None:
        """Where it is told how something is done that is called so; None for what has a page."""
        return next((each for each in self.elsewhere if typed in each.called), None)

    def has_page_under_other_name(self, typed: str) -> bool:
        """True for what help has a page for under another name."""
        return (
            self.resolve_topic(typed) != typed or self.find_pointer_to_other_page(typed) is not None
        )


@cache
def load_help_pages() -> HelpPages:
    """The pages, read when somebody asks for the first of them."""
    text = Path(__file__).with_name("help_pages.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomli.loads(text), HelpPages)


@cache
def build_command_word_completion(name: str) -> Completion:
    """A word, and the beginning of its summary that stands by itself."""
    summary = load_help_pages().words[name].summary
    ends = [at for sign in (". ", ": ", "; ", " (") if (at := summary.find(sign)) > 0]
    first = summary[: min(ends, default=len(summary))].rstrip(".")
    return Completion(name, first if len(first) <= _SHOWN else first.partition(", ")[0])
