"""A block that is read back alone reads as it does in the whole text.

The whole file is the second, plain way; random edits of random texts go both ways.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.archive import campaign_text_changes
from companion.archive.campaign_parsing import parse_campaign, parse_campaign_file
from companion.archive.campaign_text_changes import (
    RewriteResult,
    TextCache,
    apply_changes_to_texts,
    reread_value_from_rewritten_block,
)
from companion.archive.toml.document import Document, parse_toml_document
from companion.archive.toml.statements import parse_statements
from companion.archive.toml.value_rendering_and_edits import CannotEdit
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.campaign.diff import diff_campaigns, invert_changes
from companion.errant.world import Npc
from companion.refusal import Broken, Impossible
from tests.archive.toml.documents import documents
from tests.rounds import rounds

BOOK = 'schema = 1\nname = "Of blocks"\n'
LOOSE = st.sampled_from(["", "", "\n", "\n\n", "# of the next\n", "\n# apart\n\n", "  \n"])
WANTS = st.sampled_from(
    [
        'wants = "the bell"',
        "wants = 'the \"bell\"' # still",
        'wants = """\n[[npcs]]\nid = "odo"\n# no comment\n"""',
        "wants = '''\n[places]\n'''",
        'note = "# [x]"\nwants = ""',
        "",
    ]
)
MORE = st.sampled_from(
    [
        "",
        "threat = 0x3\n",
        "met = true  # since day 2\n",
        "bonds = { bree = 7 }\n",
        "[npcs.bonds]\nbree = 7\n",
        "\n# whom they like\n[npcs.bonds] # all of them\n\nbree = 0x7",
        'hex = [\n  1, # q\n  2,\n]\n"note" = "x"\n',
    ]
)
HEADERS = st.sampled_from(["[[npcs]]", "[[npcs]]", "[[ npcs ]]", "  [[npcs]] # who", '[["npcs"]]'])


@st.composite
def npc_blocks(draw: st.DrawFn, name: str) -> str:
    written = draw(
        st.sampled_from([f'id = "{name}"\n', f'id = "{name}"\n', f"id='{name}' #\n", ""])
    )
    first, second = draw(st.permutations([written, f'name = "{name.title()}"\n']))
    body = f"{first}{draw(LOOSE)}{second}{draw(WANTS)}\n{draw(LOOSE)}{draw(MORE)}"
    return f"{draw(LOOSE)}{draw(HEADERS)}\n{body}\n{draw(LOOSE)}"


@st.composite
def worlds(draw: st.DrawFn) -> str:
    """A world.toml as people write it: NPCs among places, in one run or not, or inline."""
    names = draw(st.lists(st.sampled_from(["ysolde", "harl", "pike", "wim-b"]), unique=True))
    parts = [draw(npc_blocks(name)) for name in names]
    places = draw(st.lists(st.sampled_from(["fen", "mill"]), unique=True))
    parts += [f'{draw(LOOSE)}[[places]]\nid = "{each}"\nname = "{each}"\n' for each in places]
    if draw(st.booleans()):
        parts = draw(st.permutations(parts))
    text = draw(st.sampled_from(["", "# ours\n", 'note = "x"\n'])) + "".join(parts)
    if not names and draw(st.booleans()):
        text = 'npcs = [{ id = "odo", name = "Odo" }, { name = "Pike" }]\n' + text
    if draw(st.booleans()):
        text = text.rstrip("\n")
    if draw(st.integers(0, 4)) == 0:
        text = text.replace("\n", "\r\n")
    return ("\ufeff" if draw(st.integers(0, 4)) == 0 else "") + text


@st.composite
def changed(draw: st.DrawFn, before: Campaign) -> Campaign:
    """The campaign after some word: somebody changed, gone, or new at any place."""
    npcs = list(before.world.npcs)
    at = draw(st.integers(0, max(0, len(npcs) - 1)))
    way = draw(st.sampled_from(["key", "key", "key", "remove", "add"]))
    if way == "add" or not npcs:
        name = draw(st.sampled_from(["odo", "harl", "quill", "odo-2"]))
        if all(each.id != name for each in npcs):
            npcs.insert(draw(st.integers(0, len(npcs))), Npc(id=name, name=name.title(), threat=2))
    elif way == "remove":
        del npcs[at]
    else:
        values: dict[str, Any] = draw(
            st.sampled_from(
                [
                    {"wants": "a [[boat]]"},
                    {"wants": ""},
                    {"threat": 3},
                    {"threat": 5},
                    {"met": True},
                ]
                + [{"met": False}, {"bonds": {}}, {"bonds": {"bree": 2}}, {"hex": None}]
                + [{"note": 'said "\n[x]\n"', "hex": (1, 3)}]
            )
        )
        npcs[at] = replace(npcs[at], **values)
    return before.with_npcs(tuple(npcs))


def rewritten(
    text: str, changes: tuple[Change, ...], after: Campaign, known: TextCache | None = None
) -> RewriteResult | str:
    """What became of the file, or the refusal."""
    try:
        return apply_changes_to_texts({"world.toml": text}, changes, after, known)
    except Impossible as refusal:
        return refusal.message


