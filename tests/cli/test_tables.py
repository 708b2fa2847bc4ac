"""The tables themselves at the shell: which there are, what is in one, what is wrong."""

import json
from pathlib import Path

import pytest

from companion.archive.data_folders import get_shipped_folder
from tests.cli.calling import companion

LISTED = ["fen/birds", "fen/cards", "fen/moods"]


@pytest.mark.usefixtures("own_tables")
def test_all_tables_are_listed_with_what_they_are_called() -> None:
    call = companion("tables", "list", "--format", "jsonl")
    found = {str(table["table"]): table for table in call.objects}
    assert [name for name in found if name.startswith("fen/")] == LISTED
    assert "downtime/trends" in found
    assert found["fen/birds"]["dice"] == "2d6"
    assert found["fen/cards"]["rows"] == 4
    text = companion("tables", "list")
    assert (text.status, text.err) == (0, "")
    assert "birds: birds (2d6)." in text.out


@pytest.mark.usefixtures("own_tables")
def test_tables_alone_lists_them() -> None:
    assert companion("tables") == companion("tables", "list")


@pytest.mark.usefixtures("own_tables")
def test_the_tables_of_a_subject() -> None:
    objects = json.loads(companion("tables", "list", "fen", "--format", "json").out)
    assert [table["table"] for table in objects] == LISTED
    csv = companion("tables", "list", "fen", "--format", "csv").out.splitlines()
    assert csv[0] == "table,title,dice,rows,deck,problems"
    assert csv[1] == "fen/birds,birds,2d6,2,0,0"
    refused = companion("tables", "list", "fenn")
    assert (refused.status, refused.out) == (1, "")
    assert "Did you mean fen?" in refused.err


@pytest.mark.usefixtures("own_tables")
def test_a_table_is_shown_as_it_is_written() -> None:
    text = companion("tables", "show", "birds")
    assert (text.status, text.err) == (0, "")
    assert "{d4} herons" in text.out
    (report,) = companion("tables", "show", "birds", "--format", "json").objects
    assert isinstance(report["rows"], list)
    assert [row["roll"] for row in report["rows"]] == ["2-7", "8-12"]
    assert report["rows"][1]["data"] == {"loud": True}
    assert companion("tables", "show", "nothing").status == 1
    assert companion("tables", "show").status == 2


def test_what_is_shipped_reads_well() -> None:
    call = companion("tables", "check")
    assert (call.status, call.err) == (0, "")
    listed = companion("tables", "list", "--format", "jsonl")
    prices = len([*(get_shipped_folder("tables") / "goods").glob("*.toml")])
    read = f"{len(listed.objects)} tables, {prices} price tables and 2 tables of creatures"
    assert call.out == f"{read} read well.\n"
    assert companion("tables", "check", "--format", "json") == (0, "[]\n", "")


@pytest.fixture
def broken(own_tables: Path) -> Path:
    """Two of the tables with a mistake in each, the one only against the other."""
    birds, cards = own_tables / "birds.toml", own_tables / "cards.toml"
    birds.write_text(birds.read_text("utf-8").replace("fen/moods", "fen/mods"), "utf-8")
    cards.write_text(cards.read_text("utf-8").replace("weight = 2", "weight = -2"), "utf-8")
    return own_tables


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        ([], ["birds", "cards"]),
        (["fen/birds"], ["birds"]),
        (["cards"], ["cards"]),
        (["moods"], []),
        (["fen"], ["birds", "cards"]),
        (["tables"], ["birds", "cards"]),
        (["tables/fen"], ["birds", "cards"]),
        (["tables/fen/cards.toml"], ["cards"]),
        (["tables/fen/moods.toml", "birds"], ["birds"]),
        (["birds", "tables/fen/birds.toml"], ["birds"]),
    ],
)
@pytest.mark.usefixtures("broken")
def test_check_tells_every_problem_by_file_line_and_key(asked: list[str], wrong: list[str]) -> None:
    call = companion("tables", "check", *asked)
    assert call.status == (3 if wrong else 0)
    problems = [line for line in call.err.splitlines() if ".toml" in line]
    assert sorted(problem.partition(": ")[0] for problem in problems) == [
        {"birds": "tables/fen/birds.toml:9", "cards": "tables/fen/cards.toml:5"}[each]
        for each in wrong
    ]
    for line in problems:
        assert (", text: " in line) if "birds" in line else (", weight: " in line)
    assert call.out == ("" if wrong else "One table reads well.\n")


