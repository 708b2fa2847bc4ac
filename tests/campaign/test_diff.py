"""The one diff: what it finds turns the one campaign into the other, and back again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.diff import (
    InapplicableChange,
    apply_changes,
    apply_changes_if_unchanged,
    diff_campaigns,
    find_value_at_path,
    has_dependent_changes,
    invert_changes,
)
from companion.errant.company import Errant
from companion.errant.packs.items import Item
from tests.making import campaign, effect, errant, item, turn

THINGS = st.builds(
    lambda name, count: replace(item(name), id=name, count=count),
    st.sampled_from(["torch", "rope", "oil", "rations", "sword"]),
    st.integers(1, 3),
)


def kept_in_order(packs: list[Item]) -> tuple[Item, ...]:
    """No id twice, in an order of their own that no step ever changes."""
    return tuple({thing.id: thing for thing in sorted(packs, key=lambda each: each.id)}.values())


ERRANTS = st.builds(
    lambda name, packs, supply: replace(errant(name), items=kept_in_order(packs), supply=supply),
    st.sampled_from(["bree", "corvin", "wim", "ondine"]),
    st.lists(THINGS, max_size=4),
    st.integers(0, 3),
)
CAMPAIGNS = st.builds(
    lambda company, turns, effects, plentiful: campaign(
        *{e.id: e for e in sorted(company, key=lambda each: each.id)}.values(),
        turns=tuple(turn(t) for t in turns),
        effects=tuple(effect(name) for name in effects),
        plentiful=plentiful,
    ),
    st.lists(ERRANTS, max_size=4),
    st.sampled_from([(), ("travel",), ("travel", "exploration"), ("downtime",)]),
    st.sampled_from([(), ("Bless",), ("Ague",), ("Ague", "Bless")]),
    st.booleans(),
)


@given(CAMPAIGNS, CAMPAIGNS)
def test_a_diff_leads_to_the_other_campaign_and_its_inverse_back(
    before: Campaign, after: Campaign
) -> None:
    changes = diff_campaigns(before, after)
    assert apply_changes(before, changes) == after
    assert apply_changes(after, invert_changes(changes)) == before
    assert apply_changes_if_unchanged(after, invert_changes(changes)) == (before, "")
    assert diff_campaigns(before, before) == ()


@given(CAMPAIGNS, CAMPAIGNS)
def test_a_change_tells_what_was_there_and_what_is(before: Campaign, after: Campaign) -> None:
    for change in diff_campaigns(before, after):
        assert find_value_at_path(before, change.path) == change.before
        assert find_value_at_path(after, change.path) == change.after
        assert change.before != change.after


@given(CAMPAIGNS, CAMPAIGNS, CAMPAIGNS)
def test_what_is_made_with_care_is_made_wholly_or_not_at_all(
    one: Campaign, two: Campaign, now: Campaign
) -> None:
    changes = diff_campaigns(one, two)
    after, clash = apply_changes_if_unchanged(now, changes)
    if clash:
        assert after is now
        assert clash in {change.path for change in changes}
    else:
        assert [find_value_at_path(after, c.path) for c in changes] == [c.after for c in changes]
        assert apply_changes_if_unchanged(after, invert_changes(changes))[1] == ""
    assert apply_changes_if_unchanged(one, changes) == (two, "")


@pytest.mark.parametrize(
    "path",
    [
        "errants/nobody/supply",
        "errants/bree/strength",
        "campaign/clock/then",
        "errants/bree/items/x/burn",
    ],
)
def test_a_path_that_leads_nowhere_does_not_apply(path: str) -> None:
    with pytest.raises(InapplicableChange):
        apply_changes(campaign(errant("Bree")), [Change(path, 1, 2)])
    assert find_value_at_path(campaign(errant("Bree")), path) is None


def test_a_value_that_does_not_fit_its_place_does_not_apply() -> None:
    with pytest.raises(InapplicableChange):
        apply_changes(campaign(errant("Bree")), [Change("errants/bree/supply", 0, "much")])


def _carried(before: Errant, after: Errant) -> tuple[Change, ...]:
    return diff_campaigns(campaign(before), campaign(after))


def test_errants_stand_in_the_order_of_their_files() -> None:
    """Who wrote the entry may have had others in their Company."""
    hob, corvin, wim = errant("Hob"), errant("Corvin"), errant("Wim")
    changes = diff_campaigns(campaign(corvin, errant("Dan")), campaign(corvin, errant("Dan"), hob))
    assert apply_changes(campaign(corvin, wim), changes) == campaign(corvin, hob, wim)


def test_what_is_inside_or_around_a_path_stands_on_it() -> None:
    block, inside = Change("errants/bree/items/torch"), Change("errants/bree/items/torch/burn")
    assert has_dependent_changes([block], [inside])
    assert has_dependent_changes([inside], [block])
    other = Change("errants/bree/items/torch-2/burn")
    assert not has_dependent_changes([block], [other])
    assert not has_dependent_changes([other], [block])


def test_blocks_that_follow_each_other_depend_on_each_other() -> None:
    bree = errant("Bree", item("mail"), item("torch"), item("rope"), item("oil"))
    no_torch = bree.without_item("torch")
    neither = no_torch.without_item("rope")
    assert has_dependent_changes(_carried(bree, no_torch), _carried(no_torch, neither))
    assert has_dependent_changes(
        _carried(bree, no_torch), _carried(no_torch, no_torch.without_item("mail"))
    )
    assert not has_dependent_changes(
        _carried(bree, no_torch), _carried(no_torch, no_torch.without_item("oil"))
    )
