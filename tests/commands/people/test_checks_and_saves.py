"""Checks, Opposed Checks, Saving Throws and the Die of Fate at the prompt (Core Rules, Checks).

The Company as the sample has it: Bree with phys 13, skill 11, mind 8, pres 9; Wim with skill 14 and
Encumbrance 2; Corvin with pres 8.
"""

import pytest

from companion.campaign.news_of_changes import BecameKnown
from companion.errant.checks_and_saves import Circumstance
from companion.reports.checks_and_saves import CheckReport, FateReport, SecretCheckReport
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("face", "success"), [(1, False), (4, False), (5, True), (13, True), (14, False), (20, False)]
)
def test_a_check_is_above_the_dv_and_at_or_below_the_attribute(
    face: int, success: bool, table: Table
) -> None:
    report = table.read(CheckReport, f"check bree phys dv 4 ={face}")
    assert (report.errant, report.attribute, report.target, report.dv) == ("bree", "phys", 13, 4)
    assert (report.faces, report.entered, report.success) == ((face,), True, success)


def test_without_terms_a_check_is_easy_with_the_usual_stakes(table: Table) -> None:
    report = table.read(CheckReport, "check bree mind")
    assert (report.dv, report.position, report.impact) == (0, "risky", "fair")
    assert report.circumstances == ()
    assert not report.entered
    assert report.success == (report.faces[0] <= 8)


def test_helps_and_hindrances_keep_their_names_and_add_up(table: Table) -> None:
    line = "check bree skill wet stone +4, rope -2 dv 4 shaky strong =9"
    report = table.read(CheckReport, line)
    assert report.circumstances == (Circumstance("wet stone", 4), Circumstance("rope", -2))
    assert (report.base_dv, report.dv) == (4, 6)
    assert (report.position, report.impact) == ("shaky", "strong")


def test_a_name_in_quotes_may_have_a_word_of_the_check_in_it(table: Table) -> None:
    report = table.read(CheckReport, 'check bree skill "strong wind" +4 =9')
    assert report.circumstances == (Circumstance("strong wind", 4),)
    assert report.impact == "fair"


def test_a_secret_door_is_a_circumstance(table: Table) -> None:
    report = table.read(CheckReport, "check bree skill secret door +4 =9")
    assert report.circumstances == (Circumstance("secret door", 4),)


def test_a_number_alone_is_a_circumstance_too(table: Table) -> None:
    report = table.read(CheckReport, "check bree skill +2 =9")
    assert report.circumstances == (Circumstance("circumstances", 2),)


@pytest.mark.parametrize("flag", ["physical", "stabilise"])
def test_encumbrance_hinders_physical_checks_and_stabilising(flag: str, table: Table) -> None:
    report = table.read(CheckReport, f"check wim skill {flag} dv 4 =12")
    assert report.circumstances == (Circumstance("Encumbrance", 2),)
    assert report.dv == 6
    assert table.read(CheckReport, "check wim skill dv 4 =12").dv == 4


def test_without_encumbrance_nothing_hinders(table: Table) -> None:
    table.done("errant add Nell phys 12 skill 12")
    assert table.read(CheckReport, "check nell skill physical =12").circumstances == ()


def test_a_dv_below_0_succeeds_without_a_roll(table: Table) -> None:
    before = table.desk.archive.session.streams.positions
    report = table.read(CheckReport, "check bree phys rope -2")
    assert (report.dv, report.faces, report.success, report.chance) == (-2, (), True, 1.0)
    assert table.desk.archive.session.streams.positions == before, "no die fell"


def test_a_typed_face_that_no_check_needs_is_ignored(table: Table) -> None:
    report = table.read(CheckReport, "check bree phys rope -2 =19")
    assert (report.faces, report.success, report.entered) == ((), True, False)
    both = table.read(CheckReport, "check bree phys rope -2 vs wim skill =19,12")
    assert both.opponent is not None
    assert (both.faces, both.opponent.faces, both.winner) == ((), (12,), "tie")
    assert table.refused("check bree phys rope -2 =21").message.startswith("A d20 has no 21.")


def test_a_question_mark_shows_the_exact_chance_alone(table: Table) -> None:
    before = table.desk.archive.session.streams.positions
    reply = table.done("check bree phys dv 4 ?")
    assert isinstance(reply.report, CheckReport)
    assert (reply.report.chance_exact, reply.report.chance) == ("9/20", 0.45)
    assert (reply.report.success, reply.report.faces, reply.entry) == (None, (), None)
    assert table.desk.archive.session.streams.positions == before
    assert table.refused("check bree phys ? =9").kind == "malformed"


