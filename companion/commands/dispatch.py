"""Who answers a line: the function that the form of its word names."""

from importlib import import_module
from typing import cast

from companion.commands.context import Handler, Ruling
from companion.grammar.context import Context
from companion.grammar.registry import Word, has_no_arguments
from companion.refusal import Malformed, Refusal


def is_read_only(word: Word[Handler], context: Context) -> bool:
    """True for a line that changes nothing, or cannot be read as it stands."""
    if not word.forms:
        return word.is_read_only(context.arguments)
    try:
        form, values = word.read(context.arguments, context)
    except Refusal:
        return True
    return form.is_read_only(values)


def answer_line(word: Word[Handler], context: Context) -> Ruling:
    """What a word does. Raises a Refusal of the grammar or of the game."""
    if word.handler is not None:
        if word.takes_nothing and not has_no_arguments(context.arguments):
            typed = " ".join(context.arguments)
            raise Malformed(
                f"Nothing can follow «{word.name}», not «{typed}».", f"Try: {word.name}"
            )
        return word.handler(context)
    form, values = word.read(context.arguments, context)
    module, _, function = form.handler.partition(":")
    handler = getattr(import_module(f"companion.commands.{module}"), function)
    return cast(Ruling, handler(context, **values))
