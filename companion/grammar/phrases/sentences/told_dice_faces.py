"""Dice that somebody rolled by hand and tells of in a line: `next search, we rolled a 3`."""

import re

from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.refusal import Impossible

_PUNCTUATION = " ,;:.-"
_ROLLING = ("next", "n")
_ROLLED = re.compile(r"(?i)\brolled\b")
_ON_DIE = re.compile(
    r"(?i) (?:on|with|for) (?:the|my|our|a) (?:(?:event|hazard) )?(?:die|dice|d6|event|roll)$"
)
_WHY = "Dice rolled by hand stand after = at the end of the line."


def write_told_dice_faces(typed: str) -> str:
    """A line with the faces that it tells of, at its end or before `next`, as `=2,3` at its end, or
    with the dice more of its next Turn, as `-2`; "" where it tells of none, or of nothing else."""
    spelled, words = write_numbers_in_digits(typed.rstrip(" .!")), typed.split()
    if more := compile_named_pattern("dice more").fullmatch(spelled):
        return f"{more['said']} {'-' if more['minus'] else '+'}{more['count'] or 1}"
    if two := compile_named_pattern("two dice").fullmatch(spelled):
        return f"{two['said']} ={two['first']},{two['second']}"
    for told in compile_named_pattern("rolled").finditer(spelled):
        before, after = spelled[: told.start()].split(), spelled[told.end() :]
        first = compile_named_pattern("rolled first").match(after)
        if after and (before or not first):
            continue
        is_named = told["who"] and told["who"].casefold() not in load_phrases().subjects
        is_event = before[:1] == ["next"] and _ROLLED.search(told[0])
        if is_named and not (first or is_event or _ON_DIE.search(told[0])):
            continue  # whose roll it is would be lost
        begun = len(words) - len(after[first.end() :].split()) if first else 0
        line = " ".join(words[begun:] if first else words[: len(before)]).rstrip(_PUNCTUATION)
        line = line or ("event" if "event" in told[0].casefold() else "")
        faces = ",".join(filter(None, (told["first"], told["second"])))
        return f"{line} ={faces}" if line else ""
    return ""


def refuse_dice_faces_kept_as_text(line: str) -> None:
    """Raises Impossible for dice told of in the text of `next`: they would be kept as words, and
    others be rolled."""
    word, _, text = line.partition(" ")
    if word.casefold() not in _ROLLING or "=" in text:
        return
    if write_told_dice_faces(line) or compile_named_pattern("rolled somewhere").search(
        write_numbers_in_digits(text)
    ):
        raise Impossible(_WHY, "As in: next search the room =3")
