"""Single edits of TOML text, letter for letter."""

import pytest

from companion.archive.toml.value_rendering_and_edits import CannotEdit, render_toml_file
from companion.campaign.changes import PlainData
from tests.archive.toml.edits import Edited, Removed, add_block, remove_block, remove_key, set_key
from tests.archive.toml.verified import verified

BREE = """\
# Bree's sheet
schema = 1
name   =  "Bree"   # the Bold

[clock]
day = 3

# bought in town
[[items]]
id = "torch"
burn = 0x3    # lit

[[items]]
id = "rope"
# fifty feet

# ---- what is left at the inn ----

# from her father
[[items]]
id = "sword"
"""


def test_a_key_set_in_place_keeps_its_comment_and_spacing() -> None:
    edited = set_key(BREE, (), "name", "Bryn", ())
    assert edited.text == BREE.replace('"Bree"', '"Bryn"')
    assert edited.was is None


def test_what_was_written_in_another_way_is_kept_and_can_be_put_back() -> None:
    edited = set_key(BREE, ("items", "torch"), "burn", 2, ())
    assert edited.text == BREE.replace("0x3", "2")
    assert edited.was == "0x3"
    assert set_key(edited.text, ("items", "torch"), "burn", 3, (), edited.was).text == BREE


def test_a_block_is_addressed_by_id_or_by_position() -> None:
    by_id = set_key(BREE, ("items", "rope"), "burn", 1, ("id", "burn"))
    assert by_id == set_key(BREE, ("items", 1), "burn", 1, ("id", "burn"))
    assert by_id.text == BREE.replace('"rope"\n', '"rope"\nburn = 1\n')


@pytest.mark.parametrize(
    ("key", "before"), [("id", "schema = 1"), ("pronouns", "\n[clock]"), ("title", "name   =")]
)
def test_a_new_key_stands_where_the_order_wants_it(key: str, before: str) -> None:
    edited = set_key(BREE, (), key, "x", ("id", "schema", "title", "name", "pronouns"))
    heading = "# Bree's sheet\n" if key == "id" else ""
    assert edited.text == BREE.replace(heading + before, f'{key} = "x"\n{heading}{before}')
    assert edited.was == ""
    assert set_key(edited.text, (), key, None, (), "").text == BREE


def test_a_key_the_order_does_not_know_comes_last() -> None:
    assert set_key("b = 1\na = 2\n", (), "z", 3, ("a", "b")).text == "b = 1\na = 2\nz = 3\n"


def test_a_missing_table_goes_after_the_tables_and_before_the_blocks() -> None:
    edited = set_key(BREE, ("rules",), "refill", "ask", ())
    assert edited.text == BREE.replace("day = 3\n", 'day = 3\n\n[rules]\nrefill = "ask"\n')
    assert set_key(edited.text, ("rules",), "refill", None, (), edited.was).text == BREE


def test_a_table_that_stood_there_empty_stays_when_its_new_key_goes() -> None:
    text = "schema = 1\n\n[clock]\n"
    edited = set_key(text, ("clock",), "day", 3, ())
    assert edited.text == "schema = 1\n\n[clock]\nday = 3\n"
    assert set_key(edited.text, ("clock",), "day", None, (), edited.was).text == text


def test_a_file_without_a_last_newline_gets_no_glued_lines_and_no_newline() -> None:
    assert set_key("a = 1", (), "b", 2, ()).text == "a = 1\nb = 2"
    assert set_key("a = 1", ("clock",), "b", 2, ()).text == "a = 1\n\n[clock]\nb = 2"
    assert add_block("a = 1", "items", {"id": "x"}).text == 'a = 1\n\n[[items]]\nid = "x"'
    assert remove_key("a = 1\nb = 2", (), "b", ()).text == "a = 1"
    assert remove_key("a = 1\r\nb = 2", (), "b", ()).text == "a = 1"
    assert remove_block("a = 1\r\n\r\n[[i]]\r\nid = 'x'", "i", "x").text == "a = 1"


def test_an_empty_file_gets_no_blank_line_to_begin_with() -> None:
    assert add_block("", "items", {"id": "x"}).text == '[[items]]\nid = "x"\n'
    assert set_key("\ufeff", ("clock",), "day", 3, ()).text == "\ufeff[clock]\nday = 3\n"


def test_line_endings_and_the_byte_order_mark_stay() -> None:
    text = "\ufeffa = 1\r\n"
    assert set_key(text, (), "b", 2, ("b", "a")).text == "\ufeffb = 2\r\na = 1\r\n"
    assert add_block(text, "items", {"id": "x"}).text == (
        '\ufeffa = 1\r\n\r\n[[items]]\r\nid = "x"\r\n'
    )


