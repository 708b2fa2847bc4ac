"""One blow of a fight told in any words, with the HP that it takes: `bree hammers the first one for
5`, `the second goblin rakes wim, 7 damage`; and what becomes of whom it strikes, as `and it drops`.
"""

import re
from itertools import dropwhile
from typing import NamedTuple

from companion.campaign.fights.fights import (
    Fighter,
    find_combatant,
    list_hp_of_fighting_group,
    list_numbers_still_standing,
)
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members, find_current_hp
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.clauses.denials_and_questions import is_neither_asked_nor_denied
from companion.grammar.phrases.fights.foes.fighters import Aim, FighterReader, Group
from companion.grammar.phrases.phrase_reading import list_command_readings
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases
from companion.grammar.phrases.phrasebook.vocabulary_building import build_vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token, replace_ordinals
from companion.grammar.phrases.splitting.blows.harm_and_what_follows import (
    read_blocks,
    write_blocked_harm,
)
from companion.grammar.phrases.splitting.blows.same_harm_of_each import (
    HARM,
    ON_EACH,
    read_harm_on_each,
    read_same_harm_of_each,
)
from companion.grammar.phrases.splitting.blows.verbs_of_blows import SURELY_HARM, burns, may_be_blow
from companion.grammar.phrases.splitting.blows.what_befalls_the_struck import (
    WHO_WAS_STRUCK,
    tells_death,
    tells_fall,
    tells_story,
)
from companion.grammar.phrases.whole_line_phrases import drop_articles, tokenize_short_line
from companion.refusal import Ambiguous, Refusal

_MAY_BE_BLOW = re.compile(r"(?i)[\w’'] *(?:,|\b(?:for|and|takes?|\d+ on)\b) *(?:\w+ ){0,2}?\w")
_HURT, _ATTACK_OF_DIE = "hurt ", re.compile("attack .*=")
_SMALL = ("and", "but", "now", "then", "so", "again")
_AND, _FOR = (",", "and", "so", "but"), ("for", ",")
_DAMAGE = (*SURELY_HARM, "hp")
_GETTING = ("gets", "got", "catches", "caught")
_ON = ("on", "off")
_WHITHER = ("down", "over", "under", "to", "ground", "floor")
_ANY_FOE = ("last", "other", "another", "next")
_AMOUNT = re.compile(r"\d+|\d*d\d+(?:[+-]\d+)?")
_PARTED = ("in", "on", "across", "over", "through", "into")
_WHOSE = ("his", "her", "its", "their")
_MOST_WORDS_OF_DEED, _MOST_WORDS_OF_PART = 4, 3


class _Blow(NamedTuple):
    """Who strikes whom, for how much, and the words behind it."""

    hitter: Aim
    struck: Aim
    amount: str
    is_die: bool
    """Whether the amount is a bare number behind the blow of an Errant: the die of their Attack
    Roll, as `bree hits goblin 1, 4`."""
    is_killing: bool
    """Whether the verb alone tells that nobody survives it."""
    after: tuple[str, ...]

    def write_line(self) -> str:
        """The line of the blow alone."""
        struck = self.struck.write_name()
        if self.is_die:
            return f"attack {self.hitter.write_name()} on {struck} ={self.amount}"
        return f"hurt {struck} {self.amount}"


def split_told_blow(typed: str, context: Context) -> tuple[str, ...]:
    """The line of the harm, and the line by which whoever is struck is down where it is told and
    the harm alone does not do it; nothing for any other line, and where the blow alone is told in
    words that are read as they stand."""
    if not context.campaign.book.combatants or not _MAY_BE_BLOW.search(typed):
        return ()
    vocabulary = build_vocabulary(context)
    tokens = replace_ordinals(tokenize_short_line(typed, context), vocabulary)
    if not is_neither_asked_nor_denied(tokens, vocabulary):
        return ()
    parts = [part for token in drop_articles(tokens) for part in _split_possessive(token)]
    reader = _BlowTeller(parts, vocabulary, context.campaign)
    if each := read_harm_on_each(reader, reader.read_one) or read_same_harm_of_each(reader):
        return tuple(f"hurt {struck.write_name()} {amount}" for struck, amount in each)
    reader.at = 0
    if not (blow := reader.read_blow()):
        return ()
    harm = blow.write_line()
    if blow.is_killing:
        blow = blow._replace(after=("it", "dies"))
    if not blow.after:
        return () if _is_read_alone(typed, context) else (harm,)
    struck = blow.struck.who
    blocks = read_blocks(blow.after, struck) if isinstance(struck, Errant) else None
    if blocks and isinstance(struck, Errant):
        return write_blocked_harm(struck, blocks, blow.amount)
    if tells_fall(blow.after, of_errant=isinstance(struck, Errant)):
        if blow.is_die or not blow.amount.isdecimal():
            return ()  # nobody knows yet what it does
        if reader.brings_down(blow):
            return (harm,)
        if isinstance(blow.struck.who, Errant):  # what HP they have left is said with the harm
            return () if tells_death(blow.after) else (harm,)
        return (harm, f"fight down {blow.struck.write_name()}")
    is_errant = isinstance(blow.struck.who, Errant)
    return (harm,) if tells_story(blow.after, of_errant=is_errant) else ()


