"""Negotiations at the prompt (Core Procedures, Negotiations; readings, Reaction Rolls).

The Company as the sample has it: Ondine has the most pres, 14; Harl Dunn is unfriendly (5), Ysolde
amicable (9), and nobody knows how Old Pike takes to them.
"""

import pytest

from companion.reports.npcs_and_factions import ExchangeReport, NegotiationReport, NpcReport
from tests.commands.people.answers import begin_negotiation_at
from tests.commands.table import Table


def test_patience_is_the_disposition_of_the_last_reaction_roll(table: Table) -> None:
    report = table.read(NegotiationReport, "talk harl")
    assert (report.step, report.disposition, report.band, report.dv_modifier) == (
        "began",
        5,
        "unfriendly",
        4,
    )
    assert (report.patience, report.exchanges, report.exchanges_left) == (5, 0, 5)
    assert (report.ended, report.why_ended, report.reaction) == (False, "", None)


def test_without_a_disposition_a_reaction_roll_is_made(table: Table) -> None:
    report = table.read(NegotiationReport, "talk pike -1 =3,4")
    assert report.reaction is not None
    assert (report.reaction.faces, report.reaction.guides) == ((3, 4), -1)
    assert (report.disposition, report.patience) == (6, 6)


def test_a_bond_is_the_disposition_it_begins_with(table: Table) -> None:
    report = table.read(NegotiationReport, "bond pike corvin 10", "talk pike")
    assert (report.disposition, report.patience, report.reaction) == (10, 10, None)
    faction = table.read(
        NegotiationReport, "faction Wardens reputation 4", "npc Tam faction wardens", "talk tam"
    )
    assert (faction.disposition, faction.patience, faction.reaction) == (4, 4, None)


def test_the_first_exchange_begins_it_where_the_disposition_is_known(table: Table) -> None:
    report = table.read(ExchangeReport, "talk harl giving by corvin strong =5")
    assert (report.began, report.exchanges, report.patience) == (True, 1, 5)
    assert (report.disposition_before, report.disposition_after) == (5, 8)
    assert table.read(ExchangeReport, "talk harl banal").began is False
    table.done("talk harl end")
    assert table.refused("talk harl giving").hint == 'Try: talk "Harl Dunn" again'


def test_a_chance_begins_no_negotiation(table: Table) -> None:
    assert table.done("talk harl giving ?").changes == ()
    assert table.find_npc("harl-dunn").negotiation is None


def test_talk_shows_a_negotiation_that_goes_on(table: Table) -> None:
    table.done("talk harl", "talk harl banal")
    reply = table.done("talk harl")
    assert isinstance(reply.report, NegotiationReport)
    assert (reply.report.step, reply.report.exchanges_left, reply.report.banal) == (
        "stands",
        4,
        "first",
    )
    assert (reply.changes, reply.entry) == ((), None)


def test_from_7_the_8th_exchange_leaves_5_the_9th_3_and_the_10th_2_and_the_end(
    table: Table,
) -> None:
    begin_negotiation_at(table, 7)
    for exchange in range(1, 8):
        report = table.read(ExchangeReport, "talk harl banal")
        assert (report.exchanges, report.exchanges_left, report.cost) == (exchange, 7 - exchange, 0)
    left = []
    for _ in range(3):
        report = table.read(ExchangeReport, "talk harl banal")
        left.append((report.disposition_after, report.cost, report.exchanges_left, report.ended))
    assert left == [(5, 2, 0, False), (3, 2, 0, False), (2, 1, 0, True)]
    assert table.find_npc("harl-dunn").ended == "patience"
    refusal = table.refused("talk harl giving =10")
    assert refusal.message == (
        "The Negotiation with Harl Dunn ended on day 3 13:20: their patience was worn out."
    )
    assert refusal.hint == 'Try: talk "Harl Dunn" again'


def test_past_patience_an_exchange_is_resolved_and_then_costs_2(table: Table) -> None:
    begin_negotiation_at(table, 4, "talk harl patience -4")
    report = table.read(ExchangeReport, "talk harl giving strong =10")
    assert (report.disposition_before, report.disposition_after, report.cost) == (4, 5, 2)
    assert (report.outcome, report.ended) == ("touched", False)


def test_a_disposition_of_2_within_patience_does_not_end_it(table: Table) -> None:
    begin_negotiation_at(table, 4)
    report = table.read(ExchangeReport, "talk harl taking dire =20")
    assert (report.disposition_after, report.ended, report.exchanges_left) == (2, False, 3)
    assert table.read(ExchangeReport, "talk harl banal").ended is False


