"""Renders what happened to the Company as sentences, one for all to whom the same happened."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from companion.campaign import news_of_changes as n
from companion.errant import happenings as h
from companion.refusal import join_words
from companion.view import shared_wording as w

P = TypeVar("P", bound=n.NewsItem)
Thing: TypeAlias = h.UsedUp | n.ItemNews


def render_happenings(happened: Iterable[object], name_of: w.NameLookup) -> Iterator[str]:
    """A sentence for all that happened of one kind, in the order in which the kinds came up."""
    for kind, each in w.group_by_key(happened, type).items():
        yield from (_RENDERERS.get(kind) or _find_fight_renderer(kind))(each, name_of)


def _find_fight_renderer(kind: type) -> Callable[..., Iterator[str]]:
    from companion.view.fights.armour import ARMOUR_RENDERERS  # only a fight pays for their import
    from companion.view.fights.harm import HARM_RENDERERS

    return {**ARMOUR_RENDERERS, **HARM_RENDERERS}[kind]


def join_things_with_owners(things: Iterable[Thing], name_of: w.NameLookup) -> str:
    """Whose things they are, each name once: «Bree's torch (2 of them) and Wim's candle»."""
    return join_words(
        w.count_repeated_texts(f"{name_of(each.errant)}'s {each.name}" for each in things)
    )


def _describe_who_has_how_much(numbers: Sequence[tuple[str, int]], word: str) -> str:
    """Who has how much: «Bree has 2 now, Corvin 1 and Wim 3»."""
    (first, number), *others = numbers
    return join_words(
        [f"{first} has {number} {word}", *(f"{name} {number}" for name, number in others)]
    )


def _render_number_changes(
    changed: Sequence[tuple[str, int, int]], what: str, left: str = "now", before: str = ""
) -> Iterator[str]:
    """Who gained or lost how much and how much they have; equal changes share a sentence."""
    groups = w.group_by_key(changed, lambda change: change[1])
    if len(groups) > 2 and len({amount > 0 for amount in groups}) == 1:
        verb, word = ("gained", "now") if changed[0][1] > 0 else ("lost", left)
        each = [f"{name} {abs(amount)} ({number} {word})" for name, amount, number in changed]
        yield f"{what} {verb}: {join_words(each)}."
        return
    for amount, alike in groups.items():
        verb, word = ("gains", "now") if amount > 0 else ("loses", left)
        points = f"{abs(amount)} {what}"
        if len(alike) == 1:
            name, _, number = alike[0]
            yield f"{name} {before}{verb} {points}, {number} {word}."
        else:
            levels = _describe_who_has_how_much([(name, number) for name, _, number in alike], word)
            yield f"Each {verb} {points}: {levels}."


def _render_light_burn(burned: Sequence[h.Burned], name_of: w.NameLookup) -> Iterator[str]:
    each = w.group_by_key(burned, lambda e: (e.errant, e.item)).values()
    texts = [
        f"{name_of(steps[0].errant)}'s {steps[0].name} {steps[0].before} to {steps[-1].burn}"
        for steps in each
    ]
    yield f"Burn: {', '.join(w.count_repeated_texts(texts))}."


def _render_stash_burn(
    burned: Sequence[h.LeftLightBurned], _name_of: w.NameLookup
) -> Iterator[str]:
    lights = w.count_repeated_texts(f"{each.name} {each.before} to {each.burn}" for each in burned)
    yield f"Burn of what was left behind: {', '.join(lights)}."
    if out := join_words([each.name for each in burned if not each.burn]):
        yield f"Goes out: {out}."


def _render_depletion(depleted: Sequence[h.Depleted], name_of: w.NameLookup) -> Iterator[str]:
    for e in depleted:
        whose = "" if e.by == e.errant else f"{name_of(e.errant)}'s "
        yield f"{name_of(e.by)} uses {whose}{e.name}: Depletion {e.depletion} left."


def _render_meals(fed: Sequence[h.Fed], name_of: w.NameLookup) -> Iterator[str]:
    shared = w.group_by_key(fed, lambda e: (e.name, "" if e.giver == e.errant else e.giver))
    for (name, giver), eaters in shared.items():
        who = join_words([name_of(e.errant) for e in eaters])
        whose = f" from {name_of(giver)}'s pack" if giver else ""
        yield f"{who} {'eats' if len(eaters) == 1 else 'eat'} {name}{whose}."


def _render_starvation(starved: Sequence[h.Starved], name_of: w.NameLookup) -> Iterator[str]:
    last = "1 Exhaustion more each day until they eat."
    changed = [(name_of(e.errant), e.gained, e.exhaustion) for e in starved]
    if len(changed) == 1:
        who, gained, exhaustion = changed[0]
        yield f"{who} starves: gains {gained} Exhaustion, {exhaustion} now. {last}"
    else:
        who = join_words([name for name, _, _ in changed])
        yield " ".join([f"{who} starve.", *_render_number_changes(changed, "Exhaustion"), last])


def _render_missed_meals(unfed: Sequence[h.WentWithout], name_of: w.NameLookup) -> Iterator[str]:
    who = join_words([name_of(e.errant) for e in unfed])
    goes = "goes" if len(unfed) == 1 else "go"
    yield f"{who} {goes} without: no food is left, and no Supply of their own."


def _render_supply_losses(lost: Sequence[h.SupplyLost], name_of: w.NameLookup) -> Iterator[str]:
    for reason, taken in w.group_by_key(lost, lambda e: e.reason).items():
        if reason == "a Downtime Turn begins":
            gone = join_words([f"{name_of(e.errant)} loses {e.lost}" for e in taken])
            yield f"As a Downtime Turn begins, what is left of Supply goes: {gone}."
            continue
        changed = [
            (name_of(errant), -sum(e.lost for e in each), each[-1].supply)
            for errant, each in w.group_by_key(taken, lambda e: e.errant).items()
        ]
        what = f"Supply for {reason}" if reason else "Supply"
        yield from _render_number_changes(changed, what, "left")


def _render_supply_gains(gained: Sequence[h.SupplyGained], name_of: w.NameLookup) -> Iterator[str]:
    changed = [(name_of(e.errant), e.gained, e.supply) for e in gained]
    yield from _render_number_changes(changed, "Supply")


def _render_refills(refilled: Sequence[h.Refilled], name_of: w.NameLookup) -> Iterator[str]:
    for e in refilled:
        who = name_of(e.errant)
        spent = f"{who}'s {e.name} to {e.left} for {e.spent} Supply"
        yield f"Refilled: {spent}. {who} has {e.supply} Supply left."


def _render_used_up_items(used_up: Sequence[h.UsedUp], name_of: w.NameLookup) -> Iterator[str]:
    yield f"Used up and gone: {join_things_with_owners(used_up, name_of)}."


def _render_exhaustion(exhausted: Sequence[h.Exhausted], name_of: w.NameLookup) -> Iterator[str]:
    for reason, each in w.group_by_key(exhausted, lambda e: e.reason).items():
        why = "kept watch alone and " if reason == "kept watch alone" else ""
        changed = [(name_of(e.errant), e.gained, e.exhaustion) for e in each]
        yield from _render_number_changes(changed, "Exhaustion", before=why)


def _render_night_rest(rested: Sequence[h.Rested], name_of: w.NameLookup) -> Iterator[str]:
    badly = [(name_of(e.errant), e.exhaustion) for e in rested if e.exhaustion and not e.removed]
    better = [(name_of(e.errant), -e.removed, e.exhaustion) for e in rested if e.removed]
    well = [name_of(e.errant) for e in rested if (better[1:] if e.removed else not e.exhaustion)]
    if well:
        yield f"{join_words(well)} {'has' if len(well) == 1 else 'have'} a night's Rest."
    yield from _render_number_changes(better, "Exhaustion", before="has a night's Rest and ")
    if len(badly) == 1:
        yield f"{badly[0][0]} sleeps badly: Exhaustion {badly[0][1]} still."
    elif badly:
        who = join_words([name for name, _ in badly])
        yield f"{who} sleep badly. Exhaustion stays: {_describe_who_has_how_much(badly, 'still')}."


def _render_effect_depletion(
    ran: Sequence[h.EffectRanDown], _name_of: w.NameLookup
) -> Iterator[str]:
    first, *others = ran
    down = [f"{first.name} to Depletion {first.depletion}"]
    down += [f"{each.name} to {each.depletion}" for each in others]
    yield f"Runs down: {'; '.join(down)}."


def _render_effect_ends(ended: Sequence[h.EffectEnded], _name_of: w.NameLookup) -> Iterator[str]:
    yield w.end_with_full_stop(f"Ends: {'; '.join(each.name.rstrip('.') for each in ended)}")


def _render_effect_starts(began: Sequence[h.EffectBegan], _name_of: w.NameLookup) -> Iterator[str]:
    for each in began:
        yield w.end_with_full_stop(f"{each.kind.capitalize()}: {each.name}")


def _render_reminders(reminded: Sequence[h.ReminderDue], _name_of: w.NameLookup) -> Iterator[str]:
    for text, each in w.group_by_key(reminded, lambda e: e.text).items():
        times = sum(e.times for e in each)
        yield w.end_with_full_stop(f"Due now: {text}{f' ({times} times)' if times > 1 else ''}")


def _render_unlisted_things(
    unlisted: Sequence[h.Unlisted], _name_of: w.NameLookup
) -> Iterator[str]:
    things = [f"«{each.name}», {w.format_count(each.slots, 'slot')}" for each in unlisted]
    yield f"New here: {'; '.join(things)}."


def _render_fight_ends(ended: Sequence[h.FightOver], name_of: w.NameLookup) -> Iterator[str]:
    for each in ended:
        if each.recovered:
            yield f"{join_words(map(name_of, each.recovered))} can act again."
        for who, kind in each.in_danger:
            yield f"{name_of(who)} is still {_DANGERS[kind]}."


_DANGERS = {"dying": "dying", "burning": "on fire", "breath": "without air"}
_RENDERERS: dict[type, Callable[..., Iterator[str]]] = {
    h.Burned: _render_light_burn,
    h.LeftLightBurned: _render_stash_burn,
    h.Depleted: _render_depletion,
    h.Fed: _render_meals,
    h.Starved: _render_starvation,
    h.WentWithout: _render_missed_meals,
    h.SupplyLost: _render_supply_losses,
    h.SupplyGained: _render_supply_gains,
    h.Refilled: _render_refills,
    h.UsedUp: _render_used_up_items,
    h.Exhausted: _render_exhaustion,
    h.Rested: _render_night_rest,
    h.EffectRanDown: _render_effect_depletion,
    h.EffectEnded: _render_effect_ends,
    h.EffectBegan: _render_effect_starts,
    h.ReminderDue: _render_reminders,
    h.Unlisted: _render_unlisted_things,
    h.FightOver: _render_fight_ends,
}
