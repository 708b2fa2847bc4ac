"""Phrases in which the HP of several change, `heal corvin 6, heal wim 4`, `bree and wim get 5 hp
each`; and in which several make a Check or a save, `everyone makes a presence check`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise, takewhile

from companion.campaign.fights.fights import list_numbers_still_standing
from companion.errant.company import Errant, list_members_present
from companion.errant.harm.dying import list_dying_effects
from companion.errant.typed_names import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.book.vocabulary import Vocabulary
from companion.grammar.phrases.book.word_forms import list_company_words
from companion.grammar.phrases.fights.fighters import (
    FOES,
    FighterReader,
    list_verb_group_forms,
    says_each_of_group,
)
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.story_clauses import list_mishap_verb_forms, list_named_people
from companion.grammar.phrases.whole_line_phrases import drop_articles
from companion.refusal import Refusal

WORDS_OF_HP = ("heal", "hurt", "hp")
_HEAL = "heal"
_HURT = "hurt"
_WORDS_OF_CHECKS = ("check", "save")
_MAY_BE_CHECKS = re.compile(r"(?i)\b(?:checks?|saves?|pres(?:ence)?|phys(?:ique)?|skill|mind)\b")
_MAY_BE_HARM = re.compile(
    r"(?i)\b(?:heal|hurt|hp|hit points|damage|dmg)|\b(?:gets?|takes?|for) \d|\b\d+ (?:more )?on\b"
)
_SEPARATORS = ("and", ",", "then")
_EACH = ("each", "apiece", "both", "all")
_THEM = ("they", "them", "those")
_FOES = (*_THEM, *FOES)
"""Words for those who are fought, and never for the Company."""
_AMOUNT = re.compile(r"[+-]?\d+|\d*d\d+\S*|full|night")
_DAMAGE = "damage"
_DEALING = ("deal", "deals", "do", "does", "inflict", "inflicts")
_MORE, _ON = ("more", "another"), ("on", "to", "for", "at")
_SEVERAL = 2
_MOST_WORDS_OF_NAME = 4


@cache
def _list_words_for_all() -> frozenset[str]:
    return list_company_words() | {"all", "both", "of", "the"}


def may_be_harm_of_several(typed: str) -> bool:
    """True for a line that may say of several how their HP change."""
    return _MAY_BE_HARM.search(typed) is not None


def may_be_checks_of_several(typed: str) -> bool:
    """True for a line that may say of several that they make a Check."""
    return _MAY_BE_CHECKS.search(typed) is not None


def split_checks_of_several(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each of several who make a Check or a save; nothing for any other line."""
    return _Splitter(tokens, vocabulary, context, _WORDS_OF_CHECKS).split()


