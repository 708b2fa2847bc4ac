"""Builds the story of an evening: what was done and noted, what came of it, who slept, whom they
met.

Each Turn is told as it was left: what was forgone for a Rest was not done, what was declared again
is told once, and what an ignored die asked for did not happen.
"""

from collections.abc import Iterator

from msgspec import Struct

from companion.campaign.record.encounters_in_journal import (
    DrawnEncounter,
    did_line_draw_table_row,
    list_ids_of_npcs_made,
    list_ids_of_npcs_played,
)
from companion.campaign.record.recap import (
    EntryParser,
    Evening,
    PlayedEntry,
    find_same_turn_in_campaign,
)
from companion.campaign.record.turns_told_in_story import NO_TURN, Piece, PlayedTurns, StoryStep
from companion.campaign.secrecy import is_entry_for_guide_alone, may_line_draw_encounter
from companion.errant.negotiation import ENDED_BY_PARTING, ENDED_BY_PATIENCE
from companion.errant.turns.event_die import EVENT_TABLES
from companion.errant.turns.moments_and_spans import Moment
from companion.errant.turns.turns import WHOLE_COMPANY, Turn
from companion.values_with_ids import pair_changed_values


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


def build_story_of_evening(evening: Evening, read: EntryParser) -> tuple[StoryLine, ...]:
    """What was declared, what came of it, what was met and noted, in order. An action of an earlier
    evening is told with its outcome. Whom they met is the Guide's until it is told or played out;
    till then an encounter without a text is public."""
    turns = PlayedTurns()
    pieces = []
    for played in evening:
        turns.note_entry(played)
        if played.entry.kind != "edit":
            pieces += [(played, piece) for piece in _list_story_pieces(played, read, turns)]
    lines = (_build_story_line(played, piece, turns) for played, piece in pieces)
    return tuple(line for line in lines if line is not None)


def _list_story_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[Piece]:
    """The pieces of the story that an entry gives, in order."""
    entry, before, after = played
    yield from _list_settled_pieces(played, read, turns)
    for turn in after.turns:
        earlier, key = find_same_turn_in_campaign(turn, before), turns.find_turn_key(turn)
        if turn.resting and turn.begun and not (earlier and earlier.resting):
            yield from filter(turns.add_if_new, [Piece(key, "rest", WHOLE_COMPANY, "")])
        for action in [Piece(key, "action", *action) for action in turn.declared.items()]:
            was = earlier.declared.get(action.who) if earlier else None
            if was is not None and was != action.text:
                turns.withdraw_action(action._replace(text=was))
            if was != action.text:
                yield from turns.add_action_to_story(action, entry.number)
        yield from _list_signs_come_true(played, turn, turns)
    yield from _list_table_pieces(played, read, turns)
    yield from _list_talk_pieces(played, read)
    yield from _list_told_pieces(played, read, turns)


def _list_told_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[Piece]:
    """What was noted or read out to all. Reading out, meeting and fighting tell whom they met: what
    is read out is the encounter of that text, and the Guide's own words are first of all of one
    that no table gave."""
    entry, before, after = played
    word, _, is_secret = read(entry)
    settled = (
        before.book.clock.unsettled_encounter_count > after.book.clock.unsettled_encounter_count
    )
    if word != "tell" or is_secret:
        if entry.seat == "guide" and not is_secret:
            _note_settled_encounter(word, turns, settled, list_ids_of_npcs_played(entry))
        yield Piece(NO_TURN, "note", "", entry.note)
        return
    key = turns.find_drawn_encounter(entry.outcome or entry.note)
    is_other = turns.found is not None and turns.found.step == "rolled" and not settled
    if key is None and not is_other and not entry.outcome:
        key = turns.find_waiting_encounter(drawn=False) or turns.find_waiting_encounter()
    if key is None:
        yield Piece(NO_TURN, "rolled", "", entry.note)
    elif turns.add_if_new(encounter := turns.note_told_encounter(key, entry.note)):
        yield encounter._replace(text=entry.note)


