"""Movement in a fight as people say it: `walks up to goblin 2`, `runs for the door`, `shifts`."""

import re
from collections.abc import Iterator

from companion.errant.movement import TERRAIN
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.fights.attacks.attack_reader import AttackReader
from companion.grammar.phrases.fights.foes.fighters import AND, Group
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.word_forms import (
    index_links_by_preposition,
    inflect_verb,
    list_verb_group_forms,
)

_DOING = ("does", "do", "makes", "make", "takes", "take")
_BEING = ("is", "are")
_ROLLING = (",", "roll", "rolls", "it", "movement", "and")
_TOWARDS = (
    *("for", "behind", "past", "round", "around", "through", "under", "over", "into", "onto"),
    "across",
)
_LENGTH, _SHIFT = (
    re.compile(r"(\d+) (?:feet|foot|ft)(?: (?:away|back|off|closer|forward|out))?"),
    30,
)
"""So many feet, and the most of them that a shift takes."""
_AIMS = ("it", "him", "them", "with", "attack", "attacks")
_MOST_OF_PLACE = 4
_GROUND = {**{word: word for word in TERRAIN}, "mud": "muddy", "rock": "rocks", "stone": "stones"}
"""Words for what is hard to move over, and those that `walk` knows."""
_ACROSS = ("over", "across", "through", "in")


class MovingReader(AttackReader):
    """A line in which somebody moves."""

    def read_moving(self, group: Group) -> Iterator[Words]:
        """`walks up to goblin 2`, `is backing away`, `advance`."""
        if self.skip(_BEING) and not (
            self.word.endswith("ing") and self.word in list_verb_group_forms("step")
        ):
            return
        is_back = self.word in list_verb_group_forms("fall") and self.words[self.at + 1 :][:1] == [
            "back"
        ]
        shifts = self._read_shift()
        if not shifts and self.word not in list_verb_group_forms("step") and not is_back:
            return
        verb, self.at = self.word, self.at + 1
        if self.skip(("it",)) and verb not in list_verb_group_forms("flee"):
            return  # `legs it` is no `moves it`
        particles = load_phrases().groups["whither"]
        is_told = self.skip(tuple(particles))
        if self.at < len(self.tokens) and is_told and self.read_target(group) is None:
            self.skip(tuple(particles))
        self._skip_place_moved_to()
        self.skip(_ROLLING)
        length = _LENGTH.fullmatch(" ".join(self.words[self.at :]))
        if length and int(length[1]) <= _SHIFT and not (group.numbers or group.many):
            line = f"walk {quote_typed_name(group.who)}"
            yield f"{line} shift", line
        elif self.at == len(self.tokens) and not (group.numbers or group.many):
            how = " shift" if shifts else self._read_difficult_terrain()
            yield (f"walk {quote_typed_name(group.who)}{how}",)

    def _read_difficult_terrain(self) -> str:
        """What follows in the line for whoever moves `over loose rocks`; "" on plain ground."""
        words = self.words
        over = next((at for at, word in enumerate(words) if word in _ACROSS), len(words))
        return next((f" terrain {_GROUND[each]}" for each in words[over:] if each in _GROUND), "")

    def _read_shift(self) -> bool:
        """True for `shifts` and `does a shift`, with the verb before it read."""
        begun = self.at
        self.skip(_DOING)
        is_shift = self.word in inflect_verb("shift")
        self.at = self.at if is_shift else begun
        return is_shift

    def _skip_place_moved_to(self) -> None:
        """Past what nobody fights with or for, as `for the door`."""
        begun = self.at
        is_towards = self.words[self.at - 1] in index_links_by_preposition() or self.skip(_TOWARDS)
        while self.word and self.word not in (*AND, *_AIMS) and not self.word.isdecimal():
            if self.read_name() is not None:
                break
            self.at += 1
        is_place = is_towards and self.word in ("", ",") and self.at - begun <= _MOST_OF_PLACE
        self.at = self.at if is_place else begun
