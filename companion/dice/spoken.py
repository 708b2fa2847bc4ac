"""Dice as they are spoken of at a table, put into signs: for a hint, never to be rolled unasked."""

import re

_BOUNDS = (
    ("at least N", ">="),
    (r"N ?\+", ">="),
    ("N or (?:more|higher|better|above|over)", ">="),
    ("at most N", "<="),
    ("N or (?:less|fewer|lower|below|under)", "<="),
    ("(?:more|higher|greater) than N", ">"),
    ("(?:less|fewer|lower) than N", "<"),
)
"""What a total is compared with, in words and by the sign that says the same."""


def in_signs(text: str) -> str:
    """What `2d6+1 at least 7`, `2d6 7+` and `7 or more on 2d6` may mean. Empty where nothing is
    compared so; what is compared need not read as dice.

    >>> in_signs("2d6+1 at least 7")
    '2d6+1 >= 7'
    """
    told = " ".join(text.split())
    for words, sign in _BOUNDS:
        bound = words.replace("N", r"(?P<number>\d+)")
        for order in (rf"(?P<dice>.+?) (?:of )?{bound}", rf"{bound} (?:on|with) (?P<dice>.+)"):
            if found := re.fullmatch(order, told, re.IGNORECASE):
                return f"{found['dice']} {sign} {found['number']}"
    return ""
