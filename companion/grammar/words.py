"""Every word, and the forms in which it can be typed. A form names the function of `commands/` that
answers it, which is imported when the word is said."""

import re
from typing import Any

from companion.grammar.forms import Form, Slot, Words
from companion.grammar.kinds import KINDS
from companion.grammar.registry import LinePredicate, Word, match_none


def _form(pattern: str, handler: str, *, reads: bool | str = False) -> Form:
    """A form out of its pattern: labels of kinds in capitals or signs, fixed words, and in brackets
    what may be left out."""
    parts = re.findall(r"\[[^\]]*\]|\S+", pattern)
    return Form(tuple(map(_parse_slot, parts)), handler, reads)


def _parse_slot(part: str) -> Slot:
    *fixed, last = part.strip("[]").split()
    kind = KINDS.get(last)
    words: Words = tuple((fixed[0] if kind and fixed else "" if kind else last).split("|"))
    return Slot(kind, tuple(filter(None, words)), part.startswith("["))


def _word(
    name: str,
    subject: str,
    *forms: Form,
    short: Words = (),
    secret: LinePredicate = match_none,
    aside: bool = False,
    usage: str = "",
) -> Word[Any]:
    shown = usage or " | ".join(f"{name} {form.usage}".strip() for form in forms)
    return Word(name, None, subject, shown, short, match_none, secret, aside, (), forms)


TABLE: tuple[Word[Any], ...] = (
    _word(
        "light",
        "light",
        _form("", "packs.light:show_light", reads=True),
        _form("UNLIT", "packs.light:light_item"),
        short=("l",),
    ),
    _word("snuff", "light", _form("LIT", "packs.light:snuff_item")),
    _word("leave", "light", _form("LIT [SPOT]", "packs.light:leave_item")),
    _word("burn", "light", _form("", "packs.light:mark_off_burn"), short=("b",)),
    _word("deplete", "light", _form("", "packs.light:mark_off_depletion")),
)