def _note_settled_encounter(
    word: str, turns: PlayedTurns, settled: bool, played: tuple[str, ...]
) -> None:
    """Note an encounter that a word of the Guide's `settled` by playing it out with these NPCs, or
    one that is over before anybody has drawn it. One that was drawn may still be read out."""
    if word == "done" and settled and (undrawn := turns.find_waiting_encounter(drawn=False)):
        del turns.waiting_encounters[undrawn]
        return
    found = (
        turns.find_drawn_encounter(npcs=played)
        or turns.find_waiting_encounter(drawn=True)
        or turns.find_waiting_encounter()
    )
    if found and word != "done" and settled:
        turns.note_told_encounter(found, "")


def _list_settled_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[Piece]:
    """What was declared and no longer waits: forgone for a Rest, or with its outcome."""
    entry, before, after = played
    for turn in before.turns:
        later = find_same_turn_in_campaign(turn, after)
        if not turn.declared or later is None or later.declared:
            continue
        key = turns.find_turn_key(turn)
        actions = [Piece(key, "action", *action) for action in turn.declared.items()]
        forgone = turn.choice == "rest" and later.resting and not later.choice
        changed = [c.path for c in entry.changes if c.path != "campaign/clock/encounter"]
        if not forgone and changed != [f"campaign/turns/{turn.id}/declared"]:
            return
        for action in actions:
            yield from turns.add_action_to_story(action, entry.number)
        if forgone:
            turns.forgone_actions.update(actions)
            return
        turns.told_pieces.difference_update(actions)  # declared again, they are done again
        of = max(turns.declaration_numbers.get(action, 0) for action in actions)
        yield Piece(key, "outcome", "", read(entry).rest, settles=of)
        return


def _list_signs_come_true(played: PlayedEntry, turn: Turn, turns: PlayedTurns) -> Iterator[Piece]:
    """Whom they met if the Event Die made the sign of this Turn come true."""
    _, before, after = played
    earlier, key = find_same_turn_in_campaign(turn, before), turns.find_turn_key(turn)
    if turns.results[key] != "encounter" or (earlier and earlier.rolled == turn.rolled):
        return
    wait, encounter = {sign.id for sign in after.world.signs}, Piece(key, "encounter", "", "")
    for sign in before.world.signs:
        came_true = sign.turn_type == turn.type and sign.id not in wait
        if came_true and sign.encounter and turns.add_if_new(encounter):
            turns.found = encounter
            turns.waiting_encounters[key] = DrawnEncounter(sign.encounter)
            yield Piece(key, "unnamed", "", "")
            yield Piece(key, "foretold", "", sign.encounter)


_TABLE_WORDS = ("roll", "draw", "encounter")


def _list_table_pieces(
    played: PlayedEntry, read: EntryParser, turns: PlayedTurns
) -> Iterator[Piece]:
    """What a table gave. Whom they may meet at a place is journalled as a secret; the first such
    row after an encounter is whom they met. A roll of dice is no story."""
    entry, _, after = played
    parsed = read(entry)
    if parsed.word not in _TABLE_WORDS or not did_line_draw_table_row(
        parsed.word, parsed.rest, entry.outcome
    ):
        return
    turn = next((turn for turn in reversed(after.turns) if turn.type in EVENT_TABLES), None)
    key = turns.find_turn_key(turn) if turn else NO_TURN
    result, encounter = turns.results.get(key), Piece(key, "encounter", "", "")
    of_a_place = (
        entry.secret and not parsed.is_secret and may_line_draw_encounter(after, parsed.rest)
    )
    if of_a_place and (result != "encounter" or encounter in turns.told_pieces):
        encounter = encounter._replace(turn=turns.find_waiting_encounter(drawn=False) or NO_TURN)
    is_met = turns.results.get(encounter.turn) == "encounter"
    if of_a_place and is_met and turns.add_if_new(encounter):
        turns.found = encounter
        if encounter.turn in turns.waiting_encounters:
            turns.waiting_encounters[encounter.turn] = DrawnEncounter(
                entry.outcome, list_ids_of_npcs_made(entry)
            )
        yield Piece(key, "unnamed", "", "")
        yield encounter._replace(text=entry.outcome)
    else:
        piece = Piece(key, "rolled", "", entry.outcome, result)
        turns.found = piece if entry.secret else turns.found
        yield piece


