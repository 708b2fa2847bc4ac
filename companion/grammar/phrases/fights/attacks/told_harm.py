"""Harm in a fight that no word rolled, as people say it: `bree hits goblin 2 for 4`, `wim zaps the
third, 5 damage`; and an Attack Roll that was made by hand."""

from collections.abc import Iterator
from functools import cache

from companion.campaign.fights.fights import (
    find_combatant,
    is_standing,
    list_numbers_still_standing,
)
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.attacks.weapons import POSSESSIVES
from companion.grammar.phrases.fights.fight_movement import MovingReader
from companion.grammar.phrases.fights.foes.fighters import (
    Aim,
    Group,
    find_only_foe,
    says_each_of_group,
)
from companion.grammar.phrases.phrasebook.phrases_file import Words
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_verb_group_forms
from companion.grammar.phrases.sentences.back_references import PRONOUNS, find_last_attacked_foe
from companion.refusal import Ambiguous

_THEY = ("they", "them", "all", "both")
_LOSING = ("loses", "lose", "lost")
_TAKING = ("takes", "take", "suffers", "suffer")
_BEING = ("is", "are", "was", "were", "gets", "get", "got", "has", "have", "been")
_HARM = ("points", "point", "of", "damage", "harm", "hp", "more")
_ROLLED = ("rolled", "rolls")
_BY_HAND = ("damage", "herself", "himself", "by", "hand", ",", "and", "that", "it", "goes", "is")
_ENDS, _MOST_OF_WEAPON = (",", "for"), 3
_ATTACKING = ("attack", "atk", "att", "charge", "fight")
_WITH_MAGIC = ("with", "using", "by", "spell", "magic", "sorcery", "miracle", "wand")


@cache
def _list_attacking_verbs() -> frozenset[str]:
    """The verbs by which somebody attacks, and may miss."""
    return frozenset(form for verb in _ATTACKING for form in inflect_verb(verb))


