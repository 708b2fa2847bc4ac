"""Stating a word: the forms in which it can be typed, each with the function that answers it."""

import re

from companion.grammar.forms import Form, Slot
from companion.grammar.kind import Words
from companion.grammar.kinds import KINDS
from companion.grammar.registry import LinePredicate, Word, match_none


def form(pattern: str, handler: str, *, reads: bool | str = False, secret: bool = False) -> Form:
    """A form out of its pattern: labels of kinds in capitals or signs, fixed words, and in brackets
    what may be left out."""
    parts = re.findall(r"\[[^\]]*\]|\S+", pattern)
    return Form(tuple(map(_parse_slot, parts)), handler, reads, secret)


def _parse_slot(part: str) -> Slot:
    *fixed, last = part.strip("[]").split()
    kind = KINDS.get(last)
    words: Words = tuple((fixed[0] if kind and fixed else "" if kind else last).split("|"))
    return Slot(kind, tuple(filter(None, words)), part.startswith("["))


def word(
    name: str,
    subject: str,
    *forms: Form,
    short: Words = (),
    secret: LinePredicate = match_none,
    aside: bool = False,
    usage: str = "",
) -> Word:
    """A word with its subject, forms and short forms. `secret` says which lines are for the Guide
    alone; a word that stands `aside` is answered even if the files are broken."""
    shown = usage or " | ".join(f"{name} {each.usage}".strip() for each in forms)
    return Word(name, subject, shown, forms, short, secret, aside)
