"""Gambits as people say them, with an attack or after it: `gambit 3 to disarm it`."""

import re
from collections.abc import Iterator

from companion.grammar.phrases.fights.attacks.targets import AimReader
from companion.grammar.phrases.phrasebook.phrases_file import Words
from companion.grammar.phrases.sentences.tokens import join_typed_words

GAMBIT = "gambit"
ALL = "all"
_INSTEAD = re.compile(r"(?:instead of|than) \w+ing(?: [a-z]+(?: \d+)?)?")
_STEPS = re.compile(
    r"(?:(?:with|at) )?(?:(?:damage )?(?:die|dice) )?(?:(?P<named>enhanced|impaired)"
    r"(?:(?: by)? (?P<many>\d+)(?: steps?| sizes?)?)?"
    r"|(?:(?P<number>\d+)(?: die| dice)? |(?<=die ))(?:sizes?|steps?)"
    r" (?:(?P<up>up|higher|bigger|better)|down|lower|smaller|worse))(?= |$)"
)
"""How many steps a damage die goes up or down."""


class GambitReader(AimReader):
    """A line in which a gambit may be said."""

    def read_gambit_after_attack(self) -> str:
        """`gambit 3`, `with a gambit of 2 to disarm`, `3 gambit`; "" and nothing read where there
        is none."""
        begun = self.at
        self.skip(("with", "for", "as", "on"))
        number = ""
        if self.word.isdecimal() or self.word == ALL:
            number, self.at = self.word, self.at + 1
        if self.word != GAMBIT:
            self.at = begun
            return ""
        self.at += 1
        self.skip(("of", ":"))
        if not number:
            number, self.at = self.word, self.at + 1
        if not (number.isdecimal() or number == ALL):
            self.at = begun
            return ""
        return f" {GAMBIT} {number}{self._read_save_and_purpose()}"

    def _read_save_and_purpose(self) -> str:
        """What a gambit is for, and before it how its save is made, up to a comma."""
        begun = self.at
        is_how = ("phys", "skill", "mind", "pres", "dire", "dv")
        while self.word in is_how or (self.words[self.at - 1] == "dv" and self.word):
            self.at += 1
        how = join_typed_words(self.tokens[begun : self.at])
        if self.word == "," and self.words[self.at + 1 :][:1] == ["to"]:
            self.at += 1
        self.skip(("to", "for", "and"))
        begun = self.at
        while self.word and self.word != ",":
            self.at += 1
        told = join_typed_words(self.tokens[begun : self.at])
        return f"{f' {how}' if how else ''}{f' to {told}' if told else ''}"

    def find_start_of_instead_phrase(self) -> int | None:
        """Where `instead of hurting it` begins, which a gambit of all the damage says anyway."""
        for at in range(self.at, len(self.words)):
            said = " ".join(self.words[at:])
            if _INSTEAD.fullmatch(said):
                return at
        return None

    def read_die_steps(self) -> str:
        """` enhance 1` of `a die size up` and `enhanced by 1 step`, ` impair 1` of `1 step down`;
        "" and nothing read where there are none."""
        said = _STEPS.match(" ".join(self.words[self.at :]))
        if said is None:
            return ""
        self.at += len(said[0].split())
        option = "enhance" if said["up"] or said["named"] == "enhanced" else "impair"
        return f" {option} {said['many'] or said['number'] or 1}"

    def read_gambit_alone(self) -> Iterator[Words]:
        """`gambit 3 disarm` after an attack."""
        if (gambit := self.read_gambit_after_attack()) and self.at == len(self.tokens):
            yield (f"attack{gambit}",)