@pytest.mark.parametrize("typed", ["phys", "PHYS", "physique", "Physique"])
def test_an_attribute_may_be_spelled_out(typed: str, table: Table) -> None:
    assert table.read(CheckReport, f"check bree {typed} =9").attribute == "phys"


def test_a_whole_name_needs_no_quotes(table: Table) -> None:
    report = table.read(CheckReport, "check Corvin Half-Hand pres with Harl Dunn flattery -2 =7")
    assert report.errant == "corvin"
    assert report.circumstances == (Circumstance("flattery", -2), Circumstance("disposition", 4))


def test_with_an_npc_the_disposition_is_in_the_dv(table: Table) -> None:
    unfriendly = table.read(CheckReport, "check corvin pres with harl =7")
    assert (unfriendly.dv, type(unfriendly)) == (4, SecretCheckReport)
    assert table.read(CheckReport, "check corvin pres with ysolde").dv == -2
    unsure = table.read(CheckReport, "check corvin pres with pike =7")
    assert (unsure.dv, unsure.circumstances) == (0, ()), "nobody knows how Pike takes to them"


def test_a_help_may_begin_with_the_word_with(table: Table) -> None:
    report = table.read(CheckReport, "check wim skill with a rope -2 dv 4 =7")
    assert report.circumstances == (Circumstance("with a rope", -2),)


def test_a_check_with_an_npc_makes_them_met(table: Table) -> None:
    table.done("secret check bree pres with pike =3")
    assert not met(table, "old-pike")
    table.done("check bree pres with pike ?")
    assert not met(table, "old-pike"), "only the chance was asked for"
    reply = table.done("check bree pres with pike =3")
    assert met(table, "old-pike")
    assert reply.news == (BecameKnown("Old Pike"),), "which the Guide is told"
    table.done("npc Grik threat 2", "save bree mind vs grik =9")
    assert met(table, "grik"), "who is warded off is seen"


def met(table: Table, npc: str) -> bool:
    """Whether the players know of an NPC."""
    return next(each.met for each in table.desk.campaign.world.npcs if each.id == npc)


def test_an_unknown_disposition_is_a_warning(table: Table) -> None:
    (warning,) = table.done("check bree pres with pike =3").warnings
    assert warning.endswith('Try: react "Old Pike"')
    assert table.done("react pike", "check bree pres with pike =19").warnings == ()


def test_a_reputation_is_the_disposition_of_a_member(table: Table) -> None:
    table.done("faction Wardens reputation 11", "npc pike faction wardens")
    assert table.read(CheckReport, "check bree pres with pike =3").dv == -2


def test_a_refusal_does_not_tell_how_many_dice_count(table: Table) -> None:
    table.done("react harl is 9")
    for dv in (1, 2, 3):
        refusal = table.refused(f"check bree pres with harl dv {dv} =9,9")
        assert refusal.message == "There is 1 die to roll, and 2 faces were given."


def test_the_die_of_fate_is_a_d6(table: Table) -> None:
    report = table.done("fate is there a river below =5").report
    assert report == FateReport(asked="is there a river below", faces=(5,), entered=True)
    rolled = table.read(FateReport, "fate")
    assert (rolled.asked, rolled.entered) == ("", False)
    assert 1 <= rolled.faces[0] <= 6


def test_a_check_is_in_the_journal_with_its_roll(table: Table) -> None:
    table.done("check bree phys dv 4 =9", "save bree skill vs 3 =2", "fate =6")
    outcomes = [entry.outcome for entry in table.desk.archive.read_entries()]
    assert outcomes[:3] == ["6", "2 failure", "9 success"]


