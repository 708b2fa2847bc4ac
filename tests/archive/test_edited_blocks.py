"""What one block does not tell takes the whole file: each of these would come out otherwise, or
would not read, if only the block was looked at."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.archive import campaign_text_changes
from companion.archive.campaign_parsing import parse_campaign, parse_campaign_file
from companion.archive.campaign_text_changes import (
    RewriteResult,
    TextCache,
    apply_changes_to_texts,
    reread_value_from_rewritten_block,
)
from companion.archive.toml.document import parse_toml_document
from companion.campaign.campaign import Campaign
from companion.campaign.changes import Change
from companion.refusal import Impossible

BOOK = 'schema = 1\nname = "Of blocks"\n'
WORLD = """\
schema = 1

[[places]]
id = "fen"
name = "Fen"
hex = [1, 2]

[[npcs]]
id = "harl"
name = "Harl"

[[npcs]]
id = "pike"
name = "Old Pike"
"""
NEW = Change("world/npcs/odo", None, {"name": "Odo"}, follows="harl")


def read(text: str) -> Campaign:
    """The campaign with this world.toml."""
    return parse_campaign({"campaign.toml": BOOK, "world.toml": text})


def edit_block(text: str, change: Change) -> Struct | None:
    """What the file reads as after one change to a block, where a look at that is enough."""
    known = TextCache().find("world.toml", text)
    assert known is not None
    path = change.path.split("/")[1:]
    new, _ = campaign_text_changes._apply_change_to_document(
        "world.toml", known.document, path, change
    )
    assert new is not None
    return reread_value_from_rewritten_block("world.toml", known.value, known.document, new, path)


def rewrite_both_ways(text: str, change: Change, after: Campaign) -> RewriteResult:
    """The file rewritten by a look at one block where that can be, which is the same as by a look
    at all of it."""
    made = apply_changes_to_texts({"world.toml": text}, [change], after, TextCache())
    assert made == apply_changes_to_texts({"world.toml": text}, [change], after)
    return made


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Fen"', 'name = "Fog"'),
        ('name = "Fen"', 'name = "Fen"\nx = 1'),
        ("[[places]]", "[[settlements]]"),
        ("[1, 2]", "[1, 2.0]"),  # equal in Python, no hex in TOML
    ],
)
def test_an_edit_that_changes_something_beside_its_array(old: str, new: str) -> None:
    known = TextCache().find("world.toml", WORLD)
    assert known is not None
    for changed, is_enough in ((WORLD, True), (WORLD.replace(old, new), False)):
        document = parse_toml_document(changed.replace('"Harl"\n', '"Harl"\nwants = "eels"\n'))
        path = ["npcs", "harl", "wants"]
        found = reread_value_from_rewritten_block(
            "world.toml", known.value, known.document, document, path
        )
        assert (found is not None) is is_enough


def test_a_text_put_back_with_a_block_of_another_array_in_it() -> None:
    put = '\n[[npcs]]\nid = "odo"\nname = "Odo"\n\n[[places]]\nid = "mill"\nname = "Mill"\n'
    assert edit_block(WORLD, replace(NEW, put='\n[[npcs]]\nid = "odo"\nname = "Odo"\n')) is not None
    assert edit_block(WORLD, replace(NEW, put=put)) is None


def test_a_text_put_back_with_the_marks_of_a_conflict_in_it() -> None:
    """They are so even where TOML has them in a text: the file would not be read again."""
    marks = "<<<<<<< ours\neels\n=======\nfrogs\n>>>>>>> theirs\n"
    put = f'\n[[npcs]]\nid = "odo"\nname = "Odo"\nwants = """\n{marks}"""\n'
    assert parse_campaign_file("world.toml", WORLD + put) is None
    assert edit_block(WORLD, replace(NEW, put=put.replace(marks, "eels\n"))) is not None
    assert edit_block(WORLD, replace(NEW, put=put)) is None


def test_half_a_conflict_put_back_where_the_other_half_is_out_of_sight() -> None:
    text = WORLD.replace('"Fen"\n', '"Fen"\nnote = """\n<<<<<<< ours\n=======\n"""\n')
    put = '\n[[npcs]]\nid = "odo"\nname = "Odo"\nwants = """\n>>>>>>> theirs\n"""\n'
    assert parse_campaign_file("world.toml", text) is not None
    assert parse_campaign_file("world.toml", text + put) is None
    assert edit_block(text, replace(NEW, put=put, follows="pike")) is None


APART = f'{WORLD}\n# Of the mill.\n\n[[npcs]]\nid = "odo"\nname = "Odo"\n'
GONE = Change("world/npcs/odo", {"name": "Odo"}, None)


def test_a_block_whose_place_must_be_kept_to_put_it_back() -> None:
    """The place names the block before it by its number in the file."""
    assert edit_block(APART.replace("# Of the mill.\n\n", ""), GONE) is not None
    assert edit_block(APART, GONE) is not None
    (done,) = rewrite_both_ways(APART, GONE, read(WORLD)).changes
    assert done.was is not None
    assert "after npcs.1\n" in done.was


def test_a_key_of_a_table_that_stands_apart_from_its_block() -> None:
    """Written into the block it would be there twice, and the file would not be read again."""
    without = f'{WORLD}\n[[places]]\nid = "mill"\nname = "Mill"\n'
    text = f"{without}\n[npcs.bonds]\nbree = 7\n"
    change = Change("world/npcs/pike/bonds", {"bree": 7}, {"bree": 2})
    harl, pike = read(without).world.npcs
    after = read(without).with_npcs((harl, replace(pike, bonds={"bree": 2})))
    with pytest.raises(Impossible, match="a table of its own"):
        apply_changes_to_texts({"world.toml": text}, [change], after, TextCache())
