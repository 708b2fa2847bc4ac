"""Exchanges of a Negotiation at the prompt: who speaks, the Check, and what comes of it.

The Company as the sample has it: Ondine has the most pres, 14; Harl Dunn is unfriendly (5), Ysolde
amicable (9), and nobody knows how Old Pike takes to them.
"""

import pytest

from companion.errant.checks_and_saves import Circumstance
from companion.reports.checks_and_saves import SecretCheckReport
from companion.reports.npcs_and_factions import ExchangeReport, NegotiationReport, StakesLine
from tests.commands.people.answers import begin_negotiation_at
from tests.commands.table import Table

OUTCOMES = [
    ("giving dire =20", 0, "unimpressed"),
    ("giving =20", 0, "unimpressed"),
    ("giving shaky =20", 0, "unimpressed"),
    ("giving weak =10", 0, "unimpressed"),
    ("giving =10", 1, "pleased"),
    ("giving strong =10", 3, "touched"),
    ("taking dire =20", -3, "upset"),
    ("taking =20", -1, "refuses"),
    ("taking shaky =20", 0, "compromise"),
    ("taking weak =10", 0, "compromise"),
    ("taking =10", 0, "agrees"),
    ("taking strong =10", 0, "offers_more"),
    ("convincing dire =20", -3, "offended"),
    ("convincing =20", -1, "insulted"),
    ("convincing shaky =20", 0, "unconvinced"),
    ("convincing weak =10", 0, "unconvinced"),
    ("convincing =10", 0, "wants_proof"),
    ("convincing strong =10", 0, "accepts"),
]


SOFT = {"taking =20": (0, "compromise"), "convincing =20": (0, "unconvinced")}


@pytest.mark.parametrize("soft_failure", ["shaky", "risky"])
@pytest.mark.parametrize(("typed", "change", "outcome"), OUTCOMES)
def test_the_outcome_of_an_exchange_in_both_settings(
    typed: str, change: int, outcome: str, soft_failure: str, table: Table
) -> None:
    house_rules(table, f'[rules.negotiation]\nsoft_failure = "{soft_failure}"\n')
    if soft_failure == "risky":
        change, outcome = SOFT.get(typed, (change, outcome))
    report = begin_negotiation_at(table, 7).read(ExchangeReport, f"talk harl {typed}")
    assert report.outcome == outcome
    assert (report.disposition_before, report.disposition_after) == (7, 7 + change)
    assert (report.success, report.cost) == ("=10" in typed, 0)
    assert table.find_npc("harl-dunn").disposition == 7 + change


def house_rules(table: Table, rules: str) -> None:
    """The campaign with these house rules, written by hand at its end."""
    file = table.desk.archive.folder / "campaign.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{rules}", encoding="utf-8")


def test_a_guide_may_have_another_table_of_outcomes(table: Table) -> None:
    house_rules(
        table, '[rules.negotiation.giving]\nstrong = [2, "pleased"]\ndire = [-2, "upset"]\n'
    )
    report = begin_negotiation_at(table, 7).read(ExchangeReport, "talk harl giving strong =10")
    assert (report.outcome, report.disposition_after) == ("pleased", 9)
    report = table.read(ExchangeReport, "talk harl giving dv 4 dire =20")
    assert (report.outcome, report.disposition_after) == ("upset", 7)
    assert table.read(ExchangeReport, "talk harl giving =10").disposition_after == 8, (
        "other cells stay"
    )


def test_a_guide_may_have_other_bands_in_which_disposition_moves(table: Table) -> None:
    house_rules(table, "[rules.reaction]\namicable_from = 8\namicable_dv = -4\n")
    report = begin_negotiation_at(table, 7).read(ExchangeReport, "talk harl giving =10")
    assert (report.band_before, report.band, report.dv_modifier) == ("unsure", "amicable", -4)
    assert table.read(ExchangeReport, "talk harl taking dv 4 =10").dv == 0


def test_the_check_is_of_pres_by_whoever_has_the_most_or_is_named(table: Table) -> None:
    report = begin_negotiation_at(table, 7).read(ExchangeReport, "talk harl giving =10")
    assert (report.errant, report.target, report.dv, report.faces) == ("ondine", 14, 0, (10,))
    report = table.read(ExchangeReport, "talk harl dunn giving by corvin half-hand =10")
    assert (report.errant, report.target, report.success) == ("corvin", 8, False)
    assert table.read(ExchangeReport, "away ondine", "talk harl banal").errant == "wim"


def test_the_dv_follows_the_disposition(table: Table) -> None:
    report = begin_negotiation_at(table, 5).read(ExchangeReport, "talk harl giving =5")
    assert (report.dv, report.success) == (4, True)
    assert report.circumstances == (Circumstance("disposition", 4),)
    assert (report.band_before, report.band, report.dv_modifier) == ("unfriendly", "unsure", 0)
    after = table.read(ExchangeReport, "talk harl giving flattery -2 dv 4 =3")
    assert (after.dv, after.circumstances) == (2, (Circumstance("flattery", -2),))


