"""What happened to the Company, and the news after a word, in sentences: one for what happened to
several of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from companion.campaign import news as n
from companion.errant import happenings as h
from companion.errant.naming import make_sort_name
from companion.refusal import join_words
from companion.text import quote_name
from companion.view import wording as w

P = TypeVar("P", bound=n.NewsItem)
Thing: TypeAlias = h.UsedUp | n.ItemNews


def render_happenings(happened: Iterable[object], name_of: w.NameLookup) -> Iterator[str]:
    """A sentence for all that happened of one kind, in the order in which the kinds came up."""
    for kind, each in w.group_by(happened, type).items():
        yield from (_RENDERERS.get(kind) or _find_fight_renderer(kind))(each, name_of)


def _find_fight_renderer(kind: type) -> Callable[..., Iterator[str]]:
    from companion.view.armour import ARMOUR_RENDERERS  # only a fight pays for their import
    from companion.view.harm import HARM_RENDERERS

    return {**ARMOUR_RENDERERS, **HARM_RENDERERS}[kind]


def _join_things(things: Iterable[Thing], name_of: w.NameLookup) -> str:
    """Whose things they are, each name once: «Bree's torch (2 of them) and Wim's candle»."""
    return join_words(w.count_repeats(f"{name_of(each.errant)}'s {each.name}" for each in things))


def _describe_levels(numbers: Sequence[tuple[str, int]], word: str) -> str:
    """Who has how much: «Bree has 2 now, Corvin 1 and Wim 3»."""
    (first, number), *others = numbers
    return join_words(
        [f"{first} has {number} {word}", *(f"{name} {number}" for name, number in others)]
    )


def _render_changes(
    changed: Sequence[tuple[str, int, int]], what: str, left: str = "now", before: str = ""
) -> Iterator[str]:
    """Who gained or lost how much and how much they have; equal changes share a sentence."""
    groups = w.group_by(changed, lambda change: change[1])
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
            levels = _describe_levels([(name, number) for name, _, number in alike], word)
            yield f"Each {verb} {points}: {levels}."


def _render_burn(burned: Sequence[h.Burned], name_of: w.NameLookup) -> Iterator[str]:
    each = w.group_by(burned, lambda e: (e.errant, e.item)).values()
    texts = [
        f"{name_of(steps[0].errant)}'s {steps[0].name} {steps[0].before} to {steps[-1].burn}"
        for steps in each
    ]
    yield f"Burn: {', '.join(w.count_repeats(texts))}."


def _render_stash_burn(
    burned: Sequence[h.LeftLightBurned], _name_of: w.NameLookup
) -> Iterator[str]:
    lights = w.count_repeats(f"{each.name} {each.before} to {each.burn}" for each in burned)
    yield f"Burn of what was left behind: {', '.join(lights)}."
    if out := join_words([each.name for each in burned if not each.burn]):
        yield f"Goes out: {out}."


def _render_depletion(depleted: Sequence[h.Depleted], name_of: w.NameLookup) -> Iterator[str]:
    for e in depleted:
        whose = "" if e.by == e.errant else f"{name_of(e.errant)}'s "
        yield f"{name_of(e.by)} uses {whose}{e.name}: Depletion {e.depletion} left."


def _render_meals(fed: Sequence[h.Fed], name_of: w.NameLookup) -> Iterator[str]:
    shared = w.group_by(fed, lambda e: (e.name, "" if e.giver == e.errant else e.giver))
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
        yield " ".join([f"{who} starve.", *_render_changes(changed, "Exhaustion"), last])


def _render_missed_meals(unfed: Sequence[h.WentWithout], name_of: w.NameLookup) -> Iterator[str]:
    who = join_words([name_of(e.errant) for e in unfed])
    goes = "goes" if len(unfed) == 1 else "go"
    yield f"{who} {goes} without: no food is left, and no Supply of their own."


def _render_supply_losses(lost: Sequence[h.SupplyLost], name_of: w.NameLookup) -> Iterator[str]:
    for reason, taken in w.group_by(lost, lambda e: e.reason).items():
        if reason == "a Downtime Turn begins":
            gone = join_words([f"{name_of(e.errant)} loses {e.lost}" for e in taken])
            yield f"As a Downtime Turn begins, what is left of Supply goes: {gone}."
            continue
        changed = [
            (name_of(errant), -sum(e.lost for e in each), each[-1].supply)
            for errant, each in w.group_by(taken, lambda e: e.errant).items()
        ]
        what = f"Supply for {reason}" if reason else "Supply"
        yield from _render_changes(changed, what, "left")


def _render_supply_gains(gained: Sequence[h.SupplyGained], name_of: w.NameLookup) -> Iterator[str]:
    changed = [(name_of(e.errant), e.gained, e.supply) for e in gained]
    yield from _render_changes(changed, "Supply")


def _render_refills(refilled: Sequence[h.Refilled], name_of: w.NameLookup) -> Iterator[str]:
    for e in refilled:
        who = name_of(e.errant)
        spent = f"{who}'s {e.name} to {e.left} for {e.spent} Supply"
        yield f"Refilled: {spent}. {who} has {e.supply} Supply left."


def _render_used_up_items(used_up: Sequence[h.UsedUp], name_of: w.NameLookup) -> Iterator[str]:
    yield f"Used up and gone: {_join_things(used_up, name_of)}."


def _render_exhaustion(exhausted: Sequence[h.Exhausted], name_of: w.NameLookup) -> Iterator[str]:
    for reason, each in w.group_by(exhausted, lambda e: e.reason).items():
        why = "kept watch alone and " if reason == "kept watch alone" else ""
        changed = [(name_of(e.errant), e.gained, e.exhaustion) for e in each]
        yield from _render_changes(changed, "Exhaustion", before=why)


def _render_night_rest(rested: Sequence[h.Rested], name_of: w.NameLookup) -> Iterator[str]:
    badly = [(name_of(e.errant), e.exhaustion) for e in rested if e.exhaustion and not e.removed]
    better = [(name_of(e.errant), -e.removed, e.exhaustion) for e in rested if e.removed]
    well = [name_of(e.errant) for e in rested if (better[1:] if e.removed else not e.exhaustion)]
    if well:
        yield f"{join_words(well)} {'has' if len(well) == 1 else 'have'} a night's Rest."
    yield from _render_changes(better, "Exhaustion", before="has a night's Rest and ")
    if len(badly) == 1:
        yield f"{badly[0][0]} sleeps badly: Exhaustion {badly[0][1]} still."
    elif badly:
        who = join_words([name for name, _ in badly])
        yield f"{who} sleep badly. Exhaustion stays: {_describe_levels(badly, 'still')}."


def _render_effect_depletion(
    ran: Sequence[h.EffectRanDown], _name_of: w.NameLookup
) -> Iterator[str]:
    first, *others = ran
    down = [f"{first.name} to Depletion {first.depletion}"]
    down += [f"{each.name} to {each.depletion}" for each in others]
    yield f"Runs down: {'; '.join(down)}."


def _render_effect_ends(ended: Sequence[h.EffectEnded], _name_of: w.NameLookup) -> Iterator[str]:
    yield w.end_sentence(f"Ends: {'; '.join(each.name.rstrip('.') for each in ended)}")


def _render_effect_starts(began: Sequence[h.EffectBegan], _name_of: w.NameLookup) -> Iterator[str]:
    for each in began:
        yield w.end_sentence(f"{each.kind.capitalize()}: {each.name}")


def _render_reminders(reminded: Sequence[h.ReminderDue], _name_of: w.NameLookup) -> Iterator[str]:
    for text, each in w.group_by(reminded, lambda e: e.text).items():
        times = sum(e.times for e in each)
        yield w.end_sentence(f"Due now: {text}{f' ({times} times)' if times > 1 else ''}")


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
    h.Burned: _render_burn,
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


_LEVEL_TEXTS = {
    "darkness": "It is dark",
    "dim": "The light is dim",
    "ordinary": "The light is ordinary",
    "bright": "The light is bright",
}


def render_news(
    pieces: Sequence[n.NewsItem], name_of: w.NameLookup, *, guide: bool = True
) -> Iterator[w.StyledLine]:
    """A sentence for all news of one kind, then what can be typed about items that are used up."""
    yield from map(w.NewsLine, _list_news(pieces, name_of, guide=guide))
    spent = _filter_news(pieces, n.RanOut)
    if len(spent) > 1:
        yield w.HintLine("Type refill all or let-go all, or name one.")
    elif spent:
        whose = w.type_errant(spent[0].errant, name_of)
        thing = f"{whose} {quote_name(make_sort_name(spent[0].item, spent[0].name))}"
        yield w.HintLine(f"Type refill {thing}, or let-go {thing}.")


def _filter_news(pieces: Sequence[n.NewsItem], kind: type[P]) -> list[P]:
    return [piece for piece in pieces if isinstance(piece, kind)]


def _list_news(
    pieces: Sequence[n.NewsItem], name_of: w.NameLookup, *, guide: bool
) -> Iterator[str]:
    spent, died = _filter_news(pieces, n.RanOut), _filter_news(pieces, n.LightDied)
    used_up = {(each.errant, each.item) for each in spent}
    spent_lights = [each for each in died if (each.errant, each.item) in used_up]
    out = {(each.errant, each.item) for each in spent_lights}
    for dead in _filter_news(pieces, n.Died):
        morale = ""
        if dead.retainers:
            ways = [f"morale {w.type_errant(each, name_of)}" for each in dead.retainers]
            morale = f" Do they lose heart? {', '.join(ways)}"
        how = f"dies of Exhaustion ({dead.exhaustion})" if not dead.wound else "is dead"
        yield f"{name_of(dead.errant)} {how}.{morale}"
    for lights, one, many, what in (
        (_filter_news(pieces, n.LightLow), "is one Burn", "are one Burn", "from dying"),
        ([each for each in died if each not in spent_lights], "goes", "go", "out"),
        (spent_lights, "goes", "go", "out, used up"),
    ):
        if lights:
            yield f"{_join_things(lights, name_of)} {one if len(lights) == 1 else many} {what}."
    for light in _filter_news(pieces, n.LightChanged):
        burn = f": Burn {light.burn} in all" if light.burn else ""
        yield f"{_LEVEL_TEXTS[light.level]} now{burn}."
    if things := [each for each in spent if (each.errant, each.item) not in out]:
        yield f"Used up: {_join_things(things, name_of)}."
    if gone := _filter_news(pieces, n.Unrefilled):
        yield f"Used up and gone for want of Supply: {_join_things(gone, name_of)}."
    for left in _filter_news(pieces, n.ChoiceDropped):
        name = w.format_turn_name(left.turn_type, left.turn_number)
        yield f"{name} is left with neither rest nor press-on."
    for night in _filter_news(pieces, n.NightAhead):
        yield _describe_night_ahead(night, name_of)
    for burning in _filter_news(pieces, n.LitAtNight):
        lit = join_words(f"{name_of(errant)}'s {name}" for errant, name in burning.lights)
        yield f"Still lit as they sleep: {lit}. Snuff it, or let it burn."
    for night_lost in _filter_news(pieces, n.NightBroken):
        who = join_words(map(name_of, night_lost.sleepers))
        verb = "gives" if len(night_lost.sleepers) == 1 else "give"
        yield f"Awake this Turn, {who} {verb} up half a night's Rest."
    for armour in _filter_news(pieces, n.ArmourLacking):
        whose = join_words([f"{name_of(errant)}'s" for errant in armour.errants])
        only = w.type_errant(armour.errants[0], name_of)
        way = f"repair {only}" if len(armour.errants) == 1 else "repair"
        yield f"{whose} armour lacks Blocks: {way} uses a kit."
    for place in _filter_news(pieces, n.BecameKnown):
        yield f"The players know of {place.name} now."
    for forgotten in _filter_news(pieces, n.BecameUnknown):
        known, undone = f"The players know of {forgotten.name}", "Undone: that you know of"
        yield f"{known} no more." if guide else f"{undone} {forgotten.name}."
    for kind, meaning in _LOAD_MEANINGS.items():
        for each in _filter_news(pieces, kind):
            yield f"{name_of(each.errant)}'s Encumbrance is {each.encumbrance}{meaning}."


def _describe_night_ahead(night: n.NightAhead, name_of: w.NameLookup) -> str:
    """Who will have a night's Rest, and who not and why."""
    rested, half_rested, watching = (
        join_words(map(name_of, each)) for each in (night.rested, night.half_rested, night.watching)
    )
    why = "who watches alone (1 Exhaustion)" if len(night.watching) == 1 else "on watch"
    parts = (
        f"{rested} as this Turn ends" if rested else "",
        f"{half_rested} after one more Turn asleep" if half_rested else "",
        f"not {watching}, {why}" if watching else "",
    )
    camp = ", which removes no Exhaustion in this camp" if night.uncomfortable else ""
    return f"A night's Rest{camp}: {'; '.join(filter(None, parts))}."


_LOAD_MEANINGS: dict[type[n.Overloaded | n.Unburdened | n.Helpless], str] = {
    n.Overloaded: ": one more negative Event Die in Travel and Exploration Turns",
    n.Unburdened: " and adds no Event Die",
    n.Helpless: ": they can do nothing",
}
