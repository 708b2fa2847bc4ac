"""A question that is asked in no known way is answered by what shows what it is about; one that
asks for more is refused, with that beside the refusal."""

from pathlib import Path

import pytest

from companion.view.reply import render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("whose light is nearly out?", "light"),
        ("how much light have we got left", "light"),
        ("are they in the dark now?", "light"),
        ("wim's torch, how long does it still burn", "light"),
        ("wim's tools, are they any good still?", "slots wim"),
        ("tansy's mule pack, what's in it", "slots tansy"),
        ("where's tansy?", "slots tansy"),
        ("is wim still poisoned", "effect"),
        ("everybody healed up by now?", "hp"),
        ("is corvin down?", "hp corvin"),
        ("who slept and who is tired", "company"),
        ("who owes whom money", "company coins"),
        ("what did we leave where?", "stash"),
        ("what wounds are we carrying", "wound"),
        ("how's pike feeling toward us", 'npc "Old Pike"'),
    ],
)
def test_a_question_is_answered_by_what_shows_it(table: Table, typed: str, meant: str) -> None:
    before = table.desk.campaign
    reply = table.done(typed)
    assert (reply.meant, reply.entry) == (meant, None)
    assert table.desk.campaign == before


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("what's the chance that wim gets hurt", "hp wim"),
        ("how is the wound on bree's leg mending these days", "hp bree"),
        ("which zorgs of ours are poisoned", "effect"),
        ("how friendly is pike about zorgs", 'npc "Old Pike"'),
    ],
)
def test_what_a_question_is_about_stands_beside_its_refusal(
    table: Table, typed: str, shown: str
) -> None:
    reply = table.say(typed)
    assert not reply.ok
    assert reply.refusal is not None
    assert reply.meant is None
    assert reply.shown is not None
    assert (reply.shown.ok, reply.shown.meant, reply.shown.entry) == (True, shown, None)


@pytest.mark.parametrize(
    "typed",
    [
        "should we rest",
        "who is bree's father",
        "did bree drop the torch?",
        "has wim eaten",
        "do the ghouls look hostile, roll their reaction",
        "are the darts poisoned? wim saves against poison, phys vs 6",
        "what can't corvin do with a florb",
        "bree lantern?",
    ],
)
def test_nothing_is_shown_for_what_no_line_shows(table: Table, typed: str) -> None:
    reply = table.say(typed)
    assert not reply.ok
    assert reply.shown is None


def test_the_refusal_comes_first_and_then_what_is_shown(table: Table) -> None:
    reply = table.say("which zorgs of ours are poisoned")
    assert reply.refusal is not None
    name_of = make_name_lookup(table.desk.campaign)
    lines = [str(line) for line in render_reply(reply, name_of, guide=True)]
    assert lines[0].startswith(reply.refusal.message)
    assert lines[1] == "= effect"
    assert lines[2:]
