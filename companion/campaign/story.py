"""An evening as a story: what was done and noted, what came of it, who slept, whom they met.

Each Turn is told as it was left: what was forgone for a Rest was not done, what was declared again
is told once, and what an ignored die asked for did not happen.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.played_turns import NO_TURN, PlayedTurns, StoryPiece, TurnKey
from companion.campaign.recap import EntryParser, Evening, PlayedEntry, find_same_turn
from companion.campaign.secrecy import is_for_guide
from companion.errant.event_die import EVENT_TABLES
from companion.errant.negotiation import ENDED_BY_PARTING, ENDED_BY_PATIENCE
from companion.errant.turns import WHOLE_COMPANY, Turn

StoryStep: TypeAlias = Literal[
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


class StoryLine(Struct, frozen=True):
    """A piece of an evening's story: the entry it is from, when in the game, at which seat.

    `who` is an Errant's id or `company` in an `action` that was declared, or `forgone` for a Rest,
    and the name of an NPC in a `talk` or a `parting`. An `outcome` is `of` the last action it
    settles, by the number of its entry. A sign foretold an `encounter`, or a table gave it; any
    other row of a table is `rolled`. The text of a `talk` is its category, how they took it and
    whose it was: `taking agrees wim`. Of a `parting` only `patience` is public.
    """

    number: int
    day: int
    time: str
    seat: str
    step: StoryStep
    who: str
    text: str
    watch: tuple[str, ...] = ()
    secret: bool = False
    of: int = 0


def build_story(evening: Evening, read: EntryParser) -> tuple[StoryLine, ...]:
    """What was declared, what came of it, what was met and noted, in order. An action of an earlier
    evening is told with its outcome. Whom they met is public, however it was rolled, unless it was
    said secretly."""
    turns = PlayedTurns()
    pieces = []
    for played in evening:
        turns.follow_entry(played)
        if played.entry.kind != "edit":
            pieces += [(played, piece) for piece in _list_pieces(played, read, turns)]
    lines = (_finish_piece(_make_line(played, piece), piece, turns) for played, piece in pieces)
    return tuple(line for line in lines if line is not None)


def _list_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    entry, before, after = played
    yield from _list_settled_pieces(played, read, turns)
    for turn in after.turns:
        earlier, key = find_same_turn(turn, before), turns.find_key(turn)
        if turn.resting and turn.begun and not (earlier and earlier.resting):
            yield from filter(turns.add_if_new, [StoryPiece(key, "rest", WHOLE_COMPANY, "")])
        for action in _list_actions(key, turn):
            was = earlier.declared.get(action.who) if earlier else None
            if was is not None and was != action.text:
                turns.replace_action(action._replace(text=was))
            if was != action.text:
                yield from turns.declare_action(action, entry.number)
        yield from _list_signs_come_true(played, turn, turns)
    yield from _list_table_pieces(played, read, turns)
    yield from _list_talk_pieces(played, read)
    yield StoryPiece(NO_TURN, "note", "", entry.note)


def _list_actions(key: TurnKey, turn: Turn) -> list[StoryPiece]:
    return [StoryPiece(key, "action", who, text) for who, text in turn.declared.items()]


def _list_settled_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """What was declared and no longer waits: forgone for a Rest, or with its outcome."""
    entry, before, after = played
    settled = _find_settled_turn(before, after)
    if settled is None:
        return
    key = turns.find_key(settled)
    actions = _list_actions(key, settled)
    forgone = _is_forgone_for_rest(settled, after)
    if not forgone and not _is_settling_alone(entry, settled):
        return
    for action in actions:
        yield from turns.declare_action(action, entry.number)
    if forgone:
        turns.forgone_actions.update(actions)
        return
    turns.settle_actions(actions)
    of = max((turns.declaration_numbers.get(action, 0) for action in actions), default=0)
    yield StoryPiece(key, "outcome", "", read(entry).rest, settles=of)


def _find_settled_turn(before: Campaign, after: Campaign) -> Turn | None:
    """The Turn, as it was, in which nothing declared waits any more."""
    for turn in before.turns:
        later = find_same_turn(turn, after)
        if turn.declared and later is not None and not later.declared:
            return turn
    return None


def _is_forgone_for_rest(turn: Turn, after: Campaign) -> bool:
    """True if a Rest that the Event Die asked for took the place of what was declared."""
    later = find_same_turn(turn, after)
    return turn.choice == "rest" and later is not None and later.resting and not later.choice


def _is_settling_alone(entry: Entry, turn: Turn) -> bool:
    """True for an entry that changed nothing but that what was declared had its outcome."""
    return [change.path for change in entry.changes] == [f"campaign/turns/{turn.id}/declared"]


def _list_signs_come_true(
    played: PlayedEntry, turn: Turn, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """Whom they met if the Event Die made the sign of this Turn come true."""
    _, before, after = played
    earlier, key = find_same_turn(turn, before), turns.find_key(turn)
    if turns.results[key] != "encounter" or (earlier and earlier.rolled == turn.rolled):
        return
    wait = {sign.id for sign in after.world.signs}
    for sign in before.world.signs:
        came_true = sign.turn_type == turn.type and sign.id not in wait
        if came_true and sign.encounter and turns.add_if_new(_make_encounter_piece(key)):
            yield StoryPiece(key, "foretold", "", sign.encounter)


def _make_encounter_piece(key: TurnKey) -> StoryPiece:
    return StoryPiece(key, "encounter", "", "")


def _list_table_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """What a table gave. Whom they may meet at a place is journalled as a secret; the first such
    row after an encounter in the same Turn is whom they met. A roll of dice is no story."""
    entry, _, after = played
    parsed = read(entry)
    if parsed.word not in ("roll", "draw") or _is_dice_roll(parsed.rest, entry.outcome):
        return
    turn = next((turn for turn in reversed(after.turns) if turn.type in EVENT_TABLES), None)
    key = turns.find_key(turn) if turn else NO_TURN
    asked = turns.results.get(key)
    of_a_place = entry.secret and not parsed.is_secret and not _is_rumour_table(parsed.rest, after)
    if of_a_place and asked == "encounter" and turns.add_if_new(_make_encounter_piece(key)):
        yield _make_encounter_piece(key)._replace(text=entry.outcome)
    else:
        yield StoryPiece(key, "rolled", "", entry.outcome, asked)


def _list_talk_pieces(played: PlayedEntry, read: EntryParser) -> Iterator[StoryPiece]:
    """An exchange with an NPC and how they took it, or that a Negotiation ended. How far it moved
    them is left out; why it ended is secret."""
    entry, before, after = played
    parsed = read(entry)
    if parsed.word != "talk":
        return
    were = {npc.id: npc for npc in before.world.npcs}
    for npc in after.world.npcs:
        was = were.get(npc.id, npc)
        secretly = parsed.is_secret or not npc.met
        piece = StoryPiece(NO_TURN, "talk", npc.name, entry.outcome, is_secret=secretly)
        if npc.exchanges > was.exchanges:
            yield piece
        if npc.ended and not was.ended:
            worn_out = npc.ended == ENDED_BY_PATIENCE
            yield piece._replace(step="parting", text=ENDED_BY_PATIENCE if worn_out else "")
            if npc.ended not in (ENDED_BY_PATIENCE, ENDED_BY_PARTING):
                yield piece._replace(step="parting", text=npc.ended, is_secret=True)


def _is_dice_roll(typed: str, outcome: str) -> bool:
    """True for a roll of dice, or of nothing; faces rolled by hand may stand before them."""
    from companion.dice.expressions import looks_like_dice

    if not outcome.lstrip("-") or outcome.lstrip("-").isdecimal():
        return True
    return looks_like_dice(" ".join(w for w in typed.split() if not w.startswith("=")))


def _is_rumour_table(typed: str, campaign: Campaign) -> bool:
    """True for a table of rumours, not of encounters; faces, facts and how often may stand before
    its name."""
    tables = [f"/{site.rumours}" for site in campaign.world.sites if site.rumours]
    names = [word.strip('"') for word in typed.casefold().split() if "=" not in word]
    return "rumours" in names or any(
        table.endswith(f"/{name}") for table in tables for name in names
    )


def _make_line(played: PlayedEntry, piece: StoryPiece) -> StoryLine:
    """A piece as it was said."""
    entry, _, after = played
    return StoryLine(
        entry.number,
        after.now.day,
        after.now.time,
        entry.seat,
        "encounter" if piece.step == "foretold" else piece.step,
        piece.who,
        piece.text,
        secret=is_for_guide(entry),
        of=piece.settles,
    )


def _finish_piece(line: StoryLine, piece: StoryPiece, turns: PlayedTurns) -> StoryLine | None:
    """The piece as it stands now that its Turn is over; None if it is no part of the story."""
    result = turns.results.get(piece.turn)
    if piece.step in ("outcome", "note"):
        return line if line.text else None
    if piece.step == "action":
        return _finish_action(line, piece, turns)
    if piece.step == "rest":
        return _finish_rest(line, piece, turns)
    if piece.step == "foretold":  # if the die was ignored or replaced, the sign waits again
        return line if result == "encounter" else None
    if piece.step == "encounter":  # everybody knows whom they met; a replaced die met nobody
        met = result == "encounter"
        return replace(line, secret=False) if met else replace(line, step="rolled")
    if piece.step == "rolled":  # what a replaced result asked for did not happen
        never = piece.event_result is not None and result != piece.event_result
        return replace(line, secret=line.secret or never)
    heard = line.text or piece.step == "parting"
    return replace(line, secret=piece.is_secret) if heard else None


def _finish_action(line: StoryLine, piece: StoryPiece, turns: PlayedTurns) -> StoryLine | None:
    """Done, or forgone for a Rest that stands; None if something else was declared instead."""
    if (line.number, piece) in turns.replaced_actions:
        return None
    forgone = piece in turns.forgone_actions and turns.last_states[piece.turn].resting
    return replace(line, step="forgone") if forgone else line


def _finish_rest(line: StoryLine, piece: StoryPiece, turns: PlayedTurns) -> StoryLine | None:
    """A Rest or a night that stands; None if a forgone action tells of it already."""
    left = turns.last_states[piece.turn]
    if left.asleep and left.resting:
        return replace(line, step="night", watch=left.watch)
    forgone = any(action.turn == piece.turn for action in turns.forgone_actions)
    return line if left.resting and not forgone else None