@pytest.mark.usefixtures("broken")
def test_problems_for_programs() -> None:
    call = companion("tables", "check", "--format", "json")
    assert call.status == 3
    assert call.err == ""
    found = json.loads(call.out)
    assert [set(problem) for problem in found] == [{"file", "line", "key", "message"}] * 2
    assert sorted(problem["line"] for problem in found) == [5, 9]
    csv = companion("tables", "check", "--format", "csv")
    assert csv.out.splitlines()[0] == "file,line,key,message"
    assert len(csv.out.splitlines()) == 3
    (line,) = companion("tables", "list", "fen", "--format", "jsonl").objects[1:2]
    assert (line["table"], line["problems"]) == ("fen/cards", 1)


def test_a_file_anywhere_may_refer_to_its_neighbours_and_to_what_is_shipped(tmp_path: Path) -> None:
    subject = tmp_path / "drafts" / "fen"
    subject.mkdir(parents=True)
    text = '[[rows]]\ntext = "{fen/two}, {downtime/trends}"\n'
    (subject / "one.toml").write_text(f'schema = 1\ntitle = "One"\n{text}', "utf-8")
    assert companion("tables", "check", "drafts/fen/one.toml").status == 3
    (subject / "two.toml").write_text('schema = 1\ntitle = "Two"\n[[rows]]\ntext = "so"\n', "utf-8")
    assert companion("tables", "check", "drafts/fen/one.toml").out == "One table reads well.\n"
    assert companion("tables", "check", "drafts").out == "2 tables read well.\n"
    (subject / "one-more.toml").write_text("schema = 1\n", "utf-8")
    assert companion("tables", "check", "drafts/fen/one.toml").out == "One table reads well.\n"
    assert companion("tables", "check", "drafts/fen").status == 3


@pytest.fixture
def broken_prices(own_tables: Path) -> Path:
    """A price table that reads well, and one with two mistakes."""
    place = own_tables.parent / "goods"
    place.mkdir()
    (place / "fen.toml").write_text('schema = 1\n[[goods]]\nname = "eel trap"\n', "utf-8")
    wrong = 'schema = 1\n[[goods]]\nname = "punt"\npirce = 40\nrarity = 9\n'
    (place / "boats.toml").write_text(wrong, "utf-8")
    return place


@pytest.mark.parametrize(
    ("asked", "reads_well"),
    [
        ([], None),
        (["goods"], None),
        (["Goods"], None),
        (["goods/boats"], None),
        (["goods/fen"], "One price table reads well."),
        (["tables"], None),
        (["tables/goods"], None),
        (["tables/goods/boats.toml"], None),
        (["tables/goods/fen.toml"], "One price table reads well."),
        (["tables/goods/fen.toml", "fen"], "3 tables and one price table read well."),
        (["fen"], "3 tables read well."),
    ],
)
@pytest.mark.usefixtures("broken_prices")
def test_check_tells_every_problem_of_price_tables_too(
    asked: list[str], reads_well: str | None
) -> None:
    call = companion("tables", "check", *asked)
    if reads_well is not None:
        assert call == (0, f"{reads_well}\n", "")
        return
    assert (call.status, call.out) == (3, "")
    problems = [line for line in call.err.splitlines() if ".toml" in line]
    assert len(problems) == 2
    assert problems[0].startswith("tables/goods/boats.toml:4: goods[1].pirce: ")
    assert problems[1].startswith("tables/goods/boats.toml:5: goods[1].rarity: ")


def test_the_tables_of_a_campaign_are_checked_with_it(tmp_path: Path) -> None:
    companion("new", "Mire")
    own = tmp_path / "kept" / "mire" / "tables" / "fen"
    own.mkdir(parents=True)
    (own / "moods.toml").write_text('schema = 1\ntitle = "Moods"\n', "utf-8")
    assert companion("tables", "check").status == 0
    call = companion("tables", "check", "--campaign", "mire")
    assert call.status == 3
    assert "tables/fen/moods.toml" in call.err


def test_what_is_no_table_no_file_and_no_folder_of_tables_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for asked in ("nothing", "empty"):
        call = companion("tables", "check", asked)
        assert (call.status, call.out) == (1, "")
        assert asked in call.err


@pytest.mark.parametrize(
    "arguments",
    [["list", "--format", "xml"], ["show", "birds", "--format", "csv"], ["check", "--louder"]],
)
def test_wrong_usage(arguments: list[str]) -> None:
    call = companion("tables", *arguments)
    assert (call.status, call.out) == (2, "")
