"""Drawing without putting back: draw, shuffle."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.campaign.facts_and_decks_for_tables import list_rows_out_of_decks
from companion.desk import Desk
from companion.reports.rolls_and_random_tables import DeckLine, DeckReport
from tests.commands.table import Table

CARDS = """\
schema = 1
title = "Cards"
[[rows]]
text = "king"
[[rows]]
text = "knave"
weight = 3
[[rows]]
text = "joker, then {mine/dice}"
when = { time = "night" }
"""
FALLBACK = 'schema = 1\ntitle = "Few"\nfallback = "no more"\n[[rows]]\ntext = "one"\n'
ALWAYS = 'schema = 1\ntitle = "Always"\ndeck = true\n[[rows]]\ntext = "a"\n[[rows]]\ntext = "b"\n'
DICE = 'schema = 1\ntitle = "Dice"\ndice = "d1"\n[[rows]]\nroll = 1\ntext = "{mine/always}"\n'
FILES = {"cards": CARDS, "few": FALLBACK, "always": ALWAYS, "dice": DICE}


def with_decks(table: Table) -> Table:
    """The same table, with tables of the campaign's own to draw from."""
    folder = table.desk.archive.folder / "tables" / "mine"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The Company in the chapel at noon, and four tables."""
    return with_decks(Table(tmp_path))


def texts(report: DeckReport) -> list[str | None]:
    return [roll.text for roll in report.rolls]


def out(table: Table) -> dict[str, tuple[int, ...]]:
    return dict(list_rows_out_of_decks(table.desk.campaign))


def test_a_draw_is_remembered_and_says_how_many_can_come_yet(table: Table) -> None:
    report = table.read(DeckReport, "draw cards =1")
    assert (texts(report), report.left, report.step) == (["king"], 3, "drawn")
    assert out(table) == {"mine/cards": (1,)}
    reopened = Table(table.campaign_folders.campaigns)
    assert out(reopened) == {"mine/cards": (1,)}


def test_no_row_comes_more_often_than_its_weight_before_a_shuffle(table: Table) -> None:
    assert sorted(map(str, texts(table.read(DeckReport, "draw cards x4")))) == [
        "king",
        *["knave"] * 3,
    ]
    report = table.read(DeckReport, "draw cards time=night")
    assert (report.rolls[0].row, report.left) == (3, 0)
    assert "shuffle mine/cards" in table.refused("draw cards").hint


def test_more_than_there_are_cannot_be_drawn_and_then_none_is(table: Table) -> None:
    assert table.refused("draw cards x5").message == "4 are left in «mine/cards», not 5."
    assert out(table) == {}
    table.done("draw cards x3")
    refused = table.refused("draw cards x2")
    assert refused.message.startswith("One is left")
    assert "shuffle mine/cards" in refused.hint


def test_a_fallback_ends_the_drawing(table: Table) -> None:
    assert texts(table.read(DeckReport, "draw few x9")) == ["one", "no more"]
    assert table.read(DeckReport, "draw few").left == 0


def test_a_table_that_is_always_a_deck_is_one_for_every_word_and_every_reference(
    table: Table,
) -> None:
    table.done("roll always =1", "roll mine/dice")
    assert out(table) == {"mine/always": (1, 2)}
    assert "shuffle mine/always" in table.refused("roll mine/dice").hint


def test_rolling_on_a_table_that_was_drawn_from_goes_by_all_its_rows(table: Table) -> None:
    table.done("draw cards x4")
    assert table.done("roll cards =1").changes == ()


def test_a_shuffle_puts_all_back(table: Table) -> None:
    table.done("draw cards x3", "draw few")
    report = table.read(DeckReport, "shuffle cards")
    assert (report.step, report.table, report.put_back, report.left) == (
        "shuffled",
        "mine/cards",
        3,
        4,
    )
    assert out(table) == {"mine/few": (1,)}


def test_a_shuffle_of_nothing_in_particular_is_of_the_only_deck_or_tells_which_there_are(
    table: Table,
) -> None:
    table.done("draw cards x3", "draw few")
    report = table.read(DeckReport, "shuffle")
    assert report.decks == (DeckLine("mine/cards", 3, 1), DeckLine("mine/few", 1, 0))
    assert table.say("shuffle").entry is None, "it only tells"
    table.done("shuffle few")
    assert table.read(DeckReport, "shuffle").table == "mine/cards"
    assert out(table) == {}
    assert "Nothing has been drawn" in table.refused("shuffle").message


def test_a_deck_whose_table_is_gone_can_be_shuffled_and_forgotten(table: Table) -> None:
    table.done("draw cards", "draw few")
    (table.desk.archive.folder / "tables/mine/cards.toml").unlink()
    assert table.read(DeckReport, "shuffle").decks == (
        DeckLine("mine/cards", 1, None),
        DeckLine("mine/few", 1, 0),
    )
    assert table.read(DeckReport, "shuffle cards").left is None
    assert out(table) == {"mine/few": (1,)}


def test_of_two_tables_of_one_name_the_one_drawn_from_is_meant(table: Table) -> None:
    table.done("draw settlements/rumours")
    assert table.read(DeckReport, "shuffle rumours").table == "settlements/rumours"


LINES = st.lists(
    st.sampled_from(
        [
            "draw cards",
            "draw cards x2",
            "draw few",
            "roll mine/dice",
            "roll always",
            "shuffle cards",
            "shuffle",
            "undo",
            "redo",
        ]
    ),
    max_size=12,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A table for all that is written nowhere."""
    return with_decks(Table(tmp_path_factory.mktemp("campaigns")))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(lines=LINES)
def test_what_is_out_of_a_deck_is_what_was_drawn_since_its_shuffle_and_every_step_comes_back(
    lines: list[str], shared: Table
) -> None:
    archive = shared.campaign_folders.open_campaign("my-greenmire", seed="decks", dry_run=True)
    desk = Desk(archive, shared.campaign_folders, whole_words=True)
    weights = {"mine/cards": (1, 3, 1), "mine/few": (1,), "mine/always": (1, 1)}
    for line in lines:
        before, was = desk.campaign, dict(list_rows_out_of_decks(desk.campaign))
        reply = desk.run(line)
        assert reply is not None
        assert reply.error is None, reply.error
        now = dict(list_rows_out_of_decks(desk.campaign))
        for table, rows in now.items():
            for number, weight in enumerate(weights[table], 1):
                assert rows.count(number) <= weight
        if not reply.ok:
            assert desk.campaign == before
        elif line.startswith(("draw", "roll")):
            assert all(now[table][: len(rows)] == rows for table, rows in was.items())
        if reply.ok and reply.changes and line not in ("undo", "redo"):
            after = desk.campaign
            for step, expected in (("undo", before), ("redo", after)):
                stepped = desk.run(step)
                assert stepped is not None
                assert stepped.ok, stepped.refusal
                assert desk.campaign == expected
