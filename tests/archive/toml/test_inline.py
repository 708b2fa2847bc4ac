"""Inline tables and arrays: what is not changed stays as it was written, and what was changed comes
back to the byte."""

import time
from pathlib import Path

import pytest

from companion.archive.campaign_folders import CampaignFolders
from companion.archive.toml.value_rendering_and_edits import CannotEdit
from companion.campaign.changes import PlainData
from companion.desk import Desk
from tests.archive.toml.edits import add_block, remove_block, remove_key, set_key
from tests.archive.toml.verified import verified

NPC = ("id", "name", "wants", "threat", "bonds")


def test_blocks_may_be_an_inline_array() -> None:
    text = 'items = [ { id = "a" }, { id = "b", burn = 3 } ]\n'
    assert set_key(text, ("items", "b"), "burn", 2, ()).text == text.replace("3", "2")
    removed = remove_block(text, "items", "a")
    assert removed.text == 'items = [ { id = "b", burn = 3 } ]\n'
    assert add_block(removed.text, "items", {"id": "a"}, "", removed.was).text == text


def test_a_pair_put_into_an_inline_table_does_not_break_it() -> None:
    text = "clock = { day = 3,hour = 0x1 }  # noon\n"
    edited = set_key(text, ("clock",), "watch", 2, ())
    verified(edited.text, {"clock": {"day": 3, "hour": 1, "watch": 2}})
    assert set_key(edited.text, ("clock",), "watch", None, (), edited.was).text == text


def test_a_value_under_dotted_keys_is_set_and_set_back() -> None:
    text = 'npcs = [{ id = "x", name = "X", bonds.bree = 9, bonds.wim = 7 }]\n'
    edited = set_key(text, ("npcs", "x"), "bonds", {"bree": 8, "wim": 7}, NPC)
    verified(edited.text, {"npcs": [{"id": "x", "name": "X", "bonds": {"bree": 8, "wim": 7}}]})
    back = set_key(edited.text, ("npcs", "x"), "bonds", {"bree": 9, "wim": 7}, NPC, edited.was)
    assert back.text == text


def test_a_table_inside_an_inline_table_is_edited() -> None:
    text = 'rules = { inflation = { carry = "higher" } }\n'
    edited = set_key(text, ("rules", "inflation"), "carry", "adds", ())
    assert edited.text == text.replace("higher", "adds")
    with pytest.raises(CannotEdit, match="`rules`: there is no table"):
        set_key("rules = { x = 1 }\n", ("rules", "inflation"), "carry", "adds", ())


COMMENTED = (
    'npcs = [\n  { id = "x", bonds = { bree = 0x9 }, # of the mill\n    threat = 2 }, # late\n]\n'
)


@pytest.mark.parametrize(
    ("key", "value", "is_there"), [("wants", "eels", False), ("threat", None, True)]
)
def test_a_pair_comes_and_goes_beside_a_comment(key: str, value: PlainData, is_there: bool) -> None:
    edited = set_key(COMMENTED, ("npcs", "x"), key, value, NPC)
    assert "# of the mill\n" in edited.text
    assert "bonds = { bree = 0x9 }" in edited.text
    old = 2 if is_there else None
    assert set_key(edited.text, ("npcs", "x"), key, old, NPC, edited.was).text == COMMENTED


def test_a_block_comes_and_goes_beside_the_comments_of_others() -> None:
    added = add_block(COMMENTED, "npcs", {"id": "y", "threat": 1}, "x")
    assert added.text == COMMENTED.replace("# late\n", '# late\n  { id = "y", threat = 1 },\n')
    assert remove_block(added.text, "npcs", "y", None, added.was).text == COMMENTED
    removed = remove_block(COMMENTED, "npcs", "x")
    assert removed.text == "npcs = [\n  # late\n]\n"
    assert add_block(removed.text, "npcs", {"id": "x"}, "", removed.was).text == COMMENTED


def test_a_block_comes_back_anew_where_another_was_added_since() -> None:
    removed = remove_block(COMMENTED, "npcs", "x")
    later = add_block(removed.text, "npcs", {"id": "a long name"}, "").text
    back = add_block(later, "npcs", {"id": "x", "threat": 2}, "a long name", removed.was)
    verified(back.text, {"npcs": [{"id": "a long name"}, {"id": "x", "threat": 2}]})


