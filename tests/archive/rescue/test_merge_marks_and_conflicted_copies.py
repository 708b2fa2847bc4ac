"""A file that git could not merge: each conflict is told by its lines, with what to do."""

import re
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.archive.campaign_parsing import parse_campaign
from companion.archive.rescue.merge_marks_and_conflicted_copies import (
    find_merge_conflicts,
    has_unresolved_merge,
    quote_merge_conflict_lines,
)
from companion.refusal import Broken, Problem

BOOK = 'schema = 1\nname = "Mire"\n'
WIM = 'schema = 1\nname = "Wim"\nexhaustion = 2\nsupply = {}\npennies = 12\n'
ROPE = '\n[[items]]\nid = "rope"\nname = "rope"\nslots = {}\n'


def merge(base: str, ours: str, theirs: str, *options: str) -> str:
    """What real git makes of three texts."""
    with TemporaryDirectory() as name:
        paths = [Path(name) / each for each in ("HEAD", "base", "anna")]
        for path, text in zip(paths, (ours, base, theirs), strict=True):
            path.write_bytes(text.encode())
        labels = [part for each in ("HEAD", "base", "anna/evening") for part in ("-L", each)]
        done = subprocess.run(
            ["git", "merge-file", "-p", *options, *labels, *map(str, paths)],
            capture_output=True,
            check=False,
            env={"GIT_CONFIG_GLOBAL": "/dev/null", "HOME": name},
        )
    return done.stdout.decode()


def find_one(text: str, file: str = "errants/wim.toml") -> Problem:
    (problem,) = find_merge_conflicts(file, text)
    return problem


SUPPLY = merge(*map(WIM.format, (2, 5, 7)))


def test_a_conflict_is_told_by_the_lines_of_both_sides() -> None:
    assert str(find_one(SUPPLY)) == (
        "errants/wim.toml:4: two evenings differ: line 5 (HEAD) or line 7 (anna/evening); "
        "keep one and delete the marks"
    )


def test_what_stood_there_before_belongs_to_neither_side() -> None:
    message = find_one(merge(*map(WIM.format, (2, 5, 7)), "--diff3")).message
    assert "line 5 (HEAD) or line 9 (anna/evening)" in message


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        ("a = 1\n", "", "line 2 (HEAD) or nothing (anna)"),
        ("", "a = 1\n", "nothing (HEAD) or line 3 (anna)"),
        ("a = 1\nb = 2\n", "a = 2\nb = 1\nc = 1\n", "lines 2-3 (HEAD) or lines 5-7 (anna)"),
    ],
)
def test_a_side_has_any_number_of_lines(ours: str, theirs: str, told: str) -> None:
    text = f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> anna\n"
    assert f"differ: {told};" in find_one(text).message


def test_line_endings_and_a_byte_order_mark_change_nothing() -> None:
    for text in (SUPPLY.replace("\n", "\r\n"), f"\ufeff{SUPPLY}"):
        assert find_merge_conflicts("x.toml", text) == find_merge_conflicts("x.toml", SUPPLY)


def test_nothing_that_may_be_secret_is_told() -> None:
    npc = '[[npcs]]\nid = "ysolde"\nname = "Ysolde"\nwants = "{}"\n'
    text = merge(*map(npc.format, ("the bell", "gold", "blood")))
    assert not re.search("bell|gold|blood|Ysolde|ysolde", find_one(text, "world.toml").message)


def test_the_guide_can_be_shown_the_lines_as_they_stand() -> None:
    assert quote_merge_conflict_lines(SUPPLY) == {
        4: (
            "     4  <<<<<<< HEAD",
            "     5  supply = 5",
            "     6  =======",
            "     7  supply = 7",
            "     8  >>>>>>> anna/evening",
        )
    }
    long = "<<<<<<< a\n" + "\x1b[31ma = 1\n" * 100 + "=======\n>>>>>>> b\n"
    lines = quote_merge_conflict_lines(long)[1]
    assert len(lines) == 31
    assert lines[1] == "     2  a = 1"
    assert lines[-1] == "        and 73 more lines"


