"""What happened to the Company, in sentences; what happened to several of them is one sentence."""

from collections.abc import Callable, Iterable, Sequence

from companion.errant import happenings as h
from companion.refusal import join_words
from companion.reports.turns import HappeningsReport
from companion.view.report import render_report
from companion.view.wording import NameLookup, StyledLine, count_repeats, end_sentence, group_by


def render_happenings(happened: Iterable[object], name_of: NameLookup) -> list[str]:
    """A sentence for all that happened of one kind, in the order in which the kinds came up."""
    return [
        line
        for kind, each in group_by(happened, type).items()
        for line in _RENDERERS[kind](each, name_of)
    ]


def _describe_levels(numbers: Sequence[tuple[str, int]], word: str) -> str:
    """Who has how much: «Bree has 2 now, Corvin 1 and Wim 3»."""
    (first, number), *others = numbers
    return join_words(
        [f"{first} has {number} {word}", *(f"{name} {number}" for name, number in others)]
    )


def _render_changes(
    changed: Sequence[tuple[str, int, int]], what: str, left: str, before: str = ""
) -> list[str]:
    """Who gained or lost how much and how much they have; equal changes share a sentence."""
    lines = []
    groups = group_by(changed, lambda change: change[1])
    if len(groups) > 2 and len({amount > 0 for amount in groups}) == 1:
        verb, word = ("gained", "now") if changed[0][1] > 0 else ("lost", left)
        each = [f"{name} {abs(amount)} ({number} {word})" for name, amount, number in changed]
        return [f"{what} {verb}: {join_words(each)}."]
    for amount, alike in groups.items():
        verb, word = ("gains", "now") if amount > 0 else ("loses", left)
        points = f"{abs(amount)} {what}"
        if len(alike) == 1:
            name, _, number = alike[0]
            lines.append(f"{name} {before}{verb} {points}, {number} {word}.")
        else:
            levels = _describe_levels([(name, number) for name, _, number in alike], word)
            lines.append(f"Each {verb} {points}: {levels}.")
    return lines


def _render_burn(burned: Sequence[h.Burned], name_of: NameLookup) -> list[str]:
    spans: dict[tuple[str, str], h.Burned] = {}
    for each in burned:
        spans.setdefault((each.errant, each.item), each)
    last = {(each.errant, each.item): each.burn for each in burned}
    texts = [
        f"{name_of(errant)}'s {first.name} {first.before} to {last[errant, item]}"
        for (errant, item), first in spans.items()
    ]
    return [f"Burn: {', '.join(count_repeats(texts))}."]


def _render_stash_burn(burned: Sequence[h.LeftLightBurned], _name_of: NameLookup) -> list[str]:
    lights = count_repeats(f"{each.name} {each.before} to {each.burn}" for each in burned)
    out = join_words([each.name for each in burned if not each.burn])
    lines = [f"Burn of what was left behind: {', '.join(lights)}."]
    return [*lines, f"Goes out: {out}."] if out else lines


def _render_depletion(depleted: Sequence[h.Depleted], name_of: NameLookup) -> list[str]:
    lines = []
    for e in depleted:
        whose = "" if e.by == e.errant else f"{name_of(e.errant)}'s "
        lines.append(f"{name_of(e.by)} uses {whose}{e.name}: Depletion {e.depletion} left.")
    return lines


def _render_meals(fed: Sequence[h.Fed], name_of: NameLookup) -> list[str]:
    lines = []
    shared = group_by(fed, lambda e: (e.name, "" if e.giver == e.errant else e.giver))
    for (name, giver), eaters in shared.items():
        who = join_words([name_of(e.errant) for e in eaters])
        whose = f" from {name_of(giver)}'s pack" if giver else ""
        lines.append(f"{who} {'eats' if len(eaters) == 1 else 'eat'} {name}{whose}.")
    return lines


def _render_starvation(starved: Sequence[h.Starved], name_of: NameLookup) -> list[str]:
    last = "1 Exhaustion more each day until they eat."
    if len(starved) == 1:
        (e,) = starved
        gained = f"gains {e.gained} Exhaustion, {e.exhaustion} now"
        return [f"{name_of(e.errant)} starves: {gained}. {last}"]
    who = join_words([name_of(e.errant) for e in starved])
    changed = [(name_of(e.errant), e.gained, e.exhaustion) for e in starved]
    return [" ".join([f"{who} starve.", *_render_changes(changed, "Exhaustion", "now"), last])]


def _render_missed_meals(unfed: Sequence[h.WentWithout], name_of: NameLookup) -> list[str]:
    who = join_words([name_of(e.errant) for e in unfed])
    goes = "goes" if len(unfed) == 1 else "go"
    return [f"{who} {goes} without: no food is left, and no Supply of their own."]