def _list_talk_pieces(played: PlayedEntry, read: EntryParser) -> Iterator[Piece]:
    """An exchange with an NPC and how they took it, or that a Negotiation ended. How far it moved
    them is left out; why it ended is secret."""
    entry, before, after = played
    parsed = read(entry)
    if parsed.word != "talk":
        return
    for was, npc in pair_changed_values(before.world.npcs, after.world.npcs):
        if was is None or npc is None:
            continue
        secretly = parsed.is_secret or not npc.met
        piece = Piece(NO_TURN, "talk", npc.name, entry.outcome, is_secret=secretly)
        if npc.exchanges > was.exchanges:
            yield piece
        if npc.ended and not was.ended:
            worn_out = npc.ended == ENDED_BY_PATIENCE
            yield piece._replace(step="parting", text=ENDED_BY_PATIENCE if worn_out else "")
            if npc.ended not in (ENDED_BY_PATIENCE, ENDED_BY_PARTING):
                yield piece._replace(step="parting", text=npc.ended, is_secret=True)


def _build_story_line(played: PlayedEntry, piece: Piece, turns: PlayedTurns) -> StoryLine | None:
    """The piece as it stands now that its Turn is over; None if it is no part of the story."""
    entry = played.entry
    turn, step, who, text, event_result, settles, is_secret = piece
    result, left = turns.results.get(turn), turns.last_states.get(turn)
    secret, watch = is_entry_for_guide_alone(entry), tuple[str, ...]()
    if step in ("outcome", "note", "talk") and not text:
        return None
    if step == "action":
        if (entry.number, piece) in turns.replaced_actions:
            return None
        if piece in turns.forgone_actions and left and left.resting:
            step = "forgone"
    elif step == "rest":
        if not left or not left.resting:
            return None
        if left.asleep:
            step, watch = "night", left.watch
        elif any(action.turn == turn for action in turns.forgone_actions):
            return None  # a forgone action tells of it
    elif step == "unnamed":
        if result != "encounter" or turn in turns.told_encounters:
            return None
        step, secret = "encounter", False  # that there was one is no secret
    elif step == "foretold":
        if result != "encounter":  # the die was ignored or replaced: the sign waits again
            return None
        step = "encounter"
    if step == "encounter" and text:
        step = "encounter" if result == "encounter" else "rolled"
        secret = result != "encounter" or turn not in turns.told_encounters
        text = turns.told_encounters.get(turn) or text
    elif step == "rolled":  # what a replaced result asked for did not happen
        secret = secret or (event_result is not None and result != event_result)
    elif step in ("talk", "parting"):
        secret = is_secret
    moment = _find_moment_of_piece(played, piece, left)
    return StoryLine(
        entry.number,
        moment.day,
        moment.time,
        entry.seat,
        step,
        who,
        text,
        watch,
        secret,
        of=settles,
    )


def _find_moment_of_piece(played: PlayedEntry, piece: Piece, turn: Turn | None) -> Moment:
    """When it was: after its entry, or, for an action that was declared before it, as its Turn
    began."""
    earlier = (
        find_same_turn_in_campaign(turn, played.before) if turn and piece.step == "action" else None
    )
    if earlier is not None and earlier.declared.get(piece.who) == piece.text:
        return earlier.began
    return played.after.now
