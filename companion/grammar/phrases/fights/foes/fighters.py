"""Reads who fights, as people name them: `goblins 2 and 3`, `the rest`, `the wounded one`."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import (
    Fighter,
    is_standing,
    list_combatants,
    list_hp_of_fighting_group,
    list_numbers_still_standing,
    list_numbers_yet_to_attack,
)
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous, join_choices

_ALL = ("all", "both", "every", "each")
OTHERS = ("others", "other")
_REST = ("rest", *OTHERS, "remaining")
THEY, _LONE = ("they", "them"), ("he", "she")
_AWAY = frozenset(["away", "off", "for", "into", "down", "up", "out", "through", ",", "."])
_SINGLE = ("each", "every")
FOES = ("foes", "enemies", "monsters", "baddies", "opponents")
ANY = ("another", "any", "1")
THEM = ("them", "those")
_OF = ("of", "them", "both")
_TO = ("to", "through", "till", "until")
AND = ("and", ",")
_OF_HARM = ("damage", "hp")
_MOST_WORDS_OF_NAME = 4
_MOST_OFFERED = 3
_NUMBER = re.compile(r"(\d+)(?:-(\d+))?")
_LISTED = re.compile(r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)+")


class Group(NamedTuple):
    """Who does something: the numbers or how `many` of a group, all of it that can if `is_rest`;
    `says_rest` where the line says `the rest`."""

    who: Fighter
    numbers: tuple[int, ...] = ()
    many: int = 0
    is_rest: bool = False
    says_rest: bool = False

    def write_name(self) -> str:
        """The group as it is typed in an attack, with the numbers of those who are meant."""
        return " ".join((quote_typed_name(self.who), *map(str, self.numbers)))


class Aim(NamedTuple):
    """To whom it is done, with the number of one of a group."""

    who: Fighter
    number: int = 0

    def write_name(self) -> str:
        return (
            f"{quote_typed_name(self.who)} {self.number}"
            if self.number
            else quote_typed_name(self.who)
        )


def find_only_foe(campaign: Campaign) -> Npc | None:
    """The only one of the others, or the only group of them, that stands."""
    found = [
        who
        for combatant, who in list_combatants(campaign)
        if isinstance(who, Npc) and combatant.side == "others" and is_standing(campaign, who)
    ]
    return found[0] if len(found) == 1 else None


def find_only_foe_group(campaign: Campaign) -> Npc | None:
    """The only group of the others that stands, where nobody else of them does."""
    foe = find_only_foe(campaign)
    return foe if foe and count_group_members(foe) > 1 else None


def says_each_of_group(words: Iterable[str]) -> bool:
    """True for words that say of a group that each of it is meant."""
    return not {*_ALL, "apiece"}.isdisjoint(words)


class FighterReader:
    """A line of a fight, read from its beginning."""

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, campaign: Campaign) -> None:
        self.fighters = {who.id: who for _, who in list_combatants(campaign)}
        self.tokens = [part for token in tokens for part in self._split_joined_numbers(token)]
        self.words = [token.word for token in self.tokens]
        self.vocabulary = vocabulary
        self.campaign = campaign
        self.at = 0

    def _split_joined_numbers(self, token: Token) -> list[Token]:
        """Each number of `1,2`."""
        if _LISTED.fullmatch(token.word):
            return [Token(each, each) for each in re.split(r"(,)", token.word)]
        return [token]

    @property
    def word(self) -> str:
        """The next word; "" at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def skip(self, words: tuple[str, ...]) -> bool:
        """Pass over all of these that come next; False if none does."""
        begun = self.at
        while self.word in words and self.word:
            self.at += 1
        return self.at > begun

    def read_group(self) -> Group | None:
        """Who does something, from the next word on; None if nobody is named."""
        begun, many = self.at, 0
        flees = not list_verb_group_forms("flee").isdisjoint(self.words[begun + 1 : begun + 2])
        is_off = {*self.words[begun + 2 : begun + 3]} <= _AWAY  # `he runs at bree` is no flight
        foe = find_only_foe(self.campaign) if self.word in _LONE and flees and is_off else None
        is_one = foe is not None and len(list_numbers_still_standing(self.campaign, foe)) == 1
        if foe and is_one and self.skip(_LONE):  # `he flees`
            return Group(foe, (), 0, True, False)
        for read in (self._read_hurt_group, self._read_one_in_order, self._read_bare_numbers):
            if group := read():
                return group
            self.at = begun
        says_rest = self.word in _REST
        is_rest = self.skip((*_REST, *_ALL, *THEY, *FOES))
        if self.at > begun and self.words[self.at - 1] in _SINGLE:
            self.skip(("1", "one"))
        if self.word.isdecimal():
            many, self.at = int(self.word), self.at + 1
        elif not is_rest:
            many = int(self.word == ANY[0])
            self.skip(ANY)
        is_counted = is_rest or bool(many)
        self.skip(_OF if is_counted else ())
        says_rest = self.skip(_REST if is_counted else ()) or (says_rest and not many)
        before, named = self.at, self.read_name()
        if named is not None and is_counted and isinstance(named[0], Errant):
            named, self.at = None, before  # `the rest wim`
        if named is None:
            foe = self.find_only_group() if is_counted else None
            if foe is None:
                self.at = begun
                return None
            return Group(foe, (), many, is_rest and not many, says_rest)
        who, is_plural = named
        if is_rest and self.words[begun] in OTHERS and not is_plural:
            is_rest, many = False, many or 1  # `the other goblin`
        if is_counted and (count_group_members(who) if isinstance(who, Npc) else 0) < 2:
            return None
        numbers = () if many else self.read_numbers(who)
        if numbers is None or (numbers and is_rest):
            return None
        is_rest = is_rest or (is_plural and not numbers and not many)
        return Group(who, numbers, many, is_rest, says_rest)

    def _read_hurt_group(self) -> Group | None:
        """`the wounded one`: of a group the most hurt, and of `the wounded goblins` all of them."""
        self.skip(("most",))
        if not self.skip(load_phrases().groups["wounded"]):
            return None
        is_many = self.skip(("ones",))
        self.skip(("1", "one"))
        named = self.read_name()
        who = named[0] if named else self.find_only_group()
        if not isinstance(who, Npc) or count_group_members(who) < 2:
            return None
        heads = enumerate(list_hp_of_fighting_group(self.campaign, who), 1)
        hurt = sorted((hp, at) for at, hp in heads if 0 < hp < (who.hp_max or 0))
        numbers = tuple(at for _, at in hurt)
        is_many = is_many or bool(named and named[1])
        return Group(who, numbers if is_many else numbers[:1]) if numbers else None

    def _read_one_in_order(self) -> Group | None:
        """`the second one`; `the last one` where only one stands, or has yet to attack."""
        word, self.at = self.word, self.at + 1
        number = load_phrases().ordinals.get(word)
        is_one = self.skip(("1", "one"))
        named = None if is_one else self.read_name()
        who = self.find_only_group() if is_one else named[0] if named else None
        if not isinstance(who, Npc):
            return None
        if count_group_members(who) < 2:
            return Group(who) if word == "last" else None
        standing = list_numbers_still_standing(self.campaign, who)
        if word == "last" and len(standing) == 1:
            return Group(who, standing)
        if word == "last" and self.count_ready_to_attack(who) == 1:
            return Group(who, (), 1, says_rest=True)
        if word == "last" and not self.count_ready_to_attack(who):
            return Group(who, is_rest=True, says_rest=True)
        return Group(who, (number,)) if number else None

    def count_ready_to_attack(self, npc: Npc) -> int:
        """How many of a group stand and have not attacked in this Turn."""
        return len(list_numbers_yet_to_attack(self.campaign, npc))

    def _read_bare_numbers(self) -> Group | None:
        """`3 and 4` of the only group, `2 to 4`; and `3 attacks`, which is no count of them, nor is
        more than have yet to attack. `one attacks` counts them."""
        is_number = self.at < len(self.tokens) and self.tokens[self.at].typed[:1].isdecimal()
        foe = self.find_only_group() if is_number else None
        numbers = self.read_numbers(foe) if foe else None
        if not foe or not numbers:
            return None
        verbs = ("hit", "press", "manoeuvre", "flee", "step", "die")
        is_one = self.word.endswith("s") and any(
            self.word in list_verb_group_forms(verb) for verb in verbs
        )
        is_one = is_one or (self.word == "is" and len(numbers) == 1)
        is_one = is_one and not any(self.word in load_phrases().groups[verb] for verb in verbs)
        standing = list_numbers_still_standing(self.campaign, foe)
        begun = self.at
        named = self.read_name()
        is_counted = named is not None and named[0] == foe
        self.at = begun
        is_beyond = numbers[0] in standing and numbers[0] > self.count_ready_to_attack(foe)
        is_one = is_one or (is_beyond and not is_counted and self.word not in _OF)
        return Group(foe, numbers) if len(numbers) > 1 or is_one else None

    def read_name(self) -> tuple[Fighter, bool] | None:
        """A fighter by name, and whether several of a group are named."""
        for length in range(_MOST_WORDS_OF_NAME, 0, -1):
            words = self.words[self.at : self.at + length]
            if len(words) < length:
                continue
            bare = (*words[:-1], singularise_name(words[-1]))
            meant = self.vocabulary.find_meanings(*words) or self.vocabulary.find_meanings(*bare)
            who = self.fighters.get(meant.get("person") or meant.get("npc", ""))
            who = who or self._find_only_fighting_npc(" ".join(words))
            if who is not None:
                self.at += length
                is_whole = " ".join(words) == who.name.casefold()
                return who, isinstance(who, Npc) and (is_whole or words[-1] != bare[-1])
        return None

    def _find_only_fighting_npc(self, typed: str) -> Fighter | None:
        """The only NPC in the fight whose name begins so, as goblins of whom others were met
        before."""
        begun = (typed, singularise_name(typed))
        is_short = len(begun[1]) < 3 or typed in list_verb_group_forms("hit")
        found = [
            who
            for who in self.fighters.values()
            if isinstance(who, Npc) and who.name.casefold().startswith(begun) and not is_short
        ]
        return found[0] if len(found) == 1 else None

    def read_numbers(self, who: Fighter) -> tuple[int, ...] | None:
        """The numbers of a group, as `2, 3 and 5`, `2-4`, `2 to 4` or `2 and goblin 3`; None where
        one of them is none of its."""
        numbers: list[int] = []
        while (said := _NUMBER.fullmatch(self.word)) and not self._says_how_much():
            self.at += 1
            last = int(said[2] or said[1])
            if self.word in _TO and (until := "".join(self.words[self.at + 1 :][:1])).isdecimal():
                last, self.at = int(until), self.at + 2
            numbers += range(int(said[1]), last + 1)
            begun = self.at
            if self.skip(AND) or _NUMBER.fullmatch(self.word):
                named = self.read_name()
                is_other = named is not None and named[0] != who
                if is_other or not _NUMBER.fullmatch(self.word):
                    self.at = begun
                    break
        heads = count_group_members(who) if isinstance(who, Npc) else 0
        return tuple(dict.fromkeys(numbers)) if all(0 < n <= heads for n in numbers) else None

    def _says_how_much(self) -> bool:
        """True where the next number is no number of a group but harm or HP, as in `goblin 2: 3
        damage`; `goblin 2 hp 3` has it behind."""
        what, after = (*self.words[self.at + 1 : self.at + 3], "", "")[:2]
        return what in _OF_HARM and not after.isdecimal()

    def ask_which_one(self, who: Npc, line: str, many: int = 1, *, why: str = "") -> None:
        """Raises Ambiguous where more of a group stand than the one, or so many, spoken of."""
        standing = list_numbers_still_standing(self.campaign, who)
        if len(standing) <= many:
            return
        numbers = standing[:_MOST_OFFERED] if many == 1 else [" ".join(map(str, standing[:many]))]
        ways = [line.format(f"{quote_typed_name(who)} {number}") for number in numbers]
        raise Ambiguous(why or f"Which of {who.name} is it?", f"Try: {join_choices(ways)}")

    def find_only_group(self) -> Npc | None:
        """The only group of the others that stands."""
        return find_only_foe_group(self.campaign)
