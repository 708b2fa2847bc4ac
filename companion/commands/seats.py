"""Lines that a seat may not type where it is kept to its own work: `[seats]` in campaign.toml."""

from companion.commands.dispatch import ResolvedLine
from companion.grammar.context import Context
from companion.grammar.seats import GUIDE_WORDS, list_seats_for, may_type
from companion.refusal import Impossible, Refusal, join_words

_TELLING_WORDS = ("npc", "faction")
"""Words that change nothing where no more than a name follows."""


def require_own_work(resolved: ResolvedLine, context: Context) -> None:
    """Raises Impossible for a line that is not this seat's to type. Whether what it names is there
    makes no difference to the refusal."""
    word, seats = resolved.word, context.campaign.book.seats
    if word.name == "as":
        raise Impossible(f"This is the {context.seat}'s seat, and stays it.", _KEPT_HINT)
    if context.is_guide:
        return
    if resolved.guide_only or word.name == "secret":
        message = "What is secret is the Guide's alone."
        raise Impossible(message, "For everybody to read: note the bell is cracked")
    is_given = may_type(seats, context.seat, word.name)
    if is_given or (word.name != "tutorial" and _only_looks(resolved, context)):
        return
    others = [f"the {seat}'s" for seat in list_seats_for(seats, word.name)]
    whose = "the Guide's" if word.name in GUIDE_WORDS else join_words(others or ["the Guide's"])
    raise Impossible(
        f"«{word.name}» is {whose}, not the {context.seat}'s.", "Ask the Guide for it."
    )


_KEPT_HINT = "Another seat has a link of its own: the Guide gives it out."


def _only_looks(resolved: ResolvedLine, context: Context) -> bool:
    """True for a line that can be read, and changes nothing."""
    word, arguments = resolved.word, resolved.line.arguments
    try:
        form, values = word.read(arguments, context)
    except Refusal:
        return False
    return form.is_read_only(values) or (word.name in _TELLING_WORDS and len(arguments) == 1)
