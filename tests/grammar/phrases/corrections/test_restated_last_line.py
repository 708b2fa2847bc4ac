"""`no, the third took 5` tells the last line anew: that is taken back, and what is said is done.
What is done besides, or said of somebody else, takes nothing back."""

from pathlib import Path

import pytest

from tests.commands.table import Table

FIGHT = ("done", "fight goblin x3 surprise none")
TOWN = ("done", "out", "done", "at Reedmarket")


@pytest.mark.parametrize(
    ("last", "typed", "meant"),
    [
        ("bree loses 2 hp", "oops, bree lost 3", "hurt bree 3"),
        ("bree loses 2 hp", "no, bree lost 3", "hurt bree 3"),
        ("bree loses 2 hp", "no, corvin lost 2 hp", "hurt corvin 2"),
        ("wim gets 12 pennies", "no, corvin gets 12 pennies", "coins corvin +12 pennies"),
        ("wim gets 12 pennies", "sorry, wim gets 14 pennies", "coins wim +14 pennies"),
        ("wim takes 5 damage", "sorry wim took only 3 not 5", "hurt wim 3"),
        ("wim takes 5 damage", "wim only took 3", "hurt wim 3"),
        ("wim takes 5 damage", "wim took 3 not 5", "hurt wim 3"),
        ("drop ondine oil", "no wait, corvin takes the oil instead", "pass ondine corvin oil"),
    ],
)
def test_the_last_line_is_done_as_it_was_meant(
    tmp_path: Path, last: str, typed: str, meant: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    lines = table.desk.split_line_into_commands(typed)
    assert lines[0] == "undo"
    assert lines[1].replace('"', "").startswith(meant)


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("bree loses 2 hp", "no, bree loses 3 more"),
        ("bree loses 2 hp", "oops, corvin loses 3 hp"),
        ("bree loses 2 hp", "oops, corvin loses 2 hp"),
        ("bree loses 2 hp", "oh no, corvin takes 2 damage"),
        ("bree loses 2 hp", "oh dear, bree takes 3 damage"),
        ("bree loses 2 hp", "sorry, wim takes 4 damage"),
        ("bree loses 2 hp", "wrong step, bree takes 3 damage"),
        ("bree loses 2 hp", "i mean it, bree takes 3 damage"),
        ("bree loses 2 hp", "bree only takes 3"),
        ("bree loses 2 hp", "bree takes 1 instead of wim"),
        ("bree loses 2 hp", "scrap the hit, wim takes 3"),
        ("bree loses 2 hp", "take back corvin's hit"),
        ("buy ondine torch", "oh, ondine buys a rope"),
        ("buy ondine torch", "wait, ondine buys a rope"),
        ("buy ondine torch", "oops, ondine buys two candles"),
        ("light bree torch", "oh no, wim lights a candle"),
        ("light bree torch", "no, it is dark, wim lights a candle"),
        ("light bree torch", "take back the torch, light the lantern"),
        ("wim drops a candle", "oops, bree drops a torch"),
        ("wim drops a candle", "oh, wim drops a torch"),
        ("wim gets 12 pennies", "wim loses only 5 pennies"),
        ("wim gets 12 pennies", "wait, wim pays 12 pennies"),
        ("wim gets 12 pennies", "sorry, wim loses 5 pennies"),
        ("bree loses 2 hp", "actually, bree takes 3 from the trap"),
        ("bree loses 2 hp", "sorry, bree takes 5 damage this time"),
        ("bree loses 2 hp", "hold on, bree takes 3 damage"),
        ("light bree torch", "scrap the torch, it was wet"),
        ("wim drops a candle", "no, bree lights a torch"),
        ("wim drops a candle", "sorry, did bree drop a torch?"),
        ("wim drops a candle", "no, bree drops a torch too"),
        ("wim drops a candle", "wim drops torch and not bree"),
        ("wim drops a candle", "wim just drops a torch"),
        ("wim drops a candle", "scratch the candle"),
        ("wim drops a candle", "take back the torch"),
        ("wim drops a candle", "take back bree's candle"),
        ("wim drops a candle", "cancel the wim"),
        ("wim takes 5 damage", "bree only took 3"),
    ],
)
def test_what_happens_besides_takes_nothing_back(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*TOWN, last) if last.startswith("buy") else table.done("done", last)
    assert "undo" not in table.desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    "typed", ["oops, g3 takes 2", "no, bree takes 4", "no, bree hits g2 for 4", "strike goblins"]
)
def test_another_blow_takes_nothing_back(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FIGHT, "hurt goblins 1 2")
    assert "undo" not in table.desk.split_line_into_commands(typed)


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("hurt goblins 2 5", "take back bree's blow, he was surprised"),
        ("hurt goblins 2 5", "cancel that hit"),
        ("drop wim candle", "take back the candle"),
        ("drop wim candle", "take back wim's candle"),
    ],
)
def test_what_is_named_is_taken_back(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FIGHT, last)
    assert table.desk.split_line_into_commands(typed) == ("undo",)