def _split_possessive(token: Token) -> list[Token]:
    """`wim` and `'s` of `wim's`; any other word as it is."""
    stem = token.word.removesuffix("'s")
    return [token] if stem == token.word else [Token(stem, stem), Token("'s", "'s")]


def _is_read_alone(typed: str, context: Context) -> bool:
    """True where the line is read as a blow, or asked about, without this."""
    try:
        lines = next(list_command_readings(typed, context), ())
    except Refusal as refused:
        return isinstance(refused, Ambiguous)
    return any(line.startswith(_HURT) or _ATTACK_OF_DIE.match(line) for line in lines)


class _BlowTeller(FighterReader):
    """A line of a fight by which one strikes one on the other side."""

    def read_blow(self) -> _Blow | None:
        """The blow of the whole line; None for any other."""
        self.skip(_SMALL)
        hitter = self.read_one() or self._read_any_foe()
        if hitter is None:
            return None
        if killed := self._read_kill_by_amount(hitter):
            return killed
        is_of_weapon = self.skip(("'s",))  # `corvin's staff gets the first`
        begun = self.at
        struck = None
        while struck is None and self.at - begun < _MOST_WORDS_OF_DEED and self._is_word():
            self.at += 1
            at = self.at
            if (struck := self.read_one()) is None:
                self.at = at
        deed = self.words[begun:at] if struck else []
        if struck is None or not self._are_on_two_sides(hitter, struck):
            return None
        self.skip(_WHITHER)
        self._skip_part_of_body()
        self._skip_weapon()
        is_marked = self.skip(_FOR) or self.words[self.at - 1] == "," or isinstance(hitter.who, Npc)
        if not is_marked or not _AMOUNT.fullmatch(amount := self.word):
            return None
        marked = self.words[self.at - 1]
        is_bare = marked == "," and amount.isdecimal()
        self.at += 1
        is_harm = self.skip(HARM)
        is_own = isinstance(hitter.who, Errant)
        is_got = marked == "for" and "".join(deed[-1:]) in _GETTING
        behind = self.words[self.at - 1] if is_harm else ""
        told_by = behind if behind in _DAMAGE else "got" * is_got
        if not may_be_blow(deed[is_of_weapon:], self.vocabulary, told_by):
            return None
        if self.skip(_ON) and not self.skip((*WHO_WAS_STRUCK, "1")):
            return None
        self._skip_weapon()
        kills = deed[0] in list_verb_group_forms("kill")
        if is_bare and burns(deed[0]):
            return None  # `wim burns goblin 1, 3` tells no die
        is_die = is_bare and is_own and not (is_harm or kills)
        after = tuple(self.words[self.at :])
        is_end = not after or after[0] in (*_AND, *WHO_WAS_STRUCK, "killing", "kills")
        told = tuple(dropwhile(_AND.__contains__, after))
        return _Blow(hitter, struck, amount, is_die, kills and not told, told) if is_end else None

    def _read_kill_by_amount(self, hitter: Aim) -> _Blow | None:
        """`bree 7 on goblin 3 kills it`, where no verb but that tells the blow."""
        begun, amount = self.at, self.word
        self.at += 1
        struck = self.read_one() if amount.isdecimal() and self.skip(("on", "to")) else None
        after = tuple(dropwhile(_AND.__contains__, self.words[self.at :]))
        if struck and self._are_on_two_sides(hitter, struck) and tells_fall(after, of_errant=False):
            return _Blow(hitter, struck, amount, False, False, after)
        self.at = begun
        return None

    def _read_any_foe(self) -> Aim | None:
        """`the last one`, `another` and `the other`: which of the only group strikes does not
        matter, where it is told for how much."""
        begun, only = self.at, self.find_only_group()
        if only is not None and self.skip(_ANY_FOE):
            self.skip(("1", "one", *only.name.casefold().split()))
            return Aim(only)
        self.at = begun
        return None

    def _is_word(self) -> bool:
        """True for a word that may be one of what somebody does."""
        is_word = self.word.replace("-", "").replace("'", "").isalpha()
        return is_word and self.word not in (*_AND, *_SMALL)

    def read_one(self) -> Aim | None:
        """One who fights; None for several, and where nobody is named."""
        begun = self.at
        after = self.words[self.at + 1 : self.at + 2]
        only = self.find_only_group()
        is_noun = after and after[0].isalpha() and after[0] not in (*_FOR, *_AND)
        verbs = list_verb_group_forms("hit")
        is_hit = self.words[begun - 1] in (*verbs, *ON_EACH, "the") if begun else False
        is_figure = is_hit and self.word.isdecimal() and after == ["for"]  # `whacks 1 for 4`
        number = int(self.word) if is_figure else load_phrases().ordinals.get(self.word, 0)
        is_hitting = not begun and bool(after) and after[0] in verbs
        if only and number and ((not is_noun and is_hit) or is_hitting or is_figure):
            self.at += 1
            return Aim(only, number) if number <= count_group_members(only) else None
        named = self.read_name()
        group = Group(named[0], self._read_one_number(named[0])) if named else self.read_group()
        if group is None or group.is_rest or group.many > 1 or len(group.numbers) > 1:
            self.at = begun
            return None
        if isinstance(group.who, Errant):
            return Aim(group.who)
        standing = list_numbers_still_standing(self.campaign, group.who)
        only_one = standing[0] if len(standing) == 1 else 0
        members = count_group_members(group.who)
        return Aim(group.who, *(group.numbers or ((only_one,) if members > 1 else ())))

    def _read_one_number(self, who: Fighter) -> tuple[int, ...]:
        """The number of one of a group behind its name: a number after it is an amount."""
        members = count_group_members(who) if isinstance(who, Npc) else 0
        if not self.word.isdecimal() or not 0 < int(self.word) <= members > 1:
            return ()
        self.at += 1
        return (int(self.words[self.at - 1]),)

    def _are_on_two_sides(self, hitter: Aim, struck: Aim) -> bool:
        """True for a foe and one of the Company of whom it is said who is struck."""
        is_group = isinstance(struck.who, Npc) and count_group_members(struck.who) > 1
        if is_group and not struck.number:
            return False
        sides = {
            combatant.side
            for each in (hitter, struck)
            if (combatant := find_combatant(self.campaign, each.who.id))
        }
        return len(sides) > 1

    def _skip_part_of_body(self) -> None:
        """Go on behind `in the leg` and `'s arm`."""
        begun, parts = self.at, load_phrases().groups["body"]
        is_told = self.skip((*_PARTED, "'s", *_WHOSE))
        for _ in range(_MOST_WORDS_OF_PART if is_told else 0):
            self.at += 1
            if self.words[self.at - 1 : self.at] and self.words[self.at - 1] in parts:
                return
        self.at = begun
        self.skip(parts)

    def _skip_weapon(self) -> None:
        """Go on behind `with her hammer`."""
        begun = self.at
        is_led = self.skip(("with",)) and (self.skip((*_WHOSE, "the", "a")) or self._is_word())
        if is_led and not self.vocabulary.names_person(self.word):
            self.at += 1
            return
        self.at = begun

    def brings_down(self, blow: _Blow) -> bool:
        """True for a blow of so many HP at somebody who has no more."""
        who, number = blow.struck
        if isinstance(who, Errant):
            return int(blow.amount) >= find_current_hp(who, self.campaign.book.effects)
        heads = list_hp_of_fighting_group(self.campaign, who)
        left = heads[max(number, 1) - 1 :][:1]
        return bool(left) and int(blow.amount) >= left[0]