@rounds(200)
@given(worlds(), st.data())
def test_a_block_comes_out_as_in_the_whole_text_and_back_again(
    text: str, data: st.DataObject
) -> None:
    try:
        campaign = parse_campaign({"campaign.toml": BOOK, "world.toml": text})
    except Broken:
        return
    first, began, known = text, campaign, TextCache()
    has_lines = True
    undo: list[tuple[tuple[Change, ...], Campaign]] = []
    for _ in range(data.draw(st.integers(1, 4))):
        after = data.draw(changed(campaign))
        changes = diff_campaigns(campaign, after)
        made = rewritten(text, changes, after, known)
        assert made == rewritten(text, changes, after)
        if isinstance(made, str) or not made.texts:
            continue
        undo.append((invert_changes(made.changes), campaign))
        text, campaign = str(made.texts["world.toml"]), after
        has_lines = has_lines and "\n" in text
        found = known.find("world.toml", text)
        assert found is not None
        assert found.value == parse_campaign_file("world.toml", text) == campaign.world
        assert list(found.document.parts) == list(parse_toml_document(text).parts)
    for changes, after in reversed(undo):
        made = rewritten(text, changes, after, known)
        assert made == rewritten(text, changes, after)
        if isinstance(made, str):
            return  # refused both ways
        text = str(made.texts["world.toml"])
    assert parse_campaign_file("world.toml", text) == began.world
    has_ids = all(part.block != "npcs/" for part in parse_toml_document(first).parts)
    if has_ids and has_lines and "npcs = [" not in first:
        assert text == first


@rounds(200)
@given(documents())
def test_the_parts_are_the_text_cut_at_its_headers(text: str) -> None:
    document = parse_toml_document(text)
    assert document.text == text
    headers = [each for each in parse_statements(text) if each.kind in ("table", "array")]
    assert len(document.parts) == len(headers) + 1
    for part in document.parts[1:]:
        kinds = [each.kind for each in parse_statements(part.text)]
        assert kinds.count("table") + kinds.count("array") == 1
    for part in document.parts:
        assert {each.kind for each in parse_statements(part.loose)} <= {"blank", "comment"}


WORLD = """\
# Ours.
schema = 1

[[npcs]]
id = "harl"
name = "Harl"

# Nobody has asked him.
[[npcs]]
id = "pike"
name = "Old Pike"
wants = "eels"
"""


def edited(text: str, change: Change) -> Document | None:
    """The text after one change, where a look at its block is enough to tell what it reads as."""
    known = TextCache().find("world.toml", text)
    assert known is not None
    path = change.path.split("/")[1:]
    new, _ = campaign_text_changes._apply_change_to_document(
        "world.toml", known.document, path, change
    )
    assert new is not None
    value = reread_value_from_rewritten_block("world.toml", known.value, known.document, new, path)
    if value is not None:
        assert value == parse_campaign_file("world.toml", new.text)
    return None if value is None else new


KEY = Change("world/npcs/pike/wants", "eels", "all the eels")
GONE = Change("world/npcs/pike", {"name": "Old Pike", "wants": "eels"}, None)
NEW = Change("world/npcs/odo", None, {"name": "Odo"}, follows="pike")


@pytest.mark.parametrize("change", [KEY, GONE, NEW], ids=["key", "gone", "new"])
@pytest.mark.parametrize("text", [WORLD, WORLD.replace("\n", "\r\n"), "\ufeff" + WORLD])
def test_a_word_on_one_npc_looks_at_one_block(text: str, change: Change) -> None:
    assert edited(text, change) is not None


def test_a_new_block_changes_no_id_that_was_left_out() -> None:
    guards = "".join(
        f'\n[[npcs]]\nid = "{each}"\nname = "Guard"\n' for each in ("guard", "guard-2")
    )
    text = f'schema = 1\n\n[[npcs]]\nname = "Guard"\n{guards}'
    change = Change("world/npcs/guard-4", None, {"name": "Guard"}, follows="guard-2")
    assert edited(text, change) is None


BARE = WORLD.replace('id = "harl"\n', "")
INLINE = 'npcs = [{ id = "pike", name = "Old Pike", wants = "eels" }]\n'
MIXED = WORLD.replace("# Nobody", '[[places]]\nname = "Fen"\n\n# Nobody')
APART = WORLD.replace("# Nobody", '[[places]]\nname = "Fen"\n\n[npcs.bonds]\n\n# Nobody')
PUT = '2 after npcs.0\n[[npcs]]\nid = "odo"\nname = "Odo"\n'


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (INLINE, KEY),
        (INLINE, NEW),
        (MIXED, GONE),
        (APART, KEY),
        ("\r\n" + WORLD, KEY),
        (WORLD, replace(NEW, put=PUT)),
    ],
)
def test_one_block_is_enough_however_the_file_is_written(text: str, change: Change) -> None:
    assert edited(text, change) is not None


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (BARE, GONE),  # the id that is left out is given by what the others leave
        (WORLD, Change("world/npcs/pike/id", "pike", "odo")),
        (WORLD, Change("world/note", "", "x")),
        (WORLD, replace(KEY, after=5)),  # would not load
    ],
)
def test_what_one_block_does_not_tell_takes_the_whole_file(text: str, change: Change) -> None:
    assert edited(text, change) is None


def test_a_block_whose_parts_stand_apart_is_not_removed() -> None:
    with pytest.raises(CannotEdit, match="stand apart"):
        edited(APART, replace(GONE, path="world/npcs/harl"))
