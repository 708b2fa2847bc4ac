"""Attacks as people say them: `bree hits goblin 2 with her hammer`, `wim stabs 3, gambit 2`."""

from collections.abc import Iterator

from companion.campaign.fights.fights import (
    is_standing,
    list_combatants,
    list_numbers_still_standing,
)
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.attacks.attackers_per_target import count_usual_rolls
from companion.grammar.phrases.fights.attacks.weapons import (
    BLOCKS,
    FAR,
    POSSESSIVES,
    TIMES,
    WeaponReader,
    drop_npc_weapon_name,
)
from companion.grammar.phrases.fights.foes.fighters import AND, Aim, Group, find_only_foe
from companion.grammar.phrases.fights.gambits import ALL, GAMBIT
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    inflect_verb,
    list_company_words,
    list_negation_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.back_references import PRONOUNS, find_last_attacked_foe
from companion.grammar.phrases.sentences.tokens import join_typed_words
from companion.refusal import Ambiguous, join_words

_CREATURES = ("thing", "creature", "beast", "monster", "brute")
"""What people call a foe whose name they do not say."""
_BLOCKING = (*BLOCKS, "with")
_EACH = ("each", "apiece", "every", "per", "time", "attack", "blow", "roll")
_HELPING, _HIM, _FELLED = ("drag", "pull"), ("him", "her", "them"), ("down", "over", "prone")
_ATTACKING = ("attack", "attacks", "attacking", "strikes", "hits", "charges", "shoots", "fires")
_ONE = ("1", "one")


