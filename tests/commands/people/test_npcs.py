"""NPCs at the prompt: made in one line, drawn, found by part of the name, changed by field.

The Company as the sample has it, with three NPCs, of whom Old Pike met nobody yet.
"""

import pytest

from companion.errant.world import Npc
from companion.reports.npcs_and_factions import NpcLine, NpcReport
from tests.commands.table import Table


def test_an_npc_is_made_in_one_line(table: Table) -> None:
    line = (
        'npc "Brother Odo" at sallows morale 7 threat 2 alignment l2 disposition 8 wants the bell'
        " count 3 note he lies"
    )
    report = table.read(NpcReport, line)
    assert report.step == "made"
    assert [(seen.npc, seen.name, seen.where) for seen in report.npcs] == [
        ("brother-odo", "Brother Odo", "Sallow's End")
    ]
    assert table.find_npc("brother-odo") == Npc(
        id="brother-odo",
        name="Brother Odo",
        settlement="sallows-end",
        morale=7,
        threat=2,
        alignment="L2",
        disposition=8,
        wants="the bell",
        count=3,
        note="he lies",
    )


def test_a_name_alone_makes_an_npc_or_shows_a_known_one(table: Table) -> None:
    assert table.read(NpcReport, "npc Brother Odo").step == "made"
    reply = table.done("npc odo")
    assert isinstance(reply.report, NpcReport)
    assert (reply.report.step, reply.changes, reply.entry) == ("told", (), None)


def test_new_makes_an_npc_whose_name_is_part_of_another(table: Table) -> None:
    assert table.read(NpcReport, "npc pike").step == "told"
    report = table.read(NpcReport, "npc new Pike threat 1")
    assert (report.step, report.npcs[0].npc) == ("made", "pike")
    assert table.refused("npc new Pike").message == "There is an NPC called Pike already."


@pytest.mark.parametrize("typed", ["ysolde", "abb", "YSOLDE", "Abbess Ysolde"])
def test_an_npc_is_found_by_any_part_of_the_name(typed: str, table: Table) -> None:
    assert table.read(NpcReport, f"npc {typed} threat 3").npcs[0].npc == "ysolde"
    assert table.find_npc("ysolde").threat == 3


def test_fields_are_changed_and_the_others_stay(table: Table) -> None:
    before = table.find_npc("harl-dunn")
    report = table.read(NpcReport, "npc harl threat 2 alignment C1")
    assert (report.step, report.changed) == ("changed", ("threat", "alignment"))
    after = table.find_npc("harl-dunn")
    assert (after.threat, after.alignment) == (2, "C1")
    assert (after.disposition, after.wants) == (before.disposition, before.wants)


def test_a_text_ends_at_the_next_field_unless_it_is_quoted(table: Table) -> None:
    table.done('npc harl wants "to be at home" note owes 5 shillings name Harl the Dun')
    harl = table.find_npc("harl-dunn")
    assert (harl.wants, harl.note, harl.name) == (
        "to be at home",
        "owes 5 shillings",
        "Harl the Dun",
    )


@pytest.mark.parametrize(
    ("typed", "settlement", "place", "hex_"),
    [
        ("reedmarket", "reedmarket", "", None),
        ("The Causeway", "", "causeway", None),
        ("2,-1", "", "", (2, -1)),
        ("-3, 4", "", "", (-3, 4)),
    ],
)
def test_an_npc_is_at_one_settlement_place_or_hex(
    typed: str, settlement: str, place: str, hex_: tuple[int, int] | None, table: Table
) -> None:
    for first in ("sallows", "chapel", "7,7"):
        table.done(f"npc harl at {first}", f"npc harl at {typed}")
        harl = table.find_npc("harl-dunn")
        assert (harl.settlement, harl.place, harl.hex) == (settlement, place, hex_)