def test_every_conflict_of_every_file_is_told_at_once() -> None:
    text = merge(*(WIM.format(n) + ROPE.format(n) for n in (2, 5, 7)))
    book = BOOK + '\n[clock]\nnow = "day {} 08:00"\n'
    texts = {
        "campaign.toml": merge(*map(book.format, (1, 2, 3))),
        "errants/ann.toml": 'name = "A"\nx = 1\n',
        "errants/wim.toml": text,
    }
    with pytest.raises(Broken) as broken:
        parse_campaign(texts)
    assert [(each.file, each.line) for each in broken.value.problems] == [
        ("campaign.toml", 5),
        ("errants/ann.toml", 2),
        ("errants/wim.toml", 4),
        ("errants/wim.toml", 14),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<<<<<<< a\nx = 1\n=======\n>>>>>>> b\n" * 10_000, id="many conflicts"),
        pytest.param("<<<<<<< a\n" * 20_000, id="marks alone"),
        pytest.param("=======" + "\n" * 1_000_000, id="a mark and line breaks"),
    ],
)
def test_a_file_full_of_marks_is_read_in_no_time(text: str) -> None:
    begun = time.process_time()
    find_merge_conflicts("errants/wim.toml", text)
    quote_merge_conflict_lines(text)
    assert time.process_time() - begun < 2


def test_rows_of_marks_in_a_note_are_no_conflict() -> None:
    note = 'note = """\nA heading\n=======\n>>>>>>> quoted\n<<<<<<<\n"""\n'
    text = WIM.format(2) + note
    assert find_merge_conflicts("errants/wim.toml", text) == ()
    with pytest.raises(Broken, match="phys"):
        parse_campaign({"campaign.toml": BOOK, "errants/wim.toml": text + 'phys = "strong"\n'})


def test_a_conflict_in_a_note_is_one_though_the_file_can_be_read() -> None:
    note = WIM.format(2) + 'player = """\nBree owes\n{}\n"""\n'
    text = merge(*map(note.format, ("one", "two", "three")))
    assert "line 9 (HEAD) or line 11" in find_one(text).message


@pytest.mark.parametrize("mark", ["<<<<<<< HEAD", "=======", ">>>>>>> anna"])
def test_a_mark_left_in_what_is_no_toml_is_an_unresolved_merge(mark: str) -> None:
    assert has_unresolved_merge(WIM.format(2).replace("supply", f"{mark}\nsupply"))
    assert not has_unresolved_merge(f'{WIM.format(2)}note = """\n{mark}\n"""\n')
    assert not has_unresolved_merge(WIM.format("="))
    assert has_unresolved_merge(SUPPLY)


def test_marks_somebody_forgot_are_told_by_line() -> None:
    text = WIM.format(2).replace("supply", "<<<<<<< HEAD\nsupply") + ">>>>>>> anna\n"
    assert find_merge_conflicts("errants/wim.toml", text) == ()
    with pytest.raises(Broken) as broken:
        parse_campaign({"campaign.toml": BOOK, "errants/wim.toml": text})
    assert [(each.line, each.message) for each in broken.value.problems] == [
        (line, "a mark of a conflict was left here; delete the line") for line in (4, 7)
    ]


def test_a_commit_is_called_by_the_beginning_of_its_number() -> None:
    text = SUPPLY.replace("anna/evening", "0123456789" * 4)
    assert "line 7 (0123456)" in find_one(text).message


def test_a_side_without_a_name_is_told_by_its_place() -> None:
    bare = SUPPLY.replace("<<<<<<< HEAD", "<<<<<<<").replace(" anna/evening", "")
    assert "line 5 (above) or line 7 (below)" in find_one(bare).message


@pytest.mark.parametrize("with_base", [True, False])
def test_a_conflict_of_a_merge_of_merges_is_told_too(with_base: bool) -> None:
    base = (
        "||||||| merged\n<<<<<<<<< Temporary\nsupply = 2\n=========\nsupply = 3\n"
        ">>>>>>>>> Temporary\n"
    )
    text = SUPPLY.replace("=======\n", base + "=======\n") if with_base else SUPPLY
    theirs = 13 if with_base else 7
    assert f"line 5 (HEAD) or line {theirs} (anna/evening)" in find_one(text).message
