"""Names are matched as a search of each name by itself would."""

from hypothesis import given
from hypothesis import strategies as st

from companion.grammar.names import match_names

NAMES = st.text("ab -ßİ", max_size=6)
THINGS = st.lists(st.tuples(NAMES, NAMES), max_size=12)


def holding_each_part(typed: str, things: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those with a name that holds every part of what was typed, each name looked at by itself."""
    parts = typed.casefold().replace(",", " ").split()
    return [thing for thing in things if any(all(p in n.casefold() for p in parts) for n in thing)]


@given(NAMES, THINGS)
def test_a_match_has_every_typed_part_in_one_name(
    typed: str, things: list[tuple[str, str]]
) -> None:
    found = match_names(typed, things, lambda thing: thing)
    likely = holding_each_part(typed, things)
    assert set(found) <= set(likely)
    assert bool(found) == bool(likely and typed.strip())


@given(THINGS, st.integers(0, 11))
def test_a_whole_name_finds_only_its_owners(things: list[tuple[str, str]], at: int) -> None:
    whole = things[at % len(things)][0].strip() if things else ""
    folded = whole.casefold()
    named = [thing for thing in things if folded in [name.casefold() for name in thing]]
    assert not folded or not named or match_names(whole, things, lambda thing: thing) == named
