"""What git leaves where two evenings differ is told with its line and both readings."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.archive.reading import read_campaign
from companion.archive.rescue.conflicts import find_conflicts
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
    (problem,) = find_conflicts(file, text)
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
    assert find_conflicts("x.toml", text.replace("\n", "\r\n")) == find_conflicts("x.toml", text)


def test_a_byte_order_mark_changes_nothing() -> None:
    text = merged(WIM, TOP.format(5), TOP.format(7))
    assert find_conflicts("x.toml", "\ufeff" + text) == find_conflicts("x.toml", text)


def test_two_blocks_are_told_by_name_and_the_advice_gives_a_file_with_both() -> None:
    text = merged(WIM, WIM + ROPE, WIM + IDOL)
    said = only(text).message
    assert "«rope» (HEAD) or «silver idol» (anna/evening); where both are new" in said
    assert "write slots = 0.5 and [[items]] where ======= stands" in said
    both = read_campaign(
        {"campaign.toml": BOOK, "errants/wim.toml": resolved(text, "slots = 0.5\n\n[[items]]\n")}
    )
    assert [item.name for item in both.get_errant("wim").items] == ["rope", "silver idol"]


def test_with_the_third_reading_whole_blocks_may_stay_as_they_are() -> None:
    text = merged(WIM, WIM + ROPE, WIM + IDOL, "diff3")
    assert only(text).message == (
        "two evenings differ: «rope» (HEAD) or «silver idol» (anna/evening); "
        "both may stay: delete the marks"
    )
    both = resolved(text.replace("||||||| base\n", ""), "")
    campaign = read_campaign({"campaign.toml": BOOK, "errants/wim.toml": both})
    assert [item.name for item in campaign.get_errant("wim").items] == ["rope", "silver idol"]


def test_with_the_third_reading_it_is_known_who_changed_what() -> None:
    ours = WIM.replace("exhaustion = 2", "exhaustion = 3")
    plain = only(merged(WIM, ours, TOP.format(7))).message
    assert "exhaustion = 3 and supply = 2 (HEAD) or exhaustion = 2 and supply = 7" in plain
    assert "keep what is right of each" in plain
    told = only(merged(WIM, ours, TOP.format(7), "diff3")).message
    assert (
        "exhaustion = 3 and supply = 2 as before (HEAD) or "
        "supply = 7 and exhaustion = 2 as before (anna/evening); both may stay"
    ) in told


KINDS = {
    "number": ("face = {}\n", "3", "1", "5"),
    "fraction": ("slots = {}\n", "0.5", "1.0", "2.0"),
    "text": ("place = {}\n", '"fen"', '"mire"', '"marsh"'),
    "moment": ("began = {}\n", '"day 1 08:00"', '"day 1 08:10"', '"day 2 08:00"'),
    "yes or no": ("begun = {}\n", "true", "false", '"no"'),
    "list": ("watch = {}\n", '["wim"]', '["bree"]', "[]"),
    "inline table": ("declared = {}\n", '{ wim = "sing" }', '{ bree = "dance" }', "{}"),
    "dotted key": ("declared.wim = {}\n", '"sing"', '"dance"', '"sleep"'),
    "quoted key": ('"odd key" = {}\n', "3", "1", "5"),
    "list of many lines": ("watch = {}\n", '[\n  "wim",\n]', '[\n  "bree",\n]', '[\n  "ann",\n]'),
    "text of many lines": (
        "place = {}\n",
        '"""\nthe fen\n"""',
        '"""\nthe mire\n"""',
        '"""\nmarsh\n"""',
    ),
}
AROUND = {
    "at the top": ("schema = 1\n", ""),
    "in a table": ("schema = 1\n\n[clock]\n", ""),
    "in a block": ('schema = 1\n\n[[turns]]\ntype = "exploration"\n', "resting = true\n"),
    "in a block with an id": ('schema = 1\n\n[[items]]\nid = "rope"\nname = "rope"\n', ""),
}


def marked(base: str, ours: str, theirs: str) -> str:
    """One conflict around three texts."""
    return f"<<<<<<< HEAD\n{ours}||||||| base\n{base}=======\n{theirs}>>>>>>> anna/evening\n"


def in_words(written: str) -> str:
    return " ".join(written.split())


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(
    ("kind", "by_git"),
    [
        *((kind, False) for kind in KINDS),
        *((kind, True) for kind, (_, was, _, _) in KINDS.items() if "\n" not in was),
    ],
)
def test_what_only_one_changed_is_told_of_both_where_both_changed_something_else_alike(
    kind: str, around: str, by_git: bool
) -> None:
    """Git writes the whole place, with what stood there before; where the two have a line in
    common there, it is none."""
    line, was, new, _ = KINDS[kind]
    above, below = AROUND[around]
    before, mine, theirs = (
        f"{line.format(value)}rolled = {rolled}\n"
        for value, rolled in ((was, 1), (was, 2), (new, 2))
    )
    for ours, others, first, second in (
        (mine, theirs, f"{was} as before", new),
        (theirs, mine, new, f"{was} as before"),
    ):
        whole = [f"{above}{each}{below}" for each in (before, ours, others)]
        text = f"{above}{marked(before, ours, others)}{below}"
        if by_git:
            text = merged(whole[0], whole[1], whole[2], "diff3")
            assert f"||||||| base\n{before}" in text
        told = only(text).message
        assert f"= {in_words(first)} (HEAD) or " in told
        assert f"= {in_words(second)} (anna/evening); keep" in told
        assert "rolled" not in told


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", KINDS)
def test_what_stood_there_before_is_told_of_nobody_who_does_not_have_it(
    kind: str, around: str
) -> None:
    line, was, new, other = KINDS[kind]
    above, below = AROUND[around]
    base, ours, theirs = (f"{above}{line.format(value)}{below}" for value in (was, new, other))
    told = only(merged(base, ours, theirs, "diff3")).message
    assert f"= {in_words(new)} (HEAD) or " in told
    assert f"= {in_words(other)} (anna/evening); keep one" in told
    assert in_words(was) not in told
    assert told == only(merged(base, ours, theirs)).message


def test_what_one_did_away_with_is_told_as_that_and_of_the_other_as_it_was() -> None:
    before, ours, theirs = (
        f"schema = 1\n{face}rolled = {rolled}\n"
        for face, rolled in (("face = 3\n", 1), ("", 2), ("face = 3\n", 2))
    )
    told = only(merged(before, ours, theirs, "diff3")).message
    assert "differ: no face (HEAD) or face = 3 as before (anna/evening); keep one" in told


def test_what_one_added_is_told_as_lacking_where_the_other_has_nothing_else_to_say() -> None:
    before, ours, theirs = (
        f"schema = 1\n{face}rolled = {rolled}\n"
        for face, rolled in (("", 1), ("", 2), ("face = 3\n", 2))
    )
    told = only(merged(before, ours, theirs, "diff3")).message
    assert "differ: no face (HEAD) or face = 3 (anna/evening); keep one" in told


def test_a_block_that_one_threw_away_stands_as_before_at_the_other() -> None:
    text = marked(f"supply = 2\n{ROPE}", "supply = 3\n", f"supply = 3\n{ROPE}")
    told = only(f"schema = 1\n{text}").message
    assert "differ: no «rope» (HEAD) or «rope» as before (anna/evening); keep one" in told


def test_a_value_that_stands_elsewhere_in_a_side_is_not_told_as_lacking() -> None:
    text = (
        "schema = 1\n<<<<<<< HEAD\nface = 3\nrolled = 2\n||||||| base\nface = 3\nrolled = 1\n"
        "=======\nrolled = 4\n>>>>>>> anna\nresting = true\n"
        "<<<<<<< HEAD\nasleep = true\n||||||| base\n=======\nface = 1\n>>>>>>> anna\n"
    )
    first, second = (problem.message for problem in find_conflicts("x.toml", text))
    assert "rolled = 2 and face = 3 as before (HEAD) or rolled = 4 and face = 1 (anna)" in first
    assert "no face" not in first + second


SIDE = st.fixed_dictionaries({key: st.sampled_from((None, 1, 2, 3)) for key in ("a", "b", "c")})


def written(side: dict[str, int | None]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in side.items() if value is not None)


@given(base=SIDE, ours=SIDE, theirs=SIDE)
def test_each_side_is_told_with_all_it_has_of_what_differs_and_with_nothing_else(
    base: dict[str, int | None], ours: dict[str, int | None], theirs: dict[str, int | None]
) -> None:
    told = only(marked(written(base), written(ours), written(theirs))).message
    if ours == theirs:
        assert "differ in comments, spacing or order" in told
        return
    one, _, other = told.partition(" (HEAD) or ")
    for side, others, said in (
        (ours, theirs, one),
        (theirs, ours, other.partition(" (anna/evening);")[0]),
    ):
        for key, value in side.items():
            if value == others[key]:
                assert f"{key} =" not in said
                assert f"no {key}" not in said
            elif value is not None and value != base[key]:
                assert re.search(f"{key} = {value}(?! as)", said)
            elif value is not None and others[key] is not None:
                assert f"{key} = {value} as before" in said
            elif value is None and base[key] is not None:
                assert f"no {key}" in said
            assert not re.search(f"{key} = (?!{value})", said)
            assert value is None or f"no {key}" not in said
        assert "nothing" not in said


def many(count: int) -> str:
    return "".join(
        f'[[items]]\nid = "i{n}"\n<<<<<<< a\nname = "x{n}"\n||||||| o\nname = "o"\n=======\n'
        f'name = "y{n}"\n>>>>>>> b\n\n'
        for n in range(count)
    )


def test_of_very_many_conflicts_the_first_hundred_are_told_and_how_many_more_there_are() -> None:
    told = find_conflicts("errants/wim.toml", many(1_500))
    assert len(told) == 101
    assert "«x99» name" in told[99].message
    assert told[100].message == "and 1,400 more conflicts from here on"
    assert told[100].line == 100 * 10 + 3
    assert find_conflicts("errants/wim.toml", many(101))[100].message == (
        "and 1 more conflict from here on"
    )
    assert len(find_conflicts("errants/wim.toml", many(100))) == 100


def test_a_file_with_conflicts_is_gone_through_once_however_often_it_is_looked_at() -> None:
    first = find_conflicts("errants/wim.toml", many(30))
    assert find_conflicts("errants/wim.toml", many(30)) is first
    assert find_conflicts("errants/ann.toml", many(30))[0].file == "errants/ann.toml"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(many(3_000), id="many conflicts"),
        pytest.param(
            "<<<<<<< a\n{}||||||| o\n=======\n{}>>>>>>> b\n".format(
                *("".join(f"{side}{n} = {n}\n" for n in range(6_000)) for side in "xy")
            ),
            id="one conflict of many lines",
        ),
        pytest.param("<<<<<<< a\n" * 20_000, id="marks alone"),
    ],
)
def test_a_file_full_of_conflicts_is_read_in_no_time(text: str) -> None:
    """Each of them looking at the whole file would take many seconds."""
    begun = time.process_time()
    find_conflicts("errants/wim.toml", text)
    assert time.process_time() - begun < 2


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
    assert find_conflicts("errants/wim.toml", WIM + note) == ()
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
    told = [(each.line, each.message) for each in find_conflicts("errants/wim.toml", text)]
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
    assert only(text).message.startswith(
        "two evenings differ in comments, spacing or order (HEAD, anna"
    )


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
