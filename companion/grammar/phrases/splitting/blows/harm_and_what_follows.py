"""Harm that the table has rolled, and what is told behind it: what armour was used against it, as
in `bree takes 6 from goblin 3, her mail takes one`, or how it leaves them, as in `wim takes 6,
still up`. The dice were impaired before they fell: the Blocks are marked off, and the harm is what
is told.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.sentences.tokens import replace_ordinals
from companion.grammar.phrases.splitting.blows.what_befalls_the_struck import (
    exclaims,
    tells_death,
    tells_fall_of_errant,
    tells_state_of_errant,
)
from companion.grammar.phrases.splitting.gains.shared_gifts import find_member
from companion.grammar.phrases.whole_line_phrases import (
    drop_articles,
    replace_turns_of_speech,
    tokenize_short_line,
)
from companion.text_cleaning import quote_name

_HARM = re.compile(
    r"(?i)(?:(?:and|so|now|ok),? )?(?P<who>[a-z][\w'’-]*) "
    r"(?:(?:takes?|took|suffers?|suffered|(?:is|gets|got|was) hit for) "
    r"(?P<amount>\d+|\d*d\d+)(?P<unit> damage| dmg| hp)?|(?P<dealt>\d+|\d*d\d+) (?:damage|dmg))"
    r"(?: (?:from|off) (?P<source>[a-z0-9' ]+?))?"
    r"(?:(?:,| and| but)+|(?= (?:he|she)\b)) (?P<after>.+?)[.!]?"
)
"""Who is hurt, for how much, and what is told behind it."""
_HURT = re.compile(
    r"(?i)hurt (?P<who>[a-z][\w-]*) (?P<amount>\d+) blocks (?P<many>\d+) (?P<piece>[a-z]+)"
)
"""The same in the order of the command."""
_WHOSE = ("his", "her", "their", "its", "the")
_BLOCKING = ("block", "blocks", "blocked", "uses", "used", "spends")
_STOPPING = (*_BLOCKING, "takes", "took", "stops", "stopped", "soaks", "soaked", "absorbs", "eats")
_AROUND_BLOCKS = ("with", "by", "on", "of", "it", "that", "this", "up", "some", "block", "blocks")
_ANY_PIECE, _ONE = ("armour", "armor"), "1"


class Blocks(NamedTuple):
    """How many Blocks of which piece of armour are used."""

    many: str
    piece: str


def split_harm_and_what_follows(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the Blocks that are used, and that of the harm, or of the harm alone where it is
    told how they are; nothing for any other line, and for harm that is none of a foe's."""
    plain = write_numbers_in_digits(replace_turns_of_speech(typed.strip()))
    if plain != typed and (meant := _HURT.fullmatch(plain)):  # which is refused as it stands
        hurt = find_member(meant["who"], context.campaign)
        used = (
            read_blocks(("blocks", meant["many"], "with", meant["piece"]), hurt) if hurt else None
        )
        return write_blocked_harm(hurt, used, meant["amount"]) if hurt and used else ()
    said = _HARM.fullmatch(write_numbers_in_digits(typed.strip()))
    struck = find_member(said["who"], context.campaign) if said else None
    if said is None or struck is None or not _may_be_of_foe(said["source"] or "", context):
        return ()
    words = said["after"].casefold().replace(",", "").split()
    amount = said["amount"] or said["dealt"]
    if blocks := read_blocks(words, struck) if said["amount"] else None:
        return write_blocked_harm(struck, blocks, amount)
    spelt = [token.word for token in tokenize_short_line(said["after"], context)]
    is_harm = bool(said["unit"] or said["dealt"] or "d" in amount)
    is_surely_harm = is_harm or bool(context.campaign.book.combatants)
    is_fall = tells_fall_of_errant(spelt) and not tells_death(spelt)
    is_told = is_fall or tells_state_of_errant(spelt) or (is_surely_harm and exclaims(spelt))
    return (f"hurt {quote_typed_name(struck)} {amount}",) if is_told else ()


def _may_be_of_foe(source: str, context: Context) -> bool:
    """True for one who fights on the other side, and where nobody is said to have done it."""
    if not source:
        return True
    tokens = replace_ordinals(tokenize_short_line(source, context), build_vocabulary(context))
    reader = FighterReader(drop_articles(tokens), build_vocabulary(context), context.campaign)
    named = reader.read_name()
    return named is not None and isinstance(named[0], Npc)


def write_blocked_harm(struck: Errant, blocks: Blocks, amount: str) -> tuple[str, ...]:
    """The lines by which a piece of armour blocks harm: of dice they are said with the harm, which
    falls after them; of a sum they are marked off before it."""
    who = quote_typed_name(struck)
    if amount.isdecimal():
        return (f"block {who} {blocks.piece} {blocks.many}", f"hurt {who} {amount}")
    return (f"hurt {who} {amount} blocks {blocks.many} {blocks.piece}",)


def read_blocks(words: Sequence[str], struck: Errant) -> Blocks | None:
    """The Blocks that are used, one for `she blocks it`, `bree blocks with her mail` and `her mail
    takes one`; None for other words, for who wears no such armour, and for `her mail takes it`,
    which may stop all of the harm."""
    worn = [item.name for item in struck.items if item.blocks]
    armour = {*load_phrases().groups["armour"], *map(str.casefold, worn)}
    said = [word for word in words if word not in _WHOSE]
    numbers = [word for word in said if word.isdecimal()]
    pieces = [word for word in said if word in armour]
    is_of_piece = said[:1] != [] and said[0] in pieces
    verbs = [word for word in said if word in (_STOPPING if is_of_piece else _BLOCKING)]
    theirs = {"he", "she", struck.id, *verbs, *numbers}
    if not worn or not verbs or len(numbers) > 1:
        return None
    if {*said} - {*theirs, *pieces, *_AROUND_BLOCKS}:
        return None  # something else is told
    if is_of_piece and not numbers and verbs[0] not in _BLOCKING:
        return None  # `her mail takes it`
    if not is_of_piece and said[0] not in theirs:
        return None
    named = {piece for piece in pieces if piece not in _ANY_PIECE}
    fitting = [name for name in worn if named <= {*name.casefold().split()}]
    return Blocks((*numbers, _ONE)[0], quote_name(fitting[0])) if fitting else None
