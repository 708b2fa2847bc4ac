"""What a few words do to a Company, worked out by hand: the plain model that the storms compare
with. It knows no files, no journal and no diff, only numbers and a pile of what can be undone."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from companion.campaign.campaign import Campaign
from tests.storms.replay import Written

MULE = "tansy"
"""Whom «all» does not mean in `exhaust all`; nor does it mean the dead."""
NEW_PHYS = 10


class Standing(NamedTuple):
    """What the model knows of a campaign."""

    supply: dict[str, int]
    exhaustion: dict[str, int]
    torches: dict[str, int]
    rope: dict[str, int]
    pennies: dict[str, int]
    phys: dict[str, int]
    now: int
    turn_began: int

    def copy(self) -> "Standing":
        """The same, apart."""
        return Standing(
            dict(self.supply),
            dict(self.exhaustion),
            dict(self.torches),
            dict(self.rope),
            dict(self.pennies),
            dict(self.phys),
            self.now,
            self.turn_began,
        )

    @property
    def by_errant(self) -> tuple[dict[str, int], ...]:
        """Every number that is somebody's."""
        return self.supply, self.exhaustion, self.torches, self.rope, self.pennies, self.phys


def standing(campaign: Campaign) -> Standing:
    """How a campaign stands, as far as the model goes."""
    things = {
        errant.id: {item.id: item.count for item in errant.items} for errant in campaign.errants
    }
    return Standing(
        supply={errant.id: errant.supply for errant in campaign.errants},
        exhaustion={errant.id: errant.exhaustion for errant in campaign.errants},
        torches={who: held["torch"] for who, held in things.items() if held.get("torch")},
        rope={who: held["rope"] for who, held in things.items() if held.get("rope")},
        pennies={errant.id: errant.pennies for errant in campaign.errants},
        phys={errant.id: errant.phys for errant in campaign.errants},
        now=_minutes(str(campaign.now)),
        turn_began=_minutes(str(campaign.turns[-1].began)),
    )


def _minutes(moment: str) -> int:
    read = re.fullmatch(r"day (\d+) (\d\d):(\d\d)", moment)
    assert read is not None, moment
    day, hour, minute = (int(part) for part in read.groups())
    return (day * 24 + hour) * 60 + minute


class Model:
    """A campaign that is only played, never written."""

    def __init__(self, start: Standing) -> None:
        self.now = start.copy()
        self._done: list[tuple[str, Standing, Standing]] = []
        self._undone: list[tuple[str, Standing, Standing]] = []

    def play(self, entry: Written) -> None:
        """One more entry of the journal."""
        if entry.kind == "undo":
            taken = self._done.pop()
            assert entry.takes_back == (taken[0],), f"{entry.name} takes back {entry.takes_back}"
            self._undone.append(taken)
            self.now = taken[1].copy()
        elif entry.kind == "redo":
            again = self._undone.pop()
            assert entry.takes_back == (again[0],), f"{entry.name} does {entry.takes_back} again"
            self._done.append(again)
            self.now = again[2].copy()
        elif not entry.line.startswith("roll"):
            before = self.now.copy()
            self._edit(entry) if entry.kind == "edit" else self._word(entry.line)
            self._done.append((entry.name, before, self.now.copy()))
            self._undone.clear()

    def _edit(self, entry: Written) -> None:
        """The only edits by hand that a storm makes: other pennies."""
        for path, before, after in entry.changes:
            _, who, key = path.split("/")
            assert (key, before) == ("pennies", self.now.pennies[who]), (entry.name, path, before)
            assert isinstance(after, int)
            self.now.pennies[who] = after

    def _word(self, line: str) -> None:
        match line.split():
            case ["supply", who, number]:
                self.now.supply[who] += int(number)
            case ["exhaust", who, number]:
                points = self.now.exhaustion
                living = [each for each in points if points[each] < self.now.phys[each]]
                for each in living if who == "all" else (who,):
                    if each != MULE:
                        points[each] = max(0, points[each] + int(number))
            case ["give", who, ("torch" | "rope") as thing, count]:
                held = self.now.torches if thing == "torch" else self.now.rope
                held[who] = held.get(who, 0) + int(count.removeprefix("x"))
            case ["errant", "add", name]:
                for numbers in (self.now.supply, self.now.exhaustion, self.now.pennies):
                    numbers[name.lower()] = 0
                self.now.phys[name.lower()] = NEW_PHYS
            case ["errant", "remove", who]:
                for numbers in self.now.by_errant:
                    numbers.pop(who, None)
            case ["next!", "search", "=6"]:
                over = max(self.now.now, self.now.turn_began + 10)
                self.now = self.now._replace(now=over, turn_began=over)
            case ["note", *_]:
                pass
            case _:
                raise AssertionError(f"the model does not know «{line}»")

    @property
    def to_undo(self) -> int:
        """How many words could be taken back, one after the other."""
        return len(self._done)


def played_by(start: Standing, entries: Iterable[Written]) -> Model:
    """A campaign after all these entries."""
    model = Model(start)
    for entry in entries:
        model.play(entry)
    return model