def test_an_npc_belongs_to_a_faction(table: Table) -> None:
    assert table.refused("npc harl faction wardens").hint == "To make it: faction new wardens"
    table.done('faction "The Eel Wardens"')
    known = table.read(NpcReport, "npc harl faction wardens").known
    assert known[0].faction == "The Eel Wardens"
    assert table.find_npc("harl-dunn").faction == "the-eel-wardens"


def test_npc_alone_lists_every_npc(table: Table) -> None:
    report = table.read(NpcReport, "npc")
    assert [seen.npc for seen in report.npcs] == ["ysolde", "harl-dunn", "old-pike"]
    assert report.known[1] == NpcLine(
        npc="harl-dunn",
        name="Harl Dunn",
        where="Reedmarket",
        hex=None,
        faction="",
        met=True,
        count=1,
        alignment="N",
        threat=None,
        morale=None,
        disposition=5,
        band="unfriendly",
        bonds=(),
        bases=(),
        exchanges_left=None,
        talk="none",
        why_ended="",
        banal="not_yet",
        wants="his brother's body, and the brother's boots",
        note="",
    )


def test_an_npc_is_shown_with_their_negotiation(table: Table) -> None:
    line = table.read(NpcReport, "talk harl", "talk harl banal", "npc harl").known[0]
    assert (line.exchanges_left, line.talk, line.banal) == (4, "goes_on", "first")
    line = table.read(NpcReport, "talk harl end he walks off", "npc harl").known[0]
    assert (line.exchanges_left, line.talk, line.why_ended) == (None, "ended", "he walks off")


def test_hex_place_and_settlement_are_other_names_of_at(table: Table) -> None:
    assert npc_after(table, "npc harl hex 1,2").hex == (1, 2)
    assert npc_after(table, "npc harl at hex 2,1 threat 3").hex == (2, 1)
    assert npc_after(table, "npc harl settlement sallows-end").settlement == "sallows-end"
    assert npc_after(table, "npc harl place chapel").place == "drowned-chapel"


def npc_after(table: Table, line: str) -> Npc:
    """Harl Dunn after a line."""
    table.done(line)
    return table.find_npc("harl-dunn")


def test_an_npc_is_shown_with_bonds_and_stakes(table: Table) -> None:
    table.done("bond harl bree 9", "talk harl base giving dv 4 dire strong")
    line = table.read(NpcReport, "npc harl").known[0]
    assert [(each.errant, each.bond) for each in line.bonds] == [("bree", 9)]
    assert [(each.category, each.dv) for each in line.bases] == [("giving", 4)]


def test_clearing_the_disposition_clears_the_negotiation(table: Table) -> None:
    table.done("talk harl", "talk harl banal", "npc harl disposition none")
    harl = table.find_npc("harl-dunn")
    assert (harl.disposition, harl.negotiation) == (None, None)
    table.done("undo")
    assert table.find_npc("harl-dunn").exchanges == 1


def test_a_new_name_gets_a_capital(table: Table) -> None:
    assert npc_after(table, "npc harl name black harl").name == "Black harl"


FIELDS_TAKEN_BACK = [
    ("faction wardens", "faction none", "faction", ""),
    ("at 1,2", "at none", "hex", None),
    ("threat 2", "threat none", "threat", None),
    ("disposition 7", "disposition off", "disposition", None),
    ("wants gold", "wants -", "wants", ""),
    ("met yes", "met no", "met", False),
    ("alignment L1", "alignment none", "alignment", "N"),
    ("count 7", "count none", "count", 1),
    ("note he lies", "note none", "note", ""),
    ("morale 7", "morale none", "morale", None),
]


@pytest.mark.parametrize(("given", "taken", "field", "left"), FIELDS_TAKEN_BACK)
def test_none_clears_a_field(
    given: str, taken: str, field: str, left: object, table: Table
) -> None:
    table.done("faction Wardens", f"npc Odo {given}")
    assert getattr(table.find_npc("odo"), field) != left
    table.done(f"npc odo {taken}")
    assert getattr(table.find_npc("odo"), field) == left


