"""Of the talks of others players hear with whom and how they were taken."""

from pathlib import Path

import pytest

from companion.view.reply import encode_reply
from tests.commands.table import Table
from tests.desk.test_glance import seen


def test_an_exchange_of_a_player_is_told_the_guide_with_how_the_npc_takes_it(
    table: Table, other: Table
) -> None:
    other.done("talk harl", "talk harl bribe +1 by bree")
    _, report = seen(table)
    assert [word.outcome for word in report.secretly] == ["begins", "bribe swayed bree"]
    told = [(r.what, r.before, r.after) for each in report.restored or () for r in each.restored]
    assert ("disposition", 5, 6) in told


def test_players_hear_who_talks_with_whom_and_how_it_is_taken(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("react old-pike =4,4", "talk old-pike", "talk old-pike patience +1")
    table.done("talk old-pike giving by ondine =20", "talk old-pike end it rains")
    reply, report = seen(player)
    assert [(each.seat, each.npc, each.outcome) for each in report.talks] == [
        ("guide", "Old Pike", ""),
        ("guide", "Old Pike", "begins"),
        ("guide", "Old Pike", "giving unimpressed ondine"),
        ("guide", "Old Pike", "ends"),
    ]
    heard = encode_reply(reply, guide=False)
    assert not any(text in heard for text in ("it rains", "unsure", "disposition", "patience"))
    assert report.words == ()


def test_that_patience_is_worn_out_is_told_with_the_last_exchange(
    table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("react harl is 2", "talk harl", *["talk harl banal"] * 3)
    _, report = seen(player)
    assert [each.ended for each in report.talks] == [False] * 4 + [True]


def test_of_a_talk_that_is_taken_back_players_hear_too(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("talk harl", "talk harl banal")
    seen(player)
    table.done("undo", "redo")
    _, report = seen(player)
    assert [(each.step, each.outcome) for each in report.talks] == [
        ("undo", "banal small_talk ondine"),
        ("redo", "banal small_talk ondine"),
    ]


@pytest.mark.parametrize("line", ["secret talk harl", "secret react harl is 5", "npc harl wants x"])
def test_of_a_secret_talk_nobody_hears(line: str, table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    player.desk.take_in_external_changes()
    table.done("npc harl met no")
    player.desk.take_in_external_changes()
    table.done(line)
    assert player.desk.take_in_external_changes() is None


def test_the_guide_hears_of_a_talk_by_its_line_alone(table: Table, other: Table) -> None:
    other.done("talk harl")
    _, report = seen(table)
    assert (len(report.secretly), report.talks) == (1, ())
