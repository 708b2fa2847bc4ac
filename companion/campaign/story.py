"""An evening as a story: what was done and noted, what came of it, who slept, whom they met.

A Turn is told as it was left: an action that a Rest took the place of was never done, what was
declared anew is told once, and what an ignored die asked for never happened.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Entry
from companion.campaign.played_turns import NO_TURN, PlayedTurns, StoryPiece, TurnKey
from companion.campaign.recap import EntryParser, Evening, PlayedEntry, find_same_turn
from companion.campaign.secrecy import is_for_guide
from companion.errant.clock import Moment
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
    step: StoryStep
    who: str
    text: str
    secret: bool
    watch: tuple[str, ...] = ()
    settles: int = 0


def build_story(evening: Evening, read: EntryParser) -> tuple[Passage, ...]:
    """What was declared, what came of it, what was met and noted, in order. An action of an earlier
    evening is told with its outcome. Whom they met is public, however it was rolled, unless it was
    said secretly."""
    turns = PlayedTurns()
    pieces = []
    for standing in evening:
        turns.follow_entry(standing)
        if standing.entry.kind != "edit":
            pieces += [(standing, piece) for piece in _list_pieces(standing, read, turns)]
    return tuple(
        passage
        for standing, piece in pieces
        if (passage := _FINISH_BY_STEP[piece.step](_make_passage(standing, piece), piece, turns))
    )


def _list_pieces(
    standing: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    entry, before, after = standing
    yield from _list_settled_pieces(standing, read, turns)
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
        yield from _list_signs_come_true(standing, turn, turns)
    yield from _list_table_pieces(standing, read, turns)
    yield from _list_talk_pieces(standing, read)
    yield StoryPiece(NO_TURN, "note", "", entry.note)


def _list_actions(key: TurnKey, turn: Turn) -> list[StoryPiece]:
    return [StoryPiece(key, "action", who, text) for who, text in turn.declared.items()]


def _list_settled_pieces(
    standing: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """What was declared and waits no more: forgone for a Rest, or with its outcome."""
    entry, before, after = standing
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
    """The Turn, as it was, in which nothing that had been declared waits any more."""
    for turn in before.turns:
        later = find_same_turn(turn, after)
        if turn.declared and later is not None and not later.declared:
            return turn
    return None


def _is_forgone_for_rest(turn: Turn, after: Campaign) -> bool:
    """Whether a Rest that the Event Die asked for took the place of what was declared."""
    later = find_same_turn(turn, after)
    return turn.choice == "rest" and later is not None and later.resting and not later.choice


def _is_settling_alone(entry: Entry, turn: Turn) -> bool:
    """Whether that what was declared had its outcome is all that an entry changed."""
    return [change.path for change in entry.changes] == [f"campaign/turns/{turn.id}/declared"]


def _list_signs_come_true(
    standing: PlayedEntry, turn: Turn, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """Whom they met where the Event Die made the sign of this Turn come true."""
    _, before, after = standing
    earlier, key = find_same_turn(turn, before), turns.find_key(turn)
    if turns.results[key] != "encounter" or (earlier and earlier.rolled == turn.rolled):
        return
    wait = {sign.id for sign in after.world.signs}
    for sign in before.world.signs:
        came_true = sign.turn_type == turn.type and sign.id not in wait
        if came_true and sign.encounter and turns.add_if_new(_make_encounter_piece(key)):
            yield StoryPiece(key, "foretold", "", sign.encounter)


def _make_encounter_piece(key: TurnKey) -> StoryPiece:
    """The encounter of a Turn, whoever it is with."""
    return StoryPiece(key, "encounter", "", "")


def _list_table_pieces(
    standing: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[StoryPiece]:
    """What a table gave. Who may be met at a place is journalled as a secret; the first such row
    after an encounter in the same Turn is whom they met. What dice come to is no story."""
    entry, _, after = standing
    said = read(entry)
    if said.word not in ("roll", "draw") or _is_dice_roll(said.rest, entry.outcome):
        return
    turn = next((turn for turn in reversed(after.turns) if turn.type in EVENT_TABLES), None)
    key = turns.find_key(turn) if turn else NO_TURN
    asked = turns.results.get(key)
    of_a_place = entry.secret and not said.is_secret and not _is_rumour_table(said.rest, after)
    if of_a_place and asked == "encounter" and turns.add_if_new(_make_encounter_piece(key)):
        yield _make_encounter_piece(key)._replace(text=entry.outcome)
    else:
        yield StoryPiece(key, "rolled", "", entry.outcome, asked)


def _list_talk_pieces(standing: PlayedEntry, read: EntryParser) -> Iterator[StoryPiece]:
    """An exchange with an NPC, as it was taken, and that it ended; how much it moved, and what the
    Guide said of the end, is nobody's to read aloud."""
    entry, before, after = standing
    said = read(entry)
    if said.word != "talk":
        return
    were = {npc.id: npc for npc in before.world.npcs}
    for npc in after.world.npcs:
        was = were.get(npc.id, npc)
        secretly = said.is_secret or not npc.met
        told = StoryPiece(NO_TURN, "talk", npc.name, entry.outcome, is_secret=secretly)
        if npc.exchanges > was.exchanges:
            yield told
        if npc.ended and not was.ended:
            worn_out = npc.ended == ENDED_BY_PATIENCE
            yield told._replace(step="parting", text=ENDED_BY_PATIENCE if worn_out else "")
            if npc.ended not in (ENDED_BY_PATIENCE, ENDED_BY_PARTING):
                yield told._replace(step="parting", text=npc.ended, is_secret=True)


