"""Phrases in which the HP of several change, `heal corvin 6, heal wim 4`, `bree and wim get 5 hp
each`; and in which several make a Check or a save, `everyone makes a presence check`."""

import re
from collections.abc import Sequence
from itertools import chain, islice, pairwise

from companion.errant.harm.dying import list_dying_effects
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.story_clauses import list_named_people
from companion.grammar.phrases.people.named_people_and_foes import (
    HP_AMOUNT,
    SEPARATORS,
    PeopleReader,
    list_words_for_all,
)
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    list_mishap_verb_forms,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Refusal

WORDS_OF_HP = ("heal", "hurt", "hp")
_HEAL = "heal"
_HURT = "hurt"
_WORDS_OF_CHECKS = ("check", "save")
_MAY_BE_CHECKS = re.compile(r"(?i)\b(?:checks?|saves?|pres(?:ence)?|phys(?:ique)?|skill|mind)\b")
_MAY_BE_HARM = re.compile(
    r"(?i)\b(?:heal|hurt|hp|hit points|damage|dmg)|\b(?:gets?|takes?|for) \d|\b\d+ (?:more )?on\b"
)
_EACH = ("each", "apiece", "both", "all")
_DAMAGE = "damage"
_DEALING = ("deal", "deals", "do", "does", "inflict", "inflicts")
_MORE, _ON = ("more", "another"), ("on", "to", "for", "at")


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
    return _Splitter(tokens, vocabulary, context, _WORDS_OF_CHECKS).split_by_person()


def split_harm_of_several(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> tuple[str, ...]:
    """A line for each of several whose HP change; nothing for any other line."""
    splitter = _Splitter(tokens, vocabulary, context)
    found = splitter.split_by_person() or splitter.split_shares() or splitter.split_harm_to_each()
    return found or splitter.split_blow_and_further_damage()


class _Splitter(PeopleReader):
    """Reads whose HP change, or who makes a Check, and how."""

    def __init__(
        self,
        tokens: Sequence[Token],
        vocabulary: Vocabulary,
        context: Context,
        verbs: tuple[str, ...] = WORDS_OF_HP,
    ) -> None:
        super().__init__(tokens, vocabulary, context)
        self.verbs = verbs

    def split_by_person(self) -> tuple[str, ...]:
        """A line for each, if all of the line is understood so, and there are several."""
        lines: list[str] = []
        verb, is_meant, is_hurt = "", True, False
        while self.word:
            if self.word in self.verbs:
                verb, self.at = self.word, self.at + 1
            begun = self.at
            people, what = self.read_people(), self._read_hp_change()
            if people[1:] and list_mishap_verb_forms().issuperset(token.word for token in what):
                self.skip(SEPARATORS)  # `bree and wim slip and take 2 damage`
                what = self._read_hp_change()
                people = [] if list_named_people(what, self.vocabulary) else people
            if (
                self.is_fight
                and people[1:]
                and what
                and what[0].word in list_verb_group_forms("hit")
            ):
                return ()  # `goblins 1 and 2 hit wim for 3`, each or in all
            is_amount = bool(what) and HP_AMOUNT.fullmatch(what[0].word) is not None
            needs_amount = bool(verb) and self.verbs is WORDS_OF_HP
            if not people or not what or (needs_amount and not is_amount):
                return ()
            said = join_typed_words(what)
            done = verb or self._find_word(f"{people[0]} {said}")
            if done == _HEAL and self.tokens[begun].word in list_words_for_all():
                hurt = self._list_who_can_be_healed()  # where nobody is, the first is told so
                people = [each for each in people if each in hurt] or people[:1]
                is_hurt = True
            spoken = [f"{verb} {each} {said}".lstrip() for each in people]
            is_meant = is_meant and (bool(verb) or all(map(self._is_hp_change_or_check, spoken)))
            lines += spoken
            self.skip(SEPARATORS)
        return tuple(lines) if (len(lines) > 1 or is_hurt) and is_meant else ()

    def split_shares(self) -> tuple[str, ...]:
        """A line for each of `the goblins hit bree for 4 and wim for 3`."""
        ends = [at for at, token in enumerate(self.tokens) if token.word in SEPARATORS]
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
        if not self.at or not HP_AMOUNT.fullmatch(words[begun]) or words[self.at - 2] != _DAMAGE:
            return ()
        people = self.read_people()
        while self.word in _EACH:
            self.at += 1
        if self.word or len(people) < 2:
            return ()
        return tuple(f"{each} takes {join_typed_words(dealt)}" for each in people)

    def split_blow_and_further_damage(self) -> tuple[str, ...]:
        """A line for each of `goblin 1 hits wim for 6, then 3 more on ondine`."""
        ends = [at for at, token in enumerate(self.tokens) if token.word in SEPARATORS]
        self.at = ends[-1] + 1 if ends else 0
        while ends and ends[-1] - 1 in ends:
            ends.pop()
        self.skip(_MORE)
        amount = self.word
        self.at += 1
        self.skip((*_MORE, _DAMAGE, "hp"))
        if not ends or not HP_AMOUNT.fullmatch(amount) or not self.skip(_ON):
            return ()
        named = self.read_name()
        first = join_typed_words(self.tokens[: ends[-1]])
        is_meant = len(named) == 1 and not self.word and self._is_hp_change_or_check(first)
        is_meant = is_meant and self._find_word(first) == _HURT  # `bree heals 2 and 3 for wim`
        return (first, f"{named[0]} takes {amount} damage") if is_meant else ()

    def _is_share(self, tokens: Sequence[Token]) -> bool:
        """True for `bree for 4`."""
        words = [token.word for token in tokens]
        name = words[:-3] if words[-3:-2] and words[-3].isdecimal() else words[:-2]
        named = self.vocabulary.find_meanings(*name)
        is_counted = words[-2:-1] == ["for"] and HP_AMOUNT.fullmatch(words[-1]) is not None
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

    def _list_who_can_be_healed(self) -> list[str]:
        """Those of them who can be healed: who have lost HP, or are dying."""
        dying = {each.errant for each in list_dying_effects(self.context.campaign.book.effects)}
        hurt = (who for who in self.list_company_here() if who.hp is not None or who.id in dying)
        return [quote_typed_name(who) for who in hurt]

    def _read_hp_change(self) -> Sequence[Token]:
        """How their HP change, to the end of the clause."""
        begun = self.at
        while self.word and self.word not in SEPARATORS:
            self.at += 1
        what = self.tokens[begun : self.at]
        return [token for token in what if token.word not in _EACH]