def test_a_key_taken_out_leaves_its_comment_and_comes_back_where_it_was() -> None:
    edited = remove_key(BREE, ("items", "torch"), "burn", ())
    assert edited.text == BREE.replace("burn = 0x3    # lit", "# lit")
    assert edited.was == "0 after id\nburn = 0x3    # lit\n"
    later = set_key(edited.text, ("items", "torch"), "id", "lamp", ()).text
    back = set_key(later, ("items", "lamp"), "burn", 3, (), edited.was)
    assert back.text == BREE.replace('"torch"', '"lamp"')


def test_a_key_in_its_usual_place_needs_nothing_kept() -> None:
    order = ("id", "name", "burn")
    text = '[[items]]\nid = "a"\nname = "A"\nburn = 3\n'
    edited = remove_key(text, ("items", "a"), "name", order)
    assert edited == Edited('[[items]]\nid = "a"\nburn = 3\n', None)
    assert set_key(edited.text, ("items", "a"), "name", "A", order).text == text


def test_removed_lines_put_back_into_a_file_that_has_changed_glue_nothing() -> None:
    assert set_key("a = 1\nc = 3", (), "b", 2, (), "0 after a\nb = 2").text == (
        "a = 1\nb = 2\nc = 3"
    )


def test_a_block_takes_the_comment_above_it_and_leaves_its_neighbours_theirs() -> None:
    removed = remove_block(BREE, "items", "torch")
    start = BREE.index("\n# bought in town")
    assert removed.text == BREE[:start] + BREE[BREE.index('\n[[items]]\nid = "rope"') :]
    assert removed.follows == ""
    assert removed.was is not None
    assert removed.was == '\n# bought in town\n[[items]]\nid = "torch"\nburn = 0x3    # lit\n'
    assert add_block(removed.text, "items", {}, "", removed.was).text == BREE


def test_a_comment_that_stands_apart_stays_when_its_neighbours_go() -> None:
    rope = remove_block(BREE, "items", "rope")
    assert "# fifty feet" not in rope.text
    assert "# ---- what is left at the inn ----\n\n# from her father\n[[items]]" in rope.text
    sword = remove_block(rope.text, "items", "sword")
    assert sword.text.endswith("# lit\n\n# ---- what is left at the inn ----\n")
    assert sword.follows == "torch"
    back = add_block(sword.text, "items", {}, sword.follows, sword.was).text
    assert add_block(back, "items", {}, rope.follows, rope.was).text == BREE


def test_a_plain_block_needs_nothing_kept() -> None:
    text = 'schema = 1\n\n[[items]]\nid = "a"\n\n[[items]]\nid = "b"\nburn = 3\n'
    removed = remove_block(text, "items", "b")
    assert removed == Removed('schema = 1\n\n[[items]]\nid = "a"\n', None, "a")
    assert add_block(removed.text, "items", {"id": "b", "burn": 3}, "a").text == text


def test_a_new_block_stands_behind_the_one_it_follows() -> None:
    values = {"id": "new", "burn": None, "lit": True}
    block = '\n[[items]]\nid = "new"\nlit = true\n'
    after_torch = add_block(BREE, "items", values, "torch").text
    assert after_torch == BREE.replace("# lit\n", "# lit\n" + block)
    assert add_block(BREE, "items", values, "").text == BREE.replace(
        "day = 3\n", "day = 3\n" + block
    )
    assert add_block(BREE, "items", values).text == BREE + block
    assert add_block(BREE, "signs", {"id": "new", "lit": True}).text == BREE + block.replace(
        "items", "signs"
    )


def test_sub_tables_go_with_their_block() -> None:
    text = '[[npcs]]\nid = "a"\n[npcs.talk]\nexchanges = 3\n\n[[npcs]]\nid = "b"\n'
    removed = remove_block(text, "npcs", "a")
    assert removed.text == '\n[[npcs]]\nid = "b"\n'
    assert add_block(removed.text, "npcs", {}, "", removed.was).text == text


def test_a_block_whose_parts_stand_apart_is_not_cut() -> None:
    with pytest.raises(CannotEdit, match="stand apart"):
        remove_block("[[a]]\nid = 'x'\n[clock]\n[a.sub]\n", "a", "x")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("clock = { day = 3, hour = 1 }\n", "clock = { day = 4, hour = 1 }\n"),
        ("clock.day = 3 # noon\n", "clock.day = 4 # noon\n"),
        ("[clock]\n'day'=3", "[clock]\n'day'=4"),
        ("clock = {\n  day = 3, # noon\n}\n", "clock = {\n  day = 4, # noon\n}\n"),
    ],
)
def test_a_table_may_be_written_in_any_way(text: str, after: str) -> None:
    assert set_key(text, ("clock",), "day", 4, ()).text == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("clock = { day = 3 }\n", "clock = { day = 3, hour = 1 }\n"),
        ("clock = {}\n", "clock = { hour = 1 }\n"),
        ("clock.day = 3\nx = 1\n", "clock.day = 3\nclock.hour = 1\nx = 1\n"),
    ],
)
def test_a_key_can_be_put_into_a_table_written_in_any_way(text: str, after: str) -> None:
    edited = set_key(text, ("clock",), "hour", 1, ("day", "hour"))
    assert edited.text == after
    assert set_key(after, ("clock",), "hour", None, ("day", "hour"), edited.was).text == text


