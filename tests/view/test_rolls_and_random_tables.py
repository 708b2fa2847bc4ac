"""Dice, tables and decks as people read them, and what of them the players do."""

import re
from pathlib import Path

import pytest

from companion.reports.rolls_and_random_tables import RollReport, RollsReport
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

MARK = "QUAGGOTH"
FILES = {
    "land": """\
schema = 1
title = "The land"
dice = "d4"
fallback = "more of it"
[[modifiers]]
when = { season = "autumn" }
add = 1
[[rows]]
roll = "1-2"
text = { day = "reeds", night = "lights" }
sign = "a smell"
[[rows]]
roll = 3
text = "{2d6} herons"
when = { time = ["dusk", "day"], terrain = "fen" }
[[rows]]
roll = 3
text = "frogs"
""",
    "trends-of-two": """\
schema = 1
title = "Two dice"
dice = "2d6"
[[rows]]
roll = "2-12"
text = "{3d8} {npcs/names}"
""",
    "cards": """\
schema = 1
title = "Cards"
deck = true
[[rows]]
text = "a king"
[[rows]]
text = "a knave"
weight = 3
""",
    "guides": f"""\
schema = 1
title = "Secrets"
fallback = "{MARK}"
[[rows]]
text = "rain"
sign = "{MARK}"
data = {{ truth = "{MARK}" }}
""",
}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company in the chapel, and three tables of the campaign's own."""
    table = Table(tmp_path)
    folder = table.desk.archive.folder / "tables" / "mine"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return table


def said(table: Table, *lines: str, guide: bool = True) -> list[str]:
    """What the last of these lines is answered, but for the way back."""
    reply = table.say(*lines)
    told = render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)
    return [str(line) for line in told if not line.startswith("undo takes it back")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("roll 2d6 >= 7 =3,4", ["2d6 >= 7: yes.", "  By hand: 3 and 4."]),
        ("roll 2d6 >= 8 =3,4", ["2d6 >= 8: no.", "  By hand: 3 and 4."]),
        (
            "roll 2d6 [fire] + d4 =3,4,1",
            ["2d6 [fire]+d4: 8.", "  fire 7.", "  By hand: 3, 4 and 1."],
        ),
        ("roll d8 impair 2 =3", ["d8 impair 2 (d4): 3.", "  By hand: 3."]),
        ("roll d8 impair 2 x2 =3,1", ["d8 impair 2 (d4), 2 times:", "  3  3", "  1  1"]),
        ("roll 2d6 + d8 enhance 1 =3,1,9", [
            "2d6+d8 enhance 1 (d10): 13.", "  By hand: 3, 1 and 9.",
        ]),
        ("roll 4d6kh3 =3,1,2,6", ["4d6kh3: 11.", "  By hand: 3 (1) 2 6."]),
        (
            "roll 4d6kh3 x2 =1,2,3,4,6,6,1,5",
            ["4d6kh3, 2 times:", "   9  (1) 2 3 4", "  17  6 6 (1) 5"],
        ),
        (
            "roll d6 >= 4 x2 =3,4",
            ["d6 >= 4, 2 times:", "   no  3", "  yes  4", "Yes 1 of 2 times."],
        ),
        ("roll d1 x21", ["d1, 21 times:", f"  {', '.join(['1'] * 21)}."]),
        (
            "roll land =1 season=spring",
            [
                "mine/land 1, by day and night:",
                "  day: reeds.",
                "  night: lights.",
                "  Its sign: a smell.",
                "  By hand: 1.",
            ],
        ),
        ("roll land =2", ["mine/land 3: frogs.", "  By hand: 2, +1 on the total."]),
        (
            "roll land =3,4,5 terrain=fen season=spring",
            ["mine/land 3: 9 herons.", "  By hand: 3, 4 and 5."],
        ),
        ("draw cards =1", ["mine/cards: a king.", "  By hand: 1.", "3 left in the deck."]),
        (
            "draw cards x4 =1,1,1,1",
            [
                *["mine/cards: a king.", "  By hand: 1."],
                *["mine/cards: a knave.", "  By hand: 1."] * 3,
                "None is left. To put all back, type shuffle cards",
            ],
        ),
        ("tables list mine", [
            "mine:", "  cards: Cards (a deck of 2 rows).", "  guides: Secrets (1 row).",
            "  land: The land (d4).",
            "  trends-of-two: Two dice (2d6).",
        ]),
        ("tables show cards", [
            "mine/cards: Cards (a deck of 2 rows).",
            "For you alone:",
            "  ×1 a king.",
            "  ×3 a knave.",
        ]),
        ("tables show land", [
            "mine/land: The land (d4).",
            "For you alone:",
            "  +1 where season is autumn.",
            "  1-2",
            "    day: reeds.",
            "    night: lights.",
            "    Sign: a smell.",
            "  3 (where time is dusk or day and terrain is fen) {2d6} herons.",
            "  3 frogs.",
            "  Else: more of it.",
        ]),
        ("tables check cards", ["mine/cards reads well."]),
        ("season", ["It is autumn."]),
        ("season winter", ["It is winter now; it was autumn."]),
    ],
)  # fmt: skip
def test_it_is_said_plainly(line: str, told: list[str], table: Table) -> None:
    assert said(table, line) == told


