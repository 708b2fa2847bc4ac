"""What is counted of a campaign, and what a word leaves of it: the rules in the plainest way."""

from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.errant.company import Errant
from companion.errant.packs.items import Item
from companion.errant.turns.moments_and_spans import Moment, Span

What = tuple[str, ...]
"""What has a number: ("bree",) is there (1), ("bree", "supply"), ("bree", "acorn")."""
Values = dict[What, int]
Changed = dict[What, tuple[int | None, int | None]]

CLOCK = ("clock", "time")
COUNTED = ("supply", "exhaustion", "pennies")
AWAY = ("tansy",)
ACORN = Item(id="acorn", name="acorn", count=1, slots=1.0)
"""What a word gives."""
FIND = Item(name="find", count=1, slots=0.25)
"""What is written in by hand, with a number behind its name."""


def values_of(campaign: Campaign) -> Values:
    """What is followed of a campaign."""
    values: Values = {CLOCK: campaign.now.seconds}
    for errant in campaign.errants:
        values[errant.id,] = 1
        for what in COUNTED:
            values[errant.id, what] = getattr(errant, what)
        for item in errant.items:
            values[errant.id, item.name] = values.get((errant.id, item.name), 0) + item.count
    return values


def changed(before: Values, after: Values) -> Changed:
    """Each number that is not what it was, with both; None where there is none."""
    return {
        what: (before.get(what), after.get(what))
        for what in before.keys() | after.keys()
        if before.get(what) != after.get(what)
    }


def of(values: Values, who: str) -> Values:
    """What is followed of one Errant; nothing where they are not there."""
    return {what: value for what, value in values.items() if what[0] == who}


def after_word(values: Values, line: str) -> Values | None:
    """What a word leaves; None where it is to be refused."""
    after = dict(values)
    match line.split():
        case ["supply", whom, amount]:
            for who in _whom(values, whom):
                after[who, "supply"] = values.get((who, "supply"), -1_000) + int(amount)
                if after[who, "supply"] < 0:
                    return None
        case ["exhaust", whom, amount]:
            for who in _whom(values, whom):
                if (who,) not in values:
                    return None
                after[who, "exhaustion"] = max(0, values[who, "exhaustion"] + int(amount))
            return after if after != values else None
        case ["give", who, thing, count]:
            after[who, thing] = values.get((who, thing), 0) + int(count[1:])
            return after if (who,) in values else None
        case ["drop", who, thing, count]:
            left = values.get((who, thing), 0) - int(count[1:])
            if left < 0:
                return None
            after[who, thing] = left
            if not left:
                del after[who, thing]
        case ["errant", "add", name, *_]:
            who = name.lower()
            if (who,) in values:
                return None
            after[who,] = 1
            after.update({(who, what): 0 for what in COUNTED})
        case ["errant", "remove", who]:
            if (who,) not in values:
                return None
            after = {what: value for what, value in values.items() if what[0] != who}
        case ["errant", "edit", who, "pennies", value]:
            after[who, "pennies"] = int(value)
            return after if (who,) in values else None
        case [span]:
            after[CLOCK] += int(span.strip("+m")) * 60
        case ["note", *_] | ["roll", _]:
            pass
        case _:
            raise AssertionError(line)
    return after


def whole(values: Values, began: Campaign) -> Campaign:
    """The campaign of which this is counted, and that is as it `began` in all that no word of
    these touches: Errants by id; what each carries is `by_name`. Whole Turns go by with the clock,
    and the open one after them."""
    there = {errant.id: errant for errant in began.errants}
    company = tuple(
        _as_counted(there.get(who, Errant(id=who, name=who.title(), phys=12)), of(values, who))
        for who in sorted(what[0] for what in values if len(what) == 1)
    )
    *outer, turn = began.turns
    gone = Span(values[CLOCK] - began.now.seconds)
    turns = (*outer, replace(turn, began=turn.began + gone))
    now = Moment(values[CLOCK])
    return began.with_company(company).with_turns(turns).with_clock(now=now)


def _as_counted(errant: Errant, values: Values) -> Errant:
    numbers = {what[-1]: value for what, value in values.items() if len(what) > 1}
    counted = {what: numbers.pop(what) for what in COUNTED}
    known = {item.name: item for item in (ACORN, *errant.items)}
    items = [
        replace(known.get(name, _find(name)), count=count)
        for name, count in sorted(numbers.items())
    ]
    return replace(errant, **counted, items=tuple(items))


def _find(name: str) -> Item:
    return replace(FIND, id=name.replace(" ", "-"), name=name)


def by_name(campaign: Campaign) -> Campaign:
    """The same campaign, with what each carries in the order of names."""
    return campaign.with_company(
        tuple(
            replace(errant, items=tuple(sorted(errant.items, key=lambda item: item.name)))
            for errant in campaign.errants
        )
    )


def _whom(values: Values, typed: str) -> list[str]:
    if typed != "all":
        return [typed]
    return [what[0] for what in values if len(what) == 1 and what[0] not in AWAY]
