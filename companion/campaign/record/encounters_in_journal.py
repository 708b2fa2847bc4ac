"""Encounters in the journal: what an entry drew from a table of encounters, and which NPCs belong
to it."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from companion.campaign.changes import Entry

_LONGEST_ARTICLE = 3
"""Words of a name that are no longer than this say nothing."""
_MEETING_PARTS = ("distance", "surprise")
"""What `encounter` rolls by itself: how they are met, and not whom."""


class DrawnEncounter(NamedTuple):
    """An encounter that was drawn: its text, and the ids of the NPCs that were made with it."""

    text: str
    npcs: tuple[str, ...] = ()

    def includes_npc(self, who: str, name: str) -> bool:
        """True for somebody, by id and name, who was made with it or whose name is in its text."""
        words = {word for word in name.casefold().split() if len(word) > _LONGEST_ARTICLE}
        return who in self.npcs or not words.isdisjoint(
            re.findall(r"[\w'’-]+", self.text.casefold())
        )

    def includes_any_npc(self, npcs: Collection[str]) -> bool:
        """True if one of these NPCs, by id, is of it."""
        return any(self.includes_npc(each, each.replace("-", " ")) for each in npcs)


def did_line_draw_table_row(word: str, typed: str, outcome: str) -> bool:
    """True for a line that drew a row of a table: no roll of dice, of nothing, or of how far off
    those are whom they meet. Faces rolled by hand may stand before the dice."""
    from companion.dice.expressions_in_arguments import (
        looks_like_dice,  # only where something was rolled
    )

    if word == "encounter" and typed.startswith(_MEETING_PARTS):
        return False
    if not outcome.lstrip("-") or outcome.lstrip("-").isdecimal():
        return False
    return not looks_like_dice(" ".join(w for w in typed.split() if not w.startswith("=")))


def list_ids_of_npcs_made(entry: Entry) -> tuple[str, ...]:
    """The ids of the NPCs that an entry made."""
    return tuple(_list_ids_changed_in_entry(entry, "world/npcs/{}", is_new=True))


def list_ids_of_npcs_played(entry: Entry) -> tuple[str, ...]:
    """The ids of the NPCs that an entry changed, or brought into a fight."""
    joined = _list_ids_changed_in_entry(entry, "campaign/combatants/{}", is_new=True)
    return tuple(dict.fromkeys((*_list_ids_changed_in_entry(entry, "world/npcs/{}"), *joined)))


def _list_ids_changed_in_entry(entry: Entry, path: str, *, is_new: bool = False) -> Iterator[str]:
    folder = path.format("")
    for change in entry.changes:
        if change.path.startswith(folder) and (change.before is None or not is_new):
            yield change.path.removeprefix(folder).split("/")[0]