class AttackReader(WeaponReader):
    """A line in which somebody attacks."""

    def read_pronoun(self, group: Group) -> Aim | None:
        """Whom `it` means: the foe of theirs who was attacked last, or else the only one."""
        begun = self.at
        if not (self.skip(("same",)) and (self.skip(_ONE) or self.at == len(self.tokens))):
            self.at = begun
            if self.word not in (*PRONOUNS, *_CREATURES):
                return None
            self.at += 1
        if struck := find_last_attacked_foe(self.context, group.who):
            return Aim(*struck)
        foe = find_only_foe(self.campaign) if isinstance(group.who, Errant) else None
        self.at = self.at if foe else begun
        return Aim(foe) if foe else None

    def read_attack(self, group: Group) -> Iterator[Words]:
        """`attack bree`, `go for bree`, or only `on bree`; with what, a gambit, and the Blocks."""
        links = [
            name
            for name, link in index_links_by_preposition().items()
            if link in ("on", "at", "vs")
        ]
        verb, thrown = self.read_shooting_verb(), ""
        if not verb and (
            self.word in list_verb_group_forms("hit") or self.word in list_verb_group_forms("press")
        ):
            verb, self.at = self.word, self.at + 1
            is_alone = self.at == len(self.tokens) and not group.many
            if is_alone and (verb in _ATTACKING or isinstance(group.who, Npc)):
                yield (f"attack {group.write_name()} on {self._require_only_aim(group)}",)
                return
            if verb in list_verb_group_forms("throwing") and not (
                thrown := self.read_thrown_weapon()
            ):
                return
            self.skip(("up", "off", "back"))
            if self.word == "for" and verb in list_verb_group_forms("hit"):
                return  # `hits for 5` is harm, and no fifth of them
            self.skip((*links, "for", "into", "onto", "upon", "after"))
        elif not verb:
            self.skip(("up",))  # `gang up on`: a gang is said by the way
            if not self.skip(("on", "at", "vs", "against")):
                return
        if self._is_aimed_at_company(group):
            yield (f"attack {group.write_name()} on {self._require_only_aim(group)}",)
            return
        self._refuse_counted_targets(group)
        aim = self.read_target(group)
        if aim is not None:
            self._refuse_several_targets(group, aim)
        rest = None if aim is None else self.read_rest_of_attack(aim, thrown)
        if aim is None or rest is None:
            return
        if self.shots > 1:
            is_one = isinstance(group.who, Errant) or len(group.numbers) == 1
            if not is_one or " x" in rest or GAMBIT in rest:
                return
            rest += f" x{self.shots}"
        if isinstance(group.who, Npc):
            rest = drop_npc_weapon_name(group.who, rest)
        if " with " not in rest:
            rest = self.choose_weapon(group, aim, verb) + rest
        yield from self.write_attack_lines(group, aim, rest)

    def _is_aimed_at_company(self, group: Group) -> bool:
        """True for an NPC's attack on nobody but the Company, as `at us`."""
        is_last = self.at == len(self.tokens) - 1
        return isinstance(group.who, Npc) and self.word in list_company_words() and is_last

    def _require_only_aim(self, group: Group) -> str:
        """Whom somebody attacks who is not named: the only foe, or group of them. Raises Ambiguous
        where there are several."""
        fighting = list_combatants(self.campaign)
        side = next(each.side for each, who in fighting if who.id == group.who.id)
        foes = [who for each, who in fighting if each.side != side]
        foes = [who for who in foes if is_standing(self.campaign, who)]
        if len(foes) != 1:
            lines = [f"attack {group.write_name()} on {quote_typed_name(who)}" for who in foes]
            raise Ambiguous("Whom do they attack?", f"Try: {', or '.join(lines)}")
        return quote_typed_name(foes[0])

    def _refuse_counted_targets(self, group: Group) -> None:
        """Raises Ambiguous for `bree attacks two goblins`, which are not the second of them."""
        begun, struck = self.at, self.read_group()
        is_counted = self.at > begun + 1
        self.at = begun
        if struck and struck.many > 1 and is_counted and isinstance(struck.who, Npc):
            line = f"attack {group.write_name()} on {{}}"
            self.ask_which_one(struck.who, line, why="An attack is made on one of them: on which?")

    def _refuse_several_targets(self, group: Group, aim: Aim) -> None:
        """Raises Ambiguous for `goblins attack bree and wim`: how many on each nobody has said."""
        begun, people = self.at, [aim.who]
        while self.skip(AND) and (named := self.read_name()):
            people.append(named[0])
        is_end, self.at = self.at == len(self.tokens), begun
        if not is_end or len(people) < 2 or not all(isinstance(who, Errant) for who in people):
            return
        if isinstance(group.who, Errant) or group.numbers:
            return
        many = group.many or self.count_ready_to_attack(group.who) or 1
        each, more = divmod(many, len(people))
        names = join_words([quote_typed_name(who) for who in people])
        ways = [
            f"{each + (at < more)} on {quote_typed_name(who)}"
            for at, who in enumerate(people)
            if each + (at < more)
        ]
        asked = f"How many on each of {names}? As in «{', '.join(ways)}»."
        raise Ambiguous(asked, "To read how: help attack")

    def write_attack_lines(self, group: Group, aim: Aim, rest: str) -> Iterator[Words]:
        times = self._count_rolls(group, aim)
        more = f" x{times}" if times > 1 else ""
        attack = f"attack {group.write_name()} on {aim.write_name()}"
        before, gambit, after = rest.partition(f" {GAMBIT} ")
        yield (f"{attack}{more}{before}{gambit}{after}",)

    def _count_rolls(self, group: Group, aim: Aim) -> int:
        """The Attack Rolls of those who are meant, 0 for the usual ones of one, or of those who
        are numbered. Raises Ambiguous where no rest is left."""
        who = group.who
        if isinstance(who, Errant) or count_group_members(who) < 2:
            return 0
        standing = list_numbers_still_standing(self.campaign, who)
        attack = f"attack {quote_typed_name(who)} on {aim.write_name()}"
        many = group.many
        if group.is_rest:
            many = self.count_ready_to_attack(who)
            if not many and group.says_rest and standing:
                message = f"As many {who.name} as stand have attacked in this Turn."
                raise Ambiguous(message, f"Try: {attack} x{len(standing)}")
            many = many or len(standing)
        return many * count_usual_rolls(who) if many > 1 else 0

    def read_rest_of_attack(self, aim: Aim, thrown: str = "") -> str | None:
        """What stands behind an attack, as it is typed: the weapon, sneaking, Blocks, a gambit;
        None where anything else does."""
        rest, gambit = thrown, ""
        while self.at < len(self.tokens):
            self.skip(AND)
            if self.skip(("again", "too", "instead")) or self._skip_place_of_hit():
                continue
            if not gambit and (gambit := self.read_gambit_after_attack()):
                continue
            if steps := self.read_die_steps():
                rest += steps
                continue
            name = self.read_name() if self.word not in _BLOCKING else None
            if name is not None and name[0].id != aim.who.id:
                return None
            self.skip(("she", "he", "they", "it", "who"))
            if self.word in BLOCKS:
                blocks = self._read_blocks()
                if blocks is None or " blocks " in rest:
                    return None
                rest += blocks
            elif self.begins_weapon() and not rest:
                rest += self.read_weapon()
            elif self.word == FAR and f" {FAR}" not in rest:
                rest += f" {FAR}"
                self.at += 1
            elif self.word in ("sneak", "sneaking") and not rest:
                self.at += 1
                rest += " sneak"
            elif self.word in TIMES and self.at == len(self.tokens) - 1:
                rest += f" x{TIMES[self.word]}"
                self.at += 1
            else:
                return None
        return rest + gambit

    def _skip_place_of_hit(self) -> bool:
        """True past `in the face` at the end, which changes nothing."""
        is_where = self.word == "in" and self.at == len(self.tokens) - 2
        self.at += 2 if is_where else 0
        return is_where

    def _read_blocks(self) -> str | None:
        """`blocks 2`, `blocks 2 with her mail`, `blocks 1 each`."""
        self.at += 1
        number, self.at = self.word, self.at + 1
        self.skip(_EACH)
        self.skip(("with", "of", *POSSESSIVES))
        begun = self.at
        while self.word and self.word not in (*_EACH, *AND):
            self.at += 1
        piece = join_typed_words(self.tokens[begun : self.at])
        self.skip(_EACH)
        return f" blocks {number} {piece}".rstrip() if number.isdecimal() else None

    def read_manoeuvre_as_gambit(self, group: Group) -> Iterator[Words]:
        """A manoeuvre that is no harm, as `trips goblin 2`: a gambit of all the damage."""
        said = self.words[self.at : self.at + 1]
        if not said or said[0] not in list_verb_group_forms("manoeuvre") or group.is_rest:
            return
        verb = next(v for v in load_phrases().groups["manoeuvre"] if said[0] in inflect_verb(v))
        self.at += 1
        begun = self.at
        while self.word in ("down", "over", "back", "prone", "out"):
            self.at += 1
        particle = join_typed_words(self.tokens[begun : self.at])
        if (aim := self.read_target(group)) is None or isinstance(aim.who, type(group.who)):
            return  # nobody does that to a friend: `drags wim out` helps him
        if verb in _HELPING and self.words[self.at - 1] in _HIM and self.word not in _FELLED:
            return  # it may be a friend who is hurt
        begun, lowered = self.at, ALL
        if gambit := self.read_gambit_after_attack():
            if self.at < len(self.tokens) or " to " in gambit:
                return
            lowered = gambit.split()[1]
            begun = self.at
        end = self.find_start_of_instead_phrase()
        told = self.tokens[begun:end]
        words = {token.word for token in told}
        is_plain = words.isdisjoint({*list_negation_words(), *AND}) and not any(
            map(str.isdecimal, words)
        )
        if not is_plain or (self.word == "with" and particle):
            return
        weapon = self.read_weapon() if self.word == "with" else ""
        purpose = " ".join(
            filter(None, [verb, particle, join_typed_words(self.tokens[self.at : end])])
        )
        yield from self.write_attack_lines(group, aim, f"{weapon} gambit {lowered} to {purpose}")

    def read_sneaking(self, group: Group) -> Iterator[Words]:
        """`backstabs goblin 1`, `sneaks up on goblin 1 and stabs it`: a sneak attack; `sneaks
        behind goblin 1` may be only a walk."""
        if isinstance(group.who, Npc):
            return
        is_attack = self.word in list_verb_group_forms("backstab")
        if not is_attack and self.word not in list_verb_group_forms("creep"):
            return
        verb, self.at = "", self.at + 1
        if self.word in list_verb_group_forms("hit"):
            is_attack, verb, self.at = True, self.word, self.at + 1
        self.skip(("up", "on", "behind", "to", "at", "around"))
        if (aim := self.read_target(group)) is None:
            return
        if self.skip(("and", ",", "to")) and self.word in list_verb_group_forms("hit"):
            is_attack, verb, self.at = True, self.word, self.at + 1
            self.skip(("it", "him", "her", "them"))
        if self.at < len(self.tokens):
            return
        weapon = self.choose_weapon(group, aim, verb) if is_attack else ""
        line = f"attack {quote_typed_name(group.who)} on {aim.write_name()}{weapon} sneak"
        yield (line,) if is_attack else (line, f"walk {quote_typed_name(group.who)}")
