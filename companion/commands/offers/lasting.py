"""What a line can say of what goes on: effects, and things marked off every so many Turns."""

from collections.abc import Iterable, Iterator

from companion.errant.timers import EFFECT_KINDS, MARK_OFF_WORDS, Cadence, Effect
from companion.errant.turns import TURN_TYPES
from companion.grammar.forms import Completing, Completion, Scene
from companion.grammar.kinds.company import offer_everybody

_TURNS = ("turn", "turns")


def _effects(scene: Scene) -> Iterable[Completion]:
    """`add NAME [KIND] [N] [on ERRANT] [lasting]`, `end NAME`."""
    going_on = scene.campaign.book.effects
    words = scene.folded
    if not words:
        return (_ADD, _END) if going_on else (_ADD,)
    if words[0] == "end" and len(words) == 1:
        return map(_effect, going_on)
    if words[0] == "add" and len(words) > 1:
        return offer_everybody(scene) if words[-1] == "on" else _of_an_effect(words[2:])
    return ()


_ADD = Completion("add", "something begins")
_END = Completion("end", "something is over")


def _effect(effect: Effect) -> Completion:
    left = f", Depletion {effect.depletion}" if effect.depletion is not None else ""
    says = f"{effect.name}, {effect.kind}{left}"
    return Completion(effect.id, says, (effect.id, effect.name))


def _of_an_effect(words: tuple[str, ...]) -> Iterator[Completion]:
    if not any(word in EFFECT_KINDS for word in words):
        yield from map(Completion, EFFECT_KINDS)
    if "on" not in words:
        yield Completion("on", "whom it is on")
    if "lasting" not in words:
        yield Completion("lasting", "no Event Die ends it")


def _every(scene: Scene) -> Iterable[Completion]:
    """`N [TYPE] turns WORD…`, `end WORD`."""
    every = scene.campaign.book.every
    words = scene.folded
    if not words:
        return (_EXAMPLE, Completion("end", "no longer marked off")) if every else (_EXAMPLE,)
    if words[0] == "end":
        return map(_cadence, every) if len(words) == 1 else ()
    if words[-1] in _TURNS:
        return (Completion(word, "marked off by itself") for word in MARK_OFF_WORDS)
    if len(words) == 1:
        return (*map(Completion, TURN_TYPES), Completion("turns", "of the open type"))
    return (Completion("turns"),) if len(words) == 2 else ()


_EXAMPLE = Completion("6 turns", "of the open type, for example")


def _cadence(cadence: Cadence) -> Completion:
    says = f"every {cadence.turns} {cadence.type} turns"
    return Completion(cadence.id, says, (cadence.id, cadence.word))


LASTING: dict[str, Completing] = {"effect": _effects, "every": _every}
