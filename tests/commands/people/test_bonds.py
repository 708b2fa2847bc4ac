"""Bonds and courting at the prompt (Downtime Turns, Bonds; Reputation)."""

import pytest

from companion.reports.npcs_and_factions import BondReport, CourtReport, NpcReport
from tests.commands.table import Table


@pytest.fixture
def table(table: Table) -> Table:
    """The Company as the sample has it, and one Faction."""
    table.done('faction "The Eel Wardens"')
    return table


def test_a_bond_of_11_or_12_with_one_of_a_faction_may_raise_reputation_with_it(
    table: Table,
) -> None:
    table.done("npc pike faction eel")
    told = [table.read(BondReport, f"bond pike corvin {score}") for score in (10, 11, 12, 11)]
    assert [(each.faction, each.pull) for each in told] == [
        ("", 0),
        ("the-eel-wardens", 1),
        ("the-eel-wardens", 1),
        ("", 0),
    ]
    assert table.read(BondReport, "bond pike bree 12").pull == 2
    assert table.read(BondReport, "bond ysolde bree 12").pull == 0, "she is of no Faction"


SCORES = [
    (2, "bitter foes", None, None),
    (5, "enemies", None, None),
    (8, "strangers", None, None),
    (9, "acquaintances", "courtesies", None),
    (10, "associates", "courtesies", "minor"),
    (11, "friends", "minor", "major"),
    (12, "confidantes", "major", "sacrifice"),
]


@pytest.mark.parametrize(("score", "called", "free", "at_a_cost"), SCORES)
def test_a_bond_is_shown_with_its_name_and_favours(
    score: int, called: str, free: str | None, at_a_cost: str | None, table: Table
) -> None:
    report = table.read(BondReport, f"bond ysolde corvin {score}")
    assert (report.npc, report.errant, report.bond, report.called) == (
        "ysolde",
        "corvin",
        score,
        called,
    )
    assert (report.free, report.at_a_cost) == (free, at_a_cost)
    assert table.find_npc("ysolde").bonds == {"corvin": score}


def test_a_bond_moves_from_its_score_or_the_disposition(table: Table) -> None:
    assert table.read(BondReport, "bond pike corvin +1").bond == 8
    assert table.read(BondReport, "bond ysolde corvin +1").bond == 10, "from her disposition"
    assert table.read(BondReport, "bond ysolde corvin 8").bond == 8
    assert table.read(BondReport, "bond ysolde corvin +3").bond == 11
    assert table.read(BondReport, "bond ysolde corvin +3").bond == 12
    assert table.read(BondReport, "bond ysolde corvin -12").bond == 2
    reply = table.done("bond Abbess Ysolde Corvin Half-Hand")
    assert isinstance(reply.report, BondReport)
    assert (reply.report.bond, reply.changes) == (2, ())
    assert table.read(BondReport, "bond ysolde corvin off").bond is None
    assert table.find_npc("ysolde").bonds == {}


def test_bond_without_an_errant_shows_the_npc(table: Table) -> None:
    report = table.read(NpcReport, "bond ysolde corvin 9", "bond ysolde")
    assert [(each.errant, each.bond) for each in report.known[0].bonds] == [("corvin", 9)]


def test_a_bond_with_a_present_errant_is_the_disposition(table: Table) -> None:
    table.read(BondReport, "bond pike corvin 10")
    assert table.find_npc("old-pike").disposition == 10
    table.read(BondReport, "bond pike bree 12")
    assert table.find_npc("old-pike").disposition == 12
    table.read(BondReport, "away corvin", "bond pike bree 4")
    assert table.find_npc("old-pike").disposition == 4
    table.read(BondReport, "bond pike corvin 3")
    assert table.find_npc("old-pike").disposition == 4, "Corvin is away"


def test_a_bond_leaves_an_ongoing_negotiation_alone(table: Table) -> None:
    table.read(BondReport, "talk harl", "bond harl corvin 10")
    assert table.find_npc("harl-dunn").disposition == 5
    table.read(BondReport, "talk harl end", "bond harl corvin 11")
    assert table.find_npc("harl-dunn").disposition == 11


