"""Ways whose line is not what was said of the parts of it."""

import re
from collections.abc import Sequence
from itertools import pairwise

from companion.grammar.context import Context
from companion.grammar.phrases.phrasebook.ways_and_patterns import Way
from companion.grammar.phrases.sentences.noun_phrases import Part
from companion.grammar.phrases.sentences.tokens import Token

_DISMOUNTING = re.compile(r"ride \S.* off")
_GETTING = ("give ", "buy ")
_BUYING_ALONE = frozenset(["buy", "purchase", "order", "supply"])
_PASSING = "pass "


def misreads_climbing_as_riding(
    way: Way, lines: Sequence[str], parts: Sequence[Part], context: Context
) -> bool:
    """True for `corvin climbs down` where Corvin rides nothing: there is a stair, or a rope."""
    people = {part.meanings["person"] for part in parts if "person" in part.meanings}
    rides = any(each.rides for each in context.campaign.errants if each.id in people)
    is_down = way.words[-1:] == ("down",) and any(map(_DISMOUNTING.fullmatch, lines))
    is_mount = any("bearer" in part.meanings for part in parts)
    return is_down and not (rides or is_mount)


def misreads_place_as_thing(lines: Sequence[str], parts: Sequence[Part]) -> bool:
    """True for `get corvin to the inn`, by which nobody gets an inn."""
    is_got = any(line.startswith(_GETTING) for line in lines)
    return is_got and any("thing" in part.meanings and part.link == "to" for part in parts)


def misreads_separate_purchases(
    way: Way, lines: Sequence[str], parts: Sequence[Part], tokens: Sequence[Token]
) -> bool:
    """True for `bree buys 2 torches, ondine a rope`, where each of the two buys something, and for
    `ondine, bree buys a rope`, where one is only spoken to."""
    is_paid = any(line.startswith("buy ") and " from " in line for line in lines)
    if not is_paid or not _BUYING_ALONE.issuperset(way.words):
        return False
    people = [at for at, part in enumerate(parts) if "person" in part.meanings]
    thing = next((at for at, part in enumerate(parts) if "thing" in part.meanings), len(parts))
    is_told = people[:2] == [0, 1] and [token.word for token in tokens[1:2]] == [","]
    return is_told or any(at > thing and not parts[at].link for at in people)


def misreads_joined_doers_as_handover(lines: Sequence[str], parts: Sequence[Part]) -> bool:
    """True for `bree and wim take off a pack`, by which neither gets anything of the other."""
    joined = any(
        after.joins
        and not after.link
        and "person" in before.meanings
        and "person" in after.meanings
        for before, after in pairwise(parts)
    )
    return joined and any(line.startswith(_PASSING) for line in lines)
