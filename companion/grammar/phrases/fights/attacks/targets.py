"""Reads to whom something is done in a fight: `goblin 2`, `it`, `the wounded one`."""

from companion.campaign.fights.fights import Fighter, find_combatant, is_standing, list_combatants
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members, list_group_hp
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import ANY, THEM, Aim, FighterReader, Group
from companion.grammar.phrases.phrasebook.phrases_file import load_phrases


class AimReader(FighterReader):
    """A line in which something is done to somebody."""

    def read_target(self, group: Group) -> Aim | None:
        """To whom it is done: somebody else, `goblin 2`, only `2` of the only group, or `the
        wounded one`; None for nobody."""
        self.skip(("most",))
        is_hurt = self.skip(load_phrases().groups["wounded"])
        begun, foe = self.at, self.find_only_group()
        is_number = begun < len(self.tokens) and self.tokens[begun].typed.isdecimal()
        is_number = is_number and self.words[begun + 1 : begun + 2] != ["of"]
        if is_number and foe and not is_hurt and isinstance(group.who, Errant):
            self.at += 1
            if 0 < int(self.words[begun]) <= count_group_members(foe) and self.read_name() is None:
                return Aim(foe, int(self.words[begun]))
            self.at = begun
        if not is_hurt and (aim := self.read_pronoun(group)):
            return aim
        is_any = self.skip((*ANY, "one"))
        if is_any and self.skip(("of",)) and self.skip(THEM) and foe:
            return Aim(foe)
        named = self.read_name()
        if named is None and is_any and foe and isinstance(group.who, Errant):
            return Aim(foe)
        if named is None:
            foe_hurt = self._find_hurt_foe(group.who) if is_hurt else None
            return Aim(foe_hurt) if foe_hurt else None
        who, number = named[0], 0
        if who.id == group.who.id or (is_hurt and isinstance(who, Errant)):
            return None
        if self.word.isdecimal() and isinstance(who, Npc) and count_group_members(who) > 1:
            number, self.at = int(self.word), self.at + 1
        return Aim(who, number)

    def read_pronoun(self, _group: Group) -> Aim | None:
        """Whom `it` means; None where nobody is known."""
        return None

    def _find_hurt_foe(self, attacker: Fighter) -> Fighter | None:
        """The only foe; of several the only one who is hurt and stands."""
        own = find_combatant(self.campaign, attacker.id)
        foes = [
            who
            for each, who in list_combatants(self.campaign)
            if own and each.side != own.side and is_standing(self.campaign, who)
        ]
        if len(foes) > 1:
            foes = [who for who in foes if _is_hurt(who)]
        return foes[0] if len(foes) == 1 else None


def _is_hurt(who: Fighter) -> bool:
    if isinstance(who, Errant):
        return who.hp is not None
    return any(0 < hp < (who.hp_max or 0) for hp in list_group_hp(who))
