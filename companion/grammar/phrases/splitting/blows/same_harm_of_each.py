"""The same harm done to several of a group: `bree hits goblins 1 and 3, 7 each`."""

from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.company import Errant, list_members_present
from companion.errant.world import Npc
from companion.grammar.phrases.fights.fighters import THEY, Aim, FighterReader, says_each_of_group
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms

_BEFORE = ("and", "but", "now", "then", "so", "sweeps", "swings", "spins")
_BEHIND = ("each", "apiece", "damage", "hp", "points")
_BETWEEN = (",", "for", "take", "takes", "each", "all", "both", "apiece")
"""What stands before the amount, and behind it."""


def read_same_harm_of_each(line: FighterReader) -> list[tuple[Aim, str]]:
    """Foes who are hurt, and for how much each; nothing for any other line, for one foe, and where
    it is not said that each takes so much."""
    words = line.words
    end = _count_words_before(words, len(words), _BEHIND) - 1
    amount = words[end] if end > 0 else ""
    begun = _count_words_before(words, end, _BETWEEN)
    if not (amount.isdecimal() and begun > 0 and says_each_of_group(words)):
        return []
    reader = FighterReader(line.tokens[:begun], line.vocabulary, line.campaign)
    is_hit = _skip_blow(reader)
    if reader.word in THEY and not is_hit:
        return []  # they may be the Company
    group = reader.read_group()
    if reader.word or group is None or not isinstance(group.who, Npc):
        return []
    standing = list_numbers_still_standing(line.campaign, group.who)
    is_all = group.is_rest or group.many == len(standing)
    numbers = standing if is_all and not group.numbers else group.numbers
    company = list_members_present(line.campaign.errants)
    is_named = not {*group.who.name.casefold().split()}.isdisjoint(words)
    if not (is_hit or is_named) and len(company) == len(numbers):
        return []  # `all three take 2`, where three are on each side
    if len(numbers) < 2 or not {*numbers} <= {*standing}:
        return []
    return [(Aim(group.who, number), amount) for number in numbers]


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