def test_the_guide_changes_patience_by_hand(table: Table) -> None:
    begin_negotiation_at(table, 7, "talk harl banal")
    report = table.read(NegotiationReport, "talk harl patience -2")
    assert (report.step, report.patience, report.exchanges_left) == ("worn", 5, 4)
    assert table.read(NegotiationReport, "talk harl patience +3").exchanges_left == 7
    assert table.read(NegotiationReport, "talk harl patience -50").exchanges_left == 0
    assert table.read(ExchangeReport, "talk harl banal").cost == 2
    assert table.read(NegotiationReport, "talk harl patience +2").exchanges_left == 2
    assert table.read(ExchangeReport, "talk harl banal").cost == 0, (
        "what is given counts from now on"
    )
    refusal = table.refused("talk harl patience +500")
    assert f"{refusal.message} {refusal.hint}" == (
        "+500 is more than anybody bears. At most 100 exchanges."
    )


def test_the_reason_of_an_end_is_never_read_as_lost_patience(table: Table) -> None:
    table.done("talk harl", "talk harl end patience")
    assert table.find_npc("harl-dunn").ended == "patience."


def test_the_reason_of_an_end_may_be_a_question_mark(table: Table) -> None:
    assert table.done("talk harl", "talk harl end ?").entry is not None
    assert table.find_npc("harl-dunn").ended == "?"


def test_talk_alone_is_refused_without_a_negotiation(table: Table) -> None:
    refusal = table.refused("talk")
    assert f"{refusal.message} {refusal.hint}" == (
        "No Negotiation goes on. Talk to whom? Try: talk ysolde"
    )


def test_talk_alone_lists_the_negotiations(table: Table) -> None:
    report = table.read(NpcReport, "talk harl", "talk ysolde", "talk ysolde end", "talk")
    assert [seen.npc for seen in report.npcs] == ["harl-dunn"]


def test_a_player_is_told_of_an_end_without_its_reason(table: Table) -> None:
    table.done("talk harl", "secret talk harl end he is the killer", "as caller")
    refusal = table.refused("talk harl")
    assert refusal.message == "The Negotiation with Harl Dunn ended on day 3 13:20."


def test_an_ended_negotiation_may_begin_again(table: Table) -> None:
    report = table.read(
        NegotiationReport, "talk harl", "talk harl banal", "talk harl end he walks off"
    )
    assert (report.step, report.ended, report.why_ended) == ("ended", True, "he walks off")
    table.done("+1h")
    for line in ("talk harl", "talk harl banal", "talk harl end", "talk harl patience -1"):
        refusal = table.refused(line)
        assert refusal.message == (
            "The Negotiation with Harl Dunn ended on day 3 13:20: he walks off."
        )
        assert refusal.hint == 'Try: talk "Harl Dunn" again'
    again = table.read(NegotiationReport, "talk harl again")
    assert (again.patience, again.exchanges, again.banal, again.ended) == (5, 0, "not_yet", False)


def test_an_end_without_a_reason_is_a_parting(table: Table) -> None:
    assert table.read(NegotiationReport, "talk harl", "talk harl end").why_ended == "they parted"


def test_several_negotiations_go_on_side_by_side(table: Table) -> None:
    table.done("talk harl", "talk ysolde", "talk pike =3,3", "talk harl banal", "talk pike banal")
    table.done("talk harl taking =20", "talk ysolde taking dire dv 8 =20", "talk pike end")
    harl, ysolde, pike = (table.find_npc(name) for name in ("harl-dunn", "ysolde", "old-pike"))
    assert (harl.disposition, harl.exchanges, harl.patience) == (4, 2, 5)
    assert (ysolde.disposition, ysolde.exchanges, ysolde.patience) == (6, 1, 9)
    assert (pike.disposition, pike.exchanges, pike.ended) == (6, 1, "they parted")
    assert table.read(NegotiationReport, "talk harl").exchanges_left == 3


def test_every_entry_of_a_negotiation_is_secret(table: Table) -> None:
    table.done("talk harl", "talk harl banal", "talk harl giving =20", "talk harl end")
    entries = list(table.desk.archive.read_entries())
    outcomes = [entry.outcome for entry in entries][:4]
    assert outcomes == ["ends", "giving unimpressed ondine", "banal small_talk ondine", "begins"]
    table.done("as caller")
    assert "talk" not in str(table.done("log").report)


NO_KIND = "They are banal, giving, taking, convincing and bribe."


