"""What forms read that a handler's own taking-apart had read, or had kept to itself."""

from pathlib import Path
from time import process_time
from timeit import repeat

import pytest
from filelock import FileLock

from companion.campaign.news_of_changes import list_news_of_changes
from tests.commands.table import Table


@pytest.mark.parametrize(
    ("line", "name"),
    [("give corvin half rations", "half rations"), ("give corvin half a loaf", "half a loaf")],
)
def test_the_beginning_of_a_surname_is_no_name(table: Table, line: str, name: str) -> None:
    table.done(line)
    assert name in {item.name for errant in table.desk.campaign.errants for item in errant.items}


def test_a_whole_name_needs_no_quotes(table: Table) -> None:
    table.done("give Corvin Half-Hand silver spoon")
    assert "silver spoon" in {item.name for item in table.desk.campaign.get_errant("corvin").items}


@pytest.mark.parametrize(
    "text", ["react ghost-walker ", "bond ghost-walker ", "morale ghost-walker "]
)
def test_the_menu_tells_a_player_of_nobody_they_have_not_met(tmp_path: Path, text: str) -> None:
    menus = []
    for folder, lines in (("without", ()), ("with", ('secret npc new "Ghost Walker"',))):
        (tmp_path / folder).mkdir()
        Table(tmp_path / folder).say("status", *lines)
        menus.append(Table(tmp_path / folder, seat="caller").desk.suggest_completions(text))
    assert menus[0] == menus[1]


def test_what_is_left_over_is_taken_from_the_end_of_the_line(table: Table) -> None:
    assert table.refused("morale harl is 7 is 8").hint == "Try: morale harl is 7"


def test_a_season_has_a_name(table: Table) -> None:
    before = table.desk.campaign.book.season
    table.refused('season ""')
    assert table.desk.campaign.book.season == before


def test_the_lock_is_free_while_the_answer_is_put_together(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []

    def look(*args: object) -> object:
        with FileLock(table.desk.archive.folder / ".companion" / "lock", timeout=0):
            taken.append(True)
        return list_news_of_changes(*args)  # type: ignore[arg-type]

    monkeypatch.setattr("companion.commands.handler_result.list_news_of_changes", look)
    table.done("supply wim +1")
    assert taken


def test_who_joins_may_be_called_as_a_kind_is(table: Table) -> None:
    table.done("errant add Animal", "errant add Cart vehicle")
    kinds = {errant.name: errant.kind for errant in table.desk.campaign.errants}
    assert kinds["Animal"] == "errant"
    assert kinds["Cart"] == "vehicle"


def test_the_longer_name_is_meant(table: Table) -> None:
    table.done('errant edit tansy name "Old Tansy"', "back tansy")
    assert table.desk.campaign.get_errant("tansy").name == "Old Tansy"
    before = table.desk.campaign.world.npcs
    table.done("morale old tansy is 7")
    assert table.desk.campaign.world.npcs == before


def test_a_long_line_costs_the_menu_little(table: Table) -> None:
    def offer_menus() -> None:
        for word in ("react", "save", "court", "bond", "morale"):
            table.desk.suggest_completions(f"{word} {'nobody ' * 500}")

    assert min(repeat(offer_menus, timer=process_time, number=1, repeat=3)) < 1.0


@pytest.mark.parametrize(
    ("line", "question", "hint"),
    [
        ("coins +30", "Who?", "Try: coins bree +30"),
        ("buy torch x2, rope", "Who?", "Try: buy bree torch x2, rope"),
        ("react is 7", "Which NPC?", "is 7"),
        ("supply +2", "Whom?", "Try: supply bree +2"),
        ("give torch x2", "Who?", "Try: give bree torch x2"),
        ("give 5s", "Who?", "Try: give bree 5s"),
    ],
)
def test_who_is_missing_is_asked_for_with_the_line_as_it_would_be(
    table: Table, line: str, question: str, hint: str
) -> None:
    table.done("at reedmarket", "coins bree +100")
    refused = table.refused(line)
    assert refused.message == question
    assert hint in refused.hint
    table.done(refused.hint.removeprefix("Try: "))


@pytest.mark.parametrize(
    "line", ["coins brea +30", "buy brea torch", "give brea torch", "give brea idol"]
)
def test_a_slip_in_a_name_is_no_missing_name(table: Table, line: str) -> None:
    refused = table.refused(line)
    assert refused.message == "There is no Errant «brea»."
    assert "bree" in refused.hint


def test_the_menu_of_a_sale_begins_with_things(table: Table) -> None:
    offered = [each.text for each in table.desk.suggest_completions("sell bree ")]
    assert offered[0] == "mail"
    assert offered[-1] == "for"