COURTED = [
    # faces, the Guide's modifier, up or down: what comes of it, and of a 7
    ("5,5", "", "up", "changes", 8),
    ("5,5", "", "down", "changes", 6),
    ("4,5", "+1", "up", "changes", 8),
    ("4,5", "", "up", "task", 7),
    ("3,4", "", "down", "task", 7),
    ("3,4", "-1", "up", "unchanged", 7),
    ("1,1", "", "down", "unchanged", 7),
]


DOWNTIME = ("done", "out", "out!", "zoom! downtime at reedmarket")


@pytest.mark.parametrize(("faces", "modifier", "way", "result", "after"), COURTED)
def test_courting_moves_a_bond_asks_a_task_or_does_nothing(
    faces: str, modifier: str, way: str, result: str, after: int, table: Table
) -> None:
    table.done(*DOWNTIME, "bond ysolde corvin 7")
    report = table.read(CourtReport, f"court ysolde by corvin half-hand {way} {modifier} ={faces}")
    assert (report.npc, report.errant, report.result) == ("ysolde", "corvin", result)
    assert (report.before, report.after, report.entered) == (7, after, True)
    assert report.step == (1 if way == "up" else -1)
    assert table.find_npc("ysolde").bonds == {"corvin": after}


@pytest.mark.parametrize(("faces", "modifier", "way", "result", "after"), COURTED)
def test_courting_moves_a_reputation_likewise(
    faces: str, modifier: str, way: str, result: str, after: int, table: Table
) -> None:
    table.done(*DOWNTIME, "npc pike faction wardens")
    report = table.read(CourtReport, f"court eel wardens by bree {way} {modifier} ={faces}")
    assert (report.npc, report.faction, report.errant) == ("", "the-eel-wardens", "bree")
    assert (report.result, report.before, report.after) == (result, 7, after)
    (wardens,) = table.desk.campaign.world.factions
    assert wardens.reputation == (after if result == "changes" else None)
    assert table.find_npc("old-pike").disposition == wardens.reputation


def test_courting_moves_the_present_score(table: Table) -> None:
    table.done(*DOWNTIME, "react harl is 3")
    report = table.read(CourtReport, "court harl bree down =6,6")
    assert (report.before, report.after) == (3, 2)
    assert table.read(CourtReport, "court pike by bree up =6,6").before == 7


def test_an_openly_courted_npc_is_met(table: Table) -> None:
    table.done(*DOWNTIME, "secret court pike by bree up =6,6")
    assert not table.find_npc("old-pike").met
    table.done("court pike by bree up =1,1")
    assert table.find_npc("old-pike").met


def test_a_disposition_won_by_talk_stays_when_other_bonds_change(table: Table) -> None:
    table.done("faction wardens reputation 6", "npc pike faction wardens", "react pike is 11")
    table.done("away corvin", "bond pike corvin 12")
    assert table.find_npc("old-pike").disposition == 11, "Corvin is away"
    table.done(
        "bond harl bree 3", "react harl is 9", "faction Nobodies", "npc harl faction nobodies"
    )
    assert table.find_npc("harl-dunn").disposition == 9, "nobody has a reputation with them"
    table.done("faction nobodies reputation 11")
    assert table.find_npc("harl-dunn").disposition == 9, "a bond goes before it"


def test_a_bond_begins_at_the_reputation_with_their_faction(table: Table) -> None:
    table.done(*DOWNTIME, "faction wardens reputation 9", "npc pike faction wardens")
    table.done("npc pike disposition none")
    assert table.read(CourtReport, "court pike by bree up =6,6").before == 9
    table.done("npc pike disposition none", "bond pike bree off")
    assert table.read(BondReport, "bond pike bree +1").bond == 10


def test_a_bond_during_a_negotiation_warns_when_it_counts(table: Table) -> None:
    (later,) = table.done("talk harl", "bond harl bree 12").warnings
    assert later == 'A Negotiation goes on: it counts from the next react "Harl Dunn".'
    table.done("talk harl end", "react harl")
    assert table.find_npc("harl-dunn").disposition == 12


