"""The edits of a TOML text, from text to text."""

from typing import Any, NamedTuple

from companion.archive.toml import adding_and_removing_blocks, key_edits
from companion.archive.toml.document import parse_toml_document


class Edited(NamedTuple):
    """A text after an edit, and what takes the edit back."""

    text: str
    was: str | None


class Removed(NamedTuple):
    """A text without a block, what puts it back, and the block before it."""

    text: str
    was: str | None
    follows: str


def set_key(text: str, *arguments: Any) -> Edited:
    document, was = key_edits.set_key(parse_toml_document(text), *arguments)
    return Edited(document.text, was)


def remove_key(text: str, *arguments: Any) -> Edited:
    document, was = key_edits.remove_key(parse_toml_document(text), *arguments)
    return Edited(document.text, was)


def add_block(text: str, *arguments: Any) -> Edited:
    document, was = adding_and_removing_blocks.add_block(parse_toml_document(text), *arguments)
    return Edited(document.text, was)


def remove_block(text: str, *arguments: Any) -> Removed:
    document, was, follows = adding_and_removing_blocks.remove_block(
        parse_toml_document(text), *arguments
    )
    return Removed(document.text, was, follows)
