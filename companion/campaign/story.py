"""An evening as a story: what was done and noted, what came of it, who slept, whom they met.

A Turn is told as it was left: an action that a Rest took the place of was never done, and what an
ignored die asked for never happened.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.chronicle import Evening, Reader, Standing, result_in, same_turn
from companion.campaign.secrecy import for_the_guide
from companion.errant.clock import Moment
from companion.errant.event_die import TABLES, Result
from companion.errant.turns import COMPANY, Turn, TurnType

Step: TypeAlias = Literal[
    "action", "forgone", "outcome", "note", "rest", "night", "encounter", "rolled"
]
_FORETELLS: tuple[Result, ...] = ("encounter_sign", "intimation")


class Passage(NamedTuple):
    """A piece of the story; `number` and `seat` are its entry's.

    An `action` that was declared (`who` is an Errant's id or `company`), or `forgone` for a Rest;
    the `outcome` of what was declared; a `note`; a `rest`; a `night`, with who kept `watch`; the
    row of a table, which is an `encounter` where the Event Die asked for one.
    """

    number: int
    at: Moment
    seat: str
    step: Step
    who: str
    text: str
    secret: bool
    watch: tuple[str, ...] = ()


TurnKey: TypeAlias = tuple[TurnType, int]
"""A Turn of an evening: of its type, the so manieth."""
_NOWHERE: TurnKey = ("initiative", 0)


class _Piece(NamedTuple):
    """A piece of the story before it is known how its Turn was left."""

    turn: TurnKey
    step: Step
    who: str
    text: str


def story(evening: Evening, read: Reader) -> tuple[Passage, ...]:
    """What was declared, what came of it, what was met and noted, in order. An action of an earlier
    evening is told with its outcome."""
    turns = _Turns()
    pieces = []
    for standing in evening:
        turns.go_on(standing)
        if standing.entry.kind != "edit":
            pieces += [(standing, piece) for piece in _pieces(standing, read, turns)]
    return tuple(
        passage
        for standing, piece in pieces
        if (passage := _as_it_was_left(standing, piece, turns)) is not None
    )


class _Turns:
    """The Turns of an evening, each as it was left, and what has been told of them."""

    def __init__(self) -> None:
        self.left: dict[TurnKey, Turn] = {}
        self.results: dict[TurnKey, Result | None] = {}
        self.forgone: set[_Piece] = set()
        self.told: set[_Piece] = set()
        self._numbers: dict[TurnType, int] = {}

    def go_on(self, standing: Standing) -> None:
        """What an entry leaves of each Turn that is open after it."""
        _, before, after = standing
        for turn in after.turns:
            earlier = same_turn(turn, before)
            if earlier is None or turn.type not in self._numbers:
                self._numbers[turn.type] = self._numbers.get(turn.type, 0) + 1
            key = self.key(turn)
            self.left[key] = turn
            self.results[key] = result_in(turn, after)

    def key(self, turn: Turn) -> TurnKey:
        """The Turn of this type that was gone on with last."""
        return (turn.type, self._numbers.get(turn.type, 0))

    def tell(self, piece: _Piece) -> bool:
        """Whether this has not been told yet; from now on it has."""
        known = piece in self.told
        self.told.add(piece)
        return not known


def _pieces(standing: Standing, read: Reader, turns: _Turns) -> Iterator[_Piece]:
    entry, before, after = standing
    settled = _settled(before, after)
    if settled is not None and _forwent(settled, after):
        actions = _actions(turns.key(settled), settled)
        yield from filter(turns.tell, actions)
        turns.forgone.update(actions)
    elif settled is not None and _only_settles(entry, settled):
        actions = _actions(turns.key(settled), settled)
        yield from filter(turns.tell, actions)
        turns.told.difference_update(actions)
        yield _Piece(turns.key(settled), "outcome", "", read(entry).rest)
    for turn in after.turns:
        earlier, key = same_turn(turn, before), turns.key(turn)
        if turn.resting and turn.begun and not (earlier and earlier.resting):
            rest = _Piece(key, "rest", COMPANY, "")
            yield from filter(turns.tell, [rest])
        for action in _actions(key, turn):
            if earlier is None or earlier.declared.get(action.who) != action.text:
                yield from filter(turns.tell, [action])
    yield from _rolled(standing, read, turns)
    yield _Piece(_NOWHERE, "note", "", entry.note)


def _actions(key: TurnKey, turn: Turn) -> list[_Piece]:
    return [_Piece(key, "action", who, text) for who, text in turn.declared.items()]


def _settled(before: Campaign, after: Campaign) -> Turn | None:
    """The Turn, as it was, in which nothing that had been declared waits any more."""
    for turn in before.turns:
        later = same_turn(turn, after)
        if turn.declared and later is not None and not later.declared:
            return turn
    return None


def _forwent(turn: Turn, after: Campaign) -> bool:
    """Whether a Rest that the Event Die asked for took the place of what was declared."""
    later = same_turn(turn, after)
    return turn.choice == "rest" and later is not None and later.resting and not later.choice


def _only_settles(entry: Entry, turn: Turn) -> bool:
    """Whether that what was declared had its outcome is all that an entry changed."""
    return [change.path for change in entry.changes] == [f"campaign/turns/{turn.id}/declared"]


def _rolled(standing: Standing, read: Reader, turns: _Turns) -> Iterator[_Piece]:
    """What a table gave; the first row after an encounter in the same Turn is whom they met."""
    entry, _, after = standing
    if read(entry).word != "roll" or _is_a_number(entry.outcome):
        return
    turn = next((turn for turn in reversed(after.turns) if turn.type in TABLES), None)
    key = turns.key(turn) if turn else _NOWHERE
    met = _Piece(key, "encounter", "", "")
    if turns.results.get(key) == "encounter" and turns.tell(met):
        yield met._replace(text=entry.outcome)
    else:
        yield _Piece(key, "rolled", "", entry.outcome)


def _is_a_number(outcome: str) -> bool:
    """What dice come to, or nothing at all, is no story."""
    return not outcome.lstrip("-") or outcome.lstrip("-").isdecimal()


def _as_it_was_left(standing: Standing, piece: _Piece, turns: _Turns) -> Passage | None:
    """A piece as it stands in the story now that its Turn is over; None where it is no part."""
    entry, _, after = standing
    left = turns.left.get(piece.turn)
    passage = Passage(
        entry.number,
        after.now,
        entry.seat,
        piece.step,
        piece.who,
        piece.text,
        for_the_guide(entry),
    )
    if piece.step == "rest":
        if left is None or not left.resting:
            return None
        if left.asleep:
            return passage._replace(step="night", watch=left.watch)
        forgone = any(each.turn == piece.turn for each in turns.forgone)
        return None if forgone else passage
    if not piece.text:
        return None
    if piece in turns.forgone and left is not None and left.resting:
        return passage._replace(step="forgone")
    result = turns.results.get(piece.turn)
    if piece.step == "encounter" and result != "encounter":
        return passage._replace(step="rolled")
    if piece.step == "rolled" and result in _FORETELLS:
        return passage._replace(secret=True)
    return passage