def test_courting_is_an_action_of_a_downtime_turn(table: Table) -> None:
    assert table.refused("court ysolde by corvin up").message == (
        "Courting is an action of a Downtime Turn."
    )
    assert table.read(CourtReport, "court! ysolde by corvin up =1,1").result == "unchanged"
    assert (
        table.read(CourtReport, *DOWNTIME, "court ysolde by corvin up =1,1").result == "unchanged"
    )


def test_bonds_and_reputations_stay_within_2_and_12(table: Table) -> None:
    table.done(*DOWNTIME, "bond ysolde corvin 12", "faction wardens reputation 2")
    assert table.read(CourtReport, "court ysolde by corvin up =6,6").after == 12
    assert table.read(CourtReport, "court wardens down =6,6").after == 2


def test_a_courting_roll_is_secret_in_the_journal(table: Table) -> None:
    table.done(*DOWNTIME, "court ysolde by corvin up =1,1", "court ysolde by corvin up =6,6")
    entries = list(table.desk.archive.read_entries())[:2]
    assert [(entry.outcome, entry.secret) for entry in entries] == [
        ("12 changes", True),
        ("2 unchanged", True),
    ]


WRONG = [
    ("faction reputation 6", 'Who? Try: faction "The Eel Wardens" reputation 6'),
    ("faction wardens reputation 13", "13 is no reputation. It is a whole number from 2 to 12."),
    (
        "faction wardens reputation good",
        "«good» is no reputation. It is a whole number from 2 to 12.",
    ),
    (
        "faction wardens alignment X",
        (
            "«X» is no Alignment. It is L3, L2, L1, N, C1, C2 or C3. Try: faction wardens "
            "alignment L1"
        ),
    ),
    ("faction remove", 'Which Faction is gone? Try: faction remove "The Eel Wardens"'),
    ("faction remove nobody", "There is no Faction «nobody». To see them all: faction"),
    (
        "faction wardens met perhaps",
        (
            "«perhaps» says nothing of «met». Try: faction wardens met yes, or faction wardens "
            "met no"
        ),
    ),
    (
        "faction wardens note",
        "«note» of wardens needs a value, or none to take it back. "
        "Try: faction wardens note they owe us",
    ),
    ("bond", "Which NPC? Try: bond ysolde bree 9"),
    ("bond ysolde corvin 9 10", "«10» does not fit in that line. Try: bond ysolde corvin 9"),
    ("bond ysolde corvin 13", "13 is no bond. It is a whole number from 2 to 12."),
    ("bond ysolde corvin good", "«good» is no bond. It is a whole number from 2 to 12."),
    ("bond nobody corvin 9", "There is no NPC «nobody». To make them: npc nobody"),
    ("bond ysolde nobody 9", "There is no Errant «nobody». To see them all: company"),
    ("bond ysolde tansy 9", "Old Tansy has no bonds. Errants and Retainers do."),
    ("court", "Court whom? Try: court ysolde bree up"),
    ("court ysolde by corvin", "Which way: up or down? Try: court ysolde by corvin up"),
    ("court ysolde up", "Whose bond is to move? Try: court ysolde by bree up"),
    ("court nobody up", ("There is no NPC and no Faction «nobody». Who there is: npc, or faction")),
    (
        "court! ysolde by corvin up =5",
        "There are 2 dice to roll, and 1 face was given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: court! ysolde by corvin up",
    ),
    ("court ysolde by tansy up", "Old Tansy has no bonds. Errants and Retainers do."),
    (
        "court ysolde by corvin up",
        "Courting is an action of a Downtime Turn. Leave the open Turns (out), then zoom downtime. "
        "Or force it: court! ysolde by corvin up",
    ),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_a_hint(line: str, answer: str, table: Table) -> None:
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


def test_a_modifier_of_more_than_3_is_refused(table: Table) -> None:
    refusal = table.refused(*DOWNTIME, "court ysolde by corvin up +4")
    assert refusal.message == "+4 is more than circumstances are worth."
