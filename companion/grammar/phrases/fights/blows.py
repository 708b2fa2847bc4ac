"""Harm in a fight that no word rolled, as people say it: `bree hits goblin 2 for 4`, `wim zaps the
third, 5 damage`; and an Attack Roll that was made by hand."""

from collections.abc import Iterator

from companion.campaign.fights.fights import list_standing_numbers
from companion.errant.company import Errant
from companion.errant.typed_names import format_name
from companion.errant.world import Npc
from companion.grammar.phrases.book.phrases_file import Words
from companion.grammar.phrases.fights.attacking import POSSESSIVES
from companion.grammar.phrases.fights.fighters import Group, list_forms
from companion.grammar.phrases.fights.moving import MovingReader
from companion.refusal import Ambiguous

_THEY = ("they", "them", "all", "both")
_TAKING = ("takes", "take", "suffers", "suffer")
_HARM = ("points", "of", "damage", "harm", "hp", "more")
_ROLLED = ("rolled", "rolls")
_BY_HAND = ("damage", "herself", "himself", "by", "hand", ",", "and", "that", "it", "goes", "is")
_WITH_MAGIC = ("with", "using", "by", "spell", "magic", "sorcery", "miracle", "wand")


class BlowReader(MovingReader):
    """A line in which somebody loses HP."""

    def read_blow(self, group: Group) -> Iterator[Words]:
        """`hits wim for 4`: harm that no word rolled, by whoever it is. Raises Ambiguous for `hits
        the goblins for 4`, which may be each of them."""
        is_magic = self.word in list_forms("cast")
        if self.word not in list_forms("hit") and not is_magic:
            return
        self.at += 1
        begun, aim = self.at, self.read_aim(group)
        if is_magic:
            self.skip((*_WITH_MAGIC, *POSSESSIVES))
        number = self.words[self.at + 1 :][:1]
        if (
            aim is None
            or self.word not in ("for", *("," * is_magic))
            or not number
            or not number[0].isdigit()
        ):
            return
        said = self.words[begun : self.at]
        says_several = said[-1].endswith("s") and "one" not in said
        self.at += 2
        self.skip(_HARM)
        if self.at == len(self.tokens):
            self._ask_for_each(aim.who, number[0], says_several=says_several, number=aim.number)
            yield (f"hurt {aim.write()} {number[0]}",)

    def read_rolled(self, group: Group) -> Iterator[Words]:
        """`rolled 8 herself, goes on goblin 1`: the damage die of somebody's attack."""
        face = self.words[self.at + 1 :][:1]
        if self.word not in _ROLLED or not isinstance(group.who, Errant) or not face:
            return
        self.at += 2
        self.skip(_BY_HAND)
        is_aimed = face[0].isdigit() and self.skip(("on", "at", "against", "vs", "into"))
        aim = self.read_aim(group) if is_aimed else None
        if aim is not None and isinstance(aim.who, Npc) and self.at == len(self.tokens):
            yield (f"attack {group.write()} on {aim.write()} ={face[0]}",)

    def read_harm(self, group: Group) -> Iterator[Words]:
        """`takes 3`, `takes 3 damage`: harm that no word rolled. Raises Ambiguous for `goblins take
        2`, which may be each of them."""
        number = self.words[self.at + 1 :][:1]
        if self.word not in _TAKING or not number or not number[0].isdigit() or group.many > 1:
            return
        says_several = self.words[self.at - 1].endswith("s") or self.words[self.at - 1] in _THEY
        self.at += 2
        self.skip(_HARM)
        if self.at == len(self.tokens) and len(group.numbers) < 2:
            if group.is_rest == says_several and not group.numbers:
                self._ask_for_each(group.who, number[0], says_several=says_several)
            named = (format_name(group.who), *map(str, group.numbers))
            yield (f"hurt {' '.join(named)} {number[0]}",)

    def _ask_for_each(
        self, who: Errant | Npc, amount: str, *, says_several: bool, number: int = 0
    ) -> None:
        """Raises Ambiguous where it is not said who of a group has the harm, or that each has."""
        if not isinstance(who, Npc) or number:
            return
        if not says_several:
            self.ask_which(who, f"hurt {{}} {amount}")
            return
        standing = list_standing_numbers(self.campaign, who)
        if len(standing) > 1:
            name = format_name(who)
            hint = f"Try: hurt {name} {standing[0]} {amount}, or all {name} take {amount} damage"
            raise Ambiguous("Is that one of them, or each?", hint)
