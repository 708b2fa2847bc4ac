"""Text from files and people, made fit to show and to name things by."""

import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet

# C0 and C1 controls, DEL, and the marks that reorder or hide text (bidi overrides and isolates,
# zero-width characters, the soft hyphen, the BOM, line and paragraph separators, tags). Compiled
# when something is not plain, not before: a roll of dice pays for none of it.
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
"""A whole escape sequence, or what opens one whose body is a string of any letters."""
_STOPS = {"title": "[\x07\x1b\x9c]", "string": "[\x1b\x9c]"}
"""The letters that no such body has in it. The first of them is its end, or it has none."""
_END = r"\x1b\\|[\x07\x9c]"
_BREAKS = "[\t\r\n\x0b\x0c\x85\u2028\u2029]+"
_MAX_MARKS = 6
_PILE = rf"[^\w\x00-\x7f]{{{_MAX_MARKS + 1},}}"
"""Where more marks may stand on one letter than any tongue has: they would be drawn over the lines
around. Which of these characters are marks, Unicode says."""
_MARKS = ("Mn", "Me")


MAX_SLUG_LENGTH = 60
"""Ids name files: a longer one would not fit every disk."""
_MAX_NAME_LENGTH = 1_000
"""Characters that an id is made of, those that leave none included."""


def clean_text(text: str) -> str:
    """`text` with nothing in it that a terminal would obey: whole escape sequences go, tabs and
    line breaks become spaces, other control and reordering characters vanish, and of a pile of
    marks on one letter no more stay than can be read. Cleaning twice changes nothing.

    >>> clean("Bree\\x1b[31m the\\tBold")
    'Bree the Bold'
    """
    if text.isprintable():
        return text if text.isascii() else re.sub(_PILE, _thin_pile, text)
    text = re.sub(_BREAKS, " ", _drop_sequences(text))
    return re.sub(_PILE, _thin_pile, re.sub(_UNSHOWABLE, "", text))


def _drop_sequences(text: str) -> str:
    """`text` without its escape sequences, and without the openers of those that never end.

    Openers may stand in the body of another, so the next stop is searched only once for all the
    openers before it: that keeps the time linear.
    """
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
    """JSON with everything in it escaped that a terminal would obey, or that would be drawn over
    other lines: to a program it says the same."""
    if text.isascii() and text.isprintable():
        return text
    text = re.sub(_UNSHOWABLE, lambda found: _escape_letter(found[0]), text)
    return re.sub(_PILE, lambda found: _thin_pile(found, _escape_letter), text)


def _thin_pile(found: re.Match[str], replace: Callable[[str], str] = lambda _: "") -> str:
    """The characters of a possible pile, the marks of it replaced that are too many in a row."""
    from unicodedata import category  # as in `slug`

    kept, marks = [], 0
    for letter in found[0]:
        marks = marks + 1 if category(letter) in _MARKS else 0
        kept.append(letter if marks <= _MAX_MARKS else replace(letter))
    return "".join(kept)


def _escape_letter(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    pairs = (units[at : at + 2].hex() for at in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs)


def clip_text(text: str, most: int) -> str:
    """`text`, or what of it fits `most` characters with an ellipsis at its end.

    >>> clipped("The Salt Road", 9)
    'The Salt…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def make_slug(name: str) -> str:
    """A name as an id: lower case ASCII letters, digits and hyphens; `x` when nothing is left.

    >>> slug("Abbess Ysolde's Torches (6)")
    'abbess-ysoldes-torches-6'
    """
    import unicodedata  # a table of a megabyte, for the few names that are not plain

    name = name[:_MAX_NAME_LENGTH]
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))[:MAX_SLUG_LENGTH].strip("-") or "x"


def make_free_slug(name: str, taken: AbstractSet[str], tried: dict[str, int] | None = None) -> str:
    """An id for `name`, the first that is not taken: `torch`, then `torch-2`, `torch-3` …

    With `tried`, which says how far earlier calls have looked for each id, many of one name are
    found in linear time. It holds as long as nothing that is taken becomes free.
    """
    base = make_slug(name)
    if base not in taken:
        return base
    number = 2 if tried is None else tried.get(base, 2)
    while f"{base}-{number}" in taken:
        number += 1
    if tried is not None:
        tried[base] = number
    return f"{base}-{number}"
