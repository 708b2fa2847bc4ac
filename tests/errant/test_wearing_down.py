"""What always holds however long light burns and food is eaten: nothing falls below 0, nothing
comes from nowhere, and every loss is told."""

from hypothesis import given
from hypothesis import strategies as st

from companion.errant.depletion import Refill, burn_lights
from companion.errant.errants import Company, Errant
from companion.errant.happenings import Burned, Depleted, Fed, Happenings, Refilled, SupplyLost
from companion.errant.items import Item
from companion.errant.provisions import deplete_provisions
from companion.errant.stacks import count_uses, take_one
from tests.making import EIGHT, animal, errant, item


@st.composite
def things(draw: st.DrawFn) -> Item:
    name = draw(st.sampled_from(["torch", "candle", "lantern", "oil", "rations", "feed", "rope"]))
    made = item(name, draw(st.integers(1, 4)))
    if made.max_uses is not None:
        made = made.with_uses_left(draw(st.integers(0, made.max_uses)))
    lit = name in ("torch", "candle", "lantern") and made.count == 1 and draw(st.booleans())
    return item(name, made.count, left=made.uses_left, lit=lit)


@st.composite
def packs(draw: st.DrawFn, name: str) -> Errant:
    carried = draw(st.lists(things(), max_size=5))
    make = draw(st.sampled_from([errant, errant, animal]))
    return make(name, *carried, phys=100, supply=draw(st.integers(0, 9)))


companies = st.tuples(packs("Bree"), packs("Wim"), packs("Una"))
results = st.lists(st.sampled_from(["burn", "deplete"]), min_size=1, max_size=6)
refills: st.SearchStrategy[Refill] = st.sampled_from(["ask", "always", "never"])


def uses_in_all(company: Company) -> int:
    """Every use of every thing, counted thing by thing: the first of a stack may be part-used."""
    total = 0
    for carrier in company:
        for thing in carrier.items:
            if thing.uses_left is not None and thing.max_uses is not None:
                total += sum([thing.uses_left, *[thing.max_uses] * (thing.count - 1)])
    return total


def worn_down(company: Company, result: str, refill: Refill) -> tuple[Company, Happenings]:
    if result == "burn":
        return burn_lights(company, refill)
    return deplete_provisions(company, EIGHT, refill)


@given(companies, results, refills)
def test_burning_and_depleting_never_make_a_negative_value(
    company: Company, many: list[str], refill: Refill
) -> None:
    for result in many:
        company, _ = worn_down(company, result, refill)
        for carrier in company:
            assert carrier.supply >= 0
            assert all(thing.uses_left is None or thing.uses_left >= 0 for thing in carrier.items)
            assert len({thing.id for thing in carrier.items}) == len(carrier.items)


@given(companies, results, refills)
def test_no_use_comes_from_nowhere_and_every_loss_is_told(
    company: Company, many: list[str], refill: Refill
) -> None:
    for result in many:
        after, happened = worn_down(company, result, refill)
        taken = sum(isinstance(h, Burned | Depleted | Fed) for h in happened)
        restored = sum(h.left for h in happened if isinstance(h, Refilled))
        assert uses_in_all(after) == uses_in_all(company) - taken + restored
        paid = sum(h.spent for h in happened if isinstance(h, Refilled))
        lost = sum(h.lost for h in happened if isinstance(h, SupplyLost))
        assert sum(e.supply for e in after) == sum(e.supply for e in company) - paid - lost
        company = after


@given(packs("Bree"), st.data())
def test_the_sum_of_a_stack_is_conserved_when_one_is_taken_out(
    carrier: Errant, data: st.DataObject
) -> None:
    if not carrier.items:
        return
    stack = data.draw(st.sampled_from(carrier.items))
    after, one = take_one(carrier, stack.id)
    assert after.get_item(one.id) == one
    assert (one.count, one.uses_left, one.lit) == (1, stack.uses_left, stack.lit)
    assert sum(i.count for i in after.items) == sum(i.count for i in carrier.items)
    assert sum(i.quarters for i in after.items) == sum(i.quarters for i in carrier.items)
    assert uses_in_all((after,)) == uses_in_all((carrier,))
    assert sum(i.lit for i in after.items) == sum(i.lit for i in carrier.items)
    if stack.count > 1:
        rest = after.get_item(stack.id)
        assert (rest.count, rest.uses_left, rest.lit) == (stack.count - 1, stack.max_uses, False)


@given(packs("Bree"))
def test_uses_are_all_that_can_be_had_without_settling_what_is_at_0(carrier: Errant) -> None:
    for kind in ("rations", "feed"):
        usable = [i for i in carrier.items if i.kind == kind and i.uses_left]
        assert count_uses(carrier, kind) == uses_in_all((errant("Only", *usable),))
