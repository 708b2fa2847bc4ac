"""Text cleaned letter by letter, in the plainest way: a second opinion on `text_cleaning.py`.

It says in loops what `clean` says in patterns, and may take as long as it likes. Which letters are
hidden it asks `companion.text_cleaning`: other tests compare those with Unicode.
"""

import re
import unicodedata
from collections.abc import Callable

from companion.text_cleaning import _UNSHOWABLE

_ESC, _BELL, _END = "\x1b", "\x07", "\x9c"
_TITLES = (f"{_ESC}]", "\x9d")
_STRINGS = (*(f"{_ESC}{letter}" for letter in "PX^_"), "\x90", "\x98", "\x9e", "\x9f")
_BREAKS = "\t\r\n\x0b\x0c\x85\u2028\u2029"
_MAX_MARKS = 6


def clean(text: str) -> str:
    """As `companion.text_cleaning.clean_text`."""
    kept, at = "", 0
    while at < len(text):
        after = _after_sequence(text, at)
        if after == at:
            kept += text[at]
            after += 1
        at = after
    return _without_piles(_without_hidden(_with_blanks(kept)))


def _after_sequence(text: str, at: int) -> int:
    """Where the escape sequence ends that begins here; here itself where none does."""
    for opener in (f"{_ESC}[", "\x9b"):
        if text.startswith(opener, at) and (end := _after_control(text, at + len(opener))):
            return end
    for openers, enders in ((_TITLES, _BELL + _END), (_STRINGS, _END)):
        for opener in openers:
            if text.startswith(opener, at):
                end = _after_string(text, at + len(opener), enders)
                return end or at + len(opener)
    if text[at] == _ESC:
        last = _past(text, at + 1, lambda letter: " " <= letter <= "/")
        if text[last : last + 1] and "0" <= text[last] <= "~":
            return last + 1
    return at


def _after_control(text: str, at: int) -> int:
    """The end of parameters, of what stands between, and of a last letter; 0 without one."""
    at = _past(text, at, lambda letter: "0" <= letter <= "?")
    at = _past(text, at, lambda letter: " " <= letter <= "/")
    return at + 1 if text[at : at + 1] and "@" <= text[at] <= "~" else 0


def _after_string(text: str, at: int, enders: str) -> int:
    """The end of a string, in which no other Escape stands; 0 where it never ends."""
    for place in range(at, len(text)):
        if text[place] in enders:
            return place + 1
        if text[place] == _ESC:
            return place + 2 if text.startswith("\\", place + 1) else 0
        if text[place] == _END:
            return 0
    return 0


def _past(text: str, at: int, within: Callable[[str], bool]) -> int:
    while at < len(text) and within(text[at]):
        at += 1
    return at


def _with_blanks(text: str) -> str:
    found = ""
    for number, letter in enumerate(text):
        if letter not in _BREAKS:
            found += letter
        elif number == 0 or text[number - 1] not in _BREAKS:
            found += " "
    return found


def _without_hidden(text: str) -> str:
    return "".join(letter for letter in text if not re.match(_UNSHOWABLE, letter))


def _without_piles(text: str) -> str:
    found, marks = "", 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MAX_MARKS:
            found += letter
    return found
