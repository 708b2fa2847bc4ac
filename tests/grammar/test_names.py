"""Names are matched as a search of each name by itself would."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.grammar.name_matching import find_one_by_name, match_things_by_name
from companion.refusal import Ambiguous
from tests.making import errant

NAMES = st.text("ab -ßİ", max_size=6)
THINGS = st.lists(st.tuples(NAMES, NAMES), max_size=12)


def is_begun(part: str, name: str) -> bool:
    """Whether a word of a name begins so."""
    begins = (at for at in range(len(name)) if at == 0 or not (name[at - 1].isalnum()))
    return any(name.startswith(part, at) for at in begins)


def holding_each_part(typed: str, things: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those with a name in which every part of what was typed begins a word, or that has other gaps
    alone, each name looked at by itself."""
    whole = re.sub(r"[\s-]", "", typed.casefold())
    parts = typed.casefold().replace(",", " ").split()

    def fits(name: str) -> bool:
        is_whole = whole != "" and re.sub(r"[\s-]", "", name) == whole
        has_part = max(parts, key=len, default="") in name
        if typed.casefold().strip() == "a":  # which names nothing inside a name
            return (is_whole and has_part) or name.startswith("a")
        return (is_whole and has_part) or all(is_begun(part, name) for part in parts)

    return [t for t in things if any(fits(n.casefold()) for n in t)]


@given(NAMES, THINGS)
@example("-b", [("b", "a-b")])
@example("a", [("", "İa"), ("", "b a")])
def test_a_match_has_every_typed_part_in_one_name(
    typed: str, things: list[tuple[str, str]]
) -> None:
    found = match_things_by_name(typed, things, lambda thing: thing)
    likely = holding_each_part(typed, things)
    assert set(found) <= set(likely)
    assert bool(found) == bool(likely and typed.strip())


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("old", ["Old Tansy", "Old Tom"]),
        ("tom", ["Tomas", "Tom Fool"]),
        ("olde", ["Abbess Olde"]),
        ("sol", []),
        ("half", ["Corvin Half-Hand"]),
        ("hand", ["Corvin Half-Hand"]),
        ("and", []),
        ("of", []),
        ("fool of", ["Fool of the Abbess"]),
        ("to", ["Tomas", "Tom Fool"]),
        ("hand corv", ["Corvin Half-Hand"]),
    ],
)
def test_a_name_is_found_by_the_beginning_of_its_words(typed: str, found: list[str]) -> None:
    """The whole name first, then its beginning, then that of any word in it."""
    names = ("Old Tansy", "Old Tom", "Ysolde", "Tomas", "Tom Fool", "Abbess Olde")
    assert (
        match_things_by_name(
            typed, (*names, "Corvin Half-Hand", "Fool of the Abbess"), lambda name: (name,)
        )
        == found
    )


@given(THINGS, st.integers(0, 11))
def test_a_whole_name_finds_only_its_owners(things: list[tuple[str, str]], at: int) -> None:
    whole = things[at % len(things)][0].strip() if things else ""
    folded = whole.casefold()
    named = [thing for thing in things if folded in [name.casefold() for name in thing]]
    assert (
        not folded or not named or match_things_by_name(whole, things, lambda thing: thing) == named
    )


def test_two_of_one_name_are_told_apart_by_what_else_there_is() -> None:
    """Where nothing but their ids tells them apart, these are named: both can be meant."""
    one, other = errant("Guard"), replace(errant("Guard"), id="gate-watch")
    with pytest.raises(Ambiguous, match="guard or gate-watch"):
        find_one_by_name("NPC", "Guard", (one, other))
    assert find_one_by_name("NPC", "gate-watch", (one, other)) is other
