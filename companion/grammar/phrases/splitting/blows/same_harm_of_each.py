"""The same harm done to several of a group, or by several: `bree hits goblins 1 and 3, 7 each`."""

from collections.abc import Callable

from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.company import Errant, list_members_present
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import (
    THEY,
    Aim,
    FighterReader,
    Group,
    says_each_of_group,
)
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.splitting.blows.verbs_of_blows import SURELY_HARM

_BEFORE = ("and", "but", "now", "then", "so", "sweeps", "swings", "spins")
_SMALL, _JOINTS = ("and", "but", "now", "then", "so", "again"), (",", "and", "so", "but")
_HOW_OFTEN = ("twice", "2", "of", "them", "both", "arrows", "times")
HARM = (*SURELY_HARM, "hp", "points", "point")
ON_EACH = ("on", "to", "into", "off", "for")
_TWO = 2
_EACH = frozenset(["each", "apiece"])
_BEHIND = ("each", "apiece", "damage", "hp", "points")
_GOING_FOR = ("go", "goes", "went", "for", "at")
_BOTH = ("both", "each", "all")
_BETWEEN = (",", "for", "take", "takes", "each", "all", "both", "apiece")
"""What stands before the amount, and behind it."""


def read_harm_on_each(
    reader: FighterReader, read_one: Callable[[], Aim | None]
) -> list[tuple[Aim, str]]:
    """Foes who are hurt, and for how much each, as in `wim shot two, 3 on the first and 5 on the
    third`; nothing for any other line, and for one foe."""
    reader.skip(_SMALL)
    named = reader.read_name()
    if named and isinstance(named[0], Errant) and reader.skip((*list_verb_group_forms("hit"),)):
        reader.skip(_HOW_OFTEN)
    each: list[tuple[Aim, str]] = []
    while reader.word:
        reader.skip(_JOINTS)
        amount, reader.at = reader.word, reader.at + 1
        reader.skip(HARM)
        struck = read_one() if reader.skip(ON_EACH) else None
        if struck is None or not _is_standing(struck, reader) or not amount.isdecimal():
            return []
        each.append((struck, amount))
    return each if len(each) > 1 else []


def _is_standing(struck: Aim, reader: FighterReader) -> bool:
    """True for one of a group who is on their feet."""
    who, number = struck
    return isinstance(who, Npc) and number in list_numbers_still_standing(reader.campaign, who)


def read_same_harm_of_each(line: FighterReader) -> list[tuple[Aim, str]]:
    """Foes who are hurt, and for how much each, or whom several foes hurt; nothing for any other
    line, for one foe, and where it is not said that each takes or does so much."""
    words = line.words
    end = _count_words_before(words, len(words), _BEHIND) - 1
    amount = words[end] if end > 0 else ""
    begun = _count_words_before(words, end, _BETWEEN)
    if not (amount.isdecimal() and begun > 0 and says_each_of_group(words)):
        return []
    reader = FighterReader(line.tokens[:begun], line.vocabulary, line.campaign)
    struck = _read_several_struck(reader)
    if not struck and not _EACH.isdisjoint(words[end:]):
        reader.at = 0
        struck = _read_struck_by(reader)
    return [(each, amount) for each in struck]


def _read_several_struck(reader: FighterReader) -> list[Aim]:
    """Each of a group who is struck, as in `bree hits goblins 1 and 3`."""
    is_hit = _skip_blow(reader)
    if reader.word in THEY and not is_hit:
        return []  # they may be the Company
    group = reader.read_group()
    numbers = _list_several_standing(group, reader) if not reader.word else ()
    if group is None or not numbers:
        return []
    company = list_members_present(reader.campaign.errants)
    is_named = not {*group.who.name.casefold().split()}.isdisjoint(reader.words)
    if not (is_hit or is_named) and len(company) == len(numbers):
        return []  # `all three take 2`, where three are on each side
    return [Aim(group.who, number) for number in numbers]


def _read_struck_by(reader: FighterReader) -> list[Aim]:
    """One of the Company as often as foes strike them, as in `goblins 1 and 2 both stab wim` and
    `two hit wim`."""
    reader.skip(_BEFORE)
    group = reader.read_group()
    blows = len(_list_several_standing(group, reader)) or _count_foes(group, reader)
    reader.skip(_BOTH)
    is_blow = reader.skip((*list_verb_group_forms("hit"), *_GOING_FOR))
    named = reader.read_name() if is_blow and blows else None
    is_whole = named is not None and isinstance(named[0], Errant) and not reader.word
    return [Aim(named[0])] * blows if named and is_whole else []


def _count_foes(group: Group | None, reader: FighterReader) -> int:
    """How many of a group it is told that strike, where several do and so many stand; else 0."""
    if group is None or group.many < _TWO or not isinstance(group.who, Npc):
        return 0
    standing = list_numbers_still_standing(reader.campaign, group.who)
    return group.many if group.many <= len(standing) else 0


def _list_several_standing(group: Group | None, reader: FighterReader) -> tuple[int, ...]:
    """The numbers of several of a group who stand; nothing for one, and for anybody else."""
    if group is None or not isinstance(group.who, Npc):
        return ()
    standing = list_numbers_still_standing(reader.campaign, group.who)
    is_all = group.is_rest or group.many == len(standing)
    numbers = tuple(standing if is_all and not group.numbers else group.numbers)
    is_other_number = "both" in reader.words and len(numbers) != _TWO
    is_several = len(numbers) >= _TWO and {*numbers} <= {*standing}
    return numbers if is_several and not is_other_number else ()


def _count_words_before(words: list[str], end: int, dropped: tuple[str, ...]) -> int:
    """How many of the first words are left without those of `dropped` at their end."""
    while end > 0 and words[end - 1] in dropped:
        end -= 1
    return end


def _skip_blow(reader: FighterReader) -> bool:
    """Go on behind `bree hits` and `bree sweeps and hits`; False where nobody strikes."""
    reader.skip(_BEFORE)
    begun = reader.at
    named = reader.read_name()
    reader.skip(_BEFORE)
    verbs = (*list_verb_group_forms("hit"), "catches", "gets")
    if named and isinstance(named[0], Errant) and reader.skip(verbs):
        return True
    reader.at = begun
    return False
