"""Negotiations at the prompt (Core Procedures, Negotiations; readings, Reaction Rolls)."""

from pathlib import Path

import pytest

from companion.commands.reports import (
    BaseLine,
    CircumstanceLine,
    ExchangeReport,
    NegotiationReport,
)
from companion.errant.world import Npc
from tests.commands.a_table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it: Ondine has the most pres, 14; Harl Dunn is unfriendly (5),
    Ysolde amicable (9), and nobody knows how Old Pike takes to them."""
    return Table(tmp_path)


def npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def stands(table: Table, *lines: str) -> NegotiationReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, NegotiationReport)
    return report


def said(table: Table, *lines: str) -> ExchangeReport:
    """What the last of these lines is answered: an exchange."""
    report = table.done(*lines).report
    assert isinstance(report, ExchangeReport)
    return report


def at(table: Table, score: int, *lines: str) -> Table:
    """The table with a Negotiation with Harl begun at this disposition, and these lines said."""
    table.done(f"react harl is {score}", "talk harl", *lines)
    return table


def test_it_begins_with_as_many_exchanges_as_the_last_reaction_roll(table: Table) -> None:
    report = stands(table, "talk harl")
    assert (report.step, report.disposition, report.band, report.dv_modifier) == (
        "began",
        5,
        "unfriendly",
        4,
    )
    assert (report.patience, report.exchanges, report.exchanges_left) == (5, 0, 5)
    assert (report.ended, report.why_ended, report.reaction) == (False, "", None)


def test_where_nobody_knows_a_reaction_roll_is_made_now(table: Table) -> None:
    report = stands(table, "talk pike -1 =3,4")
    assert report.reaction is not None
    assert (report.reaction.faces, report.reaction.guides) == ((3, 4), -1)
    assert (report.disposition, report.patience) == (6, 6)


def test_where_there_is_a_bond_it_is_the_disposition(table: Table) -> None:
    report = stands(table, "bond pike corvin 10", "talk pike")
    assert (report.disposition, report.patience, report.reaction) == (10, 10, None)
    faction = stands(table, "faction Wardens reputation 4", "npc Tam faction wardens", "talk tam")
    assert faction.reaction is not None
    assert (faction.disposition, faction.reaction.known_by) == (4, "reputation")


def test_asked_again_how_it_stands_is_told_and_nothing_changes(table: Table) -> None:
    table.done("talk harl", "talk harl banal")
    reply = table.done("talk harl")
    assert isinstance(reply.report, NegotiationReport)
    assert (reply.report.step, reply.report.exchanges_left, reply.report.banal) == (
        "stands",
        4,
        "first",
    )
    assert (reply.changes, reply.entry) == ((), None)


# failures of Ondine's pres 14 with a 20, successes with a 10; (change, how it is taken)
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
    report = said(at(table, 7), f"talk harl {typed}")
    assert report.outcome == outcome
    assert (report.disposition_before, report.disposition_after) == (7, 7 + change)
    assert (report.success, report.cost) == ("=10" in typed, 0)
    assert npc(table, "harl-dunn").disposition == 7 + change


def house_rules(table: Table, rules: str) -> None:
    """The campaign with these house rules, written by hand at its end."""
    file = table.desk.archive.folder / "campaign.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{rules}", encoding="utf-8")


def test_a_guide_may_have_another_table_of_outcomes(table: Table) -> None:
    house_rules(
        table, '[rules.negotiation.giving]\nstrong = [2, "pleased"]\ndire = [-2, "upset"]\n'
    )
    report = said(at(table, 7), "talk harl giving strong =10")
    assert (report.outcome, report.disposition_after) == ("pleased", 9)
    report = said(table, "talk harl giving dv 4 dire =20")
    assert (report.outcome, report.disposition_after) == ("upset", 7)
    assert said(table, "talk harl giving =10").disposition_after == 8, "other cells stay"


def test_a_guide_may_have_other_bands_in_which_disposition_moves(table: Table) -> None:
    house_rules(table, "[rules.reaction]\namicable_from = 8\namicable_dv = -4\n")
    report = said(at(table, 7), "talk harl giving =10")
    assert (report.band_before, report.band, report.dv_modifier) == ("unsure", "amicable", -4)
    assert said(table, "talk harl taking dv 4 =10").dv == 0


def test_the_check_is_of_pres_by_whoever_has_the_most_or_is_named(table: Table) -> None:
    report = said(at(table, 7), "talk harl giving =10")
    assert (report.errant, report.target, report.dv, report.faces) == ("ondine", 14, 0, (10,))
    report = said(table, "talk harl dunn giving by corvin half-hand =10")
    assert (report.errant, report.target, report.success) == ("corvin", 8, False)
    assert said(table, "away ondine", "talk harl banal").errant == "wim"


def test_disposition_is_in_the_dv_and_moves_with_it(table: Table) -> None:
    report = said(at(table, 5), "talk harl giving =5")
    assert (report.dv, report.success) == (4, True)
    assert report.circumstances == (CircumstanceLine("disposition", 4),)
    assert (report.band_before, report.band, report.dv_modifier) == ("unfriendly", "unsure", 0)
    after = said(table, "talk harl giving flattery -2 dv 4 =3")
    assert (after.dv, after.circumstances) == (2, (CircumstanceLine("flattery", -2),))


def test_a_dv_below_0_succeeds_without_a_roll(table: Table) -> None:
    report = said(table, "talk ysolde", "talk ysolde giving")
    assert (report.dv, report.faces, report.success, report.outcome) == (-2, (), True, "pleased")
    refusal = table.refused("talk ysolde giving =7")
    assert refusal.message == "A DV below 0 succeeds without a roll."


def test_to_the_vain_princess_compliments_begin_at_dv_4_dire_and_strong(table: Table) -> None:
    table.done('npc "Princess Oriel"', "react oriel is 7", "talk oriel")
    report = stands(table, "talk oriel base giving dv 4 dire strong")
    assert (report.step, report.bases) == ("set", (BaseLine("giving", 4, "dire", "strong"),))
    touched = said(table, "talk oriel giving =5")
    assert (touched.dv, touched.position, touched.impact) == (4, "dire", "strong")
    assert (touched.outcome, touched.disposition_after, touched.band) == ("touched", 10, "amicable")
    cold = said(table, "talk oriel giving =20")
    assert (cold.dv, cold.outcome) == (2, "unimpressed")
    other = said(table, "talk oriel taking dv 4 =20")
    assert (other.position, other.outcome) == ("risky", "refuses")
    once = said(table, "talk oriel giving dv 8 shaky fair =7")
    assert (once.dv, once.position, once.impact) == (6, "shaky", "fair")
    assert npc(table, "princess-oriel").giving_dv == 4, "once is not for ever"


def test_what_exchanges_begin_with_can_be_said_before_there_is_a_negotiation(table: Table) -> None:
    report = stands(table, "talk harl base taking dv 2")
    assert (report.patience, report.disposition) == (None, 5)
    more = stands(table, "talk harl base taking dire", "talk harl")
    assert more.bases == (BaseLine("taking", 2, "dire", "fair"),)


def test_from_7_the_8th_exchange_leaves_5_the_9th_3_and_the_10th_2_and_the_end(
    table: Table,
) -> None:
    at(table, 7)
    for exchange in range(1, 8):
        report = said(table, "talk harl banal")
        assert (report.exchanges, report.exchanges_left, report.cost) == (exchange, 7 - exchange, 0)
    left = []
    for _ in range(3):
        report = said(table, "talk harl banal")
        left.append((report.disposition_after, report.cost, report.exchanges_left, report.ended))
    assert left == [(5, 2, 0, False), (3, 2, 0, False), (2, 1, 0, True)]
    assert report.why_ended == "patience"
    refusal = table.refused("talk harl giving =10")
    assert refusal.message == (
        "The Negotiation with Harl Dunn ended on day 3 13:20: their patience was worn out."
    )
    assert refusal.hint == "Try: talk harl-dunn again"


def test_past_patience_an_exchange_is_resolved_first_and_costs_2_then(table: Table) -> None:
    at(table, 4, "talk harl patience -4")
    report = said(table, "talk harl giving strong =10")
    assert (report.disposition_before, report.disposition_after, report.cost) == (4, 5, 2)
    assert (report.outcome, report.ended) == ("touched", False)


def test_a_disposition_of_2_within_patience_ends_nothing(table: Table) -> None:
    at(table, 4)
    report = said(table, "talk harl taking dire =20")
    assert (report.disposition_after, report.ended, report.exchanges_left) == (2, False, 3)
    assert said(table, "talk harl banal").ended is False


def test_it_is_remembered_when_there_was_small_talk(table: Table) -> None:
    assert said(table, "talk harl", "talk harl banal").banal == "first"
    assert said(table, "talk harl taking =10").banal == "first"
    assert said(table, "talk ysolde", "talk ysolde giving").banal == "not_yet"
    assert said(table, "talk ysolde banal").banal == "later"


@pytest.mark.parametrize(
    ("change", "outcome"), [("+2", "swayed"), ("+0", "unmoved"), ("-3", "affronted")]
)
def test_a_bribe_does_what_the_guide_says_and_takes_no_check(
    change: str, outcome: str, table: Table
) -> None:
    report = said(at(table, 6), f"talk harl bribe {change} by bree")
    assert (report.outcome, report.disposition_after) == (outcome, 6 + int(change))
    assert (report.errant, report.faces, report.success, report.dv) == ("bree", (), None, None)
    assert (report.position, report.impact, report.exchanges_left) == (None, None, 5)


def test_patience_is_worn_down_or_given_by_hand(table: Table) -> None:
    at(table, 7, "talk harl banal")
    report = stands(table, "talk harl patience -2")
    assert (report.step, report.patience, report.exchanges_left) == ("worn", 5, 4)
    assert stands(table, "talk harl patience +3").exchanges_left == 7
    assert stands(table, "talk harl patience -50").patience == 0
    assert said(table, "talk harl banal").cost == 2
    assert table.refused("talk harl patience +500").hint == "At most 100."


def test_the_guide_ends_it_and_says_why_and_it_may_begin_again(table: Table) -> None:
    report = stands(table, "talk harl", "talk harl banal", "talk harl end he walks off")
    assert (report.step, report.ended, report.why_ended) == ("ended", True, "he walks off")
    table.done("+1h")
    for line in ("talk harl", "talk harl banal", "talk harl end", "talk harl patience -1"):
        refusal = table.refused(line)
        assert refusal.message == (
            "The Negotiation with Harl Dunn ended on day 3 13:20: he walks off."
        )
        assert refusal.hint == "Try: talk harl-dunn again"
    again = stands(table, "talk harl again")
    assert (again.patience, again.exchanges, again.banal, again.ended) == (5, 0, "not_yet", False)


def test_without_a_reason_they_parted(table: Table) -> None:
    assert stands(table, "talk harl", "talk harl end").why_ended == "they parted"


def test_several_negotiations_go_on_in_one_evening_each_by_itself(table: Table) -> None:
    table.done("talk harl", "talk ysolde", "talk pike =3,3", "talk harl banal", "talk pike banal")
    table.done("talk harl taking =20", "talk ysolde taking dire dv 8 =20", "talk pike end")
    harl, ysolde, pike = (npc(table, name) for name in ("harl-dunn", "ysolde", "old-pike"))
    assert (harl.disposition, harl.exchanges, harl.patience) == (4, 2, 5)
    assert (ysolde.disposition, ysolde.exchanges, ysolde.patience) == (6, 1, 9)
    assert (pike.disposition, pike.exchanges, pike.ended) == (6, 1, "they parted")
    assert stands(table, "talk harl").exchanges_left == 3


def test_an_exchange_is_taken_back_whole(table: Table) -> None:
    at(table, 7, "talk harl banal")
    before = npc(table, "harl-dunn")
    said(table, "talk harl taking dire =20")
    table.done("undo")
    assert npc(table, "harl-dunn") == before
    table.done("redo")
    assert npc(table, "harl-dunn").disposition == 4


def test_every_word_of_it_is_the_guides_in_the_journal(table: Table) -> None:
    table.done("talk harl", "talk harl banal", "talk harl giving =20", "talk harl end")
    entries = list(table.desk.archive.entries())
    outcomes = [entry.outcome for entry in entries][:4]
    assert outcomes == ["ends", "giving unimpressed ondine", "banal small_talk ondine", "begins"]
    table.done("as caller")
    assert "talk" not in str(table.done("log").report)


NO_KIND = "They are banal, giving, taking, convincing and bribe."
WRONG = [
    ("talk", "Talk to whom? Try: talk ysolde"),
    ("talk nobody", "There is no NPC «nobody». To make them: npc nobody"),
    ("talk nobody giving", "There is no NPC «nobody». To make them: npc nobody"),
    ("talk pike giving", "Old Pike is in no Negotiation. Try: talk old-pike"),
    ("talk pike end", "Old Pike is in no Negotiation. Try: talk old-pike"),
    ("talk pike patience -1", "Old Pike is in no Negotiation. Try: talk old-pike"),
    ("talk harl givng", f"«givng» is no kind of exchange. Did you mean giving? {NO_KIND}"),
    (
        "talk harl givng by corvin =3",
        f"«givng» is no kind of exchange. Did you mean giving? {NO_KIND}",
    ),
    ("talk harl dunn flirt", f"«flirt» is no kind of exchange. {NO_KIND}"),
    ("talk harl giving =21", "A d20 has no 21. Its faces are 1 to 20."),
    (
        "talk harl giving =2,3",
        "There is 1 die to roll, and 2 faces were given. "
        "Give one face for each die, in the order they are rolled.",
    ),
    ("talk harl banal =7", "No die is rolled for «banal». Leave the face out."),
    ("talk harl bribe +1 =7", "No die is rolled for «bribe». Leave the face out."),
    ("talk harl end =7", "No die is rolled for «end». Leave the face out."),
    (
        "talk harl banal +1",
        "Small talk takes no Check and moves nothing. Try: talk harl-dunn banal by bree",
    ),
    (
        "talk harl bribe",
        "What do they make of the bribe? Try: talk harl-dunn bribe +1, or -2, or +0",
    ),
    (
        "talk harl bribe 20 shillings",
        "What do they make of the bribe? Try: talk harl-dunn bribe +1, or -2, or +0",
    ),
    ("talk harl giving by nobody", "There is no Errant «nobody»."),
    ("talk harl giving by", "Somebody must follow «by»."),
    ("talk harl giving by tansy", "Old Tansy does not talk. Errants and Retainers do."),
    (
        "talk harl giving flowers",
        "«flowers» has no number. Say what it adds to the DV: flowers +4, or -2",
    ),
    ("talk harl giving dv hard", "«hard» is no DV. Type a whole number."),
    ("talk harl patience", "Patience by how much? Try: talk harl-dunn patience -1"),
    ("talk harl patience 3", "Patience by how much? Try: talk harl-dunn patience -1"),
    (
        "talk harl base",
        "What begins so: giving, taking or convincing? "
        "Try: talk harl-dunn base giving dv 4 dire strong",
    ),
    (
        "talk harl base banal dv 4",
        "What begins so: giving, taking or convincing? "
        "Try: talk harl-dunn base giving dv 4 dire strong",
    ),
    (
        "talk harl base giving flattery -2",
        "What exchanges begin with is a DV, not circumstances. "
        "Try: talk harl-dunn base giving dv 4",
    ),
    (
        "talk harl =3,4",
        "The Negotiation with Harl Dunn goes on: nothing is rolled anew. "
        "Try: talk harl-dunn giving, or talk harl-dunn again",
    ),
    (
        "talk harl again =3,4",
        "Harl Dunn's disposition is known: nothing is rolled. To roll anew: react harl-dunn",
    ),
    (
        "talk ysolde +1",
        "Abbess Ysolde's disposition is known: nothing is rolled. To roll anew: react ysolde",
    ),
    ("talk pike =7,1", "A d6 has no 7. Its faces are 1 to 6."),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_what_is_wrong_is_said_in_one_sentence_with_what_would_do(
    line: str, answer: str, table: Table
) -> None:
    table.done("talk harl", "back tansy")
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


def test_who_is_away_or_can_do_nothing_does_not_talk(table: Table) -> None:
    table.done("talk harl", "away corvin")
    assert table.refused("talk harl giving by corvin").message == "Corvin Half-Hand is away."
    table.done("give corvin anvil slots 20", "back corvin")
    assert "can do nothing" in table.refused("talk harl giving by corvin").message
    for errant in ("bree", "corvin", "ondine", "wim"):
        table.done(f"away {errant}")
    assert table.refused("talk harl banal").message == "Nobody of the Company is here to talk."
