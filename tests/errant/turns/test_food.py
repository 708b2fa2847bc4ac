"""Food: what a Turn Depletes, meals, and going without (Core Procedures, Travel Turns)."""

import pytest
from msgspec.structs import replace

from companion.errant.company import Company, Errant
from companion.errant.happenings import Fed, Refilled, Starved, SupplyLost, UsedUp, WentWithout
from companion.errant.packs.stacks import count_uses_left
from companion.errant.turns.food import (
    deplete_provisions,
    eat_meals,
    end_starving,
    starve_company_until,
)
from companion.errant.turns.moments_and_spans import Moment, Span
from companion.refusal import Impossible
from tests.making import EIGHT, animal, errant, item


def deplete(*company: Errant, plentiful: bool = False) -> Company:
    return deplete_provisions(company, EIGHT, "never", plentiful=plentiful)[0]


def later(span: str) -> Moment:
    return EIGHT + Span.parse(span)


def rations(company: Company) -> list[int]:
    return [count_uses_left(e, "rations") for e in company]


def test_the_company_must_deplete_rations_by_1_for_every_member() -> None:
    company = (
        errant("Bree", item("rations", 3)),
        errant("Porter", item("rations", 2), kind="retainer"),
        errant("Away", item("rations", 3), away=True),
    )
    after, happened = deplete_provisions(company, EIGHT, "never")
    assert rations(after) == [2, 1, 3]
    assert happened[:2] == (Fed("bree", "bree", "rations"), Fed("porter", "porter", "rations"))


def test_and_animal_feed_by_1_for_each_animal() -> None:
    (bree, tansy) = deplete(
        errant("Bree", item("rations", 2)), animal("Tansy", item("feed"), item("rations", 2))
    )
    assert (
        count_uses_left(bree, "rations"),
        count_uses_left(tansy, "rations"),
        count_uses_left(tansy, "feed"),
    ) == (1, 2, 3)


def test_an_animal_may_eat_feed_that_someone_carries_for_it_but_no_rations() -> None:
    (bree, tansy) = deplete(errant("Bree", item("feed"), item("rations", 2)), animal())
    assert (count_uses_left(bree, "feed"), tansy.exhaustion) == (3, 0)
    (_, hungry) = deplete(errant("Bree", item("rations", 9)), animal())
    assert hungry.exhaustion == 10


def test_a_member_without_rations_is_given_anothers_from_whoever_has_most() -> None:
    company = (
        errant("Bree", supply=5),
        errant("Una", item("rations", 2)),
        errant("Wim", item("rations", 4)),
    )
    after, happened = deplete_provisions(company, EIGHT, "never")
    assert rations(after) == [0, 1, 2]
    assert Fed("bree", "wim", "rations") in happened
    assert after[0].supply == 5


def test_rations_may_lie_in_a_mules_pack() -> None:
    after = deplete(errant("Bree"), animal("Tansy", item("feed"), item("rations", 2)))
    assert rations(after) == [0, 1]


def test_a_mule_whose_rations_feed_others_still_starves_without_feed() -> None:
    (bree, tansy) = deplete(errant("Bree"), animal("Tansy", item("rations", 2)))
    assert (bree.exhaustion, count_uses_left(tansy, "rations"), tansy.exhaustion) == (0, 1, 10)


def test_nobody_is_given_the_ration_its_owner_needs() -> None:
    (bree, wim) = deplete(errant("Bree", supply=1), errant("Wim", item("rations")))
    assert (bree.supply, bree.exhaustion, wim.exhaustion) == (0, 0, 0)


def test_food_of_those_away_feeds_nobody() -> None:
    (bree, away) = deplete(errant("Bree"), errant("Away", item("rations", 3), away=True))
    assert (bree.exhaustion, count_uses_left(away, "rations")) == (1, 3)


def test_without_any_rations_a_member_loses_1_supply_instead() -> None:
    after, happened = deplete_provisions((errant(supply=2),), EIGHT, "never")
    assert (after[0].supply, after[0].exhaustion, after[0].starving) == (1, 0, None)
    assert happened == (SupplyLost("bree", 1, 1, "want of food"),)


def test_else_they_starve_1_exhaustion_now() -> None:
    after, happened = deplete_provisions((errant(),), EIGHT, "never")
    assert (after[0].exhaustion, after[0].starving) == (1, EIGHT)
    assert happened == (Starved("bree", 1, 1),)


@pytest.mark.parametrize(
    ("gone", "exhaustion"), [("23h 59m", 1), ("1d", 2), ("1d 23h", 2), ("3d", 4)]
)
def test_and_1_for_each_day_without_food(gone: str, exhaustion: int) -> None:
    after, _ = starve_company_until(deplete(errant()), later(gone))
    assert after[0].exhaustion == exhaustion


def test_the_same_day_without_food_counts_once_however_the_clock_moves() -> None:
    company = deplete(errant())
    for hours in range(1, 73):
        company, _ = starve_company_until(company, later(f"{hours}h"))
    assert company[0].exhaustion == 4


def test_another_result_3_costs_the_starving_1_more() -> None:
    (hungry,), _ = deplete_provisions(deplete(errant()), later("20h"), "never")
    assert (hungry.exhaustion, hungry.starving) == (2, EIGHT)
    (hungry,), _ = starve_company_until((hungry,), later("1d"))
    assert hungry.exhaustion == 3


def test_going_back_in_time_starves_nobody() -> None:
    company = deplete(errant())
    assert starve_company_until(company, Moment(0)) == (company, ())