@pytest.mark.parametrize(
    ("typed", "alignment"), [("chaotic", "C1"), ("Lawful", "L1"), ("neutral", "N"), ("c3", "C3")]
)
def test_an_alignment_may_be_typed_as_lawful_or_chaotic(
    typed: str, alignment: str, table: Table
) -> None:
    assert npc_after(table, f"npc harl alignment {typed}").alignment == alignment


def test_an_npc_is_drawn_where_the_company_is(table: Table) -> None:
    report = table.read(NpcReport, "npc ?")
    drawn = table.find_npc(report.npcs[0].npc)
    assert (drawn.place, drawn.settlement, drawn.hex) == ("drowned-chapel", "", None)
    assert drawn.name
    assert drawn.wants
    assert ", " in drawn.note
    table.done("at sallows")
    assert table.find_npc(table.read(NpcReport, "npc ?").npcs[0].npc).settlement == "sallows-end"
    undone = table.done("undo", "undo", "undo")
    assert len(table.desk.campaign.world.npcs) == 3
    assert undone.ok


def test_a_drawn_npc_has_a_free_name(table: Table) -> None:
    names = [table.read(NpcReport, "npc ?").npcs[0].name for _ in range(60)]
    assert len(set(names)) == 60
    assert any(" " in name for name in names), "a byname tells two of one name apart"


