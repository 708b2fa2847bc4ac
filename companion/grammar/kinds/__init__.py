"""The kinds of things that can stand in a line, by the labels that forms give them."""

from typing import Any

from companion.grammar.forms import Kind
from companion.grammar.kinds import carried, company, numbers, record, turns

KINDS: dict[str, Kind[Any]] = {
    **company.KINDS,
    **carried.KINDS,
    **numbers.KINDS,
    **turns.KINDS,
    **record.KINDS,
}
