"""The kinds of things that can stand in a line, by the labels that forms give them."""

from typing import Any

from companion.grammar.kind import Kind
from companion.grammar.kinds import (
    carried,
    checks,
    coins,
    company,
    effects,
    fields,
    goods,
    numbers,
    people,
    places,
    record,
    tables,
    talk,
    things,
    turns,
)

_ROOMS = (
    carried,
    checks,
    coins,
    company,
    effects,
    fields,
    goods,
    numbers,
    people,
    places,
    record,
    tables,
    talk,
    things,
    turns,
)
KINDS: dict[str, Kind[Any]] = {label: kind for each in _ROOMS for label, kind in each.KINDS.items()}
assert len(KINDS) == sum(len(each.KINDS) for each in _ROOMS), "a label names two kinds"
