"""Effects, and what is marked off every so many Turns, in a line."""

from collections.abc import Iterator
from typing import Any

from companion.errant.timers import EFFECT_KINDS, MARK_OFF_WORDS, Cadence, Effect, EffectKind
from companion.errant.turns import TURN_TYPES, TurnType
from companion.grammar.arguments import parse_whole_number
from companion.grammar.kind import Completion, Kind, Scene, Words
from companion.grammar.kinds.numbers import make_flag
from companion.grammar.kinds.turns import parse_turn_type
from companion.grammar.names import find_one
from companion.refusal import Impossible, Malformed

_TURN_WORDS = ("turns", "turn")
_EXAMPLE = "Try: every 6 turns burn"


def _take_new_effect(words: Words, _scene: Scene) -> tuple[Effect, Words]:
    """A name, and a kind, a number or both after it. A kind inside the name counts as part of it:
    `the curse of the woods` is no curse."""
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
    return Effect(name=" ".join(words), kind=kind or "effect", depletion=depletion), ()


def _complete_effect_kinds(scene: Scene) -> Iterator[Completion]:
    if scene.before and not any(word in EFFECT_KINDS for word in scene.folded[1:]):
        yield from map(Completion, EFFECT_KINDS)


def _take_effect(words: Words, scene: Scene) -> tuple[Effect, Words]:
    return find_one("effect", " ".join(words), scene.campaign.book.effects), ()


def _complete_effects(scene: Scene) -> Iterator[Completion]:
    for effect in () if scene.before else scene.campaign.book.effects:
        left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
        description = f"{effect.name}, {effect.kind}{left}"
        yield Completion(effect.id, description, (effect.id, effect.name))


def _take_turn_count(words: Words, _scene: Scene) -> tuple[int, Words]:
    turns = parse_whole_number(words[0], what="number of Turns")
    if not 1 <= turns <= 100_000:
        raise Impossible(f"Every {turns} Turns is never.", "Count from 1 to 100,000.")
    return turns, words[1:]


def _complete_turn_count(_scene: Scene) -> Iterator[Completion]:
    yield Completion("6 turns", "of the open type, for example")


def _take_cadence_type(words: Words, _scene: Scene) -> tuple[TurnType | None, Words]:
    """The Turn type before the word `turns`; None for the open type."""
    first, second = (*(word.casefold() for word in words), "")[:2]
    if first in _TURN_WORDS:
        return None, words
    if second not in _TURN_WORDS:
        raise Malformed("Every so many what?", _EXAMPLE)
    return parse_turn_type(first), words[1:]


def _complete_cadence_types(_scene: Scene) -> Iterator[Completion]:
    return map(Completion, TURN_TYPES)


def _take_reminder(words: Words, _scene: Scene) -> tuple[str, Words]:
    reminder = " ".join(words).strip()
    if not reminder:
        raise Malformed("Every so many Turns, what?", _EXAMPLE)
    return reminder.casefold() if reminder.casefold() in MARK_OFF_WORDS else reminder, ()


def _complete_reminders(scene: Scene) -> Iterator[Completion]:
    for word in () if scene.before else MARK_OFF_WORDS:
        yield Completion(word, "marked off by itself")


def _take_cadence(words: Words, scene: Scene) -> tuple[Cadence, Words]:
    every = scene.campaign.book.every
    return find_one("thing marked off", " ".join(words), every, lambda c: (c.id, c.word)), ()


def _complete_cadences(scene: Scene) -> Iterator[Completion]:
    for cadence in () if scene.before else scene.campaign.book.every:
        description = f"every {cadence.turns} {cadence.type} turns"
        yield Completion(cadence.id, description, (cadence.id, cadence.word))


KINDS: dict[str, Kind[Any]] = {
    "NEW-EFFECT": Kind(
        "effect",
        "NAME [KIND] [N]",
        "Which effect begins?",
        _take_new_effect,
        _complete_effect_kinds,
        "rest",
        "Bless miracle 3",
    ),
    "EFFECT": Kind("effect", "NAME", "Which effect?", _take_effect, _complete_effects, "rest"),
    "LASTING": make_flag(
        "is_lasting",
        "lasting",
        ("lasting",),
        lambda _scene: (Completion("lasting", "no Event Die ends it"),),
    ),
    "TURN-COUNT": Kind(
        "turns", "N", "Every how many Turns?", _take_turn_count, _complete_turn_count, example="6"
    ),
    "CADENCE-TYPE": Kind(
        "turn_type", "TYPE", "Every so many what?", _take_cadence_type, _complete_cadence_types
    ),
    "REMINDER": Kind(
        "reminder",
        "WORD…",
        "Every so many Turns, what?",
        _take_reminder,
        _complete_reminders,
        "rest",
        "burn",
    ),
    "CADENCE": Kind(
        "cadence", "WORD", "Which no longer?", _take_cadence, _complete_cadences, "rest"
    ),
}