class BlowReader(MovingReader):
    """A line in which somebody loses HP."""

    def read_blow(self, group: Group) -> Iterator[Words]:
        """`hits wim for 4`: harm that no word rolled, by whoever it is. Raises Ambiguous for `hits
        the goblins for 4`, which may be each of them."""
        is_magic = self.word in list_verb_group_forms("cast")
        if self.word not in list_verb_group_forms("hit") and not is_magic:
            return
        verb, self.at = self.word, self.at + 1
        if self.word == "for" and not is_magic:
            yield from self._read_blow_on_last_target(group)
            return
        begun, aim = self.at, self.read_target(group)
        said = self.words[begun : self.at]
        is_told = is_magic or (isinstance(group.who, Npc) and verb not in _list_attacking_verbs())
        if is_magic:
            self.skip((*_WITH_MAGIC, *POSSESSIVES))
        elif self.word == "with":
            is_told = self._skip_told_weapon() or is_told
        number = self._read_blow_amount(is_told=is_told)
        if aim is not None and number and self.at == len(self.tokens):
            says_several = said[-1].endswith("s") and "one" not in said
            self._ask_who_of_group_is_hurt(
                aim.who, number, says_several=says_several, number=aim.number
            )
            self._ask_if_harm_is_total(group, aim, number)
            yield (f"hurt {aim.write_name()} {number}",)

    def _skip_told_weapon(self) -> bool:
        """Go on behind `with her hammer`, if it is said: its harm is told, and it rolls nothing."""
        begun, last = self.at, len(self.words) - 1
        ends = (at for at in range(begun, last) if self.words[at] in _ENDS)
        end = next(ends, last if self.words[last].isdecimal() else begun)
        told = [word for word in self.words[begun + 1 : end] if word not in POSSESSIVES]
        if 0 < len(told) <= _MOST_OF_WEAPON and all(map(self.vocabulary.find_singular, told)):
            self.at = end
        return self.at > begun

    def _read_blow_on_last_target(self, group: Group) -> Iterator[Words]:
        """`hits for 4`: whoever was struck last by this one of the Company, or else the only foe.
        Raises Ambiguous where it is not said which of them, or where that attack was rolled in this
        Turn, as its harm is done."""
        number = self._read_blow_amount(is_told=False)
        if not number or self.at < len(self.tokens) or not isinstance(group.who, Errant):
            return
        struck = find_last_attacked_foe(self.context, group.who)
        is_struck = struck is not None and is_standing(self.campaign, struck.who)
        who = struck.who if struck and is_struck else find_only_foe(self.campaign)
        if who is None:
            return
        aim = Aim(who)
        if isinstance(who, Npc) and count_group_members(who) > 1:
            standing = list_numbers_still_standing(self.campaign, who)
            is_told = struck is not None and is_struck and struck.number in standing
            only = standing[0] if len(standing) == 1 else 0
            aim = Aim(who, struck.number if struck and is_told else only)
        self._ask_who_of_group_is_hurt(who, number, says_several=False, number=aim.number)
        line = f"hurt {aim.write_name()} {number}"
        combatant = find_combatant(self.campaign, group.who.id)
        if combatant and combatant.attacked:
            why = (
                f"{group.who.name} has attacked in this Turn, and that harm is done. Is this more?"
            )
            raise Ambiguous(why, f"Try: {line}, or undo")
        yield (line,)

    def read_blow_suffered(self, group: Group) -> Iterator[Words]:
        """`gets stabbed by goblin 2, 3 points`: harm that is told of whoever has it; without a
        number it is an attack of whoever does it."""
        is_told = self.skip(_BEING) and self.word in list_verb_group_forms("hit") and group.many < 2
        is_past = is_told and not self.word.endswith(("s", "ing"))
        self.at += 1
        if not (is_past and self.skip(("by",)) and len(group.numbers) < 2):
            return
        begun, hitter = self.at, self.read_target(group)
        number = self._read_blow_amount(is_told=True)
        if hitter and number and self.at == len(self.tokens):
            if isinstance(group.who, Npc) and not group.numbers:
                self.ask_which_one(group.who, f"hurt {{}} {number}")
            yield (f"hurt {group.write_name()} {number}",)
            return
        self.at = begun
        attackers = self.read_group()
        is_foe = attackers is not None and not isinstance(attackers.who, type(group.who))
        if attackers and is_foe and self.at == len(self.tokens) and not group.is_rest:
            aim = Aim(group.who, group.numbers[0] if group.numbers else 0)
            yield from self.write_attack_lines(attackers, aim, "")

    def read_hp_taken_off(self, group: Group | None = None) -> Iterator[Words]:
        """`takes 4 off goblin 2`, and without who does it `4 off goblin 2`."""
        is_told = self.skip(tuple(list_verb_group_forms("chip")))
        number, self.at = self.word, self.at + 1
        self.skip(_HARM)
        if not number.isdecimal() or not self.skip(("off",)) or (group and not is_told):
            return
        hurt = self.read_group()
        is_one = hurt is not None and not hurt.is_rest and hurt.many < 2 and len(hurt.numbers) < 2
        if hurt and is_one and self.at == len(self.tokens):
            if isinstance(hurt.who, Npc) and not hurt.numbers:
                self.ask_which_one(hurt.who, f"hurt {{}} {number}")
            yield (f"hurt {hurt.write_name()} {number}",)

    def _read_blow_amount(self, *, is_told: bool) -> str:
        """So many HP behind a blow, as `for 4`, `, 4 points` and `, 4 off it`, and `4` alone where
        it is told that the blow has landed; "" and nothing read where none stands."""
        begun, mark = self.at, self.word
        self.at += mark in _ENDS
        number, self.at = self.word, self.at + 1
        is_harm = self.skip(_HARM)
        is_harm = self.skip(PRONOUNS) if self.skip(("off",)) else is_harm
        is_amount = mark == "for" or is_told or (mark == "," and is_harm)
        if number.isdecimal() and is_amount:
            return number
        self.at = begun
        return ""

    def read_rolled_damage(self, group: Group) -> Iterator[Words]:
        """`rolled 8 herself, goes on goblin 1`: the damage die of somebody's attack."""
        face = self.words[self.at + 1 :][:1]
        if self.word not in _ROLLED or not isinstance(group.who, Errant) or not face:
            return
        self.at += 2
        self.skip(_BY_HAND)
        is_aimed = face[0].isdecimal() and self.skip(("on", "at", "against", "vs", "into"))
        aim = self.read_target(group) if is_aimed else None
        if aim is not None and isinstance(aim.who, Npc) and self.at == len(self.tokens):
            yield (f"attack {group.write_name()} on {aim.write_name()} ={face[0]}",)

    def read_harm_taken(self, group: Group) -> Iterator[Words]:
        """`takes 3`, `takes 3 damage`: harm that no word rolled. Raises Ambiguous for `goblins take
        2`, which may be each of them."""
        number = self.words[self.at + 1 :][:1]
        is_lost = isinstance(group.who, Npc) and self.word in _LOSING
        if (
            not (is_lost or self.word in _TAKING)
            or not number
            or not number[0].isdecimal()
            or group.many > 1
        ):
            return
        is_told_of_several = self.words[self.at - 1].endswith("s") or (
            self.words[self.at - 1] in _THEY
        )
        says_several = is_told_of_several and not group.many  # `one of them takes 3`
        self.at += 2
        self.skip(_HARM)
        if self.at == len(self.tokens) and len(group.numbers) < 2:
            if group.is_rest == says_several and not group.numbers:
                self._ask_who_of_group_is_hurt(group.who, number[0], says_several=says_several)
            named = (quote_typed_name(group.who), *map(str, group.numbers))
            yield (f"hurt {' '.join(named)} {number[0]}",)

    def _ask_if_harm_is_total(self, group: Group, aim: Aim, amount: str) -> None:
        """Raises Ambiguous where several by number or count hit somebody for so much: it is not
        said whether that is all of it."""
        several = max(group.many, len(group.numbers))
        if isinstance(group.who, Npc) and group.is_rest and says_each_of_group(self.words):
            several = len(list_numbers_still_standing(self.campaign, group.who))
        if several > 1 and "both" in self.words:
            several = 2
        if several > 1:
            hurt = f"hurt {aim.write_name()}"
            why = f"Is that {amount} HP in all, or {amount} from each?"
            raise Ambiguous(why, f"Try: {hurt} {amount}, or {hurt} {several * int(amount)}")

    def _ask_who_of_group_is_hurt(
        self, who: Errant | Npc, amount: str, *, says_several: bool, number: int = 0
    ) -> None:
        """Raises Ambiguous where it is not said who of a group has the harm, or that each has."""
        if not isinstance(who, Npc) or number:
            return
        if not says_several:
            self.ask_which_one(who, f"hurt {{}} {amount}")
            return
        standing = list_numbers_still_standing(self.campaign, who)
        if len(standing) > 1:
            name = quote_typed_name(who)
            hint = f"Try: hurt {name} {standing[0]} {amount}, or all {name} take {amount} damage"
            raise Ambiguous("Is that one of them, or each?", hint)
