"""Nights and meals at the prompt."""

from pathlib import Path

import pytest

from companion.campaign.news_of_changes import LitAtNight, NightAhead, NightBroken
from companion.errant.happenings import Exhausted, Fed, Rested, WentWithout
from companion.reports.turns import (
    EventReport,
    HappeningsReport,
    NightReport,
    SignReport,
    TurnReport,
)
from companion.view.reply import render_reply
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company outside, in a Travel Turn that has only begun."""
    table.done("done", "out", "turn!")
    return table


def night(table: Table, line: str) -> NightReport:
    return table.read(NightReport, line)


def test_the_watch_of_the_first_turn_keeps_it_in_the_second(table: Table) -> None:
    table.done("sleep watch bree wim", "next! sleep =6")
    assert night(table, "watch bree wim").watch == ("bree", "wim")
    table.done("undo")
    assert table.desk.campaign.turns[-1].watch == ("bree", "wim")
    assert night(table, "sleep watch ondine").watch == ("ondine",)
    assert night(table, "watch nobody").watch == ()


def test_the_next_night_begins_with_nobody_on_watch(table: Table) -> None:
    table.done("sleep watch bree wim", "next! sleep =6", "next =6", "next sleep =6")
    assert table.desk.campaign.turns[-1].watch == ()


def test_what_burns_as_they_lie_down_to_sleep_is_said_once_a_night(
    table: Table, tmp_path: Path
) -> None:
    other = Table(tmp_path, seat="timekeeper")
    other.desk.take_in_external_changes()
    lit = LitAtNight((("ondine", "hooded lantern"), ("wim", "torch")))
    assert lit in table.done("sleep").news
    reply = other.desk.take_in_external_changes()
    assert reply is not None
    assert lit in reply.news
    assert not [e for e in table.done("next! sleep =6").news if isinstance(e, LitAtNight)]
    table.done("undo", "turn!")
    assert not [e for e in table.done("sleep").news if isinstance(e, LitAtNight)]
    table.done("next! =6", "snuff wim", "snuff ondine")
    assert not [e for e in table.done("next! sleep =6").news if isinstance(e, LitAtNight)]


def test_a_watch_ends_with_the_night_of_the_others(table: Table) -> None:
    table.done("next! sleep =6", "next! sleep watch ondine =6", "next! sleep =6")
    assert table.desk.campaign.turns[-1].watch == ()
    assert table.get_errant("ondine").exhaustion == 1


@pytest.mark.parametrize("line", ["watch", "watch and", "watch ,", "sleep watch and"])
def test_a_watch_that_names_nobody_takes_nobody_off_it(line: str, table: Table) -> None:
    assert table.refused("sleep watch bree", line).message == "Who keeps watch?"


@pytest.mark.parametrize("line", ["sleep suitable open", "declare sleep suitable open"])
def test_a_camp_is_of_one_kind(line: str, table: Table) -> None:
    refusal = table.refused(line)
    assert "«suitable» or «open»" in refusal.message


@pytest.mark.parametrize("names", ["bree and wim", "bree, wim", "bree,wim", "bree , and wim,"])
def test_names_in_a_row_are_those_and_nobody_else(names: str, table: Table) -> None:
    assert night(table, f"watch {names}").watch == ("bree", "wim")
    assert eaten(table, f"eat {names}") == ["bree", "wim"]


def test_a_night_is_told_with_the_die_that_falls_in_it(table: Table) -> None:
    report = table.read(EventReport, "next! sleep watch bree wim =5")
    assert (report.asleep, report.watch, report.result) == (True, ("bree", "wim"), "encounter_sign")


@pytest.mark.parametrize("typed", ["sleep", "declare sleep"])
def test_a_turn_whose_die_found_the_company_awake_is_not_slept_through(
    typed: str, table: Table
) -> None:
    refusal = table.refused("event =6", typed)
    assert "next sleep" in refusal.hint
    assert night(table, "sleep!").asleep


def test_a_company_that_must_rest_may_sleep(table: Table) -> None:
    table.done("event =2")
    assert night(table, "sleep").asleep


def test_declaring_sleep_says_who_watches(table: Table) -> None:
    assert night(table, "declare sleep watch bree wim").watch == ("bree", "wim")


def test_a_lone_watchers_exhaustion_says_why(table: Table) -> None:
    table.done("sleep watch bree")
    report = table.read(EventReport, "next! sleep watch wim corvin =6")
    assert [e.reason for e in report.before if isinstance(e, Exhausted)] == ["kept watch alone"]


def eaten(table: Table, line: str) -> list[str]:
    report = table.read(HappeningsReport, line)
    return [each.errant for each in report.happened if isinstance(each, Fed)]


def test_who_is_named_eats_once(table: Table) -> None:
    assert eaten(table, "eat bree wim bree") == ["bree", "wim"]


def test_alone_it_feeds_all_who_starve_and_nobody_else(table: Table) -> None:
    assert "Nobody starves" in table.refused("eat").message
    for errant in ("bree", "corvin", "ondine", "tansy"):
        table.done(f"drop {errant} rations all")
    table.done("supply wim -2", "deplete", "give wim rations x2")
    assert table.get_errant("wim").starving is not None
    assert eaten(table, "eat") == ["wim"]
    assert table.get_errant("wim").starving is None


def starving(table: Table, meals: int) -> None:
    """Wim, Ondine and Bree starve; so many rations lie in Corvin's pack."""
    for errant in ("bree", "corvin", "ondine", "tansy"):
        table.done(f"drop {errant} rations all")
    supply = {e.id: e.supply for e in table.desk.campaign.errants if e.supply}
    table.done(*(f"supply {errant} -{amount}" for errant, amount in supply.items()))
    table.done("away corvin", "deplete", "back corvin")
    if meals:
        table.done(f"give corvin rations x{meals}")


