"""Text from files and people, made fit to show and to name things by."""

import re

# C0 and C1 controls, DEL, and the marks that reorder or hide text (bidi overrides and isolates,
# zero-width characters, the BOM, line and paragraph separators).
_UNSHOWABLE = (
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
    "|[\ud800-\udfff]|[\U000e0000-\U000e007f]"
)
_ESCAPE = (
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?"
    r"|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])"
)


MOST_OF_A_SLUG = 60
"""Ids name files: a longer one would not fit every disk."""


def clean(text: str) -> str:
    """`text` with nothing in it that a terminal would obey: whole escape sequences go, tabs and
    line breaks become spaces, other control and reordering characters vanish.

    >>> clean("Bree\\x1b[31m the\\tBold")
    'Bree the Bold'
    """
    if text.isprintable():
        return text
    text = re.sub(_ESCAPE, "", text)
    text = re.sub(r"[\t\r\n\x0b\x0c\x85\u2028\u2029]+", " ", text)
    return re.sub(_UNSHOWABLE, "", text)


def clipped(text: str, most: int) -> str:
    """`text`, or what of it fits `most` characters with an ellipsis at its end.

    >>> clipped("The Salt Road", 9)
    'The Salt…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


def slug(name: str) -> str:
    """A name as an id: lower case ASCII letters, digits and hyphens; `x` when nothing is left.

    >>> slug("Abbess Ysolde's Torches (6)")
    'abbess-ysoldes-torches-6'
    """
    import unicodedata  # a table of a megabyte, for the few names that are not plain

    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))[:MOST_OF_A_SLUG].strip("-") or "x"


def free_slug(name: str, taken: set[str]) -> str:
    """An id for `name` that is not taken yet: `torch`, then `torch-2`, `torch-3` …"""
    base = slug(name)
    if base not in taken:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
