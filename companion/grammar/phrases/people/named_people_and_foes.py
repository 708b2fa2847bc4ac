"""Reads those of the Company and of their foes who are named one after the other, or as all."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.company import Errant, list_members_present
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.fighters import FOES, FighterReader, says_each_of_group
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

SEPARATORS = ("and", ",", "then")
_THEM = ("they", "them", "those")
_FOES = (*_THEM, *FOES)
"""Words for those who are fought, and never for the Company."""
HP_AMOUNT = re.compile(r"[+-]?\d+|\d*d\d+\S*|full|night")
"""So many HP, or dice of them."""
_SEVERAL = 2
_MOST_WORDS_OF_NAME = 4


@cache
def list_words_for_all() -> frozenset[str]:
    """The words by which all who are here may be named."""
    return list_company_words() | {"all", "both", "of", "the"}


def _is_hp_number_or_dice(token: Token) -> bool:
    """True for so many HP; not for the `one` of `each one`."""
    return HP_AMOUNT.fullmatch(token.word) is not None and not token.typed.isalpha()


class PeopleReader:
    """Walks over the words of a line, and reads the people that are named in it."""

    def __init__(self, tokens: Sequence[Token], vocabulary: Vocabulary, context: Context) -> None:
        self.vocabulary = vocabulary
        self.context = context
        self.is_fight = bool(context.campaign.book.combatants)
        self.tokens = self._make_reader(drop_articles(tokens)).tokens if self.is_fight else tokens
        self.at = 0

    def _make_reader(self, tokens: Sequence[Token]) -> FighterReader:
        return FighterReader([*tokens], self.vocabulary, self.context.campaign)

    @property
    def word(self) -> str:
        """The next word; "" at the end."""
        return self.tokens[self.at].word if self.at < len(self.tokens) else ""

    def read_people(self) -> list[str]:
        """Those who are named from here on, as they are typed, or everybody whom it concerns."""
        begun = self.at
        if self.is_fight and (self._read_foes() or self.word not in list_words_for_all()):
            self.at = begun
            return self._read_people_and_foes()
        while self.word in list_words_for_all() or (
            self.at > begun and not self.is_fight and self.word in _THEM
        ):
            self.at += 1
        if self.at > begun:
            is_other = self.word in _FOES or bool(self.read_name())  # `all of them`, of two groups
            everybody = [quote_typed_name(who) for who in self.list_company_here()]
            says_two = any(token.word == "both" for token in self.tokens[begun : self.at])
            is_other = is_other or (says_two and len(everybody) != _SEVERAL)
            return [] if is_other else everybody
        return self._read_people_and_foes()

    def _read_people_and_foes(self) -> list[str]:
        """Those who are named from here on, and each of a group of foes."""
        people: list[str] = []
        begun = self.at
        while named := (self._read_foes() if self.is_fight else []) or self.read_name():
            people += named
            begun = self.at
            self.skip(SEPARATORS)
        self.at = begun
        return list(dict.fromkeys(people))

    def _read_foes(self) -> list[str]:
        """Each of a group by its number, where all of it, or some by their numbers, are named."""
        left = self.tokens[self.at :]
        is_each = says_each_of_group(token.word for token in left)
        if is_each:  # `all goblins 2`: no number of theirs
            left = [*takewhile(lambda token: not _is_hp_number_or_dice(token), left)]
        reader = self._make_reader(left)
        group = reader.read_group()
        said = {*reader.words[: reader.at]}
        if group is None or not isinstance(group.who, Npc) or said <= list_words_for_all():
            return []
        is_all = group.is_rest and (is_each or group.says_rest)
        standing = list_numbers_still_standing(self.context.campaign, group.who)
        numbers = group.numbers or (standing if is_all else ())
        if (
            not numbers
            or (is_all and len(numbers) < _SEVERAL)
            or ("both" in said and len(numbers) > _SEVERAL)
        ):
            return []
        self.at += reader.at
        return [f"{quote_typed_name(group.who)} {number}" for number in numbers]

    def list_company_here(self) -> Iterator[Errant]:
        """The Company as it is here."""
        for who in list_members_present(self.context.campaign.errants):
            if who.is_present and not who.is_dead:
                yield who

    def read_name(self) -> list[str]:
        """One of the Company, or an NPC, as they are typed; nothing for nobody."""
        campaign = self.context.campaign
        reader = self._make_reader(self.tokens[self.at :])
        if self.is_fight and (fighter := reader.read_name()):
            self.at += reader.at
            return [quote_typed_name(fighter[0])]
        for length in range(_MOST_WORDS_OF_NAME, 0, -1):
            words = [token.word for token in self.tokens[self.at : self.at + length]]
            meant = self.vocabulary.find_meanings(*words) if len(words) == length else {}
            known: tuple[Errant | Npc, ...] = (*campaign.errants, *campaign.world.npcs)
            who_id = meant.get("person") or meant.get("npc")
            for who in known if who_id else ():
                if who.id == who_id:
                    self.at += length
                    return [quote_typed_name(who)]
        return []

    def skip(self, words: tuple[str, ...]) -> bool:
        """Pass over all of these that come next; False if none does."""
        begun = self.at
        while self.word and self.word in words:
            self.at += 1
        return self.at > begun
