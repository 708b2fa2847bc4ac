"""A line that says what is done, and not by whom or to whom, is asked who it is."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.commands.table import Table
from tests.rounds import count_examples

AT_MARKET = ("done", "out", "at Reedmarket")


@pytest.mark.parametrize(
    ("given", "typed", "offered"),
    [
        (AT_MARKET, "buy a lantern", "buy bree lantern"),
        (AT_MARKET, "buys two torches", "buy bree torch x2"),
        ((), "5 damage", "hurt bree 5"),
        (("done", "fight goblin x3"), "shoot the second goblin", "attack wim on goblins 2"),
        ((), "i take four damage", "hurt bree 4"),
        ((), "someone lights a torch", "light bree torch"),
        ((), "one of us drops a torch", "drop bree torch"),
        (AT_MARKET, "buy three rations", "buy bree rations x3"),
        (AT_MARKET, "get three torches", "buy bree torch x3, or give bree torch x3"),
    ],
)
def test_it_is_asked_who_does_it(
    given: tuple[str, ...], typed: str, offered: str, tmp_path: Path
) -> None:
    refusal = Table(tmp_path, whole_words=False).refused(*given, typed)
    assert (refusal.message, refusal.hint) == ("Who?", f"Try: {offered}")


@pytest.mark.parametrize("typed", ["don't buy a lantern", "wim buys a gizmo", "buy it"])
def test_nobody_is_asked_for_otherwise(typed: str, tmp_path: Path) -> None:
    refusal = Table(tmp_path, whole_words=False).refused(*AT_MARKET, typed)
    assert refusal.message != "Who?"


@pytest.mark.parametrize(
    ("typed", "passed"),
    [
        ("bree hands over a torch", "torch"),
        ("bree hands her torch over", "torch"),
        ("bree gives two torches", "torch x2"),
        ("bree lends her torch", "torch"),
        ("bree gives away her torch", "torch"),
        ("bree hands out two torches", "torch x2"),
    ],
)
def test_it_is_asked_who_gets_what_is_handed_over(typed: str, passed: str, tmp_path: Path) -> None:
    refusal = Table(tmp_path, whole_words=False).refused(typed)
    corvin, ondine, wim = (f"pass bree {who} {passed}" for who in ("corvin", "ondine", "wim"))
    assert (refusal.message, refusal.hint) == ("To whom?", f"Try: {corvin}, {ondine}, or {wim}")


def test_who_gets_it_is_answered_by_a_name(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.refused("bree hands over a torch")
    assert table.say("ondine").meant == "pass bree ondine torch"


@pytest.mark.parametrize("typed", ["bree throws a torch", "bree passes", "pass it on"])
def test_nobody_is_asked_who_gets_it_otherwise(typed: str, tmp_path: Path) -> None:
    assert Table(tmp_path, whole_words=False).refused(typed).message != "To whom?"


def test_how_many_is_asked_of_some(tmp_path: Path) -> None:
    refusal = Table(tmp_path, whole_words=False).refused("give wim some torches")
    assert (refusal.kind, refusal.hint) == ("ambiguous", "Try: give wim torch x2")


SMALL = (
    "that",
    "is",
    "it",
    "the",
    "a",
    "of",
    "then",
    "this",
    "so",
    "no",
    "two",
    "not",
    "in",
    "them",
    "ok",
    "right",
    "now",
    "go",
    "on",
    "and",
    "we",
    "left",
    ",",
)


@pytest.fixture(scope="module")
def loose_table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("small"), whole_words=False)


@pytest.mark.parametrize("typed", ["that's that", "that is that"])
def test_a_line_that_speaks_of_nothing_is_refused(typed: str, loose_table: Table) -> None:
    assert loose_table.refused(typed).kind == "unknown"


@given(words=st.lists(st.sampled_from(SMALL), min_size=1, max_size=5))
@settings(
    deadline=None,
    max_examples=count_examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example(words=["ok"])
@example(words=["so", "then"])
def test_small_words_alone_break_nothing(words: list[str], loose_table: Table) -> None:
    reply = loose_table.say(" ".join(words))
    assert reply.error is None
