"""Reaction Rolls and Morale at the prompt (Core Procedures, Reaction Rolls; Downtime Turns,
Alignment, Bonds, Reputation; Initiative Turns, Morale).

The Company as the sample has it: four who are Neutral, and three NPCs who are.
"""

from collections import Counter
from fractions import Fraction

import pytest

from companion.reports.checks_and_saves import CheckReport
from companion.reports.npcs_and_factions import MoraleReport, ReactionReport
from tests.commands.table import Table


def disposition(table: Table, npc: str) -> int | None:
    """An NPC's disposition as the campaign has it."""
    return next(each.disposition for each in table.desk.campaign.world.npcs if each.id == npc)


@pytest.mark.parametrize(
    ("faces", "after", "band", "dv"),
    [
        ((1, 1), 2, "hostile", 8),
        ((1, 2), 3, "unfriendly", 4),
        ((2, 3), 5, "unfriendly", 4),
        ((3, 3), 6, "unsure", 0),
        ((4, 4), 8, "unsure", 0),
        ((4, 5), 9, "amicable", -2),
        ((5, 6), 11, "amicable", -2),
        ((6, 6), 12, "friendly", -4),
    ],
)
def test_2d6_give_the_disposition_and_the_dv_of_its_band(
    faces: tuple[int, int], after: int, band: str, dv: int, table: Table
) -> None:
    report = table.read(ReactionReport, f"react pike ={faces[0]},{faces[1]}")
    assert (report.npc, report.faces, report.entered) == ("old-pike", faces, True)
    assert (report.disposition, report.band, report.dv_modifier) == (after, band, dv)
    assert (report.patience, report.known_by) == (after, "")
    assert disposition(table, "old-pike") == after
    assert table.read(CheckReport, "check corvin pres with pike dv 4 =8").dv == 4 + dv


@pytest.mark.parametrize(
    ("modifier", "after"), [("-3", 4), ("+1", 8), ("+3", 10), ("+2 -1", 8), ("", 7)]
)
def test_the_guide_adds_a_modifier(modifier: str, after: int, table: Table) -> None:
    report = table.read(ReactionReport, f"react pike {modifier} =3,4")
    assert report.disposition == after
    assert report.modifier == report.guides == after - 7


def test_a_disposition_stays_within_2_and_12(table: Table) -> None:
    assert table.read(ReactionReport, "react pike -3 =1,2").disposition == 2
    assert table.read(ReactionReport, "react pike +3 =6,5").disposition == 12


def test_a_modifier_of_more_than_3_may_be_forced(table: Table) -> None:
    refusal = table.refused("react pike +4 =3,4")
    assert refusal.message == "+4 is more than circumstances are worth."
    assert refusal.hint == "At most 3 either way. Or force it: react! pike +4 =3,4"
    assert table.read(ReactionReport, "react! pike +4 =3,4").disposition == 11


SWAYED = [
    # alignments of Bree, Corvin, Ondine; the NPC's; who sways, by how much
    (("L2", "N", "N"), "L1", "bree", 2),
    (("L2", "N", "N"), "C1", "bree", -2),
    (("L1", "C3", "N"), "L1", "corvin", -3),
    (("L1", "C3", "N"), "C2", "corvin", 3),
    (("L2", "C2", "N"), "L1", "corvin", -2),
    (("L2", "C2", "N"), "C1", "bree", -2),
    (("L3", "C3", "N"), "N", "", 0),
    (("N", "N", "N"), "L3", "", 0),
]


@pytest.mark.parametrize(("company", "npc", "who", "by"), SWAYED)
def test_the_most_extreme_alignment_counts_and_in_a_tie_the_worse(
    company: tuple[str, str, str], npc: str, who: str, by: int, table: Table
) -> None:
    for errant, alignment in zip(("bree", "corvin", "ondine"), company, strict=True):
        table.done(f"errant edit {errant} alignment {alignment}")
    report = table.read(ReactionReport, f"npc pike alignment {npc}", "react pike +1 =3,4")
    assert (report.swayed_by, report.alignment) == (who, by)
    assert (report.guides, report.modifier) == (1, 1 + by)
    assert report.disposition == 8 + by


def test_an_absent_errant_sways_nobody(table: Table) -> None:
    table.done("errant edit bree alignment L3", "npc pike alignment L1", "away bree")
    assert table.read(ReactionReport, "react pike =3,4").alignment == 0