def test_who_eats_or_spends_supply_on_food_starves_no_longer() -> None:
    hungry = errant("Bree", exhaustion=1, starving=EIGHT)
    fed = end_starving(hungry)
    assert starve_company_until((fed,), later("9d"))[0] == (fed,)
    (supplied,) = deplete(errant("Bree", starving=EIGHT, supply=1))
    (given, _) = deplete(hungry, errant("Wim", item("rations", 2)))
    assert supplied.starving is None
    assert given.starving is None


def test_the_days_of_those_away_are_not_counted() -> None:
    away = errant("Away", away=True, starving=EIGHT, exhaustion=1)
    (gone,), happened = starve_company_until((away,), later("5d"))
    assert (gone.exhaustion, happened) == (1, ())
    (back,), _ = starve_company_until((replace(gone, away=False),), later("5d 23h"))
    assert back.exhaustion == 1
    (back,), _ = starve_company_until((back,), later("6d"))
    assert back.exhaustion == 2


def test_where_food_is_plentiful_every_member_loses_1_supply_instead() -> None:
    company = (
        errant("Bree", item("rations", 2), supply=3),
        errant("Wim", supply=0),
        animal("Tansy", item("feed"), supply=2),
    )
    after = deplete(*company, plentiful=True)
    assert [e.supply for e in after] == [2, 0, 2]
    assert rations(after) == [2, 0, 0]
    assert [e.exhaustion for e in after] == [0, 0, 0]


def test_where_food_is_plentiful_nobody_goes_on_starving() -> None:
    after = deplete(errant(starving=EIGHT), animal(starving=EIGHT), plentiful=True)
    assert [e.starving for e in after] == [None, None]


def test_a_ration_eaten_up_is_refilled_for_1_supply_or_gone() -> None:
    company = (errant("Bree", item("rations"), supply=1),)
    (always,), paid = deplete_provisions(company, EIGHT, "always")
    assert (count_uses_left(always, "rations"), always.supply) == (1, 0)
    assert paid[1:] == (Refilled("bree", "rations", "rations", 1, 1, 0),)
    (never,), gone = deplete_provisions(company, EIGHT, "never")
    assert (never.items, never.supply) == ((), 1)
    assert gone[1:] == (UsedUp("bree", "rations", "rations", 1),)
    (ask,), asked = deplete_provisions(company, EIGHT, "ask")
    assert ([i.uses_left for i in ask.items], ask.supply) == ([0], 1)
    assert asked == (Fed("bree", "bree", "rations"),)


def test_hunger_that_kills_leaves_the_rest_to_eat() -> None:
    (bree, wim) = deplete(errant("Bree", phys=1), errant("Wim", item("rations")))
    assert bree.is_dead
    assert (wim.exhaustion, wim.items) == (0, ())


def test_a_meal_by_hand_comes_from_ones_own_pack_and_feeds_nobody_else() -> None:
    company = (errant("Bree", item("rations", 2), starving=EIGHT), errant("Wim", starving=EIGHT))
    after, happened = eat_meals(company, ["bree"], "never")
    assert happened == (Fed("bree", "bree", "rations"), UsedUp("bree", "rations-2", "rations", 1))
    assert rations(after) == [1, 0]
    assert [e.starving for e in after] == [None, EIGHT]


def test_a_meal_by_hand_may_come_from_anothers_pack_or_from_supply() -> None:
    shared = (errant("Bree", item("rations", 2), supply=1), errant("Wim", starving=EIGHT))
    after, happened = eat_meals(shared, ["wim"], "ask")
    assert happened == (Fed("wim", "bree", "rations"),)
    assert after[1].starving is None
    after, happened = eat_meals((errant("Wim", supply=2, starving=EIGHT),), ["wim"], "ask")
    assert happened == (SupplyLost("wim", 1, 1, "want of food"),)
    assert after[0].starving is None


def test_an_animal_eats_feed() -> None:
    after, happened = eat_meals((animal("Tansy", item("feed")), errant("Bree")), ["tansy"], "ask")
    assert happened == (Fed("tansy", "tansy", "feed"),)
    assert after[0].get_item("feed").depletion == 3


def test_a_meal_for_several_begins_with_those_who_have_their_own() -> None:
    company = (errant("Bree"), errant("Una"), errant("Wim", item("rations")))
    after, happened = eat_meals(company, ["bree", "una", "wim"], "never")
    assert happened == (
        Fed("wim", "wim", "rations"),
        UsedUp("wim", "rations", "rations", 1),
        WentWithout("bree"),
        WentWithout("una"),
    )
    assert [e.exhaustion for e in after] == [0, 0, 0]


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (["wim"], "There are no rations for Wim, and no Supply."),
        (["tansy"], "There is no feed for Tansy, and no Supply."),
        (["tansy", "wim"], "There is no feed for Tansy and no rations for Wim, and no Supply."),
        (["una", "wim"], "There are no rations for Una and Wim, and no Supply."),
    ],
)
def test_where_nobody_can_eat_it_is_said_of_what_there_is_none(
    who: list[str], message: str
) -> None:
    with pytest.raises(Impossible) as refused:
        eat_meals((animal("Tansy"), errant("Una"), errant("Wim")), who, "ask")
    assert refused.value.message == message


def test_without_food_or_supply_nobody_eats_and_nobody_starves_for_asking() -> None:
    with pytest.raises(Impossible, match="no rations for Wim"):
        eat_meals((errant("Wim"),), ["wim"], "ask")