@pytest.mark.parametrize(
    ("last", "typed", "lines"),
    [
        ("bree loses 2 hp", "and corvin takes the same", ("hurt corvin 2",)),
        ("bree loses 2 hp", "corvin suffers the same", ("hurt corvin 2",)),
        ("wim gets 12 pennies", "corvin takes the same", ("corvin takes the same",)),
    ],
)
def test_the_same_is_taken_of_harm_alone(
    tmp_path: Path, last: str, typed: str, lines: tuple[str, ...]
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    assert table.desk.split_line_into_commands(typed) == lines


@pytest.mark.parametrize(
    ("last", "typed", "meant"),
    [
        ("coins corvin +9 shillings", "make that nineteen silver, not nine", "coins corvin +19"),
        ("coins corvin +9 shillings", "twelve it was, not nine", "coins corvin +12"),
        ("give wim ring worth 300", "sorry, the ring is worth 200", "give wim ring worth 200"),
        ("give wim ring worth 300", "no, it's worth 200", "give wim ring worth 200"),
        ("coins split 60 pennies", "drop that split, it was 80", "coins split 80 pennies"),
        ("hurt wim 7", "only half of that got through, say three", "hurt wim 3"),
        ("hurt wim 7", "actually 3", "hurt wim 3"),
        ("give wim torch", "hang on, the torch was bree's", "give bree torch"),
    ],
)
def test_a_correction_in_other_words(tmp_path: Path, last: str, typed: str, meant: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    lines = table.desk.split_line_into_commands(typed)
    assert lines[0] == "undo"
    assert lines[1].startswith(meant)


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("coins corvin +9 shillings", "make that nineteen silver, not eight"),
        ("give wim ring worth 300", "sorry, the cup is worth 200"),
        ("give wim torch", "no, it's worth 200"),
        ("give wim torch", "hang on, the rope was bree's"),
        ("give wim torch", "actually 3 goblins come"),
        ("hurt wim 5", "no, she got 15 for it"),
        ("coins wim +1 guilder", "drop that split, it was 8"),
        ("coins wim +1 guilder", "actually 3 damage"),
        ("exhaust wim +2", "no, she got 15 for it"),
        ("coins corvin +9 shillings", "drop that torch, it was 3"),
        ("coins corvin +9 shillings", "only half of that got through, say 3"),
    ],
)
def test_what_the_last_line_does_not_tell_of_corrects_nothing(
    tmp_path: Path, last: str, typed: str
) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    assert table.desk.split_line_into_commands(typed)[0] != "undo"


def test_what_somebody_got_for_a_thing_is_corrected(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*TOWN, "sell ondine oil for 12 pennies")
    assert table.desk.split_line_into_commands("no, she got 15 for it")[0] == "undo"


@pytest.mark.parametrize(
    "typed",
    [
        "split that four ways",
        "we split it",
        "they share that out",
        "split the 60 pennies evenly between all four",
        "they split the 60p",
    ],
)
def test_the_last_sum_is_shared_out(tmp_path: Path, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", "coins corvin +60 pennies")
    others = ("bree", "ondine", "wim")
    assert table.desk.split_line_into_commands(typed) == tuple(
        f"pass corvin {who} 15 pennies" for who in others
    )


def test_what_a_thing_fetched_is_shared_out_by_whoever_sold_it(tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*TOWN, "sell oil for 12 pennies")
    assert table.desk.split_line_into_commands("split the 12 pennies between all four") == tuple(
        f"pass ondine {who} 3 pennies" for who in ("bree", "corvin", "wim")
    )


@pytest.mark.parametrize(
    ("last", "typed"),
    [
        ("coins corvin +60 pennies", "split that three ways"),  # four are here
        ("coins corvin +60 pennies", "split the party"),
        ("coins corvin +60 pennies", "split the 50 pennies"),
        ("coins corvin +60 pennies", "split the 60 shillings"),
        ("coins corvin +60 pennies", "split 60 pennies"),
        ("coins corvin -6 pennies", "split that"),
        ("drop wim candle", "split that"),
    ],
)
def test_nothing_else_is_shared_out(tmp_path: Path, last: str, typed: str) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done("done", last)
    assert table.desk.split_line_into_commands(typed) == (typed,)
