"""Factions, bonds and courting at the prompt (Downtime Turns, Bonds; Reputation)."""

from pathlib import Path

import pytest

from companion.commands.reports import BondReport, CourtReport, FactionLine, FactionReport
from companion.errant.world import Npc
from tests.commands.a_table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company as the sample has it, and one Faction."""
    table = Table(tmp_path)
    table.done('faction "The Eel Wardens"')
    return table


def npc(table: Table, name: str) -> Npc:
    """The NPC of this id."""
    return next(each for each in table.desk.campaign.world.npcs if each.id == name)


def faction(table: Table, *lines: str) -> FactionReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, FactionReport)
    return report


def bond(table: Table, *lines: str) -> BondReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, BondReport)
    return report


def court(table: Table, *lines: str) -> CourtReport:
    """What the last of these lines is answered."""
    report = table.done(*lines).report
    assert isinstance(report, CourtReport)
    return report


def test_a_faction_is_made_told_of_changed_and_removed(table: Table) -> None:
    made = faction(table, "faction Toll Gatherers reputation 3 alignment L1")
    assert made.step == "made"
    assert made.factions == (
        FactionLine("toll-gatherers", "Toll Gatherers", 3, "disliked", "L1", ""),
    )
    reply = table.done("faction toll")
    assert isinstance(reply.report, FactionReport)
    assert (reply.report.step, reply.changes) == ("told", ())
    changed = faction(table, "faction gatherers reputation 11")
    assert (changed.step, changed.factions[0].called) == ("changed", "respected")
    assert changed.factions[0].alignment == "L1"
    noted = faction(table, "faction gatherers note they want the causeway, and its reputation")
    assert (noted.step, noted.factions[0].note) == (
        "changed",
        "they want the causeway, and its reputation",
    )
    assert table.refused("faction gatherers note").message == "Something must follow «note»."
    assert faction(table, "faction").names == ("The Eel Wardens", "Toll Gatherers")
    table.done("npc pike faction toll")
    assert faction(table, "faction remove toll").step == "removed"
    assert npc(table, "old-pike").faction == ""


def test_a_player_is_told_only_of_factions_with_which_the_company_has_a_reputation(
    table: Table,
) -> None:
    assert faction(table, "as caller", "faction").names == ()
    table.done("as guide", "faction wardens reputation 6", "as caller")
    assert faction(table, "faction").names == ("The Eel Wardens",)


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
def test_a_bond_is_told_by_name_with_what_it_is_worth(
    score: int, called: str, free: str | None, at_a_cost: str | None, table: Table
) -> None:
    report = bond(table, f"bond ysolde corvin {score}")
    assert (report.npc, report.errant, report.bond, report.called) == (
        "ysolde",
        "corvin",
        score,
        called,
    )
    assert (report.free, report.at_a_cost) == (free, at_a_cost)
    assert npc(table, "ysolde").bonds == {"corvin": score}


def test_a_bond_moves_from_where_it_stands_and_from_strangers_where_there_is_none(
    table: Table,
) -> None:
    assert bond(table, "bond ysolde corvin +1").bond == 8
    assert bond(table, "bond ysolde corvin +3").bond == 11
    assert bond(table, "bond ysolde corvin +3").bond == 12
    assert bond(table, "bond ysolde corvin -12").bond == 2
    reply = table.done("bond Abbess Ysolde Corvin Half-Hand")
    assert isinstance(reply.report, BondReport)
    assert (reply.report.bond, reply.changes) == (2, ())
    assert bond(table, "bond ysolde corvin off").bond is None
    assert npc(table, "ysolde").bonds == {}


def test_a_bond_with_somebody_here_is_their_disposition_from_now_on(table: Table) -> None:
    bond(table, "bond pike corvin 10")
    assert npc(table, "old-pike").disposition == 10
    bond(table, "bond pike bree 12")
    assert npc(table, "old-pike").disposition == 12
    bond(table, "away corvin", "bond pike bree 4")
    assert npc(table, "old-pike").disposition == 4
    bond(table, "bond pike corvin 3")
    assert npc(table, "old-pike").disposition == 4, "Corvin is away"


def test_a_bond_leaves_a_negotiation_alone_that_goes_on(table: Table) -> None:
    bond(table, "talk harl", "bond harl corvin 10")
    assert npc(table, "harl-dunn").disposition == 5
    bond(table, "talk harl end", "bond harl corvin 11")
    assert npc(table, "harl-dunn").disposition == 11


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


@pytest.mark.parametrize(("faces", "modifier", "way", "result", "after"), COURTED)
def test_courting_moves_a_bond_by_1_or_asks_a_task_or_does_nothing(
    faces: str, modifier: str, way: str, result: str, after: int, table: Table
) -> None:
    report = court(table, f"court ysolde by corvin half-hand {way} {modifier} ={faces}")
    assert (report.npc, report.errant, report.result) == ("ysolde", "corvin", result)
    assert (report.before, report.after, report.entered) == (7, after, True)
    expected = {"corvin": after} if result == "changes" else {}
    assert npc(table, "ysolde").bonds == expected


@pytest.mark.parametrize(("faces", "modifier", "way", "result", "after"), COURTED)
def test_courting_moves_a_reputation_likewise(
    faces: str, modifier: str, way: str, result: str, after: int, table: Table
) -> None:
    report = court(table, f"court eel wardens {way} {modifier} ={faces}")
    assert (report.npc, report.errant, report.name) == ("", "", "The Eel Wardens")
    assert (report.result, report.before, report.after) == (result, 7, after)
    (wardens,) = table.desk.campaign.world.factions
    assert wardens.reputation == (after if result == "changes" else None)


def test_neither_goes_past_its_ends(table: Table) -> None:
    table.done("bond ysolde corvin 12", "faction wardens reputation 2")
    assert court(table, "court ysolde by corvin up =6,6").after == 12
    assert court(table, "court wardens down =6,6").after == 2


def test_what_was_rolled_is_in_the_journal(table: Table) -> None:
    table.done("court ysolde by corvin up =1,1")
    assert next(iter(table.desk.archive.entries())).outcome == "2 unchanged"


WRONG = [
    ("faction reputation 6", 'Which Faction? Try: faction "The Eel Wardens" reputation 6'),
    (
        "faction wardens reputation 13",
        "13 is no reputation. It is a whole number from 2 to 12.",
    ),
    ("faction wardens reputation good", "«good» is no reputation. Type a whole number."),
    ("faction wardens alignment X", "«X» is no Alignment. It is L3, L2, L1, N, C1, C2 or C3."),
    ("faction remove", "Which Faction is gone? Try: faction remove wardens"),
    ("faction remove nobody", "There is no Faction «nobody». To make it: faction nobody"),
    ("bond", "Whose bond with whom is what? Try: bond ysolde corvin 9"),
    ("bond ysolde", "Whose bond with whom is what? Try: bond ysolde corvin 9"),
    ("bond ysolde corvin 9 10", "Whose bond with whom is what? Try: bond ysolde corvin 9"),
    ("bond ysolde corvin 13", "13 is no bond. It is a whole number from 2 to 12."),
    ("bond ysolde corvin good", "«good» is no bond. Type a whole number."),
    ("bond nobody corvin 9", "There is no NPC «nobody». To make them: npc nobody"),
    ("bond ysolde nobody 9", "There is no Errant «nobody»."),
    ("bond ysolde tansy 9", "Old Tansy has no bonds. Errants and Retainers do."),
    ("court", "Court whom, up or down? Try: court ysolde by corvin up"),
    ("court ysolde by corvin", "Court whom, up or down? Try: court ysolde by corvin up"),
    ("court ysolde up", "Whose bond is to move? Try: court ysolde by bree up"),
    ("court nobody up", "There is no Faction «nobody». To make it: faction nobody"),
    (
        "court ysolde by corvin up +4",
        "+4 is more than circumstances are worth. At most 3 either way. Or force it: court!",
    ),
    (
        "court ysolde by corvin up =5",
        "There are 2 dice to roll, and 1 face was given. "
        "Give one face for each die, in the order they are rolled.",
    ),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_what_is_wrong_is_said_in_one_sentence_with_what_would_do(
    line: str, answer: str, table: Table
) -> None:
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer
