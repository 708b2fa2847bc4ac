"""The lines that a refusal offers after "Try:": `yes` takes the only one, a number one of several.

At a prompt whoever reads "Try: eat all" need not type it.
"""

import re
from collections.abc import Sequence
from functools import cache

from companion.grammar.command_words import WORDS
from companion.refusal import Ambiguous, join_choices

_OFFER = "Try: "
_END = re.compile(r"[.;](?=\s[A-Z]|$)|(?<=\w) (?:when|until) |, once for each")
"""The end of what can be typed; after some lines stands when."""
_YES = re.compile(
    r"(?:y|yes|yep|yeah|yup|aye)(?: please| do| that| it| that one)*"
    r"|(?:do|take|use) (?:it|that|that one)|that one|that"
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_NUMBERS = ("one", "two", "three", "four", "five")


def list_offered_lines(hint: str) -> tuple[str, ...]:
    """The lines of a hint that stand after "Try:", as `eat all` and `eat bree` in "Try: eat all, or
    eat bree. To read about it: help eat". A comma begins another line only before a word of the
    companion's: `buy bree torch, rope` is one."""
    _, sign, text = hint.partition(_OFFER)
    if not sign:
        return ()
    first, *pieces = re.split(r", (?:or )?", _END.split(text, maxsplit=1)[0])
    lines = [first]
    for piece in pieces:
        if _begins_line(piece):
            lines.append(piece)
        else:
            lines[-1] += f", {piece}"
    return tuple(lines)


def _begins_line(piece: str) -> bool:
    return piece.partition(" ")[0].removesuffix("!") in _list_words()


@cache
def _list_words() -> frozenset[str]:
    return frozenset(known for word in WORDS for known in (word.name, *word.short_forms))


def choose_offered_line(typed: str, offered: Sequence[str]) -> str | None:
    """The line of those `offered` that is taken by `yes`, `the second` or `2`; None for any other
    line. Raises Ambiguous for `yes` where several were offered."""
    said = " ".join(typed.casefold().strip(" .,!").split())
    if not offered:
        return None
    if _YES.fullmatch(said):
        if not offered[1:]:
            return offered[0]
        raise Ambiguous(
            f"«{typed.strip()}» may mean any of {len(offered)} lines. Type 1 for the first.",
            f"{_OFFER}{join_choices(offered)}",
        )
    place = _find_place(said.removeprefix("the ").removesuffix(" one"))
    return offered[place] if place is not None and place < len(offered) else None


def _find_place(said: str) -> int | None:
    """The place of a line that is named: 0 for `1`, `one` or `first`."""
    for names in (_ORDINALS, _NUMBERS, tuple("12345")):
        if said in names:
            return names.index(said)
    return None
