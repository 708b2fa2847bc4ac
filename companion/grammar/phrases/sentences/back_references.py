"""Phrases that refer to what was said before: whom `it` means, and what `3 instead` corrects."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from companion.campaign.changes import Entry, PlainData
from companion.campaign.fights.fights import Fighter, find_combatant, list_numbers_still_standing
from companion.campaign.undoable_entries import flag_entries_not_undone
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.turns.turns import Turn
from companion.errant.world import Npc
from companion.grammar.command_words import WORDS
from companion.grammar.context import Context
from companion.grammar.journalled_lines import find_command_word_of_entry, parse_line_of_entry
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.sentences.told_dice_faces import write_told_dice_faces
from companion.grammar.typed_line import parse_typed_line
from companion.refusal import Ambiguous, Refusal

PRONOUNS = ("it", "him", "her", "them")
_INSTEAD = ("instead", "then", "no", "sorry", "mean", "i", "not", "make", "that", "one")
_MENDING = ("instead", "then", "no", "sorry", "one")
_MOST_ENTRIES = 20
"""Whoever was struck longer ago is no `it`."""
_ATTACK = "attack"
_AIMED = re.compile(
    r"(attack!? .+? on .+?)(?: (\d+))?((?: (?:with|blocks|gambit|sneak|x\d+|to) .*?)?)( =[\d,]+)?"
)
_OF_TURNS = ("exploration", "travel")
"""Turns whose Event Die falls after something was declared."""
_DECLARE, _REST, _SLEEP = "declare", "rest", "sleep"
_PRESS_ON, _TALK = "press-on", "talk"
_GOING = re.compile(
    r"(?i)(?:(?:ok|okay|so|right|well|and|then|now|we|they|let.?s|everyone|"
    r"the (?:party|company|group))[, ]+)*"
    r"(?P<deed>(?P<verb>keeps?|carry|march|push|press|slog|trudge|plod|move)"
    r"(?: (?:on|onwards?|ahead|going|moving|marching|walking))+(?P<where> \S.*)?)"
)
"""Who goes on, as people say it; and where."""
_PRESS_ON_VERBS = ("press", "push")
_SAME_TURN = re.compile(
    r"(?i)\b(?:declar\w*|announce\w*|also|too|meanwhile|as well|at the same time|"
    r"(?:this|same) (?:turn|round))\b"
)


class Struck(NamedTuple):
    """Somebody who was attacked, and their number in a group, 0 for none."""

    who: Fighter
    number: int = 0


def find_last_attacked_foe(context: Context, attacker: Fighter) -> Struck | None:
    """The foe of this one who was attacked last; None where nobody was in this fight."""
    own = find_combatant(context.campaign, attacker.id)
    for struck in list_foes_attacked_last_first(context) if own else ():
        theirs = find_combatant(context.campaign, struck.who.id)
        if own and theirs and theirs.side != own.side:
            return struck if _still_stands(struck, context) else None
    return None


def _still_stands(struck: Struck, context: Context) -> bool:
    """False for one of a group who fell: `it` is one of those who are left."""
    if not struck.number or not isinstance(struck.who, Npc):
        return True
    return struck.number in list_numbers_still_standing(context.campaign, struck.who)


def list_foes_attacked_last_first(context: Context) -> Iterator[Struck]:
    """Whoever was attacked in this fight, the last first."""
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES):
        found = parse_line_of_entry(entry) if entry.kind == "word" and stands else None
        if found is None or found.is_secret or found.line.word != _ATTACK:
            continue
        try:
            _, values = WORDS.find_word(_ATTACK).read(found.line.arguments, context)
        except Refusal:  # of somebody who is no longer there
            continue
        aim = values.get("aim")
        if aim is not None and aim.target is not None:
            yield Struck(aim.target, aim.number or _find_struck_number(entry))


def _find_struck_number(entry: Entry) -> int:
    """The number of the one of a group whose HP an attack changed; 0 where no number tells it."""
    for change in entry.changes:
        before, after = _read_hp_list(change.before), _read_hp_list(change.after)
        if change.path.endswith("/hp") and len(after) > 1:
            before += [max(before + after)] * (len(after) - len(before))
            lost = (at for at, hp in enumerate(after, 1) if hp < before[at - 1])
            return next(lost, 0)
    return 0


def _read_hp_list(value: PlainData) -> list[int]:
    found = value if isinstance(value, list) else []
    return [each for each in found if isinstance(each, int)]


def is_turn_over(context: Context) -> bool:
    """True where what was declared in this Turn had its outcome, or the Company rested: whatever
    they do then belongs to the next."""
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    if turn is None or turn.declared or turn.face is None or turn.type not in _OF_TURNS:
        return False
    path = f"campaign/turns/{turn.id}"
    for entry, stands in islice(flag_entries_not_undone(context.read_entries()), _MOST_ENTRIES):
        changed = {change.path: change for change in entry.changes} if stands else {}
        if f"{path}/number" in changed or path in changed:  # the Turn began here
            break
        if settled := changed.get(f"{path}/declared"):
            return bool(settled.before)
    return turn.resting or turn.asleep


def _talked_in_turn(turn: Turn, context: Context) -> bool:
    """True while a Negotiation is open that went on since the Turn began."""
    if not any(npc.is_in_negotiation for npc in context.campaign.world.npcs):
        return False
    path = f"campaign/turns/{turn.id}"
    began = {path, f"{path}/number"}
    for entry, stands in flag_entries_not_undone(context.read_entries()):
        if stands and entry.kind == "word" and find_command_word_of_entry(entry) == _TALK:
            return True
        if stands and not began.isdisjoint(change.path for change in entry.changes):
            return False
    return True


def _is_travel_turn_done(turn: Turn) -> bool:
    """True for a Travel Turn whose Event Die fell, and in which nothing is left to do."""
    rests = turn.resting or turn.asleep or turn.choice == _REST
    return turn.type == "travel" and turn.face is not None and not (rests or turn.declared)


_JOURNEY = "travel to "


_LEAVING = re.compile(
    r"(?i)(?:sneak|creep|climb|wade|crawl|march|row|descend|tiptoe)"
    r" (?:(?:on|back|down|up|in|out) )?(?:down|up|into|through|along|past|across|of)"
    r" (?:the|an?|another)\b"
)
"""What the Company does that leads away from whom they talk with."""


def write_line_for_next_turn(line: str, typed: str, context: Context) -> str:
    """`next search` for the declared `search` of a Turn that is over, `next rest` for a Rest that
    no Event Die asks for, and `next sleep` for a night after a Turn awake; but where it is asked,
    or said to happen beside what was done."""
    word, _, action = line.partition(" ")
    turn = context.campaign.turns[-1] if context.campaign.turns else None
    rests = line == _REST and turn is not None and turn.choice != _REST
    is_said = "?" not in typed and not _SAME_TURN.search(typed)
    if word == _SLEEP:
        is_next = (
            is_said
            and turn is not None
            and _is_travel_turn_done(turn)
            and _is_parsable(line, context)
        )
        return f"next {line}" if is_next else line
    if line == _PRESS_ON and turn is not None and not turn.choice and is_turn_over(context):
        return _write_next_turn_of_going_on(typed)
    if not ((word == _DECLARE or rests) and is_said and is_turn_over(context)):
        return line
    is_met = bool(context.campaign.book.clock.encounter)
    leaves = _LEAVING.match(action) is not None and not is_met
    is_there = turn is not None and not leaves and (is_met or _talked_in_turn(turn, context))
    if word == _DECLARE and is_there:
        return line  # what is said in a talk, or done as somebody is met, begins no Turn
    if action.startswith(_JOURNEY) and turn is not None and turn.type != "travel":
        return line  # which is told why not
    return f"next {write_told_dice_faces(action) or action or line}"


def _is_parsable(line: str, context: Context) -> bool:
    """True for a line that a form reads: `next` takes any words for what is done."""
    said = parse_typed_line(line)
    try:
        return said is not None and bool(WORDS.find_word(said.word).read(said.arguments, context))
    except Refusal:
        return False


def _write_next_turn_of_going_on(typed: str) -> str:
    """The next Turn of those who keep going though nothing asks them to Rest; how and where they
    go as their action. What denies a Rest, or is the word itself, stays as it is."""
    going = _GOING.fullmatch(typed.strip(" .!"))
    if going is None:
        return _PRESS_ON
    is_word = going["verb"].casefold() in _PRESS_ON_VERBS and not going["where"]
    return _PRESS_ON if is_word else f"next {going['deed'] if going['where'] else ''}".rstrip()


def write_refused_attack_with_new_number(tokens: Sequence[Token], context: Context) -> str:
    """The attack that was just refused with another number, of `3 instead` or `no, goblin 3`; ""
    for any other words. Faces are those of its dice, too."""
    refused = _AIMED.fullmatch(context.unfinished)
    faces = f" {tokens[-1].word}" if tokens[-1].word.startswith("=") else ""
    words = [each.word for each in tokens[: -1 if faces else None] if each.word != ","]
    numbers = [word for word in words if word.isdecimal()]
    if not refused or len(numbers) != 1 or len(words) == 1 or len(numbers) == len(words):
        return ""
    group = _find_attacked_npc_name(refused[1], context)
    known = {*_INSTEAD, *numbers, *group.split(), *singularise_name(group).split()}
    if not group or not known.issuperset(words) or known.isdisjoint(words[:1]):
        return ""
    return f"{refused[1]} {numbers[0]}{refused[3] or ''}{faces or refused[4] or ''}"


def refuse_number_without_attack(tokens: Sequence[Token]) -> None:
    """Raises Ambiguous for `1 instead` where no attack was refused that it could mend."""
    words = [token.word for token in tokens if token.word != ","]
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) != 1 or not {*words} <= {*numbers, *_MENDING} or _MENDING[0] not in words:
        return
    why = f"No attack was refused just now that {numbers[0]} could mend."
    raise Ambiguous(why, f"To change the Event Die: becomes {numbers[0]}")


def _find_attacked_npc_name(line: str, context: Context) -> str:
    """The name of the NPC who is attacked in a line; "" for nobody who fights."""
    aimed = line.rpartition(" on ")[2].strip('"').casefold()
    ids = {each.id for each in context.campaign.book.combatants if each.npc}
    npcs = (each for each in context.campaign.world.npcs if each.id in ids)
    names = {quote_typed_name(each).strip('"').casefold(): each.name.casefold() for each in npcs}
    return names.get(aimed, "")
