"""Death's door and the reaper: how long somebody still lives (Initiative Turns, Death & Dying;
procedures 1.13)."""

from typing import Literal, TypeAlias

from companion.errant.company import Errant
from companion.errant.happenings import Happenings
from companion.errant.harm.harm_happenings import Dying, DyingEnded
from companion.errant.turns.timers import Effect, Effects
from companion.errant.turns.turns import TURN_LENGTHS, TurnStack, is_turn_begun
from companion.values_with_ids import make_free_slug

DyingPace: TypeAlias = Literal["initiative", "exploration"]
"""The Turns that are counted until death."""
_NAMES = {False: "death's door", True: "the reaper"}


def begin_dying(
    errant: Errant, effects: Effects, pace: DyingPace, turns: TurnStack, *, is_sure: bool
) -> tuple[Effects, Happenings]:
    """Somebody dies in as many Turns as their Renown, not counting this one. A second count of the
    same sort does not shorten the first: the shorter one stands."""
    made = Effect(
        id=make_free_slug(_NAMES[is_sure], {each.id for each in effects}),
        name=_NAMES[is_sure],
        kind="dying",
        errant=errant.id,
        turns=max(1, errant.renown),
        turn_type=pace,
        began=is_turn_begun(turns, pace),
        sure=is_sure,
    )
    for each in effects:
        if each.kind == "dying" and each.errant == errant.id and each.sure == is_sure:
            if _estimate_seconds_left(each) <= _estimate_seconds_left(made):
                is_open = is_turn_begun(turns, each.turn_type or pace)
                return effects, (make_dying_happening(each, is_open=is_open, began=True),)
            effects = tuple(e for e in effects if e is not each)
    return (*effects, made), (make_dying_happening(made, is_open=made.began, began=True),)


def _estimate_seconds_left(dying: Effect) -> int:
    """How long it lasts by Turns of the usual length."""
    assert dying.turn_type is not None
    turns = (dying.turns or 0) + dying.began
    return turns * TURN_LENGTHS[dying.turn_type].seconds


def make_dying_happening(dying: Effect, *, is_open: bool = True, began: bool = False) -> Dying:
    """How long somebody still lives, as it is told when it begins and at the end of each Turn, the
    next of which `is_open` by then."""
    assert dying.turn_type is not None
    turns = count_turns_left_to_live(dying, is_open=is_open)
    return Dying(dying.errant, turns, dying.turn_type, dying.sure, began)


def count_turns_left_to_live(dying: Effect, *, is_open: bool) -> int:
    """How many Turns somebody lives after this one, while a Turn of that type `is_open`; 0 who dies
    as it ends."""
    is_counting = is_open and not dying.began
    return max(0, (dying.turns or 0) - is_counting)


def list_dying_effects(effects: Effects) -> Effects:
    """The effects that say who is at death's door or the reaper's."""
    return tuple(each for each in effects if each.kind == "dying")


def end_dying(effects: Effects, errant_id: str) -> tuple[Effects, Happenings]:
    """The effects without somebody's death's door; the reaper stays."""
    ended = [e for e in list_dying_effects(effects) if e.errant == errant_id and not e.sure]
    left = tuple(each for each in effects if each not in ended)
    return left, (DyingEnded(errant_id),) if ended else ()
