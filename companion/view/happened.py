"""What befell the Company and what everybody should hear, in sentences."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from companion.campaign import news as n
from companion.errant import happenings as h
from companion.refusal import listed

Called: TypeAlias = Callable[[str], str]
"""How an Errant of this id is called."""


def happened_lines(happened: Iterable[object], called: Called) -> list[str]:
    """A sentence for each thing that happened."""
    return _told_once(_HAPPENED[type(each)](each, called) for each in happened)


def news_lines(pieces: Sequence[n.News], called: Called) -> list[str]:
    """A sentence for each piece of news; all that is used up in one."""
    spent = [each for each in pieces if isinstance(each, n.RanOut)]
    told = [_NEWS[type(each)](each, called) for each in pieces if not isinstance(each, n.RanOut)]
    return _told_once([*told, *_ran_out(spent, called)])


def _told_once(lines: Iterable[str]) -> list[str]:
    """The same sentence several times running is told once, with how often."""
    counted = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return [
        line if number == 1 else f"{line.rstrip('.')} ({number} times)." for line, number in counted
    ]


def _burned(e: h.Burned, called: Called) -> str:
    return f"{called(e.errant)}'s {e.name} burns down: Burn {e.before} to {e.burn}."


def _depleted(e: h.Depleted, called: Called) -> str:
    return f"{called(e.by)} uses {e.name}: Depletion {e.depletion} now."


def _fed(e: h.Fed, called: Called) -> str:
    if e.giver == e.errant:
        return f"{called(e.errant)} eats {e.name}."
    return f"{called(e.errant)} eats {e.name} from {called(e.giver)}'s pack."


def _starved(e: h.Starved, called: Called) -> str:
    return (
        f"{called(e.errant)} starves: gains {e.gained} Exhaustion, {e.exhaustion} now, and 1 more "
        "each day until they eat."
    )


def _supply(e: h.SupplyLost, called: Called) -> str:
    if e.lost < 0:
        return f"{called(e.errant)} gains {-e.lost} Supply, {e.supply} now."
    return f"{called(e.errant)} loses {e.lost} Supply, {e.supply} left."


def _refilled(e: h.Refilled, called: Called) -> str:
    return f"{called(e.errant)} refills {e.name} to {e.left} for {e.spent} Supply, {e.supply} left."


def _used_up(e: h.UsedUp, called: Called) -> str:
    return f"Used up and gone: {called(e.errant)}'s {e.name}."


def _exhausted(e: h.Exhausted, called: Called) -> str:
    if e.gained < 0:
        return f"{called(e.errant)} loses {-e.gained} Exhaustion, {e.exhaustion} now."
    return f"{called(e.errant)} gains {e.gained} Exhaustion, {e.exhaustion} now."


def _rested(e: h.Rested, called: Called) -> str:
    if e.removed:
        return f"{called(e.errant)} has a night's Rest: Exhaustion {e.exhaustion} now."
    if e.exhaustion:
        return f"{called(e.errant)} sleeps badly: Exhaustion {e.exhaustion} still."
    return f"{called(e.errant)} has a night's Rest."


def _ran(e: h.EffectRan, _called: Called) -> str:
    return f"Runs down: {e.name}, Depletion {e.depletion} now."


def _ended(e: h.EffectEnded, _called: Called) -> str:
    return f"Ends: {e.name}"


def _began(e: h.Began, _called: Called) -> str:
    return f"{e.kind.capitalize()}: {e.name}"


def _reminded(e: h.Reminded, _called: Called) -> str:
    times = f" ({e.times} times)" if e.times > 1 else ""
    return f"Due now: {e.text}{times}"


_HAPPENED: dict[type, Callable[..., str]] = {
    h.Burned: _burned,
    h.Depleted: _depleted,
    h.Fed: _fed,
    h.Starved: _starved,
    h.SupplyLost: _supply,
    h.Refilled: _refilled,
    h.UsedUp: _used_up,
    h.Exhausted: _exhausted,
    h.Rested: _rested,
    h.EffectRan: _ran,
    h.EffectEnded: _ended,
    h.Began: _began,
    h.Reminded: _reminded,
}

_LIGHT = {
    "darkness": "It is dark",
    "dim": "The light is dim",
    "ordinary": "The light is ordinary",
    "bright": "The light is bright",
}


def _light(p: n.LightChanged, _called: Called) -> str:
    return f"{_LIGHT[p.level]} now: Burn {p.burn} in all."


def _low(p: n.LightLow, called: Called) -> str:
    return f"{called(p.errant)}'s {p.name} is one Burn from dying."


def _light_died(p: n.LightDied, called: Called) -> str:
    return f"{called(p.errant)}'s {p.name} goes out."


def _ran_out(spent: Sequence[n.RanOut], called: Called) -> list[str]:
    what = listed([f"{called(p.errant)}'s {p.name}" for p in spent])
    if len(spent) > 1:
        return [f"Used up: {what}. Type refill all or let-go all, or name one."]
    return [f"Used up: {what}. Type refill or let-go {p.errant} {p.item}." for p in spent]


def _overloaded(p: n.Overloaded, called: Called) -> str:
    return (
        f"{called(p.errant)}'s Encumbrance is {p.encumbrance}: one more negative Event Die "
        "in Travel and Exploration Turns."
    )


def _unburdened(p: n.Unburdened, called: Called) -> str:
    return f"{called(p.errant)}'s Encumbrance is {p.encumbrance} and adds no Event Die."


def _helpless(p: n.Helpless, called: Called) -> str:
    return f"{called(p.errant)}'s Encumbrance is {p.encumbrance}: they can do nothing."


def _died(p: n.Died, called: Called) -> str:
    return f"{called(p.errant)} dies of Exhaustion ({p.exhaustion})."


_NEWS: dict[type, Callable[..., str]] = {
    n.LightChanged: _light,
    n.LightLow: _low,
    n.LightDied: _light_died,
    n.Overloaded: _overloaded,
    n.Unburdened: _unburdened,
    n.Helpless: _helpless,
    n.Died: _died,
}