def test_no_npc_is_drawn_if_no_name_is_free(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    names = table.desk.tables.load_table("npcs/names")
    only = names._replace(rows=names.rows[:1])
    monkeypatch.setattr(type(table.desk.tables), "load_table", lambda *_: only)
    assert table.read(NpcReport, "npc ?").npcs[0].name == "Aldith"
    assert table.read(NpcReport, "npc ?").npcs[0].name == "Aldith Aldith"
    assert table.refused("npc ?").message == "No name could be drawn that nobody has yet."


def test_an_npc_is_removed(table: Table) -> None:
    report = table.read(NpcReport, "npc remove pike")
    assert (report.step, report.npcs[0].name) == ("removed", "Old Pike")
    assert [each.id for each in table.desk.campaign.world.npcs] == ["ysolde", "harl-dunn"]


def test_a_smaller_group_suggests_a_morale_roll(table: Table) -> None:
    assert table.read(NpcReport, 'npc "goblin band" count 8 morale 6').step == "made"
    reply = table.done("npc goblin count 3")
    assert isinstance(reply.report, NpcReport)
    assert reply.report.step == "fewer"
    assert reply.report.may_break == (reply.report.npcs[0].name,)
    assert table.read(NpcReport, "npc goblin count 5").step == "changed"


def test_removing_a_leader_suggests_morale_rolls_of_their_groups(table: Table) -> None:
    table.done("faction Eels", "npc Goblins count 7 at chapel", "npc Wargs count 3 faction eels")
    assert table.read(
        NpcReport, "npc King at chapel faction eels", "npc remove king"
    ).may_break == ("goblins", "wargs")
    assert table.read(NpcReport, "npc remove harl").may_break == ()
    assert table.read(NpcReport, "npc goblins count 3").may_break == ("goblins",)


WRONG = [
    ("npc harl disposition 13", "13 is no disposition. It is a whole number from 2 to 12."),
    ("npc harl disposition 1", "1 is no disposition. It is a whole number from 2 to 12."),
    ("npc harl disposition 7.5", "«7.5» is no disposition. It is a whole number from 2 to 12."),
    ("npc harl disposition good", "«good» is no disposition. It is a whole number from 2 to 12."),
    ("npc harl morale 1", "1 is no morale. It is a whole number from 2 to 12."),
    ("npc harl threat -1", "-1 is no threat. It is a whole number from 1 to 10."),
    ("npc harl count 0", "0 is no count. It is a whole number from 1 to 100,000."),
    (
        "npc harl alignment L4",
        ("«L4» is no Alignment. It is L3, L2, L1, N, C1, C2 or C3. Try: npc harl alignment L1"),
    ),
    (
        "npc harl alignment good",
        ("«good» is no Alignment. It is L3, L2, L1, N, C1, C2 or C3. Try: npc harl alignment L1"),
    ),
    ("npc harl at nowhere", "There is no place «nowhere». To see them all: known"),
    ("npc harl at --2,3", "There is no place «--2,3». To see them all: known"),
    (
        "npc harl threat",
        "«threat» of harl needs a value, or none to take it back. Try: npc harl threat 2",
    ),
    ("npc Bree", "Bree Tanner is of the Company. Name the NPC otherwise."),
    ("npc harl name Bree Tanner", "Bree Tanner is of the Company. Name the NPC otherwise."),
    ("npc harl name Old Pike", 'There is an NPC called Old Pike already. Try: npc "Old Pike"'),
    ("npc harl name none", '«none» is no name. Try: npc "Brother Odo" at reedmarket'),
    ("npc harl name remove", '«remove» is no name. Try: npc "Brother Odo" at reedmarket'),
    ("npc harl name !!!", '«!!!» is no name. Try: npc "Brother Odo" at reedmarket'),
    ("npc harl name", "«name» of harl needs a value. Try: npc harl name Odo"),
    ("secret npc pike met yes", "What everybody knows is no secret. Leave «secret» out."),
    ("npc new ?", '«?» is no name. Try: npc "Brother Odo" at reedmarket'),
    (
        "npc harl met perhaps",
        ("«perhaps» says nothing of «met». Try: npc harl met yes, or npc harl met no"),
    ),
    (
        "npc harl hat red",
        'There is nobody called «harl hat red». Did you mean "Harl Dunn"? '
        'To make them: npc new "harl hat red"',
    ),
    (
        "npc Harl hat red",
        'There is nobody called «Harl hat red». Did you mean "Harl Dunn"? '
        'To make them: npc new "Harl hat red"',
    ),
    ("npc harl moral 7", "«moral» is nothing that an NPC has. Try: npc harl morale 7"),
    (
        "npc Odo morale 7 foo 3",
        "«foo» is nothing that an NPC has. You can set disposition, alignment, threat, "
        "morale, count, creature, hp, attacks, ac, mv, special, shown, at, faction, wants, "
        "note, met and name.",
    ),
    ("npc threat 2", 'Who? Try: npc "Brother Odo" at reedmarket'),
    ("npc new", 'Who? Try: npc new "Brother Odo" at reedmarket'),
    ("npc remove", "Who is gone? Try: npc remove ysolde"),
    ("npc remove nobody", "There is no NPC «nobody». To see them all: npc"),
]


@pytest.mark.parametrize(("line", "answer"), WRONG, ids=[line for line, _ in WRONG])
def test_a_wrong_line_is_refused_with_a_hint(line: str, answer: str, table: Table) -> None:
    refusal = table.refused(line)
    assert f"{refusal.message} {refusal.hint}".strip() == answer


@pytest.mark.parametrize(
    "line",
    [
        "npc odo, a ferryman, wants a boat, threat 2",
        "npc odo, a ferryman: wants a boat; threat 2",
        "npc odo, a ferryman wants a boat threat 2",
    ],
)
def test_a_comma_before_a_field_is_part_of_neither_name_nor_value(line: str, table: Table) -> None:
    table.done(line)
    odo = table.desk.campaign.world.npcs[-1]
    assert (odo.name, odo.wants, odo.threat) == ("Odo, a ferryman", "a boat", 2)


@pytest.mark.parametrize("typed", ["talk blacksmith", "talk to the blacksmith"])
def test_who_is_not_known_is_made_by_the_line_that_is_hinted(table: Table, typed: str) -> None:
    assert table.refused(typed).hint == "To make them: npc blacksmith"
