"""Drawing and shuffling at the shell: a fresh deck each run, or the deck of a campaign."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.calling import companion, folder_bytes

CARDS = ["the bell", "the eel, drowned", "the eel, drowned", "the heron"]
pytestmark = pytest.mark.usefixtures("own_tables")


@pytest.mark.parametrize("seed", ["1", "2", "3", "4"])
def test_the_whole_deck_comes_once(seed: str) -> None:
    call = companion("draw", "cards", "-n", "4", "--seed", seed)
    assert call.status == 0
    assert sorted(call.out.splitlines()) == CARDS
    assert companion("shuffle", "cards", "--seed", seed) == call


def test_a_shuffled_table_lies_in_any_order() -> None:
    orders = {companion("shuffle", "cards", "--seed", str(seed)).out for seed in range(100)}
    assert len(orders) == 12, "four cards, two of them alike"


def test_what_is_drawn_is_drawn_by_weight() -> None:
    first = Counter(
        companion("draw", "cards", "--seed", str(seed)).out.strip() for seed in range(100)
    )
    assert 35 < first["the eel, drowned"] < 65, "two of four cards, in a hundred draws"


def test_a_draw_takes_how_often_and_what_fell_and_what_holds_as_at_the_prompt() -> None:
    assert companion("draw", "cards", "x2", "=3,3").out == "the heron\nthe bell\n"
    (drawn,) = companion("draw", "cards", "=3", "--format", "jsonl").objects
    assert (drawn["entered"], drawn["faces"]) == (True, [3])
    assert companion("draw", "cards", "season=winter", "=5").out == "the frost\n"
    companion("new", "Mire")
    call = companion("draw", "cards", "=3,3", "x2", "--campaign", "mire", "--format", "jsonl")
    assert [roll["text"] for roll in call.objects] == ["the heron", "the bell"]


def test_a_row_whose_condition_does_not_hold_is_not_in_the_deck() -> None:
    drawn = companion("shuffle", "cards", "--with", "season=winter").out.splitlines()
    assert sorted(drawn) == sorted([*CARDS, "the frost"])


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_what_is_drawn_has_the_forms_of_a_roll(form: str) -> None:
    call = companion("draw", "cards", "-n", "3", "--seed", "5", "--format", form)
    if form == "csv":
        assert call.out.startswith("notation,table,row,total,text,faces,kept\n,fen/cards,")
        return
    told = json.loads(call.out) if form == "json" else call.objects
    texts = companion("draw", "cards", "-n", "3", "--seed", "5").out.splitlines()
    assert [roll["text"] for roll in told] == texts


def test_what_cannot_be_drawn_is_refused() -> None:
    for arguments, why in (
        (["draw", "cards", "-n", "5"], "4 are left in «fen/cards», not 5."),
        (["draw", "birds"], "Try: companion roll fen/birds"),
        (["shuffle", "birds"], "Try: companion roll fen/birds"),
        (["draw", "cards", "birds"], "«cards birds» is not one table to draw."),
        (["draw", "cards", "3"], "Try: companion draw cards -n 3"),
        (["draw", "3", "cards"], "Try: companion draw cards -n 3"),
        (["shuffle", "cards", "birds"], "Try: companion shuffle cards"),
        (["draw", "cards", "-n", "2", "=1,1"], "rolled once"),
        (["draw", "cards", "=1,1"], "2 faces were given"),
        (["draw", "nothing"], "There is no table «nothing»."),
        (["shuffle", "cards", "--campaign", "nowhere"], "There is no campaign «nowhere»"),
    ):
        call = companion(*arguments)
        assert (call.status, call.out) == (1, "")
        assert why in call.err


def test_a_deck_that_is_used_up_ends_with_its_fallback(own_tables: Path) -> None:
    cards = own_tables / "cards.toml"
    cards.write_text(cards.read_text("utf-8").replace("title", 'fallback = "fog"\ntitle'), "utf-8")
    drawn = companion("draw", "cards", "-n", "6").out.splitlines()
    assert sorted(drawn[:4]) == CARDS
    assert drawn[4:] == ["fog"]
    assert sorted(companion("shuffle", "cards").out.splitlines()) == CARDS


def test_a_campaign_keeps_what_was_drawn_until_it_is_shuffled(tmp_path: Path) -> None:
    companion("new", "Mire")
    at_desk = ("cards", "--campaign", "mire", "--format", "jsonl")
    drawn = [*companion("draw", *at_desk, "-n", "3").objects, *companion("draw", *at_desk).objects]
    assert sorted(str(roll["text"]) for roll in drawn) == CARDS
    mire = folder_bytes(tmp_path / "kept" / "mire")
    refused = companion("draw", *at_desk)
    assert (refused.status, refused.out) == (1, "")
    assert folder_bytes(tmp_path / "kept" / "mire") == mire
    (shuffled,) = companion("shuffle", *at_desk).objects
    assert (shuffled["kind"], shuffled["step"], shuffled["put_back"]) == ("deck", "shuffled", 4)
    assert companion("draw", *at_desk, "-n", "4").status == 0
    log = companion("run", "mire", typed="log\n").out
    assert "draw cards x3" in log
    assert "shuffle cards" in log


def test_what_a_campaign_draws_is_told_to_people_as_its_desk_tells_it() -> None:
    companion("new", "Mire")
    arguments = ("--campaign", "mire", "--seed", "9")
    call = companion("draw", "cards", *arguments)
    assert "left in the deck." in call.out
    assert "undo takes it back" in call.out
    winter = companion("draw", "cards", *arguments, "--with", "season=winter", "-n", "4")
    assert winter.status == 0
    assert "the frost" in winter.out


def test_a_campaigns_draws_as_a_csv() -> None:
    companion("new", "Mire")
    call = companion("draw", "cards", "-n", "2", "--campaign", "mire", "--format", "csv")
    header, *rows = call.out.splitlines()
    assert header == "notation,table,row,total,text,faces,kept"
    assert len(rows) == 2
    assert companion("shuffle", "cards", "--campaign", "mire", "--format", "csv").status == 2
