"""Reads with what somebody attacks: `with her hammer`, `throws his staff at`, `shoots an arrow`."""

import re

from companion.errant.attacks.attacks import list_all_ways_to_attack, parse_npc_attacks
from companion.errant.attacks.weapons import list_weapons_in_place
from companion.errant.company import Errant
from companion.errant.names_to_type import make_typed_item_name, quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.fights.foes.fighters import AND, Aim, Group
from companion.grammar.phrases.fights.gambits import GAMBIT, GambitReader
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_verb_group_forms
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous, Malformed
from companion.text_cleaning import quote_name

POSSESSIVES = ("his", "her", "its", "their")
BLOCKS = ("block", "blocks", "blocking", "using")
FAR = "far"
_WEAPON = "weapon"
_MISSILES = ("arrow", "arrows", "bolt", "bolts", "shot", "stone", "bullet", "bow", "crossbow")
_THROWN, _AT = ("at", "to"), ("at", "in", "into", "on")
TIMES = {"once": 1, "twice": 2}


class WeaponReader(GambitReader):
    """A line in which somebody uses a weapon."""

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, context: Context) -> None:
        super().__init__(tokens, vocabulary, context.campaign)
        self.context = context
        self.read_goods = context.read_goods
        self.shots = 1

    def read_shooting_verb(self) -> str:
        """The verb of `shoots an arrow at`, `puts two arrows in` and `shoots twice at`, with so
        many `shots`; "" for any other."""
        begun, verb = self.at, self.word
        self.at += 1
        is_shooting = verb in list_verb_group_forms("shooting")
        self.skip((*POSSESSIVES, "another"))
        shots, self.at = self.word, self.at + 1
        self.at -= not (shots.isdecimal() or shots in TIMES)
        is_shot = self.skip(_MISSILES) or (is_shooting and shots in TIMES)
        if is_shot and self.skip(_AT) and (is_shooting or verb in list_verb_group_forms("putting")):
            self.shots = int(shots) if shots.isdecimal() else TIMES.get(shots, 1)
            return "shoot"
        self.at = begun
        return ""

    def read_thrown_weapon(self) -> str:
        """` with staff thrown`, of `throws his staff at`; "" where nothing is thrown at anybody."""
        self.skip(POSSESSIVES)
        begun = self.at
        while self.word and self.word not in _THROWN:
            self.at += 1
        said = join_typed_words(self.tokens[begun : self.at])
        return f" with {said} thrown" if said and self.word else ""

    def choose_weapon(self, group: Group, aim: Aim, verb: str) -> str:
        """The weapon that a verb picks where it is not what would be used anyway: who stabs shoots
        no bow, and a gnoll that bites does not claw. Raises Ambiguous where nothing at hand is of
        that kind."""
        who = group.who
        if not isinstance(who, Errant):
            return write_attack_named_by_verb(who, verb)
        if verb in list_verb_group_forms("punching"):
            return " with unarmed"
        reach = "missile" if verb in list_verb_group_forms("shooting") else "melee"
        if reach == "melee" and verb not in list_verb_group_forms("stabbing"):
            return ""
        held = list_weapons_in_place(who, "hand", self.read_goods)
        handy = list_weapons_in_place(who, "handy", self.read_goods)
        usual = held or handy
        if not usual and verb in list_verb_group_forms("bashing"):
            return ""
        fits = [each for each in usual if each.reach == reach]
        if fits == usual and usual:
            return ""
        fits = fits or [each for each in handy if each.reach == reach]
        if not fits:
            what = "shoots" if reach == "missile" else "is for close quarters"
            other = "" if usual else " with unarmed"
            raise Ambiguous(
                f"{who.name} has nothing at hand that {what}.",
                f"Try: attack {quote_typed_name(who)} on {aim.write_name()}"
                f"{other if reach == 'missile' else ' with unarmed'}",
            )
        return f" with {quote_name(make_typed_item_name(who, who.get_item(fits[0].item)))}"

    def begins_weapon(self) -> bool:
        """True for `with`, and for the `from` of `from his bow`."""
        is_from = self.word == "from" and self.words[self.at + 1 :][:1] in [
            [w] for w in POSSESSIVES
        ]
        return self.word == "with" or is_from

    def read_weapon(self) -> str:
        """`with her hammer`; nothing for `with her weapon`."""
        self.at += 1
        self.skip(POSSESSIVES)
        begun = self.at
        while self.word and self.word not in (*AND, *BLOCKS, GAMBIT, FAR):
            self.at += 1
        said = join_typed_words(self.tokens[begun : self.at])
        is_any = said.casefold() == _WEAPON and self.words[begun - 1] in POSSESSIVES
        return "" if is_any else f" with {said}"


def write_attack_named_by_verb(npc: Npc, verb: str) -> str:
    """The attack of several of an NPC's that a verb names, as ` with bite` for `bites`."""
    names = _list_attack_names(npc)
    fits = {name for name in names if verb in inflect_verb(singularise_name(name))}
    return f" with {fits.pop()}" if len(fits) == 1 and len({*names}) > 1 else ""


def _list_attack_names(npc: Npc) -> list[str]:
    """What an NPC attacks with; nothing where that cannot be read."""
    try:
        return [each.name for each in list_all_ways_to_attack(parse_npc_attacks(npc.attacks))]
    except Malformed:
        return []


def drop_npc_weapon_name(npc: Npc, rest: str) -> str:
    """What follows an attack of an NPC without what it is made with, where their attacks name only
    a weapon, and where something is thrown."""
    found = re.search(r" with (.+?)(?= (?:blocks|gambit|sneak)\b|$)", rest)
    names = _list_attack_names(npc)
    if not found or any(word in name for name in names for word in found[1].split()):
        return rest
    is_any = _WEAPON in names or found[1].endswith(" thrown")
    return rest[: found.start()] + rest[found.end() :] if is_any else rest