def test_a_dv_below_0_succeeds_without_a_roll(table: Table) -> None:
    report = table.read(ExchangeReport, "talk ysolde", "talk ysolde giving")
    assert (report.dv, report.faces, report.success, report.outcome) == (-2, (), True, "pleased")
    let_lie = table.read(ExchangeReport, "talk ysolde giving =7")
    assert (let_lie.faces, let_lie.success) == ((), True)


def test_to_the_vain_princess_compliments_begin_at_dv_4_dire_and_strong(table: Table) -> None:
    table.done('npc "Princess Oriel"', "react oriel is 7", "talk oriel")
    report = table.read(NegotiationReport, "talk oriel base giving dv 4 dire strong")
    assert (report.step, report.bases) == ("set", (StakesLine("giving", 4, "dire", "strong"),))
    touched = table.read(ExchangeReport, "talk oriel giving =5")
    assert (touched.dv, touched.position, touched.impact) == (4, "dire", "strong")
    assert (touched.outcome, touched.disposition_after, touched.band) == ("touched", 10, "amicable")
    cold = table.read(ExchangeReport, "talk oriel giving =20")
    assert (cold.dv, cold.outcome) == (2, "unimpressed")
    other = table.read(ExchangeReport, "talk oriel taking dv 4 =20")
    assert (other.position, other.outcome) == ("risky", "refuses")
    once = table.read(ExchangeReport, "talk oriel giving dv 8 shaky fair =7")
    assert (once.dv, once.position, once.impact) == (6, "shaky", "fair")
    assert table.find_npc("princess-oriel").giving_dv == 4, "once is not for ever"
    assert table.read(NegotiationReport, "talk oriel base giving none").bases == ()


def test_stakes_can_be_set_before_a_negotiation(table: Table) -> None:
    report = table.read(NegotiationReport, "talk harl base taking dv 2")
    assert (report.patience, report.disposition) == (None, 5)
    more = table.read(NegotiationReport, "talk harl base taking dire", "talk harl")
    assert more.bases == (StakesLine("taking", 2, "dire", "fair"),)


def test_the_time_of_small_talk_is_remembered(table: Table) -> None:
    assert table.read(ExchangeReport, "talk harl", "talk harl banal").banal == "first"
    assert table.read(ExchangeReport, "talk harl taking =10").banal == "first"
    assert table.read(ExchangeReport, "talk ysolde", "talk ysolde giving").banal == "not_yet"
    assert table.read(ExchangeReport, "talk ysolde banal").banal == "later"


@pytest.mark.parametrize(
    ("change", "outcome"), [("+2", "swayed"), ("+0", "unmoved"), ("-3", "affronted")]
)
def test_a_bribe_changes_disposition_without_a_check(
    change: str, outcome: str, table: Table
) -> None:
    report = begin_negotiation_at(table, 6).read(
        ExchangeReport, f"talk harl bribe {change} by bree"
    )
    assert (report.outcome, report.disposition_after) == (outcome, 6 + int(change))
    assert (report.errant, report.faces, report.success, report.dv) == ("bree", (), None, None)
    assert (report.position, report.impact, report.exchanges_left) == (None, None, 5)


def test_a_question_mark_shows_the_chance_alone(table: Table) -> None:
    reply = table.done("talk harl", "talk harl giving rope -2 by bree ?")
    assert isinstance(reply.report, SecretCheckReport)
    assert (reply.report.errant, reply.report.dv, reply.entry) == ("bree", 2, None)
    assert table.find_npc("harl-dunn").exchanges == 0
    assert table.refused("talk harl banal ?").message == "There is no Check in «banal»."
    assert table.refused("talk harl giving ? =9").kind == "malformed"


def test_an_overloaded_errant_speaks_only_by_force(table: Table) -> None:
    table.done("give ondine anvil slots 20", "talk harl")
    assert table.read(ExchangeReport, "talk harl banal").errant == "wim"
    assert "they can do nothing" in table.refused("talk harl banal by ondine").message


def test_an_errant_may_be_named_without_by(table: Table) -> None:
    assert table.read(ExchangeReport, "talk harl", "talk harl giving corvin =3").errant == "corvin"
    bree = table.read(ExchangeReport, "talk harl giving bree +4 =3")
    assert bree.circumstances[-1] == Circumstance("bree", 4), "what has a number is no speaker"


def test_undo_takes_back_a_whole_exchange(table: Table) -> None:
    begin_negotiation_at(table, 7, "talk harl banal")
    before = table.find_npc("harl-dunn")
    table.read(ExchangeReport, "talk harl taking dire =20")
    table.done("undo")
    assert table.find_npc("harl-dunn") == before
    table.done("redo")
    assert table.find_npc("harl-dunn").disposition == 4