@pytest.mark.parametrize(
    "spoilt",
    [
        *("inside 0 999999\n", "inside 3 1\n\n[x]\n", "inside x\n", "the whole value\n["),
        *('1 inside\n, { id = "b", burn = 3 }', "0 inside\n", "[[places]]\n", "3\nx = 4", "[["),
    ],
)
def test_what_a_spoilt_journal_kept_is_not_written(spoilt: str) -> None:
    text = 'npcs = [{ id = "x", threat = 2 }]\n'
    edited = set_key(text, ("npcs", "x"), "wants", "eels", NPC, spoilt)
    verified(edited.text, {"npcs": [{"id": "x", "threat": 2, "wants": "eels"}]})
    assert set_key(text, ("npcs", "x"), "threat", 3, NPC, spoilt).text == text.replace("2", "3")
    blocks: PlainData = [{"id": "x", "threat": 2}, {"id": "b"}]
    verified(add_block(text, "npcs", {"id": "b"}, "x", spoilt).text, {"npcs": blocks})
    headed = '[[npcs]]\nid = "x"\nthreat = 2\n'
    verified(add_block(headed, "npcs", {"id": "b"}, "x", spoilt).text, {"npcs": blocks})
    edited = set_key(headed, ("npcs", "x"), "wants", "eels", NPC, spoilt)
    verified(edited.text, {"npcs": [{"id": "x", "threat": 2, "wants": "eels"}]})


def test_an_edit_of_a_long_array_keeps_little_and_takes_no_longer_than_to_read_it() -> None:
    rows = [
        f'  {{ id = "n{number}", name = "Somebody", threat = 0x2 }}, # {number}'
        for number in range(1_500)
    ]
    text = "npcs = [\n" + "\n".join(rows) + "\n]\n"
    began = time.process_time()
    added = add_block(text, "npcs", {"id": "y", "threat": 1}, "n700")
    removed = remove_block(added.text, "npcs", "n701")
    edited = set_key(removed.text, ("npcs", "n702"), "threat", 3, NPC)
    gone = remove_key(edited.text, ("npcs", "n703"), "name", NPC)
    took = time.process_time() - began
    for done in (added, removed, edited, gone):
        assert len(done.was or "") < 80, done.was
    assert took < 1, f"{took:.2f} s"
    text_before = set_key(gone.text, ("npcs", "n703"), "name", "Somebody", NPC, gone.was).text
    assert text_before == edited.text


@pytest.mark.parametrize("written", ["0", "{"])
def test_what_tomlkit_would_write_otherwise_is_written_anew_or_refused(
    written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tomlkit.items.Integer.as_string", lambda _: written)
    edited = set_key("clock = {day = 3,hour = 1}\n", (), "clock", {"day": 3, "hour": 2}, ())
    assert edited.text == "clock = { day = 3, hour = 2 }\n"
    with pytest.raises(CannotEdit, match="`clock`: there are comments"):
        set_key("clock = {day = 3, # noon\nhour = 1}\n", (), "clock", {"day": 3, "hour": 2}, ())


@pytest.mark.parametrize("beside", [", hour = 0x1", ""])
def test_a_pair_is_put_beside_a_date(beside: str) -> None:
    text = f"clock = {{ begun = 2026-11-21{beside} }}\n"
    edited = set_key(text, ("clock",), "day", 3, ())
    assert "begun = 2026-11-21," in edited.text
    assert edited.text.endswith("day = 3 }\n")
    assert set_key(edited.text, ("clock",), "day", None, (), edited.was).text == text


def test_a_long_list_is_changed_in_a_time_that_grows_with_its_length() -> None:
    text = "faces = [\n" + "  0x1, # one\n" * 3_000 + "]\n"
    began = time.process_time()
    for value in ([2] * 3_000, [2] * 10, [2] * 6_000):
        verified(set_key(text, (), "faces", list(value), ()).text, {"faces": list(value)})
    took = time.process_time() - began
    assert took < 3, f"{took:.2f} s"


ONE_TORCH = """\
schema = 1
name = "Bree"
items = [
    { id = "torch", name = "torch", kind = "torch", place = "hand" }, # from Sallow
]
"""


def test_a_pair_that_stood_at_its_default_is_taken_out_again_by_undo(tmp_path: Path) -> None:
    campaign_folders = CampaignFolders(tmp_path)
    folder = campaign_folders.create_campaign("home")
    file = folder / "errants" / "bree.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(ONE_TORCH, encoding="utf-8")
    desk = Desk(campaign_folders.open_campaign("home"), campaign_folders)
    for line in ("light torch", "undo"):
        reply = desk.run(line)
        assert reply is not None
        assert reply.ok
    assert file.read_text(encoding="utf-8") == ONE_TORCH


def test_a_long_inline_table_is_changed_in_one_pass() -> None:
    pairs = ", ".join(f"k{number} = 'w{number}'" for number in range(2_000))
    wanted: dict[str, PlainData] = {f"k{number}": f"w{number}" for number in range(2_000)}
    wanted["k7"] = "another"
    began = time.process_time()
    edited = set_key(f"xs = {{ {pairs} }}\n", (), "xs", wanted, ())
    assert time.process_time() - began < 2.0
    verified(edited.text, {"xs": wanted})
