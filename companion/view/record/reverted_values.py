"""Says in one sentence what an undo, a redo or a replaced Event Die has put back."""

from collections.abc import Callable, Iterable, Iterator

from companion.campaign.changes import RevertedKind, RevertedValue
from companion.errant.packs.items import PLACES
from companion.errant.turns.moments_and_spans import Moment
from companion.refusal import join_words
from companion.view import shared_wording as w

MAX_VALUES_SHOWN = 12


def describe_restored_values(
    restored: Iterable[RevertedValue], name_of: w.NameLookup, label: str = "Back as before"
) -> str:
    """One sentence about the values that were put back; "" for none."""
    things = describe_values_one_by_one(restored, name_of)
    return w.end_with_full_stop(f"{label}: {join_words(things)}") if things else ""


def describe_values_one_by_one(values: Iterable[RevertedValue], name_of: w.NameLookup) -> list[str]:
    """How each thing is now, the first of many."""
    things = [_describe_values_of_thing(each, name_of) for each in _group_by_thing(values)]
    more = len(things[MAX_VALUES_SHOWN:])
    return [*things[:MAX_VALUES_SHOWN], f"{more} more"] if more else things


def _group_by_thing(restored: Iterable[RevertedValue]) -> Iterator[list[RevertedValue]]:
    """The values, with those of one thing that follow one another together."""
    group: list[RevertedValue] = []
    for each in restored:
        is_same = all(
            (each.errant, each.name) == (other.errant, other.name)
            and each.what != other.what
            and {each.what, other.what} <= _STATES.keys() | {"number"}
            for other in group
        )
        if group and not is_same:
            yield group
            group = []
        group.append(each)
    if group:
        yield group


def _describe_values_of_thing(values: list[RevertedValue], name_of: w.NameLookup) -> str:
    first = values[0]
    whose = f"{name_of(first.errant)}'s " if first.errant else ""
    if not values[1:]:
        return _describe_value(first, whose)
    is_number = first.what == "number"
    if is_number and not first.after:
        return _describe_number(first, whose)
    name = _describe_number(first, whose) if is_number else f"{whose}{first.name}"
    states = [_STATES[each.what](each) for each in values if each.what != "number"]
    return f"{name} ({', '.join(states)})"


def _describe_value(each: RevertedValue, whose: str) -> str:
    if each.what in _STATES:
        return f"{whose}{each.name} {_STATES[each.what](each)}"
    return _DESCRIPTIONS[each.what](each, whose)


def _describe_turn(each: RevertedValue, _whose: str) -> str:
    name = w.format_turn_name(each.name or None, each.after)
    return name if each.name else "no Turn open"


def _describe_clock(each: RevertedValue, _whose: str) -> str:
    now = Moment(each.after)
    return f"the clock at {w.format_day_and_time(now.day, now.time)}"


def _describe_number(each: RevertedValue, whose: str) -> str:
    if not each.after:
        return f"{whose}{each.name} gone"
    return f"{whose}{w.format_quantity(each.after, each.name)}"


def _describe_effect(each: RevertedValue, _whose: str) -> str:
    name = each.name.rstrip(".")
    if not each.after:
        return f"no more {name}"
    return f"{name} at Depletion {each.after}" if each.before else name


def _describe_roll(each: RevertedValue) -> str:
    return f"at {each.after}" if each.after else "not rolled"


_DECLARED = ("not declared", "declared")
_RESTS = ("no Rest this Turn", "the Company Rests")
_CHOICE = ("nothing to choose", "to choose: rest or press-on")
_ALIVE = ("dead", "alive")
_AWAY = ("with the Company", "away")
_OF_COMPANY = ("not of the Company", "of the Company")
_STATES: dict[RevertedKind, Callable[[RevertedValue], str]] = {
    "burn": lambda each: f"at Burn {each.after}",
    "depletion": lambda each: f"at Depletion {each.after}",
    "lit": lambda each: "lit" if each.after else "not lit",
    "place": lambda each: w.describe_carried_place(PLACES[each.after]),
    "blocks": lambda each: f"at {w.format_count(each.after, 'Block')}",
}
"""How a thing is, said after its name."""
_DESCRIPTIONS: dict[RevertedKind, Callable[[RevertedValue, str], str]] = {
    "turn": _describe_turn,
    "clock": _describe_clock,
    "event_die": lambda each, _whose: f"the Event Die {_describe_roll(each)}",
    "declared": lambda each, whose: f"{whose}«{each.name}» {_DECLARED[each.after]}",
    "rests": lambda each, _whose: _RESTS[each.after],
    "choice": lambda each, _whose: _CHOICE[each.after],
    "encounter": lambda each, _whose: (
        f"{w.format_count(each.after, 'encounter')} to settle"
        if each.after
        else "no encounter to settle"
    ),
    "number": _describe_number,
    "exhaustion": lambda each, whose: f"{whose}Exhaustion at {each.after}",
    "supply": lambda each, whose: f"{whose}Supply at {each.after}",
    "hp": lambda each, whose: f"{whose}HP at {each.after}",
    "purse": lambda each, whose: f"{whose}purse at {w.format_pennies(each.after)}",
    "attribute": lambda each, whose: f"{whose}{each.name} at {each.after}",
    "away": lambda each, _whose: f"{each.name} {_AWAY[each.after]}",
    "alive": lambda each, _whose: f"{each.name} {_ALIVE[each.after]}",
    "company": lambda each, _whose: f"{each.name} {_OF_COMPANY[each.after]}",
    "effect": _describe_effect,
    "disposition": lambda each, _whose: f"{each.name}'s disposition {_describe_roll(each)}",
    "exchanges": lambda each, _whose: f"{w.format_count(each.after, 'exchange')} with {each.name}",
    "npc_hp": lambda each, _whose: f"{each.name}'s HP at {each.after}",
    "npc": lambda each, _whose: each.name if each.after else f"no more {each.name}",
}
