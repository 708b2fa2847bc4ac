"""Text from files and people, made safe to show: cleaned, clipped and quoted."""

import re
from collections.abc import Callable

# C0 and C1 controls, DEL, and characters that reorder or hide text (bidi overrides and isolates,
# zero-width characters, the soft hyphen, the BOM, line and paragraph separators, tags). Patterns
# are compiled when a text needs them: measured, plain dice need none.
_UNSHOWABLE = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U00013430-\U0001343f\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)
_SEQUENCE = (
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?P<title>\x1b\]|\x9d)"
    r"|(?P<string>\x1b[PX^_]|[\x90\x98\x9e\x9f])"
    r"|\x1b[ -/]*[0-~]"
)
"""A whole escape sequence, or the opener of one whose body is any text."""
_STOPS = {"title": "[\x07\x1b\x9c]", "string": "[\x1b\x9c]"}
"""Characters that cannot stand in such a body: the first one ends it, if it is an end at all."""
_END = r"\x1b\\|[\x07\x9c]"
_BREAKS = "[\t\r\n\x0b\x0c\x85\u2028\u2029]+"
_MAX_MARKS = 6
_PILE = rf"[^\w\x00-\x7f]{{{_MAX_MARKS + 1},}}"
"""Maybe more combining marks on one letter than any language has: a terminal would draw them over
the lines around."""
_MARKS = ("Mn", "Me")


def clean_text(text: str) -> str:
    """`text` without anything that a terminal would obey. Escape sequences, control characters and
    characters that reorder text are removed, tabs and line breaks become spaces, and a letter keeps
    a few combining marks. Cleaning twice changes nothing.

    >>> clean_text("Bree\\x1b[31m the\\tBold")
    'Bree the Bold'
    """
    if text.isprintable():
        return text if text.isascii() else re.sub(_PILE, _replace_piled_up_marks, text)
    text = re.sub(_BREAKS, " ", _drop_escape_sequences(text))
    return re.sub(_PILE, _replace_piled_up_marks, re.sub(_UNSHOWABLE, "", text))


def _drop_escape_sequences(text: str) -> str:
    """`text` without its escape sequences, and without openers that are never closed. The next stop
    is searched once for all the openers before it, so the time is linear."""
    sequence, end = re.compile(_SEQUENCE), re.compile(_END)
    stops = {kind: re.compile(stop) for kind, stop in _STOPS.items()}
    kept: list[str] = []
    at, next_stop = 0, dict.fromkeys(_STOPS, 0)
    while found := sequence.search(text, at):
        kept.append(text[at : found.start()])
        at = found.end()
        if kind := found.lastgroup:
            if next_stop[kind] < at:
                stop = stops[kind].search(text, at)
                next_stop[kind] = stop.start() if stop else len(text)
            if ending := end.match(text, next_stop[kind]):
                at = ending.end()
    kept.append(text[at:])
    return "".join(kept)


def escape_json(text: str) -> str:
    """JSON with everything escaped that `clean_text` would remove; its meaning stays the same."""
    if text.isascii() and text.isprintable():
        return text
    text = re.sub(_UNSHOWABLE, lambda found: _render_unicode_escape(found[0]), text)
    return re.sub(_PILE, lambda found: _replace_piled_up_marks(found, _render_unicode_escape), text)


def _replace_piled_up_marks(
    found: re.Match[str], replace: Callable[[str], str] = lambda _: ""
) -> str:
    """The characters found, with combining marks replaced that are too many in a row."""
    from unicodedata import category  # as in `make_slug`

    kept, marks = [], 0
    for letter in found[0]:
        marks = marks + 1 if category(letter) in _MARKS else 0
        kept.append(letter if marks <= _MAX_MARKS else replace(letter))
    return "".join(kept)


def _render_unicode_escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    pairs = (units[at : at + 2].hex() for at in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs)


def clip_text(text: str, most: int) -> str:
    """`text` in at most `most` characters, with an ellipsis if it was cut.

    >>> clip_text("The Salt Road", 9)
    'The Salt…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


QUOTE_PAIRS = {'"': '"', "“": "”", "«": "»", "„": "“"}
"""The marks that open a quote, each with the mark that closes it."""
_QUOTES_TRIED = (('"', '"'), ("«", "»"), ("“", "”"), ("„", "“"))
"""Those pairs in the order in which a name is put between them."""


def quote_name(name: str) -> str:
    """A name as it must be typed: in quotes if it has a space or a quote of its own, in those whose
    closing mark it has not. A name that has them all loses one sort, unless it is a plain word."""
    is_word = name.split() == [name]
    if is_word and QUOTE_PAIRS.keys().isdisjoint(name):
        return name
    for opening, closing in _QUOTES_TRIED:
        if closing not in name:
            return f"{opening}{name}{closing}"
    opens = name[0] in QUOTE_PAIRS or any(f"={opening}" in name for opening in QUOTE_PAIRS)
    return name if is_word and not opens else '"{}"'.format(name.replace('"', ""))
