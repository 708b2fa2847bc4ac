"""Dice and tables from the shell: what is rolled, in which form, and what is refused."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.reports.rolls_and_random_tables import RollReport
from tests.cli.calling import Call, companion

FORMS = ("text", "json", "jsonl", "csv")


def objects(call: Call, form: str) -> list[dict[str, object]]:
    """What was answered in JSON, whether as a list or one a line."""
    assert call.status == 0, call
    if form == "jsonl":
        return call.objects
    found: list[dict[str, object]] = json.loads(call.out)
    return found


def rows(call: Call) -> list[dict[str, str]]:
    """What was answered as a CSV."""
    assert call.status == 0, call
    return list(csv.DictReader(io.StringIO(call.out)))


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.usefixtures("own_tables")
def test_a_roll_has_the_fields_that_a_desk_gives_and_the_same_from_the_same_seed(form: str) -> None:
    asked = [
        "2d6+1",
        "fen/birds",
        "2d6 [fire] + d8 [frost]",
        "2d6+1 >= 7",
        "(d6 > d4) [hit]",
        "4d6kh3",
    ]
    at_the_shell = objects(companion("roll", *asked, "--seed", "5", "--format", form), form)
    lines = "".join(f"roll {each}\n" for each in asked)
    said = companion("run", "greenmire", "--seed", "5", "--format", "jsonl", typed=lines)
    assert at_the_shell == [answer["report"] for answer in said.objects]
    assert all(set(roll) == {"kind", *RollReport.__struct_fields__} for roll in at_the_shell)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("asked", [["3d6"], ["fen/birds"], ["3d6", "fen/birds", "4d6kh3", "x3"]])
@pytest.mark.usefixtures("own_tables")
def test_the_same_seed_gives_the_same_bytes(form: str, asked: list[str]) -> None:
    arguments = ("roll", *asked, "-n", "50", "--format", form)
    once = companion(*arguments, "--seed", "a seed")
    assert once == companion(*arguments, "--seed", "a seed")
    assert once.status == 0
    assert once.out != companion(*arguments, "--seed", "another").out


@pytest.mark.usefixtures("own_tables")
def test_every_form_tells_the_same_rolls() -> None:
    asked = ("roll", "4d6kh3", "fen/birds", "fen/moods", "-n", "20", "--seed", "fen", "--format")
    listed, lines, sheet = (companion(*asked, form) for form in ("json", "jsonl", "csv"))
    rolls = objects(lines, "jsonl")
    assert objects(listed, "json") == rolls
    told = rows(sheet)
    assert list(told[0]) == ["notation", "table", "row", "total", "text", "faces", "kept"]
    for row, roll in zip(told, rolls, strict=True):
        for key in ("notation", "table", "row", "total", "text"):
            assert row[key] == ("" if roll[key] is None else str(roll[key]))
        assert isinstance(roll["faces"], list)
        assert isinstance(roll["kept"], list)
        assert row["faces"] == " ".join(map(str, roll["faces"]))
        assert row["kept"] == " ".join(str(int(kept)) for kept in roll["kept"])
    text = companion(*asked, "text").out.splitlines()
    names = ["4d6kh3"] * 20 + ["fen/birds"] * 20 + ["fen/moods"] * 20
    assert [line.partition(": ")[0] for line in text] == names, "several are named"
    said = [line.partition(": ")[2] for line in text]
    assert said[20:] == [row["text"] for row in told[20:]]
    assert [line.split()[0] for line in said[:20]] == [row["total"] for row in told[:20]]


def test_a_csv_keeps_what_holds_a_comma_in_one_column(own_tables: Path) -> None:
    text = '"Off," he says; "off!"'
    table = f"schema = 1\ntitle = 'words'\n[[rows]]\ntext = '{text}'\n"
    (own_tables / "words.toml").write_text(table, "utf-8")
    assert [row["text"] for row in rows(companion("roll", "words", "--format", "csv"))] == [text]
    (row,) = rows(companion("roll", "max(d6, d8)", "--format", "csv"))
    assert row["notation"] == "max(d6, d8)"


@pytest.mark.parametrize(
    ("typed", "notations"),
    [
        (["2d6"], ["2d6"]),
        (["d8", "enhance", "1"], ["d8 enhance 1"]),
        (["event", "-2"], ["event -2"]),
        (["event", "+1", "-2"], ["event -1"]),
        (["2d6", "+", "1"], ["2d6+1"]),
        (["2d6", "-1"], ["2d6-1"]),
        (["4d6kh3", "x2"], ["4d6kh3"] * 2),
        (["2d6", "d8"], ["2d6", "d8"]),
        (["2d6", "d8", "x2", "d20", "-1"], ["2d6", "d8", "d8", "d20-1"]),
        (["d20", "vs", "d12"], ["d20", "d12"]),
    ],
)
def test_several_arguments_are_one_notation_where_they_read_so_else_each_is_one(
    typed: list[str], notations: list[str]
) -> None:
    call = companion("roll", *typed, "--format", "jsonl")
    assert [roll["notation"] for roll in objects(call, "jsonl")] == notations


@pytest.mark.parametrize("form", FORMS)
def test_each_is_rolled_so_often_in_turn(form: str) -> None:
    call = companion("roll", "d4", "d100", "-n", "3", "--format", form)
    if form == "text":
        assert len(call.out.splitlines()) == 6
    else:
        told = rows(call) if form == "csv" else objects(call, form)
        assert [roll["notation"] for roll in told] == ["d4"] * 3 + ["d100"] * 3


def test_six_abilities_are_six_lines() -> None:
    lines = companion("roll", "4d6kh3 x6").out.splitlines()
    assert len(lines) == 6
    for line in lines:
        total, faces = line.split("  ")
        counted = [int(face) for face in faces.strip("[]").split() if "(" not in face]
        assert faces.count("(") == 1
        assert len(counted) == 3
        assert sum(counted) == int(total)


def test_totals_stand_below_each_other_and_sets_apart() -> None:
    lines = companion("roll", "4d6kh3 x6", "-n", "4", "--seed", "4").out.split("\n")
    assert [number for number, line in enumerate(lines) if not line] == [6, 13, 20, 27]
    assert {line.index("  [") for line in lines if line} == {2}
    assert all(line[:2].strip().isdigit() for line in lines if line)
    assert "" not in companion("roll", "4d6kh3", "-n", "24").out.splitlines()
    assert companion("roll", "d20", "=7").out == "7  [7]\n", "one stands by itself"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("typed", "total", "faces"),
    [
        (["event", "-2", "=3,5,2"], 2, [3, 5, 2]),
        (["2d6 =3,5"], 8, [3, 5]),
        (["2d6 =3, 5"], 8, [3, 5]),
        (["birds", "+1", "=1,2,4"], 4, [1, 2, 4]),
    ],
)
@pytest.mark.usefixtures("own_tables")
def test_what_fell_at_the_table_is_typed_after_it(
    typed: list[str], total: int, faces: list[int], form: str
) -> None:
    call = companion("roll", *typed, "--format", form)
    if form == "csv":
        (row,) = rows(call)
        assert (row["total"], row["faces"]) == (str(total), " ".join(map(str, faces)))
    elif form == "text":
        assert call.out in ("2  [(3) (5) 2]\n", "8  [3 5]\n", "4 herons\n")
    else:
        (roll,) = objects(call, form)
        assert (roll["total"], roll["faces"], roll["entered"]) == (total, faces, True)
    assert call == companion("roll", "--format", form, typed=" ".join(typed)) or form in (
        "json",
        "jsonl",
    ), "a line on standard input says the same, but for the seed"


def test_by_hand_a_repeated_roll_takes_faces_for_all() -> None:
    assert companion("roll", "d20 x2", "=3,17").out == " 3  [3]\n17  [17]\n"


@pytest.mark.parametrize(
    "what",
    [
        ["2d6", "=3"],
        ["2d6", "=3,5,1"],
        ["2d6", "=3,7"],
        ["2d6", "=3,5", "-n", "2"],
        ["2d6", "=3,5", "d8"],
        ["2d6", "=3,5", "d8", "=1"],
        ["birds", "=1,2,4,4"],
        ["=3,5"],
    ],
)
@pytest.mark.usefixtures("own_tables")
def test_faces_that_do_not_fit_are_refused(what: list[str]) -> None:
    call = companion("roll", *what)
    assert (call.status, call.out) == (1, "")
    assert call.err.count("\n") == 1


def test_a_total_is_still_compared_with_a_number() -> None:
    for typed in (["2d6=7"], ["2d6 = 7"], ["2d6", "=", "7"]):
        (roll,) = objects(companion("roll", *typed, "--format", "jsonl"), "jsonl")
        assert (roll["notation"], roll["entered"]) == ("2d6 = 7", False)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        (["2d6+1", "at", "least", "7"], 'Try: "2d6+1 >= 7"'),
        (["2d6", "7+"], 'Try: "2d6 >= 7"'),
        (["d8", "enhance"], "Write d8 enhance 1."),
        (["cards", "winter"], "Try: season=winter"),
    ],
)
@pytest.mark.usefixtures("own_tables")
def test_a_slip_is_told_with_what_to_type_at_a_shell(typed: list[str], hint: str) -> None:
    for word in ("roll", "odds"):
        call = companion(word, *typed)
        assert (call.status, call.out) == (1, "")
        assert call.err.endswith(f"{hint}\n")


def test_of_a_campaign_the_tables_of_the_place_have_their_words() -> None:
    for word in ("encounters", "rumours", "weather", "effects"):
        there = companion("run", "greenmire", "--format", "jsonl", typed=f"roll {word}\n").objects
        assert isinstance(there[0]["report"], dict)
        table = there[0]["report"]["table"]
        call = companion("roll", word, "--campaign", "greenmire", "--format", "jsonl")
        assert [roll["table"] for roll in call.objects] == [table]
    odds = companion("odds", "Encounters", "--campaign", "greenmire", "--format", "jsonl")
    assert odds.status == 0


def rolled(what: str) -> list[str]:
    """Two hundred rolls as people read them."""
    return companion("roll", what, "-n", "200", "--seed", "7").out.splitlines()


def test_a_comparison_is_told_as_yes_or_no() -> None:
    told = {line.split()[0] for line in rolled("2d6 >= 7")}
    assert told == {"yes", "no"}
    assert {line.split()[0] for line in rolled("(2d6 >= 7) [hit]")} == {"yes", "no"}
    for line in rolled("2d6 >= 7"):
        answer, faces = line.split("  ")
        assert (sum(map(int, faces.strip("[]").split())) >= 7) == (answer.strip() == "yes")


def test_labels_are_told_with_what_they_came_to() -> None:
    for line in rolled("2d6 [fire] + d8 [frost]"):
        total, faces, labels = line.split("  ")
        first, second, third = map(int, faces.strip("[]").split())
        assert labels == f"fire {first + second}, frost {third}"
        assert int(total) == first + second + third


def test_what_was_rolled_again_stands_in_parentheses() -> None:
    lines = rolled("d6r1")
    assert any("(1)" in line for line in lines)
    assert not any(line.startswith("1 ") for line in lines)


@pytest.mark.usefixtures("own_tables")
def test_a_table_takes_a_modifier_and_what_holds() -> None:
    call = companion("roll", "birds", "+9", "-1", "-n", "30", "--format", "jsonl")
    for roll in objects(call, "jsonl"):
        assert roll["modifier"] == 8
        assert roll["row"] == 2
        assert roll["data"] == {"loud": True}
    texts = companion("roll", "cards", "-n", "300", "--with", "season=Winter").out.splitlines()
    assert "the frost" in texts
    assert companion("roll", "cards", "season=winter", "x300").out.count("the frost") > 20
    assert "the frost" not in companion("roll", "cards", "-n", "300").out.splitlines()


def test_what_a_campaign_holds_and_its_own_tables_are_used(own_tables: Path) -> None:
    companion("new", "Mire")
    mire = own_tables.parents[1] / "kept" / "mire"
    (mire / "tables" / "fen").mkdir(parents=True)
    text = 'schema = 1\ntitle = "Moods"\n[[rows]]\ntext = "of the mire"\n'
    (mire / "tables" / "fen" / "moods.toml").write_text(text, "utf-8")
    assert companion("roll", "fen/moods", "--campaign", "mire").out == "of the mire\n"
    assert companion("roll", "fen/moods").out in ("hungry\n", "asleep\n")
    assert companion("run", "mire", typed="season winter\n").status == 0
    asked = ("roll", "cards", "-n", "300", "--campaign", "mire")
    assert "the frost\n" in companion(*asked).out
    assert "the frost\n" not in companion(*asked, "--with", "season=spring").out
    before = {path: path.read_bytes() for path in mire.rglob("*") if path.is_file()}
    companion(*asked)
    assert {path: path.read_bytes() for path in mire.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "what",
    [
        ["2d"],
        ["1000000d6"],
        ["nothing/like-it"],
        ["../tables"],
        ["d0"],
        ["\x1b"],
        ["2d6", "2d"],
        ["cards", "+2"],
        ["birds", "+9999999999"],
        ["birds", "x0"],
        ["birds", "x1001"],
        ["birds", "mood=fine"],
        ["cards", "--with", "mood=fine"],
        ["2d6", "--seed", "\n"],
        ["cards", "--campaign", "nowhere"],
    ],
)
@pytest.mark.usefixtures("own_tables")
def test_what_cannot_be_rolled_is_refused_and_nothing_is_answered(
    what: list[str], form: str
) -> None:
    call = companion("roll", *what, "--format", form)
    assert (call.status, call.out) == (1, "")
    assert call.err.count("\n") == 1
    assert "\x1b" not in call.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["2d6", "--louder"],
        ["2d6", "-x"],
        ["2d6", "-\x1b[31m"],
        ["2d6", "-n", "0"],
        ["2d6", "-n", "1000000001"],
        ["2d6", "--with", "winter"],
        ["2d6", "--format", "xml"],
    ],
)
def test_what_is_no_option_is_wrong_usage(arguments: list[str]) -> None:
    call = companion("roll", *arguments)
    assert (call.status, call.out) == (2, "")
    assert call.err
    assert "\x1b" not in call.err


def test_a_broken_table_is_told_by_file_and_line(own_tables: Path) -> None:
    broken = own_tables / "moods.toml"
    broken.write_text(broken.read_text("utf-8").replace("text = ", "txet = ", 1), "utf-8")
    for asked in ("fen/moods", "fen/birds"):
        call = companion("roll", asked, "-n", "100")
        assert call.status == 3
        assert f"tables{os.sep}fen/moods.toml:4: row 1, txet:" in call.err


@pytest.mark.parametrize("dice", ["-2d6min2", "-d8 enhance 1", "-4d6count>=5", "-max(d6,d8)"])
def test_dice_that_begin_with_a_minus_are_no_options(dice: str) -> None:
    call = companion("roll", dice, "--seed", "-5", "--format", "json")
    (roll,) = json.loads(call.out)
    assert (call.status, roll["seed"]) == (0, "-5")
    assert roll["total"] <= 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full here")
def test_an_answer_that_cannot_be_written_is_one_plain_sentence() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "companion", "roll", "2d6"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "could not be written" in done.stderr
