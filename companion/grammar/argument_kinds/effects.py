"""Effects, and what is marked off every so many Turns, in a line."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.errant.company import Errant
from companion.errant.names_to_type import make_typed_name, quote_typed_name, shorten_item_id
from companion.errant.turns.timers import EFFECT_KINDS, MARK_OFF_WORDS, Cadence, Effect, EffectKind
from companion.errant.turns.turns import TURN_TYPES, TurnType
from companion.errant.world import Npc
from companion.grammar.argument_kind import (
    Completion,
    Kind,
    LineSoFar,
    Things,
    Words,
    complete_fixed_words,
)
from companion.grammar.argument_kinds.company import take_errant
from companion.grammar.argument_kinds.npcs_and_factions import (
    PERSONS,
    complete_npcs_and_others,
    is_name_of_known_npc,
    take_npc,
)
from companion.grammar.argument_kinds.turns import parse_turn_type
from companion.grammar.name_matching import find_exact_errant, match_things_by_name
from companion.grammar.option_and_number_parsing import parse_whole_number
from companion.refusal import Ambiguous, Impossible, Malformed

_TURN_WORDS = ("turns", "turn")
_EXAMPLE = "Try: every 6 turns burn"
_REMINDING = re.compile(
    r"(?i)(?:please )?(?:remind|tell|warn) (?:us|me|them|everyone)\b(?: (?:to|of|that))?[:,]? ?"
)


def _read_new_effect(words: Words, so_far: LineSoFar) -> Effect:
    """A name, and a kind, a number or both after it. A kind inside the name counts as part of it:
    `the curse of the woods` is no curse. Raises Ambiguous for the name of an Errant at its end,
    without `on`, unless it is forced."""
    typed = words
    kind: EffectKind | None = None
    depletion: int | None = None
    while len(words) > 1:
        last = words[-1].casefold()
        if kind is None and last in EFFECT_KINDS:
            kind = EFFECT_KINDS[last]
        elif depletion is None and last.isdecimal():
            depletion = parse_whole_number(last, what="Depletion")
        else:
            break
        words = words[:-1]
    if depletion is not None and not 1 <= depletion <= 1_000_000:
        raise Impossible(f"An effect cannot have a Depletion of {depletion}.", "Give it 1 or more.")
    if so_far.values.get("bearer") is None and not so_far.context.is_forced:
        _refuse_errant_at_name_end(words, typed[len(words) :], so_far)
    return Effect(name=" ".join(words), kind=kind or "effect", depletion=depletion)


def _refuse_errant_at_name_end(name: Words, after: Words, so_far: LineSoFar) -> None:
    """Raises Ambiguous if the name of an effect ends with that of an Errant, unless forced."""
    for at in range(1, len(name)):
        errant = find_exact_errant(so_far.campaign, " ".join(name[at:]))
        if errant is not None:
            last = (*after, *(["lasting"] if so_far.values.get("is_lasting") else []))
            ways = (
                (*name[:at], *last, "on", quote_typed_name(errant)),
                (f'"{" ".join(name)}"', *last),
            )
            on, whole = map(" ".join, ways)
            raise Ambiguous(
                f"«{' '.join(name)}» may be on {errant.name}, or be called so.",
                f"Try: effect add {on}, or effect! add {whole}",
                overrulable=True,
            )


def _complete_effect_kinds(so_far: LineSoFar) -> Iterator[Completion]:
    if so_far.before and not any(
        word in EFFECT_KINDS for word in so_far.casefolded_words_before[1:]
    ):
        yield from map(Completion, EFFECT_KINDS)


def _describe_effect(effect: Effect) -> str:
    left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
    return f"{effect.name}, {effect.kind}{left}"


def _parse_turn_count(typed: str) -> int:
    turns = parse_whole_number(typed, what="number of Turns")
    if not 1 <= turns <= 100_000:
        raise Impossible(f"Every {turns} Turns is never.", "Count from 1 to 100,000.")
    return turns


def _take_cadence_type(words: Words, _so_far: LineSoFar) -> tuple[TurnType | None, Words]:
    """The Turn type before the word `turns`; None for the open type."""
    first, second = (*(word.casefold() for word in words), "")[:2]
    if first in _TURN_WORDS:
        return None, words
    if second not in _TURN_WORDS:
        raise Malformed("Every so many what?", _EXAMPLE)
    return parse_turn_type(first), words[1:]


def _read_reminder(text: str, _so_far: LineSoFar) -> str:
    """What the table is reminded of, without `remind us: ` before it."""
    reminder = _REMINDING.sub("", text.strip(), count=1) or text.strip()
    if not reminder:
        raise Malformed("Every so many Turns, what?", _EXAMPLE)
    return reminder.casefold() if reminder.casefold() in MARK_OFF_WORDS else reminder


def _complete_reminders(so_far: LineSoFar) -> Iterator[Completion]:
    for word in () if so_far.before else MARK_OFF_WORDS:
        yield Completion(word, "marked off by itself")


class Status(NamedTuple):
    """What is said of a Status: for how many Turns, of which type (None: of the open one), by how
    many steps it moves the damage dice of its bearer and of those against them, and the one NPC to
    whom these are limited."""

    turns: int | None = None
    turn_type: TurnType | None = None
    own: int = 0
    against: int = 0
    foe: Npc | None = None


def _take_status(words: Words, so_far: LineSoFar) -> tuple[Status | None, Words]:
    """`for 4 initiative turns`, `attacks -1 vs NPC`, `against +1`: all that is there. Raises
    Impossible for numbers that cannot be."""
    status, left = _take_status_duration(words)
    own, left = _take_signed_number_after(left, "attacks")
    against, left = _take_signed_number_after(left, "against")
    status = status._replace(own=own, against=against)
    folded = [word.casefold() for word in left]
    if (status.own or status.against) and "vs" in folded:
        at = folded.index("vs")
        foe, after = take_npc(left[at + 1 :], so_far)
        status, left = status._replace(foe=foe), left[:at] + after
    return (None if status == Status() else status), left


def _take_status_duration(words: Words) -> tuple[Status, Words]:
    """`for 4 initiative turns`; a Status without an end where nothing is said."""
    for at, word in enumerate(words):
        found = _STATUS_TURNS.match(" ".join(words[at : at + 4]))
        if word.casefold() == "for" and found is not None:
            turns = parse_whole_number(found[1], what="number of Turns")
            if not 1 <= turns <= _MAX_TURNS:
                raise Impossible(f"No Status lasts {turns:,} Turns.", f"1 to {_MAX_TURNS:,}.")
            turn_type = parse_turn_type(found[2]) if found[2] else None
            left = words[:at] + words[at + len(found[0].split()) :]
            return Status(turns, turn_type), left
    return Status(), words


def _take_signed_number_after(words: Words, link: str) -> tuple[int, Words]:
    """The signed number after a word; without one the word is a part of the name."""
    for at in range(len(words) - 1):
        if words[at].casefold() == link and _SIGNED_STEPS.fullmatch(words[at + 1]):
            steps = int(words[at + 1])
            if abs(steps) > _MAX_STEPS:
                raise Impossible(f"{steps:+} steps are too many.", f"At most {_MAX_STEPS}.")
            return steps, words[:at] + words[at + 2 :]
    return 0, words


_STATUS_TURNS = re.compile(r"for (\d{1,12}) (?:([a-z]+) )?turns?(?: |$)", re.IGNORECASE)
_SIGNED_STEPS = re.compile(r"[+-]\d{1,2}")
_MAX_STEPS = 20
_MAX_TURNS = 100_000


def _take_effect_bearer(words: Words, so_far: LineSoFar) -> tuple[Errant | Npc, Words]:
    """Whom it is on: one of the Company, or an NPC. Raises Unknown or Ambiguous."""
    if is_name_of_known_npc(so_far.context, words[0]) and not match_things_by_name(
        words[0], so_far.campaign.errants
    ):
        return take_npc(words, so_far)
    return take_errant(words, so_far)


def _list_effect_names(effect: Effect) -> tuple[str, ...]:
    """What an effect is called: one of several of a name also by what is left of it."""
    if shorten_item_id(effect.id) == effect.id:
        return make_typed_name(effect.id, effect.name), effect.name, effect.id
    left = effect.depletion if effect.depletion is not None else effect.turns
    label = effect.name if left is None else f"{effect.name} {left} left"
    return label, effect.name, effect.id


_EFFECTS = Things(
    "effect",
    lambda so_far: so_far.campaign.book.effects,
    _describe_effect,
    _list_effect_names,
    "effect",
)
_CADENCES = Things[Cadence](
    "thing marked off",
    lambda so_far: so_far.campaign.book.every,
    lambda cadence: f"every {cadence.turns} {cadence.type} turns",
    lambda cadence: (cadence.id, cadence.word),
    "every",
)
KINDS: dict[str, Kind[Any]] = {
    "NEW-EFFECT": Kind.make_rest_of_line(
        "effect",
        "NAME [KIND] [N]",
        "Which effect begins?",
        _read_new_effect,
        _complete_effect_kinds,
        "Bless miracle 3",
    ),
    "SUFFERER": Kind(
        "bearer",
        "ERRANT|NPC",
        "Whom is it on?",
        _take_effect_bearer,
        complete_npcs_and_others(PERSONS),
    ),
    "STATUS": Kind(
        "status",
        "for N TYPE turns] [attacks ±N] [against ±N",
        "",
        _take_status,
        complete_fixed_words(
            {
                "for 4 initiative turns": "how long, for example",
                "attacks -1": "their own damage dice",
                "against +1": "the dice against them",
            }
        ),
        "anywhere",
    ),
    "EFFECT": _EFFECTS.make_kind("effect", "NAME", "Which effect?"),
    "LASTING": Kind.make_flag("is_lasting", {"lasting": "no Event Die ends it"}),
    "TURN-COUNT": Kind.make_word(
        "turns",
        "N",
        "Every how many Turns?",
        _parse_turn_count,
        complete_fixed_words({"6 turns": "of the open type, for example"}),
        "6",
    ),
    "CADENCE-TYPE": Kind(
        "turn_type",
        "TYPE",
        "Every so many what?",
        _take_cadence_type,
        lambda _so_far: map(Completion, TURN_TYPES),
    ),
    "REMINDER": Kind.make_text(
        "reminder",
        "WORD…",
        "Every so many Turns, what?",
        _read_reminder,
        _complete_reminders,
        "burn",
    ),
    "CADENCE": _CADENCES.make_kind("cadence", "WORD", "Which no longer?"),
}
