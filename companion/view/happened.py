"""What befell the Company, in sentences: what befell several of them is told in one."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from companion.errant import happenings as h
from companion.refusal import listed
from companion.view.told import sentence

Called: TypeAlias = Callable[[str], str]
"""How an Errant of this id is called."""
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def happened_lines(happened: Iterable[object], called: Called) -> list[str]:
    """A sentence for all that happened of one kind, in the order in which the kinds came up."""
    return [
        line
        for kind, each in gathered(happened, type).items()
        for line in _TOLD[kind](each, called)
    ]


def gathered(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Things by their key, in the order in which the keys came up."""
    by_key: dict[K, list[T]] = {}
    for thing in things:
        by_key.setdefault(key(thing), []).append(thing)
    return by_key


def counted(texts: Iterable[str]) -> list[str]:
    """The same text several times is said once, with how many there are."""
    return [
        text if len(same) == 1 else f"{text} ({len(same)} of them)"
        for text, same in gathered(texts, str).items()
    ]


def _levels(numbers: Sequence[tuple[str, int]], word: str) -> str:
    """Who has how much: «Bree has 2 now, Corvin 1 and Wim 3»."""
    (first, number), *others = numbers
    return listed(
        [f"{first} has {number} {word}", *(f"{name} {number}" for name, number in others)]
    )


def _changed(
    changed: Sequence[tuple[str, int, int]], what: str, left: str, before: str = ""
) -> list[str]:
    """Who gained or lost how much of something, and has how much: those alike in one sentence."""
    lines = []
    groups = gathered(changed, lambda change: change[1])
    if len(groups) > 2 and len({amount > 0 for amount in groups}) == 1:
        verb, word = ("gained", "now") if changed[0][1] > 0 else ("lost", left)
        each = [f"{name} {abs(amount)} ({number} {word})" for name, amount, number in changed]
        return [f"{what} {verb}: {listed(each)}."]
    for amount, alike in groups.items():
        verb, word = ("gains", "now") if amount > 0 else ("loses", left)
        points = f"{abs(amount)} {what}"
        if len(alike) == 1:
            name, _, number = alike[0]
            lines.append(f"{name} {before}{verb} {points}, {number} {word}.")
        else:
            levels = _levels([(name, number) for name, _, number in alike], word)
            lines.append(f"Each {verb} {points}: {levels}.")
    return lines


def _burned(burned: Sequence[h.Burned], called: Called) -> list[str]:
    spans: dict[tuple[str, str], h.Burned] = {}
    for each in burned:
        spans.setdefault((each.errant, each.item), each)
    last = {(each.errant, each.item): each.burn for each in burned}
    texts = [
        f"{called(errant)}'s {first.name} {first.before} to {last[errant, item]}"
        for (errant, item), first in spans.items()
    ]
    return [f"Burn: {', '.join(counted(texts))}."]


def _left_burned(burned: Sequence[h.LeftBurned], _called: Called) -> list[str]:
    lights = counted(f"{each.name} {each.before} to {each.burn}" for each in burned)
    out = listed([each.name for each in burned if not each.burn])
    told = [f"Burn of what was left behind: {', '.join(lights)}."]
    return [*told, f"Goes out: {out}."] if out else told


def _depleted(depleted: Sequence[h.Depleted], called: Called) -> list[str]:
    lines = []
    for e in depleted:
        whose = "" if e.by == e.errant else f"{called(e.errant)}'s "
        lines.append(f"{called(e.by)} uses {whose}{e.name}: Depletion {e.depletion} left.")
    return lines


def _fed(fed: Sequence[h.Fed], called: Called) -> list[str]:
    lines = []
    shared = gathered(fed, lambda e: (e.name, "" if e.giver == e.errant else e.giver))
    for (name, giver), eaters in shared.items():
        who = listed([called(e.errant) for e in eaters])
        whose = f" from {called(giver)}'s pack" if giver else ""
        lines.append(f"{who} {'eats' if len(eaters) == 1 else 'eat'} {name}{whose}.")
    return lines


