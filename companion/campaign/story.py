"""An evening as a story: what was done and noted, what came of it, who slept, whom they met.

A Turn is told as it was left: an action that a Rest took the place of was never done, what was
declared anew is told once, and what an ignored die asked for never happened.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.chronicle import Evening, Reader, Standing, same_turn
from companion.campaign.played_turns import NOWHERE, Piece, PlayedTurns, TurnKey
from companion.campaign.secrecy import for_the_guide
from companion.errant.clock import Moment
from companion.errant.event_die import TABLES
from companion.errant.negotiation import PARTED, WORN_OUT
from companion.errant.turns import COMPANY, Turn

Step: TypeAlias = Literal[
    "action",
    "forgone",
    "outcome",
    "note",
    "rest",
    "night",
    "encounter",
    "rolled",
    "talk",
    "parting",
]


class Passage(NamedTuple):
    """A piece of the story; `number` and `seat` are its entry's.

    An `action` that was declared (`who` is an Errant's id or `company`), or `forgone` for a Rest;
    the `outcome` of what was declared, `of` the entry of the last action it settles; a `note`; a
    `rest`; a `night`, with who kept `watch`; an `encounter`, which a sign foretold or a table
    gave; any other row of a table, `rolled`; a `talk`, an exchange of a category with an NPC (`who`
    is their name), how they took it and whose it was: `taking agrees wim`; a `parting`, for which
    nothing but `patience` is public, and as a secret what the Guide said of it.
    """

    number: int
    at: Moment
    seat: str
    step: Step
    who: str
    text: str
    secret: bool
    watch: tuple[str, ...] = ()
    of: int = 0


def story(evening: Evening, read: Reader) -> tuple[Passage, ...]:
    """What was declared, what came of it, what was met and noted, in order. An action of an earlier
    evening is told with its outcome. Whom they met is public, however it was rolled, unless it was
    said secretly."""
    turns = PlayedTurns()
    pieces = []
    for standing in evening:
        turns.go_on(standing)
        if standing.entry.kind != "edit":
            pieces += [(standing, piece) for piece in _pieces(standing, read, turns)]
    return tuple(
        passage
        for standing, piece in pieces
        if (passage := _AS_IT_WAS_LEFT[piece.step](_passage(standing, piece), piece, turns))
    )


def _pieces(standing: Standing, read: Reader, turns: PlayedTurns) -> Iterator[Piece]:
    entry, before, after = standing
    yield from _settling(standing, read, turns)
    for turn in after.turns:
        earlier, key = same_turn(turn, before), turns.key(turn)
        if turn.resting and turn.begun and not (earlier and earlier.resting):
            yield from filter(turns.is_new, [Piece(key, "rest", COMPANY, "")])
        for action in _actions(key, turn):
            was = earlier.declared.get(action.who) if earlier else None
            if was is not None and was != action.text:
                turns.replace(action._replace(text=was))
            if was != action.text:
                yield from turns.declare(action, entry.number)
        yield from _come_true(standing, turn, turns)
    yield from _drawn(standing, read, turns)
    yield from _talked(standing, read)
    yield Piece(NOWHERE, "note", "", entry.note)


def _actions(key: TurnKey, turn: Turn) -> list[Piece]:
    return [Piece(key, "action", who, text) for who, text in turn.declared.items()]


def _settling(standing: Standing, read: Reader, turns: PlayedTurns) -> Iterator[Piece]:
    """What was declared and waits no more: forgone for a Rest, or with its outcome."""
    entry, before, after = standing
    settled = _settled(before, after)
    if settled is None:
        return
    key = turns.key(settled)
    actions = _actions(key, settled)
    forgone = _forwent(settled, after)
    if not forgone and not _only_settles(entry, settled):
        return
    for action in actions:
        yield from turns.declare(action, entry.number)
    if forgone:
        turns.forgone.update(actions)
        return
    turns.settle(actions)
    of = max((turns.declared_in.get(action, 0) for action in actions), default=0)
    yield Piece(key, "outcome", "", read(entry).rest, of=of)


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


def _come_true(standing: Standing, turn: Turn, turns: PlayedTurns) -> Iterator[Piece]:
    """Whom they met where the Event Die made the sign of this Turn come true."""
    _, before, after = standing
    earlier, key = same_turn(turn, before), turns.key(turn)
    if turns.results[key] != "encounter" or (earlier and earlier.rolled == turn.rolled):
        return
    wait = {sign.id for sign in after.world.signs}
    for sign in before.world.signs:
        came_true = sign.turn_type == turn.type and sign.id not in wait
        if came_true and sign.encounter and turns.is_new(_met(key)):
            yield Piece(key, "foretold", "", sign.encounter)


def _met(key: TurnKey) -> Piece:
    """The encounter of a Turn, whoever it is with."""
    return Piece(key, "encounter", "", "")


def _drawn(standing: Standing, read: Reader, turns: PlayedTurns) -> Iterator[Piece]:
    """What a table gave. Who may be met at a place is journalled as a secret; the first such row
    after an encounter in the same Turn is whom they met. What dice come to is no story."""
    entry, _, after = standing
    said = read(entry)
    if said.word not in ("roll", "draw") or _of_dice(said.rest, entry.outcome):
        return
    turn = next((turn for turn in reversed(after.turns) if turn.type in TABLES), None)
    key = turns.key(turn) if turn else NOWHERE
    asked = turns.results.get(key)
    of_a_place = entry.secret and not said.secretly and not _of_rumours(said.rest, after)
    if of_a_place and asked == "encounter" and turns.is_new(_met(key)):
        yield _met(key)._replace(text=entry.outcome)
    else:
        yield Piece(key, "rolled", "", entry.outcome, asked)


def _talked(standing: Standing, read: Reader) -> Iterator[Piece]:
    """An exchange with an NPC, as it was taken, and that it ended; how much it moved, and what the
    Guide said of the end, is nobody's to read aloud."""
    entry, before, after = standing
    said = read(entry)
    if said.word != "talk":
        return
    were = {npc.id: npc for npc in before.world.npcs}
    for npc in after.world.npcs:
        was = were.get(npc.id, npc)
        secretly = said.secretly or not npc.met
        told = Piece(NOWHERE, "talk", npc.name, entry.outcome, secretly=secretly)
        if npc.exchanges > was.exchanges:
            yield told
        if npc.ended and not was.ended:
            worn_out = npc.ended == WORN_OUT
            yield told._replace(step="parting", text=WORN_OUT if worn_out else "")
            if npc.ended not in (WORN_OUT, PARTED):
                yield told._replace(step="parting", text=npc.ended, secretly=True)


def _talk(passage: Passage, piece: Piece, _turns: PlayedTurns) -> Passage | None:
    """Those who were there heard it, unless it was said secretly."""
    told = passage.text or piece.step == "parting"
    return passage._replace(secret=piece.secretly) if told else None


def _of_dice(typed: str, outcome: str) -> bool:
    """Whether it was dice that were rolled, or nothing at all; faces rolled by hand may stand
    before them."""
    from companion.dice.grammar import looks_like_dice  # only what is told again pays for it

    if not outcome.lstrip("-") or outcome.lstrip("-").isdecimal():
        return True
    return looks_like_dice(" ".join(w for w in typed.split() if not w.startswith("=")))


def _of_rumours(typed: str, campaign: Campaign) -> bool:
    """Whether it was a table of rumours, and not one of whom they may meet; faces, facts and how
    often may stand before its name."""
    tables = [f"/{site.rumours}" for site in campaign.world.sites if site.rumours]
    names = [word.strip('"') for word in typed.casefold().split() if "=" not in word]
    return "rumours" in names or any(
        table.endswith(f"/{name}") for table in tables for name in names
    )


def _passage(standing: Standing, piece: Piece) -> Passage:
    """A piece as it was said."""
    entry, _, after = standing
    step = "encounter" if piece.step == "foretold" else piece.step
    whose, secret = (piece.who, piece.text), for_the_guide(entry)
    return Passage(entry.number, after.now, entry.seat, step, *whose, secret, of=piece.of)


def _said(passage: Passage, _piece: Piece, _turns: PlayedTurns) -> Passage | None:
    return passage if passage.text else None


def _action(passage: Passage, piece: Piece, turns: PlayedTurns) -> Passage | None:
    """Done, or forgone for a Rest that stands; nothing where something else was declared."""
    if (passage.number, piece) in turns.replaced:
        return None
    forgone = piece in turns.forgone and turns.left[piece.turn].resting
    return passage._replace(step="forgone") if forgone else passage


def _rest(passage: Passage, piece: Piece, turns: PlayedTurns) -> Passage | None:
    """A Rest or a night that stands; what a Rest took the place of tells of it already."""
    left = turns.left[piece.turn]
    if left.asleep and left.resting:
        return passage._replace(step="night", watch=left.watch)
    forgone = any(action.turn == piece.turn for action in turns.forgone)
    return passage if left.resting and not forgone else None


def _foretold(passage: Passage, piece: Piece, turns: PlayedTurns) -> Passage | None:
    """Where the die was ignored or replaced, the sign waits again."""
    return passage if turns.results[piece.turn] == "encounter" else None


def _encounter(passage: Passage, piece: Piece, turns: PlayedTurns) -> Passage | None:
    """They have met it, so everybody knows; where the die was ignored or replaced, nobody has."""
    if turns.results[piece.turn] == "encounter":
        return passage._replace(secret=False)
    return passage._replace(step="rolled")


def _rolled(passage: Passage, piece: Piece, turns: PlayedTurns) -> Passage | None:
    """What a result that was ignored or replaced asked for never happened: the Guide alone reads
    it."""
    never = piece.asked is not None and turns.results[piece.turn] != piece.asked
    return passage._replace(secret=passage.secret or never)


_AS_IT_WAS_LEFT: Mapping[str, Callable[[Passage, Piece, PlayedTurns], Passage | None]] = {
    "action": _action,
    "outcome": _said,
    "note": _said,
    "rest": _rest,
    "foretold": _foretold,
    "encounter": _encounter,
    "rolled": _rolled,
    "talk": _talk,
    "parting": _talk,
}
"""How each piece stands in the story now that its Turn is over; None where it is no part."""