def _finish_talk(passage: Passage, piece: StoryPiece, _turns: PlayedTurns) -> Passage | None:
    """Those who were there heard it, unless it was said secretly."""
    told = passage.text or piece.step == "parting"
    return passage._replace(secret=piece.is_secret) if told else None


def _is_dice_roll(typed: str, outcome: str) -> bool:
    """Whether it was dice that were rolled, or nothing at all; faces rolled by hand may stand
    before them."""
    from companion.dice.parser import looks_like_dice  # only what is told again pays for it

    if not outcome.lstrip("-") or outcome.lstrip("-").isdecimal():
        return True
    return looks_like_dice(" ".join(w for w in typed.split() if not w.startswith("=")))


def _is_rumour_table(typed: str, campaign: Campaign) -> bool:
    """Whether it was a table of rumours, and not one of whom they may meet; faces, facts and how
    often may stand before its name."""
    tables = [f"/{site.rumours}" for site in campaign.world.sites if site.rumours]
    names = [word.strip('"') for word in typed.casefold().split() if "=" not in word]
    return "rumours" in names or any(
        table.endswith(f"/{name}") for table in tables for name in names
    )


def _make_passage(standing: PlayedEntry, piece: StoryPiece) -> Passage:
    """A piece as it was said."""
    entry, _, after = standing
    step = "encounter" if piece.step == "foretold" else piece.step
    whose, secret = (piece.who, piece.text), is_for_guide(entry)
    return Passage(entry.number, after.now, entry.seat, step, *whose, secret, settles=piece.settles)


def _finish_text(passage: Passage, _piece: StoryPiece, _turns: PlayedTurns) -> Passage | None:
    return passage if passage.text else None


def _finish_action(passage: Passage, piece: StoryPiece, turns: PlayedTurns) -> Passage | None:
    """Done, or forgone for a Rest that stands; nothing where something else was declared."""
    if (passage.number, piece) in turns.replaced_actions:
        return None
    forgone = piece in turns.forgone_actions and turns.last_states[piece.turn].resting
    return passage._replace(step="forgone") if forgone else passage


def _finish_rest(passage: Passage, piece: StoryPiece, turns: PlayedTurns) -> Passage | None:
    """A Rest or a night that stands; what a Rest took the place of tells of it already."""
    left = turns.last_states[piece.turn]
    if left.asleep and left.resting:
        return passage._replace(step="night", watch=left.watch)
    forgone = any(action.turn == piece.turn for action in turns.forgone_actions)
    return passage if left.resting and not forgone else None


def _finish_foretold(passage: Passage, piece: StoryPiece, turns: PlayedTurns) -> Passage | None:
    """Where the die was ignored or replaced, the sign waits again."""
    return passage if turns.results[piece.turn] == "encounter" else None


def _finish_encounter(passage: Passage, piece: StoryPiece, turns: PlayedTurns) -> Passage | None:
    """They have met it, so everybody knows; where the die was ignored or replaced, nobody has."""
    if turns.results[piece.turn] == "encounter":
        return passage._replace(secret=False)
    return passage._replace(step="rolled")


def _finish_rolled(passage: Passage, piece: StoryPiece, turns: PlayedTurns) -> Passage | None:
    """What a result that was ignored or replaced asked for never happened: the Guide alone reads
    it."""
    never = piece.event_result is not None and turns.results[piece.turn] != piece.event_result
    return passage._replace(secret=passage.secret or never)


_FINISH_BY_STEP: Mapping[str, Callable[[Passage, StoryPiece, PlayedTurns], Passage | None]] = {
    "action": _finish_action,
    "outcome": _finish_text,
    "note": _finish_text,
    "rest": _finish_rest,
    "foretold": _finish_foretold,
    "encounter": _finish_encounter,
    "rolled": _finish_rolled,
    "talk": _finish_talk,
    "parting": _finish_talk,
}
"""How each piece stands in the story now that its Turn is over; None where it is no part."""