@pytest.mark.parametrize("modifier", range(-3, 4))
def test_reaction_rolls_are_distributed_as_2d6(modifier: int, table: Table) -> None:
    """Every pair of faces once: the exact distribution for this modifier."""
    exact: Counter[int] = Counter()
    for one in range(1, 7):
        for other in range(1, 7):
            exact[min(12, max(2, one + other + modifier))] += 1
    sign = f"{modifier:+}" if modifier else ""
    found = Counter(
        table.read(ReactionReport, f"react pike {sign} ={one},{other}").disposition
        for one in range(1, 7)
        for other in range(1, 7)
    )
    assert {k: Fraction(v, 36) for k, v in found.items()} == {
        k: Fraction(v, 36) for k, v in exact.items()
    }


def test_a_bond_gives_the_disposition_without_dice(table: Table) -> None:
    table.done("bond pike corvin 10")
    before = table.desk.archive.session.streams.positions
    report = table.read(ReactionReport, "react pike")
    assert (report.disposition, report.band, report.faces) == (10, "amicable", ())
    assert report.known_by == "Corvin Half-Hand"
    assert table.desk.archive.session.streams.positions == before


def test_the_highest_bond_counts_or_the_lowest_if_typed(table: Table) -> None:
    table.done("bond pike corvin 10", "bond pike bree 3", "bond pike wim 12", "away wim")
    assert table.read(ReactionReport, "react pike").known_by == "Corvin Half-Hand"
    assert table.read(ReactionReport, "react pike lowest -1").disposition == 2
    lowest = table.read(ReactionReport, "react pike lowest")
    assert (lowest.known_by, lowest.disposition) == ("Bree Tanner", 3)


def test_without_a_bond_a_reputation_gives_the_disposition(table: Table) -> None:
    table.done('faction "The Eel Wardens" reputation 4', "npc pike faction eel")
    report = table.read(ReactionReport, "react pike")
    assert (report.disposition, report.known_by, report.faces) == (4, "reputation", ())
    table.done("bond pike bree 9")
    assert table.read(ReactionReport, "react pike").disposition == 9


def test_the_guide_may_add_to_a_known_disposition(table: Table) -> None:
    table.done("faction Bench reputation 5", "npc pike faction bench")
    report = table.read(ReactionReport, "react pike +2")
    assert (report.disposition, report.known_by, report.guides) == (7, "reputation", 2)
    assert table.refused("react pike +4").message == "+4 is more than circumstances are worth."
    table.done("bond pike bree 11")
    assert table.read(ReactionReport, "react pike +3").disposition == 12


def test_force_for_more_than_3_adds_to_a_known_disposition(table: Table) -> None:
    table.done("bond pike bree 4")
    report = table.read(ReactionReport, "react! pike +5")
    assert (report.disposition, report.guides, report.faces) == (9, 5, ())


def test_a_number_may_be_part_of_a_name(table: Table) -> None:
    table.done('npc "Guard 2"')
    assert table.read(ReactionReport, "react guard 2 =3,4").name == "Guard 2"
    assert table.read(MoraleReport, "morale guard 2 is 7 =3,3").held


def test_a_reaction_shows_the_negotiation_that_goes_on(table: Table) -> None:
    report = table.read(ReactionReport, "react harl is 5")
    assert (report.talk, report.exchanges_left) == ("none", None)
    report = table.read(ReactionReport, "talk harl", "talk harl banal", "react harl is 9")
    assert (report.talk, report.exchanges_left) == ("goes_on", 4)
    report = table.read(ReactionReport, "talk harl end", "react harl is 9")
    assert (report.talk, report.exchanges_left) == ("ended", None)


def test_a_reaction_makes_an_npc_met_unless_it_is_secret(table: Table) -> None:
    table.done("secret react pike is 7", "npc pike disposition 8")
    assert not table.find_npc("old-pike").met
    table.done("react pike")
    assert table.find_npc("old-pike").met


def test_force_or_typed_faces_roll_a_known_disposition(table: Table) -> None:
    table.done("bond pike corvin 10")
    assert table.read(ReactionReport, "react! pike").faces
    assert table.read(ReactionReport, "react pike =1,1").disposition == 2


def test_the_guide_sets_a_disposition_by_hand(table: Table) -> None:
    report = table.read(ReactionReport, "react pike is 7")
    assert (report.disposition, report.known_by, report.faces) == (7, "the Guide", ())
    assert disposition(table, "old-pike") == 7


def test_undo_of_a_reaction_leaves_the_dice_as_they_fell(table: Table) -> None:
    rolled = table.read(ReactionReport, "react pike").disposition
    table.done("undo")
    assert disposition(table, "old-pike") is None
    table.done("redo")
    assert disposition(table, "old-pike") == rolled


