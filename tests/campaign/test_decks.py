"""Which rows are out of which decks: kept with the campaign, and put back by a shuffle."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from companion.campaign.campaign import Campaign
from companion.campaign.diff import apply_changes, diff_campaigns, invert_changes
from companion.campaign.tables import list_drawn_rows, set_drawn_rows
from companion.campaign.validate import find_invalid_values
from tests.making import campaign

TABLES = st.sampled_from(["marsh/rumours", "marsh-rumours", "npcs/names", "x"])
OUT = st.dictionaries(TABLES, st.lists(st.integers(1, 9), max_size=4).map(tuple), max_size=3)


def drawn_from(*outs: Mapping[str, tuple[int, ...]]) -> Campaign:
    """A campaign after one such state of its decks after another."""
    made = campaign()
    for out in outs:
        made = set_drawn_rows(made, out)
    return made


@given(OUT, OUT)
def test_the_decks_remember_what_is_out_of_them_and_the_others_stay_as_they_were(
    before: dict[str, tuple[int, ...]], after: dict[str, tuple[int, ...]]
) -> None:
    expected = {table: rows for table, rows in {**before, **after}.items() if rows}
    made = drawn_from(before, after)
    assert list_drawn_rows(made) == expected
    assert list(find_invalid_values(made)) == []
    ids = [deck.id for deck in made.book.decks]
    assert len(set(ids)) == len(ids)


@given(OUT)
def test_a_deck_with_nothing_out_of_it_is_no_more_kept(out: dict[str, tuple[int, ...]]) -> None:
    whole = dict.fromkeys(out, ())
    assert drawn_from(out, whole) == campaign()


@given(OUT, OUT)
def test_what_was_drawn_is_undone_like_every_change(
    before: dict[str, tuple[int, ...]], after: dict[str, tuple[int, ...]]
) -> None:
    made, drawn = drawn_from(before), drawn_from(before, after)
    changes = diff_campaigns(made, drawn)
    assert apply_changes(made, changes) == drawn
    assert apply_changes(drawn, invert_changes(changes)) == made


@given(OUT)
def test_what_changes_no_deck_leaves_the_very_same_campaign(
    out: dict[str, tuple[int, ...]],
) -> None:
    made = drawn_from(out)
    assert set_drawn_rows(made, list_drawn_rows(made)) is made