def _render_supply_losses(lost: Sequence[h.SupplyLost], name_of: NameLookup) -> list[str]:
    gone = [e for e in lost if e.reason]
    changed = [
        (name_of(errant), -sum(e.lost for e in each), each[-1].supply)
        for errant, each in group_by([e for e in lost if not e.reason], lambda e: e.errant).items()
    ]
    lines = _render_changes(changed, "Supply", "left")
    if gone:
        each = join_words([f"{name_of(e.errant)} loses {e.lost}" for e in gone])
        lines.append(f"As a Downtime Turn begins, what is left of Supply goes: {each}.")
    return lines


def _render_refills(refilled: Sequence[h.Refilled], name_of: NameLookup) -> list[str]:
    return [
        f"Refilled: {name_of(e.errant)}'s {e.name} to {e.left} for {e.spent} Supply. "
        f"{name_of(e.errant)} has {e.supply} left."
        for e in refilled
    ]


def _render_used_up_items(used_up: Sequence[h.UsedUp], name_of: NameLookup) -> list[str]:
    things = count_repeats(f"{name_of(e.errant)}'s {e.name}" for e in used_up)
    return [f"Used up and gone: {join_words(things)}."]


def _render_exhaustion(exhausted: Sequence[h.Exhausted], name_of: NameLookup) -> list[str]:
    lines = []
    for reason, each in group_by(exhausted, lambda e: e.reason).items():
        why = "kept watch alone and " if reason == "kept watch alone" else ""
        changed = [(name_of(e.errant), e.gained, e.exhaustion) for e in each]
        lines += _render_changes(changed, "Exhaustion", "now", why)
    return lines


def _render_night_rest(rested: Sequence[h.Rested], name_of: NameLookup) -> list[str]:
    lines = []
    badly = [(name_of(e.errant), e.exhaustion) for e in rested if e.exhaustion and not e.removed]
    better = [(name_of(e.errant), -e.removed, e.exhaustion) for e in rested if e.removed]
    well = [name_of(e.errant) for e in rested if (better[1:] if e.removed else not e.exhaustion)]
    if well:
        lines.append(f"{join_words(well)} {'has' if len(well) == 1 else 'have'} a night's Rest.")
    lines += _render_changes(better, "Exhaustion", "now", "has a night's Rest and ")
    if len(badly) == 1:
        lines.append(f"{badly[0][0]} sleeps badly: Exhaustion {badly[0][1]} still.")
    elif badly:
        who = join_words([name for name, _ in badly])
        lines.append(f"{who} sleep badly. Exhaustion stays: {_describe_levels(badly, 'still')}.")
    return lines


def _render_effect_depletion(ran: Sequence[h.EffectRanDown], _name_of: NameLookup) -> list[str]:
    first, *others = ran
    down = [f"{first.name} to Depletion {first.depletion}"]
    down += [f"{each.name} to {each.depletion}" for each in others]
    return [f"Runs down: {'; '.join(down)}."]


def _render_effect_ends(ended: Sequence[h.EffectEnded], _name_of: NameLookup) -> list[str]:
    return [end_sentence(f"Ends: {'; '.join(each.name.rstrip('.') for each in ended)}")]


def _render_effect_starts(began: Sequence[h.EffectBegan], _name_of: NameLookup) -> list[str]:
    return [end_sentence(f"{each.kind.capitalize()}: {each.name}") for each in began]


def _render_reminders(reminded: Sequence[h.ReminderDue], _name_of: NameLookup) -> list[str]:
    lines = []
    for text, each in group_by(reminded, lambda e: e.text).items():
        times = sum(e.times for e in each)
        lines.append(end_sentence(f"Due now: {text}{f' ({times} times)' if times > 1 else ''}"))
    return lines


_RENDERERS: dict[type, Callable[..., list[str]]] = {
    h.Burned: _render_burn,
    h.LeftLightBurned: _render_stash_burn,
    h.Depleted: _render_depletion,
    h.Fed: _render_meals,
    h.Starved: _render_starvation,
    h.WentWithout: _render_missed_meals,
    h.SupplyLost: _render_supply_losses,
    h.Refilled: _render_refills,
    h.UsedUp: _render_used_up_items,
    h.Exhausted: _render_exhaustion,
    h.Rested: _render_night_rest,
    h.EffectRanDown: _render_effect_depletion,
    h.EffectEnded: _render_effect_ends,
    h.EffectBegan: _render_effect_starts,
    h.ReminderDue: _render_reminders,
}


_HEADLINES = {
    "rest": "The Company Rests and forgoes its action; an armour repair kit may be used.",
    "press-on": "The Company presses on.",
    "burn": "Burn, marked off by hand.",
    "deplete": "Deplete, marked off by hand.",
    "plenty on": "Food is plentiful here: Deplete costs 1 Supply each instead of rations.",
    "plenty off": "Food is no longer plentiful.",
}


@render_report.register
def _render_happenings_report(report: HappeningsReport, name_of: NameLookup) -> list[str]:
    first = [StyledLine(_HEADLINES[report.word], "headline")] if report.word in _HEADLINES else []
    return [*first, *render_happenings(report.happened, name_of)] or ["Nothing changes."]
