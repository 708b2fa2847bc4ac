"""Harm that the table has rolled, and of which it is told what armour was used against it: `bree
takes 6 from goblin 3, her mail takes one`. The dice were impaired before they fell, so that the
Blocks are marked off and the harm is what is told."""

import re
from collections.abc import Sequence

from companion.errant.company import Errant
from companion.errant.names_in_typed_lines import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.text_cleaning import quote_name

_HARM = re.compile(
    r"(?i)(?:(?:and|so|now|ok),? )?(?P<who>[a-z][\w'’-]*) (?:takes?|took|suffers?|suffered) "
    r"(?P<amount>\d+)(?: damage| dmg| hp)?(?: (?:from|off) (?:the )?[a-z0-9' ]+?)?"
    r"(?:,| and| but)+ (?P<after>.+?)[.!]?"
)
"""Who is hurt, for how much, and what is told behind it."""
_WHOSE = ("his", "her", "their", "its", "the")
_BLOCKING = ("block", "blocks", "blocked")
_STOPPING = (*_BLOCKING, "takes", "took", "stops", "stopped", "soaks", "soaked", "absorbs", "eats")
_SMALL = ("with", "by", "on", "of", "it", "that", "this", "them", "up", "some", "block", "blocks")
_ANY_PIECE, _ONE = ("armour", "armor"), "1"


def split_blocked_harm(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the Blocks that are used, and that of the harm; nothing for any other line."""
    said = _HARM.fullmatch(write_numbers_in_digits(typed.strip()))
    struck = find_member(said["who"], context.campaign) if said else None
    if said is None or struck is None:
        return ()
    words = said["after"].casefold().replace(",", "").split()
    if not (blocks := read_blocks(words, struck)):
        return ()
    return write_blocked_harm(struck, blocks, said["amount"])


def write_blocked_harm(struck: Errant, blocks: str, amount: str) -> tuple[str, ...]:
    """The lines by which a piece of armour blocks harm: of dice they are said with the harm, which
    falls after them; of a sum they are marked off before it."""
    who, (many, piece) = quote_typed_name(struck), blocks.split(" ", 1)
    if amount.isdecimal():
        return (f"block {who} {piece} {many}", f"hurt {who} {amount}")
    return (f"hurt {who} {amount} blocks {blocks}",)


def read_blocks(words: Sequence[str], struck: Errant) -> str:
    """How many Blocks of which piece are used, as `1 mail` for `she blocks it`, `bree blocks with
    her mail` and `her mail takes it`; "" for other words, and for who wears no armour."""
    worn = [item.name for item in struck.items if item.blocks]
    armour = load_phrases().groups["armour"]
    who, *rest = [word for word in words if word not in _WHOSE] or [""]
    is_piece = who in (*armour, *(name.casefold() for name in worn))
    is_theirs = who in ("he", "she", struck.id) or is_piece
    if who in _BLOCKING or (len(rest) == 1 and who.isdecimal() and rest[0] in _BLOCKING):
        rest, is_theirs = [who, *rest], True  # `blocks it`, `2 blocked`
    verbs = [word for word in rest if word in (_STOPPING if is_piece else _BLOCKING)]
    many = [word for word in rest if word.isdecimal()]
    others = {*rest} - {*many, *verbs, *_SMALL, *armour}
    if not (worn and is_theirs and verbs) or others or len(many) > 1:
        return ""
    named = [word for word in (who, *rest) if word in armour and word not in _ANY_PIECE]
    pieces = [name for name in worn if {*named} <= {*name.casefold().split()}]
    return f"{(*many, _ONE)[0]} {quote_name(pieces[0])}" if pieces else ""
