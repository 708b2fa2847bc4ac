"""Lines of a fight as people say them: `goblins 2 and 3 attack bree`, `the rest on wim`, `odd`.

Such a line is read as a whole: who does it, what they do, and to whom. Of a group it counts those
who are meant; where it names nobody, it is the only group of foes.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from companion.campaign.fights import (
    Fighter,
    find_combatant,
    lacks_order,
    list_combatants,
    list_standing,
    stands,
)
from companion.errant.attacks import list_usual_attacks, parse_attacks
from companion.errant.errants import Errant
from companion.errant.fights import Chase
from companion.errant.harm import list_heads
from companion.errant.naming import type_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.sentence import Token, index_links, join_typed
from companion.grammar.phrases.vocabulary import Vocabulary
from companion.grammar.phrases.ways import Words, inflect_verb, list_negations, load_phrases
from companion.refusal import Ambiguous, Malformed

_ALL = ("all", "both", "every")
_REST = ("rest", "others", "other", "remaining")
_THEY = ("they", "them", "everyone")
_ANY = ("another", "any", "1")
_OF = ("of", "them", "both")
_AND = ("and", ",")
_SAID_BESIDES = ("now", "then", "just", "also", "all", "both")
"""Words that may stand before what somebody does."""
_POSSESSIVES = ("his", "her", "its", "their")
_WEAPON = "weapon"
_BLOCKING = ("block", "blocks", "using", "with")
_MOST_WORDS_OF_NAME = 4
_ONES = ("one", "1")


class _Group(NamedTuple):
    """Who does something: the numbers or how `many` of a group, all of it that can if `is_rest`;
    `says_rest` where the line says `the rest`."""

    who: Fighter
    numbers: tuple[int, ...] = ()
    many: int = 0
    is_rest: bool = False
    says_rest: bool = False


class _Aim(NamedTuple):
    """To whom it is done, with the number of one of a group."""

    who: Fighter
    number: int = 0

    def write(self) -> str:
        return f"{type_name(self.who)} {self.number}" if self.number else type_name(self.who)


def list_fight_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that a whole line of a fight means; several together where none is likelier.
    Nothing where nobody fights."""
    campaign = context.campaign
    if not campaign.book.combatants:
        return
    articles = {*load_phrases().articles}
    plain = [token for token in tokens if token.word not in articles]
    yield from ((line,) for line in list_calls(plain, vocabulary, campaign))
    reader = _Reader(plain, vocabulary, campaign)
    if reader.tokens and (group := reader.read_group()):
        yield from reader.list_deeds(group)


