"""A campaign in the plainest way there is: numbers by name, and a list of who changed which.

It follows each Errant's Supply, Exhaustion, pennies and number of things, the clock, and the
comments in their files; all else is to stay as it was. It steps back by its own account of what
changed.
"""

from collections.abc import Collection, Iterable
from copy import deepcopy

from companion.campaign.campaign import Campaign
from companion.reports.reply import Reply
from tests.storms.counted import (
    CLOCK,
    COUNTED,
    Changed,
    Values,
    What,
    after_word,
    changed,
    of,
    values_of,
    whole,
)
from tests.storms.plain_journal import Said


class Told:
    """One entry, and what it changed; `comments` are those that stood in a file it took out."""

    def __init__(self, said: Said, changed: Changed, comments: dict[str, set[str]]) -> None:
        self.said = said
        self.changed = changed
        self.comments = comments

    @property
    def steps(self) -> bool:
        """Whether undo could take it back."""
        return self.said.kind in ("word", "edit") and bool(self.changed or self.said.note)

    @property
    def by_itself(self) -> bool:
        """Whether it changed numbers that are written by themselves, no blocks or whole files."""
        return all(what == CLOCK or what[-1] in COUNTED for what in self.changed)


class Game:
    """The numbers as they stand; as the journal has them, which edits by hand are ahead of; the
    entries in their order; the comments in each Errant's file."""

    def __init__(self, campaign: Campaign, comments: dict[str, set[str]]) -> None:
        self.began = campaign
        self.values = values_of(campaign)
        self.settled = dict(self.values)
        self.told: list[Told] = []
        self.comments = comments
        self.settled_comments = deepcopy(comments)
        self.merged = False

    def copied(self) -> "Game":
        """The same game, which goes its own way from here."""
        return deepcopy(self)

    @property
    def journal(self) -> list[Said]:
        """The entries that there must be."""
        return [told.said for told in self.told]

    @property
    def campaign(self) -> Campaign:
        """What the whole campaign must be."""
        return whole(self.values, self.began)

    def standing(self) -> list[Told]:
        """What undo could take back, oldest first."""
        gone: set[str] = set()
        for told in self.told:
            if told.said.kind == "undo":
                gone |= set(told.said.takes_back)
            elif told.said.kind == "redo":
                gone -= set(told.said.takes_back)
        return [told for told in self.told if told.steps and told.said.name not in gone]

    def again(self) -> tuple[str, ...]:
        """What redo would do again."""
        undone: list[tuple[str, ...]] = []
        for told in self.told:
            if told.said.kind == "undo":
                undone.append(told.said.takes_back)
            elif told.said.takes_back in undone:
                undone.remove(told.said.takes_back)
            elif told.steps:
                undone.clear()
        return undone[-1] if undone else ()

    def take_in(
        self, new: Iterable[Said], line: str, reply: Reply | None, *, no_room: bool = False
    ) -> None:
        """What the journal has since, after a line that was answered so; None for one that was
        not answered any more. Whatever else the journal had would be wrong. With `no_room` it was
        refused because a file is full."""
        came = list(new)
        if came and came[0].kind == "edit":
            self._edited(came.pop(0))
        assert len(came) <= 1, came
        if reply is not None and reply.entry is not None:
            assert [said.name for said in came] == [reply.entry]
        if came:
            assert came[0].line == line
            self._said(came[0])
        elif reply is not None:
            assert no_room or self._nothing_to_do(line, refused=not reply.ok), reply

    def _edited(self, said: Said) -> None:
        changes = changed(self.settled, self.values)
        assert changes, said
        self.told.append(Told(said, changes, self._taken_out(changes, self.settled_comments)))
        self.settle()

    def _said(self, said: Said) -> None:
        assert self.values == self.settled, (said, changed(self.settled, self.values))
        if said.kind == "word":
            after = after_word(self.values, said.line)
            assert after is not None, said
            changes = changed(self.values, after)
        else:
            assert said.takes_back, said
            assert said.kind == "redo" or said.line != "undo" or self._is_newest(said)
            assert said.kind == "undo" or self.merged or said.takes_back == self.again()
            changes = self._stepped(said)
        self.told.append(Told(said, changes, self._taken_out(changes, self.comments)))
        for what, (_, after_it) in changes.items():
            if after_it is None:
                del self.values[what]
                if len(what) == 1:
                    self.comments.pop(what[0], None)
            else:
                self.values[what] = after_it
        if self.told[-1].steps:
            self.merged = False
        self.settle()

    def _is_newest(self, said: Said) -> bool:
        newest = max(told.said.number for told in self.standing())
        return [int(name.rpartition("-")[2]) for name in said.takes_back] == [newest]

    def _stepped(self, said: Said) -> Changed:
        changes: Changed = {}
        for told in self._named(said.takes_back):
            assert self.can_step(told, said.kind), (said, told.said, told.changed)
            assert (told in self.standing()) == (said.kind == "undo"), said
            for what, (before, after) in told.changed.items():
                changes[what] = (after, before) if said.kind == "undo" else (before, after)
            if said.kind == "undo":
                self.comments.update({who: set(c) for who, c in told.comments.items()})
        return changes

    def _named(self, names: Collection[str]) -> list[Told]:
        return [told for told in self.told if told.said.name in names]

    def can_step(self, told: Told, kind: str) -> bool:
        """Whether each number is still what this entry left, or (redo) found."""
        there = 1 if kind == "undo" else 0
        whole = {what[0] for what, both in told.changed.items() if len(what) == 1 and both[there]}
        return all(
            self.values.get(what) == both[there] for what, both in told.changed.items()
        ) and all(what in told.changed for what in self.values if what[0] in whole)

    def _nothing_to_do(self, line: str, *, refused: bool) -> bool:
        """Whether it is right that a line left no entry."""
        match line.split():
            case ["undo"]:
                standing = self.standing()
                newest = max((told.said.number for told in standing), default=0)
                last = [told for told in standing if told.said.number == newest]
                return refused and not (last and all(self.can_step(t, "undo") for t in last))
            case ["redo"]:
                again = self._named(self.again())
                return refused and (
                    self.merged or not again or not all(self.can_step(t, "redo") for t in again)
                )
            case ["undo", name]:
                return refused and not self._stands_free(name)
            case _:
                after = after_word(self.values, line)
                return after is None if refused else after == self.values

    def _stands_free(self, name: str) -> bool:
        """Whether an entry could be taken back by itself for sure: nothing later touched the same
        numbers. For blocks and whole files it is not followed, what stands on them."""
        (told,) = self._named([name])
        return (
            told in self.standing()
            and told.by_itself
            and self.can_step(told, "undo")
            and not self.stood_on(told)
        )

    def stood_on(self, told: Told) -> bool:
        """Whether another entry that stands, no older, touched any of the same numbers."""
        others = [each for each in self.standing() if each is not told]
        later = [each for each in others if each.said.number >= told.said.number]
        whole = {what[0] for each in later for what in each.changed if len(what) == 1}
        touched = {what for each in later for what in each.changed}
        return any(what in touched or what[0] in whole for what in told.changed)

    def _taken_out(self, changes: Changed, comments: dict[str, set[str]]) -> dict[str, set[str]]:
        gone = [what[0] for what, (_, after) in changes.items() if len(what) == 1 and after is None]
        return {who: set(comments.get(who, ())) for who in gone}

    def settle(self) -> None:
        """What was edited by hand is known, with an entry or without one."""
        self.settled = dict(self.values)
        self.settled_comments = deepcopy(self.comments)

    def edit(self, who: str, values: Values, comments: Collection[str]) -> None:
        """Somebody saved a file that holds just these; one that holds nothing is gone. A comment
        that they took out need not come back with a file removed later: a word that was refused may
        have seen that it was gone."""
        for what in of(self.values, who):
            del self.values[what]
        self.values.update(values)
        self.comments[who] = set(comments)
        if not values:
            del self.comments[who]
        elif who in self.settled_comments:
            self.settled_comments[who] &= set(comments)

    def merge(self, other: "Game", whose: Collection[str], agreed: Values) -> bool:
        """What another game, copied from this one, did since at these Errants; and what was
        `agreed` on where both changed the same file. Whether the other changed any of that."""
        journalled: dict[What, int | None] = dict(self.values)
        for who in whose:
            self.edit(who, of(other.values, who), other.comments.get(who, ()))
        names = {told.said.name for told in self.told}
        new = [told for told in other.told if told.said.name not in names]
        for told in new:
            journalled.update((what, after) for what, (_, after) in told.changed.items())
        self.told = sorted(
            (*self.told, *new), key=lambda told: (told.said.number, told.said.session)
        )
        self.merged = True
        self.settle()
        self.settled = {what: value for what, value in journalled.items() if value is not None}
        self.values.update(agreed)
        assert changed(self.settled, self.values).keys() <= agreed.keys()
        return any(what in told.changed for told in new for what in agreed)