def test_what_the_companion_rolled_is_told_apart_from_what_was_typed(table: Table) -> None:
    line = "roll land {} terrain=fen season=spring"
    said_of, by_hand = said(table, line.format("=3")), table.done(line.format("=3,4")).report
    assert re.fullmatch(r"  By hand: 3\. Rolled: \d and \d\.", said_of[-1])
    assert isinstance(by_hand, RollReport)
    assert (by_hand.own, by_hand.by_hand, len(by_hand.faces)) == (1, 2, 3)
    assert by_hand.entered
    several = table.read(RollsReport, line.format("x2 =3,4,5"))
    assert [(each.by_hand, each.entered) for each in several.rolls] == [(3, True), (0, False)]


def test_of_a_table_only_its_own_dice_are_told(table: Table) -> None:
    for line in ("roll land terrain=fen season=spring", "draw rumours x3", "roll npcs/names"):
        assert not any("Rolled: " in each for each in said(table, line)), line
    assert any(
        re.fullmatch(r"  Rolled: \d and \d\.", each) for each in said(table, "roll trends-of-two")
    )


def test_decks_are_told_with_what_is_left_of_them(table: Table) -> None:
    lines = said(table, "draw cards x3", "draw guides", "shuffle")
    assert lines == [
        "Drawn from:",
        "  mine/cards: 3 drawn, 1 left.",
        "  mine/guides: 1 drawn, 0 left.",
        "Type shuffle and the name of one.",
    ]
    assert said(table, "shuffle cards") == ["Shuffled: 3 put back into mine/cards; it has 4 again."]


def test_a_broken_table_is_told_with_its_file_and_line(table: Table) -> None:
    file = table.desk.archive.folder / "tables" / "mine" / "cards.toml"
    file.write_text(FILES["cards"].replace("weight = 3", "weight = -3"), encoding="utf-8")
    (line,) = said(table, "tables check cards")
    assert line.startswith("tables/mine/cards.toml:8: ")
    assert "  cards: broken; type tables check mine/cards" in said(table, "tables list mine")
    (told,) = said(table, "tables check cards", guide=False)
    assert "cards.toml" not in told


def test_of_a_sign_the_clue_is_for_reading_out_and_the_encounter_for_the_guide(
    table: Table,
) -> None:
    met = table.desk.archive.folder / "tables" / "greenmire" / "marsh-encounters.toml"
    met.parent.mkdir(parents=True)
    row = '[[rows]]\ntext = "A boar, {d6+1} years old"\nsign = "churned mud"\n'
    met.write_text(f'schema = 1\ntitle = "Met"\n{row}', encoding="utf-8")
    table.done("at greenmire")
    clue, boar = "To read out: churned mud.", "A boar, 5 years old."
    assert said(table, "event! =5 table=1,4")[-2:] == [
        clue,
        f"Secret: the sign foretells this. {boar}",
    ]
    assert said(table, "sign") == [
        f"Secret: a sign of Exploration Turns at The Greenmire. {boar}",
        clue,
    ]
    came = said(table, "next! =1")
    assert f"Secret: the sign comes true. {boar}" in came
    assert clue not in came


def test_a_table_that_is_no_good_is_told_to_the_guide_and_the_die_falls(table: Table) -> None:
    broken = table.desk.archive.folder / "tables" / "downtime" / "trends.toml"
    broken.parent.mkdir(parents=True)
    broken.write_text("schema = 1\n", encoding="utf-8")
    lines = ("done", "out", "done", "out", "zoom! downtime", "next! =4")
    told = said(table, *lines)
    assert "Event Die 4: Trend." in told
    assert any(line.startswith("Secret: no table could be drawn from. ") for line in told)
    assert "Which one is the Guide's to say: effect add NAME trend" in told
    table.done("undo")
    assert not any("tables/" in line for line in said(table, "next! =4", guide=False))


SECRETS = [
    ("roll guides",),
    ("roll guides x3",),
    ("draw guides",),
    ("draw guides", "draw cards", "shuffle guides"),
    ("tables show guides",),
    ("tables check guides",),
]


@pytest.mark.parametrize("lines", SECRETS, ids=" + ".join)
@pytest.mark.parametrize("seat", ["caller", "mapper"])
def test_signs_data_and_rows_reach_no_player(
    lines: tuple[str, ...], seat: str, table: Table
) -> None:
    table.done(f"as {seat}")
    reply = table.done(*lines)
    guides = encode_reply(reply, guide=True)
    players = encode_reply(reply, guide=False)
    told = "\n".join(said(table, "status", guide=False))
    told += "\n".join(map(str, render_reply(reply, str, guide=False)))
    assert MARK in guides or "shuffle guides" in lines or "check" in lines[0]
    assert MARK not in players + told
    assert '"seed":"' not in players
    if lines[-1] == "shuffle":
        assert "mine/guides" in guides
        assert "mine/guides" not in players + told


def test_a_player_is_told_of_no_way_back_from_what_they_do_not_see(table: Table) -> None:
    table.done("as caller")
    reply = table.done("draw rumours")
    assert reply.changes
    told = [str(line) for line in render_reply(reply, str, guide=False)]
    assert not [line for line in told if line.startswith("undo")]
