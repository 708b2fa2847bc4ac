"""What people do to files by hand: each slip is told by file, line and key, with what to do, and
alike in a campaign's files, in price tables and in random tables."""

import time
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.table_files import Shelf, Tables
from companion.refusal import Broken
from tests.archive.toml.spoilt import CAMPAIGN, KINDS, PRICES, TABLE, Kind, problems_in_file


class Case(NamedTuple):
    """Lines below the head of a file (TEXT, NUMBER and FLAG stand for keys that want that), the
    line that is told, counted from the first of them, its key, and what the message holds."""

    lines: str
    key: str
    holds: str
    line: int = 0


SLIPS = (
    # quotes
    Case('TEXT = "A man', "TEXT", 'not closed on its line; write " at its end'),
    Case("TEXT = 'A man", "TEXT", "not closed on its line; write ' at its end"),
    Case('TEXT = A man"', "TEXT", 'in quotes; write TEXT = "A man"'),
    Case("TEXT = A man", "TEXT", 'in quotes; write TEXT = "A man"'),
    Case("TEXT = “A man”", "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case('TEXT = "A man”', "TEXT", 'at both ends; write TEXT = "A man"'),
    Case('TEXT = “A man"', "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case("TEXT = ‘A man’", "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case("TEXT = „A man“", "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case("TEXT = «A man»", "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case("TEXT = `A man`", "TEXT", 'straight quotes ("); write TEXT = "A man"'),
    Case('TEXT = ""A man""', "TEXT", 'enough; write TEXT = "A man"'),
    Case('TEXT = "A "big" man"', "TEXT", 'ends at its second "; write \\"'),
    Case("TEXT = 'A man's'", "TEXT", "ends at its second '; with a ' inside"),
    Case('TEXT = "A man" from afar', "TEXT", "behind the text; write it inside the quotes, or #"),
    Case('TEXT = "A man" // from afar', "TEXT", "or # before it"),
    Case('TEXT = "A man",', "TEXT", 'delete the , at the end; write TEXT = "A man"'),
    Case('TEXT = "A man";', "TEXT", "delete the ; at the end"),
    Case('TEXT = "C:\\Users\\Mo"', "TEXT", "a \\ in a text"),
    Case('TEXT = "C:\\Maps\\"', "TEXT", "a \\ in a text"),
    Case('TEXT = "A man\nwith a dog"', "TEXT", 'over several lines stands in """ on both sides'),
    Case('TEXT = "A man\n\nand a dog\nand a cat"', "TEXT", 'stands in """ on both sides'),
    Case('TEXT = """A man\nwith a dog', "TEXT", 'the """ that opens here is never closed'),
    Case('TEXT = """A man\nNUMBER = 1\nFLAG = """x"""', "TEXT", "opens here is never closed"),
    Case("TEXT = '''A man\nwith a dog", "TEXT", "the ''' that opens here is never closed"),
    Case('TEXT = """A man\nat C:\\Maps"""', "TEXT", "write two of them", 1),
    Case('TEXT = """A man\nwith a dog""" big', "TEXT", "behind the closing", 1),
    Case('TEXT = "A\u0001man"', "TEXT", "an invisible"),
    # true and false
    Case("FLAG = yes", "FLAG", "write FLAG = true"),
    Case("FLAG = no", "FLAG", "write FLAG = false"),
    Case("FLAG = True", "FLAG", "write FLAG = true"),
    Case("FLAG = FALSE", "FLAG", "write FLAG = false"),
    Case("FLAG = on", "FLAG", "write FLAG = true"),
    Case("FLAG = perhaps", "FLAG", "true or false is wanted here"),
    # numbers
    Case("NUMBER = 02", "NUMBER", "begins with no 0; write NUMBER = 2"),
    Case("NUMBER = 1,200", "NUMBER", "write NUMBER = 1200"),
    Case("NUMBER = 1'200", "NUMBER", "write NUMBER = 1200"),
    Case("NUMBER = 0,5", "NUMBER", "write NUMBER = 0.5"),
    Case("NUMBER = .5", "NUMBER", "write NUMBER = 0.5"),
    Case("NUMBER = 5.", "NUMBER", "write NUMBER = 5"),
    Case("NUMBER = 1/2", "NUMBER", "write NUMBER = 0.5"),
    Case("NUMBER = 2,", "NUMBER", "delete the , at the end; write NUMBER = 2"),
    Case("NUMBER = 2 each", "NUMBER", "behind the value; write NUMBER = 2"),
    Case("NUMBER = 2 -- each", "NUMBER", "# before the rest if it is a remark"),
    Case("NUMBER = many", "NUMBER", "a number is wanted here, in digits; for example NUMBER = 3"),
    Case("NUMBER = {2}", "NUMBER", "between { and } stand keys with their values"),
    Case('TEXT = he said "hi"', "TEXT", r'write TEXT = "he said \"hi\""'),
    Case("NUMBER = “2”", "NUMBER", "write NUMBER = 2"),
    Case("NUMBER = none", "NUMBER", "delete the line"),
    # = and what is around it
    Case("NUMBER =", "NUMBER", "nothing stands after NUMBER ="),
    Case("NUMBER =\n  2", "NUMBER", "the value stands on the next line"),
    Case("NUMBER\n= 2", "NUMBER", "the line is broken in two"),
    Case("NUMBER = # not yet", "NUMBER", "nothing stands after NUMBER ="),
    Case("TEXT =", "TEXT", 'write TEXT = "…" or delete the line'),
    Case("NUMBER 2", "NUMBER", "a = is missing; write NUMBER = 2"),
    Case('TEXT "A man"', "TEXT", 'a = is missing; write TEXT = "A man"'),
    Case("NUMBER: 2", "NUMBER", "not :; write NUMBER = 2"),
    Case("TEXT: A man", "TEXT", 'not :; write TEXT = "A man"'),
    Case("NUMBER := 2", "NUMBER", "not :=; write NUMBER = 2"),
    Case("NUMBER == 2", "NUMBER", "one = is enough; write NUMBER = 2"),
    Case("NUMBER", "NUMBER", "write it as NUMBER = …"),
    Case("= 2", "", "no key stands before the ="),
    Case("max burn = 2", "", "a key is one word"),
    Case("größe = 2", "", "a key is one word"),
    Case("NUMBER = 2 FLAG = true", "NUMBER", "two keys stand on one line"),
    Case('TEXT = "A man" NUMBER = 2', "TEXT", "two keys stand on one line"),
    Case("NUMBER\u00a0= 2", "", "an invisible character (U+00A0)"),
    Case("NUMBER = 2\u200b", "NUMBER", "an invisible character (U+200B)"),
    # what stands twice
    Case("NUMBER = 2\nNUMBER = 3", "NUMBER", "a second time, the first on line 6; delete one", 1),
    Case("NUMBER = 2\nFLAG = true\nNUMBER = 2", "NUMBER", "the first on line 6", 2),
    # headers
    Case("[BLOCK]\nNUMBER = 2", "", "write [[BLOCK]]: there can be several"),
    Case("[[BLOCK]\nNUMBER = 2", "", "write [[BLOCK]]"),
    Case("[BLOCK]]\nNUMBER = 2", "", "write [[BLOCK]]"),
    Case("[[BLOCK\nNUMBER = 2", "", "write [[BLOCK]]"),
    Case("BLOCK]]\nNUMBER = 2", "", "write [[BLOCK]]"),
    Case("[BLOCK\nNUMBER = 2", "", "write [[BLOCK]]"),
    Case("[[BLOCK]] the next", "", "nothing but a # remark stands behind [[BLOCK]]"),
    Case('[[BLOCK]] the next\nNUMBER = 2\nname = "x"\ntext = "y"', "", "stands behind [[BLOCK]]"),
    Case("[[]]\nNUMBER = 2", "", "a header has a name in its brackets"),
    Case("[[the BLOCK]]\nNUMBER = 2", "", "the name in a header is one word"),
    Case("[other]\na = 1\n[other]\nb = 2", "", "[other] stands here a second time", 2),
    # lists and tables in brackets
    Case('lst = ["a" "b"]', "lst", "a comma is missing"),
    Case("lst = [1 2]", "lst", "a comma is missing"),
    Case('lst = [\n  "a",\n  "b"\n  "c",\n]', "lst", "a comma is missing", 3),
    Case("lst = [1,, 2]", "lst", "a comma is too much"),
    Case('lst = ["a", "b"', "lst", "the [ that opens here is never closed"),
    Case('lst = [\n  "a",\n  "b"\nNUMBER = 2', "lst", "the [ that opens here is never closed"),
    Case('lst = ["a", "b"]]', "lst", "one ] is too much"),
    Case('lst = ["a, "b"]', "lst", 'a " is missing'),
    Case('lst = ["a", b"]', "lst", 'a " is missing'),
    Case("lst = [a, b]", "lst", "every text in it stands in quotes"),
    Case("lst = [“a”, “b”]", "lst", "straight quotes"),
    Case('lst = ["a", "b"],', "lst", "delete the , at the end"),
    Case("tbl = { a = 1 b = 2 }", "tbl", "a comma is missing"),
    Case("tbl = { a: 1 }", "tbl", "write = between key and value, not :"),
    Case("tbl = { a = yes }", "tbl", "written true and false"),
    Case("tbl = { a = winter }", "tbl", 'in quotes; write a = "winter"'),
    Case("tbl = { a = 1", "tbl", "the { that opens here is never closed"),
    # lines that are nothing
    Case("// a remark", "", "a remark begins with #"),
    Case("; a remark", "", "a remark begins with #"),
    Case("- a man", "", "a list stands behind its key"),
    Case("Here they met the reeve", "", "neither key = value nor a [header]"),
    Case("]", "", "this ] closes nothing"),
    Case("BLOCK", "", "a header stands in brackets; write [[BLOCK]]"),
    Case("=======", "", "a mark of a conflict was left here; delete the line"),
)


def spelled(text: str, kind: Kind) -> str:
    """A text with the keys that this kind of file has."""
    for word, key in kind.keys.items():
        text = text.replace(word, key)
    return text


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
@pytest.mark.parametrize("case", SLIPS, ids=lambda case: case.lines.split("\n")[0])
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_a_slip_is_told_by_line_and_key_with_what_to_do(
    case: Case, kind: Kind, ending: str, tmp_path: Path
) -> None:
    text = kind.head + spelled(case.lines, kind) + "\n# the end\n"
    (problem,) = problems_in_file(tmp_path, kind, text.replace("\n", ending))
    key = kind.key.format(spelled(case.key, kind)) if case.key else ""
    assert (problem.file, problem.line, problem.key) == (kind.file, 6 + case.line, key)
    assert spelled(case.holds, kind) in problem.message
    assert len(problem.message) < 200
    assert "TOML" not in problem.message


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_every_slip_of_a_file_is_told_at_once(kind: Kind, tmp_path: Path) -> None:
    lines = (
        'TEXT = "A man',
        "FLAG = yes",
        "NUMBER: 2",
        "[BLOCK]",
        "NUMBER = 02",
        "lst = [1",
        "FLAG = no",
    )
    text = kind.head + spelled("\n".join(lines), kind) + "\n"
    found = problems_in_file(tmp_path, kind, text)
    assert [problem.line for problem in found] == list(range(6, 13))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_a_block_whose_header_is_missing_is_told_once(kind: Kind, tmp_path: Path) -> None:
    block = spelled('TEXT = "x"\nNUMBER = 1\nFLAG = true\n', kind)
    (problem,) = problems_in_file(tmp_path, kind, kind.head + block + "\n" + block)
    assert problem.line == 10
    assert f"write [[{kind.block}]] above this line" in problem.message


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_what_is_no_common_slip_has_the_words_of_the_library_and_plain_ones(
    kind: Kind, tmp_path: Path
) -> None:
    (problem,) = problems_in_file(tmp_path, kind, kind.head + "a = 1\na.b = 2\n")
    assert problem.line == 7
    assert "a second time" in problem.message
    assert "(column 1; TOML: " in problem.message or "(column 8; TOML: " in problem.message


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
@pytest.mark.parametrize(
    ("encoding", "line", "holds"),
    [
        ("utf-16", 0, "saved as UTF-16, not as UTF-8; save it as UTF-8"),
        ("utf-16-le", 0, "saved as UTF-16"),
        ("utf-16-be", 0, "saved as UTF-16"),
        ("cp1252", 6, "such as Windows-1252 (ANSI): save it as UTF-8"),
    ],
)
def test_a_file_in_another_encoding_is_told_with_how_to_save_it(
    kind: Kind, encoding: str, line: int, holds: str, tmp_path: Path
) -> None:
    text = kind.head + spelled('TEXT = "Ælfgifu – the café"\n', kind)
    (problem,) = problems_in_file(tmp_path, kind, text.encode(encoding))
    assert (problem.file, problem.line) == (kind.file, line)
    assert holds in problem.message


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_a_byte_order_mark_harms_nothing_and_moves_no_line(kind: Kind, tmp_path: Path) -> None:
    assert problems_in_file(tmp_path, kind, "\ufeff" + kind.head) == ()
    (problem,) = problems_in_file(tmp_path, kind, "\ufeffspoilt by hand\n" + kind.begins)
    assert problem.line == 1


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_a_newer_schema_is_told_and_nothing_else_of_the_file(kind: Kind, tmp_path: Path) -> None:
    text = kind.head.replace("schema = 1", "schema = 2") + "unheard_of = 1\n"
    (problem,) = problems_in_file(tmp_path, kind, text)
    assert (problem.file, problem.line, problem.key) == (kind.file, 1, "schema")
    assert "newer companion (schema 2; this one knows 1); bring this" in problem.message


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
def test_the_marks_of_git_are_told_with_the_lines_of_both_sides(kind: Kind, tmp_path: Path) -> None:
    marks = "<<<<<<< HEAD\nNUMBER = 1\n=======\nNUMBER = 2\n>>>>>>> theirs\n"
    (problem,) = problems_in_file(tmp_path, kind, kind.head + spelled(marks, kind))
    assert (problem.file, problem.line) == (kind.file, 6)
    assert "line 7 (HEAD) or line 9 (theirs)" in problem.message


@pytest.mark.parametrize(
    ("kind", "lines", "key", "message"),
    [
        (CAMPAIGN, 'NUMBER = "2"', "NUMBER", "wants a whole number, not text; write burn = 2"),
        (
            CAMPAIGN,
            'NUMBER = "two"',
            "NUMBER",
            "wants a whole number, not text; for example burn = 3",
        ),
        (CAMPAIGN, "NUMBER = 2.0", "NUMBER", "not a number with a point; write burn = 2"),
        (CAMPAIGN, 'FLAG = "yes"', "FLAG", "wants true or false, not text; write lit = true"),
        (CAMPAIGN, "FLAG = 1", "FLAG", "not a whole number; write lit = true"),
        (CAMPAIGN, "TEXT = 3", "TEXT", 'wants text, not a whole number; write kind = "3"'),
        (CAMPAIGN, "TEXT = true", "TEXT", 'wants text, not true; write kind = "true"'),
        (CAMPAIGN, "TEXT = 2024-05-01", "TEXT", 'not a date; write kind = "2024-05-01"'),
        (CAMPAIGN, 'slots = "1,5"', "slots", "wants a number, not text; write slots = 1.5"),
        (CAMPAIGN, "place = 3", "place", "it is hand, handy, worn or pack, not 3"),
        (CAMPAIGN, "brun = 2", "brun", "unknown key; did you mean burn"),
        (CAMPAIGN, "supply = 2", "supply", "below [[items]]; move it above the first [[items]]"),
        (PRICES, 'NUMBER = "2"', "NUMBER", "wants a whole number, not text; write price = 2"),
        (PRICES, "also = 3", "also", "wants a list, not a whole number; write also = [3]"),
        (PRICES, 'also = "cord"', "also", 'wants a list, not text; write also = ["cord"]'),
        (PRICES, "TEXT = 08:00:00", "TEXT", 'wants text, not a time; write per = "08:00:00"'),
        (PRICES, 'title = "Mine"', "title", "move it above the first [[goods]]"),
        (TABLE, "TEXT = 3", "TEXT", 'is a whole number, not text; write sign = "3"'),
        (TABLE, "TEXT = 2024-05-01", "TEXT", 'is a date, not text; write sign = "2024-05-01"'),
        (TABLE, 'NUMBER = "2"', "NUMBER", "is text; write a whole number"),
        (TABLE, "FLAG = true", "FLAG", "move it above the first [[rows]]"),
        (TABLE, 'sgin = "x"', "sgin", "is not known. Did you mean sign?"),
    ],
)
def test_a_value_of_the_wrong_type_or_place_is_told_with_the_line_that_would_do(
    kind: Kind, lines: str, key: str, message: str, tmp_path: Path
) -> None:
    text = kind.head + spelled(lines, kind) + "\n"
    (problem,) = problems_in_file(tmp_path, kind, text)
    assert (problem.line, problem.key) == (6, kind.key.format(spelled(key, kind)))
    assert message in problem.message


@pytest.mark.parametrize(
    ("lines", "key", "message"),
    [
        ("starving = 2024-05-01", "starving", 'not a date; for example starving = "day 3 13:20"'),
        ("starving = 2024-05-01T08:00:00Z", "starving", "wants a moment, not a date"),
        ('starving = "1 May"', "starving", "Write it like day 3 14:20"),
        ("starving = 1 May", "starving", 'in quotes; write starving = "1 May"'),
        ("items = 3", "items", "write [[items]] on a line"),
        ('items = ["rope"]', "items[1]", "write [[items]] on a line"),
        ('[items]\nname = "rope"', "items", "write [[items]]: there can be several"),
        ("burn = 2", "burn", "it belongs below [[items]]"),
        ("player = 1\nplayer = 2", "player", "delete one, or write the [[items]] that is missing"),
        ("note = 3", "note", 'wants text, not a whole number; write note = "…"'),
    ],
)
def test_what_is_amiss_above_the_blocks_of_an_errant(
    lines: str, key: str, message: str, tmp_path: Path
) -> None:
    (problem,) = problems_in_file(tmp_path, CAMPAIGN, CAMPAIGN.begins + lines + "\n")
    assert (problem.line, problem.key) == (3 + lines.count("\nplayer"), key)
    assert message in problem.message


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "campaign.toml",
            '[[turns]]\ntype = "travel"\nbegan = "day 1 08:00"\ndeclared = "explore"\n',
            'wants a table, not text; for example declared = { … = "…" }',
        ),
        ("campaign.toml", "[[rules]]\n", "write [rules]: there is one of it"),
        ("campaign.toml", "[[rules\n", "write [rules]"),
        (
            "world.toml",
            '[[settlements]]\nname = "x"\ntype = "town"\nhex = [3]\n',
            "so many values in its list: 2, got 1",
        ),
        ("world.toml", '[[settlements]]\nname = "x"\ntype = "town"\nhex = "0, 0"\n', "hex = […]"),
        ("world.toml", '[[settlements]]\nname = "x"\ntype = "town"\nhex = 0, 0\n', "hex = […, …]"),
        ("world.toml", '[[npcs]]\nname = "x"\nended_at = "Ysolde lies"\n', "it cannot be read"),
    ],
)
def test_other_files_of_a_campaign_and_what_of_them_is_secret(
    file: str, text: str, message: str
) -> None:
    texts = {"campaign.toml": 'schema = 1\nname = "Mire"\n'}
    with pytest.raises(Broken) as broken:
        parse_campaign({**texts, file: texts.get(file, "") + text})
    (problem,) = broken.value.problems
    assert problem.file == file
    assert message in problem.message
    assert "Ysolde" not in problem.message