def test_short_food_feeds_some_and_names_those_without(table: Table) -> None:
    starving(table, 1)
    report = table.read(HappeningsReport, "eat")
    assert [e for e in report.happened if isinstance(e, Fed | WentWithout)] == [
        Fed("bree", "corvin", "rations"),
        WentWithout("ondine"),
        WentWithout("wim"),
    ]
    hungry = [e.id for e in table.desk.campaign.errants if e.starving is not None]
    assert hungry == ["ondine", "wim"]


def test_only_where_nobody_can_eat_is_a_meal_refused(table: Table) -> None:
    starving(table, 0)
    assert table.refused("eat bree wim").message == (
        "There are no rations for Bree Tanner and Wim the Lesser, and no Supply."
    )


@pytest.mark.parametrize("word", ["eat", "watch", "sleep watch", "next! sleep watch"])
def test_who_is_away_eats_and_watches_elsewhere_and_no_force_helps(word: str, table: Table) -> None:
    table.done("away bree")
    first, *others = word.split()
    forced = " ".join([f"{first.rstrip('!')}!", *others])
    for typed in (word, forced):
        refusal = table.refused(f"{typed} bree")
        assert "is away" in refusal.message
        assert refusal.hint == "Try: back bree."


def test_signs_wait_for_the_guide_alone(table: Table) -> None:
    table.done("event =5", "as caller")
    for line in ("sign", "sign end", "sign end marsh"):
        assert table.refused(line).message == "The signs that wait are for the Guide alone."
    assert table.read(SignReport, "as guide", "sign").signs


def test_what_the_night_will_be_is_said_as_watches_are_set_and_changed(table: Table) -> None:
    def hear(line: str) -> tuple[tuple[str, ...], ...]:
        (night,) = (e for e in table.done(line).news if isinstance(e, NightAhead))
        return night.rested, night.half_rested, night.watching

    others = ("corvin", "ondine", "wim")
    assert hear("sleep") == ((), ("bree", *others), ())
    assert hear("watch bree") == ((), others, ("bree",))
    assert hear("next! sleep") == (others, (), ("bree",))
    assert hear("watch wim") == (("corvin", "ondine"), ("bree",), ("wim",))
    assert not any(isinstance(e, NightAhead) for e in table.done("note an owl").news)
    report = table.read(TurnReport, "turn!")
    assert [e.errant for e in report.happened if isinstance(e, Rested)] == ["corvin", "ondine"]


@pytest.mark.parametrize("line", ["next! march =6", "next! march =2", "next! =1"])
def test_half_a_night_that_is_given_up_is_said_with_whose_it_is(line: str, table: Table) -> None:
    def hear(line: str) -> list[tuple[str, ...]]:
        return [e.sleepers for e in table.done(line).news if isinstance(e, NightBroken)]

    table.done("sleep watch bree", "event =1")
    assert hear(line) == [("corvin", "ondine", "wim")]
    assert not hear("exhaust bree +1")
    table.done("undo x2")
    assert not hear("next! sleep =6")
    assert not hear("next! march =6")  # theirs was whole


def test_whoever_rests_by_day_gives_up_half_a_night_and_says_so(table: Table) -> None:
    table.done("sleep", "event =6")
    lines = ("next! =2", "press-on", "next! =6")
    heard = [any(isinstance(e, NightBroken) for e in table.done(line).news) for line in lines]
    assert heard == [True, False, False]


@pytest.mark.parametrize(("last", "heard"), [("turn!", True), ("sleep", False)])
def test_a_turn_whose_die_never_fell_ends_half_a_night_as_it_is_left(
    last: str, heard: bool, table: Table
) -> None:
    table.done("sleep", "event =6")
    assert not table.done("turn").news
    assert any(isinstance(e, NightBroken) for e in table.done(last).news) == heard


def test_a_watch_set_awake_says_how_it_is_kept_at_night(table: Table) -> None:
    said = render_reply(table.done("watch bree wim"), str, guide=True)
    assert "Awake this Turn. For the night to come: next sleep watch bree wim" in said
    asleep = render_reply(table.done("sleep"), str, guide=True)
    assert not any("night to come" in line for line in asleep)
