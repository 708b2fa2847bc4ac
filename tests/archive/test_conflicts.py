"""What git leaves where two evenings differ is told with its line and both readings."""

import re
import subprocess
from pathlib import Path

import pytest

from companion.archive.conflicts import conflicts
from companion.archive.reading import read_campaign
from companion.refusal import Broken, Problem

BOOK = 'schema = 1\nname = "Mire"\n'
TOP = 'schema = 1\nname = "Wim"\nexhaustion = 2\nsupply = {}\npennies = 12\n'
WIM = TOP.format(2)
ROPE = '\n[[items]]\nid = "rope"\nname = "rope"\nslots = 0.5\n'
IDOL = '\n[[items]]\nid = "idol"\nname = "silver idol"\nmagic = true\nslots = 0.5\n'


def merged(base: str, ours: str, theirs: str, style: str = "merge") -> str:
    """What real git makes of three texts."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        return _merged(base, ours, theirs, style)


def _merged(base: str, ours: str, theirs: str, style: str) -> str:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        paths = [Path(name) / each for each in ("HEAD", "base", "anna")]
        for path, text in zip(paths, (ours, base, theirs), strict=True):
            path.write_bytes(text.encode())
        names = [part for each in ("HEAD", "base", "anna/evening") for part in ("-L", each)]
        how = ["--diff3"] if style == "diff3" else []
        done = subprocess.run(
            ["git", "merge-file", "-p", *how, *names, *map(str, paths)],
            capture_output=True,
            check=False,
        )
    return done.stdout.decode()


def only(text: str, file: str = "errants/wim.toml") -> Problem:
    (problem,) = conflicts(file, text)
    return problem


def resolved(text: str, separator: str) -> str:
    """A conflict settled as it was advised: the marks deleted, and what stands for ======= ."""
    kept = re.sub(r"^(<<<<<<<|>>>>>>>) .*\n", "", text, flags=re.MULTILINE)
    return kept.replace("=======\n", separator)


def test_one_value_is_told_by_its_key_with_both_readings() -> None:
    text = merged(WIM, TOP.format(5), TOP.format(7))
    assert str(only(text)) == (
        "errants/wim.toml:4: two evenings differ: supply = 5 (HEAD) or supply = 7 (anna/evening); "
        "keep one and delete the marks"
    )


def test_line_endings_of_another_system_change_nothing() -> None:
    text = merged(WIM, TOP.format(5), TOP.format(7))
    assert conflicts("x.toml", text.replace("\n", "\r\n")) == conflicts("x.toml", text)


def test_a_byte_order_mark_changes_nothing() -> None:
    text = merged(WIM, TOP.format(5), TOP.format(7))
    assert conflicts("x.toml", "\ufeff" + text) == conflicts("x.toml", text)


def test_two_blocks_are_told_by_name_and_the_advice_gives_a_file_with_both() -> None:
    text = merged(WIM, WIM + ROPE, WIM + IDOL)
    said = only(text).message
    assert "«rope» (HEAD) or «silver idol» (anna/evening); where both are new" in said
    assert "write slots = 0.5 and [[items]] where ======= stands" in said
    both = read_campaign(
        {"campaign.toml": BOOK, "errants/wim.toml": resolved(text, "slots = 0.5\n\n[[items]]\n")}
    )
    assert [item.name for item in both.errant("wim").items] == ["rope", "silver idol"]


def test_with_the_third_reading_whole_blocks_may_stay_as_they_are() -> None:
    text = merged(WIM, WIM + ROPE, WIM + IDOL, "diff3")
    assert only(text).message == (
        "two evenings differ: «rope» (HEAD) or «silver idol» (anna/evening); "
        "both may stay: delete the marks"
    )
    both = resolved(text.replace("||||||| base\n", ""), "")
    campaign = read_campaign({"campaign.toml": BOOK, "errants/wim.toml": both})
    assert [item.name for item in campaign.errant("wim").items] == ["rope", "silver idol"]


def test_with_the_third_reading_it_is_known_who_changed_what() -> None:
    ours = WIM.replace("exhaustion = 2", "exhaustion = 3")
    plain = only(merged(WIM, ours, TOP.format(7))).message
    assert "exhaustion = 3 and supply = 2 (HEAD) or exhaustion = 2 and supply = 7" in plain
    assert "keep what is right of each" in plain
    told = only(merged(WIM, ours, TOP.format(7), "diff3")).message
    assert "exhaustion = 3 (HEAD) or supply = 7 (anna/evening); both may stay" in told


def test_what_one_threw_away_and_the_other_used_is_told_as_that() -> None:
    used = WIM + ROPE.replace("0.5", "0.25")
    told = only(merged(WIM + ROPE, WIM, used, "diff3")).message
    assert "no «rope» (HEAD) or «rope» slots = 0.25 (anna/evening); keep" in told
    assert "both may stay" not in told
    assert "nothing (HEAD) or «rope» (anna/evening)" in only(merged(WIM + ROPE, WIM, used)).message


def test_two_things_thrown_away_are_not_told_as_two_that_are_new() -> None:
    told = only(merged(WIM + ROPE + IDOL, WIM + IDOL, WIM + ROPE, "diff3")).message
    assert "no «rope» (HEAD) or no «silver idol» (anna/evening)" in told


def test_a_value_in_a_block_is_told_with_the_block() -> None:
    ours, theirs = (WIM + ROPE.replace("0.5", slots) for slots in ("1.0", "2.0"))
    assert (
        "«rope» slots = 1.0 (HEAD) or «rope» slots = 2.0"
        in only(merged(WIM + ROPE, ours, theirs)).message
    )


def test_every_conflict_of_every_file_is_told_at_once_and_nothing_else_of_them() -> None:
    text = merged(
        WIM + ROPE,
        TOP.format(5) + ROPE.replace("0.5", "1.0"),
        TOP.format(7) + ROPE.replace("0.5", "2.0"),
    )
    book = 'schema = 1\nname = "M"\n\n[clock]\nnow = "day {} 08:00"\n'
    books = merged(book.format(1), book.format(2), book.format(3))
    with pytest.raises(Broken) as broken:
        read_campaign(
            {
                "campaign.toml": books,
                "errants/wim.toml": text,
                "errants/ann.toml": 'name = "A"\nx = 1\n',
            }
        )
    places = [(each.file, each.line) for each in broken.value.problems]
    assert places == [
        ("campaign.toml", 5),
        ("errants/ann.toml", 2),
        ("errants/wim.toml", 4),
        ("errants/wim.toml", 14),
    ]
    assert 'clock now = "day 2 08:00" (HEAD) or clock now = "day 3' in str(broken.value.problems[0])


def test_rows_of_marks_in_a_note_are_no_conflict() -> None:
    note = 'note = """\nA heading\n=======\n>>>>>>> quoted\n<<<<<<<\n"""\n'
    assert conflicts("errants/wim.toml", WIM + note) == ()
    with pytest.raises(Broken, match="phys"):
        read_campaign({"campaign.toml": BOOK, "errants/wim.toml": WIM + note + 'phys = "strong"\n'})


def test_a_conflict_in_the_middle_of_a_note_is_one_though_the_file_can_be_read() -> None:
    note = WIM + 'player = """\nBree owes\n{}\n"""\n'
    text = merged(note.format("one"), note.format("two"), note.format("three"))
    assert 'player = """ Bree owes two """ (HEAD)' in only(text).message


def test_what_is_secret_is_told_of_but_not_told() -> None:
    npc = '[[npcs]]\nid = "ysolde"\nname = "Ysolde"\nwants = "{}"\n'
    text = merged(*(npc.format(wants) for wants in ("the bell", "gold", "blood")))
    told = only(text, "world.toml").message
    assert told.startswith("two evenings differ in a secret of npcs (HEAD, anna/evening)")
    added = merged("schema = 1\n", f"schema = 1\n\n{npc}", 'schema = 1\nnote = "she lies"\n')
    said = only(added, "world.toml").message
    assert "a secret of npcs and no note (HEAD) or a secret of world (anna/evening)" in said
    assert not re.search("bell|gold|blood|lies|Ysolde|ysolde", told + said)


def test_marks_somebody_forgot_are_told_by_line() -> None:
    text = WIM.replace("supply", "<<<<<<< HEAD\nsupply") + ">>>>>>> anna\n"
    told = [(each.line, each.message) for each in conflicts("errants/wim.toml", text)]
    assert told == [
        (line, "a mark of a conflict was left here; delete the line") for line in (4, 7)
    ]


def test_sides_that_are_no_files_by_themselves_are_told_by_their_lines() -> None:
    text = merged(WIM, TOP.format("[5"), TOP.format(7))
    assert "«supply = [5» (HEAD) or «supply = 7» (anna/evening)" in only(text).message


def test_a_commit_is_called_by_the_beginning_of_its_number_and_a_side_without_a_name_by_place() -> (
    None
):
    text = merged(WIM, TOP.format(5), TOP.format(7)).replace("anna/evening", "0123456789" * 4)
    assert "supply = 7 (0123456)" in only(text).message
    bare = text.replace("<<<<<<< HEAD", "<<<<<<<")
    assert "supply = 5 (above)" in only(bare).message


def test_comments_that_differ_are_told_as_comments() -> None:
    text = merged(WIM, WIM + "# fen\n", WIM + "# marsh\n")
    assert only(text).message.startswith("two evenings differ in comments or spacing (HEAD, anna")


def test_long_values_are_told_from_where_they_differ_on() -> None:
    line = 'schema = 1\nplayer = "{}"\n'
    long = "the very long and winding tale of how Bree came by her boots, "
    text = merged(line.format("x"), line.format(long + "once"), line.format(long + "twice"))
    said = only(text).message
    assert 'her boots, once" (HEAD)' in said
    assert 'her boots, twice" (anna' in said


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_a_conflict_of_a_merge_of_merges_is_told_too(style: str) -> None:
    nested = WIM.replace(
        "supply = 2\n",
        "<<<<<<< HEAD\nsupply = 5\n||||||| merged\n<<<<<<<<< Temporary\nsupply = 2\n=========\n"
        "supply = 3\n>>>>>>>>> Temporary\n=======\nsupply = 7\n>>>>>>> anna\n",
    )
    if style == "merge":
        nested = re.sub(r"\|\|\|\|\|\|\| .*>>>>>>>>> Temporary\n", "", nested, flags=re.DOTALL)
    assert "supply = 5 (HEAD) or supply = 7 (anna)" in only(nested).message