def test_a_date_in_a_list_of_a_table_is_told(tmp_path: Path) -> None:
    text = TABLE.head + "when = { season = 2024-05-01 }\n" + '[[rows]]\ntext = "x"\n'
    (problem,) = problems_in_file(tmp_path, TABLE, text)
    assert problem.line == 6
    assert 'write season = "2024-05-01"' in problem.message


@pytest.mark.parametrize(
    "name",
    [
        *("Copy of bree", "bree (1)", "bree copy", "bree copy 2", "bree - Copy", "bree~"),
        *("bree (copy)", "bree (another copy)", "bree (conflicted copy 2026-11-21)", "bree 2"),
        *("Kopie von bree", "bree.bak", "bree.sync-conflict-20261121-101010-ABCDEFG"),
    ],
)
@pytest.mark.parametrize("differs", [True, False])
def test_a_file_manager_s_copy_of_an_errant_is_told_with_what_to_do(
    name: str, differs: bool, tmp_path: Path
) -> None:
    problems_in_file(tmp_path, CAMPAIGN, CAMPAIGN.head)
    text = CAMPAIGN.head.replace('"Bree"', '"Bree Tanner"') if differs else CAMPAIGN.head
    (tmp_path / f"errants/{name}.toml").write_text(text)
    (problem,) = problems_in_file(tmp_path, CAMPAIGN, CAMPAIGN.head)
    assert problem.file == f"errants/{name}.toml"
    assert "a copy of errants/bree.toml" in problem.message
    assert ("differs from line 2 on; keep" if differs else "the same; delete it") in problem.message


