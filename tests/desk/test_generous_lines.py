"""Lines as people talk, at a desk: what is meant is done, said and journalled."""

import json
from pathlib import Path

import pytest

from companion.commands.dispatch import classify_answered_line
from companion.view.reply import encode_reply, render_reply
from companion.view.wording import make_name_lookup
from tests.commands.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, whole_words=False)


def test_what_was_meant_is_done_and_said(table: Table) -> None:
    reply = table.done("bree drops two torches")
    assert (reply.line, reply.meant) == ("bree drops two torches", "drop bree torch x2")
    assert [item.count for item in table.desk.campaign.get_errant("bree").items][2] == 1


def test_the_line_of_the_companion_is_said_first_and_faintly(table: Table) -> None:
    reply = table.done("bree drops two torches")
    first = render_reply(reply, make_name_lookup(table.desk.campaign), guide=True)[0]
    assert (first, first.tone) == ("= drop bree torch x2", "detail")


def test_a_line_in_the_companion_s_own_words_says_nothing_first(table: Table) -> None:
    assert table.done("drop bree torch x2").meant is None


def test_the_line_that_was_meant_is_journalled_and_the_typed_one_beside_it(table: Table) -> None:
    table.done("bree drops two torches")
    entry = next(iter(table.desk.archive.read_entries()))
    assert (entry.line, entry.typed) == ("drop bree torch x2", "bree drops two torches")


def test_undo_takes_back_what_was_meant(table: Table) -> None:
    before = table.desk.campaign
    table.done("bree drops two torches", "take that back")
    assert table.desk.campaign == before


def test_two_meanings_are_both_told_and_nothing_is_done(table: Table) -> None:
    refusal = table.refused("check phys bree 3")
    assert refusal.kind == "ambiguous"
    assert refusal.hint == "Try: check bree phys dv 3, or check bree phys =3"


@pytest.mark.parametrize(
    "line",
    [
        "frobnicate the gizmo",
        "bree doesn't drop the torch",
        "nobody drops two torches",
        "zork drops two torches",
        "bree drops two torches unless it rains",
        "drop",
    ],
)
def test_what_is_not_wholly_understood_is_refused(line: str, table: Table) -> None:
    assert table.refused(line).kind in ("unknown", "malformed", "ambiguous")


def test_a_phrase_that_would_be_read_as_a_text_is_what_it_says(table: Table) -> None:
    reply = table.say("done", "next turn =4")
    assert reply.meant is None
    assert table.say("next turn").meant == "next"


def test_the_guide_forces_what_is_meant(table: Table) -> None:
    table.done("at reedmarket")
    assert table.done("buy! a rope for bree").meant == "buy! bree rope"


def test_a_secret_stays_one(table: Table) -> None:
    reply = table.done("secret bree drops two torches")
    assert (reply.meant, reply.has_secret_prefix) == ("secret drop bree torch x2", True)
    entry = next(iter(table.desk.archive.read_entries()))
    assert entry.secret


def test_the_history_goes_by_what_was_meant(table: Table) -> None:
    for line, privacy in (
        ("gm note pike is the thief", "secret"),
        ("bree drops two torches", "open"),
        ("tell me about pike", "unknown"),
    ):
        reply = table.done(line)
        assert classify_answered_line(line, reply, table.desk.campaign, "guide") == privacy


def test_a_player_hears_nothing_of_whom_nobody_has_met(tmp_path: Path) -> None:
    table = Table(tmp_path, seat="caller", whole_words=False)
    assert table.refused("how does pike feel about us").message == table.refused(
        "how does odo feel about us"
    ).message.replace("odo", "pike")


def test_a_script_is_told_the_line_it_should_have_typed(tmp_path: Path) -> None:
    refusal = Table(tmp_path).refused("bree drops two torches")
    assert refusal.hint == "Try: drop bree torch x2"


def test_json_tells_what_a_loose_line_meant(table: Table) -> None:
    reply = table.done("bree drops two torches")
    data = json.loads(encode_reply(reply, guide=True, loose=True))
    assert (data["line"], data["meant"]) == ("bree drops two torches", "drop bree torch x2")
    strict = json.loads(encode_reply(table.done("status"), guide=True))
    assert "meant" not in strict


def test_a_table_s_own_words_stand_for_those_of_the_companion(tmp_path: Path) -> None:
    Table(tmp_path)
    book = tmp_path / "my-greenmire" / "campaign.toml"
    added = '\n[synonyms]\ntorchling = "torch"\nfling = "drop"\n'
    book.write_text(book.read_text(encoding="utf-8") + added, encoding="utf-8")
    table = Table(tmp_path, whole_words=False)
    assert table.done("bree flings two torchlings").meant == "drop bree torch x2"


def test_a_long_line_means_nothing_at_once(table: Table) -> None:
    assert table.refused("bree and " * 300).kind == "unknown"