def test_a_reaction_without_changes_is_secret_in_the_journal(table: Table) -> None:
    table.done("react ysolde =4,5")
    entry = next(iter(table.desk.archive.read_entries()))
    assert (entry.changes, entry.secret, entry.outcome) == ((), True, "4 + 5: 9 amicable")


BANDS = """
[rules.reaction]
hostile_dv = 10
unfriendly_from = 4
unsure_from = 7
amicable_from = 8
friendly_from = 11
friendly_dv = -6
"""


def test_a_guide_may_have_other_bands(table: Table) -> None:
    file = table.desk.archive.folder / "campaign.toml"
    file.write_text(file.read_text(encoding="utf-8") + BANDS, encoding="utf-8")
    told = {
        table.read(ReactionReport, f"react pike is {score}").disposition: (
            table.read(ReactionReport, f"react pike is {score}").band,
            table.read(ReactionReport, f"react pike is {score}").dv_modifier,
        )
        for score in (2, 3, 4, 6, 7, 8, 10, 11, 12)
    }
    assert told == {
        2: ("hostile", 10),
        3: ("hostile", 10),
        4: ("unfriendly", 4),
        6: ("unfriendly", 4),
        7: ("unsure", 0),
        8: ("amicable", -2),
        10: ("amicable", -2),
        11: ("friendly", -6),
        12: ("friendly", -6),
    }


WRONG = [
    ("react", "Which NPC? Try: react ysolde"),
    ("react nobody", "There is no NPC «nobody». To make them: npc nobody"),
    (
        "react pike is 13",
        "13 is no disposition. It is a whole number from 2 to 12. Try: react pike is 7",
    ),
    (
        "react pike is 1",
        "1 is no disposition. It is a whole number from 2 to 12. Try: react pike is 7",
    ),
    (
        "react pike is 7.5",
        "«7.5» is no disposition. It is a whole number from 2 to 12. Try: react pike is 7",
    ),
    (
        "react pike is seven",
        "«seven» is no disposition. It is a whole number from 2 to 12. Try: react pike is 7",
    ),
    ("react pike is", "Which disposition? Try: react pike is 7"),
    ("react pike 7", "What is the 7? Try: react pike is 7, or react pike +7"),
    ("morale old pike 7", ("What is the 7? Try: morale old pike is 7, or morale old pike +7")),
    ("react pike lowest", 'Old Pike has no bond to go by. Try: react "Old Pike"'),
    ("react bree", "Bree Tanner is of the Company, and no NPC. Who there is: npc"),
    ("react pike is 7 +1", "«+1» does not fit in that line. Try: react pike is 7"),
    ("react pike =7,1", "A d6 has no 7. Its faces are 1 to 6. Try: react pike"),
    (
        "react pike =3",
        "There are 2 dice to roll, and 1 face was given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: react pike",
    ),
    (
        "react pike =3,4,5",
        "There are 2 dice to roll, and 3 faces were given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: react pike",
    ),
    ("morale", "Whose Morale? Try: morale ysolde"),
    (
        "morale harl",
        "Nobody has said what the Morale of Harl Dunn is. "
        'To say it and roll: morale "Harl Dunn" is 7',
    ),
    (
        "morale harl is 13",
        "13 is no Morale. It is a whole number from 2 to 12. Try: morale harl is 7",
    ),
    ("morale nobody", "There is no NPC «nobody». To make them: npc nobody"),
    (
        "morale harl is 7 =3",
        "There are 2 dice to roll, and 1 face was given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: morale harl is 7",
    ),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_a_hint(line: str, answer: str, table: Table) -> None:
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


def test_a_name_is_no_piece_of_a_word(table: Table) -> None:
    """`sol` stands in Ysolde, and means nobody by it."""
    assert table.refused("react sol").kind == "unknown"


@pytest.mark.parametrize("line", ["react ysolde", "talk ysolde"])
def test_whoever_is_elsewhere_is_said_to_be_there(line: str, table: Table) -> None:
    """For the Guide, who may have forgotten; nothing is said where they are, or with `!`."""
    there = "Abbess Ysolde is at Sallow's End, and the Company is not."
    assert table.done(line).warnings == (there,)
    table.done("undo", "npc ysolde at chapel")
    assert table.done(line).warnings == ()
    table.done("undo", "undo")
    assert table.done(line.replace(" ", "! ", 1)).warnings == ()
