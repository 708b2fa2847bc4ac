"""Values of fields in a line: texts, Alignments, yes and no, movement dice, the figures of other
games."""

import re

from companion.errant.movement import parse_npc_movements
from companion.errant.reaction import ALIGNMENTS, Alignment
from companion.refusal import Malformed, Unknown, find_similar_words, join_words

CLEARING_WORDS = ("none", "off", "-")
"""Values that take a field back."""
_ALIGNMENT_WORDS: dict[str, Alignment] = {
    "lawful": "L1",
    "law": "L1",
    "neutral": "N",
    "chaotic": "C1",
    "chaos": "C1",
}
_ALIGNMENTS: dict[str, Alignment] = {
    **{alignment.casefold(): alignment for alignment in ALIGNMENTS},
    **dict.fromkeys(CLEARING_WORDS, "N"),
    **_ALIGNMENT_WORDS,
}
_YES, _NO = ("yes", "true"), ("no", "false", *CLEARING_WORDS)


def parse_text_field(_field: str, value: str) -> str:
    """The text; "" where it is taken back."""
    return "" if value.casefold() in CLEARING_WORDS else value


def parse_alignment(_field: str, value: str) -> Alignment:
    """The Alignment of this name, case-blind; `lawful` and `chaotic` are the least of theirs.
    Raises Unknown."""
    if value.casefold() in _ALIGNMENTS:
        return _ALIGNMENTS[value.casefold()]
    near = find_similar_words(value, _ALIGNMENT_WORDS)
    hint = "" if near else f"It is {join_words(ALIGNMENTS, 'or')}."
    raise Unknown(f"«{value}» is no Alignment.", hint, typed=value, instead=near or ("L1",))


def parse_yes_or_no(field: str, value: str) -> bool:
    """True for yes. Raises Malformed for anything but yes and no."""
    folded = value.casefold()
    if folded not in (*_YES, *_NO):
        raise Malformed(f"«{value}» says nothing of «{field}».", typed=value, instead=("yes", "no"))
    return folded in _YES


def parse_movement_dice(field: str, value: str) -> str:
    """Movement dice as they are written. Raises Malformed."""
    if text := parse_text_field(field, value):
        parse_npc_movements(text)
    return text


_OTHER_GAME = re.compile(r"(\d{1,2}) hd (\d{1,2})(?: speed (\d{1,3}))?", re.IGNORECASE)


def parse_other_game_statistics(_field: str, value: str) -> tuple[int, int, int]:
    """The armour class, Hit Dice and speed in feet of a creature of another game; 0 for a speed
    that is not said. Raises Malformed."""
    typed = _OTHER_GAME.fullmatch(value)
    if typed is None:
        message = f"«{value}» is no armour class and Hit Dice."
        raise Malformed(message, typed=value, instead=("15 hd 4", "15 hd 4 speed 30"))
    return int(typed[1]), int(typed[2]), int(typed[3] or 0)