@pytest.mark.parametrize(
    ("text", "table", "key"),
    [
        ("[clock.moon]\nphase = 1\n", ("clock",), "moon"),
        ("clock = 3\n", ("clock",), "day"),
        ("[[items]]\nid = 'a'\n", ("items", "b"), "burn"),
    ],
)
def test_what_cannot_be_done_without_harm_is_refused(
    text: str, table: tuple[str, ...], key: str
) -> None:
    with pytest.raises(CannotEdit):
        set_key(text, table, key, 1, ())


def test_a_key_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(CannotEdit, match="no `burn`"):
        remove_key(BREE, ("items", "rope"), "burn", ())


def test_a_new_file_has_keys_then_tables_then_blocks() -> None:
    values: dict[str, PlainData] = {
        "items": [{"id": "a", "burn": None}, {"id": "b", "held": {"by": "Bree"}}],
        "clock": {"day": 3},
        "tags": [],
        "name": "Bree",
        "gone": None,
        "schema": 1,
    }
    assert render_toml_file(values, ("schema", "name", "clock", "items")) == (
        'schema = 1\nname = "Bree"\ntags = []\n\n[clock]\nday = 3\n\n'
        '[[items]]\nid = "a"\n\n[[items]]\nid = "b"\nheld = { by = "Bree" }\n'
    )


@pytest.mark.parametrize("text", ["a = 1.0\n", "a = true\n", "a = 2\n", "a = 1\nb = 2\n", "a ="])
def test_a_text_that_says_something_else_is_not_verified(text: str) -> None:
    with pytest.raises(CannotEdit):
        verified(text, {"a": 1})


def test_what_is_not_there_may_be_none_or_an_empty_table() -> None:
    verified("\ufeffa = nan\n[clock]\n", {"a": float("nan"), "b": None})


# What tomlkit is known to do to a whole file, and must not do here.


INTERLEAVED = '[[items]]\nid = "a"\n\n[clock]\nday = 3\n\n[[items]]\nid = "b"\nburn = 0x2\n'


def test_tables_between_the_blocks_of_an_array_stay_where_they_are() -> None:
    edited = set_key(INTERLEAVED, ("items", "b"), "burn", 1, ())
    assert edited.text == INTERLEAVED.replace("0x2", "1")
    removed = remove_block(INTERLEAVED, "items", "a")
    assert removed.text == INTERLEAVED[INTERLEAVED.index("\n[clock]") :]
    assert add_block(removed.text, "items", {}, "", removed.was).text == INTERLEAVED


def test_a_hexadecimal_number_set_and_set_back_is_hexadecimal_again() -> None:
    edited = set_key(INTERLEAVED, ("items", "b"), "burn", 1, ())
    assert set_key(edited.text, ("items", "b"), "burn", 2, (), edited.was).text == INTERLEAVED


def test_the_comment_of_the_next_block_stays_with_it() -> None:
    text = '[[items]]\nid = "a"\n# of b\n[[items]]\nid = "b"\n'
    removed = remove_block(text, "items", "a")
    assert removed.text == '# of b\n[[items]]\nid = "b"\n'
    assert add_block(removed.text, "items", {"id": "a"}, "", removed.was).text == text


@pytest.mark.parametrize("value", [{}, [], {"a": [1]}])
def test_a_nested_list_is_set_to_anything(value: PlainData) -> None:
    text = "faces = [[1, 2], [3]]  # kept\n"
    edited = set_key(text, (), "faces", value, ())
    verified(edited.text, {"faces": value})
    assert edited.text.endswith("  # kept\n")
    assert set_key(edited.text, (), "faces", [[1, 2], [3]], (), edited.was).text == text


def test_a_text_with_both_line_endings_keeps_each() -> None:
    text = 'a = 1\r\nb = 2\n\n[[items]]\r\nid = "x"\r\n'
    edited = set_key(text, (), "b", 3, ())
    assert edited.text == text.replace("2", "3")
    added = set_key(text, ("items", "x"), "burn", 3, ("id", "burn"))
    assert added.text == text + "burn = 3\n"
    removed = remove_block(text, "items", "x")
    assert add_block(removed.text, "items", {}, "", removed.was).text == text