WRONG = [
    ("talk end", "To whom? They come before «end». Try: talk ysolde end"),
    ("talk giving harl", "To whom? They come before «giving». Try: talk ysolde giving"),
    ("talk bree giving", "Bree Tanner is of the Company, and no NPC. Who there is: npc"),
    (
        "talk harl base taking",
        "What do taking exchanges with Harl Dunn begin with? "
        'Try: talk "Harl Dunn" base taking dv 4 dire strong',
    ),
    ("talk nobody", "There is no NPC «nobody». To make them: npc nobody"),
    ("talk nobody giving", "There is no NPC «nobody». To make them: npc nobody"),
    ("talk pike giving", 'Old Pike is in no Negotiation. Try: talk "Old Pike"'),
    ("talk pike end", 'Old Pike is in no Negotiation. Try: talk "Old Pike"'),
    ("talk pike patience -1", 'Old Pike is in no Negotiation. Try: talk "Old Pike"'),
    ("talk harl givng", "«givng» is no kind of exchange. Try: talk harl giving"),
    (
        "talk harl givng by corvin =3",
        ("«givng» is no kind of exchange. Try: talk harl giving by corvin =3"),
    ),
    (
        "talk harl dunn flirt",
        (
            "«flirt» is no kind of exchange. They are banal, giving, taking, convincing and "
            "bribe. Try: talk harl dunn banal"
        ),
    ),
    ("talk harl giving =21", "A d20 has no 21. Its faces are 1 to 20. Try: talk harl giving"),
    (
        "talk harl giving =2,3",
        "There is 1 die to roll, and 2 faces were given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: talk harl giving",
    ),
    ("talk harl banal =7", "No die is rolled for «banal». Leave the face out."),
    ("talk harl bribe +1 =7", "No die is rolled for «bribe». Leave the face out."),
    ("talk harl end =7", "No die is rolled for «end». Leave the face out."),
    (
        "talk harl banal +1",
        'Small talk takes no Check and moves nothing. Try: talk "Harl Dunn" banal by bree',
    ),
    (
        "talk harl bribe",
        "What does the bribe do to disposition? You say it. "
        'Try: talk "Harl Dunn" bribe +1, or -2, or 0 where they do not care',
    ),
    (
        "talk harl bribe 20 shillings",
        "What does the bribe do to disposition? You say it. "
        'Try: talk "Harl Dunn" bribe +1, or -2, or 0 where they do not care',
    ),
    ("talk harl giving by nobody", "There is no Errant «nobody». To see them all: company"),
    (
        "talk harl giving by",
        (
            "Somebody must follow «by». Try: talk harl giving by bree, talk harl giving by "
            "corvin, or talk harl giving by ondine"
        ),
    ),
    ("talk harl giving by tansy", "Old Tansy does not talk. Errants and Retainers do."),
    (
        "talk harl giving flowers",
        (
            "«flowers» has no number. Try: talk harl giving flowers +4, or talk harl giving "
            "flowers -2"
        ),
    ),
    (
        "talk harl giving dv hard",
        (
            "«hard» is no DV. 0 is easy, 4 difficult, 8 almost impossible; at most 20. Try: talk "
            "harl giving dv 4"
        ),
    ),
    ("talk harl patience", 'Patience by how much? Try: talk "Harl Dunn" patience -1'),
    ("talk harl patience 3", 'Patience by how much? Try: talk "Harl Dunn" patience -1'),
    (
        "talk harl base",
        "What begins so: giving, taking or convincing? "
        'Try: talk "Harl Dunn" base giving dv 4 dire strong',
    ),
    (
        "talk harl base banal dv 4",
        "What begins so: giving, taking or convincing? "
        'Try: talk "Harl Dunn" base giving dv 4 dire strong',
    ),
    (
        "talk harl base giving flattery -2",
        "What exchanges begin with is a DV, not circumstances. "
        'Try: talk "Harl Dunn" base giving dv 4',
    ),
    (
        "talk harl =3,4",
        "The Negotiation with Harl Dunn goes on: nothing is rolled anew. "
        'Try: talk "Harl Dunn" giving, or talk "Harl Dunn" again',
    ),
    (
        "talk harl again =3,4",
        "The disposition of Harl Dunn is known: nothing is rolled. "
        'To roll anew: react! "Harl Dunn"',
    ),
    (
        "talk ysolde +1",
        "The disposition of Abbess Ysolde is known: nothing is rolled. To roll anew: react! ysolde",
    ),
    ("talk pike =7,1", "A d6 has no 7. Its faces are 1 to 6. Try: talk pike"),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_a_hint(line: str, answer: str, table: Table) -> None:
    table.done("talk harl", "back tansy")
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


def test_an_errant_who_is_away_or_overloaded_does_not_talk(table: Table) -> None:
    table.done("talk harl", "away corvin")
    assert table.refused("talk harl giving by corvin").message == "Corvin Half-Hand is away."
    table.done("give corvin anvil slots 20", "back corvin")
    assert "can do nothing" in table.refused("talk harl giving by corvin").message
    for errant in ("bree", "corvin", "ondine", "wim"):
        table.done(f"away {errant}")
    assert table.refused("talk harl banal").message == "Nobody of the Company is here to talk."