WRONG = [
    ("check", "Whose Check? Try: check bree phys"),
    ("check bree", "Of which Attribute: phys, skill, mind or pres? Try: check bree phys"),
    (
        "check bree luck",
        ("There is no Attribute «luck». They are phys, skill, mind and pres. Try: check bree phys"),
    ),
    (
        "check bree tanner phsy dv 4",
        ("There is no Attribute «phsy». Try: check bree tanner phys dv 4"),
    ),
    ("check nobody phys", "There is no Errant «nobody». To see them all: company"),
    ("check tansy phys", "Old Tansy makes no Checks. Errants and Retainers do."),
    ("check bree phys =21", "A d20 has no 21. Its faces are 1 to 20. Try: check bree phys"),
    ("check bree phys =0", "A d20 has no 0. Its faces are 1 to 20. Try: check bree phys"),
    (
        "check bree phys =9,9",
        "There is 1 die to roll, and 2 faces were given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: check bree phys",
    ),
    (
        "check bree phys vs wim skill =9",
        "There are 2 dice to roll, and 1 face was given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: check bree phys vs wim skill",
    ),
    ("check bree phys dv", "Something must follow «dv». Try: check bree phys dv 4"),
    (
        "check bree phys dv hard",
        (
            "«hard» is no DV. 0 is easy, 4 difficult, 8 almost impossible; at most 20. Try: "
            "check bree phys dv 4"
        ),
    ),
    (
        "check bree phys dv 40",
        (
            "«40» is no DV. 0 is easy, 4 difficult, 8 almost impossible; at most 20. Try: check "
            "bree phys dv 4"
        ),
    ),
    (
        "check bree phys wet stone",
        (
            "«wet stone» has no number. Try: check bree phys wet stone +4, or check bree phys "
            "wet stone -2"
        ),
    ),
    (
        "check bree phys with",
        (
            "Somebody must follow «with». Try: check bree phys with ysolde, check bree phys with "
            '"Harl Dunn", or check bree phys with "Old Pike"'
        ),
    ),
    ("check bree phys with nobody", "There is no NPC «nobody». To make them: npc nobody"),
    (
        "check bree phys vs wim",
        (
            "By which Attribute does Wim the Lesser strive? Try: check bree phys vs wim phys, "
            "check bree phys vs wim skill, or check bree phys vs wim mind"
        ),
    ),
    (
        "check bree phys vs bree skill",
        "Bree Tanner strives against nobody else. Name another after vs.",
    ),
    ("check secret bree mind", "«secret» comes before the word. Try: secret check bree mind"),
    ("check bree mind secret +4", "«secret» comes before the word. Try: secret check bree mind"),
    ("check bree mind dv 4 secret", "«secret» comes before the word. Try: secret check bree mind"),
    ("check phys bree", "Whose Check, of which Attribute? Try: check bree phys dv 4"),
    ("check bree phys 4", ("What is the 4? Try: check bree phys dv 4, or check bree phys rope +4")),
    (
        "check bree phys shaky dire",
        ("There is one Position, and «dire» is another. Try: check bree phys shaky"),
    ),
    (
        "check bree phys weak strong",
        ("There is one Impact, and «strong» is another. Try: check bree phys weak"),
    ),
    (
        "check bree phys dv 2 dv 3",
        ("There is one DV, and «dv 3» is another. Try: check bree phys dv 2"),
    ),
    (
        "check harl phys",
        'Harl Dunn has no Attributes, and rolls by Threat. Try: check bree phys vs "Harl Dunn"',
    ),
    ("save harl phys", 'Harl Dunn has no Attributes, and rolls by Threat. Try: save "Harl Dunn"'),
    ("save bree skill vs 21", "21 is nobody's Threat or Renown. It is from 0 to 20."),
    ("check bree phys vs 3", "There is no NPC «3». Who there is: npc"),
    ("check bree phys with bree", "Bree Tanner is of the Company, and no NPC. Who there is: npc"),
    ("check bree phys vs", "Something must follow «vs». Try: check bree phys vs wim skill"),
    ("check bree phys vs nobody", "There is no NPC «nobody». To make them: npc nobody"),
    (
        "save",
        "Who wards off what? (The campaign needs no saving: every line is on disk.) "
        "Try: save bree phys",
    ),
    ("save bree", "Of which Attribute: phys, skill, mind or pres? Try: save bree phys"),
    (
        "save bree skill vs nobody",
        ("There is no Errant or NPC «nobody». To see them all: company, or npc"),
    ),
    ("fate =7", "A d6 has no 7. Its faces are 1 to 6. Try: fate"),
    (
        "fate =1,2",
        "There is 1 die to roll, and 2 faces were given. "
        "Give one face for each die, in the order they are rolled. "
        "Try: fate",
    ),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_a_hint(line: str, answer: str, table: Table) -> None:
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


def test_the_dead_make_no_checks_unless_forced(table: Table) -> None:
    table.done("exhaust bree +13")
    assert table.refused("check bree mind").hint == (
        "Who goes along: company. Or force it: check! bree mind"
    )
    assert table.read(CheckReport, "check! bree mind =3").success


def test_a_secret_check_is_journalled_for_the_guide_alone(table: Table) -> None:
    reply = table.done("secret check bree mind dv 4 =7")
    assert isinstance(reply.report, CheckReport)
    assert next(iter(table.desk.archive.read_entries())).secret