def _starved(starved: Sequence[h.Starved], called: Called) -> list[str]:
    last = "1 Exhaustion more each day until they eat."
    if len(starved) == 1:
        (e,) = starved
        gained = f"gains {e.gained} Exhaustion, {e.exhaustion} now"
        return [f"{called(e.errant)} starves: {gained}. {last}"]
    who = listed([called(e.errant) for e in starved])
    changed = [(called(e.errant), e.gained, e.exhaustion) for e in starved]
    return [" ".join([f"{who} starve.", *_changed(changed, "Exhaustion", "now"), last])]


def _went_without(unfed: Sequence[h.WentWithout], called: Called) -> list[str]:
    who = listed([called(e.errant) for e in unfed])
    goes = "goes" if len(unfed) == 1 else "go"
    return [f"{who} {goes} without: no food is left, and no Supply of their own."]


def _supply(lost: Sequence[h.SupplyLost], called: Called) -> list[str]:
    gone = [e for e in lost if e.reason]
    changed = [
        (called(errant), -sum(e.lost for e in each), each[-1].supply)
        for errant, each in gathered([e for e in lost if not e.reason], lambda e: e.errant).items()
    ]
    lines = _changed(changed, "Supply", "left")
    if gone:
        each = listed([f"{called(e.errant)} loses {e.lost}" for e in gone])
        lines.append(f"As a Downtime Turn begins, what is left of Supply goes: {each}.")
    return lines


def _refilled(refilled: Sequence[h.Refilled], called: Called) -> list[str]:
    return [
        f"Refilled: {called(e.errant)}'s {e.name} to {e.left} for {e.spent} Supply. "
        f"{called(e.errant)} has {e.supply} left."
        for e in refilled
    ]


def _used_up(used_up: Sequence[h.UsedUp], called: Called) -> list[str]:
    things = counted(f"{called(e.errant)}'s {e.name}" for e in used_up)
    return [f"Used up and gone: {listed(things)}."]


def _exhausted(exhausted: Sequence[h.Exhausted], called: Called) -> list[str]:
    lines = []
    for reason, each in gathered(exhausted, lambda e: e.reason).items():
        why = "kept watch alone and " if reason == "kept watch alone" else ""
        changed = [(called(e.errant), e.gained, e.exhaustion) for e in each]
        lines += _changed(changed, "Exhaustion", "now", why)
    return lines


def _rested(rested: Sequence[h.Rested], called: Called) -> list[str]:
    lines = []
    badly = [(called(e.errant), e.exhaustion) for e in rested if e.exhaustion and not e.removed]
    better = [(called(e.errant), -e.removed, e.exhaustion) for e in rested if e.removed]
    well = [called(e.errant) for e in rested if (better[1:] if e.removed else not e.exhaustion)]
    if well:
        lines.append(f"{listed(well)} {'has' if len(well) == 1 else 'have'} a night's Rest.")
    lines += _changed(better, "Exhaustion", "now", "has a night's Rest and ")
    if len(badly) == 1:
        lines.append(f"{badly[0][0]} sleeps badly: Exhaustion {badly[0][1]} still.")
    elif badly:
        who = listed([name for name, _ in badly])
        lines.append(f"{who} sleep badly. Exhaustion stays: {_levels(badly, 'still')}.")
    return lines


def _ran(ran: Sequence[h.EffectRan], _called: Called) -> list[str]:
    first, *others = ran
    down = [f"{first.name} to Depletion {first.depletion}"]
    down += [f"{each.name} to {each.depletion}" for each in others]
    return [f"Runs down: {'; '.join(down)}."]


def _ended(ended: Sequence[h.EffectEnded], _called: Called) -> list[str]:
    return [sentence(f"Ends: {'; '.join(each.name.rstrip('.') for each in ended)}")]


def _began(began: Sequence[h.Began], _called: Called) -> list[str]:
    return [sentence(f"{each.kind.capitalize()}: {each.name}") for each in began]


def _reminded(reminded: Sequence[h.Reminded], _called: Called) -> list[str]:
    lines = []
    for text, each in gathered(reminded, lambda e: e.text).items():
        times = sum(e.times for e in each)
        lines.append(sentence(f"Due now: {text}{f' ({times} times)' if times > 1 else ''}"))
    return lines


_TOLD: dict[type, Callable[..., list[str]]] = {
    h.Burned: _burned,
    h.LeftBurned: _left_burned,
    h.Depleted: _depleted,
    h.Fed: _fed,
    h.Starved: _starved,
    h.WentWithout: _went_without,
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