def list_calls(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The call for the order, as `bree odd`; and the end of a Chase."""
    words = [token.word for token in tokens]
    if words[-1:] in (["odd"], ["even"]) and lacks_order(campaign):
        named = vocabulary.names.get(tuple(words[:-1]), {}).get("person")
        if named or not words[:-1]:
            yield f"order {words[-1]}{f' by {named}' if named else ''}"
    is_over = "chase" in words and {*words} <= {"chase", "is", "of", *_list_forms("over")}
    if is_over and words[1:] and campaign.book.chase != Chase():
        yield "chase end"


@cache
def _list_forms(group: str) -> frozenset[str]:
    """Every form of the verbs of a group of phrases.toml."""
    return frozenset(form for verb in load_phrases().groups[group] for form in inflect_verb(verb))


class _Reader:
    """A line of a fight, read from its beginning."""

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, campaign: Campaign) -> None:
        self.tokens = tokens
        self.words = [token.word for token in tokens]
        self.vocabulary = vocabulary
        self.campaign = campaign
        self.at = 0
        self.fighters = {who.id: who for _, who in list_combatants(campaign)}

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

    def read_group(self) -> _Group | None:
        """Who does something, from the next word on; None if nobody is named."""
        begun, many = self.at, 0
        says_rest = self.word in _REST
        is_rest = self.skip((*_REST, *_ALL, *_THEY))
        if self.word.isdigit():
            many, self.at = int(self.word), self.at + 1
        elif not is_rest:
            self.skip(_ANY)
        is_counted = is_rest or bool(many)
        self.skip(_OF if is_counted else ())
        says_rest = self.skip(_REST if is_counted else ()) or (says_rest and not many)
        named = self.read_name()
        if named is None:
            foe = self.find_only_group() if is_counted else None
            if foe is None:
                self.at = begun
                return None
            return _Group(foe, (), many, is_rest and not many, says_rest)
        who, is_plural = named
        if is_counted and (isinstance(who, Errant) or len(list_heads(who)) < 2):
            return None
        numbers = () if many else self.read_numbers(who)
        if numbers is None or (numbers and is_rest):
            return None
        is_rest = is_rest or (is_plural and not numbers and not many)
        return _Group(who, numbers, many, is_rest, says_rest)

    def read_name(self) -> tuple[Fighter, bool] | None:
        """A fighter by name, and whether several of a group are named."""
        for length in range(_MOST_WORDS_OF_NAME, 0, -1):
            words = self.words[self.at : self.at + length]
            if len(words) < length:
                continue
            bare = (*words[:-1], words[-1].removesuffix("s"))
            names = self.vocabulary.names
            meant = names.get(tuple(words)) or names.get(bare) or {}
            who = self.fighters.get(meant.get("person") or meant.get("npc", ""))
            who = who or self._find_kind(" ".join(words))
            if who is not None:
                self.at += length
                is_whole = " ".join(words) == who.name.casefold()
                return who, isinstance(who, Npc) and (is_whole or words[-1].endswith("s"))
        return None

    def _find_kind(self, typed: str) -> Fighter | None:
        """The only NPC in the fight whose name begins so, as goblins of whom others were met
        before."""
        bare = typed.removesuffix("s")
        is_short = len(bare) < 3 or typed in _list_forms("hit")
        found = [
            who
            for who in self.fighters.values()
            if isinstance(who, Npc) and who.name.casefold().startswith(bare) and not is_short
        ]
        return found[0] if len(found) == 1 else None

    def read_numbers(self, who: Fighter) -> tuple[int, ...] | None:
        """The numbers of a group, as `2, 3 and 5`, `2-4` or `2 and goblin 3`; None where one of
        them is none of its."""
        numbers: list[int] = []
        while said := re.fullmatch(r"(\d+)(?:-(\d+))?", self.word):
            numbers += range(int(said[1]), int(said[2] or said[1]) + 1)
            self.at += 1
            begun = self.at
            if self.skip(_AND):
                named = self.read_name()
                is_other = named is not None and named[0] != who
                if is_other or not re.fullmatch(r"(\d+)(?:-(\d+))?", self.word):
                    self.at = begun
                    break
        heads = len(list_heads(who)) if isinstance(who, Npc) else 0
        return tuple(dict.fromkeys(numbers)) if all(0 < n <= heads for n in numbers) else None

    def find_only_group(self) -> Npc | None:
        """The only group of the others that stands."""
        found = [
            who
            for combatant, who in list_combatants(self.campaign)
            if isinstance(who, Npc) and combatant.side == "others" and stands(self.campaign, who)
        ]
        return found[0] if len(found) == 1 and len(list_heads(found[0])) > 1 else None

    def list_deeds(self, group: _Group) -> Iterator[Words]:
        """The lines of what they do, if all of the line is understood so."""
        self.skip(_SAID_BESIDES)
        begun = self.at
        reads = (self._read_attack, self._read_gambit, self._read_sneaking)
        for read in (*reads, self._read_fleeing, self._read_moving):
            self.at = begun
            yield from read(group)

    def _read_attack(self, group: _Group) -> Iterator[Words]:
        """`attack bree`, `go for bree`, or only `on bree`; with what, and the Blocks."""
        links = [name for name, link in index_links().items() if link in ("on", "at", "vs")]
        if self.word in _list_forms("hit") or self.word in _list_forms("press"):
            self.at += 1
            self.skip(("up",))
            self.skip((*links, "for", "into"))
        else:
            self.skip(("up",))  # `gang up on`: a gang is said by the way
            if not self.skip(("on", "at", "vs", "against")):
                return
        aim = self.read_aim(group)
        rest = None if aim is None else self.read_rest(aim)
        if aim is None or rest is None:
            return
        yield from self._write_attack(group, aim, rest)

    def _write_attack(self, group: _Group, aim: _Aim, rest: str) -> Iterator[Words]:
        times = self._count_rolls(group, aim)
        if times is None:
            return
        more = f" x{times}" if times > 1 else ""
        yield (f"attack {type_name(group.who)} on {aim.write()}{more}{rest}",)

    def _count_rolls(self, group: _Group, aim: _Aim) -> int | None:
        """The Attack Rolls of those who are meant, 0 for the usual ones of one; None if somebody
        of them cannot make any. Raises Ambiguous where no rest is left."""
        who = group.who
        if isinstance(who, Errant) or len(list_heads(who)) < 2:
            return 0
        standing = list_standing(self.campaign, who)
        if not set(group.numbers) <= set(standing):
            return None
        many = group.many or len(group.numbers)
        if group.is_rest:
            combatant = find_combatant(self.campaign, who.id)
            done = combatant.attacked + combatant.used if combatant else 0
            many = max(0, len(standing) - done)
            if not many and group.says_rest and standing:
                all_of_them = f"attack {type_name(who)} on {aim.write()} x{len(standing)}"
                message = f"As many {who.name} as stand have attacked in this Turn."
                raise Ambiguous(message, f"Try: {all_of_them}")
            many = many or len(standing)
        return many * _count_usual(who) if many > 1 else 0

    def read_aim(self, group: _Group) -> _Aim | None:
        """To whom it is done: somebody else, `goblin 2`, or `the wounded one`; None for nobody."""
        self.skip(("most",))
        is_hurt = self.skip(load_phrases().groups["wounded"])
        self.skip((*_ANY, "one"))
        named = self.read_name()
        if named is None:
            foe = self._find_hurt_foe(group.who) if is_hurt else None
            return _Aim(foe) if foe else None
        who, number = named[0], 0
        if who.id == group.who.id or (is_hurt and isinstance(who, Errant)):
            return None
        if self.word.isdigit() and isinstance(who, Npc) and len(list_heads(who)) > 1:
            number, self.at = int(self.word), self.at + 1
        return _Aim(who, number)

    def _find_hurt_foe(self, attacker: Fighter) -> Fighter | None:
        """The only foe; of several the only one who is hurt and stands."""
        own = find_combatant(self.campaign, attacker.id)
        foes = [
            who
            for each, who in list_combatants(self.campaign)
            if own and each.side != own.side and stands(self.campaign, who)
        ]
        if len(foes) > 1:
            foes = [who for who in foes if _is_hurt(who)]
        return foes[0] if len(foes) == 1 else None

    def read_rest(self, aim: _Aim) -> str | None:
        """What stands behind an attack, as it is typed: the weapon, sneaking, Blocks; None where
        anything else does."""
        rest = ""
        while self.at < len(self.tokens):
            self.skip(_AND)
            name = self.read_name() if self.word not in _BLOCKING else None
            if name is not None and name[0].id != aim.who.id:
                return None
            self.skip(("she", "he", "they", "it", "who"))
            if self.word in ("block", "blocks", "using"):
                blocks = self._read_blocks()
                if blocks is None or " blocks " in rest:
                    return None
                rest += blocks
            elif self.word == "with" and not rest:
                rest += self._read_weapon()
            elif self.word in ("sneak", "sneaking") and not rest:
                self.at += 1
                rest += " sneak"
            else:
                return None
        return rest

    def _read_weapon(self) -> str:
        """`with her hammer`; nothing for `with her weapon`."""
        self.at += 1
        self.skip(_POSSESSIVES)
        begun = self.at
        while self.word and self.word not in (*_AND, "block", "blocks"):
            self.at += 1
        said = join_typed(self.tokens[begun : self.at])
        is_any = said.casefold() == _WEAPON and self.words[begun - 1] in _POSSESSIVES
        return "" if is_any else f" with {said}"

    def _read_blocks(self) -> str | None:
        """`blocks 2`, `blocks 2 with her mail`."""
        self.at += 1
        number, self.at = self.word, self.at + 1
        self.skip(("with", "of", *_POSSESSIVES))
        piece = join_typed(self.tokens[self.at :])
        self.at = len(self.tokens)
        return f" blocks {number} {piece}".rstrip() if number.isdigit() else None

    def _read_gambit(self, group: _Group) -> Iterator[Words]:
        """A manoeuvre that is no harm, as `trips goblin 2`: a gambit of all the damage."""
        said = self.words[self.at : self.at + 1]
        if not said or said[0] not in _list_forms("manoeuvre") or group.is_rest:
            return
        verb = next(v for v in load_phrases().groups["manoeuvre"] if said[0] in inflect_verb(v))
        self.at += 1
        begun = self.at
        while self.word in ("down", "over", "back", "prone", "out"):
            self.at += 1
        particle = join_typed(self.tokens[begun : self.at])
        if (aim := self.read_aim(group)) is None:
            return
        told = self.tokens[self.at :]
        words = {token.word for token in told}
        is_plain = words.isdisjoint({*list_negations(), *_AND}) and not any(map(str.isdigit, words))
        if not is_plain or (self.word == "with" and particle):
            return
        weapon = self._read_weapon() if self.word == "with" else ""
        purpose = " ".join(filter(None, [verb, particle, join_typed(self.tokens[self.at :])]))
        yield from self._write_attack(group, aim, f"{weapon} gambit all to {purpose}")

    def _read_sneaking(self, group: _Group) -> Iterator[Words]:
        """`backstabs goblin 1`, `sneaks up on goblin 1 and stabs it`: a sneak attack; `sneaks
        behind goblin 1` may be only a walk."""
        if isinstance(group.who, Npc):
            return
        is_attack = self.word in _list_forms("backstab")
        if not is_attack and self.word not in _list_forms("creep"):
            return
        self.at += 1
        is_attack = is_attack or self.word in _list_forms("hit")
        self.at += self.word in _list_forms("hit")
        self.skip(("up", "on", "behind", "to", "at", "around"))
        if (aim := self.read_aim(group)) is None:
            return
        if self.skip(("and", ",", "to")) and self.word in _list_forms("hit"):
            is_attack, self.at = True, self.at + 1
            self.skip(("it", "him", "her", "them"))
        if self.at < len(self.tokens):
            return
        line = f"attack {type_name(group.who)} on {aim.write()} sneak"
        yield (line,) if is_attack else (line, f"walk {type_name(group.who)}")

    def _read_fleeing(self, group: _Group) -> Iterator[Words]:
        """`flees`, `runs away`, `surrender`: foes who leave the fight. Where no number is said they
        are the last of their group."""
        who, combatant = group.who, find_combatant(self.campaign, group.who.id)
        is_foe = combatant is not None and combatant.side == "others"
        if not isinstance(who, Npc) or not is_foe or self.word not in _list_forms("flee"):
            return
        self.at += 1
        self.skip(tuple(load_phrases().groups["whence"]))
        if self.at < len(self.tokens):
            return
        standing = list_standing(self.campaign, who)
        if len(list_heads(who)) < 2 or group.is_rest:
            numbers: tuple[int, ...] = ()
        else:
            numbers = group.numbers or standing[-(group.many or 1) :]
        yield (" ".join(("fight drop", type_name(who), *map(str, numbers))),)

    def _read_moving(self, group: _Group) -> Iterator[Words]:
        """`walks up to goblin 2`, `backs away`, `advance`."""
        if self.word not in _list_forms("step"):
            return
        self.at += 1
        particles = load_phrases().groups["whither"]
        is_told = self.skip(tuple(particles))
        if self.at < len(self.tokens) and (not is_told or self.read_aim(group) is None):
            return
        if self.at == len(self.tokens) and not (group.numbers or group.many):
            yield (f"walk {type_name(group.who)}",)


def _is_hurt(who: Fighter) -> bool:
    if isinstance(who, Errant):
        return who.hp is not None
    return any(0 < hp < (who.hp_max or 0) for hp in list_heads(who))


def _count_usual(npc: Npc) -> int:
    """The Attack Rolls of one action of one of a group."""
    try:
        usual = list_usual_attacks(parse_attacks(npc.attacks))
    except Malformed:
        return 1
    return max(1, sum(each.rolls for each in usual if each.dice))