def split_harm_of_several(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each of several whose HP change; nothing for any other line."""
    splitter = _Splitter(tokens, vocabulary, context)
    found = splitter.split() or splitter.split_shares() or splitter.split_harm_to_each()
    return found or splitter.split_blow_and_more()


def _is_hp_amount(token: Token) -> bool:
    """True for so many HP; not for the `one` of `each one`."""
    return _AMOUNT.fullmatch(token.word) is not None and not token.typed.isalpha()


class _Splitter:
    """Reads whose HP change, or who makes a Check, and how."""

    def __init__(
        self,
        tokens: Sequence[Token],
        vocabulary: Vocabulary,
        context: Context,
        verbs: tuple[str, ...] = WORDS_OF_HP,
    ) -> None:
        self.verbs = verbs
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

    def split(self) -> tuple[str, ...]:
        """A line for each, if all of the line is understood so, and there are several."""
        lines: list[str] = []
        verb, is_meant, is_hurt = "", True, False
        while self.word:
            if self.word in self.verbs:
                verb, self.at = self.word, self.at + 1
            begun = self.at
            people, what = self._read_people(), self._read_hp_change()
            if people[1:] and list_mishap_verb_forms().issuperset(token.word for token in what):
                self._skip(_SEPARATORS)  # `bree and wim slip and take 2 damage`
                what = self._read_hp_change()
                people = [] if list_named_people(what, self.vocabulary) else people
            if (
                self.is_fight
                and people[1:]
                and what
                and what[0].word in list_verb_group_forms("hit")
            ):
                return ()  # `goblins 1 and 2 hit wim for 3`, each or in all
            is_amount = bool(what) and _AMOUNT.fullmatch(what[0].word) is not None
            needs_amount = bool(verb) and self.verbs is WORDS_OF_HP
            if not people or not what or (needs_amount and not is_amount):
                return ()
            said = join_typed_words(what)
            done = verb or self._find_word(f"{people[0]} {said}")
            if done == _HEAL and self.tokens[begun].word in _list_words_for_all():
                hurt = self._list_who_can_be_healed()  # where nobody is, the first is told so
                people = [each for each in people if each in hurt] or people[:1]
                is_hurt = True
            spoken = [f"{verb} {each} {said}".lstrip() for each in people]
            is_meant = is_meant and (bool(verb) or all(map(self._is_hp_change_or_check, spoken)))
            lines += spoken
            self._skip(_SEPARATORS)
        return tuple(lines) if (len(lines) > 1 or is_hurt) and is_meant else ()

    def split_shares(self) -> tuple[str, ...]:
        """A line for each of `the goblins hit bree for 4 and wim for 3`."""
        ends = [at for at, token in enumerate(self.tokens) if token.word in _SEPARATORS]
        clauses = [self.tokens[a + 1 : b] for a, b in pairwise([-1, *ends, len(self.tokens)])]
        begun = next((at for at in range(len(clauses[0])) if self._is_share(clauses[0][at:])), 0)
        if not begun or not clauses[1:] or not all(map(self._is_share, clauses[1:])):
            return ()
        done = clauses[0][:begun]
        shares = (clauses[0][begun:], *clauses[1:])
        lines = tuple(join_typed_words((*done, *share)) for share in shares)
        return lines if all(map(self._is_hp_change_or_check, lines)) else ()

    def split_harm_to_each(self) -> tuple[str, ...]:
        """A line for each of `2 damage to all the goblins`, `deal d6 damage to everyone`."""
        words = [token.word for token in self.tokens]
        self.at = words.index("to") + 1 if "to" in words else 0
        begun = 1 if words[:1] and words[0] in _DEALING else 0
        dealt = self.tokens[begun : self.at - 1]
        if not self.at or not _AMOUNT.fullmatch(words[begun]) or words[self.at - 2] != _DAMAGE:
            return ()
        people = self._read_people()
        while self.word in _EACH:
            self.at += 1
        if self.word or len(people) < 2:
            return ()
        return tuple(f"{each} takes {join_typed_words(dealt)}" for each in people)

    def split_blow_and_more(self) -> tuple[str, ...]:
        """A line for each of `goblin 1 hits wim for 6, then 3 more on ondine`."""
        ends = [at for at, token in enumerate(self.tokens) if token.word in _SEPARATORS]
        self.at = ends[-1] + 1 if ends else 0
        while ends and ends[-1] - 1 in ends:
            ends.pop()
        self._skip(_MORE)
        amount = self.word
        self.at += 1
        self._skip((*_MORE, _DAMAGE, "hp"))
        if not ends or not _AMOUNT.fullmatch(amount) or not self._skip(_ON):
            return ()
        named = self._read_name()
        first = join_typed_words(self.tokens[: ends[-1]])
        is_meant = len(named) == 1 and not self.word and self._is_hp_change_or_check(first)
        is_meant = is_meant and self._find_word(first) == _HURT  # `bree heals 2 and 3 for wim`
        return (first, f"{named[0]} takes {amount} damage") if is_meant else ()

    def _is_share(self, tokens: Sequence[Token]) -> bool:
        """True for `bree for 4`."""
        words = [token.word for token in tokens]
        name = words[:-3] if words[-3:-2] and words[-3].isdigit() else words[:-2]
        named = self.vocabulary.names.get(tuple(name), {})
        is_counted = words[-2:-1] == ["for"] and _AMOUNT.fullmatch(words[-1]) is not None
        return is_counted and not named.keys().isdisjoint(("person", "npc"))

    def _is_hp_change_or_check(self, line: str) -> bool:
        """True for what somebody gets or takes that changes their HP, or for a Check of theirs."""
        return self._find_word(line) in self.verbs

    def _find_word(self, line: str) -> str:
        """The word that a line means; "" for none, and for a line that is asked about: that is
        asked once, about all of it."""
        readings = chain.from_iterable(list_command_readings(line, self.context))
        try:
            return next((each.split()[0] for each in islice(readings, 1)), "")
        except Refusal:
            return ""

    def _read_people(self) -> list[str]:
        """Those who are named from here on, as they are typed, or everybody whom it concerns."""
        begun = self.at
        if self.is_fight and (self._read_foes() or self.word not in _list_words_for_all()):
            self.at = begun
            return self._read_people_and_foes()
        while self.word in _list_words_for_all() or (
            self.at > begun and not self.is_fight and self.word in _THEM
        ):
            self.at += 1
        if self.at > begun:
            is_other = self.word in _FOES or bool(self._read_name())  # `all of them`, of two groups
            everybody = [quote_typed_name(who) for who in self._list_company_here()]
            says_two = any(token.word == "both" for token in self.tokens[begun : self.at])
            is_other = is_other or (says_two and len(everybody) != _SEVERAL)
            return [] if is_other else everybody
        return self._read_people_and_foes()

    def _read_people_and_foes(self) -> list[str]:
        """Those who are named from here on, and each of a group of foes."""
        people: list[str] = []
        begun = self.at
        while named := (self._read_foes() if self.is_fight else []) or self._read_name():
            people += named
            begun = self.at
            self._skip(_SEPARATORS)
        self.at = begun
        return list(dict.fromkeys(people))

    def _read_foes(self) -> list[str]:
        """Each of a group by its number, where all of it, or some by their numbers, are named."""
        left = self.tokens[self.at :]
        is_each = says_each_of_group(token.word for token in left)
        if is_each:  # `all goblins 2`: no number of theirs
            left = [*takewhile(lambda token: not _is_hp_amount(token), left)]
        reader = self._make_reader(left)
        group = reader.read_group()
        said = {*reader.words[: reader.at]}
        if group is None or not isinstance(group.who, Npc) or said <= _list_words_for_all():
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

    def _list_company_here(self) -> Iterator[Errant]:
        """The Company as it is here."""
        for who in list_members_present(self.context.campaign.errants):
            if who.is_present and not who.is_dead:
                yield who

    def _list_who_can_be_healed(self) -> list[str]:
        """Those of them who can be healed: who have lost HP, or are dying."""
        dying = {each.errant for each in list_dying_effects(self.context.campaign.book.effects)}
        hurt = (who for who in self._list_company_here() if who.hp is not None or who.id in dying)
        return [quote_typed_name(who) for who in hurt]

    def _read_name(self) -> list[str]:
        """One of the Company, or an NPC, as they are typed; nothing for nobody."""
        campaign = self.context.campaign
        reader = self._make_reader(self.tokens[self.at :])
        if self.is_fight and (fighter := reader.read_name()):
            self.at += reader.at
            return [quote_typed_name(fighter[0])]
        for length in range(_MOST_WORDS_OF_NAME, 0, -1):
            words = tuple(token.word for token in self.tokens[self.at : self.at + length])
            meant = self.vocabulary.names.get(words, {}) if len(words) == length else {}
            known: tuple[Errant | Npc, ...] = (*campaign.errants, *campaign.world.npcs)
            who_id = meant.get("person") or meant.get("npc")
            for who in known if who_id else ():
                if who.id == who_id:
                    self.at += length
                    return [quote_typed_name(who)]
        return []

    def _skip(self, words: tuple[str, ...]) -> bool:
        """Pass over all of these that come next; False if none does."""
        begun = self.at
        while self.word and self.word in words:
            self.at += 1
        return self.at > begun

    def _read_hp_change(self) -> Sequence[Token]:
        """How their HP change, to the end of the clause."""
        begun = self.at
        while self.word and self.word not in _SEPARATORS:
            self.at += 1
        what = self.tokens[begun : self.at]
        return [token for token in what if token.word not in _EACH]
