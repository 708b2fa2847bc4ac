"""What a line tells and does not do is named beside its answer, with the line that does it, at the
Guide's seat: a text keeps it in its words, and another word passes it over."""

import tomllib
from pathlib import Path

import pytest

from companion.commands.spoken_lines.untaken_clauses import list_untaken_clauses
from companion.view.reply import encode_reply, render_reply
from tests.commands.table import Table
from tests.rounds import pick_part

SEARCH = ("done", "next search the vestry =3")
IN_A_FIGHT = ("done", "fight goblin x3 surprise none")


def list_untaken(table: Table, typed: str) -> list[tuple[str, str]]:
    return [(each.said, each.line) for each in table.done(typed).untaken]


@pytest.mark.parametrize(
    ("given", "typed", "untaken"),
    [
        (
            SEARCH,
            "done, they find 4 supply, refill all",
            [("they find 4 supply", "supply all +4"), ("refill all", "refill all")],
        ),
        (SEARCH, "done they find 12 pence", [("they find 12 pence", "coins bree +12 pennies")]),
        (SEARCH, "they find a silver cup", [("they find a silver cup", 'give bree "silver cup"')]),
        (SEARCH, "done that's the vestry, everyone rests", [("everyone rests", "next rest")]),
        (SEARCH, "they give up on the stair, head out", [("head out", "out")]),
        (
            ("done",),
            "next search the altar, bree lights a torch",
            [("bree lights a torch", "light bree torch")],
        ),
        ((), "corvin is scared, bree lights her torch", [("corvin is scared", "effect add")]),
        (
            SEARCH,
            "done they find 20p, wim takes it",
            [("they find 20p, wim takes it", "coins wim +20 pennies")],
        ),
        (
            SEARCH,
            "done nothing there, bree takes 3 damage",
            [("bree takes 3 damage", "hurt bree 3")],
        ),
        # All of it is done, or there is nothing else in it.
        (SEARCH, "done nothing there, just mud", []),
        (SEARCH, "done the door is stuck", []),
        (("done",), "next search the altar and the font", []),
        ((), "bree drops a torch and a bedroll", []),
        (IN_A_FIGHT, "it's over, they ran", []),
        # What is asked, supposed or said by somebody is not done either.
        (SEARCH, "done they wonder: should bree light a torch, refill all?", []),
        (SEARCH, "done if wim falls, bree takes 3 damage", []),
        (SEARCH, "done they return the 20p", []),
        (SEARCH, "done wim and bree find 20p", []),
        (SEARCH, "done pike says to light a torch, bree drops hers", []),
        # A word alone, and what the phrasebook has no part in.
        ((), "status", []),
    ],
)
def test_what_is_told_and_not_done_is_offered(
    given: tuple[str, ...], typed: str, untaken: list[tuple[str, str]], tmp_path: Path
) -> None:
    table = Table(tmp_path, whole_words=False)
    if given:
        table.say(*given)
    found = list_untaken(table, typed)
    assert [said for said, _ in found] == [said for said, _ in untaken]
    assert all(line.startswith(start) for (_, line), (_, start) in zip(found, untaken, strict=True))


def test_yes_does_what_was_only_told(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*SEARCH)
    table.done("done they find 12 pence")
    assert table.done("yes").meant == "coins bree +12 pennies"


def test_the_number_does_one_of_several(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*SEARCH)
    table.done("done, they find 4 supply, refill all")
    assert table.done("2").meant == "refill all"
    assert table.done("yes").meant == "supply all +4"  # the other is offered still


def test_a_name_tells_who_gets_what_was_only_told(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*SEARCH)
    table.done("done they find 12 pence")
    assert table.done("wim").meant == "coins wim +12 pennies"


def test_where_they_are_already_is_not_offered(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say("done", "out", "done", "next travel to reedmarket =3", "at reedmarket")
    assert list_untaken(table, "done they're at reedmarket") == []


def test_whole_words_and_players_are_offered_nothing(tmp_path: Path) -> None:
    strict = Table(tmp_path / "strict")
    strict.say(*SEARCH)
    assert strict.done("done they find 12 pence, refill all").untaken == ()
    played = Table(tmp_path / "played", seat="timekeeper", whole_words=False)
    played.say(*SEARCH)
    assert played.done("done they find 12 pence, refill all").untaken == ()


def test_it_is_told_in_a_line_and_in_json(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.say(*SEARCH)
    reply = table.done("done they find 12 pence")
    shown = render_reply(reply, str, guide=True)
    told = "Not done, only told: «they find 12 pence». Who? Try: coins bree +12 pennies"
    assert told in shown
    assert told not in render_reply(reply, str, guide=False)
    assert '"untaken":[{"said":"they find 12 pence"' in encode_reply(reply, guide=True, loose=True)
    assert "untaken" not in encode_reply(reply, guide=True)


def test_next_to_nothing_is_offered_of_a_line_that_is_done_as_meant(tmp_path: Path) -> None:
    """Of the suite's phrases, whose meaning is known, one in three hundred at most."""
    table = Table(tmp_path, whole_words=False)
    phrases = [
        (each["say"], each["means"])
        for file in sorted(Path(__file__).parents[1].joinpath("phrases").glob("*.toml"))
        for each in tomllib.loads(file.read_text(encoding="utf-8"))["phrase"]
        if "means" in each and "given" not in each and not each["say"].startswith("note")
    ]
    picked = pick_part(phrases, 2, short=6)
    make_context = table.desk._build_context
    offered = [said for said, means in picked if list_untaken_clauses(said, means, make_context)]
    assert len(offered) <= max(2, len(picked) // 300), offered