def test_an_errant_s_file_that_is_oddly_named_and_no_copy_is_to_be_renamed(tmp_path: Path) -> None:
    (tmp_path / "errants").mkdir()
    (tmp_path / "errants/Wim (1).toml").write_text('schema = 1\nname = "Wim"\n')
    (problem,) = problems_in_file(tmp_path, CAMPAIGN, CAMPAIGN.head)
    assert problem.file == "errants/Wim (1).toml"
    assert "rename it to errants/wim.toml" in problem.message


def test_an_odd_name_is_no_copy_of_itself(tmp_path: Path) -> None:
    (tmp_path / "errants").mkdir()
    (tmp_path / "errants/old wim.toml").write_text('schema = 1\nname = "Wim"\n')
    (problem,) = problems_in_file(tmp_path, CAMPAIGN, CAMPAIGN.head)
    assert "rename it to errants/old-wim.toml" in problem.message


def test_a_file_manager_s_copy_of_a_table_is_told(tmp_path: Path) -> None:
    problems_in_file(tmp_path, TABLE, TABLE.head)
    (tmp_path / "tables/mire/omens (1).toml").write_text(TABLE.head)
    tables = Tables(Shelf(tmp_path / "tables", tmp_path / "tables", "tables"))
    (name,) = tables.list_misnamed_files()
    (problem,) = tables.read_table(name)[1]
    assert "a copy of mire/omens.toml; delete it" in problem.message


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.block)
@pytest.mark.parametrize(
    "line",
    [
        "x\n",
        "a = [\n",
        "a = {\n",
        'a = """\n',
        'a = """x\n',
        "a = '''x\\\n",
        'a = "x\n',
        "[[\n",
        "[x\n",
        "a = b\n",
        "a : b\n",
        "a = [[[[\n",
        "a = 1\n",
        '\\"""\n',
        "a" * 200,
        " " * 200,
        "a = " * 50,
        "a . " * 50,
        "[" * 200,
        '"' * 200,
        "a = 1 " + " " * 200,
    ],
)
def test_a_spoilt_file_as_large_as_may_be_is_answered_soon(
    kind: Kind, line: str, tmp_path: Path
) -> None:
    text = kind.head + "spoilt\n" + line * ((990_000 - len(kind.head)) // len(line))
    began = time.process_time()
    found = problems_in_file(tmp_path, kind, text)
    took = time.process_time() - began
    assert found
    assert took < 3, f"{took:.2f} s"
